"""What somebody with number and PIN may know of what they sent: how it stands, and the answer. No names."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sanitarian.core.pins import pin_matches
from sanitarian.county.models import CorrectionRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """How a matter stands. ``steps`` are the days and what happened on them, the newest first."""

    number: str
    what: str
    place: str
    state: str
    tone: str
    steps: Sequence[tuple[date, str]]
    answer: str = ""


def followed(number: str, pin: str) -> Followed | None:
    """The matter with this number and PIN; None for a wrong number and a wrong PIN alike, after the same time."""
    request = CorrectionRequest.objects.filter(number=number).select_related("parcel").first()
    if not pin_matches(pin, request.pin if request else None) or request is None:
        return None
    return _correction(request)


def _correction(request: CorrectionRequest) -> Followed:
    steps = [(request.received_on, "Received")]
    if request.answered_on:
        steps.insert(0, (request.answered_on, request.get_state_display()))
    tones = {"open": "wait", "accepted": "good", "declined": "plain"}
    return Followed(
        number=request.number,
        what="Request for a correction",
        place=str(request.parcel),
        state=request.get_state_display(),
        tone=tones[request.state],
        steps=steps,
        answer=request.answer,
    )
