"""`sanitarian zones`: determine where every parcel lies, show what would change, and put it on record."""

import argparse
import time

from sanitarian.core.acts import ActRefused
from sanitarian.core.permissions import may
from sanitarian.county.acts.zones import DETERMINE, determine_zones
from sanitarian.county.counties import CountyFileError, the_county
from sanitarian.county.models import Layer
from sanitarian.county.zoning.register import ZonePlan, make_plan

ACTS = True  # the command line adds --as
_SHOWN_CHANGES = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How far to go."""
    parser.add_argument("--dry-run", action="store_true", help="show what would change and change nothing")


def run(args: argparse.Namespace) -> int:
    """Show what changes, then write it unless told not to. 0: done, shown, or nothing to do; 1: refused."""
    try:
        county = the_county()
    except CountyFileError as error:
        raise ActRefused(str(error)) from None
    if not args.dry_run and not may(args.actor, DETERMINE):
        raise ActRefused("Name the official who determines the zones with --as E-MAIL, or look only with --dry-run.")
    started = time.perf_counter()
    plan = make_plan(county)
    print(report(plan))
    print(f"Determined in {time.perf_counter() - started:.1f} s.")
    if args.dry_run:
        print("This was a trial run: nothing was changed.")
        return 0
    done = determine_zones(args.actor, plan, county)
    print("Nothing to change." if done is None else f"Done: zone determination {done.pk}.")
    return 0


def report(plan: ZonePlan) -> str:
    """What a determination found and what it would change, line by line."""
    nowhere = plan.parcels - plan.shapes - plan.points
    known = f"{plan.shapes:,} with an outline, {plan.points:,} with a point only, {nowhere:,} with neither"
    lines = [f"{plan.parcels:,} parcels: {known}"]
    for kind, name in Layer.Kind.choices:
        lines.append(f"{name}: {_layer(plan, kind)}")
    counts = plan.counts()
    lines.append(
        f"first determined {counts['first']:,}, changed {counts['changed']:,}, "
        f"new evidence only {counts['evidence_only']:,}, unchanged {counts['unchanged']:,}"
    )
    lines += [f"  {fact} shown: {count:,}" for fact, count in plan.shown.items() if not fact.startswith("flood_")]
    if plan.disagreements:
        lines.append(f"The roll's SWIS code names another town than the map: {plan.disagreements:,} parcels")
    lines += _changes(plan)
    if plan.overridden:
        lines.append(f"An official's finding stands before the map in {plan.overridden:,} of these changes.")
    return "\n".join(lines)


def _layer(plan: ZonePlan, kind: str) -> str:
    label = plan.layers.get(kind)
    if label is None:
        return "no layer loaded; its facts are not shown"
    return f"version {label['version']} ({label['file']}){', provisional' if label['provisional'] else ''}"


def _changes(plan: ZonePlan) -> list[str]:
    lines = []
    for fact, moves in plan.changes.items():
        if fact == "distance_ft":
            if total := sum(moves.values()):
                lines.append(f"{fact}: {total:,} parcels")
            continue
        for (before, after), count in moves.most_common(_SHOWN_CHANGES):
            lines.append(f"{fact}: {before} -> {after}: {count:,} parcel{'s' if count > 1 else ''}")
        if len(moves) > _SHOWN_CHANGES:
            lines.append(f"{fact}: {len(moves) - _SHOWN_CHANGES:,} other changes")
    return lines
