"""Where all systems in use lie, in columns, for asking the schedule about a whole county at once.

Each place is read as everywhere else (``county.facts``); here its facts become the codes of the law's vectorised twin.
"""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from sanitarian.county.facts import PLACE_COLUMNS, PlaceFacts, place_in_row
from sanitarian.county.queries import findings_in_force
from sanitarian.law import vectorised
from sanitarian.law.schedule import municipalities
from sanitarian.law.vectorised import NOT_SHOWN, Schedules, inspection_schedules, not_asked, shores
from sanitarian.wastewater.facts import scope_by_sewer
from sanitarian.wastewater.models import System

Array = npt.NDArray[Any]

_CHUNK = 5_000
_UNKNOWN = -2  # a word that the law does not know, so that it cannot be asked
_COLUMNS = ("pk", "number", "surveyed_distance_ft", "links__parcel_id", "links__parcel__sewer")


@dataclass(frozen=True)
class Places:
    """The places of all systems: a row for each parcel that a system serves (one also where it has none on record).

    ``system`` numbers each row's system, counting from 0 in the order of ``numbers``. ``town`` indexes ``towns`` for
    each system: the town of its site as it stands, "" where it is not shown.
    """

    numbers: list[str]
    towns: list[str]
    town: Array
    in_scope: Array
    system: Array
    parcel: Array
    municipality: Array
    fronts: Array
    distance_ft: Array
    system_distance_ft: Array
    watershed: Array

    def ask(self, **days: Any) -> Schedules:
        """The schedule of every row by the law that answers now; undetermined where it cannot be asked about."""
        unknown = (self.municipality < 0) | (self.fronts == _UNKNOWN) | (self.watershed == _UNKNOWN)
        found = inspection_schedules(
            municipality=np.where(unknown, 0, self.municipality),
            fronts=np.where(unknown, NOT_SHOWN, self.fronts),
            distance_ft=self.distance_ft,
            system_distance_ft=self.system_distance_ft,
            watershed=np.where(unknown, NOT_SHOWN, self.watershed),
            **days,
        )
        return not_asked(found, unknown)

    def most_restrictive(self, found: Schedules) -> Schedules:
        """The ruling that stands for each system."""
        return found.take(vectorised.most_restrictive(found, self.system))


@dataclass
class _Columns:
    """What is being read; a system's rows come together, its site first."""

    towns: dict[str, int] = field(default_factory=dict)
    numbers: list[str] = field(default_factory=list)
    town: Any = field(default_factory=lambda: array("i"))
    in_scope: Any = field(default_factory=lambda: array("b"))
    system: Any = field(default_factory=lambda: array("q"))
    parcel: Any = field(default_factory=lambda: array("q"))
    municipality: Any = field(default_factory=lambda: array("b"))
    fronts: Any = field(default_factory=lambda: array("b"))
    distance_ft: Any = field(default_factory=lambda: array("d"))
    system_distance_ft: Any = field(default_factory=lambda: array("d"))
    watershed: Any = field(default_factory=lambda: array("b"))

    def begin(self, number: str, place: PlaceFacts) -> None:
        """The next system, by the place of its site."""
        self.numbers.append(number)
        self.town.append(self.towns.setdefault(place.municipality or "", len(self.towns)))
        self.in_scope.append(False)

    def finished(self) -> Places:
        columns = {name: np.array(value) for name, value in vars(self).items() if isinstance(value, array)}
        columns["in_scope"] = columns["in_scope"].astype(bool)
        return Places(numbers=self.numbers, towns=list(self.towns), **columns)


def read_places(progress: Callable[[int], None] = lambda count: None) -> Places:
    """Read all systems in use, in two queries; ``progress`` hears how many systems have been read."""
    findings = findings_in_force()
    town_codes: dict[str | None, int] = {name: code for code, name in enumerate(municipalities())}
    shore_codes: dict[str | None, int] = {name: code for code, name in enumerate(shores())}
    shore_codes[None] = NOT_SHOWN
    covered: dict[str | None, bool] = {}
    columns, last = _Columns(), None
    for pk, number, surveyed, parcel, sewer, *row in _rows():
        place = place_in_row(row, findings.get(parcel, {}))
        if pk != last:
            last = pk
            columns.begin(number, place)
            if len(columns.numbers) % _CHUNK == 0:
                progress(len(columns.numbers))
        if sewer not in covered:
            covered[sewer] = scope_by_sewer(sewer).outcome != "does-not-apply"
        columns.in_scope[-1] |= covered[sewer]
        columns.system.append(len(columns.numbers) - 1)
        columns.parcel.append(parcel or 0)
        columns.municipality.append(town_codes.get(place.municipality, NOT_SHOWN))
        columns.fronts.append(shore_codes.get(place.fronts, _UNKNOWN))
        columns.watershed.append(shore_codes.get(place.watershed, _UNKNOWN))
        columns.distance_ft.append(np.nan if place.distance_ft is None else place.distance_ft)
        columns.system_distance_ft.append(np.nan if surveyed is None else surveyed)
    progress(len(columns.numbers))
    return columns.finished()


def _rows() -> Iterator[tuple[Any, ...]]:
    """Each system in use over the parcels that it serves, its site first; null where none is on record."""
    places = (f"links__parcel__{name}" for name in PLACE_COLUMNS)
    systems = System.objects.filter(status=System.Status.IN_USE)
    return (
        systems.order_by("pk", "-links__is_site", "links__id")
        .values_list(*_COLUMNS, *places)
        .iterator(chunk_size=_CHUNK)
    )
