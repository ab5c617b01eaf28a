"""Classes of water systems, and their backup power."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.data import figures
from sanitarian.law.registry import NO_LAW, rules
from sanitarian.law.ruling import ImpossibleFacts
from sanitarian.law.waterworks import backup_power, water_system_class

NTNC, TNC = "non-transient-non-community", "transient-non-community"
SMALL = {"service_connections": 4, "people_daily": 24, "days_per_year": 365}
NOBODY_LIVES_THERE = {"year_round_connections": 0, "year_round_residents": 0}
CAMP = {"service_connections": 5, **NOBODY_LIVES_THERE, "same_people": 0}
SCHOOL: dict[str, Any] = {
    "service_connections": 1, "people_daily": 60, "days_per_year": 180, **NOBODY_LIVES_THERE,
    "same_people": 25, "hours_per_day": Decimal(4), "days_per_week": 4, "weeks_per_year": 26,
}  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "outcome", "public"),
    [
        ({}, "undetermined", None),
        # size, each test by itself
        (SMALL, "not-public", False),
        (SMALL | {"service_connections": 5}, "undetermined", True),
        (SMALL | {"service_connections": 5} | NOBODY_LIVES_THERE, "undetermined", True),
        (SMALL | CAMP, TNC, True),
        (SMALL | {"people_daily": 25}, "undetermined", True),
        (SMALL | {"people_daily": 25, "days_per_year": 60, "year_round_residents": 0, "same_people": 24}, TNC, True),
        (SMALL | {"people_daily": 25, "days_per_year": 59}, "not-public", False),
        (SMALL | {"people_daily": 25, "days_per_year": None}, "undetermined", None),
        (SMALL | {"people_daily": 24, "days_per_year": None}, "not-public", False),
        (SMALL | {"people_daily": None, "days_per_year": 59}, "not-public", False),
        (SMALL | {"people_daily": None}, "undetermined", None),
        (SMALL | {"service_connections": None}, "undetermined", None),
        (SMALL | {"service_connections": None} | NOBODY_LIVES_THERE, "undetermined", None),
        # community
        ({"year_round_connections": 5}, "community", True),
        ({"year_round_residents": 25}, "community", True),
        (CAMP | {"year_round_connections": 5}, "community", True),
        (CAMP | {"year_round_connections": 4}, TNC, True),
        (CAMP | {"year_round_residents": 25}, "community", True),
        (CAMP | {"year_round_residents": 24}, TNC, True),
        (CAMP | {"year_round_connections": None}, "undetermined", True),
        (CAMP | {"year_round_residents": None}, "undetermined", True),
        (SMALL | {"year_round_residents": 25}, "community", True),
        (SCHOOL | {"year_round_residents": 25}, "community", True),
        # too few connections are too few used all year
        (SCHOOL | {"year_round_connections": None}, NTNC, True),
        (SCHOOL | {"year_round_connections": None, "service_connections": None}, "undetermined", True),
        (SCHOOL | {"year_round_connections": None, "service_connections": 5}, "undetermined", True),
        # the same people, each measure by itself
        (SCHOOL, NTNC, True),
        (SCHOOL | {"same_people": 24}, TNC, True),
        (SCHOOL | {"hours_per_day": Decimal("3.9")}, TNC, True),
        (SCHOOL | {"days_per_week": 3}, TNC, True),
        (SCHOOL | {"weeks_per_year": 25}, TNC, True),
        (SCHOOL | {"same_people": None}, "undetermined", True),
        (SCHOOL | {"hours_per_day": None}, "undetermined", True),
        (SCHOOL | {"days_per_week": None}, "undetermined", True),
        (SCHOOL | {"weeks_per_year": None}, "undetermined", True),
        (SCHOOL | {"weeks_per_year": None, "days_per_week": 3}, TNC, True),
        # regular users imply the size of a public system
        (SCHOOL | {"people_daily": None, "service_connections": None}, NTNC, True),
        (SCHOOL | {"people_daily": 24}, NTNC, True),
        # who is served daily and who lives there are facts of their own: too few of the first do not settle the second
        (SCHOOL | {"people_daily": 24, "year_round_residents": None}, "undetermined", True),
        (SCHOOL | {"people_daily": 24, "weeks_per_year": None}, "not-public", False),
        (SCHOOL | {"people_daily": None, "weeks_per_year": None}, "undetermined", None),
        (SCHOOL | {"people_daily": None, "weeks_per_year": 25}, "undetermined", None),
    ],
)
def test_water_system_class(facts: dict[str, Any], outcome: str, public: bool | None) -> None:
    ruling = water_system_class(**facts)
    assert (ruling.outcome, ruling.values) == (outcome, {"public": public})
    if outcome == "undetermined":
        assert ruling.not_shown
    assert ("F-46" in ruling.interpretations) is bool(public)


def test_the_thresholds_are_not_yet_verified() -> None:
    used = {name: entry for name, entry in figures().items() if name.startswith("water_")}
    assert len(used) == 6
    assert all(entry["verified"] is False and entry["source"] for entry in used.values())


@pytest.mark.parametrize(
    ("name", "most"), [("hours_per_day", 24), ("days_per_week", 7), ("weeks_per_year", 53), ("days_per_year", 366)]
)
def test_more_than_there_are_is_impossible(name: str, most: int) -> None:
    assert rules()["water-system-class"].ask({name: most}).outcome == "undetermined"
    with pytest.raises(ImpossibleFacts, match=name):
        rules()["water-system-class"].ask({name: most + 1})


COUNTS = st.none() | st.integers(0, 40)
WATER = {
    "service_connections": COUNTS, "year_round_connections": COUNTS, "people_daily": COUNTS,
    "year_round_residents": COUNTS, "same_people": COUNTS, "days_per_year": st.none() | st.integers(0, 366),
    "hours_per_day": st.none() | st.integers(0, 24).map(Decimal), "days_per_week": st.none() | st.integers(0, 7),
    "weeks_per_year": st.none() | st.integers(0, 53),
}  # fmt: skip
RANK = {"not-public": 0, TNC: 1, NTNC: 2, "community": 3}


@given(st.fixed_dictionaries(WATER), st.sampled_from(list(WATER)), st.integers(0, 7))
def test_serving_more_never_lowers_the_class(facts: dict[str, Any], name: str, more: int) -> None:
    if facts[name] is None:
        return
    before = water_system_class(**facts).outcome
    after = water_system_class(**facts | {name: facts[name] + more}).outcome
    if "undetermined" not in {before, after}:
        assert RANK[before] <= RANK[after]


@given(st.fixed_dictionaries(WATER))
def test_what_is_decided_fits_what_is_shown(facts: dict[str, Any]) -> None:
    ruling = water_system_class(**facts)
    public = ruling.values["public"]
    assert public is {"not-public": False, "undetermined": public}.get(ruling.outcome, True)
    if all(value is not None for value in facts.values()):
        assert ruling.outcome != "undetermined"
    if ruling.outcome == "not-public":
        assert (facts["service_connections"] or 0) < 5
        assert (facts["year_round_residents"] or 0) < 25


PLANT: dict[str, Any] = {
    "community_system": True, "treats_or_pumps": True, "average_day_gpd": Decimal(1000),
    "generator_gpd": Decimal(1000), "alternative_approved": False, "exercise_every_days": 30,
    "last_exercised": date(2026, 6, 1), "as_of": date(2026, 7, 1),
}  # fmt: skip
LATE = {"as_of": date(2026, 7, 2)}
WEAK = {"generator_gpd": Decimal("999.9")}


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({}, "complies"),
        # who must have it
        ({"community_system": False}, "not-applicable"),
        ({"community_system": False, "treats_or_pumps": None}, "not-applicable"),
        ({"treats_or_pumps": False}, "not-applicable"),
        ({"treats_or_pumps": False} | WEAK, "not-applicable"),
        ({"treats_or_pumps": None}, "undetermined"),
        ({"treats_or_pumps": None} | WEAK, "undetermined"),
        ({"treats_or_pumps": None, "alternative_approved": True}, "undetermined"),
        # alternatives
        (WEAK | LATE | {"alternative_approved": True}, "complies"),
        ({"alternative_approved": True, "generator_gpd": None, "as_of": None}, "complies"),
        ({"alternative_approved": None}, "complies"),
        (WEAK | {"alternative_approved": None}, "violates"),
        (LATE | {"alternative_approved": None}, "violates"),
        # the generator
        ({"generator_gpd": Decimal(1001)}, "complies"),
        (WEAK, "violates"),
        ({"generator_gpd": None}, "undetermined"),
        ({"average_day_gpd": None}, "undetermined"),
        ({"generator_gpd": Decimal(0), "average_day_gpd": Decimal(0)}, "complies"),
        # its test runs; August 1, 2026 is a Saturday, and does not roll
        ({"as_of": date(2026, 6, 1)}, "complies"),
        (LATE, "violates"),
        ({"last_exercised": date(2026, 7, 2), "as_of": date(2026, 8, 1)}, "complies"),
        ({"last_exercised": date(2026, 7, 2), "as_of": date(2026, 8, 2)}, "violates"),
        ({"exercise_every_days": 29}, "violates"),
        ({"exercise_every_days": 10**300}, "complies"),
        ({"exercise_every_days": None}, "undetermined"),
        ({"last_exercised": None}, "undetermined"),
        ({"as_of": None}, "undetermined"),
        ({"as_of": date(2026, 5, 31)}, "undetermined"),
        # what is shown to fail comes before what is not shown
        (WEAK | {"as_of": None}, "violates"),
        (LATE | {"generator_gpd": None}, "violates"),
        ({"generator_gpd": None, "as_of": None}, "undetermined"),
    ],
)
def test_backup_power(change: dict[str, Any], outcome: str) -> None:
    ruling = backup_power(**PLANT | change)
    assert (ruling.outcome, ruling.values) == (outcome, {})
    if outcome == "undetermined":
        assert ruling.not_shown


def test_backup_power_leans_on_its_readings() -> None:
    assert backup_power(**PLANT).interpretations == ("F-44", "F-45")
    assert backup_power(community_system=False).interpretations == ("F-46",)
    assert backup_power(community_system=True, treats_or_pumps=False).interpretations == ("F-46",)
    (late,) = (r for r in backup_power(**PLANT | LATE).reasons if r.holds is False and r.cite == "F-45")
    assert "June 1, 2026" in late.text
    assert "30 days" in late.text
    assert "one day before" in backup_power(**PLANT | {"exercise_every_days": 1}).reasons[-1].text


@pytest.mark.parametrize(
    ("change", "reasons"),
    [
        ({}, [(True, "VI.IV"), (True, "VI.IV"), (False, "F-44"), (True, "VI.IV"), (True, "F-45")]),
        (WEAK | LATE, [(True, "VI.IV"), (True, "VI.IV"), (False, "F-44"), (False, "VI.IV"), (False, "F-45")]),
        (
            {"average_day_gpd": None, "as_of": None, "alternative_approved": None},
            [(True, "VI.IV"), (True, "VI.IV"), (None, "F-44"), (None, "VI.IV"), (None, "F-45")],
        ),
        ({"alternative_approved": True}, [(True, "VI.IV"), (True, "VI.IV"), (True, "F-44")]),
        ({"treats_or_pumps": None}, [(True, "VI.IV"), (None, "F-46")]),
        ({"treats_or_pumps": False}, [(True, "VI.IV"), (False, "F-46")]),
        ({"community_system": False}, [(False, "F-46")]),
    ],
)
def test_the_whole_of_an_answer_on_power(change: dict[str, Any], reasons: list[tuple[bool | None, str]]) -> None:
    ruling = backup_power(**PLANT | change)
    assert (ruling.rule, ruling.code) == ("backup-power", "2006-03-14")
    assert [(reason.holds, reason.cite) for reason in ruling.reasons] == reasons


@pytest.mark.parametrize(
    ("facts", "holds"),
    [
        ({}, [True, *[None] * 5, True]),
        (SMALL, [True, False, False, False, None, None, True]),
        (SCHOOL, [True, False, True, False, False, True, True, True, True]),
        (CAMP, [True, True, None, False, False, False, True, True, True]),
        ({"year_round_residents": 25}, [True, None, None, None, True, None, True, True, True]),
    ],
)
def test_the_whole_of_an_answer_on_classes(facts: dict[str, Any], holds: list[bool | None]) -> None:
    ruling = water_system_class(**facts)
    assert (ruling.rule, ruling.code) == ("water-system-class", "2006-03-14")
    assert [reason.holds for reason in ruling.reasons] == holds
    public = ["VI.III", "F-46"] if ruling.values["public"] else []
    assert [reason.cite for reason in ruling.reasons] == ["VI.II", *["SSC.5-1"] * 5, *public, "SSC.5-1"]
    assert "have not been checked against the State's text" in ruling.reasons[-1].text


def test_article_six_begins_in_2006() -> None:
    for name, facts in (("backup-power", {"community_system": False}), ("water-system-class", {})):
        assert rules()[name].ask(facts, date(2006, 3, 13)).outcome == NO_LAW
        assert rules()[name].ask(facts, date(2006, 3, 14)).outcome != NO_LAW


MAYBE = st.none() | st.booleans()
GALLONS = st.none() | st.integers(0, 5).map(Decimal)
POWER = {
    "treats_or_pumps": MAYBE, "average_day_gpd": GALLONS, "generator_gpd": GALLONS, "alternative_approved": MAYBE,
    "exercise_every_days": st.none() | st.integers(1, 60),
    "last_exercised": st.none() | st.dates(date(2026, 5, 1), date(2026, 6, 15)),
    "as_of": st.none() | st.dates(date(2026, 6, 15), date(2026, 7, 30)),
}  # fmt: skip


@given(st.fixed_dictionaries(POWER), st.sampled_from(list(POWER)))
def test_a_fact_more_never_turns_the_answer_round(facts: dict[str, Any], name: str) -> None:
    """But for an approval: it cures a generator that falls short."""
    before = backup_power(community_system=True, **facts | {name: None}).outcome
    after = backup_power(community_system=True, **facts).outcome
    if name == "alternative_approved":
        assert after == before or (facts[name] and after == "complies")
    elif before != "undetermined":
        assert after == before


@given(st.fixed_dictionaries(POWER), st.integers(0, 60))
def test_time_alone_never_mends(facts: dict[str, Any], days: int) -> None:
    if facts["as_of"] is None:
        return
    later = facts["as_of"] + timedelta(days)
    if backup_power(community_system=True, **facts).outcome == "violates":
        assert backup_power(community_system=True, **facts | {"as_of": later}).outcome == "violates"
