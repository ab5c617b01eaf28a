"""How long an annual parcel file takes: first import, the same file again, and a file with changes.

Each import runs in a process of its own, so that its peak memory is its own. Bars: 20 s and 1 GB for 39,000 parcels.
Run: python benchmarks/bench_import.py [--parcels 39000]
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MOST_SECONDS, MOST_MEGABYTES = 20.0, 1000.0
SOUTH_WEST = (785_000.0, 960_000.0)  # feet in the county's projection
LOT_FT, VERTICES = 300.0, 16
TOWNS = ("052089", "052289", "052800", "054400", "054600", "054800", "055200", "055600", "050100")


def make_file(path: Path, count: int, *, year: int, changed_share: float = 0.0) -> None:
    """Write a GeoPackage of ``count`` lots; a share of them with another owner, a few gone and a few new."""
    import numpy as np
    import pyogrio
    import shapely

    chosen = np.random.default_rng(7)
    changed = chosen.random(count) < changed_share
    first = int(count * changed_share / 10)
    number = np.arange(first, first + count)
    side = int(np.ceil(np.sqrt(count * 1.2)))
    x = SOUTH_WEST[0] + (number % side) * LOT_FT
    y = SOUTH_WEST[1] + (number // side) * LOT_FT
    turn = np.linspace(0, 2 * np.pi, VERTICES + 1)
    rings = np.stack([x[:, None] + 140 * np.cos(turn)[None, :], y[:, None] + 140 * np.sin(turn)[None, :]], axis=2)
    rings[:, -1] = rings[:, 0]
    owner = np.array([f"SAMPLE OWNER {n % int(count * 0.9)}" for n in number], dtype=object)
    owner[changed] = np.array([f"NEW OWNER {n}" for n in number[changed]], dtype=object)
    columns: dict[str, object] = {
        "SWIS": [TOWNS[n % len(TOWNS)] for n in number],
        "SBL": [f"{n // 1000:03d}000{n % 1000:04d}{n % 997:03d}0000000"[:20] for n in number],
        "PRINT_KEY": [f"{n // 1000}.-{n % 1000}-{n % 997}" for n in number],
        "PARCEL_ADDR": [f"{n} Lake Rd" for n in number],
        "LOC_ST_NBR": [str(n) for n in number],
        "LOC_STREET": ["Lake Rd"] * count,
        "PROP_CLASS": ["210"] * count,
        "ROLL_YR": np.full(count, year, dtype="int32"),
        "ACRES": np.round(0.2 + (number % 300) / 100, 2),
        "YR_BLT": (1900 + number % 120).astype("int32"),
        "NBR_BEDROOMS": (number % 6).astype("int32"),
        "SEWER_TYPE": [str(2 + n % 2) for n in number],
        "WATER_SUPPLY": ["3"] * count,
        "PRIMARY_OWNER": owner,
        "MAIL_ADDR": [f"{n % int(count * 0.9)} Lake Rd" for n in number],
        "MAIL_CITY": ["Auburn"] * count,
        "MAIL_STATE": ["NY"] * count,
        "MAIL_ZIP": ["13021"] * count,
    }
    data = [value if isinstance(value, np.ndarray) else np.array(value, dtype=object) for value in columns.values()]
    pyogrio.raw.write(
        path,
        shapely.to_wkb(shapely.polygons(rings)),
        data,
        list(columns),
        layer="parcels",
        geometry_type="Polygon",
        crs="EPSG:2261",
    )


def import_once(path: Path, *, confirmed_retired: int | None = None) -> None:
    """Import a file in this process and print time, memory and counts."""
    import django

    django.setup()
    from sanitarian.core.actors import Actor, Role
    from sanitarian.county.acts.imports import import_parcels
    from sanitarian.county.counties import the_county
    from sanitarian.county.imports.prepare import ParcelFile, prepare

    started = time.perf_counter()
    county = the_county()
    prepared = prepare(ParcelFile(path), county)
    shown = time.perf_counter()
    actor = Actor(ref="user:0", roles=frozenset({Role.CLERK}))
    run = import_parcels(actor, prepared, county, confirmed_retired=confirmed_retired)
    ended = time.perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    counts = {key: value for key, value in run.counts.items() if isinstance(value, int) and value}
    print(
        f"  preview {shown - started:.1f} s, applied {ended - shown:.1f} s, "
        f"in all {ended - started:.1f} s, {peak:.0f} MB"
    )
    print(f"  {counts}")
    if ended - started > MOST_SECONDS or peak > MOST_MEGABYTES:
        print(f"  OVER THE BAR of {MOST_SECONDS:g} s and {MOST_MEGABYTES:g} MB")
        sys.exit(1)


def main() -> int:
    """Make two files, import the first twice and the second once, in a scratch database."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parcels", type=int, default=39_000)
    parser.add_argument("--import-file", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.import_file:
        import_once(options.import_file)
        return 0
    with tempfile.TemporaryDirectory(prefix="sanitarian-bench-") as scratch:
        first, second = Path(scratch, "year-1.gpkg"), Path(scratch, "year-2.gpkg")
        make_file(first, options.parcels, year=2025)
        make_file(second, options.parcels, year=2026, changed_share=0.08)
        settings = {"SANITARIAN_VAR": scratch, "DJANGO_SETTINGS_MODULE": "sanitarian.config.settings"}
        environment = {"SANITARIAN_DATABASE_URL": f"sqlite:///{scratch}/bench.sqlite3", **os.environ, **settings}
        subprocess.run([sys.executable, "-m", "django", "migrate", "-v0"], env=environment, check=True)
        worst = 0
        for title, file in (("first import", first), ("same file again", first), ("next year's file", second)):
            print(f"{title}: {options.parcels:,} parcels")
            sys.stdout.flush()
            command = [sys.executable, __file__, "--import-file", str(file)]
            worst = max(worst, subprocess.run(command, env=environment, check=False).returncode)
        return worst


if __name__ == "__main__":
    sys.exit(main())
