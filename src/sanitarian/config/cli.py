"""The `sanitarian` command: a table of commands, each loaded only when it runs."""

import argparse
import errno
import importlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType


@dataclass(frozen=True)
class Command:
    """A command: its words, the module with `add_arguments` and `run`, one line of help."""

    words: tuple[str, ...]
    module: str
    help: str
    needs_django: bool = True


COMMANDS = (
    Command(("ask",), "sanitarian.law.ask", "ask a rule of the code about a set of facts (JSON)", needs_django=False),
    Command(
        ("law", "report"),
        "sanitarian.law.report",
        "show how much of the code is on file and served, and which figures are not verified",
        needs_django=False,
    ),
    Command(("law", "try"), "sanitarian.wastewater.commands.law_try", "run a draft change of the law over the county"),
    Command(
        ("import", "parcels"), "sanitarian.county.commands.parcels", "bring the register up to a county parcel file"
    ),
    Command(("import", "layer"), "sanitarian.county.commands.layer", "load a map layer from a file"),
    Command(("zones",), "sanitarian.county.commands.zones", "determine where every parcel lies"),
    Command(
        ("rounds",),
        "sanitarian.wastewater.commands.rounds",
        "generate the inspection rounds that the schedule asks for",
    ),
    Command(("due",), "sanitarian.wastewater.commands.due", "list what is due, by year, town, class and status"),
    Command(("search", "rebuild"), "sanitarian.core.commands.search", "build the search index anew"),
    Command(("letters",), "sanitarian.letters.commands.letters", "render letters that wait"),
    Command(("mail",), "sanitarian.letters.commands.mail", "how messages stand; send them; take in what came back"),
    Command(("journal", "verify"), "sanitarian.core.commands.journal", "check the chain of the journal"),
    Command(("staff", "add"), "sanitarian.parties.commands.staff", "make a staff account with a role"),
    Command(("setup",), "sanitarian.config.commands.setup", "create or update the database and collect static files"),
    Command(("serve",), "sanitarian.config.commands.serve", "serve the site and its background worker"),
    Command(("demo",), "sanitarian.demo.commands.demo", "set up and serve the demo county"),
)


def _help() -> str:
    lines = ["usage: sanitarian COMMAND [--help] ...", "", "Runs a county's sanitary code.", "", "commands:"]
    width = max(len(" ".join(command.words)) for command in COMMANDS)
    lines += [f"  {' '.join(command.words):<{width}}  {command.help}" for command in COMMANDS]
    lines += [f"  {'django':<{width}}  run one of Django's own management commands", ""]
    lines += ["Commands that change the register act as somebody: give --as E-MAIL (or set SANITARIAN_AS)."]
    return "\n".join(lines)


def _find(arguments: Sequence[str]) -> Command | None:
    matches = [command for command in COMMANDS if tuple(arguments[: len(command.words)]) == command.words]
    return max(matches, key=lambda command: len(command.words), default=None)


def _set_up_django() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sanitarian.config.settings")
    import django
    from django.core.exceptions import ImproperlyConfigured

    try:
        django.setup()
    except ImproperlyConfigured as fault:
        sys.exit(f"sanitarian: {fault}")


def _actor(email: str | None) -> object:
    """Who acts on the command line: the user named, or nobody."""
    from sanitarian.core.actors import NOBODY
    from sanitarian.parties.models import User

    if not email:
        return NOBODY
    user = User.objects.filter(email=email.lower()).first()
    if user is None:
        sys.exit(f"sanitarian: there is no user {email}; name one with --as, or make one with 'sanitarian staff add'")
    return user.actor()


def _run(command: Command, module: ModuleType, rest: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog=f"sanitarian {' '.join(command.words)}", description=command.help)
    module.add_arguments(parser)
    acts = command.needs_django and getattr(module, "ACTS", False)
    if acts:
        parser.add_argument("--as", dest="acting", metavar="E-MAIL", default=os.environ.get("SANITARIAN_AS"))
    options = parser.parse_args(rest)
    if not command.needs_django:
        return int(module.run(options))

    from django.db import OperationalError, ProgrammingError

    from sanitarian.core.acts import ActRefused
    from sanitarian.law.ruling import NotInForce

    try:
        if acts:
            options.actor = _actor(options.acting)
        return int(module.run(options))
    except (ActRefused, NotInForce) as refusal:
        sys.stderr.write(f"sanitarian: {refusal}\n")
        return 1
    except (OperationalError, ProgrammingError):
        fault = _database_fault()
        if fault is None:
            raise
        sys.stderr.write(f"sanitarian: {fault}\n")
        return 2


def _database_fault() -> str | None:
    """What is wrong with the database as a whole: it is not reached, or not set up; None for neither."""
    from django.db import OperationalError, connection

    try:
        tables = connection.introspection.table_names()
    except OperationalError as error:
        return f"the database is not reached ({str(error).splitlines()[0]}); see SANITARIAN_DATABASE_URL"
    return None if "django_migrations" in tables else "the database is not set up; run 'sanitarian setup' first"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status (0 done, 1 refused, 2 wrong usage)."""
    if sys.stdout is None:
        sys.stderr.write("sanitarian: the output could not be written; standard output is closed\n")
        return 1
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments or arguments[0] in {"-h", "--help", "help"}:
        sys.stdout.write(_help() + "\n")
        return 0
    if arguments[0] == "django":
        _set_up_django()
        from django.core.management import execute_from_command_line

        execute_from_command_line(["sanitarian django", *arguments[1:]])
        return 0
    command = _find(arguments)
    if command is None:
        sys.stderr.write(f"sanitarian: there is no command {' '.join(arguments[:2])!r}; see 'sanitarian --help'\n")
        return 2
    if command.needs_django:
        _set_up_django()
    try:
        status = _run(command, importlib.import_module(command.module), arguments[len(command.words) :])
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader of a long list went away
        _write_no_more()
        return 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _write_no_more()
        sys.stderr.write("sanitarian: the output could not be written; there is no space left\n")
        return 1
    except KeyboardInterrupt:
        return 130


def _write_no_more() -> None:
    """Send what is still in the buffer nowhere, so that it is no second fault at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
