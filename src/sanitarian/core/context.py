"""What every page knows: which county this is, which edition of the code and which program; the demo's people.

Rooms above announce an answer with ``provide`` in their ``apps.py: ready()``; it is asked for only when a page
shows it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from sanitarian.law.registers import law_version
from sanitarian.law.ruling import NotInForce


@dataclass(frozen=True, slots=True)
class DemoUser:
    """Somebody the sign-in page of the demo names, with the passphrase. Never made outside the demo."""

    name: str
    role: str
    email: str
    passphrase: str


PROGRAM_VERSION = version("sanitarian")


def _edition() -> str:
    """The date of the code's newest version; blank for a county without a code on file."""
    try:
        return law_version()
    except NotInForce:
        return ""


_ANSWERS: dict[str, Callable[[], Any]] = {
    "county_name": lambda: "County",
    "code_edition": _edition,
    "demo_users": list,
}


def provide(name: str, answer: Callable[[], Any]) -> None:
    """Say how ``county_name``, ``code_edition`` (an ISO date) or ``demo_users`` (of ``DemoUser``) is found out.

    Raises:
        KeyError: pages do not ask for such a thing.
    """
    if name not in _ANSWERS:
        raise KeyError(f"{name!r} is not one of {', '.join(_ANSWERS)}")
    _ANSWERS[name] = answer


def _demo_users() -> list[DemoUser]:
    return _ANSWERS["demo_users"]() if settings.SANITARIAN_DEMO else []


def site(request: HttpRequest) -> dict[str, Any]:
    """The context processor. Templates call the answers, so a page that shows none asks for none."""
    return {
        "county_name": _ANSWERS["county_name"],
        "code_edition": _ANSWERS["code_edition"],
        "program_version": PROGRAM_VERSION,
        "demo_users": _demo_users,
        "is_demo": settings.SANITARIAN_DEMO,
    }
