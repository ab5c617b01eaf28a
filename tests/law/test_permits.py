"""Where a permit stands on a day."""

from datetime import date
from typing import Any

import pytest

from sanitarian.law.permits import permit_standing


def d(text: str) -> date:
    return date.fromisoformat(text)


TERM = {"on": "2026-06-01", "from_": "2025-07-05", "through": "2026-07-04"}
SUSPENDED = {"suspended_on": "2026-01-10"}


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({}, "in-force"),
        ({"on": "2025-07-04"}, "not-yet"),
        ({"on": "2025-07-05"}, "in-force"),
        ({"on": "2026-07-04"}, "in-force"),
        ({"on": "2026-07-05"}, "expired"),  # a Sunday: expiry does not roll
        ({"on": "2040-01-01", "through": None}, "in-force"),
        # acts, on the day itself and not before it
        ({"revoked_on": "2026-06-01"}, "revoked"),
        ({"revoked_on": "2026-06-02"}, "in-force"),
        ({"surrendered_on": "2026-06-01"}, "surrendered"),
        ({"surrendered_on": "2026-06-02"}, "in-force"),
        ({"suspended_on": "2026-06-01"}, "suspended"),
        ({"suspended_on": "2026-06-02"}, "in-force"),
        # reinstatement
        (SUSPENDED | {"reinstated_on": "2026-02-01"}, "in-force"),
        (SUSPENDED | {"reinstated_on": "2026-01-10"}, "in-force"),
        (SUSPENDED | {"reinstated_on": "2026-01-09"}, "suspended"),
        (SUSPENDED | {"reinstated_on": "2026-06-01"}, "in-force"),
        (SUSPENDED | {"reinstated_on": "2026-06-02"}, "suspended"),
        # order
        ({"on": "2025-07-04", "revoked_on": "2025-07-01"}, "not-yet"),
        (SUSPENDED | {"revoked_on": "2026-02-01", "surrendered_on": "2026-02-01"}, "revoked"),
        (SUSPENDED | {"surrendered_on": "2026-02-01"}, "surrendered"),
        (SUSPENDED | {"on": "2027-01-01"}, "suspended"),
        (SUSPENDED | {"on": "2027-01-01", "variance_pending": True}, "suspended"),
        ({"on": "2027-01-01", "variance_pending": True}, "continued"),
        ({"on": "2027-01-01", "variance_pending": True, "holder": "A", "used_by": "B"}, "continued"),
        ({"on": "2026-07-04", "variance_pending": True}, "in-force"),
        ({"on": "2027-01-01", "holder": "A", "used_by": "B"}, "expired"),
    ],
)
def test_standing(change: dict[str, Any], outcome: str) -> None:
    facts = TERM | change
    dates = {name: d(v) for name, v in facts.items() if isinstance(v, str) and v[:1] == "2"}
    ruling = permit_standing(**facts | dates)
    assert (ruling.outcome, ruling.values) == (outcome, {})


@pytest.mark.parametrize(
    ("named", "used"),
    [("holder", "used_by"), ("place", "used_at"), ("purpose", "used_for"), ("vehicle", "used_vehicle")],
)
def test_another_use_is_one_where_both_are_shown_and_differ(named: str, used: str) -> None:
    term = {name: d(day) for name, day in TERM.items()}
    assert permit_standing(**term, **{named: "A", used: "B"}).outcome == "not-valid-for-this-use"
    assert permit_standing(**term, **{named: "A", used: "A"}).outcome == "in-force"
    assert permit_standing(**term, **{named: "A"}).outcome == "in-force"
    assert permit_standing(**term, **{used: "B"}).outcome == "in-force"


def test_python_can_name_the_fact_as_json_does() -> None:
    assert permit_standing(on=d("2026-06-01"), **{"from": d("2026-06-02")}).outcome == "not-yet"
