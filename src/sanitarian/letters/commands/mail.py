"""`sanitarian mail`: how messages stand, send what waits, and take in what came back."""

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

from django.db import Error
from django.db.models import Count, Min

from sanitarian.letters.mail.returns import (
    LARGEST,
    UNMATCHED,
    is_maildir,
    keep_unmatched,
    mark_seen,
    number_unmatched,
    returned_mail,
    take_return,
    unmatched_folder,
)
from sanitarian.letters.mail.sending import sweep
from sanitarian.letters.models import Message


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_subparsers(dest="what", metavar="{send,bounce,bounces}")
    once = what.add_parser("send", help="send what waits now, and end ('sanitarian serve' sends by itself)")
    once.add_argument("--limit", type=int, default=1000, help="at most so many messages (default 1000)")
    what.add_parser("bounce", help="take in one returned mail from standard input, for a mail server's pipe")
    folder = what.add_parser("bounces", help="take in the returned mail of a Maildir, or of a folder of .eml files")
    folder.add_argument("folder", metavar="FOLDER", type=Path)


def run(args: argparse.Namespace) -> int:
    if args.what == "send":
        print(f"{sweep(args.limit):,} messages tried")
        return _status()
    if args.what == "bounce":
        return _bounce()
    if args.what == "bounces":
        return _bounces(args.folder)
    return _status()


def _status() -> int:
    counts = dict(Message.objects.values_list("state").annotate(number=Count("pk")))
    for state in Message.State:
        print(f"{counts.get(state.value, 0):>8,}  {state.label}")
    waiting = Message.objects.filter(state=Message.State.QUEUED)
    oldest = waiting.aggregate(oldest=Min("created_at"))["oldest"]
    if oldest:
        print(f"The oldest that waits is of {oldest:%B} {oldest.day}, {oldest.year}.")
    fault = waiting.exclude(error="").order_by("-not_before").values_list("error", flat=True).first()
    if fault:
        print(f"What was said last against one that waits: {fault}")
    if kept := number_unmatched():
        print(f"{kept:,} returned mails belong to no message; look at them in {unmatched_folder()}, then delete them.")
    return 0


def _bounce() -> int:
    """Take in one mail. What goes wrong here for now is told to the mail server as such, so that it tries again."""
    raw = sys.stdin.buffer.read(LARGEST)
    try:
        taken = take_return(raw)
        if taken.outcome == UNMATCHED:
            sys.stderr.write(f"sanitarian mail: {taken}; kept as {keep_unmatched(raw)}\n")
        else:
            print(f"{taken}")
    except (Error, OSError) as error:
        sys.stderr.write(f"sanitarian mail: the mail is not taken in now: {error}\n")
        return os.EX_TEMPFAIL
    return 0


def _bounces(folder: Path) -> int:
    counts: Counter[str] = Counter()
    unread = 0
    try:
        paths = list(returned_mail(folder))
    except OSError as error:
        sys.stderr.write(f"sanitarian mail: {error}\n")
        return 1
    for path in paths:
        try:
            with path.open("rb") as file:
                taken = take_return(file.read(LARGEST))
            if taken.outcome != UNMATCHED and is_maildir(folder):
                mark_seen(path)
        except OSError as error:
            sys.stderr.write(f"{path.name}: cannot be read or moved: {error}\n")
            unread += 1
            continue
        counts[taken.outcome] += 1
        print(f"{path.name}: {taken}")
    said = ", ".join(f"{number:,} {outcome}" for outcome, number in sorted(counts.items()))
    print(f"{len(paths):,} mails" + (f": {said}" if said else ""))
    return 1 if unread else 0
