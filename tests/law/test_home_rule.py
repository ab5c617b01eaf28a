"""Inspections made by municipalities and by Syracuse's watershed inspectors."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.home_rule import outside_inspection
from sanitarian.law.registry import rules
from sanitarian.law.ruling import ImpossibleFacts, NotInForce

CONDITIONS = ("local_law_meets_minimum", "within_area", "course_attended", "testing_procedure_met", "submitted")
TOWN = {"by": "municipality", **dict.fromkeys(CONDITIONS, True)}
SYRACUSE = {"by": "watershed-inspector", **dict.fromkeys(CONDITIONS[1:], True)}


@pytest.mark.parametrize(
    ("facts", "outcome", "missing"),
    [
        (TOWN, "accepted", ()),
        *((TOWN | {name: False}, "not-accepted", (name,)) for name in CONDITIONS),
        *((TOWN | {name: None}, "undetermined", (name,)) for name in CONDITIONS),
        (SYRACUSE, "accepted", ()),
        *((SYRACUSE | {name: False}, "not-accepted", (name,)) for name in CONDITIONS[1:]),
        *((SYRACUSE | {name: None}, "undetermined", (name,)) for name in CONDITIONS[1:]),
        # a watershed inspector rests on no local law
        (SYRACUSE | {"local_law_meets_minimum": False}, "accepted", ()),
        # what is shown to fail comes before what is not shown; both are named, in the order of the section
        (TOWN | {"submitted": False, "within_area": None}, "not-accepted", ("within_area", "submitted")),
        ({"by": "municipality"}, "undetermined", CONDITIONS),
        ({"by": "watershed-inspector"}, "undetermined", CONDITIONS[1:]),
    ],
)
def test_acceptance(facts: dict[str, Any], outcome: str, missing: tuple[str, ...]) -> None:
    ruling = outside_inspection(**facts)
    assert (ruling.outcome, ruling.values) == (outcome, {"missing": missing})


def test_what_each_rests_on() -> None:
    assert [reason.cite for reason in outside_inspection(**TOWN).reasons] == ["F-23", "F-23", "D-14", "V.XI", "V.XI"]
    cites = [reason.cite for reason in outside_inspection(**SYRACUSE).reasons]
    assert cites == ["B-18", "V.XI", "V.XI", "V.IV.A", "B-18"]
    assert all(reason.holds for reason in outside_inspection(**SYRACUSE).reasons)
    refused = outside_inspection(**SYRACUSE | {"submitted": False})
    assert len(refused.reasons) == 4, "the round is counted only where the inspection is accepted"


def test_somebody_must_have_inspected() -> None:
    for facts in ({}, {"by": None}, {"by": "owner"}):
        with pytest.raises(ImpossibleFacts, match="by"):
            rules()["outside-inspection"].ask(facts)


def test_no_home_rule_before_the_article() -> None:
    with pytest.raises(NotInForce):
        outside_inspection(by="municipality", law_of=date(1994, 8, 8))


FLAGS = st.fixed_dictionaries(dict.fromkeys(CONDITIONS, st.sampled_from([None, True, False])))


@given(st.sampled_from(["municipality", "watershed-inspector"]), FLAGS, FLAGS)
def test_more_facts_never_undo_what_is_shown(by: str, facts: dict[str, Any], more: dict[str, Any]) -> None:
    filled = {name: more[name] if value is None else value for name, value in facts.items()}
    before, after = outside_inspection(by=by, **facts), outside_inspection(by=by, **filled)
    if before.outcome != "undetermined":
        assert after.outcome == before.outcome
    assert set(after.values["missing"]) <= set(before.values["missing"])
    assert (before.outcome == "accepted") == (not before.values["missing"])
