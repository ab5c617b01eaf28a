"""The inspection schedule for a whole county at once (V.IV.A): the twin of ``schedule.inspection_schedule``.

Facts come as arrays of codes (the place in ``municipalities()`` or ``shores()``; NOT_SHOWN for what is not shown)
and of feet (NaN for what is not shown). A test holds it equal to the pure function on every input. Feet are binary
numbers here; those of a tenth of a foot compare with the schedule's whole feet as their decimals do.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

from sanitarian.law.data import per_law
from sanitarian.law.dates import add_months, next_business_day
from sanitarian.law.ruling import ImpossibleFacts
from sanitarian.law.schedule import MAX_YEAR, NONE, Cycle, Schedule, lakes, municipalities, schedule

Array = npt.NDArray[Any]

NOT_SHOWN = -1
OUTCOMES = ("undetermined", "unscheduled", "lake-front", "near-lake", "lake-watershed", "town")
_UNDETERMINED, _UNSCHEDULED, _LAKE_FRONT, _NEAR_LAKE, _LAKE_WATERSHED, _TOWN = range(len(OUTCOMES))
_NO_DATE = np.datetime64("NaT", "D")
_LATEST = np.iinfo(np.int32).max  # after every year and every day of the calendar


@dataclass(frozen=True, slots=True)
class Schedules:
    """Rulings in columns: ``outcome`` indexes OUTCOMES; years are 0 and dates NaT where the ruling has null."""

    outcome: Array
    cycle_years: Array
    anchor_year: Array
    previous_due: Array
    next_due: Array
    act_by: Array
    credit_from: Array
    pipe_next_due: Array

    def take(self, rows: Array) -> "Schedules":
        """The rulings of these rows."""
        return Schedules(**{name: getattr(self, name)[rows] for name in self.__slots__})


def shores() -> tuple[str, ...]:
    """What ``fronts`` and ``watershed`` count in: none, and each lake of the schedule."""
    return (NONE, *lakes())


def municipality_codes(names: Iterable[str]) -> Array:
    """The codes of municipalities by name; ImpossibleFacts for one that is not in the county."""
    index = {name: code for code, name in enumerate(municipalities())}
    try:
        return np.array([index[name] for name in names], dtype=np.int8)
    except KeyError as unknown:
        raise ImpossibleFacts(f"municipality: {unknown} is not a town or city of the county") from None


def shore_codes(values: Iterable[str | None]) -> Array:
    """The codes of ``fronts`` or ``watershed``; None is not shown."""
    index: dict[str | None, int] = {name: code for code, name in enumerate(shores())}
    return np.array([index[value] if value is not None else NOT_SHOWN for value in values], dtype=np.int8)


def feet(values: Iterable[Any]) -> Array:
    """Distances as binary numbers; None is not shown."""
    return np.array([np.nan if value is None else float(value) for value in values], dtype=np.float64)


def inspection_schedules(
    *,
    municipality: Array,
    fronts: Array,
    distance_ft: Array,
    system_distance_ft: Array,
    watershed: Array,
    as_of: date | Array | None = None,
    law_of: date | None = None,
) -> Schedules:
    """The schedule of every place; ``as_of`` is one day for all, a column of days (NaT: not shown), or None."""
    table = schedule(law_of)
    if municipality.size and not (municipality.min() >= 0 and municipality.max() < len(municipalities())):
        raise ImpossibleFacts("municipality: a code is outside the county's list")
    far_system = system_distance_ft > float(table.near_ft)
    outcome = _outcomes(table, municipality, fronts, watershed, distance_ft=distance_ft, far_system=far_system)
    years, anchor, month, day = (column[outcome, municipality] for column in _rows(law_of))
    days = np.broadcast_to(np.asarray(_NO_DATE if as_of is None else as_of, dtype="datetime64[D]"), outcome.shape)
    previous, due, act_by, credit_from = _due_dates(years, anchor, month, day, days, table.credit_months)
    return Schedules(
        outcome=outcome,
        cycle_years=years,
        anchor_year=anchor,
        previous_due=previous,
        next_due=due,
        act_by=act_by,
        credit_from=credit_from,
        pipe_next_due=_pipes_due(np.where(fronts > 0, days, _NO_DATE), table.pipes),
    )


def not_asked(found: Schedules, rows: Array) -> Schedules:
    """The same rulings with those of a mask of rows as of places that the schedule cannot even be asked about."""
    empty: dict[str, Any] = {"outcome": np.int8(_UNDETERMINED), "cycle_years": 0, "anchor_year": 0}
    columns = {name: getattr(found, name) for name in Schedules.__slots__}
    return Schedules(**{name: np.where(rows, empty.get(name, _NO_DATE), column) for name, column in columns.items()})


def most_restrictive(found: Schedules, system: Array) -> Array:
    """For each system the row of its place that stands: the twin of ``review.most_restrictive`` (B-16, B-9).

    ``system`` numbers the system of each row; the rows of one system stand together, in the order of its parcels.
    """
    rows = np.arange(len(system))
    first = np.flatnonzero(np.r_[True, system[1:] != system[:-1]]) if len(system) else rows
    if len(first) == len(system):
        return rows
    scheduled = found.cycle_years > 0
    years = np.where(scheduled, found.cycle_years.astype(np.int64), _LATEST)
    due = np.where(np.isnat(found.next_due), _LATEST, found.next_due.astype(np.int64))
    group = np.repeat(np.arange(len(first)), np.diff(np.r_[first, len(system)]))
    shortest = np.lexsort((rows, due, years, group))[first]
    doubtful = np.minimum.reduceat(np.where(found.outcome == _UNDETERMINED, rows, len(system)), first)
    shortest_or_first = np.where(scheduled[shortest], shortest, first)
    in_doubt = (doubtful < len(system)) & (found.outcome[shortest_or_first] != _LAKE_FRONT)
    return np.where(in_doubt, doubtful, shortest_or_first)


def _outcomes(
    table: Schedule, municipality: Array, fronts: Array, watershed: Array, *, distance_ft: Array, far_system: Array
) -> Array:
    """The row each place falls under; the first that fits wins. Comparisons with NaN are false."""
    names = municipalities()
    touches = np.array([name in table.touch_a_lake for name in names])[municipality]
    listed = np.array([name in table.watershed_towns for name in names])[municipality]
    in_town = np.array([_town_outcome(table, name) for name in names], dtype=np.int8)[municipality]
    fronting = fronts > 0
    shore_unknown = (fronts == NOT_SHOWN) & ~(distance_ft > 0) & touches
    inland = ~fronting & ~shore_unknown
    near = inland & (distance_ft <= float(table.near_ft))
    far = inland & ~near & ~(np.isnan(distance_ft) & touches)
    detached = fronting & far_system
    in_watershed = listed & (detached | (far & (watershed > 0)))
    by_town = (detached | (far & ~(listed & (watershed == NOT_SHOWN)))) & ~in_watershed
    return np.select(
        [fronting & ~far_system, near, in_watershed, by_town],
        [np.int8(_LAKE_FRONT), np.int8(_NEAR_LAKE), np.int8(_LAKE_WATERSHED), in_town],
        np.int8(_UNDETERMINED),
    )


def _town_outcome(table: Schedule, name: str) -> int:
    if not table.knows_towns:
        return _UNDETERMINED
    return _TOWN if name in table.towns else _UNSCHEDULED


@per_law
def _rows(law_of: date | None) -> tuple[Array, Array, Array, Array]:
    """Cycle years, first year, and month and day of the due date, each by outcome and municipality; 0 for none."""
    table, names = schedule(law_of), municipalities()
    rows = np.zeros((4, len(OUTCOMES), len(names)), dtype=np.int16)
    for code, outcome in enumerate(OUTCOMES):
        for place, name in enumerate(names):
            cycle: Cycle | None = table.towns.get(name) if outcome == "town" else table.cycles.get(outcome)
            if cycle is not None:
                rows[:, code, place] = cycle.years, cycle.anchor, cycle.month, cycle.day
    return rows[0], rows[1], rows[2], rows[3]


def _due_dates(
    years: Array, anchor: Array, month: Array, day: Array, as_of: Array, credit_months: int
) -> tuple[Array, Array, Array, Array]:
    """Previous and next due date, the latter rolled, and the first day of its credit."""
    asked = (years > 0) & ~np.isnat(as_of)
    step, first = np.where(asked, years, 1).astype(np.int64), anchor.astype(np.int64)
    gone = np.maximum(np.where(asked, _year(as_of), 0) - first, 0)
    year = first + (gone + step - 1) // step * step
    year += np.where(asked & (_day_of(year, month, day) < as_of), step, 0)
    _within_calendar(year[asked])
    due = np.where(asked, _day_of(year, month, day), _NO_DATE)
    has_previous = asked & (year - step >= first)
    previous = np.where(has_previous, _day_of(year - step, month, day), _NO_DATE)
    credit_from = _each_day(due, lambda last: add_months(last, -credit_months))
    return previous, due, _each_day(due, next_business_day), credit_from


def _pipes_due(as_of: Array, pipes: Cycle) -> Array:
    """The first due date of drain pipes on or after each day, in the years before the schedule too."""
    asked = ~np.isnat(as_of)
    days = np.where(asked, as_of, np.datetime64("2000-01-01", "D"))
    year = _year(days)
    month, day = np.full_like(year, pipes.month), np.full_like(year, pipes.day)
    year += (pipes.anchor - year) % pipes.years
    year += np.where(_day_of(year, month, day) < days, pipes.years, 0)
    _within_calendar(year)
    return np.where(asked, _day_of(year, month, day), _NO_DATE)


def _year(days: Array) -> Array:
    return np.where(np.isnat(days), 0, days.astype("datetime64[Y]").astype(np.int64) + 1970)


def _day_of(year: Array, month: Array, day: Array) -> Array:
    months = (year - 1970) * 12 + month - 1
    return months.astype("datetime64[M]").astype("datetime64[D]") + (day - 1).astype("timedelta64[D]")


def _within_calendar(year: Array) -> None:
    if year.size and year.max() > MAX_YEAR:
        raise ImpossibleFacts("as_of: the next inspection lies beyond the calendar; give an earlier day")


def _each_day(due: Array, change: Callable[[date], date]) -> Array:
    """Each due date changed by a function of one day; a county has few different ones."""
    different, place = np.unique(due, return_inverse=True)
    changed = [_NO_DATE if np.isnat(day) else np.datetime64(change(day.item()), "D") for day in different]
    return np.array(changed, dtype="datetime64[D]")[place.reshape(due.shape)]
