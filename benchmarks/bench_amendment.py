"""A draft amendment tried over a whole county: `sanitarian law try`, from its start to its last line.

Bars: the demo county (16,000 systems) in 5 s, a million systems in 120 s, files written too. The demo county comes from
`make demo`, or from the database that SANITARIAN_DATABASE_URL names; the million are built in a SQLite file of their
own, on places of every kind. `--systems N` chooses another size. Exits 1 when a bar is missed.
"""

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
AMENDMENT = ROOT / "docs" / "examples" / "amendment-watershed-three-years.toml"
BAR_DEMO_SECONDS, BAR_MILLION_SECONDS = 5.0, 120.0
SCRATCH = Path(tempfile.mkdtemp(prefix="sanitarian-bench-"))
_DEMO = {"SANITARIAN_VAR": str(ROOT / "var" / "demo")} | dict(os.environ)
os.environ["SANITARIAN_VAR"] = str(SCRATCH)
os.environ["SANITARIAN_DATABASE_URL"] = f"sqlite:///{SCRATCH / 'amendment.sqlite3'}"
os.environ["DJANGO_SETTINGS_MODULE"] = "sanitarian.config.settings"

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from sanitarian.core.dates import now  # noqa: E402
from sanitarian.county.models import Municipality, ZoneRun  # noqa: E402
from sanitarian.law.schedule import municipalities  # noqa: E402

_SHORES = ("none",) * 12 + ("owasco-lake", "little-sodus-bay", None)
Row = dict[str, object]


def _fill(table: str, rows: Iterator[Row]) -> None:
    """Insert rows: given columns vary by row, the others take a neutral value of their type."""
    first = next(rows)
    with connection.cursor() as cursor:
        described = cursor.execute(f"PRAGMA table_info({table})").fetchall()
    rest = {
        name: "" if "char" in kind or "text" in kind else 0
        for _, name, kind, required, *_ in described
        if required and name not in first
    }
    names = [*first, *rest]
    statement = f"INSERT INTO {table} ({','.join(names)}) VALUES ({','.join('?' * len(names))})"
    neutral = tuple(rest.values())

    def everything() -> Iterator[tuple[object, ...]]:
        yield (*first.values(), *neutral)
        for row in rows:
            yield (*row.values(), *neutral)

    connection.connection.executemany(statement, everything())


def _build(count: int) -> None:
    """Systems on places of every kind; one in fifty serves a second parcel, one parcel in a hundred has a finding."""
    call_command("migrate", verbosity=0)
    towns = [
        Municipality.objects.create(swis=f"05{number:04d}", name=name, kind="town").pk
        for number, name in enumerate(municipalities())
    ]
    run = ZoneRun.objects.create(at=now(), by="system", layers={}).pk
    parcels = count + count // 50
    with transaction.atomic():
        connection.ensure_connection()
        _fill("county_parcel", _parcels(parcels, towns))
        _fill("county_parcelzone", _zones(parcels, towns, run))
        _fill("county_zoneoverride", _findings(parcels))
        _fill("wastewater_system", ({"id": n, "version": 1, "number": f"WS-{n:07d}", "status": "in-use",
                                     "schedule_class": "undetermined"} for n in range(1, count + 1)))  # fmt: skip
        _fill("wastewater_systemparcel", ({"id": n, "system_id": (n - 1) % count + 1, "parcel_id": n,
                                           "is_site": int(n <= count)} for n in range(1, parcels + 1)))  # fmt: skip
    connection.close()


def _parcels(count: int, towns: list[int]) -> Iterator[Row]:
    for n in range(1, count + 1):
        yield {"id": n, "version": 1, "swis": "052000", "key_scheme": "sbl", "key": f"{n:020d}", "flags": "[]",
               "sewer": "public" if n % 40 == 0 else "private", "municipality_id": towns[n % len(towns)]}  # fmt: skip


def _zones(count: int, towns: list[int], run: int) -> Iterator[Row]:
    chance = random.Random(14)
    for n in range(1, count + 1):
        yield {"parcel_id": n, "run_id": run, "municipality_id": towns[n % len(towns)], "evidence": "{}",
               "fronts": chance.choice(_SHORES), "watershed": chance.choice(_SHORES),
               "distance_ft": chance.choice((None, *(chance.randrange(0, 60_000) / 10 for _ in range(9))))}  # fmt: skip


def _findings(parcels: int) -> Iterator[Row]:
    for n in range(100, parcels + 1, 100):
        yield {"id": n, "parcel_id": n, "fact": "watershed", "value": '"owasco-lake"', "at": "2026-01-01"}


def _seconds(environment: dict[str, str], out: Path) -> float:
    """How long the command takes, start-up and files included; its last line of the classes is shown."""
    command = [sys.executable, "-m", "sanitarian.config.cli", "law", "try", str(AMENDMENT), "--out", str(out)]
    started = time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    took = time.perf_counter() - started
    if done.returncode != 0:
        sys.exit(
            f"There is no county to try it on. Run `make demo` once, or set SANITARIAN_DATABASE_URL.\n{done.stderr}"
        )
    print("  " + next(line for line in done.stdout.splitlines() if "systems in use" in line))
    return took


def main() -> int:
    """Print both figures beside their bars; 1 when one is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--systems", type=int, default=1_000_000)
    count = parser.parse_args().systems
    demo = _seconds(_DEMO, SCRATCH / "demo")
    print(f"law try, demo county: {demo:6.2f} s (bar {BAR_DEMO_SECONDS:.0f} s)", flush=True)
    started = time.perf_counter()
    _build(count)
    print(f"{count:,} systems built in {time.perf_counter() - started:.0f} s", flush=True)
    million = _seconds(dict(os.environ), SCRATCH / "million")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"law try, {count:,} systems: {million:6.2f} s (bar {BAR_MILLION_SECONDS:.0f} s), {peak:,.0f} MB at most")
    print(f"load of the machine: {', '.join(f'{load:.1f}' for load in os.getloadavg())} on {os.cpu_count()} processors")
    return int(demo > BAR_DEMO_SECONDS or (count >= 1_000_000 and million > BAR_MILLION_SECONDS))


if __name__ == "__main__":
    sys.exit(main())
