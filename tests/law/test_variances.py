"""Variances: the application, and the committee's decision."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.registry import rules
from sanitarian.law.ruling import ImpossibleFacts, NotInForce, Ruling
from sanitarian.law.variances import Condition, Findings, Member, variance_application, variance_decision

APPROVES = {"appointed": True, "employee": False, "vote": "approve"}
DENIES = APPROVES | {"vote": "deny"}
ABSENT = APPROVES | {"vote": "absent"}
FACTORS = ("harmony", "water_quality", "alternatives", "minimum", "self_created")
FINDINGS = dict.fromkeys(FACTORS, "found")
DECISION: dict[str, Any] = {
    "decision": "approve",
    "members": [APPROVES, APPROVES, DENIES],
    "findings": FINDINGS,
    "essential_purpose": "The well is uphill.",
    "written": True,
    "served": True,
}
CONDITION = {"text": "Pump every year.", "reason": "The tank is small."}
WITH = {"decision": "approve-with-conditions"}
NOTHING = WITH | {"members": [{}], "findings": {}, "essential_purpose": "", "written": None, "served": None}
ALL_DEFECTS = ("members", "employee", "votes", "findings", "essential_purpose", "conditions", "written", "served")


def decide(change: dict[str, Any]) -> Ruling:
    return rules()["variance-decision"].ask(DECISION | change)


@pytest.mark.parametrize(
    ("change", "defects"),
    [
        ({}, ()),
        # the committee
        ({"members": None}, ("members", "votes")),
        ({"members": []}, ("members", "votes")),
        ({"members": [APPROVES, APPROVES]}, ("members",)),
        ({"members": [APPROVES, APPROVES, DENIES, DENIES]}, ("members",)),
        ({"members": [APPROVES, APPROVES, DENIES | {"appointed": False}]}, ("members",)),
        ({"members": [APPROVES, APPROVES, DENIES | {"appointed": None}]}, ("members",)),
        ({"members": [APPROVES, APPROVES, DENIES | {"employee": True}]}, ("employee",)),
        ({"members": [APPROVES, APPROVES, DENIES | {"employee": None}]}, ("employee",)),
        ({"members": [{}, {}, {}]}, ("members", "employee", "votes")),
        # votes: two for the decision, of every member listed
        ({"members": [APPROVES] * 3}, ()),
        ({"members": [APPROVES, DENIES, DENIES]}, ("votes",)),
        ({"members": [APPROVES, ABSENT, ABSENT | {"vote": "abstain"}]}, ("votes",)),
        ({"members": [APPROVES, APPROVES | {"vote": None}, ABSENT]}, ("votes",)),
        ({"members": [APPROVES, APPROVES | {"appointed": False}, DENIES]}, ("members",)),
        ({"members": [APPROVES, ABSENT, ABSENT, APPROVES]}, ("members",)),
        ({"members": [DENIES, DENIES, APPROVES], "decision": "deny"}, ()),
        ({"members": [DENIES, APPROVES, APPROVES], "decision": "deny"}, ("votes",)),
        (WITH | {"conditions": [CONDITION]}, ()),
        (WITH | {"conditions": [CONDITION], "members": [APPROVES, DENIES, DENIES]}, ("votes",)),
        # findings
        ({"findings": None}, ("findings",)),
        ({"findings": {}}, ("findings",)),
        *(({"findings": FINDINGS | {name: blank}}, ("findings",)) for name in FACTORS for blank in (None, "", " \t\n")),
        # the essential purpose
        ({"essential_purpose": None}, ("essential_purpose",)),
        ({"essential_purpose": "  "}, ("essential_purpose",)),
        (WITH | {"conditions": [CONDITION], "essential_purpose": None}, ("essential_purpose",)),
        ({"decision": "deny", "members": [DENIES] * 3, "essential_purpose": None}, ()),
        # conditions
        (WITH, ("conditions",)),
        (WITH | {"conditions": []}, ("conditions",)),
        (WITH | {"conditions": [{"reason": "The tank is small."}]}, ()),
        (WITH | {"conditions": [{}]}, ("reasons",)),
        (WITH | {"conditions": [{"text": "Pump every year."}]}, ("reasons",)),
        (WITH | {"conditions": [CONDITION, CONDITION | {"reason": " "}]}, ("reasons",)),
        ({"conditions": [CONDITION]}, ()),
        ({"conditions": [CONDITION | {"reason": None}]}, ("reasons",)),
        ({"decision": "deny", "members": [DENIES] * 3, "conditions": [{}]}, ("reasons",)),
        # form
        ({"written": False}, ("written",)),
        ({"written": None}, ("written",)),
        ({"served": False}, ("served",)),
        ({"served": None}, ("served",)),
        # the order of the section
        (NOTHING, ALL_DEFECTS),
    ],
)
def test_decision(change: dict[str, Any], defects: tuple[str, ...]) -> None:
    ruling = decide(change)
    assert ruling.values == {"defects": defects}
    assert ruling.outcome == ("defective" if defects else "valid")


def test_a_decision_is_a_recommendation_and_rests_on_its_paragraphs() -> None:
    ruling = decide({})
    cites = [reason.cite for reason in ruling.reasons]
    assert [cite for cite in cites if cite.startswith("V.VIII.A.")] == [f"V.VIII.A.{n}" for n in range(1, 6)]
    assert ruling.interpretations == ("F-11", "F-59", "F-10", "F-13")
    denied = decide({"decision": "deny", "members": [DENIES] * 3})
    assert denied.interpretations == ("F-11", "F-10"), "a denial lets nobody apply"
    assert all(reason.holds for reason in ruling.reasons)


def test_what_is_not_shown_is_told_from_what_is_wrong() -> None:
    def holds(change: dict[str, Any], cite: str) -> list[bool | None]:
        return [reason.holds for reason in decide(change).reasons if reason.cite == cite]

    assert holds({"members": None}, "F-11") == [None]
    assert holds({"members": []}, "F-11") == [False]
    assert holds({"findings": FINDINGS | {"minimum": ""}}, "V.VIII.A.4") == [False]
    assert holds({"findings": FINDINGS | {"minimum": None}}, "V.VIII.A.4") == [None]
    assert holds({"members": None}, "V.VIII.A")[0] is None
    assert holds({"members": []}, "V.VIII.A")[0] is False


def test_callers_in_python_pass_dataclasses() -> None:
    members = [Member(**APPROVES), Member(**APPROVES), Member(**DENIES)]
    facts = DECISION | {"members": members, "findings": Findings(**FINDINGS), "conditions": [Condition(**CONDITION)]}
    assert variance_decision(**facts).outcome == "valid"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"decision": "granted"}, "decision"),
        ({"members": [{"vote": "yes"}]}, r"members\[0\].vote"),
        ({"members": [{"name": "A"}]}, r"members\[0\].name"),
        ({"findings": {"hardship": "x"}}, "findings.hardship"),
        ({"findings": {"harmony": 1}}, "findings.harmony"),
        ({"conditions": [{"why": "x"}]}, r"conditions\[0\].why"),
    ],
)
def test_impossible_decisions(change: dict[str, Any], fault: str) -> None:
    with pytest.raises(ImpossibleFacts, match=fault):
        decide(change)


MEMBERS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "appointed": st.none() | st.booleans(),
            "employee": st.none() | st.booleans(),
            "vote": st.none() | st.sampled_from(["approve", "deny", "abstain", "absent"]),
        },
    ),
    max_size=5,
)
TEXTS = st.sampled_from([None, "", " ", "found"])


@given(
    st.sampled_from(["approve", "approve-with-conditions", "deny"]),
    st.none() | MEMBERS,
    st.fixed_dictionaries(dict.fromkeys(FACTORS, TEXTS)),
    TEXTS,
    st.lists(st.fixed_dictionaries({"text": TEXTS, "reason": TEXTS}), max_size=3),
)
def test_a_decision_is_valid_if_and_only_if_nothing_is_named(
    decision: str, members: Any, findings: Any, purpose: Any, conditions: Any
) -> None:
    ruling = variance_decision(
        decision=decision,
        members=members,
        findings=findings,
        essential_purpose=purpose,
        conditions=conditions,
        written=True,
        served=True,
    )
    defects = ruling.values["defects"]
    assert (ruling.outcome == "valid") == (not defects) == all(reason.holds for reason in ruling.reasons)
    order = (*ALL_DEFECTS[:6], "reasons", *ALL_DEFECTS[6:])
    assert list(defects) == [name for name in order if name in defects]
    if decision == "deny":
        assert not {"essential_purpose", "conditions"} & set(defects)


CONTENTS = (
    "applicant_name", "applicant_address", "applicant_interest", "narrative", "sketch_plan", "site_alterations",
    "structures", "adjacent_uses", "adjacent_zoning", "contours", "drainage", "hardship", "factors", "water_quality",
)  # fmt: skip
OWNER = ("owner_name", "owner_address", "owner_consent")
POWER = {"article_v": True, "state_minimum": False, "state_discharge_permit": False}
APPLICATION: dict[str, Any] = {"channel": "certified-mail", "owner_differs": False, **dict.fromkeys(CONTENTS, True)}
APPLICATION |= POWER | {"received": date(2026, 6, 1)}
OTHER_OWNER = {"owner_differs": True, **dict.fromkeys(OWNER, True)}


@pytest.mark.parametrize(
    ("change", "outcome", "missing"),
    [
        ({}, "complete", ()),
        *(({name: value}, "incomplete", (name,)) for name in CONTENTS for value in (None, False)),
        # the channel
        ({"channel": "personal-delivery"}, "complete", ()),
        ({"channel": None}, "incomplete", ("channel",)),
        ({"channel": "electronic"}, "incomplete", ("e_filing_accepted",)),
        ({"channel": "electronic", "e_filing_accepted": False}, "incomplete", ("e_filing_accepted",)),
        ({"channel": "electronic", "e_filing_accepted": True}, "complete", ()),
        ({"e_filing_accepted": False}, "complete", ()),
        # the owner
        ({"owner_differs": None}, "incomplete", ("owner_differs",)),
        ({"owner_consent": False}, "complete", ()),
        (OTHER_OWNER, "complete", ()),
        *((OTHER_OWNER | {name: value}, "incomplete", (name,)) for name in OWNER for value in (None, False)),
        ({"owner_differs": True}, "incomplete", OWNER),
        # what the committee can vary
        ({"article_v": False}, "not-variable", ()),
        ({"article_v": None}, "undetermined", ()),
        ({"state_minimum": True, "state_waiver": True}, "complete", ()),
        ({"state_minimum": True, "state_waiver": False}, "not-variable", ()),
        ({"state_minimum": True}, "undetermined", ()),
        ({"state_minimum": None}, "undetermined", ()),
        ({"state_minimum": None, "state_waiver": True}, "complete", ()),
        ({"state_minimum": None, "state_waiver": False}, "undetermined", ()),
        ({"state_discharge_permit": True}, "not-variable", ()),
        ({"state_discharge_permit": True, "state_waiver": True}, "not-variable", ()),
        ({"state_discharge_permit": None}, "undetermined", ()),
        # what is shown to be out of reach comes first, then what is missing
        ({"article_v": False, "state_minimum": None, "contours": False}, "not-variable", ("contours",)),
        ({"article_v": None, "contours": False}, "incomplete", ("contours",)),
    ],
)
def test_application(change: dict[str, Any], outcome: str, missing: tuple[str, ...]) -> None:
    ruling = variance_application(**APPLICATION | change)
    assert (ruling.outcome, ruling.values["missing"]) == (outcome, missing)
    assert (ruling.values["act_by"] is not None) == (outcome == "complete")


def test_everything_missing_is_named_in_the_order_of_the_section() -> None:
    ruling = variance_application(owner_differs=True, channel="electronic")
    assert ruling.values["missing"] == ("e_filing_accepted", *CONTENTS[:3], *OWNER, *CONTENTS[3:])
    assert variance_application().values["missing"] == ("channel", *CONTENTS[:3], "owner_differs", *CONTENTS[3:])


@pytest.mark.parametrize(
    ("received", "act_by"),
    [
        (date(2026, 6, 1), date(2026, 7, 31)),  # a Friday
        (date(2026, 6, 2), date(2026, 8, 3)),  # August 1 is a Saturday
        (date(2026, 6, 4), date(2026, 8, 3)),
        (date(2026, 6, 5), date(2026, 8, 4)),
        (None, None),
    ],
)
def test_the_committees_time(received: date | None, act_by: date | None) -> None:
    ruling = variance_application(**APPLICATION | {"received": received})
    assert (ruling.outcome, ruling.values["act_by"]) == ("complete", act_by)
    clock = [reason.holds for reason in ruling.reasons if reason.cite == "F-12"]
    assert clock == [None if received is None else True]


def test_no_variance_before_the_article() -> None:
    early = date(1994, 8, 8)
    with pytest.raises(NotInForce, match="Article V"):
        variance_application(law_of=early)
    with pytest.raises(NotInForce, match="Article V"):
        variance_decision(decision="deny", law_of=early)


FLAGS = st.sampled_from([None, True, False])
NAMES = (*CONTENTS, *OWNER, *POWER, "state_waiver", "e_filing_accepted", "owner_differs")
RANK = {"undetermined": 0, "incomplete": 1, "not-variable": 2}


@given(
    st.fixed_dictionaries(dict.fromkeys(NAMES, FLAGS)),
    st.sampled_from([None, "certified-mail", "personal-delivery", "electronic"]),
    st.sampled_from(NAMES),
    st.booleans(),
)
def test_more_facts_never_undo_what_is_shown(facts: dict[str, Any], channel: Any, name: str, value: bool) -> None:
    before = variance_application(**facts, channel=channel)
    assert (before.outcome == "complete") <= (not before.values["missing"])
    if facts[name] is not None:
        return
    after = variance_application(**facts | {name: value}, channel=channel)
    if before.outcome in {"complete", "not-variable"}:
        assert after.outcome == before.outcome
    if name != "owner_differs":
        assert set(after.values["missing"]) <= set(before.values["missing"])
