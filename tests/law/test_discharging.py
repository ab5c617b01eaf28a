"""Whether a system may discharge on a day."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.discharging import discharge
from sanitarian.law.ruling import Ruling
from tests.law.refining import FLAGS


def d(text: str) -> date:
    return date.fromisoformat(text)


GOOD: dict[str, Any] = {
    "on": d("2026-06-15"),
    "covered": True,
    "permit": "in-force",
    "surface_discharge": False,
    "watercourse_discharge": False,
}
NEW: dict[str, Any] = {"permit": "none", "first_due": d("2026-12-31")}
SPILLS = ("surface_discharge", "watercourse_discharge")


def ask(**facts: Any) -> Ruling:
    return discharge(**GOOD | facts)


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({}, "permitted"),
        ({"covered": False}, "does-not-apply"),
        ({"covered": None}, "undetermined"),
        # the permit
        ({"permit": "continued"}, "permitted"),
        ({"permit": "suspended"}, "prohibited"),
        ({"permit": "revoked"}, "prohibited"),
        ({"permit": "surrendered"}, "prohibited"),
        ({"permit": "expired"}, "prohibited"),
        ({"permit": "not-valid-for-this-use"}, "prohibited"),
        ({"permit": None}, "undetermined"),
        # before the first inspection
        (NEW, "not-yet-due"),
        (NEW | {"permit": "not-yet"}, "not-yet-due"),
        (NEW | {"permit": "expired"}, "prohibited"),
        (NEW | {"permit": "suspended"}, "prohibited"),
        (NEW | {"permit": None}, "undetermined"),
        (NEW | {"on": d("2026-12-31")}, "not-yet-due"),
        (NEW | {"on": d("2027-01-01")}, "prohibited"),
        (NEW | {"on": d("2026-11-02"), "first_due": d("2026-11-01")}, "not-yet-due"),  # a Sunday
        (NEW | {"on": d("2026-11-03"), "first_due": d("2026-11-01")}, "prohibited"),
        (NEW | {"first_due": None}, "undetermined"),
        (NEW | {"first_due": None, "unscheduled": True}, "not-yet-due"),
        (NEW | {"first_due": d("2004-11-01"), "unscheduled": True}, "not-yet-due"),
        ({"permit": "expired", "unscheduled": True}, "prohibited"),
        # what is not shown: a permit does not speak for it, a system not yet due has not been looked at
        ({"surface_discharge": None}, "undetermined"),
        ({"watercourse_discharge": None}, "undetermined"),
        (NEW | {"surface_discharge": None, "watercourse_discharge": None}, "not-yet-due"),
        ({"permit": "expired", "surface_discharge": None}, "prohibited"),
        ({"permit": "expired", "covered": None}, "undetermined"),
        # discharges
        ({"dec_discharge_permit": False}, "permitted"),
        *[({where: True}, "undetermined") for where in SPILLS],
        *[({where: True, "dec_discharge_permit": True}, "permitted") for where in SPILLS],
        *[({where: True, "dec_discharge_permit": False}, "prohibited") for where in SPILLS],
        *[(NEW | {where: True}, "undetermined") for where in SPILLS],
        *[(NEW | {where: True, "dec_discharge_permit": True}, "not-yet-due") for where in SPILLS],
        *[(NEW | {where: True, "dec_discharge_permit": False}, "prohibited") for where in SPILLS],
        ({"surface_discharge": True, "watercourse_discharge": None, "dec_discharge_permit": True}, "undetermined"),
        (
            NEW | {"surface_discharge": True, "watercourse_discharge": None, "dec_discharge_permit": True},
            "undetermined",
        ),
        ({"permit": "expired", "surface_discharge": True}, "prohibited"),
        # a shown discharge without a State permit comes before anything that is not shown
        ({"covered": None, "permit": None, "surface_discharge": True, "dec_discharge_permit": False}, "prohibited"),
        ({"covered": False, "surface_discharge": True, "dec_discharge_permit": False}, "does-not-apply"),
    ],
)
def test_discharge(change: dict[str, Any], outcome: str) -> None:
    ruling = ask(**change)
    assert (ruling.outcome, ruling.values) == (outcome, {})
    if outcome == "undetermined":
        assert ruling.not_shown


@pytest.mark.parametrize(
    ("change", "cite", "holds"),
    [
        ({}, "V.I.C.1", True),
        ({"covered": False}, "V.I.B", False),
        ({"surface_discharge": True, "dec_discharge_permit": False}, "V.III.D", False),
        ({"surface_discharge": True, "dec_discharge_permit": True}, "C-27", True),
        ({"permit": "continued"}, "V.VIII.B.1", True),
        ({"permit": "suspended"}, "I.7.C", True),
        ({"permit": "surrendered"}, "I.7.B.4", True),
        ({"permit": "expired"}, "I.7.B.3", True),
        ({"permit": "not-valid-for-this-use"}, "I.7.B.2", True),
        (NEW, "C-21", True),
        (NEW | {"on": d("2027-01-01")}, "C-21", False),
        (NEW | {"first_due": None}, "C-21", None),
        (NEW | {"unscheduled": True}, "B-4", True),
        (NEW | {"first_due": d("2026-11-01")}, "B-19", True),
    ],
)
def test_the_ground_it_rests_on(change: dict[str, Any], cite: str, holds: bool | None) -> None:
    assert [reason.holds for reason in ask(**change).reasons if reason.cite == cite] == [holds]


def test_no_reading_is_cited_that_is_not_leaned_on() -> None:
    assert ask().interpretations == ()
    assert ask(**NEW).interpretations == ("C-21",)


PERMITS = [
    "in-force", "continued", "suspended", "revoked", "surrendered", "expired", "not-valid-for-this-use", "not-yet",
    "none", None,
]  # fmt: skip
DAYS = st.dates(date(2025, 1, 1), date(2027, 12, 31))
FACTS = st.fixed_dictionaries(
    {
        "on": DAYS,
        "covered": FLAGS,
        "permit": st.sampled_from(PERMITS),
        "first_due": DAYS | st.none(),
        "unscheduled": st.booleans(),
        "surface_discharge": FLAGS,
        "watercourse_discharge": FLAGS,
        "dec_discharge_permit": FLAGS,
    }
)


@given(FACTS, st.sampled_from(SPILLS))
def test_a_shown_discharge_without_a_state_permit_is_never_lawful(facts: dict[str, Any], where: str) -> None:
    outcome = discharge(**facts | {where: True, "dec_discharge_permit": False}).outcome
    assert outcome == ("does-not-apply" if facts["covered"] is False else "prohibited")


@given(FACTS)
def test_what_is_permitted_is_wholly_shown(facts: dict[str, Any]) -> None:
    ruling = discharge(**facts)
    if ruling.outcome == "permitted":
        assert not ruling.not_shown
        assert facts["permit"] in {"in-force", "continued"}


@given(FACTS, st.sampled_from(["covered", "permit", *SPILLS, "dec_discharge_permit", "first_due"]))
def test_what_is_shown_later_never_makes_a_prohibition_lawful(facts: dict[str, Any], later: str) -> None:
    hidden = discharge(**facts | {later: None}).outcome
    if hidden in {"prohibited", "permitted", "does-not-apply"} and facts["covered"] is not False:
        assert discharge(**facts).outcome == hidden


@given(FACTS, DAYS)
def test_time_alone_never_makes_a_prohibition_lawful(facts: dict[str, Any], later: date) -> None:
    if discharge(**facts).outcome == "prohibited" and later >= facts["on"]:
        assert discharge(**facts | {"on": later}).outcome == "prohibited"
