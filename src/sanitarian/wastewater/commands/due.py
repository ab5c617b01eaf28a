"""`sanitarian due`: what is due, by year, town, class and status, as a table, CSV or JSON."""

import argparse
import csv
import json
import sys
from collections.abc import Iterator
from datetime import date

from sanitarian.core.acts import ActRefused
from sanitarian.core.export import csv_safe
from sanitarian.county.models import Municipality
from sanitarian.wastewater.models import ScheduleClass
from sanitarian.wastewater.queries import STATUSES, DueFilter, DueRow, due_count, due_rows

COLUMNS = (
    *("due", "act_by", "status", "class", "cycle_years"),
    *("town", "print_key", "address", "system", "performed", "why"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--year", type=int, help="year of the due date")
    parser.add_argument("--town", help="name of a town or the city")
    parser.add_argument("--class", dest="schedule_class", choices=list(ScheduleClass.values), default="")
    parser.add_argument("--status", choices=list(STATUSES), default="")
    parser.add_argument("--as-of", type=date.fromisoformat, metavar="YYYY-MM-DD", help="judge statuses by this day")
    parser.add_argument("--format", choices=("table", "csv", "json"), default="table")


def run(args: argparse.Namespace) -> int:
    asked = DueFilter(
        year=args.year, town=_town(args.town), schedule_class=args.schedule_class, status=args.status, as_of=args.as_of
    )
    rows = due_rows(asked)
    if args.format == "csv":
        return _csv(rows)
    if args.format == "json":
        return _json(rows)
    return _table(rows, asked)


def _town(name: str | None) -> Municipality | None:
    if not name:
        return None
    town = Municipality.objects.exclude(kind=Municipality.Kind.VILLAGE).filter(name__iexact=name.strip()).first()
    if town is None:
        names = Municipality.objects.exclude(kind=Municipality.Kind.VILLAGE).values_list("name", flat=True)
        raise ActRefused(f"There is no town {name!r}. Choose one of: {', '.join(names) or 'none is loaded yet'}.")
    return town


def _record(row: DueRow) -> dict[str, object]:
    return {
        "due": row.due.isoformat() if row.due else None,
        "act_by": row.act_by.isoformat() if row.act_by else None,
        "status": row.status,
        "class": row.schedule_class,
        "cycle_years": row.cycle_years,
        "town": row.town,
        "print_key": row.print_key,
        "address": row.address,
        "system": row.system,
        "performed": row.performed.isoformat() if row.performed else None,
        "why": row.why or None,
    }


def _csv(rows: Iterator[DueRow]) -> int:
    writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: csv_safe(value) for name, value in _record(row).items()})
    return 0


def _json(rows: Iterator[DueRow]) -> int:
    sys.stdout.write("[")
    for position, row in enumerate(rows):
        sys.stdout.write(("," if position else "") + "\n" + json.dumps(_record(row)))
    sys.stdout.write("\n]\n")
    return 0


def _table(rows: Iterator[DueRow], asked: DueFilter) -> int:
    print(f"{'DUE':<11}{'STATUS':<21}{'CLASS':<16}{'TOWN':<13}{'TAX MAP':<18}{'SYSTEM':<11}ADDRESS", flush=True)
    shown = 0
    for row in rows:
        shown += 1
        due = row.due.isoformat() if row.due else "-"
        print(
            f"{due:<11}{row.status_text:<21}{row.schedule_class:<16}{row.town[:12]:<13}{row.print_key[:17]:<18}"
            f"{row.system:<11}{row.address}" + (f"  ({row.why})" if row.why else ""),
            flush=shown == 1,
        )
    print(f"{shown:,} lines, as of {asked.day.isoformat()}")
    if not asked.lists_systems:
        for status in ("unscheduled", "undetermined"):
            count = due_count(DueFilter(town=asked.town, status=status))
            if count:
                print(f"{count:,} systems without a date ({STATUSES[status].lower()}): see --status {status}")
    return 0
