"""Public water systems: their classes, and the backup power of community systems (VI)."""

from datetime import date
from decimal import Decimal
from typing import Annotated

from sanitarian.law.data import figures, limit
from sanitarian.law.dates import american
from sanitarian.law.facts import Count, Measure
from sanitarian.law.logic import all_of, any_of, at_least, happened, negation
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling


@rule("water-system-class", "VI.II", "Whether a water system is public, and of which class")
def water_system_class(
    *,
    service_connections: Annotated[int | None, Count(), "its service connections"] = None,
    year_round_connections: Annotated[int | None, Count(), "those that year-round residents use"] = None,
    people_daily: Annotated[int | None, Count(), "people served on an average day of service"] = None,
    days_per_year: Annotated[int | None, Count(0, 366), "days of the year on which it serves so many"] = None,
    year_round_residents: Annotated[int | None, Count(), "year-round residents served"] = None,
    same_people: Annotated[int | None, Count(), "people who are the same each day, such as staff or pupils"] = None,
    hours_per_day: Annotated[Decimal | None, Measure(24), "hours a day for which these are served"] = None,
    days_per_week: Annotated[int | None, Count(0, 7), "days a week on which these are served"] = None,
    weeks_per_year: Annotated[int | None, Count(0, 53), "weeks a year in which these are served"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``not-public``, ``community``, ``non-transient-non-community``, ``transient-non-community`` or ``undetermined``.

    ``public`` is None where it is not shown whether the system is public. The classes are those of Subpart 5-1 of the
    State Sanitary Code, which Article VI takes over.
    """
    code = law_version(law_of, "VI")
    connections, people = limit("water_connections", law_of), limit("water_people", law_of)
    size = [
        Reason(at_least(service_connections, connections), f"It has {connections} service connections or more.", _SSC),
        _served_daily(people_daily, days_per_year, people, limit("water_days_per_year", law_of)),
    ]
    residents = [
        Reason(
            _used_all_year(year_round_connections, service_connections, connections),
            f"Year-round residents use {connections} of its service connections or more.",
            _SSC,
        ),
        Reason(at_least(year_round_residents, people), f"It serves {people} year-round residents or more.", _SSC),
    ]
    regulars = _same_people(same_people, hours_per_day, days_per_week, weeks_per_year, law_of)
    public, outcome = _water_class(
        any_of(reason.holds for reason in size), any_of(reason.holds for reason in residents), regulars.holds
    )
    reasons = [_DEFINITIONS, *size, *residents, regulars]
    if public:
        reasons.append(Reason(True, "Whoever supplies public water in the county keeps to Subpart 5-1.", "VI.III"))
        text = "Backup power is asked of community systems alone, of those that treat or pump."
        reasons.append(Reason(True, text, "F-46"))
    reasons += _unchecked()
    return Ruling("water-system-class", outcome, {"public": public}, tuple(reasons), code)


_SSC = "SSC.5-1"
_DEFINITIONS = Reason(True, "What a water system is called, the county takes from the State's Subpart 5-1.", "VI.II")


_FIGURES = tuple(
    f"water_{name}"
    for name in ("connections", "people", "days_per_year", "hours_per_day", "days_per_week", "weeks_per_year")
)


def _unchecked() -> tuple[Reason, ...]:
    """Says that the thresholds were not read in the State's own text; nothing once all of them were."""
    if all(figures()[name]["verified"] for name in _FIGURES):
        return ()
    text = "The numbers used here were read in a secondary source and have not been checked against the State's text."
    return (Reason(True, text, _SSC),)


def _water_class(size: bool | None, community: bool | None, regulars: bool | None) -> tuple[bool | None, str]:
    """Whether the system is public, and its class. Each of the two upper classes implies the size of a public one."""
    if community:
        return True, "community"
    public = any_of((size, regulars))
    if size is False and not regulars:
        return False, "not-public"
    if public is None or community is None or regulars is None:
        return public, "undetermined"
    return public, "non-transient-non-community" if regulars else "transient-non-community"


def _served_daily(people: int | None, days: int | None, least_people: int, least_days: int) -> Reason:
    holds = all_of((at_least(people, least_people), at_least(days, least_days)))
    text = f"It serves {least_people} people or more a day, on {least_days} days of the year or more."
    return Reason(holds, text, _SSC)


def _used_all_year(year_round: int | None, connections: int | None, least: int) -> bool | None:
    """Connections used all year are no more than all connections, so too few of these decide as well."""
    if year_round is None and at_least(connections, least) is False:
        return False
    return at_least(year_round, least)


def _same_people(
    people: int | None, hours: Decimal | None, days: int | None, weeks: int | None, law_of: date | None
) -> Reason:
    least = limit("water_people", law_of)
    needed = [limit(f"water_{name}", law_of) for name in ("hours_per_day", "days_per_week", "weeks_per_year")]
    tests = [at_least(people, least)]
    tests += [at_least(value, minimum) for value, minimum in zip((hours, days, weeks), needed, strict=True)]
    text = (
        f"It serves {least} or more of the same people for {needed[0]} hours a day, on {needed[1]} days a week,"
        f" in {needed[2]} weeks a year, or more."
    )
    return Reason(all_of(tests), text, _SSC)


@rule("backup-power", "VI.IV", "Whether a community water system has the backup power that the code asks for")
def backup_power(
    *,
    community_system: Annotated[bool, "it is a community water system"],
    treats_or_pumps: Annotated[bool | None, "it treats or pumps its water"] = None,
    average_day_gpd: Annotated[Decimal | None, "gallons that its customers use on an average day"] = None,
    generator_gpd: Annotated[Decimal | None, "gallons a day that it supplies on generator power; 0 without one"] = None,
    alternative_approved: Annotated[bool | None, "the department approved another way"] = None,
    exercise_every_days: Annotated[int | None, Count(1), "days between test runs, as the maker recommends"] = None,
    last_exercised: Annotated[date | None, "the day of the last test run"] = None,
    as_of: Annotated[date | None, "the day asked about"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``not-applicable``, ``complies``, ``violates`` or ``undetermined``; flows are gallons a day (VI.IV).

    The day of the next test run does not roll. What is shown to fail comes before what is not shown.
    """
    code = law_version(law_of, "VI")
    reasons = [Reason(community_system, "It is a community water system.", "VI.IV" if community_system else "F-46")]
    if community_system:
        reasons.append(Reason(treats_or_pumps, "It treats or pumps its water.", "VI.IV" if treats_or_pumps else "F-46"))
    covered = all_of(reason.holds for reason in reasons)
    if not covered:
        return _power("not-applicable" if covered is False else "undetermined", reasons, code)
    approved = "The department approved an alternative to a generator of its own."
    reasons.append(Reason(alternative_approved, approved, "F-44"))
    if alternative_approved:
        return _power("complies", reasons, code)
    generator = [
        _enough(generator_gpd, average_day_gpd),
        _exercised(exercise_every_days, last_exercised, as_of),
    ]
    outcome = {True: "complies", False: "violates", None: "undetermined"}[all_of(reason.holds for reason in generator)]
    return _power(outcome, reasons + generator, code)


def _power(outcome: str, reasons: list[Reason], code: str) -> Ruling:
    return Ruling("backup-power", outcome, {}, tuple(reasons), code)


def _enough(generator: Decimal | None, average_day: Decimal | None) -> Reason:
    holds = None if average_day is None else at_least(generator, average_day)
    return Reason(holds, "On generator power it can supply the demand of an average day.", "VI.IV")


def _exercised(every: int | None, last: date | None, as_of: date | None) -> Reason:
    """A test run after the day asked about has not happened by then, so that the last one before is not shown."""
    if every is None or last is None or as_of is None or not happened(last, as_of):
        return Reason(None, "The generator was run as often as its maker recommends.", "F-45")
    days = (as_of - last).days
    text = (
        f"The last test run of the generator, on {american(last)}, lies no more than {_days(every)} before"
        f" {american(as_of)}, as its maker recommends."
    )
    return Reason(negation(days > every), text, "F-45")


def _days(days: int) -> str:
    return "one day" if days == 1 else f"{days:,} days"
