"""Letters per second: one by one, and in batches of 100 for the printer. Run: python benchmarks/bench_letters.py"""

import dataclasses
import os
import resource
import sys
import time
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sanitarian.config.settings.test")

import django

django.setup()

from sanitarian.letters.contexts import DischargePermitContext, PermitCondition, freeze  # noqa: E402
from sanitarian.letters.kinds import kind_of  # noqa: E402
from sanitarian.letters.letterhead import Letterhead  # noqa: E402
from sanitarian.letters.render import BATCH_LIMIT, font_folders, render, render_batch  # noqa: E402

SINGLE, BATCHES = 300, 5

TEMPLATE = DischargePermitContext(
    letterhead=Letterhead(county="Cayuga County", department="Health Department", address=("100 Example Street",)),
    interim=False,
    number="",
    holder="",
    holder_address=("4512 West Lake Road", "Auburn, NY 13021"),
    place="17 Shore Lane",
    town="Town of Fleming",
    tax_map_number="123.00-1-45.2",
    system_number="S-004512",
    system_description="1,250 gallon tank, 3 bedrooms",
    classification="Conforms to the design standards",
    issued_on=date(2026, 6, 15),
    starts=date(2026, 6, 15),
    through=date(2029, 9, 29),
    conditions=(PermitCondition(text="Keep roof and cellar drains away from the absorption field."),),
    finding="On the report of June 3, 2026 the system is found to meet the design standards.",
    sections=("V.A.3", "V.B"),
    code_name="Sanitary Code of the Cayuga County Health District",
    signed_by="Dana R. Hartwell",
    signed_title="Senior Public Health Sanitarian",
    authority="by delegation of the Commissioner of January 2, 2026",
)


def frozen(number: int) -> dict[str, object]:
    code = f"KT4WM-XR7PC-N3GHV-D{number:04}"
    context = dataclasses.replace(TEMPLATE, number=f"DP-2026-{number:06}", holder=f"Owner {number} of Shore Lane")
    envelope = {"code": code, "verify_url": f"https://h.example/verify/{code}", "verify_at": "h.example/verify"}
    return {**freeze(context), "envelope": {**envelope, "specimen": False}}


def main() -> None:
    kind = kind_of("discharge_permit")
    render(kind, frozen(0))
    letters = [frozen(number) for number in range(1, 1 + max(SINGLE, BATCHES * BATCH_LIMIT))]

    start = time.perf_counter()
    sizes = [len(render(kind, letter).pdf) for letter in letters[:SINGLE]]
    single = SINGLE / (time.perf_counter() - start)

    start = time.perf_counter()
    for first in range(0, BATCHES * BATCH_LIMIT, BATCH_LIMIT):
        render_batch(kind, letters[first : first + BATCH_LIMIT])
    batched = BATCHES * BATCH_LIMIT / (time.perf_counter() - start)

    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"fonts: {font_folders() or 'built in'}")
    print(f"one by one:        {single:7.1f} letters/s  ({sum(sizes) / len(sizes) / 1024:.0f} kB each)")
    print(f"batches of {BATCH_LIMIT}:    {batched:7.1f} letters/s  ({batched / single:.1f} times)")
    print(f"most memory used:  {memory:7.0f} MB")


if __name__ == "__main__":
    main()
