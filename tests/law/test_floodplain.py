"""Whether a permit may be issued where it floods."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.floodplain import floodplain
from sanitarian.law.registry import NO_LAW, rules

OWASCO: dict[str, Any] = {
    "in_floodway": False, "in_floodplain": True, "owasco_lake": True, "field_bottom_ft": "719.13", "datum": "NGVD29",
}  # fmt: skip
CREEK: dict[str, Any] = {
    "in_floodway": False, "in_floodplain": True, "owasco_lake": False, "field_bottom_ft": "702", "datum": "NAVD88",
    "flood_elevation_ft": "700", "flood_datum": "NAVD88",
}  # fmt: skip
LAKE_VALUES = ("719.13", "NGVD29")
CREEK_VALUES = ("702", "NAVD88")
NONE = (None, None)


def ask(facts: dict[str, Any]) -> Any:
    """The ruling; elevations as text, so that they stay exact."""
    return floodplain(**{
        name: Decimal(value) if name.endswith("_ft") and value is not None else value for name, value in facts.items()
    })  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "outcome", "values"),
    [
        # the zones
        ({}, "undetermined", NONE),
        ({"in_floodway": False}, "undetermined", NONE),
        ({"in_floodplain": False}, "undetermined", NONE),
        ({"in_floodway": False, "in_floodplain": False}, "may-issue", NONE),
        (OWASCO | {"in_floodplain": False}, "may-issue", NONE),
        (OWASCO | {"in_floodplain": False, "field_bottom_ft": "0"}, "may-issue", NONE),
        (OWASCO | {"in_floodplain": None, "field_bottom_ft": "0"}, "undetermined", NONE),
        (OWASCO | {"in_floodplain": False, "in_floodway": None}, "undetermined", NONE),
        (OWASCO | {"in_floodway": True}, "may-issue", LAKE_VALUES),
        (OWASCO | {"in_floodway": True, "in_floodplain": False}, "may-issue", LAKE_VALUES),
        (OWASCO | {"in_floodway": True, "in_floodplain": None, "field_bottom_ft": "719.12"}, "barred", LAKE_VALUES),
        (OWASCO | {"in_floodway": None}, "may-issue", LAKE_VALUES),
        # Owasco Lake, in the code's own datum
        (OWASCO, "may-issue", LAKE_VALUES),
        (OWASCO | {"field_bottom_ft": "719.12"}, "barred", LAKE_VALUES),
        (OWASCO | {"field_bottom_ft": "719.10"}, "barred", LAKE_VALUES),
        (OWASCO | {"field_bottom_ft": "719.1299999999999999999999999999999999"}, "barred", LAKE_VALUES),
        (OWASCO | {"flood_elevation_ft": "900", "flood_datum": "NAVD88"}, "may-issue", LAKE_VALUES),
        (OWASCO | {"flood_elevation_ft": "100", "field_bottom_ft": "719.12"}, "barred", LAKE_VALUES),
        (OWASCO | {"field_bottom_ft": None}, "undetermined", LAKE_VALUES),
        (OWASCO | {"datum": None}, "undetermined", LAKE_VALUES),
        # the same in the newer datum: 719.13 is 718.51 there, and 0.10 on either side decides
        (OWASCO | {"datum": "NAVD88"}, "may-issue", LAKE_VALUES),
        (OWASCO | {"datum": "NAVD88", "field_bottom_ft": "718.61"}, "may-issue", LAKE_VALUES),
        (OWASCO | {"datum": "NAVD88", "field_bottom_ft": "718.6099999999999999999999999999999999"}, "undetermined",
         LAKE_VALUES),
        (OWASCO | {"datum": "NAVD88", "field_bottom_ft": "718.6"}, "undetermined", LAKE_VALUES),
        (OWASCO | {"datum": "NAVD88", "field_bottom_ft": "718.51"}, "undetermined", LAKE_VALUES),
        (OWASCO | {"datum": "NAVD88", "field_bottom_ft": "718.42"}, "undetermined", LAKE_VALUES),
        (OWASCO | {"datum": "NAVD88", "field_bottom_ft": "718.41"}, "barred", LAKE_VALUES),
        # whether it is the lake
        (OWASCO | {"owasco_lake": None}, "undetermined", NONE),
        (CREEK | {"owasco_lake": None}, "undetermined", NONE),
        (OWASCO | {"owasco_lake": False}, "undetermined", NONE),
        # elsewhere
        (CREEK, "may-issue", CREEK_VALUES),
        (CREEK | {"field_bottom_ft": "701.99"}, "barred", CREEK_VALUES),
        (CREEK | {"flood_elevation_ft": "700.5"}, "barred", ("702.5", "NAVD88")),
        (CREEK | {"flood_elevation_ft": None}, "undetermined", NONE),
        (CREEK | {"flood_datum": None}, "undetermined", NONE),
        (CREEK | {"field_bottom_ft": None}, "undetermined", CREEK_VALUES),
        (CREEK | {"datum": None}, "undetermined", CREEK_VALUES),
        (CREEK | {"field_bottom_ft": "-3", "flood_elevation_ft": "-5"}, "may-issue", ("-3", "NAVD88")),
        # NGVD29 to NAVD88: 702 is 702.62 there
        (CREEK | {"datum": "NGVD29"}, "barred", CREEK_VALUES),
        (CREEK | {"datum": "NGVD29", "field_bottom_ft": "702.52"}, "barred", CREEK_VALUES),
        (CREEK | {"datum": "NGVD29", "field_bottom_ft": "702.53"}, "undetermined", CREEK_VALUES),
        (CREEK | {"datum": "NGVD29", "field_bottom_ft": "702.71"}, "undetermined", CREEK_VALUES),
        (CREEK | {"datum": "NGVD29", "field_bottom_ft": "702.72"}, "may-issue", CREEK_VALUES),
        # NAVD88 to NGVD29, off the lake: 702 is 701.38 there
        (CREEK | {"flood_datum": "NGVD29", "field_bottom_ft": "701.28"}, "barred", ("702", "NGVD29")),
        (CREEK | {"flood_datum": "NGVD29", "field_bottom_ft": "701.48"}, "may-issue", ("702", "NGVD29")),
    ],
)  # fmt: skip
def test_floodplain(facts: dict[str, Any], outcome: str, values: tuple[str | None, str | None]) -> None:
    ruling = ask(facts)
    answer = ruling.to_json()["values"]
    assert (ruling.outcome, tuple(answer.values())) == (outcome, values)
    assert list(answer) == ["required_ft", "datum"]
    if outcome == "undetermined":
        assert ruling.not_shown


@pytest.mark.parametrize(
    ("facts", "cites"),
    [
        (OWASCO, {"V.X", "F-18", "F-20", "F-22"}),
        (OWASCO | {"in_floodway": True}, {"V.X", "F-18", "F-19", "F-20", "F-22"}),
        (CREEK, {"V.X", "F-18", "F-21"}),
        (CREEK | {"datum": "NGVD29"}, {"V.X", "F-18", "F-21", "F-22"}),
        ({"in_floodway": False, "in_floodplain": False}, {"V.X"}),
    ],
)
def test_the_readings_that_it_leans_on(facts: dict[str, Any], cites: set[str]) -> None:
    assert {reason.cite for reason in ask(facts).reasons} == cites


ZONE = [(False, "V.X"), (True, "V.X"), (True, "F-18")]
LAKE = [*ZONE, (True, "F-20"), (True, "F-22")]


@pytest.mark.parametrize(
    ("facts", "reasons"),
    [
        ({}, [(None, "V.X"), (None, "V.X")]),
        ({"in_floodway": False, "in_floodplain": False}, [(False, "V.X"), (False, "V.X")]),
        (OWASCO, [*LAKE, (True, "V.X")]),
        (OWASCO | {"field_bottom_ft": "719.12"}, [*LAKE, (False, "V.X")]),
        (OWASCO | {"field_bottom_ft": None}, [*LAKE, (None, "V.X")]),
        (OWASCO | {"datum": "NAVD88"}, [*LAKE, (True, "F-22"), (True, "V.X")]),
        (OWASCO | {"datum": "NAVD88", "field_bottom_ft": "718.4"}, [*LAKE, (True, "F-22"), (False, "V.X")]),
        (OWASCO | {"datum": "NAVD88", "field_bottom_ft": "718.5"}, [*LAKE, (True, "F-22"), (None, "F-22")]),
        (OWASCO | {"in_floodway": True},
         [(True, "V.X"), *ZONE[1:], (True, "F-19"), *LAKE[3:], (True, "V.X")]),
        (CREEK, [*ZONE, (False, "V.X"), (True, "F-21"), (True, "V.X")]),
        (CREEK | {"owasco_lake": None}, [*ZONE, (None, "V.X")]),
        ({"in_floodway": False, "in_floodplain": True, "owasco_lake": False},
         [*ZONE, (False, "V.X"), (None, "F-21"), (None, "F-22"), (None, "V.X")]),
    ],
)  # fmt: skip
def test_the_whole_of_an_answer(facts: dict[str, Any], reasons: list[tuple[bool | None, str]]) -> None:
    ruling = ask(facts)
    assert (ruling.rule, ruling.code) == ("floodplain", "2006-03-14")
    assert [(reason.holds, reason.cite) for reason in ruling.reasons] == reasons


def test_article_five_begins_in_1994() -> None:
    dry = {"in_floodway": False, "in_floodplain": False}
    assert [rules()["floodplain"].ask(dry, date(1994, 8, day)).outcome for day in (8, 9)] == [NO_LAW, "may-issue"]


@pytest.mark.parametrize(
    ("facts", "cite", "word"),
    [
        (CREEK | {"flood_elevation_ft": None}, "F-21", "engineer"),
        (CREEK | {"flood_datum": None}, "F-22", "datum of the flood elevation"),
        (CREEK | {"field_bottom_ft": None}, "V.X", "elevation of the absorption field"),
        (CREEK | {"datum": None}, "V.X", "datum of the elevation of the absorption field"),
        (CREEK | {"owasco_lake": None}, "V.X", "Owasco Lake"),
        (OWASCO | {"datum": "NAVD88", "field_bottom_ft": "718.6"}, "F-22", "survey"),
        (CREEK | {"datum": "NGVD29", "field_bottom_ft": "702.6"}, "F-22", "NAVD88"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, Any], cite: str, word: str) -> None:
    (reason,) = ask(facts).not_shown
    assert (reason.cite, word in reason.text) == (cite, True)


def test_json_numbers_stay_exact() -> None:
    facts = {name: float(v) if name.endswith("_ft") else v for name, v in OWASCO.items()}
    assert rules()["floodplain"].ask(facts).outcome == "may-issue"
    edge = CREEK | {"field_bottom_ft": 1e308, "flood_elevation_ft": 1e308}
    assert rules()["floodplain"].ask(edge).outcome == "barred"


FEET = st.integers(69_000, 75_000).map(lambda hundredths: Decimal(hundredths) / 100)
DATUM = st.sampled_from(["NGVD29", "NAVD88"])
RANK = {"barred": 0, "undetermined": 1, "may-issue": 2}
ZONES = {"in_floodway": False, "in_floodplain": True}


@given(FEET, FEET, DATUM, FEET, DATUM)
def test_a_higher_field_never_fares_worse(
    low: Decimal, rise: Decimal, datum: str, flood: Decimal, flood_datum: str
) -> None:
    facts = {**ZONES, "owasco_lake": False, "datum": datum, "flood_elevation_ft": flood, "flood_datum": flood_datum}
    lower = floodplain(field_bottom_ft=low, **facts).outcome
    higher = floodplain(field_bottom_ft=low + rise, **facts).outcome
    assert RANK[lower] <= RANK[higher]


@given(FEET, st.none() | FEET, st.none() | DATUM)
def test_on_the_lake_the_map_counts_for_nothing(bottom: Decimal, flood: Decimal | None, datum: str | None) -> None:
    facts = {**ZONES, "owasco_lake": True, "field_bottom_ft": bottom, "datum": "NGVD29"}
    ruling = floodplain(**facts, flood_elevation_ft=flood, flood_datum=datum)
    assert ruling == floodplain(**facts)
    assert ruling.outcome == ("may-issue" if bottom >= Decimal("719.13") else "barred")


@given(FEET, DATUM, FEET, DATUM, st.sampled_from(["owasco_lake", "field_bottom_ft", "datum", "flood_elevation_ft"]))
def test_a_fact_not_shown_decides_nothing(
    bottom: Decimal, datum: str, flood: Decimal, flood_datum: str, hidden: str
) -> None:
    facts: dict[str, Any] = {**ZONES, "owasco_lake": False, "field_bottom_ft": bottom, "datum": datum}
    facts |= {"flood_elevation_ft": flood, "flood_datum": flood_datum}
    assert floodplain(**facts | {hidden: None}).outcome == "undetermined"
