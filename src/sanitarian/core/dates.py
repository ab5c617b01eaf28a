"""What day it is in the county. Nothing else asks the clock."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.conf import settings

_fixed_today: date | None = None


def county_zone() -> ZoneInfo:
    """The county's time zone; legal dates are dates in it."""
    return ZoneInfo(settings.TIME_ZONE)


def now() -> datetime:
    """This moment, in the county's time zone."""
    moment = datetime.now(county_zone())
    return moment if _fixed_today is None else datetime.combine(_fixed_today, moment.timetz())


def today() -> date:
    """Today's date in the county."""
    return _fixed_today or datetime.now(county_zone()).date()


@contextmanager
def use_today(day: date) -> Iterator[None]:
    """Let every part of this process take ``day`` for today, for trials and tests."""
    global _fixed_today  # noqa: PLW0603 - one process, one today
    before, _fixed_today = _fixed_today, day
    try:
        yield
    finally:
        _fixed_today = before
