"""Reckoning of time: holidays, business days, periods and terms (General Construction Law 20 to 58)."""

from calendar import monthrange
from datetime import MAXYEAR, date, timedelta
from functools import lru_cache

from sanitarian.law.ruling import OutOfCalendar

SATURDAY, SUNDAY = 5, 6
_MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)


def american(day: date) -> str:
    """A date as it is written to citizens: November 1, 2026."""
    return f"{month_day(day.month, day.day)}, {day.year}"


def month_day(month: int, day: int) -> str:
    """A day of the year as it is written to citizens: November 1."""
    return f"{_MONTHS[month - 1]} {day}"


def _weekday_of_month(year: int, month: int, weekday: int, nth: int) -> date:
    """The nth given weekday of a month (Monday is 0); the last one for nth = -1."""
    if nth < 0:
        last = date(year, month, monthrange(year, month)[1])
        return last - timedelta((last.weekday() - weekday) % 7)
    first = date(year, month, 1)
    return first + timedelta((weekday - first.weekday()) % 7 + 7 * (nth - 1))


@lru_cache(maxsize=512)
def holidays(year: int) -> frozenset[date]:
    """New York's public holidays of a year, the Mondays kept for Sunday ones included (General Construction Law 24).

    One that falls on a Saturday stays there. Flag Day is always a Sunday and moves nothing, so it is left out.
    """
    fixed = [date(year, *day) for day in ((1, 1), (2, 12), (6, 19), (7, 4), (11, 11), (12, 25))]
    kept = [day + timedelta(1) for day in fixed if day.weekday() == SUNDAY]
    floating = [
        _weekday_of_month(year, 1, 0, 3),  # Martin Luther King, Jr. Day
        _weekday_of_month(year, 2, 0, 3),  # Washington's Birthday
        _weekday_of_month(year, 5, 0, -1),  # Memorial Day
        _weekday_of_month(year, 9, 0, 1),  # Labor Day
        _weekday_of_month(year, 10, 0, 2),  # Columbus Day
        _weekday_of_month(year, 11, 0, 1) + timedelta(1),  # general election day
        _weekday_of_month(year, 11, 3, 4),  # Thanksgiving Day
    ]
    return frozenset(fixed + kept + floating)


def is_business_day(day: date) -> bool:
    """Whether a day is neither Saturday, Sunday nor a public holiday."""
    return day.weekday() < SATURDAY and day not in holidays(day.year)


@lru_cache(maxsize=8192)
def next_business_day(day: date) -> date:
    """The day itself if it is a business day, else the next one (General Construction Law 25-a)."""
    while not is_business_day(day):
        day = add_days(day, 1)
    return day


def add_days(day: date, days: int) -> date:
    """A day so many calendar days later (earlier if negative)."""
    try:
        return day + timedelta(days)
    except OverflowError:
        raise OutOfCalendar(day) from None


def add_business_days(day: date, days: int) -> date:
    """The nth business day after a day; the day itself is not counted."""
    left, at = days, day
    while left:
        if at == date.max:
            raise OutOfCalendar(day)
        if (at.month, at.day) == (12, 31) and _business_days_in(at.year + 1) < left:
            left -= _business_days_in(at.year + 1)
            at = date(at.year + 1, 12, 31)
        else:
            at += timedelta(1)
            left -= is_business_day(at)
    return at


def _business_days_in(year: int) -> int:
    first = date(year, 1, 1).weekday()
    length = 366 if monthrange(year, 2)[1] == 29 else 365
    weekdays = 260 + sum((first + extra) % 7 < SATURDAY for extra in range(length - 364))
    return weekdays - sum(day.weekday() < SATURDAY for day in holidays(year))


def add_months(day: date, months: int) -> date:
    """So many calendar months later: the same day number, or the last day of a shorter month."""
    total = day.year * 12 + day.month - 1 + months
    year, month = divmod(total, 12)
    if not 1 <= year <= MAXYEAR:
        raise OutOfCalendar(day)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def add_years(day: date, years: int) -> date:
    """So many years later: 29 February becomes 28 February of a common year."""
    return add_months(day, 12 * years)


def term_through(day: date, years: int) -> date:
    """The last day of a term of years that starts on a day: the day before its anniversary; it does not roll.

    A term from 29 February runs through 28 February, so that the next one starts on a day that exists.
    """
    if (day.month, day.day) == (2, 29):
        return add_years(day, years).replace(day=28)
    return add_days(add_years(day, years), -1)
