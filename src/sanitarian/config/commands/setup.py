"""`sanitarian setup`: bring the database to the present shape and put static files in their place."""

import argparse

from django.conf import settings
from django.core.management import call_command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments: settings come from the environment."""


def run(args: argparse.Namespace) -> int:
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    print(f"The database is ready: {settings.DATABASES['default']['NAME']}")
    return 0
