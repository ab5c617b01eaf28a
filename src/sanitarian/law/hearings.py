"""Notice of hearings, how permits are suspended and revoked, and how far penalties go (I.4, I.6, I.7)."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Annotated

from sanitarian.law.data import limit
from sanitarian.law.dates import add_days, american, next_business_day
from sanitarian.law.facts import Count, Money, one_of
from sanitarian.law.logic import all_of, any_of
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling


@rule("penalty", "I.4", "Whether a penalty stays within what the State allows for each charge")
def penalty(
    *,
    charges: Annotated[int, Count(1), "how many single violations are charged"],
    amount_per_charge: Annotated[Decimal, Money(), "dollars for each charge"],
    law_of: date | None = None,
) -> Ruling:
    """``within`` or ``over``; ``maximum`` is the most in dollars for all charges together (PHL 309)."""
    most = limit("penalty_per_charge", law_of)
    within = amount_per_charge <= most
    text = f"A penalty of ${_dollars(amount_per_charge)} for each charge is at most ${_dollars(most)}."
    reasons = (
        Reason(True, "The code leaves fines and penalties to the Public Health Law.", "I.4"),
        Reason(within, text, "PHL.309"),
        Reason(True, "The limit is for a single violation; a day that passes is no violation of its own.", "F-28"),
    )
    values = {"maximum": _times(most, charges)}
    return Ruling("penalty", "within" if within else "over", values, reasons, law_version(law_of, "I"))


def _dollars(amount: Decimal) -> str:
    return f"{amount:,.2f}"


def _times(amount: Decimal, count: int) -> Decimal:
    """So many times an amount, to the cent, however many: decimals would round beyond 28 digits."""
    dollars, cents = divmod(int(amount * 100) * count, 100)
    return Decimal(f"{dollars}.{cents:02}")


@rule("hearing-notice", "I.7.C", "Whether a hearing was announced in time", not_before=[("hearing", "served")])
def hearing_notice(
    *,
    served: Annotated[date, "the day on which the notice was served"],
    hearing: Annotated[date, "the day of the hearing"],
    law_of: date | None = None,
) -> Ruling:
    """``sufficient`` or ``short``; ``days`` counts the calendar days from service to the hearing."""
    code = law_version(law_of, "I")
    due = Reason(True, "Before a permit is revoked its holder is given due notice and may be heard.", "I.7.C")
    notice = _notice(served, hearing, limit("hearing_notice_days", law_of))
    outcome = "sufficient" if notice.holds else "short"
    return Ruling("hearing-notice", outcome, {"days": (hearing - served).days}, (due, notice), code)


def _notice(served: date | None, hearing: date | None, needed: int) -> Reason:
    """Whether a notice was served so many days before the hearing, on the model of the State's own hearings."""
    if served is None or hearing is None:
        return Reason(None, f"The notice of the hearing was served {needed} days or more before it.", "PHL.12-a")
    text = f"The hearing of {american(hearing)} is {needed} days or more after notice was served on {american(served)}."
    return Reason((hearing - served).days >= needed, text, "PHL.12-a")


KINDS = ("business-permit", "inspector-certificate", "other")
MEASURES = ("suspend-forthwith", "suspend-for-cause", "revoke")


@rule(
    "suspension",
    "I.7.C",
    "Whether a permit may be suspended or revoked in this way, and by whom",
    not_before=[("hearing_on", "notice_served")],
)
def suspension(
    *,
    measure: Annotated[str, one_of(*MEASURES)],
    permit_kind: Annotated[str | None, one_of(*KINDS)] = None,
    by: Annotated[str | None, one_of("commissioner", "board", "other"), "who takes the measure"] = None,
    board_order: Annotated[bool, "an order of the Board gives revocations to whoever acts (default false)"] = False,
    violation_found: Annotated[bool | None, "a violation of the code, or of the permit, is found"] = None,
    hazard_in_writing: Annotated[bool | None, "a written order names a danger to health that cannot wait"] = None,
    served: Annotated[date | None, "the day the order of suspension was served"] = None,
    notice_served: Annotated[date | None, "the day the notice of the hearing was served"] = None,
    hearing_on: Annotated[date | None, "the day of the hearing"] = None,
    heard: Annotated[bool | None, "the holder was heard, or let the hearing pass"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``lawful``, ``unlawful`` or ``undetermined``; ``who`` may do it, and ``hearing_by``, the day until which the
    holder of a suspended permit must be heard."""
    code = law_version(law_of, "I" if permit_kind in {None, "other"} else "V")
    by_day = None
    reasons = [_ground(measure, permit_kind, violation_found), _actor(measure, permit_kind, by, board_order)]
    before = (_notice(notice_served, hearing_on, limit("hearing_notice_days", law_of)), _heard(heard))
    if measure == "revoke":
        reasons += before
    else:
        days = limit("hearing_after_suspension_days", law_of)
        by_day = None if served is None else next_business_day(add_days(served, days))
        after = _hearing_after(served, hearing_on, by_day, days)
        if measure == "suspend-forthwith":
            reasons += [_hazard(hazard_in_writing), _served(served), after]
        else:
            reasons.append(_either(before, after))
    lawful = all_of(reason.holds for reason in reasons)
    outcome = {True: "lawful", False: "unlawful", None: "undetermined"}[lawful]
    values = {"hearing_by": by_day, "who": _who(measure, permit_kind)}
    return Ruling("suspension", outcome, values, tuple(reasons), code)


_GROUNDS = {
    "business-permit": ("The holder of the business permit is found to have violated the code.", "V.III.H"),
    "inspector-certificate": ("The inspector is found to have violated the code's requirements.", "V.VI.B.3"),
}


def _ground(measure: str, kind: str | None, violation: bool | None) -> Reason:
    if measure == "suspend-forthwith":
        return Reason(violation, "A violation of the code is found on the premises that the permit covers.", "I.6.A")
    if measure == "revoke" and kind in _GROUNDS:
        return Reason(violation, *_GROUNDS[kind])
    return Reason(violation, "There is cause: a violation of the code or of the permit is found.", "I.7.C")


def _who(measure: str, kind: str | None) -> str | None:
    """Who may take the measure; not known for a revocation as long as the kind of permit is not."""
    if measure != "revoke":
        return "commissioner"
    return None if kind is None else "board" if kind == "business-permit" else "commissioner"


def _actor(measure: str, kind: str | None, by: str | None, board_order: bool) -> Reason:
    """Whether the right one acts. Where the kind is not shown, only what holds for every kind is said."""
    answers = {_may(measure, each, by, board_order) for each in ([kind] if kind else KINDS)}
    holds = answers.pop() if len(answers) == 1 else None
    if measure != "revoke":
        return Reason(holds, "The Commissioner of Health suspends the permit.", "I.7.C")
    if kind is None:
        text = "The one who may revoke it does so: the Board a business permit, the Commissioner any other."
        return Reason(holds, text, "D-17")
    if kind == "business-permit":
        return Reason(holds, "The Board of Health revokes the business permit.", "D-17")
    return Reason(holds, "The Commissioner revokes the permit, or whom an order of the Board names.", "D-17")


def _may(measure: str, kind: str, by: str | None, board_order: bool) -> bool | None:
    if by is None:
        return None
    return by == _who(measure, kind) or (measure == "revoke" and kind != "business-permit" and board_order)


def _hazard(in_writing: bool | None) -> Reason:
    text = "A written order names the danger to health because of which the suspension cannot wait."
    return Reason(in_writing, text, "PHL.12-a")


def _served(served: date | None) -> Reason:
    if served is None:
        return Reason(None, "The order of suspension was served on the holder.", "F-29")
    return Reason(True, f"The order of suspension was served on {american(served)}.", "F-29")


def _hearing_after(served: date | None, hearing: date | None, by_day: date | None, days: int) -> Reason:
    if served is None or hearing is None or by_day is None:
        return Reason(None, f"The holder is heard within {days} days after the order of suspension is served.", "F-29")
    text = f"The hearing of {american(hearing)} follows the service of {american(served)} by {american(by_day)}."
    return Reason(served <= hearing <= by_day, text, "F-29")


def _heard(heard: bool | None) -> Reason:
    return Reason(heard, "The holder was heard, or had the opportunity and let it pass.", "I.7.C")


def _either(before: Iterable[Reason], after: Reason) -> Reason:
    """A suspension for cause: the holder is heard first, or soon afterwards."""
    holds = any_of((all_of(reason.holds for reason in before), after.holds))
    return Reason(holds, "The holder is heard on due notice first, or in time after the order is served.", "F-29")
