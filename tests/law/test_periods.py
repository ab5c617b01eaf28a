"""Business days, periods and terms: the General Construction Law, case by case."""

from datetime import date, timedelta

import pytest

from sanitarian.law.dates import (
    add_business_days,
    add_months,
    add_years,
    american,
    holidays,
    is_business_day,
    next_business_day,
    term_through,
)
from sanitarian.law.periods import business_days, period
from sanitarian.law.registry import rules
from sanitarian.law.ruling import ImpossibleFacts


def d(text: str) -> date:
    return date.fromisoformat(text)


def test_holidays_of_a_year() -> None:
    expected = {
        "2026-01-01", "2026-01-19", "2026-02-12", "2026-02-16", "2026-05-25", "2026-06-19", "2026-07-04",
        "2026-09-07", "2026-10-12", "2026-11-03", "2026-11-11", "2026-11-26", "2026-12-25",
    }  # fmt: skip
    assert {day.isoformat() for day in holidays(2026)} == expected


@pytest.mark.parametrize(
    ("day", "free"),
    [
        ("2026-07-03", False),  # the Fourth falls on a Saturday and does not move
        ("2027-12-24", False),
        ("2027-12-31", False),
        ("2027-07-05", True),  # the Fourth falls on a Sunday
        ("2028-01-01", True),
        ("2023-01-02", True),  # New Year's Day falls on a Sunday
        ("2034-02-13", True),  # Lincoln's Birthday falls on a Sunday
        ("2033-06-20", True),  # Juneteenth falls on a Sunday
        ("2026-06-15", False),  # the day after Flag Day
        ("2033-11-08", True),  # election day is the Tuesday after the first Monday
        ("2033-11-01", False),
        ("1950-06-19", True),  # every year alike
        ("2026-05-18", False),  # Memorial Day is the last Monday
        ("2026-05-25", True),
    ],
)
def test_free_days(day: str, free: bool) -> None:
    assert is_business_day(d(day)) is not free


@pytest.mark.parametrize(
    ("start", "days", "end"),
    [
        ("2026-06-23", 30, "2026-08-04"),
        ("2026-11-02", 30, "2026-12-17"),
        ("2026-07-03", 1, "2026-07-06"),
        ("2026-07-04", 1, "2026-07-06"),  # counting from a free day
        ("2026-11-02", 1, "2026-11-04"),
    ],
)
def test_business_days(start: str, days: int, end: str) -> None:
    ruling = business_days(from_=d(start), days=days)
    assert (ruling.outcome, ruling.values) == ("date", {"date": d(end)})


@pytest.mark.parametrize("days", [1, 249, 250, 251, 252, 253, 500, 2_500])
@pytest.mark.parametrize("start", ["2026-12-31", "2026-12-30", "2023-06-17", "2027-12-31"])
def test_counting_whole_years_agrees_with_counting_days(start: str, days: int) -> None:
    day, left = d(start), days
    while left:
        day += timedelta(1)
        left -= is_business_day(day)
    assert add_business_days(d(start), days) == day


@pytest.mark.parametrize(
    ("served", "last_day", "act_by"),
    [
        ("2026-06-03", "2026-07-03", "2026-07-03"),
        ("2026-06-04", "2026-07-04", "2026-07-06"),
        ("2026-01-13", "2026-02-12", "2026-02-13"),
        ("2026-01-16", "2026-02-15", "2026-02-17"),
        ("2026-10-04", "2026-11-03", "2026-11-04"),
        ("2026-05-15", "2026-06-14", "2026-06-15"),
        ("2027-06-03", "2027-07-03", "2027-07-06"),
        ("2027-12-01", "2027-12-31", "2027-12-31"),
    ],
)
def test_thirty_days(served: str, last_day: str, act_by: str) -> None:
    assert period(from_=d(served), days=30).values == {"last_day": d(last_day), "act_by": d(act_by)}


@pytest.mark.parametrize(
    ("start", "part", "last_day", "act_by"),
    [
        ("2026-06-05", {"days": 20}, "2026-06-25", "2026-06-25"),
        ("2026-06-01", {"days": 20}, "2026-06-21", "2026-06-22"),
        ("2026-01-31", {"months": 1}, "2026-02-28", "2026-03-02"),
        ("2026-01-31", {"months": 2}, "2026-03-31", "2026-03-31"),
        ("2026-11-30", {"months": 3}, "2027-02-28", "2027-03-01"),
        ("2027-12-31", {"months": 2}, "2028-02-29", "2028-02-29"),
        ("2024-02-29", {"years": 5}, "2029-02-28", "2029-02-28"),
        ("2024-02-29", {"years": 20}, "2044-02-29", "2044-02-29"),
        ("2026-12-31", {"months": 12}, "2027-12-31", "2027-12-31"),
    ],
)
def test_periods(start: str, part: dict[str, int], last_day: str, act_by: str) -> None:
    assert period(from_=d(start), **part).values == {"last_day": d(last_day), "act_by": d(act_by)}


@pytest.mark.parametrize("parts", [{}, {"days": 1, "months": 1}, {"days": 1, "months": 1, "years": 1}])
def test_a_period_has_one_length(parts: dict[str, int]) -> None:
    with pytest.raises(ImpossibleFacts, match="exactly one"):
        period(from_=d("2026-01-01"), **parts)


@pytest.mark.parametrize("part", ["days", "months", "years"])
def test_the_least_period_is_one(part: str) -> None:
    assert rules()["period"].ask({"from": "2026-06-01", part: 1}).outcome == "date"
    with pytest.raises(ImpossibleFacts, match=f"{part}: 0 is impossible; the least is 1"):
        rules()["period"].ask({"from": "2026-06-01", part: 0})


def test_the_least_count_of_business_days_is_one() -> None:
    assert rules()["business-days"].ask({"from": "2026-06-01", "days": 1}).values == {"date": d("2026-06-02")}
    with pytest.raises(ImpossibleFacts, match="days: 0 is impossible; the least is 1"):
        rules()["business-days"].ask({"from": "2026-06-01", "days": 0})


@pytest.mark.parametrize(
    ("start", "years", "through"),
    [
        ("2026-03-15", 1, "2027-03-14"),
        ("2028-02-29", 1, "2029-02-28"),
        ("2028-02-29", 4, "2032-02-28"),
        ("2027-03-01", 1, "2028-02-29"),
        ("2026-01-01", 5, "2030-12-31"),
    ],
)
def test_terms(start: str, years: int, through: str) -> None:
    assert term_through(d(start), years) == d(through)


@pytest.mark.parametrize("part", [{"days": 10**9}, {"days": 10**18}, {"months": 10**9}, {"years": 8000}])
def test_beyond_the_calendar(part: dict[str, int]) -> None:
    with pytest.raises(ImpossibleFacts, match="calendar"):
        period(from_=d("2026-01-01"), **part)


@pytest.mark.parametrize("days", [10**7, 10**18])
def test_business_days_beyond_the_calendar(days: int) -> None:
    with pytest.raises(ImpossibleFacts, match="calendar"):
        business_days(from_=d("2026-01-01"), days=days)


def test_month_arithmetic_runs_both_ways() -> None:
    assert add_months(d("2028-02-29"), -12) == d("2027-02-28")
    assert add_months(d("2026-01-31"), -2) == d("2025-11-30")
    assert add_years(d("2026-11-01"), -6) == d("2020-11-01")


def test_a_business_day_does_not_roll() -> None:
    assert next_business_day(d("2026-07-06")) == d("2026-07-06")
    assert next_business_day(d("2026-07-04")) == d("2026-07-06")


def test_dates_as_citizens_read_them() -> None:
    assert american(d("2026-11-01")) == "November 1, 2026"
