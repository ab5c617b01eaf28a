"""Brings an empty database to the demo county: files, importers, zones, ten years of history, three weeks of acts."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from time import monotonic

from sanitarian.core import search
from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import now, use_today
from sanitarian.county.models import Parcel
from sanitarian.demo import books
from sanitarian.demo.chance import SEED, Chance
from sanitarian.demo.files import write_files
from sanitarian.demo.inspectors import make_inspectors
from sanitarian.demo.models import EDITION, DemoCounty
from sanitarian.demo.official import import_files
from sanitarian.demo.past import make_past
from sanitarian.demo.scene import CLEAR, DAYS, Scene
from sanitarian.demo.staff import make_staff
from sanitarian.demo.systems import Site, choose_sites
from sanitarian.parties.models import Party, User

LEAST_SCALE = 0.02  # a smaller county has too few places for every case


def is_empty() -> bool:
    """Whether nobody and nothing is on record."""
    return not User.objects.exists() and not Parcel.objects.exists()


def load(on: date, *, scale: float = 1.0, say: Callable[[str], None] = lambda text: None) -> DemoCounty:
    """Set up the demo county with a history up to ``on``. ``scale`` makes a smaller county for trials.

    Raises:
        ActRefused: the database is not empty, or the county would be too small.
    """
    if not LEAST_SCALE <= scale <= 1.0:
        raise ActRefused(f"The demo county comes in sizes from {LEAST_SCALE} to 1 (39,000 parcels). Correct --scale.")
    if not is_empty():
        raise ActRefused(
            "This database holds something already, so the demo county is not put into it. "
            "Name an empty one with --database, or leave it out to use the demo's own."
        )
    began = on - timedelta(days=DAYS + 1)
    with use_today(began):
        with _step(say, "staff"):
            actors = make_staff(on)
        with tempfile.TemporaryDirectory() as folder:
            with _step(say, "parcel file and map layers"):
                write_files(Path(folder), on, scale)
            import_files(actors["clerk"], Path(folder), lambda name: _step(say, name))
    with _step(say, "ten years of history"):
        sites = choose_sites(on, scale)
        inspectors = make_inspectors(on, _owner_who_inspects(sites))
        past = make_past(sites, [one.pk for one in inspectors.steady], on, began, Chance(SEED, 91))
        books.write(past, sites, on)
    with _step(say, "three weeks of work"):
        Scene(sites, inspectors, actors, on).play(CLEAR if scale >= 0.2 else 8)
    with _step(say, "search index"):
        search.rebuild()
    return DemoCounty.objects.create(edition=EDITION, on=on, scale=scale, finished_at=now())


def _owner_who_inspects(sites: list[Site]) -> Party:
    """The owner of an ordinary place, who is certified as well."""
    site = next(
        site for site in sites if site.ruling.outcome == "town" and site.parcel.sewer == "private" and site.holder_id
    )
    return Party.objects.get(pk=site.holder_id or 0)


@contextmanager
def _step(say: Callable[[str], None], name: str) -> Iterator[None]:
    start = monotonic()
    yield
    say(f"  {name}: {monotonic() - start:.0f} s")
