"""The inspection schedule: how often a system is inspected, and when next (V.IV.A)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from sanitarian.law.data import in_force, limit, per_law, table
from sanitarian.law.dates import add_months, american, month_day, next_business_day
from sanitarian.law.facts import Choice
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import ImpossibleFacts, NotInForce, Reason, Ruling

DATED = ("previous_due", "next_due", "act_by", "credit_from", "pipe_next_due")
MAX_YEAR = 9999
NONE = "none"
LAKE_ROWS = ("lake-front", "near-lake", "lake-watershed")


@per_law
def municipalities() -> Sequence[str]:
    """The county's towns and cities, as the schedule names them."""
    geography = table("schedule")["geography"]
    return (*geography["towns"], *geography["cities"])


@per_law
def lakes() -> Sequence[str]:
    """The lakes whose shores and watersheds the schedule singles out, by their codes."""
    return tuple(table("schedule")["geography"]["lakes"])


def lakes_or_none() -> Sequence[str]:
    """What a parcel may front, or lie in the watershed of."""
    return (*lakes(), NONE)


@dataclass(frozen=True, slots=True)
class Cycle:
    """A row of the schedule: every so many years from a first year, by a fixed day of the year."""

    outcome: str
    years: int
    anchor: int
    month: int
    day: int

    @property
    def by(self) -> str:
        """The day of the year as it is written to citizens: November 1."""
        return month_day(self.month, self.day)

    def next_due(self, as_of: date) -> date:
        """The first due date on or after a day; none lies before the first year."""
        return self._on_or_after(as_of, max(as_of.year, self.anchor))

    def next_of_series(self, as_of: date) -> date:
        """The first day of the series on or after a day, as if it had no first year."""
        return self._on_or_after(as_of, as_of.year)

    def _on_or_after(self, as_of: date, year: int) -> date:
        year += (self.anchor - year) % self.years
        if year == as_of.year and (self.month, self.day) < (as_of.month, as_of.day):
            year += self.years
        if year > MAX_YEAR:
            raise ImpossibleFacts(f"as_of: the inspection after {as_of} lies beyond the calendar; give an earlier day")
        return date(year, self.month, self.day)


@dataclass(frozen=True, slots=True)
class Schedule:
    """The schedule in force on a day."""

    near_ft: Decimal
    cycles: Mapping[str, Cycle]
    towns: Mapping[str, Cycle]
    pipes: Cycle
    watershed_towns: frozenset[str]
    touch_a_lake: frozenset[str]
    municipalities: frozenset[str]
    cities: frozenset[str]
    lakes: Mapping[str, str]
    unscheduled: Mapping[str, str]
    knows_towns: bool
    credit_months: int
    code: str

    @property
    def either_lake(self) -> str:
        """The lakes in words: Owasco Lake or Little Sodus Bay."""
        return " or ".join(self.lakes.values()) or "a lake that the schedule names"

    def day_of(self, outcome: str) -> tuple[int, int]:
        """The month and day by which a row's inspections are due."""
        cycle = self.cycles.get(outcome) or next(iter(self.towns.values()))
        return cycle.month, cycle.day


@per_law
def schedule(law_of: date | None = None) -> Schedule:
    """The schedule as in force on a day (the newest without a day); NotInForce before the first."""
    versions, geography = table("schedule")["versions"], table("schedule")["geography"]
    version = in_force(versions, law_of)
    if version is None:
        first = american(min(entry["from"] for entry in versions))
        raise NotInForce(f"no inspection schedule was in force on {law_of}; it begins on {first}", cite="V.IV.A")
    town = version.get("town", {})
    return Schedule(
        near_ft=Decimal(version["near_ft"]),
        cycles={name: Cycle(name, **version[name]) for name in LAKE_ROWS if name in version},
        towns={
            name: Cycle("town", town["years"], anchor, town["month"], town["day"])
            for name, anchor in version.get("town_anchors", {}).items()
        },
        pipes=Cycle("pipes", **version["pipes"]),
        watershed_towns=frozenset(version["watershed_towns"]),
        touch_a_lake=frozenset(town for lake in geography["lakes"].values() for town in lake["shore_towns"]),
        municipalities=frozenset(municipalities()),
        cities=frozenset(geography["cities"]),
        lakes={code: lake["name"] for code, lake in geography["lakes"].items()},
        unscheduled=geography["unscheduled"],
        knows_towns=bool(town),
        credit_months=limit("credit_months", law_of),
        code=law_version(law_of, "V"),
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """What of the facts the schedule turns on, each in one word; equal places have equal reasons."""

    municipality: str
    fronts: str  # a lake, NONE, "by-distance", "by-town", or "?"
    reach: str = ""  # "near", "far", "by-town" or "?"; of the system, for a fronting parcel: "far", "not-far"
    watershed: str = ""  # a lake, NONE or "?" where it matters


@dataclass(frozen=True, slots=True)
class _Finding:
    outcome: str
    cycle: Cycle | None
    reasons: tuple[Reason, ...]


LAKE_OR_NONE = Choice(lakes_or_none, "a lake of the schedule, or none")


@rule("inspection-schedule", "V.IV.A", "How often a system must be inspected, and when next")
def inspection_schedule(
    *,
    municipality: Annotated[str, Choice(municipalities, "a town or city of the county")],
    fronts: Annotated[str | None, LAKE_OR_NONE, "the lake that the parcel borders"] = None,
    distance_ft: Annotated[Decimal | None, "feet from the parcel's nearest point to mean high water"] = None,
    system_distance_ft: Annotated[Decimal | None, "surveyed feet from the system to mean high water"] = None,
    watershed: Annotated[str | None, LAKE_OR_NONE, "the lake in whose watershed the parcel lies"] = None,
    as_of: Annotated[date | None, "the day from which to look for due dates"] = None,
    law_of: date | None = None,
) -> Ruling:
    """The parcel's class, its cycle, and with ``as_of`` its due dates.

    Distances are exact feet; ImpossibleFacts for a municipality that is not in the county.
    """
    table_ = schedule(law_of)
    place = _place(
        table_,
        municipality,
        fronts=fronts,
        distance_ft=distance_ft,
        system_distance_ft=system_distance_ft,
        watershed=watershed,
    )
    found = _finding(place, law_of)
    values = _values(found.cycle, as_of, table_, pipes=fronts in table_.lakes)
    reasons = found.reasons
    if found.cycle is not None and as_of is not None:
        reasons += _rolling(values["next_due"], values["act_by"], table_.credit_months)
    return Ruling("inspection-schedule", found.outcome, values, reasons, table_.code)


def fronts_a_lake(municipality: str | None, fronts: str | None, distance_ft: Decimal | None) -> bool | None:
    """Whether a parcel borders a lake (V.IV.A.1); not shown counts as the schedule counts it.

    A frontage that is not shown is none where the parcel's distance is shown and above 0, or where the municipality
    touches no lake of the schedule.
    """
    if fronts is not None:
        return fronts != NONE
    if distance_ft is not None and distance_ft > 0:
        return False
    return None if municipality is None or municipality in schedule().touch_a_lake else False


def _place(
    table_: Schedule,
    municipality: str,
    *,
    fronts: str | None,
    distance_ft: Decimal | None,
    system_distance_ft: Decimal | None,
    watershed: str | None,
) -> _Place:
    if municipality not in table_.municipalities:
        raise ImpossibleFacts(f"municipality: {municipality!r} is not a town or city of the county")
    touches = municipality in table_.touch_a_lake
    if fronts is None:
        by_distance = distance_ft is not None and distance_ft > 0
        fronts = "by-distance" if by_distance else "?" if touches else "by-town"
    if fronts == "?":
        return _Place(municipality, fronts)
    if fronts in table_.lakes:
        far = system_distance_ft is not None and system_distance_ft > table_.near_ft
        return _Place(municipality, fronts, "far" if far else "not-far", fronts if far else "")
    if distance_ft is None:
        reach = "?" if touches else "by-town"
    else:
        reach = "near" if distance_ft <= table_.near_ft else "far"
    matters = reach in {"far", "by-town"} and municipality in table_.watershed_towns
    return _Place(municipality, fronts, reach, (watershed or "?") if matters else "")


@per_law
def _finding(place: _Place, law_of: date | None) -> _Finding:
    """The row that a place falls under, with its reasons; remembered, because a county has few kinds of place."""
    table_ = schedule(law_of)
    reasons = list(_shore_reasons(place, table_))
    if "?" in {place.fronts, place.reach, place.watershed}:
        if place.watershed == "?":
            reasons.append(Reason(None, "It is not shown whether the parcel lies in a lake's watershed.", "V.IV.A.1"))
        return _Finding("undetermined", None, tuple(reasons))
    if place.fronts in table_.lakes and place.reach == "not-far":
        return _in_row("lake-front", table_, reasons)
    if place.reach == "near":
        return _in_row("near-lake", table_, reasons)
    if place.municipality in table_.watershed_towns:
        inside = place.watershed in table_.lakes
        lake = table_.lakes.get(place.watershed, table_.either_lake)
        reasons.append(Reason(inside, f"The parcel lies in the watershed of {lake}.", "V.IV.A.1"))
        if inside:
            return _in_row("lake-watershed", table_, reasons)
    return _by_town(place, table_, reasons)


def _in_row(name: str, table_: Schedule, reasons: Sequence[Reason]) -> _Finding:
    who = {
        "lake-front": f"Properties that front {table_.either_lake}",
        "near-lake": f"Properties within {table_.near_ft} feet of {table_.either_lake}",
        "lake-watershed": f"Properties of this town in the watershed of {table_.either_lake}",
    }[name]
    cycle = table_.cycles[name]
    cite = "V.IV.A.2" if table_.knows_towns else "V.IV.A.1"
    text = f"{who} are inspected every {cycle.years} years from {cycle.anchor}, by {cycle.by}."
    return _Finding(name, cycle, (*reasons, Reason(True, text, cite)))


def _by_town(place: _Place, table_: Schedule, reasons: list[Reason]) -> _Finding:
    city = place.municipality in table_.cities
    name = place.municipality if city else f"the Town of {place.municipality}"
    if not table_.knows_towns:
        reasons.append(Reason(None, f"The row of {name} before June 30, 2003 is not on record.", "B-13"))
        return _Finding("undetermined", None, tuple(reasons))
    cycle = table_.towns.get(place.municipality)
    if cycle is None:
        outside = "" if city else " outside the watershed"
        cite = table_.unscheduled[place.municipality]
        reasons.append(Reason(False, f"The schedule names a year for {name}{outside}.", cite))
        return _Finding("unscheduled", None, tuple(reasons))
    text = f"Properties within {name} are inspected every {cycle.years} years from {cycle.anchor}."
    reasons += [
        Reason(True, text, "V.IV.A.2"),
        Reason(True, f"Where the schedule gives a year only, the inspection is due by {cycle.by}.", "B-10"),
    ]
    return _Finding("town", cycle, tuple(reasons))


def _shore_reasons(place: _Place, table_: Schedule) -> Sequence[Reason]:
    """Why a parcel counts as fronting, near or far."""
    either = table_.either_lake
    if place.fronts == "?":
        return [Reason(None, f"It is not shown whether the parcel fronts {either}.", "V.IV.A.1")]
    if place.fronts in table_.lakes:
        pipes = f"Drain pipes on a lake-front parcel are inspected every {table_.pipes.years} years."
        return [
            Reason(True, f"The parcel fronts {table_.lakes[place.fronts]}.", "V.IV.A.1"),
            _surveyed(place, table_),
            Reason(True, pipes, "A-14"),
        ]
    text = {
        NONE: f"The parcel fronts {either}.",
        "by-distance": f"The parcel, which lies away from mean high water, fronts {either}.",
        "by-town": f"{place.municipality} touches {either}.",
    }[place.fronts]
    return [Reason(False, text, "V.IV.A.1"), *_reach_reasons(place, table_)]


def _surveyed(place: _Place, table_: Schedule) -> Reason:
    """Whether a fronting parcel's system is surveyed so far away that it leaves the class."""
    text = f"The system is surveyed more than {table_.near_ft} feet from mean high water"
    if place.reach == "far":
        return Reason(True, f"{text}, so it leaves the lake-front class.", "B-1")
    return Reason(False, f"{text}.", "V.IV.A.1")


def _reach_reasons(place: _Place, table_: Schedule) -> Sequence[Reason]:
    near = f"The parcel's nearest point is at most {table_.near_ft} feet from mean high water."
    if place.reach == "?":
        return [Reason(None, "It is not shown how far the parcel is from mean high water.", "V.IV.A.1")]
    if place.reach == "by-town":
        text = f"{place.municipality} touches {table_.either_lake}."
        return [] if place.fronts == "by-town" else [Reason(False, text, "V.IV.A.1")]
    return [Reason(place.reach == "near", near, "B-20")]


def _values(cycle: Cycle | None, as_of: date | None, table_: Schedule, *, pipes: bool) -> dict[str, Any]:
    values: dict[str, Any] = dict.fromkeys(("cycle_years", "anchor_year", *DATED))
    if cycle is not None:
        values["cycle_years"], values["anchor_year"] = cycle.years, cycle.anchor
        if as_of is not None:
            due = cycle.next_due(as_of)
            before = due.year - cycle.years
            values["previous_due"] = due.replace(year=before) if before >= cycle.anchor else None
            values["next_due"] = due
            values["act_by"] = next_business_day(due)
            values["credit_from"] = add_months(due, -table_.credit_months)
    if as_of is not None and pipes:  # in the years before the schedule too
        values["pipe_next_due"] = table_.pipes.next_of_series(as_of)
    return values


@per_law
def _rolling(due: date, act_by: date, credit_months: int) -> tuple[Reason, ...]:
    credit = f"An inspection counts from {credit_months} months before the due date."
    reasons = (Reason(True, credit, "B-11"),)
    if act_by == due:
        return reasons
    text = f"{american(due)} is no business day; an inspection on {american(act_by)} is still on time."
    return (*reasons, Reason(True, text, "B-19"))


def due_dates(ruling: Ruling, first: date, through: date) -> list[date]:
    """Every due date of a scheduled ruling from ``first`` through ``through``; none for an unscheduled one."""
    years, anchor = ruling.values["cycle_years"], ruling.values["anchor_year"]
    if years is None:
        return []
    month, day = schedule().day_of(ruling.outcome)
    start = max(anchor, first.year - (first.year - anchor) % years)
    series = (date(year, month, day) for year in range(start, through.year + 1, years))
    return [due for due in series if first <= due <= through]
