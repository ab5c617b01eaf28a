"""`sanitarian letters`: render what waits, as a worker or once, or write one paper to a file."""

import argparse
import sys
from pathlib import Path

from sanitarian.letters.acts import DamagedPaperError, pdf_of, sweep
from sanitarian.letters.models import Letter
from sanitarian.letters.queries import by_code
from sanitarian.letters.render import BATCH_LIMIT, RenderError, render_batch


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_subparsers(dest="what", required=True, metavar="{work,sweep,render,print}")
    what.add_parser("work", help="render letters as they come, until stopped (part of 'sanitarian serve')")
    once = what.add_parser("sweep", help="render what waits now, and end")
    once.add_argument("--limit", type=int, default=1000, help="at most so many letters (default 1000)")
    single = what.add_parser("render", help="write the PDF of one letter to a file")
    single.add_argument("letter", metavar="ID", help="its number in the register, or its code")
    single.add_argument("out", metavar="OUT.pdf", type=Path)
    batch = what.add_parser("print", help="write letters of one kind to one PDF, for the printer")
    batch.add_argument("out", metavar="OUT.pdf", type=Path)
    batch.add_argument("letters", metavar="ID", nargs="+", help=f"up to {BATCH_LIMIT} letters")


def run(args: argparse.Namespace) -> int:
    if args.what == "work":
        from sanitarian.letters.worker import work_until_signalled

        work_until_signalled()
        return 0
    if args.what == "sweep":
        return _sweep(args.limit)
    try:
        return _write(args) if args.what == "render" else _print(args)
    except (RenderError, DamagedPaperError, ValueError, OSError) as error:
        sys.stderr.write(f"sanitarian letters: {error}\n")
        return 1


def _sweep(limit: int) -> int:
    tried = sweep(limit)
    waiting = Letter.objects.filter(state=Letter.State.QUEUED).count()
    failed = Letter.objects.filter(state=Letter.State.FAILED).count()
    print(f"{tried:,} letters tried, {waiting:,} still wait, {failed:,} failed")
    return 0


def _find(name: str) -> Letter:
    letter = Letter.objects.filter(pk=int(name)).first() if name.isdigit() else by_code(name)
    if letter is None:
        raise ValueError(f"there is no letter {name!r}; give its number in the register or its code")
    return letter


def _write(args: argparse.Namespace) -> int:
    letter = _find(args.letter)
    args.out.write_bytes(pdf_of(letter))
    print(f"{letter}: {args.out}")
    return 0


def _print(args: argparse.Namespace) -> int:
    from sanitarian.letters.kinds import kind_of

    letters = [_find(name) for name in args.letters]
    kinds = sorted({letter.kind for letter in letters})
    if len(kinds) > 1:
        raise ValueError(f"letters of one kind are printed together, not {' and '.join(kinds)}")
    args.out.write_bytes(render_batch(kind_of(kinds[0]), [letter.context for letter in letters]).pdf)
    print(f"{len(letters):,} letters: {args.out}")
    return 0
