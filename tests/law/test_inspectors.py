"""Whether an inspector is certified on a day."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from sanitarian.law.inspectors import Course, inspector_standing


def d(text: str) -> date:
    return date.fromisoformat(text)


GOOD: dict[str, Any] = {
    "on": d("2026-06-01"),
    "qualification": "engineer",
    "courses": [Course(d("2025-06-01"), passed=True)],
    "certified_on": d("2025-06-10"),
}


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({}, "certified"),
        # qualification
        ({"qualification": None}, "not-certified"),
        ({"qualification": "architect"}, "certified"),
        ({"qualification": "surveyor-exempt"}, "certified"),
        ({"qualification": "code-officer"}, "certified"),
        ({"qualification": "water-operator"}, "certified"),
        ({"qualification": "sewage-operator"}, "certified"),
        ({"qualification": "contractor"}, "not-certified"),
        ({"qualification": "contractor", "contractor_years": Decimal("4.9")}, "not-certified"),
        ({"qualification": "contractor", "contractor_years": Decimal(5)}, "certified"),
        ({"qualification": "equivalent"}, "not-certified"),
        ({"qualification": "equivalent", "equivalence_accepted": False}, "not-certified"),
        ({"qualification": "equivalent", "equivalence_accepted": True}, "certified"),
        ({"qualification": "engineer", "equivalence_accepted": False, "contractor_years": Decimal(0)}, "certified"),
        # course
        ({"courses": None}, "not-certified"),
        ({"courses": []}, "not-certified"),
        ({"courses": [Course(d("2025-06-01"))]}, "not-certified"),
        ({"courses": [Course(d("2025-06-01"), passed=False)]}, "not-certified"),
        ({"courses": [Course(d("2026-06-02"), passed=True)]}, "not-certified"),
        ({"courses": [Course(d("2026-06-01"), passed=True)]}, "certified"),
        ({"courses": [Course(d("2024-06-02"), passed=True)]}, "certified"),
        ({"courses": [Course(d("2024-06-01"), passed=True)]}, "not-certified"),
        # certification and revocation
        ({"certified_on": None}, "not-certified"),
        ({"certified_on": d("2026-06-01")}, "certified"),
        ({"certified_on": d("2026-06-02")}, "not-certified"),
        ({"revoked_on": d("2026-06-02")}, "certified"),
        ({"revoked_on": d("2026-06-01")}, "not-certified"),
        ({"revoked_on": d("2025-06-10")}, "not-certified"),  # the same day: the revocation wins
        ({"revoked_on": d("2025-06-09")}, "certified"),  # certified again afterwards
        ({"revoked_on": d("2026-05-01"), "certified_on": d("2026-06-02")}, "not-certified"),
    ],
)
def test_standing(change: dict[str, Any], outcome: str) -> None:
    ruling = inspector_standing(**GOOD | change)
    assert ruling.outcome == outcome
    assert (ruling.values["through"] is None) is (outcome == "not-certified")


@pytest.mark.parametrize(
    ("courses", "through"),
    [
        ([Course(d("2025-06-01"), passed=True)], "2027-05-31"),
        ([Course(d("2025-06-01"), passed=True), Course(d("2024-12-01"), passed=True)], "2027-05-31"),
        ([Course(d("2025-06-01"), passed=True), Course(d("2026-06-02"), passed=True)], "2027-05-31"),
        ([Course(d("2025-06-01"), passed=True), Course(d("2026-05-01"), passed=False)], "2027-05-31"),
        ([{"completed": d("2025-06-01"), "passed": True}], "2027-05-31"),
    ],
)
def test_the_latest_course_that_covers_the_day(courses: list[Any], through: str) -> None:
    assert inspector_standing(**GOOD | {"courses": courses}).values == {"through": d(through)}


@pytest.mark.parametrize(
    ("on", "outcome"), [("2026-03-31", "certified"), ("2026-04-15", "not-certified"), ("2026-05-01", "certified")]
)
def test_the_day_of_the_inspection_counts(on: str, outcome: str) -> None:
    courses = [Course(d("2024-04-01"), passed=True), Course(d("2026-05-01"), passed=True)]
    facts = {"qualification": "engineer", "courses": courses, "certified_on": d("2024-04-01")}
    assert inspector_standing(on=d(on), **facts).outcome == outcome
