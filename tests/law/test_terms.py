"""Terms of permits to discharge."""

from datetime import date
from typing import Any

import pytest

from sanitarian.law.ruling import ImpossibleFacts
from sanitarian.law.terms import discharge_permit_term


def d(text: str) -> date:
    return date.fromisoformat(text)


@pytest.mark.parametrize(
    ("class_", "issued", "rest", "outcome", "through"),
    [
        # 90 days past the due date, between two years and five
        ("design-standards", "2026-12-02", {"next_due": "2030-11-01"}, "discharge", "2031-01-30"),
        ("existing-standards", "2026-12-02", {"next_due": "2030-11-01"}, "discharge", "2031-01-30"),
        ("design-standards", "2026-12-02", {"next_due": "2033-12-31"}, "discharge", "2031-12-01"),
        ("design-standards", "2026-12-02", {"next_due": "2028-11-01"}, "discharge", "2029-01-30"),
        ("design-standards", "2026-12-02", {"next_due": "2027-12-31"}, "discharge", "2028-12-01"),
        ("design-standards", "2026-12-02", {"next_due": "2020-12-31"}, "discharge", "2028-12-01"),
        ("design-standards", "2026-12-02", {"next_due": "2028-09-02"}, "discharge", "2028-12-01"),
        ("design-standards", "2026-12-02", {"next_due": "2028-09-03"}, "discharge", "2028-12-02"),
        ("design-standards", "2026-12-02", {"next_due": "2031-09-02"}, "discharge", "2031-12-01"),
        ("design-standards", "2026-12-02", {"next_due": "2031-09-03"}, "discharge", "2031-12-01"),
        ("design-standards", "2028-02-29", {"next_due": "2040-11-01"}, "discharge", "2033-02-28"),
        # a renewal for the balance
        ("design-standards", "2031-12-02", {"next_due": "2033-12-31", "renewal": True}, "discharge", "2034-03-31"),
        ("design-standards", "2033-12-02", {"next_due": "2033-12-31", "renewal": True}, "discharge", "2034-03-31"),
        ("design-standards", "2034-03-31", {"next_due": "2033-12-31", "renewal": True}, "discharge", "2034-03-31"),
        ("design-standards", "2034-04-01", {"next_due": "2033-12-31", "renewal": True}, "undetermined", None),
        ("design-standards", "2020-12-02", {"next_due": "2033-12-31", "renewal": True}, "discharge", "2025-12-01"),
        # not on the schedule
        ("design-standards", "2026-12-02", {"unscheduled": True}, "discharge", "2031-12-01"),
        ("design-standards", "2026-12-02", {"unscheduled": True, "next_due": "2027-12-31"}, "discharge", "2031-12-01"),
        ("design-standards", "2026-12-02", {}, "undetermined", None),
        ("existing-standards", "2026-12-02", {"renewal": True}, "undetermined", None),
        # the other classes
        ("substandard", "2026-12-02", {"next_due": "2030-11-01"}, "interim", "2027-12-01"),
        ("substandard", "2028-02-29", {}, "interim", "2029-02-28"),
        ("failed", "2026-12-02", {"next_due": "2030-11-01"}, "none", None),
        ("incomplete", "2026-12-02", {"unscheduled": True}, "none", None),
        ("undetermined", "2026-12-02", {"next_due": "2030-11-01"}, "none", None),
    ],
)
def test_terms(class_: str, issued: str, rest: dict[str, Any], outcome: str, through: str | None) -> None:
    facts = rest | ({"next_due": d(rest["next_due"])} if "next_due" in rest else {})
    ruling = discharge_permit_term(classification=class_, issued=d(issued), **facts)
    expected = {"from": d(issued) if through else None, "through": d(through) if through else None}
    assert (ruling.outcome, ruling.values) == (outcome, expected)


def test_an_undetermined_term_says_first_what_is_missing() -> None:
    ruling = discharge_permit_term(classification="design-standards", issued=d("2026-12-02"))
    assert ruling.reasons[0].holds is None
    assert "next inspection" in ruling.reasons[0].text


@pytest.mark.parametrize(
    ("next_due", "text"),
    [
        ("2033-12-31", "The term is no longer than 5 years, to December 1, 2031."),
        ("2027-11-01", "The term is no shorter than 2 years, to December 1, 2028."),
    ],
)
def test_a_bound_that_decides_is_not_contradicted(next_due: str, text: str) -> None:
    ruling = discharge_permit_term(classification="design-standards", issued=d("2026-12-02"), next_due=d(next_due))
    texts = [reason.text for reason in ruling.reasons if reason.holds]
    assert text in texts
    assert not any(other.startswith("The permit runs") for other in texts)


def test_the_end_of_the_calendar() -> None:
    with pytest.raises(ImpossibleFacts, match="calendar"):
        discharge_permit_term(classification="substandard", issued=d("9999-06-01"))
