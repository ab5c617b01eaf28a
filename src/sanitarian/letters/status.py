"""What ``/verify/CODE`` may tell anybody about a paper's subject: the room that owns the subject answers."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicStatus:
    """The status of a paper's subject today, without names.

    ``status`` is a few words ("In force"); ``tone`` is good, due, bad, wait, unknown or plain; ``what`` says what the
    paper is ("Permit to discharge DP-2026-1"). ``place`` and ``town`` are an address and a municipality.
    """

    what: str
    status: str
    tone: str
    place: str
    town: str
    starts: date | None = None
    through: date | None = None
    detail: str = ""


_answers: dict[str, Callable[[int], PublicStatus | None]] = {}


def register_status(subject: str, answer: Callable[[int], PublicStatus | None]) -> None:
    """Say how the public status of a subject such as ``permit`` is found; ``answer`` takes the number in its reference.

    Raises:
        ValueError: another answer is registered for it already.
    """
    if _answers.setdefault(subject, answer) is not answer:
        raise ValueError(f"the public status of {subject!r} is declared twice")


def public_status(reference: str) -> PublicStatus | None:
    """The status of ``permit:12`` today; None where no room answers for it or there is none."""
    subject, _, number = reference.partition(":")
    answer = _answers.get(subject)
    return answer(int(number)) if answer and number.isdigit() else None
