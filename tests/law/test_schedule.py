"""The inspection schedule: every row, every boundary, every fact that may not be shown."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from sanitarian.law.ruling import ImpossibleFacts, NotInForce
from sanitarian.law.schedule import due_dates, fronts_a_lake, inspection_schedule, municipalities, schedule

D = Decimal
FAR = {"fronts": "none", "distance_ft": D(900)}
SIX = ("Fleming", "Moravia", "Niles", "Owasco", "Scipio", "Sterling")
SHORES = ("Auburn", "Venice", *SIX)
TOWN_YEARS = {
    2003: ("Aurelius", "Fleming", "Locke"),
    2004: ("Brutus", "Niles", "Sennett"),
    2005: ("Genoa", "Mentz", "Springport"),
    2006: ("Ira", "Montezuma", "Venice"),
    2007: ("Cato", "Scipio", "Sterling"),
    2008: ("Conquest", "Ledyard", "Victory"),
    2009: ("Owasco", "Sempronius", "Summerhill", "Throop"),
}


def d(text: str) -> date:
    return date.fromisoformat(text)


def test_the_county_has_23_towns_and_a_city() -> None:
    names = {town for row in TOWN_YEARS.values() for town in row} | {"Moravia", "Auburn"}
    assert set(municipalities()) == names
    assert len(municipalities()) == 24


@pytest.mark.parametrize(("anchor", "town"), [(year, town) for year, row in TOWN_YEARS.items() for town in row])
def test_town_rows(anchor: int, town: str) -> None:
    ruling = inspection_schedule(municipality=town, **FAR, watershed="none")
    assert ruling.outcome == "town"
    assert (ruling.values["cycle_years"], ruling.values["anchor_year"]) == (7, anchor)
    assert ruling.values["next_due"] is None


@pytest.mark.parametrize("town", SIX)
@pytest.mark.parametrize("lake", ["owasco-lake", "little-sodus-bay"])
def test_watershed_row(town: str, lake: str) -> None:
    ruling = inspection_schedule(municipality=town, **FAR, watershed=lake)
    assert (ruling.outcome, ruling.values["cycle_years"], ruling.values["anchor_year"]) == ("lake-watershed", 5, 2006)


OUTCOMES: list[tuple[dict[str, Any], str]] = [
    # the lake rows hold everywhere
    ({"municipality": "Niles", "fronts": "owasco-lake"}, "lake-front"),
    ({"municipality": "Sterling", "fronts": "little-sodus-bay"}, "lake-front"),
    ({"municipality": "Auburn", "fronts": "owasco-lake"}, "lake-front"),
    ({"municipality": "Auburn", "fronts": "none", "distance_ft": D(500)}, "near-lake"),
    ({"municipality": "Venice", "fronts": "none", "distance_ft": D(0)}, "near-lake"),
    ({"municipality": "Cato", "distance_ft": D(20)}, "near-lake"),
    # the parcel's distance, by itself
    ({"municipality": "Niles", "fronts": "none", "distance_ft": D(500), "watershed": "none"}, "near-lake"),
    ({"municipality": "Niles", "fronts": "none", "distance_ft": D("500.01"), "watershed": "none"}, "town"),
    ({"municipality": "Niles", **FAR, "distance_ft": D("500.00000000000000000000001"), "watershed": "none"}, "town"),
    ({"municipality": "Niles", "fronts": "none", "watershed": "owasco-lake"}, "undetermined"),
    ({"municipality": "Auburn", "fronts": "none"}, "undetermined"),
    ({"municipality": "Throop", "fronts": "none"}, "town"),
    # the system's distance, which matters only for a fronting parcel
    ({"municipality": "Niles", "fronts": "owasco-lake", "system_distance_ft": D(500)}, "lake-front"),
    ({"municipality": "Niles", "fronts": "owasco-lake", "system_distance_ft": D("500.01")}, "lake-watershed"),
    ({"municipality": "Niles", "fronts": "owasco-lake", "system_distance_ft": D(620), "watershed": "none"},
     "lake-watershed"),
    ({"municipality": "Niles", "fronts": "owasco-lake", "system_distance_ft": D(620), "distance_ft": D(0)},
     "lake-watershed"),
    ({"municipality": "Venice", "fronts": "owasco-lake", "system_distance_ft": D(620)}, "town"),
    ({"municipality": "Auburn", "fronts": "owasco-lake", "system_distance_ft": D(620)}, "unscheduled"),
    ({"municipality": "Moravia", "fronts": "owasco-lake", "system_distance_ft": D(620)}, "lake-watershed"),
    ({"municipality": "Niles", "fronts": "none", "distance_ft": D(400), "system_distance_ft": D(900)}, "near-lake"),
    # frontage not shown
    ({"municipality": "Niles"}, "undetermined"),
    ({"municipality": "Niles", "distance_ft": D(0)}, "undetermined"),
    ({"municipality": "Niles", "distance_ft": D("0.1")}, "near-lake"),
    ({"municipality": "Niles", "distance_ft": D(900), "watershed": "owasco-lake"}, "lake-watershed"),
    ({"municipality": "Throop"}, "town"),
    ({"municipality": "Throop", "distance_ft": D(0)}, "near-lake"),
    ({"municipality": "Auburn"}, "undetermined"),
    # the watershed, which matters only in the six towns
    ({"municipality": "Niles", **FAR}, "undetermined"),
    ({"municipality": "Venice", **FAR}, "town"),
    ({"municipality": "Venice", **FAR, "watershed": "owasco-lake"}, "town"),
    ({"municipality": "Locke", "watershed": "owasco-lake"}, "town"),
    ({"municipality": "Moravia", **FAR, "watershed": "none"}, "unscheduled"),
    ({"municipality": "Moravia", **FAR}, "undetermined"),
    ({"municipality": "Auburn", **FAR}, "unscheduled"),
    ({"municipality": "Auburn", **FAR, "watershed": "owasco-lake"}, "unscheduled"),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "outcome"), OUTCOMES)
def test_outcomes(facts: dict[str, Any], outcome: str) -> None:
    assert inspection_schedule(**facts).outcome == outcome


@pytest.mark.parametrize("town", municipalities())
def test_towns_without_a_shore_need_no_distance(town: str) -> None:
    assert (inspection_schedule(municipality=town).outcome == "undetermined") is (town in SHORES)


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"municipality": "Niles"}, "fronts"),
        ({"municipality": "Niles", "fronts": "none"}, "how far"),
        ({"municipality": "Niles", **FAR}, "watershed"),
    ],
)
def test_an_undetermined_ruling_names_the_fact(facts: dict[str, Any], text: str) -> None:
    (reason,) = inspection_schedule(**facts).not_shown
    assert text in reason.text


LAKE = {"municipality": "Niles", "fronts": "owasco-lake"}
NEAR = {"municipality": "Niles", "fronts": "none", "distance_ft": D(10)}
SHED = {"municipality": "Niles", **FAR, "watershed": "owasco-lake"}
TOWN = {"municipality": "Venice", **FAR}


@pytest.mark.parametrize(
    ("facts", "as_of", "previous", "next_", "act_by", "credit_from"),
    [
        (LAKE, "2026-06-01", "2024-11-01", "2026-11-01", "2026-11-02", "2025-11-01"),  # a Sunday
        (LAKE, "2026-11-01", "2024-11-01", "2026-11-01", "2026-11-02", "2025-11-01"),
        (LAKE, "2026-11-02", "2026-11-01", "2028-11-01", "2028-11-01", "2027-11-01"),
        (LAKE, "2004-11-01", None, "2004-11-01", "2004-11-01", "2003-11-01"),
        (LAKE, "1990-01-01", None, "2004-11-01", "2004-11-01", "2003-11-01"),
        (LAKE, "2004-11-02", "2004-11-01", "2006-11-01", "2006-11-01", "2005-11-01"),
        (NEAR, "2026-06-01", "2025-11-01", "2028-11-01", "2028-11-01", "2027-11-01"),
        (SHED, "2026-06-01", "2021-11-01", "2026-11-01", "2026-11-02", "2025-11-01"),
        (TOWN, "2026-06-01", "2020-12-31", "2027-12-31", "2027-12-31", "2026-12-31"),
        (TOWN, "2020-12-31", "2013-12-31", "2020-12-31", "2020-12-31", "2019-12-31"),
        (TOWN, "2021-01-01", "2020-12-31", "2027-12-31", "2027-12-31", "2026-12-31"),
        ({"municipality": "Ledyard"}, "2022-12-01", "2015-12-31", "2022-12-31", "2023-01-03", "2021-12-31"),
    ],
)
def test_due_dates_around_a_day(
    facts: dict[str, Any], as_of: str, previous: str | None, next_: str, act_by: str, credit_from: str
) -> None:
    values = inspection_schedule(**facts, as_of=d(as_of)).values
    assert values["previous_due"] == (d(previous) if previous else None)
    assert (values["next_due"], values["act_by"], values["credit_from"]) == (d(next_), d(act_by), d(credit_from))


@pytest.mark.parametrize(
    ("as_of", "due"),
    [
        ("2026-11-01", "2026-11-01"),
        ("2026-11-02", "2028-11-01"),
        ("2025-12-31", "2026-11-01"),
        ("1999-11-02", "2000-11-01"),
        ("1990-05-05", "1990-11-01"),
    ],
)
@pytest.mark.parametrize(
    "facts",
    [LAKE, LAKE | {"system_distance_ft": D(900)}, {"municipality": "Auburn", "fronts": "owasco-lake",
     "system_distance_ft": D(900)}],
)  # fmt: skip
def test_pipes_of_every_fronting_parcel(facts: dict[str, Any], as_of: str, due: str) -> None:
    assert inspection_schedule(**facts, as_of=d(as_of)).values["pipe_next_due"] == d(due)


@pytest.mark.parametrize("facts", [NEAR, SHED, TOWN, {"municipality": "Niles"}])
def test_no_pipes_elsewhere(facts: dict[str, Any]) -> None:
    assert inspection_schedule(**facts, as_of=d("2026-01-01")).values["pipe_next_due"] is None


def test_without_a_class_all_values_are_null() -> None:
    for facts in ({"municipality": "Auburn", **FAR}, {"municipality": "Niles"}):
        values = inspection_schedule(**facts, as_of=d("2026-01-01")).values
        assert len(values) == 7
        assert set(values.values()) == {None}


def test_without_a_day_there_are_no_dates() -> None:
    values = inspection_schedule(**LAKE).values
    assert {name for name, value in values.items() if value is not None} == {"cycle_years", "anchor_year"}


@pytest.mark.parametrize(
    ("facts", "law_of", "outcome", "anchor"),
    [
        (LAKE, "2003-06-29", "lake-front", 1994),
        (LAKE, "2003-06-30", "lake-front", 2004),
        (NEAR, "2000-01-01", "near-lake", 1995),
        (SHED, "2000-01-01", "lake-watershed", 1996),
        (TOWN, "2000-01-01", "undetermined", None),
        (TOWN, "2003-06-30", "town", 2006),
    ],
)
def test_the_law_of_its_day(facts: dict[str, Any], law_of: str, outcome: str, anchor: int | None) -> None:
    ruling = inspection_schedule(**facts, law_of=d(law_of))
    assert (ruling.outcome, ruling.values["anchor_year"]) == (outcome, anchor)


def test_both_paragraphs_fall_in_the_same_years() -> None:
    for facts in (LAKE, NEAR, SHED):
        old, new = (inspection_schedule(**facts, as_of=d("2026-06-01"), law_of=law) for law in (d("2000-01-01"), None))
        assert old.values["next_due"] == new.values["next_due"]


def test_no_schedule_before_the_article() -> None:
    with pytest.raises(NotInForce):
        inspection_schedule(**LAKE, law_of=d("1994-08-08"))


def test_a_place_outside_the_county_is_refused() -> None:
    with pytest.raises(ImpossibleFacts, match="Skaneateles"):
        inspection_schedule(municipality="Skaneateles")


@pytest.mark.parametrize("facts", [LAKE, TOWN])
def test_the_end_of_the_calendar(facts: dict[str, Any]) -> None:
    with pytest.raises(ImpossibleFacts, match="calendar"):
        inspection_schedule(**facts, as_of=d("9999-12-31"))


@pytest.mark.parametrize(
    ("facts", "first", "through", "dates"),
    [
        (LAKE, "2024-11-01", "2028-11-01", ["2024-11-01", "2026-11-01", "2028-11-01"]),
        (LAKE, "2024-11-02", "2028-10-31", ["2026-11-01"]),
        (LAKE, "1990-01-01", "2004-12-31", ["2004-11-01"]),
        (TOWN, "2006-01-01", "2020-12-31", ["2006-12-31", "2013-12-31", "2020-12-31"]),
        (SHED, "2026-01-01", "2026-12-31", ["2026-11-01"]),
        ({"municipality": "Auburn", **FAR}, "2000-01-01", "2050-01-01", []),
    ],
)
def test_every_due_date_of_a_stretch(facts: dict[str, Any], first: str, through: str, dates: list[str]) -> None:
    assert [day.isoformat() for day in due_dates(inspection_schedule(**facts), d(first), d(through))] == dates


@pytest.mark.parametrize(
    ("municipality", "fronts", "distance_ft", "borders"),
    [
        ("Niles", "owasco-lake", None, True),
        ("Niles", "none", None, False),
        ("Niles", None, None, None),
        ("Niles", None, Decimal(0), None),
        ("Niles", None, Decimal("0.1"), False),
        ("Genoa", None, None, False),
        ("Genoa", None, Decimal(0), False),
        (None, None, None, None),
        (None, None, Decimal(5), False),
    ],
)
def test_whether_a_parcel_borders_a_lake(
    municipality: str | None, fronts: str | None, distance_ft: Decimal | None, borders: bool | None
) -> None:
    assert fronts_a_lake(municipality, fronts, distance_ft) is borders


def test_a_parcel_is_far_only_where_no_lake_has_a_shore() -> None:
    assert schedule().touch_a_lake == frozenset(SHORES)
