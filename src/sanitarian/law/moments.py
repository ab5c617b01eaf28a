"""Points in time by New York's clock, and hours as they really pass when that clock is changed."""

from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from zoneinfo import ZoneInfo

from sanitarian.law.dates import american
from sanitarian.law.ruling import OutOfCalendar


class SkippedTime(ValueError):
    """A time that New York's clock never shows: it goes forward over it in spring."""


@cache
def _zone() -> ZoneInfo:
    return ZoneInfo("America/New_York")


def new_york(moment: datetime) -> datetime:
    """A moment by New York's clock, with the offset of that time; one without an offset is New York time already.

    Of a time that occurs twice in autumn it is the earlier; SkippedTime for one that does not exist, OverflowError for
    one outside the calendar. The offset is a fixed one: two times of one zone would be compared as the clock shows
    them, not as time passes.
    """
    naive = moment.tzinfo is None
    placed = moment.replace(tzinfo=_zone(), fold=0) if naive else moment
    there = placed.astimezone(UTC).astimezone(_zone())
    if naive and there.replace(tzinfo=None) != moment.replace(tzinfo=None):
        raise SkippedTime(f"{moment} does not exist")
    return there.replace(tzinfo=timezone(there.utcoffset() or timedelta()), fold=0)


def hours_later(moment: datetime, hours: int) -> datetime:
    """The moment so many hours of real time later, by New York's clock."""
    try:
        return new_york(moment + timedelta(hours=hours))
    except OverflowError:
        raise OutOfCalendar(moment) from None


def american_time(moment: datetime) -> str:
    """A moment as it is written to citizens: June 30, 2026, 2:05 p.m."""
    seconds = f":{moment.second:02}" if moment.second or moment.microsecond else ""
    half = "a.m." if moment.hour < 12 else "p.m."
    return f"{american(moment)}, {moment.hour % 12 or 12}:{moment.minute:02}{seconds} {half}"
