"""Whether a system may discharge on a day (V.III.A, V.III.C, V.III.D)."""

from datetime import date
from typing import Annotated

from sanitarian.law.dates import american, next_business_day
from sanitarian.law.facts import one_of
from sanitarian.law.logic import all_of, any_of, negation
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling

_GOOD = ("in-force", "continued")  # of what permit-standing answers
_ENDED = ("suspended", "revoked", "surrendered", "expired", "not-valid-for-this-use")
_NEVER = ("not-yet", "none")


@rule("discharge", "V.III.A", "Whether a system may discharge on a day")
def discharge(
    *,
    on: Annotated[date, "the day asked about"],
    covered: Annotated[bool | None, "Article V applies to the system"] = None,
    permit: Annotated[str | None, one_of(*_GOOD, *_ENDED, *_NEVER), "what permit-standing answers"] = None,
    first_due: Annotated[date | None, "the first due date of the system"] = None,
    unscheduled: Annotated[bool, "the place is not on the inspection schedule"] = False,
    surface_discharge: Annotated[bool | None, "wastewater reaches the surface of the ground"] = None,
    watercourse_discharge: Annotated[bool | None, "wastewater reaches a watercourse"] = None,
    dec_discharge_permit: Annotated[bool | None, "the State (DEC) permits that discharge"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``does-not-apply``, ``prohibited``, ``not-yet-due``, ``permitted`` or ``undetermined``.

    A shown discharge without a State permit is prohibited before anything that is not shown.
    """
    code = law_version(law_of, "V")
    scope = Reason(covered, "Article V applies to the system.", "V.I.C.1" if covered else "V.I.B")
    if covered is False:
        return Ruling("discharge", "does-not-apply", {}, (scope,), code)
    spills = [
        _spill(surface_discharge, dec_discharge_permit, "the surface of the ground", "V.III.C"),
        _spill(watercourse_discharge, dec_discharge_permit, "a watercourse", "V.III.D"),
    ]
    clean = all_of(spill.holds for spill in spills)
    standing, reasons = _standing(on, permit, first_due, unscheduled)
    if clean is False:
        outcome = "prohibited"
        reasons = [spill for spill in spills if spill.holds is False]
    else:
        reasons = [scope, *spills, *reasons]
        shown = any_of((surface_discharge, watercourse_discharge))
        outcome = _outcome(covered, standing, clean, shown)
        if shown and dec_discharge_permit:
            reasons.append(Reason(True, "A discharge under a State permit in force is no failure.", "C-27"))
    return Ruling("discharge", outcome, {}, tuple(reasons), code)


def _spill(discharges: bool | None, permitted: bool | None, where: str, cite: str) -> Reason:
    if not discharges:
        return Reason(negation(discharges), f"No wastewater reaches {where}.", cite)
    return Reason(permitted, f"A State permit covers the wastewater that reaches {where}.", "V.III.D")


def _outcome(covered: bool | None, standing: str, clean: bool | None, discharges: bool | None) -> str:
    """The outcome where no discharge is shown to be unlawful.

    That no permit is due yet holds as long as no discharge is shown, for nothing is known of a system before its first
    inspection. A permit does not speak for what is not shown.
    """
    if covered is None:
        return "undetermined"
    if standing == "prohibited":
        return "prohibited"
    unknown = clean is None and (standing == "permitted" or discharges)
    return "undetermined" if unknown else standing


def _standing(on: date, permit: str | None, first_due: date | None, unscheduled: bool) -> tuple[str, list[Reason]]:
    """What the permit alone says, and why."""
    if permit is None:
        return "undetermined", [Reason(None, "It is not shown whether a permit to discharge is in force.", "V.III.A")]
    held = Reason(permit in _GOOD, f"A permit to discharge is in force on {american(on)}.", "V.III.A")
    if permit == "continued":
        text = "A variance request is pending, so the old permit continues."
        return "permitted", [held, Reason(True, text, "V.VIII.B.1")]
    if permit == "in-force":
        return "permitted", [held]
    if permit in _ENDED:
        return "prohibited", [held, Reason(True, _TEXTS[permit], _CITES[permit])]
    if unscheduled:
        return "not-yet-due", [held, Reason(True, "The schedule sets no due date for the place.", "B-4")]
    if first_due is None:
        return "undetermined", [held, Reason(None, "It is not shown when the first inspection is due.", "C-21")]
    return _before_first(on, first_due, held)


_TEXTS = {
    "suspended": "The permit is suspended.",
    "revoked": "The permit was revoked.",
    "surrendered": "Its holder gave the permit up.",
    "expired": "The permit has run out.",
    "not-valid-for-this-use": "The permit names another person, place or purpose.",
}
_CITES = {
    "suspended": "I.7.C",
    "revoked": "I.7.C",
    "surrendered": "I.7.B.4",
    "expired": "I.7.B.3",
    "not-valid-for-this-use": "I.7.B.2",
}


def _before_first(on: date, first_due: date, held: Reason) -> tuple[str, list[Reason]]:
    """A system that never had a permit: until its first inspection is due, none is asked for (C-21)."""
    act_by = next_business_day(first_due)
    waiting = on <= act_by
    reasons = [held, Reason(waiting, f"The first inspection is not due before {american(act_by)}.", "C-21")]
    if act_by != first_due:
        reasons.append(Reason(True, f"The due date, {american(first_due)}, is no business day.", "B-19"))
    return "not-yet-due" if waiting else "prohibited", reasons
