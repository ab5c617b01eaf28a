"""When an interim permit may be renewed, and what the department does when one has run out."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.data import limit
from sanitarian.law.dates import is_business_day, next_business_day
from sanitarian.law.interim import RELIEFS, RENEWALS, Condition, interim_expiry, interim_renewal
from sanitarian.law.ruling import Ruling
from tests.law.refining import FLAGS, refined


def d(text: str) -> date:
    return date.fromisoformat(text)


MET, BROKEN, OPEN = (
    Condition("pump", met=True),
    Condition("report", met=False),
    Condition("test hole"),
)
SOUND = {"system_failed": False, "improperly_maintained": False, "improperly_repaired": False}


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({"conditions": []}, "may-renew"),
        ({"conditions": [MET]}, "may-renew"),
        ({"conditions": [MET, MET]}, "may-renew"),
        ({"conditions": [MET, BROKEN]}, "barred"),
        ({"conditions": [BROKEN, OPEN]}, "barred"),
        ({"conditions": [MET, OPEN]}, "undetermined"),
        ({"conditions": None}, "undetermined"),
        ({"conditions": [{"name": "pump", "met": True}]}, "may-renew"),
        ({"system_failed": True}, "barred"),
        ({"improperly_maintained": True}, "barred"),
        ({"improperly_repaired": True}, "barred"),
        ({"system_failed": None}, "undetermined"),
        ({"improperly_maintained": None}, "undetermined"),
        ({"improperly_repaired": None}, "undetermined"),
        # what is shown to bar comes before what is not shown
        ({"conditions": None, "system_failed": True}, "barred"),
        ({"conditions": [OPEN], "improperly_repaired": True}, "barred"),
        ({"conditions": [BROKEN], "system_failed": None}, "barred"),
        ({"system_failed": None, "improperly_maintained": True}, "barred"),
    ],
)
def test_renewal(change: dict[str, Any], outcome: str) -> None:
    ruling = interim_renewal(**{"conditions": [MET], **SOUND} | change)
    assert (ruling.outcome, ruling.values) == (outcome, {})
    assert ("C-4" in ruling.interpretations) is (outcome == "barred")


def test_each_condition_is_a_reason() -> None:
    ruling = interim_renewal(conditions=[MET, BROKEN, OPEN], **SOUND)
    shown = {r.text: r.holds for r in ruling.reasons if r.cite == "V.V.F.1"}
    assert list(shown.values()) == [True, False, None]
    assert all(name in text for name, text in zip(("pump", "report", "test hole"), shown, strict=True))


CONDITIONS = st.lists(st.builds(Condition, st.just("pump"), FLAGS), max_size=3)


@given(refined({"conditions": CONDITIONS, **dict.fromkeys(SOUND, FLAGS)}))
def test_more_facts_never_contradict_what_was_shown(facts: tuple[dict[str, Any], dict[str, Any]]) -> None:
    before, after = (interim_renewal(**each).outcome for each in facts)
    assert before in {"undetermined", after}


@given(st.fixed_dictionaries({"conditions": CONDITIONS, **dict.fromkeys(SOUND, FLAGS)}))
def test_another_broken_condition_always_bars(facts: dict[str, Any]) -> None:
    assert interim_renewal(**facts | {"conditions": [*facts["conditions"], BROKEN]}).outcome == "barred"


# --- expiry ------------------------------------------------------------------------------------------------------

EXPIRED: dict[str, Any] = {"as_of": d("2026-07-06"), "through": d("2026-06-30")}
SHORT: dict[str, Any] = {"standards_met": False, "may_be_shown_met": False, "hardship": False, "renewal": "may-renew"}
ORDERED: dict[str, Any] = {"order_given": True, "order_by": d("2026-07-03")}  # a Friday


def expiry(**facts: Any) -> Ruling:
    return interim_expiry(**EXPIRED | SHORT | facts)


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({}, "order-repairs"),
        # whether it has run out; expiry does not roll
        ({"as_of": d("2026-06-30")}, "not-expired"),
        ({"as_of": d("2026-07-01")}, "order-repairs"),
        ({"as_of": d("2026-06-30"), "standards_met": True}, "not-expired"),
        ({"through": d("2026-07-04"), "as_of": d("2026-07-05")}, "order-repairs"),  # a Saturday
        # G.1
        ({"standards_met": True}, "issue-discharge-permit"),
        ({"standards_met": True, "renewal": "barred"}, "issue-discharge-permit"),
        ({"standards_met": True, "may_be_shown_met": None, "hardship": None}, "issue-discharge-permit"),
        ({"standards_met": None}, "undetermined"),
        # G.2
        ({"may_be_shown_met": True}, "renew-interim"),
        ({"may_be_shown_met": True, "standards_met": None}, "renew-interim"),  # not demonstrated is what G.2 is about
        ({"may_be_shown_met": True, "hardship": None}, "renew-interim"),
        ({"may_be_shown_met": True, "hardship": True}, "renew-interim"),  # shall comes before may
        ({"may_be_shown_met": None}, "undetermined"),
        ({"may_be_shown_met": None, "hardship": True}, "undetermined"),
        ({"may_be_shown_met": True, "renewal": None}, "undetermined"),
        ({"may_be_shown_met": True, "renewal": "undetermined"}, "undetermined"),
        # a bar closes G.2 and leads to an order (C-4)
        ({"may_be_shown_met": True, "renewal": "barred"}, "order-repairs"),
        ({"may_be_shown_met": None, "renewal": "barred"}, "order-repairs"),
        ({"may_be_shown_met": True, "renewal": "barred", "standards_met": None}, "order-repairs"),
        ({"may_be_shown_met": True, "renewal": "barred", "hardship": True}, "may-grant-relief"),
        ({"may_be_shown_met": True, "renewal": "barred", "hardship": None}, "undetermined"),
        # G.3
        ({"hardship": True}, "may-grant-relief"),
        ({"hardship": True, "standards_met": None}, "may-grant-relief"),
        ({"hardship": None}, "undetermined"),
        ({"hardship": True, "relief": "waiver"}, "may-grant-relief"),
        ({"hardship": True, "relief": "waiver", "renewal": "barred"}, "may-grant-relief"),
        ({"hardship": True, "relief": "variance"}, "undetermined"),
        ({"hardship": True, "relief": "variance", "variance_granted": False}, "may-not-grant-relief"),
        ({"hardship": True, "relief": "variance", "variance_granted": True}, "may-grant-relief"),
        ({"hardship": True, "relief": "extension"}, "may-grant-relief"),
        ({"hardship": True, "relief": "extension", "renewal": "barred"}, "may-not-grant-relief"),
        ({"hardship": True, "relief": "extension", "renewal": None}, "undetermined"),
        ({"hardship": True, "relief": "extension", "renewal": "undetermined"}, "undetermined"),
        ({"hardship": False, "relief": "variance", "variance_granted": True}, "order-repairs"),
        # G.4
        ({"renewal": None}, "order-repairs"),
        ({"renewal": "undetermined", "standards_met": None}, "undetermined"),
    ],
)
def test_expiry(change: dict[str, Any], outcome: str) -> None:
    ruling = expiry(**change)
    assert ruling.outcome == outcome
    assert (ruling.values["order_through"], ruling.values["hearing_referral_due"]) == (None, None)
    if outcome == "undetermined":
        assert ruling.not_shown


@pytest.mark.parametrize(
    ("change", "outcome", "due"),
    [
        (ORDERED, "refer-to-hearing", "2026-07-04"),
        (ORDERED | {"repairs_done": False}, "refer-to-hearing", "2026-07-04"),
        (ORDERED | {"repairs_done": None}, "undetermined", "2026-07-04"),
        (ORDERED | {"repairs_done": True}, "order-repairs", None),
        (ORDERED | {"repairs_done": True, "standards_met": True}, "issue-discharge-permit", None),
        # the last day, and the one after it
        ({"as_of": d("2026-07-03")}, "order-open", "2026-07-04"),
        ({"as_of": d("2026-07-04")}, "refer-to-hearing", "2026-07-04"),
        # a last day on a weekend is moved to Monday
        ({"order_by": d("2026-07-04")}, "order-open", "2026-07-07"),
        ({"order_by": d("2026-07-04"), "as_of": d("2026-07-07")}, "refer-to-hearing", "2026-07-07"),
        # an undone order comes before all else
        ({"standards_met": True}, "refer-to-hearing", "2026-07-04"),
        ({"hardship": True}, "refer-to-hearing", "2026-07-04"),
        ({"through": d("2027-06-30")}, "refer-to-hearing", "2026-07-04"),
        # an order whose time runs
        ({"order_by": d("2026-09-01"), "repairs_done": None}, "order-open", "2026-09-02"),
        ({"order_by": d("2026-09-01"), "hardship": None}, "order-open", "2026-09-02"),
        ({"order_by": d("2026-09-01"), "hardship": True}, "order-open", "2026-09-02"),
        ({"order_by": d("2026-09-01"), "standards_met": True}, "issue-discharge-permit", "2026-09-02"),
        ({"order_by": d("2026-09-01"), "may_be_shown_met": True}, "renew-interim", "2026-09-02"),
        ({"order_by": d("2026-09-01"), "may_be_shown_met": None}, "undetermined", "2026-09-02"),
        ({"order_by": d("2026-09-01"), "renewal": "barred"}, "order-open", "2026-09-02"),
        ({"order_by": d("2026-09-01"), "through": d("2027-06-30")}, "not-expired", "2026-09-02"),
        # no day, or no order
        ({"order_by": None}, "undetermined", None),
        ({"order_by": None, "repairs_done": True}, "order-repairs", None),
        ({"order_given": False}, "order-repairs", None),
    ],
)
def test_an_order(change: dict[str, Any], outcome: str, due: str | None) -> None:
    ruling = expiry(**{"repairs_done": False} | ORDERED | change)
    assert (ruling.outcome, ruling.values["hearing_referral_due"]) == (outcome, d(due) if due else None)
    assert ("C-19" in ruling.interpretations) is (outcome == "refer-to-hearing")


def test_a_moved_last_day_is_given_and_cited() -> None:
    ruling = expiry(order_given=True, order_by=d("2026-07-04"), repairs_done=False)
    assert ruling.values["order_through"] == d("2026-07-06")
    assert "GCL.25-a" in {reason.cite for reason in ruling.reasons}
    assert "GCL.25-a" not in {reason.cite for reason in expiry(**ORDERED, repairs_done=False).reasons}


@pytest.mark.parametrize(
    ("granted", "renewal", "reliefs"),
    [
        (True, "may-renew", ("variance", "waiver", "extension")),
        (False, "may-renew", ("waiver", "extension")),
        (None, "may-renew", ("waiver", "extension")),  # the committee comes first (C-17)
        (True, "barred", ("variance", "waiver")),
        (None, "barred", ("waiver",)),
        (None, "undetermined", ("waiver",)),
        (None, None, ("waiver",)),
    ],
)
def test_the_relief_that_is_open(granted: bool | None, renewal: str | None, reliefs: tuple[str, ...]) -> None:
    ruling = expiry(hardship=True, variance_granted=granted, renewal=renewal)
    assert (ruling.outcome, ruling.values["reliefs"]) == ("may-grant-relief", reliefs)


@pytest.mark.parametrize("hardship", [False, None])
def test_no_relief_without_hardship(hardship: bool | None) -> None:
    assert expiry(hardship=hardship, variance_granted=True).values["reliefs"] is None


def test_readings_are_cited_where_they_are_leaned_on() -> None:
    assert expiry(standards_met=True).interpretations == ("C-16",)
    assert expiry(may_be_shown_met=True).interpretations == ("C-3",)
    assert str(limit("interim_years")) in expiry(may_be_shown_met=True).reasons[-1].text
    assert expiry().interpretations == ("C-18",)
    assert expiry(renewal="barred").interpretations == ("C-4", "C-18")


DAYS = st.dates(date(2026, 1, 1), date(2027, 12, 31))
FACTS = st.fixed_dictionaries(
    {
        "as_of": DAYS,
        "through": DAYS,
        "standards_met": FLAGS,
        "renewal": st.sampled_from([*RENEWALS, None]),
        "may_be_shown_met": FLAGS,
        "hardship": FLAGS,
        "relief": st.sampled_from([*RELIEFS, None]),
        "variance_granted": FLAGS,
        "order_given": st.booleans(),
        "order_by": DAYS | st.none(),
        "repairs_done": FLAGS,
    }
)


@given(FACTS)
def test_a_barred_permit_is_neither_renewed_nor_extended(facts: dict[str, Any]) -> None:
    ruling = interim_expiry(**facts | {"renewal": "barred"})
    assert ruling.outcome != "renew-interim"
    assert "extension" not in (ruling.values["reliefs"] or ())


@given(FACTS)
def test_no_variance_before_the_committee(facts: dict[str, Any]) -> None:
    ruling = interim_expiry(**facts)
    if "variance" in (ruling.values["reliefs"] or ()):
        assert facts["variance_granted"]


@given(FACTS)
def test_the_referral_falls_due_after_a_business_day_not_before_the_order_says(facts: dict[str, Any]) -> None:
    ruling = interim_expiry(**facts)
    due = ruling.values["hearing_referral_due"]
    if due is not None:
        assert ruling.values["order_through"] == due - timedelta(1) == next_business_day(facts["order_by"])
        assert is_business_day(ruling.values["order_through"])
        assert facts["order_given"]
        assert not facts["repairs_done"]
    if ruling.outcome == "refer-to-hearing":
        assert due <= facts["as_of"]


@given(FACTS, DAYS)
def test_a_referral_does_not_lapse(facts: dict[str, Any], later: date) -> None:
    if interim_expiry(**facts).outcome == "refer-to-hearing" and later >= facts["as_of"]:
        assert interim_expiry(**facts | {"as_of": later}).outcome == "refer-to-hearing"


@given(FACTS)
def test_an_order_against_the_owner_rests_on_what_is_shown(facts: dict[str, Any]) -> None:
    ruling = interim_expiry(**facts)
    if ruling.outcome == "order-repairs":
        assert facts["standards_met"] is False or facts["renewal"] == "barred"
        assert facts["hardship"] is False
    if ruling.outcome == "refer-to-hearing":
        assert facts["repairs_done"] is False
    if ruling.outcome == "undetermined":
        assert ruling.not_shown
