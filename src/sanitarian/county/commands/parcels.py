"""`sanitarian import parcels FILE`: show what a county's parcel file would change, ask, and apply it."""

import argparse
from datetime import date
from pathlib import Path

from sanitarian.core.acts import ActRefused
from sanitarian.county.acts.imports import import_parcels
from sanitarian.county.counties import CountyFileError, the_county
from sanitarian.county.imports.prepare import ParcelFile, prepare
from sanitarian.county.imports.preview import preview, refusal, write_rejects

ACTS = True  # the command line adds --as


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The file, how to read it, and how far to go."""
    parser.add_argument("file", type=Path, help="GeoPackage, Shapefile (or zip), FileGDB, GeoJSON, CSV or Excel file")
    parser.add_argument("--layer", help="which layer, sheet or data set, where the file holds several")
    parser.add_argument("--mapping", type=Path, metavar="M.toml", help="which column is what, for other layouts")
    parser.add_argument(
        "--crs", type=int, metavar="EPSG", help="coordinate system of a file that does not name its own"
    )
    parser.add_argument("--as-of", type=date.fromisoformat, metavar="DATE", help="day of the roll (today)")
    parser.add_argument("--dry-run", action="store_true", help="show what would happen and change nothing")
    parser.add_argument("--yes", action="store_true", help="apply without asking")
    parser.add_argument("--rejects", type=Path, metavar="OUT.csv", help="write rejected rows with their reasons here")
    parser.add_argument(
        "--confirm-retired",
        type=int,
        metavar="NUMBER",
        help="name the number of parcels to retire, where it is more than one in twenty",
    )


def run(args: argparse.Namespace) -> int:
    """Show the preview; then apply it unless told not to. 0: done or shown; 1: refused or declined."""
    try:
        county = the_county()
    except CountyFileError as error:
        raise ActRefused(str(error)) from None
    file = ParcelFile(args.file, args.layer, args.mapping, args.crs)
    prepared = prepare(file, county, args.as_of)
    print(preview(prepared.plan, prepared.file_name, prepared.layer))
    if args.rejects:
        write_rejects(args.rejects, prepared.plan.staged.rejects)
    if reason := refusal(prepared.plan, args.confirm_retired):
        raise ActRefused(reason)
    if args.dry_run:
        print("This was a trial run: nothing was changed.")
        return 0
    if not args.yes and not _agreed():
        print("Nothing was changed.")
        return 1
    done = import_parcels(args.actor, prepared, county, confirmed_retired=args.confirm_retired)
    print(f"Done: import {done.pk}.")
    return 0


def _agreed() -> bool:
    try:
        return input("Apply this to the register? [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError:
        return False
