"""Failed tries, counted in the database: all processes share the count, and none is lost between two of them."""

import time
from collections.abc import Iterable

from django.db.models import Count, F, Sum
from django.utils.crypto import salted_hmac

from sanitarian.core.models import FailedTries

WINDOW_MINUTES = 15
DAY = 24 * 60 // WINDOW_MINUTES
_KEPT = 2 * DAY


def digest_of(about: str) -> str:
    """How an account is named in the count."""
    return salted_hmac("sanitarian.core.tries", about.lower(), algorithm="sha256").hexdigest()


def this_window() -> int:
    """The quarter of an hour that runs now, counted since 1970."""
    return int(time.time() // (60 * WINDOW_MINUTES))


def note_failure(purpose: str, *, about: str = "", place: str = "", lapses: bool = True) -> None:
    """Count one failed try. Called outside of transactions: a refusal that rolls back must not undo the count."""
    window = this_window() if lapses else 0
    row, made = FailedTries.objects.get_or_create(
        purpose=purpose, about=digest_of(about) if about else "", place=place, window=window, defaults={"count": 1}
    )
    if made:
        FailedTries.objects.filter(window__gt=0, window__lt=window - _KEPT).delete()
    else:
        FailedTries.objects.filter(pk=row.pk).update(count=F("count") + 1)


def failures(
    purpose: str, *, about: str | None = None, place: str | None = None, windows: int = 1, lapses: bool = True
) -> int:
    """How many tries failed in this window and the ones before it: about one account, from one place, or both."""
    return _spread(purpose, about, place, windows, lapses)[0]


def places(purpose: str, *, about: str, windows: int = DAY) -> tuple[int, int]:
    """How many tries about an account failed lately, and from how many places."""
    return _spread(purpose, about, None, windows, lapses=True)


def _spread(purpose: str, about: str | None, place: str | None, windows: int, lapses: bool) -> tuple[int, int]:
    rows = FailedTries.objects.filter(purpose=purpose)
    rows = rows.filter(window__gt=this_window() - windows) if lapses else rows.filter(window=0)
    if about is not None:
        rows = rows.filter(about=digest_of(about) if about else "")
    if place is not None:
        rows = rows.filter(place=place)
    found = rows.aggregate(tries=Sum("count"), places=Count("place", distinct=True))
    return found["tries"] or 0, found["places"]


def forget(purpose: str, *, about: str, places: Iterable[str]) -> None:
    """Strike the count of an account from some places: its holder has been there."""
    FailedTries.objects.filter(purpose=purpose, about=digest_of(about), place__in=list(places)).delete()
