"""`sanitarian staff add`: an account for somebody who works at the department."""

import argparse
import getpass
import os
import sys

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused
from sanitarian.parties.acts import create_user, grant_role
from sanitarian.parties.models import RoleGrant

ACTS = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("email")
    parser.add_argument("--name", required=True)
    parser.add_argument("--title", default="", help="as printed below a signature")
    parser.add_argument("--role", required=True, choices=[role.value for role in Role])


def run(args: argparse.Namespace) -> int:
    actor = args.actor if RoleGrant.objects.exists() else _first_administrator()
    passphrase = os.environ.get("SANITARIAN_PASSPHRASE") or getpass.getpass("Passphrase (15 characters or more): ")
    try:
        validate_password(passphrase)
    except ValidationError as fault:
        raise ActRefused(" ".join(fault.messages)) from None
    user = create_user(actor, email=args.email, name=args.name, password=passphrase, title=args.title)
    grant_role(actor, user, Role(args.role))
    sys.stdout.write(f"{user.email} may sign in as {args.role}.\n")
    return 0


def _first_administrator() -> Actor:
    """An empty installation has nobody who could make the first account; whoever runs the command line does."""
    return Actor(ref="command-line", roles=frozenset({Role.ADMINISTRATOR}), name="Command line")
