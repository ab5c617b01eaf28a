"""Bacteria in drain pipes: results as laboratories write them, the option of three samples, the mean by its bounds."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from sanitarian.law.drain_pipes import Sample, drain_pipe, read_result
from sanitarian.law.ruling import ImpossibleFacts, Ruling

CFU, MPN, CFU_ML, MPN_ML = "CFU/100 mL", "MPN/100 mL", "CFU/mL", "MPN/mL"


def d(text: str) -> date:
    return date.fromisoformat(text)


def sample(result: str, sampled: str = "2026-06-01", unit: str = CFU) -> Sample:
    return Sample(result, unit, d(sampled))


@pytest.mark.parametrize(
    ("result", "unit", "outcome", "between"),
    [
        ("200", CFU, "complies", True),
        ("200.0", CFU, "complies", True),
        ("201", CFU, "option-open", False),
        ("200.1", MPN, "option-open", False),
        ("200.000000000000001", CFU, "option-open", False),
        ("100", CFU, "complies", False),
        ("100.5", CFU, "complies", True),
        ("0", CFU, "complies", False),
        ("1,200", CFU, "option-open", False),
        ("<1", CFU, "complies", False),
        ("<200", CFU, "complies", False),
        ("<201", CFU, "undetermined", False),
        ("<1000", CFU, "undetermined", False),
        (">200", CFU, "option-open", False),
        (">2419.6", MPN, "option-open", False),
        (">199", CFU, "undetermined", False),
        ("TNTC", CFU, "undetermined", False),
        ("2", CFU_ML, "complies", True),
        ("1", MPN_ML, "complies", False),
        ("1.5", CFU_ML, "complies", True),
        ("2.01", CFU_ML, "option-open", False),
        ("<2", CFU_ML, "complies", False),
        ("<3", CFU_ML, "undetermined", False),
        (">2", MPN_ML, "option-open", False),
        (">1", MPN_ML, "undetermined", False),
    ],
)
def test_the_first_result(result: str, unit: str, outcome: str, between: bool) -> None:
    ruling = drain_pipe(first=sample(result, unit=unit))
    assert ruling.outcome == outcome
    assert ruling.values["limit"] == "200"
    assert ruling.values["between_readings"] is between
    assert ("A-1" in ruling.interpretations) is between
    assert ruling.values["retest_by"] is None
    assert ruling.values["retests_left"] == (3 if outcome == "option-open" else None)


def retested(*results: str, **change: Any) -> Ruling:
    facts: dict[str, Any] = {
        "first": sample("260"),
        "notified": d("2026-06-05"),
        "retests": [sample(result, "2026-06-10") for result in results],
    }
    return drain_pipe(**facts | change)


@pytest.mark.parametrize(
    ("results", "outcome", "mean"),
    [
        (("150", "190", "250"), "cleared-by-retest", "196.67"),
        (("199", "200", "201"), "prohibited", "200.00"),
        (("199", "200", "200.999999999"), "cleared-by-retest", "200.00"),
        (("200", "200", "200.01"), "prohibited", "200.00"),
        (("0", "0", "0.015"), "cleared-by-retest", "0.01"),
        (("1,000", "1", "1"), "prohibited", "334.00"),
        (("<100", "<100", "<100"), "cleared-by-retest", None),
        (("<200", "<200", "<200"), "undetermined", None),
        (("<200", "<200", "199"), "cleared-by-retest", None),
        (("<200", "300", "200"), "undetermined", None),
        (("<10", "400", "200"), "prohibited", None),
        ((">600", "0", "0"), "prohibited", None),
        ((">599", "0", "0"), "undetermined", None),
        ((">599", "<1", "1"), "prohibited", None),
        (("TNTC", "1", "1"), "undetermined", None),
        (("TNTC", "300", "300"), "prohibited", None),
        (("TNTC", ">300", ">300"), "prohibited", None),
    ],
)
def test_three_more_samples(results: tuple[str, ...], outcome: str, mean: str | None) -> None:
    ruling = retested(*results)
    assert (ruling.outcome, ruling.values["mean"]) == (outcome, None if mean is None else Decimal(mean))
    assert ruling.to_json()["values"]["mean"] == mean
    assert ruling.values["retest_by"] == d("2026-06-25")
    assert ruling.values["retests_left"] is None


def test_units_of_the_three_may_differ() -> None:
    retests = [sample("1", "2026-06-10", CFU_ML), sample("150", "2026-06-10", MPN), sample("3.5", "2026-06-10", MPN_ML)]
    ruling = retested(retests=retests)
    assert (ruling.outcome, ruling.values["mean"]) == ("prohibited", Decimal("200.00"))


@pytest.mark.parametrize(
    ("retests", "as_of", "outcome", "left"),
    [
        (0, None, "option-open", 3),
        (1, None, "option-open", 2),
        (2, "2026-06-25", "option-open", 1),
        (2, "2026-06-26", "prohibited", None),
        (0, "2026-06-26", "prohibited", None),
        (3, "2026-06-26", "cleared-by-retest", None),
        (4, "2026-06-26", "cleared-by-retest", None),
    ],
)
def test_the_option(retests: int, as_of: str | None, outcome: str, left: int | None) -> None:
    ruling = retested(*["1"] * retests, as_of=d(as_of) if as_of else None)
    assert (ruling.outcome, ruling.values["retests_left"]) == (outcome, left)


@pytest.mark.parametrize(
    ("notified", "retest_by"),
    [("2026-06-05", "2026-06-25"), ("2026-06-01", "2026-06-22"), ("2026-06-14", "2026-07-06")],
)
def test_twenty_days_roll(notified: str, retest_by: str) -> None:
    assert retested(notified=d(notified)).values["retest_by"] == d(retest_by)


@pytest.mark.parametrize(
    ("days", "counted"),
    [
        (("2026-06-01", "2026-06-10", "2026-06-25"), True),  # from the first sample's day through the last
        (("2026-05-31", "2026-06-10", "2026-06-25"), False),
        (("2026-06-01", "2026-06-10", "2026-06-26"), False),
    ],
)
def test_only_samples_within_the_time_count(days: tuple[str, ...], counted: bool) -> None:
    ruling = retested(retests=[sample("1", day) for day in days], as_of=d("2026-07-01"))
    assert ruling.outcome == ("cleared-by-retest" if counted else "prohibited")


def test_the_first_three_by_day_count_and_those_of_a_day_as_listed() -> None:
    late, early = sample("900", "2026-06-12"), sample("1", "2026-06-10")
    assert retested(retests=[late, early, early, early]).outcome == "cleared-by-retest"
    same = [sample("1", "2026-06-12"), sample("1", "2026-06-12"), sample("1", "2026-06-12"), late]
    assert retested(retests=same).outcome == "cleared-by-retest"
    assert retested(retests=[late, *same]).outcome == "prohibited"


def test_no_retest_counts_before_the_owner_is_notified() -> None:
    ruling = retested("1", "1", "1", notified=None, as_of=d("2030-01-01"))
    assert (ruling.outcome, ruling.values["retests_left"], ruling.values["retest_by"]) == ("option-open", 3, None)
    assert ruling.values["mean"] is None


@pytest.mark.parametrize(
    ("result", "unit", "text"),
    [
        ("2.4", CFU_ML, "The first result, 2.4 CFU/mL (240 per 100 mL), is above 200 per 100 mL."),
        (">2,419.605", MPN_ML, "The first result, >2,419.605 MPN/mL (>241,960.5 per 100 mL), is above 200 per 100 mL."),
        ("<3", CFU_ML, "<3 CFU/mL (<300 per 100 mL) does not show on which side of 200 per 100 mL it lies."),
        ("260", CFU, "The first result, 260 CFU/100 mL, is above 200 per 100 mL."),
    ],
)
def test_the_reason_shows_what_is_compared(result: str, unit: str, text: str) -> None:
    assert drain_pipe(first=sample(result, unit=unit)).reasons[0].text == text


@pytest.mark.parametrize(("retests", "holds"), [(None, None), ([], False)])
def test_retests_not_shown_are_not_called_missing(retests: list[Sample] | None, holds: bool | None) -> None:
    ruling = drain_pipe(first=sample("260"), notified=d("2026-06-05"), retests=retests, as_of=d("2026-06-26"))
    assert (ruling.outcome, [r.holds for r in ruling.reasons if r.cite == "A-3"]) == ("prohibited", [holds])


@pytest.mark.parametrize("origin", [None, False])
def test_origin_must_be_proven(origin: bool | None) -> None:
    assert retested(origin_elsewhere=origin).outcome == "option-open"


def test_origin_elsewhere_clears_before_the_retests() -> None:
    ruling = retested("900", "900", "900", origin_elsewhere=True)
    values = {
        "limit": "200",
        "retest_by": d("2026-06-25"),
        "mean": None,
        "retests_left": None,
        "between_readings": False,
    }
    assert (ruling.outcome, ruling.values) == ("cleared-by-origin", values)
    assert retested(notified=None, origin_elsewhere=True).outcome == "cleared-by-origin"


@pytest.mark.parametrize("first", ["TNTC", "<1000", ">10"])
def test_an_undetermined_first_result_stays_so(first: str) -> None:
    ruling = retested("1", "1", "1", first=sample(first), origin_elsewhere=True)
    assert (ruling.outcome, ruling.values["retest_by"], ruling.values["mean"]) == ("undetermined", None, None)


def test_a_result_that_complies_stays_so() -> None:
    ruling = retested("900", "900", "900", first=sample("150"))
    assert (ruling.outcome, ruling.values["retest_by"], ruling.values["mean"]) == ("complies", None, None)


@pytest.mark.parametrize(
    "text",
    ["", "abc", "-5", "1,20", "12,34", "1200,5", "<", "<-1", "<0", "1e3", "≥5", "5 CFU", "1.2.3", "٣", "<<5", "NaN"],
)
def test_what_is_no_result_is_refused(text: str) -> None:
    with pytest.raises(ImpossibleFacts):
        read_result(text)


def test_samples_may_come_as_mappings() -> None:
    facts = {"result": "150", "unit": CFU, "sampled": d("2026-06-01")}
    assert drain_pipe(first=facts).outcome == "complies"
