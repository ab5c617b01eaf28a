"""`sanitarian import layer KIND FILE`: show what a map layer holds, ask, and load it as the kind's next version."""

import argparse
from pathlib import Path

from sanitarian.core.acts import ActRefused
from sanitarian.county.acts.layers import import_layer, same_layer
from sanitarian.county.counties import CountyFileError, the_county
from sanitarian.county.layers import LayerFile, LayerPlan, prepare_layer
from sanitarian.county.zoning.columns import KINDS

ACTS = True  # the command line adds --as
_SHOWN_REJECTS = 20
_COUNTED = {
    "taken": "to load",
    "outside": "outside the county",
    "left_out": "left out",
    "rejected": "rejected",
    "repaired": "repaired",
    "without_elevation": "without an elevation",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The kind, the file, how to read it, and how far to go."""
    parser.add_argument("kind", choices=list(KINDS), help="what the layer shows")
    parser.add_argument("file", type=Path, help="GeoPackage, Shapefile (or zip), FileGDB or GeoJSON file")
    parser.add_argument("--layer", help="which layer, where the file holds several")
    parser.add_argument(
        "--crs", type=int, metavar="EPSG", help="coordinate system of a file that does not name its own"
    )
    parser.add_argument("--provisional", action="store_true", help="the layer stands in for the legal map (B-8)")
    parser.add_argument("--note", default="", help="a remark to keep with the version")
    parser.add_argument("--dry-run", action="store_true", help="show what would happen and change nothing")
    parser.add_argument("--yes", action="store_true", help="load without asking")


def run(args: argparse.Namespace) -> int:
    """Show the preview; then load the layer unless told not to. 0: done, shown or unchanged; 1: refused or declined."""
    try:
        county = the_county()
    except CountyFileError as error:
        raise ActRefused(str(error)) from None
    plan = prepare_layer(LayerFile(args.file, args.kind, args.layer, args.crs, args.provisional), county)
    print(preview(plan))
    if (same := same_layer(plan)) is not None:
        print(f"Unchanged: this file is version {same.number} of the {same.get_kind_display().lower()} already.")
        return 0
    if args.dry_run:
        print("This was a trial run: nothing was changed.")
        return 0
    if not args.yes and not _agreed():
        print("Nothing was changed.")
        return 1
    layer = import_layer(args.actor, plan, note=args.note)
    print(f"Done: {layer}. Run 'sanitarian zones' to determine from it where the parcels lie.")
    return 0


def preview(plan: LayerPlan) -> str:
    """What a file holds and what would be loaded."""
    kind = KINDS[plan.kind]
    counted = [f"{plan.counts[name]:,} {words}" for name, words in _COUNTED.items() if name in plan.counts]
    lines = [f"{plan.file_name}: {plan.counts['read']:,} {kind.many}", f"  {', '.join(counted)}"]
    if plan.provisional:
        lines.append("  provisional: the layer stands in for the legal map")
    lines += [f"  note: {notice}" for notice in plan.notices.lines()]
    for reject in plan.rejects[:_SHOWN_REJECTS]:
        lines.append(f"  rejected: row {reject.row}, {reject.field} {reject.value!r}: {reject.reason}")
    if len(plan.rejects) > _SHOWN_REJECTS:
        lines.append(f"  and {len(plan.rejects) - _SHOWN_REJECTS:,} more rejected rows, kept with the import")
    return "\n".join(lines)


def _agreed() -> bool:
    try:
        return input("Load this layer? [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError:
        return False
