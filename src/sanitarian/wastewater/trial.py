"""A draft amendment tried over the whole county: which systems move, town by town, and the work of the next ten years.

Nothing is changed. The law as it stands and the law as it would stand answer about the same places on the same day.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

import numpy as np

from sanitarian.law.amendments import Amendment
from sanitarian.law.data import Law, active, applying, in_force, table
from sanitarian.law.dates import add_months
from sanitarian.law.registers import law_version
from sanitarian.law.ruling import NotInForce
from sanitarian.law.schedule import schedule
from sanitarian.law.vectorised import OUTCOMES, Array, Schedules
from sanitarian.wastewater.trial_places import Places, read_places

YEARS = 10
SOON_MONTHS = 12
_WITHOUT_DATE = (OUTCOMES.index("undetermined"), OUTCOMES.index("unscheduled"))


class TownLine(NamedTuple):
    """The systems of a town ("": not shown), and how many of them move in which way."""

    town: str
    systems: int
    class_changed: int
    cycle_changed: int
    due_earlier: int
    due_later: int
    newly_due_soon: int
    newly_scheduled: int
    newly_without_date: int
    moved: int


class ClassLine(NamedTuple):
    """How many systems are of a class before and after."""

    name: str
    before: int
    after: int


class YearLine(NamedTuple):
    """The inspections that fall due in a year, ``starts`` being the first day counted, and those of drain pipes."""

    year: int
    starts: date
    before: int
    after: int
    pipes_before: int
    pipes_after: int


class Standing(NamedTuple):
    """What the schedule says of one system."""

    schedule_class: str
    cycle_years: int | None
    next_due: date | None


class Move(NamedTuple):
    """A system that moves."""

    number: str
    town: str
    before: Standing
    after: Standing


@dataclass(frozen=True)
class Trial:
    """What an amendment would move. ``day`` is the day as of which both laws were asked; ``asked`` the one wished for.

    ``version`` and ``schedule_version`` date the code that the amendment is compared with, and its schedule.
    Systems out of scope (on a public sewer) are counted apart and moved by nothing. ``total`` sums up ``towns``.
    """

    amendment: Amendment
    asked: date
    day: date
    version: date
    schedule_version: date
    towns: tuple[TownLine, ...]
    total: TownLine
    classes: tuple[ClassLine, ...]
    years: tuple[YearLine, ...]
    out_of_scope: int
    _places: Places
    _before: Schedules
    _after: Schedules
    _moved: Array

    @property
    def moves_inspections(self) -> bool:
        """Whether any system moves, or any drain pipe's inspection."""
        return bool(self.total.moved) or any(line.pipes_before != line.pipes_after for line in self.years)

    def moves(self) -> Iterator[Move]:
        """Each system that moves, in the order in which the systems were put on record."""
        chosen = np.flatnonzero(self._moved)
        before, after = (_standings(side.take(chosen)) for side in (self._before, self._after))
        for row, old, new in zip(chosen.tolist(), before, after, strict=True):
            yield Move(self._places.numbers[row], self._places.towns[self._places.town[row]], old, new)


def _standings(side: Schedules) -> Iterator[Standing]:
    columns = (side.outcome.tolist(), side.cycle_years.tolist(), side.next_due.tolist())
    for outcome, years, due in zip(*columns, strict=True):
        yield Standing(OUTCOMES[outcome], years or None, due)


def try_amendment(amendment: Amendment, *, as_of: date, progress: Callable[[int], None] = lambda count: None) -> Trial:
    """Try an amendment as of a day, or as of its own first day if that is later: before it, it moves nothing.

    ImpossibleFacts where the law answers on no such day.
    """
    base, day = active(), max(as_of, amendment.begins)
    places = read_places(progress)
    before, pipes_before = _answers(base, places, day)
    after, pipes_after = _answers(amendment.law, places, day)
    counted = places.in_scope
    changed = _changes(before, after, day)
    towns = _by_town(places, changed, counted)
    old, new = (_by_year(side.next_due[counted], side.cycle_years[counted], day) for side in (before, after))
    return Trial(
        amendment=amendment,
        asked=as_of,
        day=day,
        version=date.fromisoformat(law_version(day)),
        schedule_version=_schedule_version(day),
        towns=towns,
        total=TownLine("all", *(sum(column) for column in list(zip(*towns, strict=True))[1:] or [()] * 9)),
        classes=tuple(
            ClassLine(name, *(int((side.outcome[counted] == code).sum()) for side in (before, after)))
            for code, name in enumerate(OUTCOMES)
        ),
        years=tuple(
            YearLine(year, max(date(year, 1, 1), day), *counts)
            for year, *counts in zip(_years(day), old, new, pipes_before, pipes_after, strict=True)
        ),
        out_of_scope=int((~counted).sum()),
        _places=places,
        _before=before,
        _after=after,
        _moved=changed["moved"] & counted,
    )


def _schedule_version(day: date) -> date:
    version = in_force(table("schedule")["versions"], day)
    if version is None:
        raise NotInForce(f"no inspection schedule was in force on {day}", cite="V.IV.A")
    found: date = version["from"]
    return found


def _answers(law: Law, places: Places, day: date) -> tuple[Schedules, list[int]]:
    """What a law says of each system, and how many parcels' drain pipes fall due in each year."""
    with applying(law):
        found = places.ask(as_of=day, law_of=day)
        fronting = np.flatnonzero(~np.isnat(found.pipe_next_due))
        _, first = np.unique(
            places.parcel[fronting], return_index=True
        )  # a parcel counts once, whatever it is served by
        pipes = found.pipe_next_due[fronting[first]]
        years = np.full(pipes.shape, schedule(day).pipes.years)
        return places.most_restrictive(found), _by_year(pipes, years, day)


def _changes(before: Schedules, after: Schedules, day: date) -> dict[str, Array]:
    """Which systems move, and in which way: a column of true and false by each name of a line."""
    soon = np.datetime64(add_months(day, SOON_MONTHS), "D")
    had, has = (~np.isin(side.outcome, _WITHOUT_DATE) for side in (before, after))
    changed = {
        "class_changed": before.outcome != after.outcome,
        "cycle_changed": before.cycle_years != after.cycle_years,
        "due_earlier": after.next_due < before.next_due,  # comparisons with no date are false
        "due_later": after.next_due > before.next_due,
        "newly_due_soon": (after.next_due <= soon) & ~(before.next_due <= soon),
        "newly_scheduled": has & ~had,
        "newly_without_date": had & ~has,
    }
    return {**changed, "moved": np.logical_or.reduce(list(changed.values()))}


def _by_town(places: Places, changed: dict[str, Array], counted: Array) -> tuple[TownLine, ...]:
    """A line for each town by name; systems whose town is not shown come last."""
    count = len(places.towns)
    sums: list[list[int]] = [
        np.bincount(places.town[chosen & counted], minlength=count).tolist()
        for chosen in (np.ones_like(counted), *changed.values())
    ]
    lines = [TownLine(*line) for line in zip(places.towns, *sums, strict=True)]
    return tuple(sorted((line for line in lines if line.systems), key=lambda line: (not line.town, line.town)))


def _years(day: date) -> range:
    return range(day.year, day.year + YEARS)


def _by_year(next_due: Array, cycle_years: Array, day: date) -> list[int]:
    """How many due dates fall into each of the years, in the first of them on or after the day."""
    dated = ~np.isnat(next_due)
    first: Any = next_due[dated].astype("datetime64[Y]").astype(np.int64) + 1970
    step = cycle_years[dated].astype(np.int64)
    return [int(((first <= year) & ((year - first) % step == 0)).sum()) for year in _years(day)]
