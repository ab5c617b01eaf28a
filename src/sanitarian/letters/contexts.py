"""What letters are made from: one typed context per kind, frozen into the letter when it is queued.

Every name, address, amount and date that a letter prints is a field here; templates hold only the words of the form.
"""

import dataclasses
from dataclasses import dataclass
from datetime import date
from typing import Any

from sanitarian.letters.clean import clean_data
from sanitarian.letters.letterhead import Letterhead


@dataclass(frozen=True, slots=True, kw_only=True)
class PermitCondition:
    """A condition as it is printed; ``due`` is the last day to meet it, ``cite`` its section."""

    text: str
    due: date | None = None
    cite: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DischargePermitContext:
    """A permit to discharge, or an interim one (I.7.B, V.V).

    ``authority`` says by which delegation the official signs ("by delegation of the Commissioner of January 2, 2026");
    ``renews`` is the number of the permit it follows. Empty texts and lists print nothing.
    """

    letterhead: Letterhead
    interim: bool
    number: str
    holder: str
    holder_address: tuple[str, ...]
    place: str
    town: str
    tax_map_number: str
    system_number: str
    system_description: str
    classification: str
    issued_on: date
    starts: date
    through: date
    conditions: tuple[PermitCondition, ...]
    finding: str
    sections: tuple[str, ...]
    code_name: str
    signed_by: str
    signed_title: str
    authority: str
    renews: str = ""

    @property
    def dated(self) -> date:
        """The date of the paper."""
        return self.issued_on


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnReason:
    """Why a report goes back: a code, the reason in words, its section, and what would cure it."""

    code: str
    text: str
    cite: str
    remedy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportReturnedContext:
    """A report sent back to its filer. ``reply_by`` prints only where a day was set."""

    letterhead: Letterhead
    number: str
    filer: str
    filer_address: tuple[str, ...]
    place: str
    town: str
    tax_map_number: str
    inspected_on: date
    received_on: date
    returned_on: date
    reasons: tuple[ReturnReason, ...]
    reply_by: date | None
    note: str
    signed_by: str
    signed_title: str

    @property
    def dated(self) -> date:
        """The date of the paper."""
        return self.returned_on


def freeze(context: Any) -> dict[str, Any]:
    """The context as plain data for keeping: dates as ISO texts, every text cleaned of what cannot be printed.

    Raises:
        TypeError: a value is none of text, whole number, truth, date, list, map or nothing.
    """
    frozen = clean_data(_plain(dataclasses.asdict(context)))
    return {**frozen, "dated": context.dated.isoformat()}


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, (str, int)):
        return value
    raise TypeError(f"a letter is made from texts, whole numbers, dates and lists, not {type(value).__name__}")
