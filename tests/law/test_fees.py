"""What is paid, and since when."""

from datetime import date
from decimal import Decimal

import pytest

from sanitarian.law.fees import fee


@pytest.mark.parametrize(
    ("item", "amount"),
    [
        ("construction-permit", "75.00"),
        ("inspector-course", "300.00"),
        ("business-permit", "100.00"),
        ("discharge-permit", "0.00"),
        ("interim-permit", "0.00"),
        ("tank-replacement", "0.00"),
    ],
)
def test_fees(item: str, amount: str) -> None:
    ruling = fee(item=item, on=date(2026, 1, 1))
    assert (ruling.outcome, ruling.values) == ("fee", {"amount": Decimal(amount)})
    assert ruling.to_json()["values"] == {"amount": amount}


@pytest.mark.parametrize(
    ("on", "law_of", "outcome"),
    [
        (date(1994, 8, 8), None, "none-in-force"),
        (date(1994, 8, 9), None, "fee"),
        (date(2026, 1, 1), date(1994, 8, 8), "none-in-force"),
        (date(2026, 1, 1), date(1994, 8, 9), "fee"),
    ],
)
def test_since_when(on: date, law_of: date | None, outcome: str) -> None:
    ruling = fee(item="business-permit", on=on, law_of=law_of)
    assert ruling.outcome == outcome
    assert (ruling.values["amount"] is None) is (outcome == "none-in-force")
