"""The inspection schedule: how often a system is inspected, and when next (V.IV.A)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Any

from sanitarian.law.data import in_force, limit, table
from sanitarian.law.dates import american, next_business_day
from sanitarian.law.facts import Choice, one_of
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import ImpossibleFacts, NotInForce, Reason, Ruling

LAKES = ("owasco-lake", "little-sodus-bay")
DATED = ("previous_due", "next_due", "act_by", "credit_from", "pipe_next_due")
MAX_YEAR = 9999


def municipalities() -> Sequence[str]:
    """The county's towns and its city, as the schedule names them."""
    geography = table("schedule")["geography"]
    return (*geography["towns"], geography["city"])


@dataclass(frozen=True, slots=True)
class Cycle:
    """A row of the schedule: every so many years from a first year, by a fixed day of the year."""

    outcome: str
    years: int
    anchor: int
    month: int
    day: int

    def next_due(self, as_of: date) -> date:
        """The first due date on or after a day."""
        year = self.anchor
        if as_of.year >= year:
            year += (as_of.year - year + self.years - 1) // self.years * self.years
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
    watershed_towns: frozenset[str]
    touch_a_lake: frozenset[str]
    municipalities: frozenset[str]
    pipe_years: int
    knows_towns: bool
    code: str


@lru_cache(maxsize=4096)
def schedule(law_of: date | None = None) -> Schedule:
    """The schedule as in force on a day (the newest without a day); NotInForce before Article V."""
    version = in_force(table("schedule")["versions"], law_of)
    if version is None:
        raise NotInForce(f"no inspection schedule was in force on {law_of}; it begins on August 9, 1994")
    town = version.get("town", {})
    return Schedule(
        near_ft=Decimal(version["near_ft"]),
        cycles={name: Cycle(name, **version[name]) for name in ("lake-front", "near-lake", "lake-watershed")},
        towns={
            name: Cycle("town", town["years"], anchor, town["month"], town["day"])
            for name, anchor in version.get("town_anchors", {}).items()
        },
        watershed_towns=frozenset(version["watershed_towns"]),
        touch_a_lake=frozenset(table("schedule")["geography"]["touch_a_lake"]),
        municipalities=frozenset(municipalities()),
        pipe_years=limit("pipe_cycle_years", law_of),
        knows_towns=bool(town),
        code=law_version(law_of, "V"),
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """What of the facts the schedule turns on, each in one word; equal places have equal reasons."""

    municipality: str
    fronts: str  # a lake, "none", "by-distance", "by-town", or "?"
    reach: str = ""  # "near", "far", "by-town" or "?"; of the system, for a fronting parcel: "far", "not-far"
    watershed: str = ""  # a lake, "none" or "?" where it matters


@dataclass(frozen=True, slots=True)
class _Finding:
    outcome: str
    cycle: Cycle | None
    reasons: tuple[Reason, ...]


@rule("inspection-schedule", "V.IV.A", "How often a system must be inspected, and when next")
def inspection_schedule(
    *,
    municipality: Annotated[str, Choice(municipalities, "a town of the county or Auburn")],
    fronts: Annotated[str | None, one_of(*LAKES, "none"), "the lake that the parcel borders"] = None,
    distance_ft: Annotated[Decimal | None, "feet from the parcel's nearest point to mean high water"] = None,
    system_distance_ft: Annotated[Decimal | None, "surveyed feet from the system to mean high water"] = None,
    watershed: Annotated[str | None, one_of(*LAKES, "none"), "the lake in whose watershed the parcel lies"] = None,
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
    fronting = fronts in LAKES
    values = _values(found.cycle, as_of, table_.pipe_years if fronting else None)
    reasons = found.reasons
    if found.cycle is not None and as_of is not None:
        reasons += _rolling(values["next_due"], values["act_by"])
    return Ruling("inspection-schedule", found.outcome, values, reasons, table_.code)


def fronts_a_lake(municipality: str | None, fronts: str | None, distance_ft: Decimal | None) -> bool | None:
    """Whether a parcel borders a lake (V.IV.A.1); not shown counts as the schedule counts it.

    A frontage that is not shown is none where the parcel's distance is shown and above 0, or where the municipality
    touches neither lake.
    """
    if fronts is not None:
        return fronts != "none"
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
        raise ImpossibleFacts(f"municipality: {municipality!r} is not a town of the county or Auburn")
    touches = municipality in table_.touch_a_lake
    if fronts is None:
        by_distance = distance_ft is not None and distance_ft > 0
        fronts = "by-distance" if by_distance else "?" if touches else "by-town"
    if fronts == "?":
        return _Place(municipality, fronts)
    if fronts in LAKES:
        far = system_distance_ft is not None and system_distance_ft > table_.near_ft
        return _Place(municipality, fronts, "far" if far else "not-far", fronts if far else "")
    if distance_ft is None:
        reach = "?" if touches else "by-town"
    else:
        reach = "near" if distance_ft <= table_.near_ft else "far"
    matters = reach in {"far", "by-town"} and municipality in table_.watershed_towns
    return _Place(municipality, fronts, reach, (watershed or "?") if matters else "")


@lru_cache(maxsize=8192)
def _finding(place: _Place, law_of: date | None) -> _Finding:
    """The row that a place falls under, with its reasons; cached, because a county has few kinds of place."""
    table_ = schedule(law_of)
    reasons = list(_shore_reasons(place))
    if "?" in {place.fronts, place.reach, place.watershed}:
        if place.watershed == "?":
            reasons.append(Reason(None, "It is not shown whether the parcel lies in a lake's watershed.", "V.IV.A.1"))
        return _Finding("undetermined", None, tuple(reasons))
    if place.fronts in LAKES and place.reach == "not-far":
        return _Finding("lake-front", table_.cycles["lake-front"], (*reasons, _cycle_reason("lake-front", table_)))
    if place.reach == "near":
        return _Finding("near-lake", table_.cycles["near-lake"], (*reasons, _cycle_reason("near-lake", table_)))
    if place.municipality in table_.watershed_towns:
        inside = place.watershed in LAKES
        lake = table("schedule")["geography"]["lake_names"].get(place.watershed, "Owasco Lake or Little Sodus Bay")
        reasons.append(Reason(inside, f"The parcel lies in the watershed of {lake}.", "V.IV.A.1"))
        if inside:
            cycle = table_.cycles["lake-watershed"]
            return _Finding("lake-watershed", cycle, (*reasons, _cycle_reason("lake-watershed", table_)))
    return _by_town(place, table_, reasons)


def _by_town(place: _Place, table_: Schedule, reasons: list[Reason]) -> _Finding:
    name = place.municipality if place.municipality == "Auburn" else f"the Town of {place.municipality}"
    if not table_.knows_towns:
        reasons.append(Reason(None, f"The row of {name} before June 30, 2003 is not on record.", "B-13"))
        return _Finding("undetermined", None, tuple(reasons))
    cycle = table_.towns.get(place.municipality)
    if cycle is None:
        outside = "" if place.municipality == "Auburn" else " outside the watershed"
        cite = "B-4" if place.municipality == "Auburn" else "B-5"
        reasons.append(Reason(False, f"The schedule names a year for {name}{outside}.", cite))
        return _Finding("unscheduled", None, tuple(reasons))
    text = f"Properties within {name} are inspected every {cycle.years} years from {cycle.anchor}."
    reasons += [
        Reason(True, text, "V.IV.A.2"),
        Reason(True, "Where the schedule gives a year only, the inspection is due by December 31.", "B-10"),
    ]
    return _Finding("town", cycle, tuple(reasons))


def _cycle_reason(name: str, table_: Schedule) -> Reason:
    who = {
        "lake-front": "Properties that front Owasco Lake or Little Sodus Bay",
        "near-lake": f"Properties within {table_.near_ft} feet of Owasco Lake or Little Sodus Bay",
        "lake-watershed": "Properties of this town in the watershed of Owasco Lake or Little Sodus Bay",
    }[name]
    cycle = table_.cycles[name]
    cite = "V.IV.A.2" if table_.knows_towns else "V.IV.A.1"
    return Reason(True, f"{who} are inspected every {cycle.years} years from {cycle.anchor}, by November 1.", cite)


def _shore_reasons(place: _Place) -> Sequence[Reason]:
    """Why a parcel counts as fronting, near or far."""
    if place.fronts == "?":
        return [Reason(None, "It is not shown whether the parcel fronts Owasco Lake or Little Sodus Bay.", "V.IV.A.1")]
    if place.fronts in LAKES:
        lake = table("schedule")["geography"]["lake_names"][place.fronts]
        reasons = [Reason(True, f"The parcel fronts {lake}.", "V.IV.A.1")]
        if place.reach == "far":
            text = "The system is surveyed more than 500 feet from mean high water, so it leaves the lake-front class."
            reasons.append(Reason(True, text, "B-1"))
        else:
            text = "The system is surveyed more than 500 feet from mean high water."
            reasons.append(Reason(False, text, "V.IV.A.1"))
        return [*reasons, Reason(True, "Drain pipes on a lake-front parcel are inspected every two years.", "A-14")]
    text = {
        "none": "The parcel fronts Owasco Lake or Little Sodus Bay.",
        "by-distance": "The parcel, which lies away from mean high water, fronts Owasco Lake or Little Sodus Bay.",
        "by-town": f"{place.municipality} touches Owasco Lake or Little Sodus Bay.",
    }[place.fronts]
    return [Reason(False, text, "V.IV.A.1"), *_reach_reasons(place)]


def _reach_reasons(place: _Place) -> Sequence[Reason]:
    near = "The parcel's nearest point is at most 500 feet from mean high water."
    if place.reach == "?":
        return [Reason(None, "It is not shown how far the parcel is from mean high water.", "V.IV.A.1")]
    if place.reach == "by-town":
        text = f"{place.municipality} touches Owasco Lake or Little Sodus Bay."
        return [] if place.fronts == "by-town" else [Reason(False, text, "V.IV.A.1")]
    return [Reason(place.reach == "near", near, "B-20")]


def _values(cycle: Cycle | None, as_of: date | None, pipe_years: int | None) -> dict[str, Any]:
    values: dict[str, Any] = dict.fromkeys(("cycle_years", "anchor_year", *DATED))
    if cycle is not None:
        values["cycle_years"], values["anchor_year"] = cycle.years, cycle.anchor
        if as_of is not None:
            due = cycle.next_due(as_of)
            before = due.year - cycle.years
            values["previous_due"] = due.replace(year=before) if before >= cycle.anchor else None
            values["next_due"] = due
            values["act_by"] = next_business_day(due)
            values["credit_from"] = due.replace(year=due.year - 1)
    if as_of is not None and pipe_years is not None:
        values["pipe_next_due"] = _pipe_next_due(as_of)
    return values


def _pipe_next_due(as_of: date) -> date:
    """The first November 1 of an even year on or after a day (A-14), in the years before the schedule too."""
    year = as_of.year + (as_of.month > 11 or (as_of.month == 11 and as_of.day > 1))
    year += year % 2
    if year > MAX_YEAR:
        raise ImpossibleFacts(f"as_of: the inspection after {as_of} lies beyond the calendar; give an earlier day")
    return date(year, 11, 1)


@lru_cache(maxsize=8192)
def _rolling(due: date, act_by: date) -> tuple[Reason, ...]:
    credit = "An inspection counts from 12 months before the due date."
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
    month, day = (12, 31) if ruling.outcome == "town" else (11, 1)
    start = max(anchor, first.year - (first.year - anchor) % years)
    series = (date(year, month, day) for year in range(start, through.year + 1, years))
    return [due for due in series if first <= due <= through]
