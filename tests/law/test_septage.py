"""Where what was pumped from tanks may go."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.data import figures
from sanitarian.law.registry import NO_LAW, rules
from sanitarian.law.ruling import ImpossibleFacts

LAND = {
    "method": "land", "site_approved": True, "pumped_at": "2026-06-15T08:00", "incorporated_at": "2026-06-15T12:00",
}  # fmt: skip


def ask(**facts: Any) -> Any:
    return rules()["septage-disposal"].ask(facts)


@pytest.mark.parametrize(
    ("facts", "outcome", "hours"),
    [
        ({"method": "treatment-plant", "plant_permitted": True}, "lawful", None),
        ({"method": "treatment-plant", "plant_permitted": False}, "violation", None),
        ({"method": "treatment-plant"}, "undetermined", None),
        (LAND | {"method": "treatment-plant", "plant_permitted": True}, "lawful", None),
        (LAND | {"method": "treatment-plant"}, "undetermined", None),
        (LAND, "lawful", "4.00"),
        (LAND | {"plant_permitted": False}, "lawful", "4.00"),
        (LAND | {"site_approved": False}, "violation", "4.00"),
        (LAND | {"site_approved": None}, "undetermined", "4.00"),
        # the hours
        (LAND | {"incorporated_at": "2026-06-15T08:00"}, "lawful", "0.00"),
        (LAND | {"incorporated_at": "2026-06-16T08:00"}, "lawful", "24.00"),
        (LAND | {"incorporated_at": "2026-06-16T08:00:00.000001"}, "violation", "24.00"),
        (LAND | {"incorporated_at": "2026-06-16T08:00:18"}, "violation", "24.01"),
        (LAND | {"incorporated_at": "2026-06-16T08:00:17"}, "violation", "24.00"),
        (LAND | {"incorporated_at": "2026-06-16T07:59:59"}, "lawful", "24.00"),
        (LAND | {"pumped_at": None}, "undetermined", None),
        (LAND | {"incorporated_at": None}, "undetermined", None),
        # what is shown to fail comes first
        (LAND | {"site_approved": None, "incorporated_at": "2026-06-16T08:01"}, "violation", "24.02"),
        (LAND | {"site_approved": False, "incorporated_at": None}, "violation", None),
        (LAND | {"site_approved": None, "pumped_at": None}, "undetermined", None),
        # over the change of clocks: 24 hours that passed, not 24 of the clock
        (LAND | {"pumped_at": "2026-03-07T12:00", "incorporated_at": "2026-03-08T13:00"}, "lawful", "24.00"),
        (LAND | {"pumped_at": "2026-03-07T12:00", "incorporated_at": "2026-03-08T13:01"}, "violation", "24.02"),
        (LAND | {"pumped_at": "2026-10-31T12:00", "incorporated_at": "2026-11-01T11:00"}, "lawful", "24.00"),
        (LAND | {"pumped_at": "2026-10-31T12:00", "incorporated_at": "2026-11-01T11:01"}, "violation", "24.02"),
        (LAND | {"pumped_at": "2026-11-01T01:30-04:00", "incorporated_at": "2026-11-01T01:15-05:00"}, "lawful", "0.75"),
    ],
)
def test_septage(facts: dict[str, Any], outcome: str, hours: str | None) -> None:
    ruling = ask(**facts)
    assert (ruling.outcome, ruling.to_json()["values"]) == (outcome, {"hours": hours})


@pytest.mark.parametrize(
    ("change", "holds"),
    [
        ({}, [True, True]),
        ({"site_approved": None, "incorporated_at": None}, [None, None]),
        ({"site_approved": False, "pumped_at": None}, [False, None]),
        ({"incorporated_at": "2026-06-16T08:01"}, [True, False, True]),
        ({"method": "treatment-plant"}, [None]),
    ],
)
def test_the_whole_of_an_answer(change: dict[str, Any], holds: list[bool | None]) -> None:
    ruling = ask(**LAND | change)
    assert (ruling.rule, ruling.code) == ("septage-disposal", "2006-03-14")
    assert [reason.holds for reason in ruling.reasons] == holds
    assert [reason.cite for reason in ruling.reasons] == ["V.IX", "V.IX", "F-17"][: len(holds)]


def test_article_five_begins_in_1994() -> None:
    plant = {"method": "treatment-plant", "plant_permitted": True}
    for facts in (plant, LAND):
        with_law_of = [rules()["septage-disposal"].ask(facts, date(1994, 8, day)).outcome for day in (8, 9)]
        assert with_law_of == [NO_LAW, "lawful"]


@pytest.mark.parametrize("method", ["land", "treatment-plant"])
def test_plowed_under_before_it_was_pumped(method: str) -> None:
    with pytest.raises(ImpossibleFacts, match="incorporated_at"):
        ask(**LAND | {"method": method, "incorporated_at": "2026-06-15T07:59"})
    with pytest.raises(ImpossibleFacts, match="incorporated_at"):
        ask(**LAND | {"pumped_at": "2026-11-01T01:15-05:00", "incorporated_at": "2026-11-01T01:30-04:00"})


@pytest.mark.parametrize(
    ("plowed", "noted"),
    [("2026-06-15T14:00", False), ("2026-06-15T14:00:01", True), ("2026-06-16T09:00", True), (None, False)],
)
def test_the_federal_limit_is_information_only(plowed: str | None, noted: bool) -> None:
    ruling = ask(**LAND | {"incorporated_at": plowed})
    notes = [reason for reason in ruling.reasons if reason.cite == "F-17"]
    assert [note.holds for note in notes] == ([True] if noted else [])
    assert all("not yet verified" in note.text and "does not rest on it" in note.text for note in notes)
    assert figures()["septage_federal_hours"]["verified"] is False


def test_a_plant_is_not_measured_in_hours() -> None:
    facts = LAND | {"method": "treatment-plant", "plant_permitted": True, "incorporated_at": "2026-06-20T09:00"}
    assert [(reason.holds, reason.cite) for reason in ask(**facts).reasons] == [(True, "V.IX")]


@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 1), timezones=st.just(UTC)),
    st.timedeltas(timedelta(0), timedelta(3)),
    st.none() | st.booleans(),
)
def test_the_exact_time_decides(pumped: datetime, took: timedelta, approved: bool | None) -> None:
    facts = {"pumped_at": pumped.isoformat(), "incorporated_at": (pumped + took).isoformat()}
    ruling = ask(method="land", site_approved=approved, **facts)
    late = took > timedelta(days=1)
    assert (ruling.outcome == "violation") is (late or approved is False)
    assert (ruling.outcome == "lawful") is (not late and approved is True)
    assert abs(ruling.values["hours"] - Decimal(took.total_seconds()) / 3600) <= Decimal("0.005")
    hidden = ask(method="land", site_approved=approved, pumped_at=facts["pumped_at"]).outcome
    assert hidden == ("violation" if approved is False else "undetermined")
