"""Work on systems and buildings: who plans it, which approval it needs, who may do it."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.dates import is_business_day
from sanitarian.law.fees import fee
from sanitarian.law.ruling import Ruling
from sanitarian.law.works import BUILDING_WORKS, SYSTEM_WORKS, business_permit, construction_permit, plan_preparer
from tests.law.refining import FLAGS, refined


def d(text: str) -> date:
    return date.fromisoformat(text)


# --- who prepares the plan -----------------------------------------------------------------------------------------

CONTRACTOR: dict[str, Any] = {
    "work": "repair",
    "preparer": "contractor",
    "watershed": "none",
    "sensitive_area": False,
    "contractor_permit": True,
    "contractor_years": Decimal(3),
}


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({}, "may-prepare"),
        ({"work": "replacement"}, "may-prepare"),
        ({"work": "new"}, "may-not"),
        ({"work": "expansion"}, "may-not"),
        ({"work": "modification"}, "may-not"),
        ({"work": "emergency-repair"}, "no-plan-needed"),
        ({"work": "tank-replacement"}, "no-plan-needed"),
        ({"watershed": "owasco-lake"}, "may-not"),
        ({"watershed": "little-sodus-bay"}, "may-not"),
        ({"watershed": None}, "undetermined"),
        ({"sensitive_area": True}, "may-not"),
        ({"sensitive_area": None}, "undetermined"),
        ({"contractor_permit": False}, "may-not"),
        ({"contractor_permit": None}, "undetermined"),
        ({"contractor_years": Decimal("2.99")}, "may-not"),
        ({"contractor_years": Decimal("3.01")}, "may-prepare"),
        ({"contractor_years": None}, "undetermined"),
        # what is shown to fail comes before what is not shown
        ({"watershed": None, "sensitive_area": True}, "may-not"),
        ({"work": "new", "watershed": None, "contractor_years": None}, "may-not"),
        ({"contractor_permit": False, "contractor_years": None}, "may-not"),
        # a seal is the professionals' affair
        ({"sealed": False}, "may-prepare"),
        ({"preparer": "other"}, "may-not"),
        ({"preparer": "other", "sealed": True}, "may-not"),
        ({"preparer": "other", "work": "tank-replacement"}, "no-plan-needed"),
    ],
)
def test_contractors_and_others(change: dict[str, Any], outcome: str) -> None:
    ruling = plan_preparer(**CONTRACTOR | change)
    assert (ruling.outcome, ruling.values) == (outcome, {})


@pytest.mark.parametrize("preparer", ["engineer", "architect", "surveyor-exempt"])
@pytest.mark.parametrize("work", ["new", "expansion", "modification", "replacement", "repair"])
@pytest.mark.parametrize(("sealed", "outcome"), [(True, "may-prepare"), (False, "may-not"), (None, "undetermined")])
def test_design_professionals_need_the_seal_anywhere(
    preparer: str, work: str, sealed: bool | None, outcome: str
) -> None:
    everywhere = [("none", False), ("owasco-lake", True), (None, None)]
    found = {
        plan_preparer(work=work, preparer=preparer, sealed=sealed, watershed=where, sensitive_area=sensitive).outcome
        for where, sensitive in everywhere
    }
    assert found == {outcome}


@pytest.mark.parametrize("work", ["tank-replacement", "emergency-repair"])
def test_work_without_a_plan(work: str) -> None:
    assert plan_preparer(work=work, preparer="engineer", sealed=False).outcome == "no-plan-needed"


@given(
    refined(
        {
            "watershed": st.sampled_from(["owasco-lake", "little-sodus-bay", "none"]),
            "sensitive_area": FLAGS,
            "sealed": FLAGS,
            "contractor_permit": FLAGS,
            "contractor_years": st.integers(0, 60).map(lambda tenth: Decimal(tenth) / 10),
        }
    ),
    st.sampled_from(SYSTEM_WORKS),
    st.sampled_from(["engineer", "architect", "surveyor-exempt", "contractor", "other"]),
)
def test_more_facts_never_contradict_what_was_shown(
    facts: tuple[dict[str, Any], dict[str, Any]], work: str, preparer: str
) -> None:
    before, after = (plan_preparer(work=work, preparer=preparer, **each).outcome for each in facts)
    assert before in {"undetermined", after}


# --- which approval ------------------------------------------------------------------------------------------------

PLAIN: dict[str, Any] = {"increases_flow": False, "field_replaced": False, "interim_condition": False}


def approval(work: str, **facts: Any) -> Ruling:
    return construction_permit(work=work, **PLAIN | facts)


@pytest.mark.parametrize("work", ["new", "expansion", "modification", "replacement", "added-bedrooms"])
@pytest.mark.parametrize("increases", [True, False, None])
def test_works_that_always_need_a_permit(work: str, increases: bool | None) -> None:
    ruling = construction_permit(work=work, increases_flow=increases)
    assert ruling.outcome == "construction-permit"
    assert (ruling.values["plan_required"], ruling.values["fee_item"]) == (True, "construction-permit")
    assert ruling.values["notify_by"] is None


@pytest.mark.parametrize(
    ("work", "change", "outcome"),
    [
        ("repair", {}, "notification"),
        ("repair", {"increases_flow": True}, "construction-permit"),
        ("repair", {"increases_flow": None}, "undetermined"),
        ("repair", {"field_replaced": True}, "construction-permit"),
        ("repair", {"field_replaced": None}, "undetermined"),
        ("repair", {"field_replaced": None, "increases_flow": True}, "construction-permit"),
        ("repair", {"field_replaced": True, "increases_flow": None}, "construction-permit"),
        ("repair", {"ordered": True}, "plan-acceptance"),
        ("repair", {"ordered": True, "field_replaced": True}, "construction-permit"),
        ("repair", {"ordered": True, "field_replaced": None}, "undetermined"),
        ("repair", {"interim_condition": True}, "notification"),
        ("tank-replacement", {}, "notification"),
        ("tank-replacement", {"increases_flow": None, "field_replaced": None}, "notification"),
        ("tank-replacement", {"field_replaced": True}, "construction-permit"),
        ("tank-replacement", {"increases_flow": True}, "construction-permit"),
        ("tank-replacement", {"ordered": True}, "notification"),
        ("building-expansion", {}, "not-required"),
        ("building-expansion", {"increases_flow": True}, "construction-permit"),
        ("building-expansion", {"increases_flow": None}, "undetermined"),
        ("building-expansion", {"interim_condition": True}, "construction-permit"),
        ("building-expansion", {"interim_condition": True, "increases_flow": None}, "construction-permit"),
        ("building-expansion", {"interim_condition": None}, "undetermined"),
        ("building-expansion", {"interim_condition": None, "increases_flow": True}, "construction-permit"),
        ("building-expansion", {"field_replaced": None}, "not-required"),
        ("conversion", {}, "not-required"),
        ("conversion", {"increases_flow": True}, "construction-permit"),
        ("conversion", {"increases_flow": None}, "undetermined"),
        ("conversion", {"interim_condition": True}, "construction-permit"),
        # emergencies: a repair is one if shown, what is called one unless shown not to be
        ("emergency-repair", {}, "emergency-repair"),
        ("emergency-repair", {"emergency": True}, "emergency-repair"),
        ("emergency-repair", {"emergency": False}, "notification"),
        ("emergency-repair", {"emergency": False, "increases_flow": None}, "undetermined"),
        ("repair", {"emergency": True}, "emergency-repair"),
        ("repair", {"emergency": True, "increases_flow": None, "field_replaced": None}, "emergency-repair"),
        ("repair", {"emergency": False}, "notification"),
        ("tank-replacement", {"emergency": True}, "emergency-repair"),
        # more than a repair must be ordered as an emergency
        ("emergency-repair", {"field_replaced": True}, "construction-permit"),
        ("emergency-repair", {"field_replaced": True, "ordered": True}, "emergency-repair"),
        ("emergency-repair", {"increases_flow": True}, "construction-permit"),
        ("repair", {"emergency": True, "field_replaced": True}, "construction-permit"),
        ("repair", {"emergency": True, "field_replaced": True, "ordered": True}, "emergency-repair"),
        ("modification", {"emergency": True}, "construction-permit"),
        ("modification", {"emergency": True, "ordered": True}, "emergency-repair"),
        ("modification", {"ordered": True}, "construction-permit"),
        ("replacement", {"emergency": True}, "construction-permit"),
        ("replacement", {"emergency": True, "ordered": True}, "emergency-repair"),
        ("new", {"emergency": True, "ordered": True}, "construction-permit"),
        ("expansion", {"emergency": True, "ordered": True}, "construction-permit"),
        ("building-expansion", {"emergency": True, "ordered": True}, "not-required"),
    ],
)
def test_approval(work: str, change: dict[str, Any], outcome: str) -> None:
    ruling = approval(work, **change)
    assert ruling.outcome == outcome
    plan = {"undetermined": None, "construction-permit": True, "plan-acceptance": True}.get(outcome, False)
    assert ruling.values["plan_required"] is plan
    assert (ruling.values["standard"] is None) is not plan
    if outcome == "undetermined":
        assert ruling.not_shown


@pytest.mark.parametrize(
    ("work", "change", "item"),
    [
        ("new", {}, "construction-permit"),
        ("repair", {"field_replaced": True}, "construction-permit"),
        ("tank-replacement", {}, "tank-replacement"),
        ("tank-replacement", {"field_replaced": True}, "construction-permit"),
        ("repair", {}, None),
        ("repair", {"ordered": True}, None),  # no line of the fee schedule names it (F-3)
        ("repair", {"field_replaced": None}, None),
        ("emergency-repair", {}, None),
        ("building-expansion", {}, None),
    ],
)
def test_the_fee_is_an_item_of_the_fee_rule(work: str, change: dict[str, Any], item: str | None) -> None:
    assert approval(work, **change).values["fee_item"] == item
    if item is not None:
        assert fee(item=item, on=d("2026-06-15")).outcome == "fee"


@pytest.mark.parametrize(
    ("facts", "acceptable"),
    [
        ({}, None),
        ({"conforms_75a": True}, True),
        ({"conforms_75a": False}, None),
        ({"variance_granted": True}, True),
        ({"variance_granted": False}, None),
        ({"conforms_75a": False, "variance_granted": True}, True),
        ({"conforms_75a": False, "variance_granted": False}, False),
        ({"conforms_75a": False, "owner_authorization": True}, None),  # no way for a new system
        ({"conforms_75a": False, "variance_granted": False, "owner_authorization": True}, False),
    ],
)
def test_a_new_system_meets_the_standards_or_has_a_variance(facts: dict[str, Any], acceptable: bool | None) -> None:
    ruling = approval("new", **facts)
    assert (ruling.values["standard"], ruling.values["plan_acceptable"]) == ("75-A-or-variance", acceptable)
    leaned_on = bool(facts.get("variance_granted")) and not facts.get("conforms_75a")
    assert ("F-14" in ruling.interpretations) is leaned_on


@pytest.mark.parametrize("work", ["expansion", "modification", "replacement", "added-bedrooms"])
@pytest.mark.parametrize(
    ("facts", "acceptable"),
    [
        ({}, None),
        ({"conforms_75a": True}, True),
        ({"conforms_75a": False}, None),
        ({"owner_authorization": True}, True),
        ({"conforms_75a": False, "owner_authorization": True}, True),
        ({"conforms_75a": False, "owner_authorization": False}, False),
        ({"conforms_75a": False, "owner_authorization": False, "variance_granted": True}, False),
    ],
)
def test_an_existing_system_may_fall_short(work: str, facts: dict[str, Any], acceptable: bool | None) -> None:
    ruling = approval(work, **facts)
    assert (ruling.values["standard"], ruling.values["plan_acceptable"]) == ("75-A-encouraged", acceptable)


@pytest.mark.parametrize(
    ("started", "by"),
    [
        (None, None),
        ("2026-06-15", "2026-06-16"),
        ("2026-06-12", "2026-06-15"),  # a Friday
        ("2026-06-13", "2026-06-15"),  # a Saturday
        ("2026-06-18", "2026-06-22"),  # Juneteenth on Friday
        ("2026-07-02", "2026-07-03"),  # Independence Day, a Saturday, does not move
    ],
)
def test_notice_of_an_emergency_on_the_next_business_day(started: str | None, by: str | None) -> None:
    ruling = approval("emergency-repair", started=d(started) if started else None)
    assert ruling.values["notify_by"] == (d(by) if by else None)
    assert ruling.interpretations == ("F-2",)


def test_a_start_is_no_matter_where_there_is_no_emergency() -> None:
    assert approval("repair", started=d("2026-06-15")).values["notify_by"] is None


@pytest.mark.parametrize(
    ("work", "change", "cite", "holds"),
    [
        ("new", {}, "V.III.B", True),
        ("modification", {}, "F-1", True),
        ("added-bedrooms", {}, "C-22", True),
        ("tank-replacement", {}, "V.VII.A.7", True),
        ("tank-replacement", {}, "F-4", True),
        ("building-expansion", {"interim_condition": True}, "V.V.E.1", True),
        ("repair", {"ordered": True}, "V.V.G.4", True),
        ("emergency-repair", {"emergency": False}, "V.II.11", False),
        ("emergency-repair", {"field_replaced": True}, "V.V.G.4", False),
        ("new", {}, "F-3", True),
        ("repair", {"ordered": True}, "F-3", False),
    ],
)
def test_the_ground_it_rests_on(work: str, change: dict[str, Any], cite: str, holds: bool) -> None:
    assert [reason.holds for reason in approval(work, **change).reasons if reason.cite == cite] == [holds]


WORKS = st.sampled_from((*SYSTEM_WORKS, *BUILDING_WORKS))
OPEN = {
    "increases_flow": FLAGS,
    "field_replaced": FLAGS,
    "interim_condition": FLAGS,
    "conforms_75a": FLAGS,
    "variance_granted": FLAGS,
    "owner_authorization": FLAGS,
}


@given(WORKS, st.fixed_dictionaries(OPEN), FLAGS, st.booleans())
def test_more_wastewater_never_needs_less(
    work: str, facts: dict[str, Any], emergency: bool | None, ordered: bool
) -> None:
    ruling = construction_permit(work=work, **facts | {"increases_flow": True}, emergency=emergency, ordered=ordered)
    exempt = emergency is not False and ordered
    assert ruling.outcome in ({"construction-permit", "emergency-repair"} if exempt else {"construction-permit"})


@given(WORKS, refined(OPEN), st.booleans())
def test_what_is_shown_later_never_changes_an_answer_without_emergency(
    work: str, facts: tuple[dict[str, Any], dict[str, Any]], ordered: bool
) -> None:
    before, after = (construction_permit(work=work, emergency=False, ordered=ordered, **each) for each in facts)
    # A tank alone is taken at its word, until more is shown.
    tank = work == "tank-replacement" and before.outcome == "notification"
    assert tank or before.outcome in {"undetermined", after.outcome}
    if before.outcome == after.outcome and before.values["plan_acceptable"] is not None:
        assert after.values["plan_acceptable"] is before.values["plan_acceptable"]


@given(WORKS, st.fixed_dictionaries(OPEN), FLAGS, st.booleans(), st.dates(date(2020, 1, 1), date(2030, 1, 1)))
def test_notice_is_due_on_a_business_day_after_the_start(
    work: str, facts: dict[str, Any], emergency: bool | None, ordered: bool, started: date
) -> None:
    ruling = construction_permit(work=work, emergency=emergency, ordered=ordered, started=started, **facts)
    by = ruling.values["notify_by"]
    assert (by is not None) is (ruling.outcome == "emergency-repair")
    if by is not None:
        assert by > started
        assert is_business_day(by)


# --- who may do it -------------------------------------------------------------------------------------------------

PERMITTED: dict[str, Any] = {
    "on": d("2026-06-15"),
    "has_permit": True,
    "permit_from": d("2026-01-01"),
    "permit_through": d("2026-12-31"),
    "has_state_permit": True,
    "state_hauler_through": d("2026-10-31"),
}
COUNTY, STATE = "business-permit", "state-hauler-permit"


@pytest.mark.parametrize(
    ("work", "change", "outcome", "missing"),
    [
        ("install", {}, "may-work", ()),
        ("construct", {}, "may-work", ()),
        ("clean", {}, "may-work", ()),
        ("pump", {}, "may-work", ()),
        ("own-home", {"has_permit": False}, "not-required", None),
        ("other", {"has_permit": False}, "not-required", None),
        # the county's permit
        ("install", {"has_permit": False}, "may-not-work", (COUNTY,)),
        ("install", {"has_permit": None}, "may-work", ()),  # its days are shown
        ("install", {"permit_from": None}, "undetermined", (COUNTY,)),
        ("install", {"permit_through": None}, "undetermined", (COUNTY,)),
        ("install", {"has_permit": None, "permit_from": None, "permit_through": None}, "undetermined", (COUNTY,)),
        ("install", {"on": d("2025-12-31")}, "may-not-work", (COUNTY,)),
        ("install", {"on": d("2026-01-01")}, "may-work", ()),
        ("install", {"on": d("2026-12-31")}, "may-work", ()),
        ("install", {"on": d("2027-01-01")}, "may-not-work", (COUNTY,)),
        ("install", {"on": d("2027-01-01"), "permit_from": None}, "may-not-work", (COUNTY,)),
        ("install", {"on": d("2025-12-31"), "permit_through": None}, "may-not-work", (COUNTY,)),
        ("install", {"permit_through": d("2026-06-13"), "on": d("2026-06-14")}, "may-not-work", (COUNTY,)),  # a weekend
        ("install", {"permit_revoked_on": d("2026-06-15")}, "may-not-work", (COUNTY,)),
        ("install", {"permit_revoked_on": d("2026-06-16")}, "may-work", ()),
        ("install", {"permit_revoked_on": d("2026-06-01"), "permit_through": None}, "may-not-work", (COUNTY,)),
        ("install", {"permit_suspended_on": d("2026-06-15")}, "may-not-work", (COUNTY,)),
        ("install", {"permit_suspended_on": d("2026-06-16")}, "may-work", ()),
        (
            "install",
            {"permit_suspended_on": d("2026-06-01"), "permit_reinstated_on": d("2026-06-15")},
            "may-work",
            (),
        ),
        (
            "install",
            {"permit_suspended_on": d("2026-06-01"), "permit_reinstated_on": d("2026-06-16")},
            "may-not-work",
            (COUNTY,),
        ),
        # the State's permit is for those who haul
        ("install", {"has_state_permit": False}, "may-work", ()),
        ("construct", {"state_hauler_through": d("2026-01-01")}, "may-work", ()),
        ("pump", {"has_state_permit": False}, "may-not-work", (STATE,)),
        ("clean", {"has_state_permit": False}, "may-not-work", (STATE,)),
        ("pump", {"has_state_permit": None}, "may-work", ()),
        ("pump", {"has_state_permit": None, "state_hauler_through": None}, "undetermined", (STATE,)),
        ("pump", {"state_hauler_through": None}, "undetermined", (STATE,)),
        ("pump", {"state_hauler_through": d("2026-06-15")}, "may-work", ()),
        ("pump", {"state_hauler_through": d("2026-06-14")}, "may-not-work", (STATE,)),
        # both
        ("pump", {"has_permit": False, "has_state_permit": False}, "may-not-work", (COUNTY, STATE)),
        ("pump", {"has_permit": False, "state_hauler_through": None}, "may-not-work", (COUNTY, STATE)),
        ("pump", {"permit_through": None, "has_state_permit": False}, "may-not-work", (COUNTY, STATE)),
        ("pump", {"permit_through": None, "state_hauler_through": None}, "undetermined", (COUNTY, STATE)),
    ],
)
def test_who_may_work(work: str, change: dict[str, Any], outcome: str, missing: tuple[str, ...] | None) -> None:
    ruling = business_permit(work=work, **PERMITTED | change)
    assert (ruling.outcome, ruling.values) == (outcome, {"missing": missing})
    if outcome == "undetermined":
        assert ruling.not_shown


def test_only_the_board_revokes_a_business_permit() -> None:
    revoked = business_permit(work="install", **PERMITTED, permit_revoked_on=d("2026-06-01"))
    assert [reason.holds for reason in revoked.reasons if reason.cite == "D-7"] == [False]
    suspended = business_permit(work="install", **PERMITTED, permit_suspended_on=d("2026-06-01"))
    assert [reason.holds for reason in suspended.reasons if reason.cite == "I.7.C"] == [False]
    assert business_permit(work="install", **PERMITTED).interpretations == ("D-8",)


DAYS = st.dates(date(2025, 1, 1), date(2027, 12, 31))


@given(
    refined(
        {
            "has_permit": FLAGS,
            "permit_from": DAYS,
            "permit_through": DAYS,
            "has_state_permit": FLAGS,
            "state_hauler_through": DAYS,
        }
    ),
    st.sampled_from(["install", "construct", "clean", "pump", "own-home", "other"]),
    DAYS,
)
def test_more_facts_never_let_work_what_may_not(
    facts: tuple[dict[str, Any], dict[str, Any]], work: str, on: date
) -> None:
    before, after = (business_permit(work=work, on=on, **each) for each in facts)
    if before.outcome == "may-not-work":
        assert after.outcome == "may-not-work"
    if after.outcome == "may-work":
        assert after.values["missing"] == ()


@given(st.sampled_from(["clean", "pump"]), DAYS, st.none() | DAYS, st.none() | DAYS, st.none() | DAYS)
def test_who_hauls_needs_no_less_than_who_installs(
    work: str, on: date, first: date | None, last: date | None, state: date | None
) -> None:
    days = {"permit_from": first, "permit_through": last, "state_hauler_through": state}
    hauling, installing = (business_permit(work=each, on=on, **days) for each in (work, "install"))
    assert set(installing.values["missing"]) <= set(hauling.values["missing"])
    if hauling.outcome == "may-work":
        assert installing.outcome == "may-work"
