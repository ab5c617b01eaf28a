"""How fast the inspection schedule is: the pure function ruling by ruling, and the whole county at once.

Run with ``python benchmarks/bench_schedule.py``; it exits 1 when 100,000 rulings take 3 seconds of CPU or more.
"""

import random
import sys
import time
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import numpy as np

from sanitarian.law.schedule import inspection_schedule, municipalities
from sanitarian.law.vectorised import inspection_schedules

RULINGS = 100_000
COUNTY = 1_000_000
BAR_SECONDS = 3.0


def _facts(count: int) -> list[dict[str, Any]]:
    """Places of every kind, each fact sometimes not shown, on days over thirty years."""
    chance = random.Random(14)
    shores = (None, "none", "none", "none", "owasco-lake", "little-sodus-bay")
    towns = municipalities()
    return [
        {
            "municipality": chance.choice(towns),
            "fronts": chance.choice(shores),
            "distance_ft": chance.choice((None, Decimal(chance.randrange(0, 20_000)) / 10)),
            "system_distance_ft": chance.choice((None, Decimal(chance.randrange(0, 10_000)) / 10)),
            "watershed": chance.choice(shores),
            "as_of": date(2000, 1, 1) + timedelta(chance.randrange(0, 11_000)),
        }
        for _ in range(count)
    ]


def _pure() -> float:
    """Seconds of CPU for the rulings, one by one."""
    places = _facts(RULINGS)
    inspection_schedule(municipality="Niles")  # the data files are read once, before the clock starts
    start = time.process_time()
    for place in places:
        inspection_schedule(**place)
    return time.process_time() - start


def _vectorised() -> float:
    """Seconds of CPU for a large county at once."""
    chance = np.random.default_rng(14)
    days = np.datetime64("2000-01-01", "D") + chance.integers(0, 11_000, COUNTY).astype("timedelta64[D]")
    columns = {
        "municipality": chance.integers(0, len(municipalities()), COUNTY, dtype=np.int8),
        "fronts": chance.integers(-1, 3, COUNTY, dtype=np.int8),
        "distance_ft": np.where(chance.random(COUNTY) < 0.3, np.nan, chance.uniform(0, 2000, COUNTY).round(1)),
        "system_distance_ft": np.where(chance.random(COUNTY) < 0.5, np.nan, chance.uniform(0, 1000, COUNTY).round(1)),
        "watershed": chance.integers(-1, 3, COUNTY, dtype=np.int8),
    }
    start = time.process_time()
    inspection_schedules(**columns, as_of=days)
    return time.process_time() - start


def main() -> int:
    """Print both figures; 1 when the pure function misses its bar."""
    pure, county = _pure(), _vectorised()
    print(f"schedule, pure:       {RULINGS:>9,} rulings in {pure:6.2f} s of CPU (bar {BAR_SECONDS:.0f} s)")
    print(f"schedule, vectorised: {COUNTY:>9,} rulings in {county:6.2f} s of CPU")
    return int(pure >= BAR_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
