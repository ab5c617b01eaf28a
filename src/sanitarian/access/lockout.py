"""Who is kept out after failed tries, so that nobody can keep another out (decision 11).

A count is always one account's *from one place*, or one place's over all accounts: never an account's alone. A browser
in which somebody has signed in before is a place of its own, so that not even a neighbour behind the same address can
use up its tries.
"""

from dataclasses import dataclass

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string

from sanitarian.core.limits import client_address
from sanitarian.core.tries import DAY, failures, forget, note_failure, places
from sanitarian.parties.models import User

KNOWN_BROWSER = "known_browser"
_COOKIE_DAYS = 365
_SALT = "sanitarian.access.known-browser"
_ACCOUNTS_KEPT = 5


@dataclass(frozen=True)
class Limit:
    """How many tries may fail: of one account from one place in a quarter of an hour and in a day; from one place."""

    purpose: str
    quarter: int
    day: int
    place: int | None = None


PASSPHRASE = Limit("passphrase", quarter=10, day=60, place=50)
CODE = Limit("code", quarter=5, day=15)
RESET = Limit("reset", quarter=5, day=20, place=20)
INVITATION = Limit("invitation", quarter=20, day=200)
ASK = Limit("ask", quarter=5, day=20)
STRANGERS_CODES = 30
"""So many wrong codes in all from browsers that are not known, while one passphrase stands: then others know it.

Three of a million codes are good at a time: whoever has the passphrase guesses one with a chance of one in 11,000.
"""
WARN_TRIES, WARN_PLACES, WARN_CODES = 30, 5, 10
"""From how many failed tries of a day, from how many places, the holder and the administrators are told; and codes."""


def _accounts(request: HttpRequest) -> dict[str, str]:
    """The accounts that have signed in with this browser, each with the number that makes the browser a place."""
    try:
        kept = signing.loads(request.COOKIES.get(KNOWN_BROWSER, ""), salt=_SALT, max_age=_COOKIE_DAYS * 86_400)
    except signing.BadSignature:
        return {}
    return kept if isinstance(kept, dict) else {}


def remember_browser(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Let the browser prove later that this account has signed in with it before. It opens nothing by itself."""
    kept = {key: value for key, value in _accounts(request).items() if key != str(user.pk)}
    kept = dict(list(kept.items())[-_ACCOUNTS_KEPT + 1 :]) | {str(user.pk): get_random_string(16)}
    response.set_cookie(
        KNOWN_BROWSER, signing.dumps(kept, salt=_SALT), max_age=_COOKIE_DAYS * 86_400, path="/accounts/",
        httponly=True, samesite="Lax", secure=request.is_secure(),
    )  # fmt: skip


def place_of(request: HttpRequest, email: str) -> str:
    """From where an account is tried: a browser that has signed in to it before, or the client's network."""
    accounts = _accounts(request)
    if accounts:
        user_id = User.objects.filter(email=email.lower()).values_list("pk", flat=True).first()
        if (known := accounts.get(str(user_id))) is not None:
            return f"browser:{known}"
    return client_address(request)


def is_known(place: str) -> bool:
    return place.startswith("browser:")


def is_kept_out(limit: Limit, request: HttpRequest, email: str = "") -> bool:
    """Whether tries from here have failed too often, for this account or at all."""
    place = place_of(request, email) if email else client_address(request)
    if failures(limit.purpose, about=email, place=place) >= limit.quarter:
        return True
    if failures(limit.purpose, about=email, place=place, windows=DAY) >= limit.day:
        return True
    return limit.place is not None and not is_known(place) and failures(limit.purpose, place=place) >= limit.place


def note(limit: Limit, request: HttpRequest, email: str = "") -> None:
    """Count a failed try."""
    note_failure(limit.purpose, about=email, place=place_of(request, email) if email else client_address(request))


def clear(limit: Limit, request: HttpRequest, email: str) -> None:
    """The holder has come in: what was mistyped from here before does not count any more."""
    forget(limit.purpose, about=email, places=[place_of(request, email)])


def is_under_attack(user: User) -> bool:
    """Whether so many have tried an account today that its holder should know; true once a day."""
    tries, where = places(PASSPHRASE.purpose, about=user.email)
    attacked = (tries >= WARN_TRIES and where >= WARN_PLACES) or (
        failures(CODE.purpose, about=user.email, windows=DAY) >= WARN_CODES
    )
    if not attacked or failures("warned", about=user.email, windows=DAY):
        return False
    note_failure("warned", about=user.email)
    return True


def _one_passphrase(user: User) -> str:
    """The account while it has this passphrase: another one begins a new count."""
    return f"{user.pk} {user.password}"


def note_strangers_code(request: HttpRequest, user: User) -> None:
    """Count a wrong code that came from a browser which is not known."""
    if not is_known(place_of(request, user.email)):
        note_failure("stranger", about=_one_passphrase(user), lapses=False)


def passphrase_is_out(request: HttpRequest, user: User) -> bool:
    """Whether strangers have tried so many codes that the passphrase must be taken to be known to others.

    It then opens the second step in known browsers only, until it is chosen anew by mail. A passkey works all the same.
    """
    if is_known(place_of(request, user.email)):
        return False
    return failures("stranger", about=_one_passphrase(user), lapses=False) >= STRANGERS_CODES
