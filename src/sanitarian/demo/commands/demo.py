"""`sanitarian demo`: set up the demo county if need be, and serve it; or only write its files."""

import argparse
import os
import shutil
import sys
from pathlib import Path
from typing import NoReturn

from django.conf import settings
from django.core.management import call_command
from django.db import connections

_OWN = "SANITARIAN_DEMO_OWN"  # the database is the demo's own, and may be made anew


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="?", choices=("serve", "load", "files"), default="serve",
        help="serve: set up and serve (the default); load: set up only; files: write the county's files",
    )  # fmt: skip
    parser.add_argument("folder", nargs="?", type=Path, help="where 'files' writes to")
    parser.add_argument("--database", metavar="URL", help="an empty database to use instead of the demo's own")
    parser.add_argument("--fresh", action="store_true", help="make the demo's own database anew")
    parser.add_argument("--scale", type=float, default=1.0, help="size of the county, such as 0.1 (1: 39,000 parcels)")


def run(args: argparse.Namespace) -> int:
    if args.what == "files":
        return _write_files(args)
    if not settings.SANITARIAN_DEMO:
        _again_as_demo(args)
    _set_up(args)
    if args.what == "serve":
        _greet()
        _become("serve")
    return 0


def _become(*words: str) -> NoReturn:
    """Go on as another command in this process's place."""
    connections.close_all()
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "sanitarian.config.cli", *words])  # noqa: S606


def _write_files(args: argparse.Namespace) -> int:
    from sanitarian.core.acts import ActRefused
    from sanitarian.core.dates import today
    from sanitarian.demo.files import LAYER_FILES, PARCELS_FILE, write_files

    if args.folder is None:
        raise ActRefused("Name the folder to write to: sanitarian demo files FOLDER")
    write_files(args.folder, today(), args.scale)
    names = ", ".join((PARCELS_FILE, *LAYER_FILES.values()))
    print(f"Written to {args.folder}: {names}")
    return 0


def _again_as_demo(args: argparse.Namespace) -> NoReturn:
    """Start over with the demo's settings: they are read before a command runs."""
    os.environ["SANITARIAN_DEMO"] = "1"
    os.environ.setdefault("SANITARIAN_BASE_URL", f"http://127.0.0.1:{os.environ.get('PORT', '8000')}")
    if args.database:
        os.environ["SANITARIAN_DATABASE_URL"] = args.database
    else:
        os.environ["SANITARIAN_VAR"] = str(Path(settings.VAR_DIR) / "demo")
        os.environ.pop("SANITARIAN_DATABASE_URL", None)
        os.environ[_OWN] = "1"
    _become(*sys.argv[1:])


def _set_up(args: argparse.Namespace) -> None:
    from sanitarian.core.dates import today
    from sanitarian.demo.models import EDITION, standing

    Path(settings.VAR_DIR).mkdir(parents=True, exist_ok=True)
    own = os.environ.get(_OWN) == "1" and connections["default"].vendor == "sqlite"
    if own and args.fresh:
        _remove_database()
    _make_tables()
    found = standing()
    if found is None:
        if own:  # a set-up that was cut short left half a county
            _remove_database()
            _make_tables()
        from sanitarian.demo.load import load

        print("Setting up the demo county, which takes a minute or two:", flush=True)
        found = load(today(), scale=args.scale, say=lambda text: print(text, flush=True))
    elif found.edition != EDITION:
        print("This demo county was made by another version; 'sanitarian demo --fresh' makes it anew.")
    print(f"The demo county stands as of {found.on:%B} {found.on.day}, {found.on.year}.")


def _make_tables() -> None:
    call_command("migrate", interactive=False, verbosity=0)


def _remove_database() -> None:
    connections.close_all()
    path = Path(str(settings.DATABASES["default"]["NAME"]))
    for name in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        name.unlink(missing_ok=True)
    shutil.rmtree(settings.MEDIA_ROOT, ignore_errors=True)


def _greet() -> None:
    from sanitarian.demo.staff import PASSPHRASE, demo_users

    print(f"\nOpen http://127.0.0.1:{os.environ.get('PORT', '8000')}/ and sign in as")
    for user in demo_users():
        print(f"  {user.email:<30} {user.role}")
    print(f"with the passphrase: {PASSPHRASE}\nEverybody and everything in this county is made up. Stop with Ctrl+C.\n")
