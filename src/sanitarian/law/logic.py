"""Logic in three values: true, false, and None for what is not shown."""

from collections.abc import Iterable
from typing import Any


def all_of(values: Iterable[bool | None]) -> bool | None:
    """False if one is false, else not shown if one is not shown, else true."""
    shown = True
    for value in values:
        if value is False:
            return False
        shown = shown and value is not None
    return True if shown else None


def any_of(values: Iterable[bool | None]) -> bool | None:
    """True if one is true, else not shown if one is not shown, else false."""
    shown = True
    for value in values:
        if value:
            return True
        shown = shown and value is not None
    return False if shown else None


def negation(value: bool | None) -> bool | None:
    """The opposite; what is not shown stays so."""
    return None if value is None else not value


def at_least(value: Any, minimum: Any) -> bool | None:
    """Whether ``value`` reaches ``minimum``; not shown if the value is not."""
    return None if value is None else bool(value >= minimum)


def happened(event: Any, on: Any) -> bool:
    """Whether an event on record has happened by the day ``on``; on the day itself it has."""
    return event is not None and bool(event <= on)
