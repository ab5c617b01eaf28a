"""General sanitation: dead animals, and businesses that must register (II)."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any

from sanitarian.law.data import limit
from sanitarian.law.dates import american
from sanitarian.law.facts import one_of
from sanitarian.law.logic import happened
from sanitarian.law.moments import american_time, hours_later, new_york
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling


@rule("dead-animal", "II.1.b", "Until when an owner must bury or dispose of a dead animal")
def dead_animal(
    *,
    as_of: Annotated[datetime, "the day and time asked about"],
    died_at: Annotated[datetime | None, "when the animal died"] = None,
    discovered_at: Annotated[datetime | None, "when the carcass was discovered"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``within``, ``overdue``, or ``undetermined`` where neither time is shown; ``by`` is 72 elapsed hours after the
    later of death and discovery, as far as shown (F-60)."""
    code = law_version(law_of, "II")
    hours = limit("dead_animal_hours", law_of)
    events = ((died_at, "the animal died"), (discovered_at, "the carcass was discovered"))
    known = [(new_york(at), what) for at, what in events if at is not None]
    unknown = [Reason(None, f"It is not shown when {what}.", "F-60") for at, what in events if at is None]
    if not known:
        text = f"A dead animal is buried or disposed of within {hours} hours after its death or its discovery."
        return Ruling("dead-animal", "undetermined", {"by": None}, (Reason(None, text, "II.1.b"), *unknown), code)
    start, what = max(known, key=lambda event: event[0])
    by, now = hours_later(start, hours), new_york(as_of)
    text = f"The {hours} hours run from {american_time(start)}, when {what}"
    in_time = f"{american_time(now)}, is no later than {american_time(by)}, the end of the {hours} hours."
    reasons = [
        Reason(now <= by, in_time, "II.1.b"),
        Reason(True, f"{text}{', the later of the two' if len(known) == len(events) else ''}.", "F-60"),
        *unknown,
    ]
    return Ruling("dead-animal", "within" if now <= by else "overdue", {"by": by}, tuple(reasons), code)


# What each business does, and its paragraph.
_BUSINESSES = {
    "refuse-collection": ("collects and disposes of refuse", "II.6.c"),
    "well-drilling": ("drills water wells", "II.7.a"),
    "water-hauling": ("hauls water", "II.7.a"),
}
_NO_MORE: Mapping[str, Any] = {"by": None, "overdue": None}


@rule("registration", "II.6.c", "Whether a business must register with the department, and is registered on a day")
def registration(
    *,
    business: Annotated[str, one_of(*_BUSINESSES, "other"), "what the business does"],
    on: Annotated[date, "the day asked about"],
    in_county: Annotated[bool | None, "it works in the county"] = None,
    registered_on: Annotated[date | None, "the day of its latest registration"] = None,
    reregistration_requested_on: Annotated[date | None, "the day it was asked to register again"] = None,
    reregistration_due: Annotated[date | None, "the day by which it was asked to do so"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``not-required``, ``registered``, ``not-registered``, ``reregistration-due`` or ``undetermined``.

    A registration has no fixed term (II.6.c, II.7.a); it lasts until the Commissioner asks for another (F-41). While
    that is owed, ``by`` is the day set for it, which does not roll, and ``overdue`` says whether it has passed.
    """
    code = law_version(law_of, "II")
    required, reasons = _registration_required(business, in_county)
    if not required:
        outcome = "not-required" if required is False else "undetermined"
        return Ruling("registration", outcome, _NO_MORE, tuple(reasons), code)
    cite = _BUSINESSES[business][1]
    if registered_on is None or not happened(registered_on, on):
        reasons.append(Reason(False, f"A registration by {american(on)} is on record.", cite))
        return Ruling("registration", "not-registered", _NO_MORE, tuple(reasons), code)
    reasons.append(Reason(True, f"It registered on {american(registered_on)}.", cite))
    outcome, values, more = _reregistration(on, registered_on, reregistration_requested_on, reregistration_due)
    return Ruling("registration", outcome, values, (*reasons, *more), code)


def _registration_required(business: str, in_county: bool | None) -> tuple[bool | None, list[Reason]]:
    if business not in _BUSINESSES:
        text = "It collects and disposes of refuse, drills water wells or hauls water."
        return False, [Reason(False, text, "II.6.c"), Reason(False, text, "II.7.a")]
    does, cite = _BUSINESSES[business]
    reasons = [Reason(True, f"The business {does}.", cite)]
    if cite == "II.7.a":
        reasons.append(Reason(True, "Drilling wells or hauling water, either alone, is enough.", "F-40"))
    return in_county, [*reasons, Reason(in_county, "It works in the county.", "I.3")]


def _reregistration(
    on: date, registered_on: date, requested_on: date | None, due: date | None
) -> tuple[str, Mapping[str, Any], list[Reason]]:
    """What a request to register again has led to."""
    if requested_on is None and due is not None and registered_on < due:
        text = "It is not shown when it was asked to register again, and so not whether it has done so since."
        return "undetermined", _NO_MORE, [Reason(None, text, "F-41")]
    if requested_on is None:
        return "registered", _NO_MORE, [Reason(True, "No later request to register again is shown.", "F-41")]
    if not happened(requested_on, on):
        text = f"The request of {american(requested_on)} to register again was made by {american(on)}."
        return "registered", _NO_MORE, [Reason(False, text, "F-41")]
    text = f"It has registered again since it was asked to on {american(requested_on)}."
    if registered_on >= requested_on:
        return "registered", _NO_MORE, [Reason(True, text, "F-41")]
    reasons = [Reason(False, text, "F-41")]
    if due is None:
        reasons.append(Reason(None, "The day set for registering again is not shown.", "F-41"))
        return "reregistration-due", _NO_MORE, reasons
    reasons.append(Reason(on <= due, f"The day set for registering again, {american(due)}, has not passed.", "F-41"))
    return "reregistration-due", {"by": due, "overdue": on > due}, reasons
