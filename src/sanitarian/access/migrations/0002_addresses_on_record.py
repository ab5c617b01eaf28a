"""Accounts that were made before addresses were kept apart: an administrator vouched for each of them."""

from django.db import migrations


def put_on_record(apps, schema_editor):
    users = apps.get_model("parties", "User").objects.all()
    addresses = apps.get_model("account", "EmailAddress")
    known = set(addresses.objects.filter(primary=True).values_list("user_id", flat=True))
    addresses.objects.bulk_create(
        [
            addresses(user_id=pk, email=email, verified=True, primary=True)
            for pk, email in users.values_list("pk", "email")
            if pk not in known
        ],
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("access", "0001_initial"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [migrations.RunPython(put_on_record, migrations.RunPython.noop)]
