"""The journal's first row, and the database's own guard on its entries."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from sanitarian.core.journal import GENESIS, guard


def begin(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("core", "JournalHead").objects.create(pk=1, seq=0, hash=GENESIS)
    guard()


class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = [migrations.RunPython(begin)]
