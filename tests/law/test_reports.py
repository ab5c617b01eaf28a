"""Rounds, deadlines and completeness of inspection reports."""

from datetime import date
from typing import Any

import pytest

from sanitarian.law.reports import report_completeness, report_deadline, round_credit


def d(text: str) -> date:
    return date.fromisoformat(text)


@pytest.mark.parametrize(
    ("due", "performed", "outcome"),
    [
        ("2026-11-01", "2025-10-31", "too-early"),
        ("2026-11-01", "2025-11-01", "satisfies"),
        ("2026-11-01", "2026-11-01", "satisfies"),
        ("2026-11-01", "2026-11-02", "satisfies"),  # the due date is a Sunday
        ("2026-11-01", "2026-11-03", "late"),
        ("2024-11-01", "2024-11-02", "late"),  # the due date is a Friday
        ("2028-02-29", "2027-02-28", "satisfies"),
        ("2028-02-29", "2027-02-27", "too-early"),
        ("2022-12-31", "2023-01-03", "satisfies"),  # Saturday, Sunday, New Year's Day kept on Monday
        ("2022-12-31", "2023-01-04", "late"),
    ],
)
def test_round_credit(due: str, performed: str, outcome: str) -> None:
    ruling = round_credit(due=d(due), performed=d(performed))
    assert (ruling.outcome, ruling.values) == (outcome, {})


@pytest.mark.parametrize(
    ("performed", "submitted", "due", "outcome"),
    [
        ("2026-06-23", None, "2026-08-04", "pending"),
        ("2026-06-23", "2026-06-23", "2026-08-04", "on-time"),
        ("2026-06-23", "2026-08-04", "2026-08-04", "on-time"),
        ("2026-06-23", "2026-08-05", "2026-08-04", "late"),
        ("2026-11-02", "2026-12-18", "2026-12-17", "late"),
    ],
)
def test_report_deadline(performed: str, submitted: str | None, due: str, outcome: str) -> None:
    ruling = report_deadline(performed=d(performed), submitted=d(submitted) if submitted else None)
    assert (ruling.outcome, ruling.values) == (outcome, {"due": d(due)})


FLAGS = (
    "street_address", "tax_map", "description", "sizes", "construction_dates", "fixtures", "occupancy", "distances",
    "operation_tested", "inspector_certified",
)  # fmt: skip
WHOLE: dict[str, Any] = dict.fromkeys(FLAGS, True) | {"has_spdes": False, "lake_front": False}


def test_a_whole_report() -> None:
    ruling = report_completeness(**WHOLE)
    assert (ruling.outcome, ruling.values) == ("complete", {"missing": ()})
    assert all(reason.holds for reason in ruling.reasons)


def test_an_empty_report_misses_everything_in_order() -> None:
    assert report_completeness().values["missing"] == (*FLAGS, "has_spdes", "lake_front")


@pytest.mark.parametrize("flag", FLAGS)
@pytest.mark.parametrize("value", [False, None])
def test_each_flag_by_itself(flag: str, value: bool | None) -> None:
    ruling = report_completeness(**WHOLE | {flag: value})
    assert (ruling.outcome, ruling.values["missing"]) == ("incomplete", (flag,))


@pytest.mark.parametrize("flag", ["sizes", "construction_dates", "distances"])
def test_what_may_be_unknown(flag: str) -> None:
    assert report_completeness(**WHOLE | {flag: "unknown"}).outcome == "complete"


@pytest.mark.parametrize(
    ("change", "missing"),
    [
        ({"has_spdes": None}, ("has_spdes",)),
        ({"has_spdes": True}, ("spdes_copy",)),
        ({"has_spdes": True, "spdes_copy": False}, ("spdes_copy",)),
        ({"has_spdes": True, "spdes_copy": True}, ()),
        ({"has_spdes": False, "spdes_copy": False}, ()),
        ({"information_requested": True}, ("information_received",)),
        ({"information_requested": True, "information_received": False}, ("information_received",)),
        ({"information_requested": True, "information_received": True}, ()),
        ({"information_requested": False, "information_received": False}, ()),
        ({"lake_front": None}, ("lake_front",)),
        ({"lake_front": None, "drain_pipes": 1, "drain_pipe_results": 0}, ("lake_front",)),
        ({"lake_front": True}, ("drain_pipes", "drain_pipe_results")),
        ({"lake_front": True, "drain_pipes": 0}, ("drain_pipe_results",)),
        ({"lake_front": True, "drain_pipe_results": 0}, ("drain_pipes",)),
        ({"lake_front": True, "drain_pipes": 0, "drain_pipe_results": 0}, ()),
        ({"lake_front": True, "drain_pipes": 2, "drain_pipe_results": 1}, ("drain_pipe_results",)),
        ({"lake_front": True, "drain_pipes": 2, "drain_pipe_results": 2}, ()),
        ({"lake_front": True, "drain_pipes": 2, "drain_pipe_results": 3}, ()),
        ({"lake_front": False, "drain_pipes": 2, "drain_pipe_results": 0}, ()),
    ],
)
def test_what_depends_on_the_place(change: dict[str, Any], missing: tuple[str, ...]) -> None:
    ruling = report_completeness(**WHOLE | change)
    assert ruling.values["missing"] == missing
    assert ruling.outcome == ("incomplete" if missing else "complete")
    assert {reason.holds for reason in ruling.reasons} <= ({True, False, None} if missing else {True})
