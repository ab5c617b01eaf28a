"""The due list over a million systems: the first row of `sanitarian due --year`, and the first and last page.

Bars: the first row within 1 s after start-up; the last page of the list takes the time of the first. Builds a SQLite
database of its own; `--systems N` chooses another size. Exits 1 when a bar is missed.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

SCRATCH = Path(tempfile.mkdtemp(prefix="sanitarian-bench-"))
os.environ["SANITARIAN_VAR"] = str(SCRATCH)
os.environ["SANITARIAN_DATABASE_URL"] = f"sqlite:///{SCRATCH / 'due.sqlite3'}"
os.environ["DJANGO_SETTINGS_MODULE"] = "sanitarian.config.settings"
BAR_FIRST_ROW_SECONDS = 1.0

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from sanitarian.county.models import Municipality  # noqa: E402
from sanitarian.wastewater.models import Round  # noqa: E402
from sanitarian.wastewater.queries import DueFilter, due_page  # noqa: E402

_CLASSES = (("lake-front", 2), ("near-lake", 3), ("lake-watershed", 5), ("town", 7))


def _columns(table: str, given: dict[str, object]) -> tuple[str, list[object]]:
    """An INSERT for a table: given columns vary by row, the others take a neutral value of their type."""
    with connection.cursor() as cursor:
        described = cursor.execute(f"PRAGMA table_info({table})").fetchall()
    names, neutral = [], []
    for _, name, kind, required, *_ in described:
        names.append(name)
        neutral.append(given.get(name, None if not required else ("" if "char" in kind or "text" in kind else 0)))
    marks = ",".join("?" * len(names))
    return f"INSERT INTO {table} ({','.join(names)}) VALUES ({marks})", neutral


def _fill(table: str, rows: Iterator[dict[str, object]]) -> None:
    first = next(rows)
    statement, neutral = _columns(table, first)
    with connection.cursor() as cursor:
        names = [row[1] for row in cursor.execute(f"PRAGMA table_info({table})").fetchall()]
    places = {name: names.index(name) for name in first}

    def values(row: dict[str, object]) -> list[object]:
        filled = list(neutral)
        for name, value in row.items():
            filled[places[name]] = value
        return filled

    def everything() -> Iterator[list[object]]:
        yield values(first)
        for row in rows:
            yield values(row)

    connection.connection.executemany(statement, everything())


def _build(count: int) -> None:
    call_command("migrate", verbosity=0)
    towns = [
        Municipality.objects.create(swis=f"05{number:04d}", name=f"Town {number}", kind="town").pk
        for number in range(23)
    ]
    with transaction.atomic():
        connection.ensure_connection()
        _fill(
            "county_parcel",
            (
                {
                    "id": n, "version": 1, "swis": "052000", "key_scheme": "sbl", "key": f"{n:020d}", "flags": "[]",
                    "print_key": f"{n}.-1", "address": f"{n} Bench Rd", "sewer": "private", "water": "private",
                    "municipality_id": towns[n % 23],
                }
                for n in range(1, count + 1)
            ),
        )  # fmt: skip
        _fill(
            "wastewater_system",
            (
                {
                    "id": n, "version": 1, "number": f"WS-{n:07d}", "status": "in-use", "town_id": towns[n % 23],
                    "schedule_class": _CLASSES[n % 4][0], "cycle_years": _CLASSES[n % 4][1],
                }
                for n in range(1, count + 1)
            ),
        )  # fmt: skip
        _fill(
            "wastewater_systemparcel",
            ({"id": n, "system_id": n, "parcel_id": n, "is_site": 1} for n in range(1, count + 1)),
        )
        _fill("wastewater_round", _rounds(count, towns))
    connection.close()


def _rounds(count: int, towns: list[int]) -> Iterator[dict[str, object]]:
    for n in range(1, count + 1):
        name, cycle = _CLASSES[n % 4]
        due = date(2026 + n % cycle, 12, 31) if name == "town" else date(2026 + n % cycle, 11, 1)
        yield {
            "id": n, "version": 1, "system_id": n, "due": due.isoformat(), "act_by": due.isoformat(),
            "credit_from": due.replace(year=due.year - 1).isoformat(), "schedule_class": name, "cycle_years": cycle,
            "town_id": towns[n % 23], "status": "open", "migrated": 0,
        }  # fmt: skip


def _first_row() -> tuple[float, float]:
    """Seconds from the start of the command to its first row, and to its start-up alone."""
    command = [sys.executable, "-m", "sanitarian.config.cli"]
    started = time.perf_counter()
    subprocess.run([*command, "due", "--help"], stdout=subprocess.DEVNULL, check=True)
    start_up = time.perf_counter() - started
    started = time.perf_counter()
    with subprocess.Popen([*command, "due", "--year", "2028"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.readline()
        took = time.perf_counter() - started
        process.kill()
    return took, start_up


def _time(ask: Callable[[], object]) -> float:
    times = []
    for _ in range(9):
        started = time.perf_counter()
        ask()
        times.append((time.perf_counter() - started) * 1_000)
    return statistics.median(times)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--systems", type=int, default=1_000_000)
    count = parser.parse_args().systems
    started = time.perf_counter()
    _build(count)
    print(f"{count:,} systems built in {time.perf_counter() - started:.0f} s")
    took, start_up = _first_row()
    print(f"first row of due --year: {took:.2f} s, start-up {start_up:.2f} s (bar: {BAR_FIRST_ROW_SECONDS} s after)")
    asked = DueFilter(year=2028)
    last = Round.objects.filter(due__year=2028).order_by("-due", "-pk").values_list("due", "pk")[50]
    first_page = _time(lambda: due_page(asked))
    last_page = _time(lambda: due_page(asked, after=last))
    print(f"a page of 50: first {first_page:.1f} ms, last {last_page:.1f} ms (median of 9)")
    return int(took - start_up > BAR_FIRST_ROW_SECONDS or last_page > 2 * first_page + 5)


if __name__ == "__main__":
    sys.exit(main())
