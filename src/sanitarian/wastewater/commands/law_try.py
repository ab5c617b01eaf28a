"""`sanitarian law try`: run a draft change of the law over the whole county and say what moves."""

import argparse
import sys
from datetime import date
from pathlib import Path

from sanitarian.core.dates import today
from sanitarian.law.amendments import Amendment, read_amendment
from sanitarian.law.data import active
from sanitarian.law.ruling import ImpossibleFacts
from sanitarian.wastewater.trial import Trial, try_amendment
from sanitarian.wastewater.trial_files import as_json, check_folder, write_files
from sanitarian.wastewater.trial_text import text

WRONG_USAGE = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("amendment", metavar="AMENDMENT.toml", type=Path, help="the draft; see docs/amendments.md")
    parser.add_argument("--as-of", type=date.fromisoformat, metavar="YYYY-MM-DD", help="compare as of this day (today)")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="write tables, chart and a page to project there")
    parser.add_argument("--force", action="store_true", help="replace such files in FOLDER")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(args: argparse.Namespace) -> int:
    try:
        trial = _try(args)
    except ImpossibleFacts as fault:
        sys.stderr.write("".join(f"{' '.join(line.splitlines())}\n" for line in fault.faults))
        return WRONG_USAGE
    if args.out is not None:
        write_files(trial, args.out, force=args.force)
    print(as_json(trial) if args.json else text(trial))
    return 0


def _try(args: argparse.Namespace) -> Trial:
    amendment = _read(args.amendment)
    if args.out is not None:
        check_folder(args.out, force=args.force)
    try:
        return try_amendment(amendment, as_of=args.as_of or today(), progress=_progress)
    finally:
        if sys.stderr.isatty():
            sys.stderr.write("\n")


def _read(path: Path) -> Amendment:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ImpossibleFacts(f"{path}: it cannot be read ({error.strerror}); name a file in TOML") from None
    return read_amendment(content, path.name, active())


def _progress(systems: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{systems:,} systems read")
        sys.stderr.flush()
