"""Times by New York's clock: how they are read, and how hours pass when the clock is changed."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.facts import Count, Elevation, Measure, Moment
from sanitarian.law.moments import american_time, hours_later, new_york
from sanitarian.law.ruling import ImpossibleFacts, OutOfCalendar

UTC_MOMENTS = st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))


def read(text: object) -> datetime:
    return Moment().read(text, "at")


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-06-30T14:05", "2026-06-30T14:05:00-04:00"),
        ("2026-01-30T14:05", "2026-01-30T14:05:00-05:00"),
        ("2026-06-30T14:05:09", "2026-06-30T14:05:09-04:00"),
        ("2026-06-30T14:05:09.25", "2026-06-30T14:05:09.250000-04:00"),
        # an offset is New York's or another's
        ("2026-06-30T14:05-04:00", "2026-06-30T14:05:00-04:00"),
        ("2026-06-30T14:05Z", "2026-06-30T10:05:00-04:00"),
        ("2026-06-30T14:05+02:00", "2026-06-30T08:05:00-04:00"),
        ("2026-07-01T01:00+02:00", "2026-06-30T19:00:00-04:00"),
        # spring: 2:00 to 2:59 of March 8, 2026 does not exist
        ("2026-03-08T01:59", "2026-03-08T01:59:00-05:00"),
        ("2026-03-08T03:00", "2026-03-08T03:00:00-04:00"),
        ("2026-03-08T02:30-05:00", "2026-03-08T03:30:00-04:00"),
        # autumn: 1:00 to 1:59 of November 1, 2026 occurs twice
        ("2026-11-01T00:59", "2026-11-01T00:59:00-04:00"),
        ("2026-11-01T01:00", "2026-11-01T01:00:00-04:00"),
        ("2026-11-01T01:59", "2026-11-01T01:59:00-04:00"),
        ("2026-11-01T02:00", "2026-11-01T02:00:00-05:00"),
        ("2026-11-01T01:30-05:00", "2026-11-01T01:30:00-05:00"),
        ("2026-11-01T05:30Z", "2026-11-01T01:30:00-04:00"),
        ("2026-11-01T06:30Z", "2026-11-01T01:30:00-05:00"),
        # before standard time the offset had seconds
        ("1880-01-01T00:00", "1880-01-01T00:00:00-04:56:02"),
        ("1880-01-01T00:00:00-04:56:02", "1880-01-01T00:00:00-04:56:02"),
    ],
)
def test_read(text: str, moment: str) -> None:
    assert read(text).isoformat() == moment
    jsonschema.validate(text, Moment().schema())


@pytest.mark.parametrize(
    "value",
    [
        "2026-06-30", "14:05", "2026-06-30 14:05", "2026-06-30T14", "2026-06-30T1405", "20260630T140500",
        "2026-06-30T24:00", "2026-06-30T14:60", "2026-06-30T14:05:60", "2026-06-30T14:05:00.", "2026-06-30t14:05",
        "2026-06-30T14:05+2", "2026-06-30T14:05+24:00", "2026-13-30T14:05", "2026-06-32T14:05", "0000-06-30T14:05",
        "2026-W26-2T14:05", "June 30", "", 20260630, True, ["2026-06-30T14:05"], {}, None,
    ],
)  # fmt: skip
def test_what_is_no_moment(value: object) -> None:
    with pytest.raises(ImpossibleFacts, match=r"^at: .* is not a day with a time"):
        read(value)
    assert not jsonschema.Draft202012Validator(Moment().schema()).is_valid(value)


@pytest.mark.parametrize("text", ["2026-03-08T02:00", "2026-03-08T02:30", "2026-03-08T02:59:59", "2007-03-11T02:30"])
def test_a_time_that_the_clock_skips(text: str) -> None:
    with pytest.raises(ImpossibleFacts, match="does not exist"):
        read(text)


@pytest.mark.parametrize(
    "text", ["2026-02-29T12:00", "2026-06-31T12:00", "0001-01-01T00:00Z", "0001-01-01T00:00+14:00", "9999-12-31T23:30"]
)
def test_a_time_outside_the_calendar(text: str) -> None:
    with pytest.raises(ImpossibleFacts, match="not in the calendar"):
        read(text)


@given(UTC_MOMENTS)
def test_a_moment_stays_the_same_and_reads_back(moment: datetime) -> None:
    there = new_york(moment)
    assert there == moment
    assert new_york(there) == there
    assert read(there.isoformat()).isoformat() == there.isoformat()


@given(UTC_MOMENTS, UTC_MOMENTS)
def test_moments_order_and_differ_as_time_passes(one: datetime, other: datetime) -> None:
    assert (new_york(one) < new_york(other)) is (one < other)
    assert new_york(other) - new_york(one) == other - one


@given(UTC_MOMENTS, st.integers(0, 200))
def test_hours_are_real_hours(moment: datetime, hours: int) -> None:
    assert hours_later(new_york(moment), hours) == moment + timedelta(hours=hours)


def test_times_of_the_application_are_read_alike() -> None:
    zone = ZoneInfo("America/New_York")
    assert new_york(datetime(2026, 11, 1, 1, 30, tzinfo=zone, fold=1)).isoformat() == "2026-11-01T01:30:00-05:00"
    assert new_york(datetime(2026, 11, 1, 1, 30, fold=1)).isoformat() == "2026-11-01T01:30:00-04:00"


def test_hours_that_leave_the_calendar() -> None:
    assert hours_later(read("9999-12-28T18:00"), 72).isoformat() == "9999-12-31T18:00:00-05:00"
    with pytest.raises(OutOfCalendar):
        hours_later(read("9999-12-30T18:00"), 72)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2026-06-30T00:00", "June 30, 2026, 12:00 a.m."),
        ("2026-06-30T09:05", "June 30, 2026, 9:05 a.m."),
        ("2026-06-30T11:59", "June 30, 2026, 11:59 a.m."),
        ("2026-06-30T12:00", "June 30, 2026, 12:00 p.m."),
        ("2026-06-30T23:15:07", "June 30, 2026, 11:15:07 p.m."),
        ("2026-06-30T12:00:00.5", "June 30, 2026, 12:00:00 p.m."),
    ],
)
def test_as_written_to_citizens(text: str, written: str) -> None:
    assert american_time(read(text)) == written


def test_numbers_with_a_most() -> None:
    assert Count(0, 7).read(7, "days") == 7
    with pytest.raises(ImpossibleFacts, match="days: 8 is impossible; the most is 7"):
        Count(0, 7).read(8, "days")
    assert Measure(24).read(24, "hours") == 24
    with pytest.raises(ImpossibleFacts, match=r"hours: 24.5 is impossible; the most is 24"):
        Measure(24).read(24.5, "hours")
    for kind, most in ((Count(0, 7), 7), (Measure(24), 24), (Count(), 1e308), (Measure(), 1e308)):
        schema = kind.schema()
        assert jsonschema.Draft202012Validator(schema).is_valid(most)
        assert not jsonschema.Draft202012Validator(schema).is_valid(10 * int(most) + 10)


def test_an_elevation_may_lie_below_its_datum() -> None:
    assert Elevation().read(-3, "feet") == -3
    assert jsonschema.Draft202012Validator(Elevation().schema()).is_valid(-3.5)
    for value in ("3", True, 10**309, -(10**309)):
        with pytest.raises(ImpossibleFacts, match="feet"):
            Elevation().read(value, "feet")
        assert not jsonschema.Draft202012Validator(Elevation().schema()).is_valid(value)
