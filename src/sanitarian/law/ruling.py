"""What the law answers: an outcome, its values, and the reasons one by one with the section each rests on."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

_INTERPRETATION = re.compile(r"[A-Z]-[0-9]+")


class ImpossibleFacts(ValueError):
    """Facts that no ruling can be made on; ``faults`` says, one line each, which and what to do."""

    def __init__(self, *faults: str) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


class OutOfCalendar(ImpossibleFacts):
    """A period from ``day`` that leaves the years 1 to 9999."""

    def __init__(self, day: date) -> None:
        super().__init__(f"the period from {day} runs out of the calendar (years 1 to 9999); give other facts")
        self.day = day


class NotInForce(LookupError):
    """No law answers: it was not in force on the day whose law was to be applied, or the county has none.

    ``cite`` names the provision that says so.
    """

    def __init__(self, fault: str, *, cite: str) -> None:
        super().__init__(fault)
        self.cite = cite


@dataclass(frozen=True, slots=True)
class Reason:
    """One ground of a ruling. ``holds`` is true, false, or None where the fact is not shown."""

    holds: bool | None
    text: str
    cite: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """The law's answer. ``values`` holds dates, exact numbers and texts; ``code`` is the version of the code (None
    where no code was in force)."""

    rule: str
    outcome: str
    values: Mapping[str, Any]
    reasons: tuple[Reason, ...]
    code: str | None

    @property
    def interpretations(self) -> tuple[str, ...]:
        """The readings of this project that the ruling rests on, in the order in which they are cited."""
        return tuple(dict.fromkeys(r.cite for r in self.reasons if _INTERPRETATION.fullmatch(r.cite)))

    @property
    def not_shown(self) -> tuple[Reason, ...]:
        """The reasons that rest on facts which are not shown."""
        return tuple(reason for reason in self.reasons if reason.holds is None)

    def to_json(self) -> dict[str, Any]:
        """The ruling in JSON types: dates in ISO form, exact numbers as text."""
        return {
            "rule": self.rule,
            "outcome": self.outcome,
            "values": {name: _plain(value) for name, value in self.values.items()},
            "reasons": [{"holds": r.holds, "text": r.text, "cite": r.cite} for r in self.reasons],
            "code": self.code,
        }


def _plain(value: Any) -> Any:
    if isinstance(value, date | datetime):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    return value
