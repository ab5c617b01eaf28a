"""Classes of systems: each fact moved by itself, in the order of the code."""

from decimal import Decimal
from typing import Any

import pytest

from sanitarian.law.classification import classification

D = Decimal
SOUND: dict[str, Any] = {
    "report_complete": True,
    "surface_discharge": False,
    "watercourse_discharge": False,
    "broken_component": False,
    "overflow_points": False,
    "components_good": True,
}
TESTS: dict[str, Any] = {"tank_ok": True, "vertical_separation_ft": D(2), "watercourse_distance_ft": D(100)}


@pytest.mark.parametrize(
    ("change", "outcome", "permit"),
    [
        # 1. failed
        ({"surface_discharge": True, "dec_discharge_permit": False}, "failed", "none"),
        ({"watercourse_discharge": True, "dec_discharge_permit": False}, "failed", "none"),
        ({"broken_component": True, "pollution_likely": True}, "failed", "none"),
        ({"surface_discharge": True, "dec_discharge_permit": False, "report_complete": False}, "failed", "none"),
        ({"broken_component": True, "pollution_likely": True, "report_complete": False}, "failed", "none"),
        ({"surface_discharge": True, "dec_discharge_permit": False, "watercourse_discharge": None}, "failed", "none"),
        ({"surface_discharge": None, "broken_component": True, "pollution_likely": True}, "failed", "none"),
        ({"surface_discharge": True, "dec_discharge_permit": True, "broken_component": True,
          "pollution_likely": True}, "failed", "none"),
        # 2. incomplete
        ({"report_complete": False}, "incomplete", "none"),
        ({"report_complete": False, "surface_discharge": None}, "incomplete", "none"),
        ({"report_complete": False, "surface_discharge": True}, "incomplete", "none"),
        # 3. undetermined
        ({"surface_discharge": None}, "undetermined", "none"),
        ({"watercourse_discharge": None}, "undetermined", "none"),
        ({"overflow_points": None}, "undetermined", "none"),
        ({"components_good": None}, "undetermined", "none"),
        ({"broken_component": None}, "undetermined", "none"),
        ({"overflow_points": True, "components_good": None}, "undetermined", "none"),
        ({"surface_discharge": True}, "undetermined", "none"),
        ({"watercourse_discharge": True}, "undetermined", "none"),
        ({"surface_discharge": True, "dec_discharge_permit": True, "watercourse_discharge": None},
         "undetermined", "none"),
        ({"broken_component": True}, "undetermined", "none"),
        # 4. a standard
        ({"conforms_75a": True}, "design-standards", "discharge"),
        ({"conforms_75a": True, "valid_permit": True}, "design-standards", "discharge"),
        ({"conforms_75a": True, "surface_discharge": True, "dec_discharge_permit": True},
         "design-standards", "discharge"),
        ({"valid_permit": True}, "existing-standards", "discharge"),
        ({"valid_permit": True, "conforms_75a": False}, "existing-standards", "discharge"),
        (TESTS, "existing-standards", "discharge"),
        (TESTS | {"valid_permit": False, "conforms_75a": False}, "existing-standards", "discharge"),
        # 5. substandard
        ({}, "substandard", "interim"),
        ({"conforms_75a": True, "overflow_points": True}, "substandard", "interim"),
        ({"conforms_75a": True, "components_good": False}, "substandard", "interim"),
        ({"conforms_75a": True, "broken_component": True, "pollution_likely": False}, "substandard", "interim"),
        (TESTS | {"tank_ok": False}, "substandard", "interim"),
        (TESTS | {"tank_ok": None}, "substandard", "interim"),
        (TESTS | {"vertical_separation_ft": D("1.99")}, "substandard", "interim"),
        (TESTS | {"vertical_separation_ft": None}, "substandard", "interim"),
        (TESTS | {"watercourse_distance_ft": D("99.9")}, "substandard", "interim"),
        (TESTS | {"watercourse_distance_ft": None}, "substandard", "interim"),
    ],
)  # fmt: skip
def test_classification(change: dict[str, Any], outcome: str, permit: str) -> None:
    ruling = classification(**SOUND | change)
    assert (ruling.outcome, ruling.values) == (outcome, {"permit": permit})


@pytest.mark.parametrize(
    ("change", "texts"),
    [
        ({"overflow_points": None}, ["overflow"]),
        ({"surface_discharge": None, "conforms_75a": True}, ["surface"]),
        ({"broken_component": True}, ["pollution"]),
        ({"surface_discharge": None, "watercourse_discharge": True, "dec_discharge_permit": True}, ["surface"]),
        (TESTS | {"tank_ok": None, "conforms_75a": False, "valid_permit": False}, ["tank"]),
        ({"conforms_75a": True}, []),
    ],
)
def test_only_what_the_outcome_depends_on_is_not_shown(change: dict[str, Any], texts: list[str]) -> None:
    found = [reason.text for reason in classification(**SOUND | change).not_shown]
    assert len(found) == len(texts)
    assert all(text in reason for text, reason in zip(texts, found, strict=True))


@pytest.mark.parametrize(
    ("discharge", "permitted", "holds", "text"),
    [
        (None, True, None, "Wastewater reaches a watercourse."),
        (False, None, False, "Wastewater reaches a watercourse."),
        (True, None, None, "Wastewater reaches a watercourse without a State permit for it."),
        (True, True, False, "Wastewater reaches a watercourse without a State permit for it."),
    ],
)
def test_a_discharge_that_is_shown_is_not_called_unknown(
    discharge: bool | None, permitted: bool | None, holds: bool | None, text: str
) -> None:
    facts = SOUND | {"watercourse_discharge": discharge, "dec_discharge_permit": permitted}
    assert (holds, text) in {(reason.holds, reason.text) for reason in classification(**facts).reasons}


def test_a_failure_names_only_what_failed() -> None:
    ruling = classification(**SOUND | {"broken_component": True, "pollution_likely": True})
    assert [(reason.holds, reason.cite) for reason in ruling.reasons] == [(True, "C-5")]


def test_a_discharge_under_a_state_permit_cites_its_reading() -> None:
    allowed = {"surface_discharge": True, "dec_discharge_permit": True, "conforms_75a": True}
    assert "C-27" in classification(**SOUND | allowed).interpretations
