"""The search tables, and the database's own text index on them."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from sanitarian.core.search.tables import create


def make_text_index(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    create()


class Migration(migrations.Migration):
    dependencies = [("core", "0002_journal_guard")]

    operations = [
        migrations.CreateModel(
            name="SearchDocument",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ref", models.CharField(help_text="such as parcel:12 or ownership:7", max_length=60, unique=True)),
                ("kind", models.CharField(help_text="the group it is shown in", max_length=20)),
                ("target", models.CharField(db_index=True, help_text="the record it opens", max_length=60)),
                (
                    "place",
                    models.BigIntegerField(
                        db_index=True,
                        help_text="where it stands among all: by kind, what is current first, then by number",
                    ),
                ),
                ("title", models.CharField(max_length=250)),
                ("subtitle", models.CharField(blank=True, max_length=250)),
                ("town", models.CharField(blank=True, max_length=80)),
                ("note", models.CharField(blank=True, help_text="until 2021, retired", max_length=80)),
                ("head", models.TextField(help_text="its identifiers and the words it is found by")),
                (
                    "more",
                    models.TextField(blank=True, help_text="words that narrow a search, but do not find it alone"),
                ),
            ],
            options={"verbose_name": "search document"},
        ),
        migrations.CreateModel(
            name="SearchWord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("word", models.CharField(max_length=80, unique=True)),
                (
                    "count",
                    models.PositiveIntegerField(default=1, help_text="documents with it at the last rebuild"),
                ),
            ],
            options={"verbose_name": "search word"},
        ),
        migrations.RunPython(make_text_index),
    ]
