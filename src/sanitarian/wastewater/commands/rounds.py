"""`sanitarian rounds`: let the next inspection round of every system stand."""

import argparse
import sys
from collections import Counter

from sanitarian.wastewater.acts.all_rounds import batches

ACTS = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="say what would change, and change nothing")


def run(args: argparse.Namespace) -> int:
    systems, new, changed = 0, 0, Counter[str]()
    for batch in batches(args.dry_run, args.actor):
        systems += batch.systems
        new += batch.new_rounds
        changed += batch.changed
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{systems:,} systems")
    if sys.stderr.isatty():
        sys.stderr.write("\n")
    would = "would be " if args.dry_run else ""
    print(f"{systems:,} systems in use: {new:,} rounds {would}generated")
    for change, count in sorted(changed.items()):
        print(f"  class {change}: {count:,} systems")
    if changed and not args.dry_run:
        print("Open rounds of a former class are not voided by themselves; they stand on the worklist.")
    return 0
