"""Interim permits: when one may be renewed, and what the department does when one has run out (V.V.F, V.V.G)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from sanitarian.law.data import limit
from sanitarian.law.dates import add_days, american, next_business_day
from sanitarian.law.facts import Entries, as_entry, one_of
from sanitarian.law.logic import any_of, negation
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling

RENEWALS = ("may-renew", "barred", "undetermined")
RELIEFS = ("variance", "waiver", "extension")


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of the earlier permit that has fallen due, and whether it was met."""

    name: Annotated[str, "the condition in a few words"]
    met: Annotated[bool | None, "it was met"] = None


@rule("interim-renewal", "V.V.F", "Whether an interim permit may be renewed")
def interim_renewal(
    *,
    conditions: Annotated[
        Sequence[Condition | Mapping[str, Any]] | None, Entries(Condition), "the conditions that have fallen due"
    ] = None,
    system_failed: Annotated[bool | None, "the department found that the system has failed"] = None,
    improperly_maintained: Annotated[bool | None, "the department found it improperly maintained"] = None,
    improperly_repaired: Annotated[bool | None, "the department found it improperly repaired"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``barred``, ``undetermined`` or ``may-renew``. One bar that is shown decides before anything not shown."""
    code = law_version(law_of, "V")
    if conditions is None:
        kept = [Reason(None, "It is not shown which conditions of the earlier permit have fallen due.", "V.V.F.1")]
    else:
        kept = [_condition(as_entry(Condition, item)) for item in conditions]
        kept = kept or [Reason(True, "No condition of the earlier permit has fallen due.", "V.V.F.1")]
    reasons = [
        *kept,
        Reason(negation(system_failed), "The department has not found that the system failed.", "V.V.F.2"),
        Reason(negation(improperly_maintained), "The department has not found it improperly maintained.", "V.V.F.2"),
        Reason(negation(improperly_repaired), "The department has not found it improperly repaired.", "V.V.F.2"),
    ]
    barred = any_of(negation(reason.holds) for reason in reasons)
    if barred:
        reasons.append(_BARRED)
    outcome = {True: "barred", None: "undetermined", False: "may-renew"}[barred]
    return Ruling("interim-renewal", outcome, {}, tuple(reasons), code)


_BARRED = Reason(
    True, "An interim permit that is barred is not renewed; an order with a schedule takes its place.", "C-4"
)


def _condition(condition: Condition) -> Reason:
    return Reason(condition.met, f"The condition “{condition.name}” was met.", "V.V.F.1")


@rule("interim-expiry", "V.V.G", "What the department does when an interim permit has run out")
def interim_expiry(
    *,
    as_of: Annotated[date, "the day asked about"],
    through: Annotated[date, "the last day of the interim permit"],
    standards_met: Annotated[bool | None, "the conditions for a permit to discharge are met"] = None,
    renewal: Annotated[str | None, one_of(*RENEWALS), "what interim-renewal answers"] = None,
    may_be_shown_met: Annotated[bool | None, "more investigation is reasonably likely to show them met"] = None,
    hardship: Annotated[bool | None, "undue hardship or other special circumstances"] = None,
    relief: Annotated[str | None, one_of(*RELIEFS), "the relief that is thought of"] = None,
    variance_granted: Annotated[bool | None, "the variance committee's decision grants one"] = None,
    order_given: Annotated[bool, "the department has ordered repairs or a new system"] = False,
    order_by: Annotated[date | None, "the last day that the order gives"] = None,
    repairs_done: Annotated[bool | None, "what was ordered was done in that time"] = None,
    law_of: date | None = None,
) -> Ruling:
    """The first that fits of ``refer-to-hearing``, ``not-expired``, ``issue-discharge-permit``, ``renew-interim``,
    ``order-open``, ``may-grant-relief``, ``may-not-grant-relief`` and ``order-repairs``; or ``undetermined``.

    ``reliefs`` lists the relief that is open where hardship is reached; ``order_through`` is the last day for what was
    ordered, moved to a business day; ``hearing_referral_due`` the day after it, on which the referral becomes a duty.
    """
    case = _Case(law_of)
    standing = _order_stands(case, as_of, order_given, order_by, repairs_done)
    if standing in {"refer-to-hearing", "undetermined"}:
        return case.decide(standing)
    expired = as_of > through
    case.add(expired, f"The interim permit ran out on {american(through)}.", "V.V.G")
    if not expired:
        return case.decide("not-expired")
    case.add(standards_met, "The conditions for a permit to discharge are met.", "V.V.G.1")
    if standards_met:
        case.add(True, "The new permit may carry over the special conditions.", "C-16")
        return case.decide("issue-discharge-permit")
    renewed = _renewed(case, renewal, may_be_shown_met)
    if renewed is not None:
        return case.decide(renewed)
    if standing == "order-open":
        return case.decide("order-open")
    relieved = _relieved(case, hardship, relief, variance_granted, renewal)
    if relieved is not None:
        return case.decide(relieved)
    if standards_met is None and renewal != "barred":
        return case.decide("undetermined")
    case.add(True, "The department may order repairs, or a new system by a schedule.", "C-18")
    case.add(True, "Ordered work follows a plan that the department accepts, unless it is an emergency.", "V.V.G.4")
    return case.decide("order-repairs")


class _Case:
    """What the ruling has found so far."""

    def __init__(self, law_of: date | None) -> None:
        self.law_of = law_of
        self.code = law_version(law_of, "V")
        self.reasons: list[Reason] = []
        self.values: dict[str, Any] = dict.fromkeys(("reliefs", "order_through", "hearing_referral_due"))

    def add(self, holds: bool | None, text: str, cite: str) -> None:
        self.reasons.append(Reason(holds, text, cite))

    def decide(self, outcome: str) -> Ruling:
        return Ruling("interim-expiry", outcome, self.values, tuple(self.reasons), self.code)


def _order_stands(case: _Case, as_of: date, given: bool, by: date | None, done: bool | None) -> str | None:
    """Where an order given earlier stands: undone past its time, of unknown standing, open, or of no more weight."""
    if not given:
        return None
    case.add(done, "What the department ordered was done in the time it gave.", "V.V.G.4")
    if done:
        return None
    if by is None:
        case.add(None, "It is not shown until when the order gives time.", "V.V.G.4")
        return "undetermined"
    act_by = next_business_day(by)
    case.values |= {"order_through": act_by, "hearing_referral_due": add_days(act_by, 1)}
    over = as_of > act_by
    case.add(over, f"The time for it, through {american(act_by)}, is over.", "V.V.G.4" if act_by == by else "GCL.25-a")
    if not over:
        return "order-open"
    if done is None:
        return "undetermined"
    case.add(True, "The owner must then be called to a hearing before the Board of Health.", "C-19")
    return "refer-to-hearing"


def _renewed(case: _Case, renewal: str | None, may_be_shown_met: bool | None) -> str | None:
    """Whether the interim permit is renewed while the owner investigates; None where that way is closed."""
    if renewal == "barred":
        case.reasons.append(_BARRED)
        return None
    case.add(may_be_shown_met, "More investigation is reasonably likely to show the conditions met.", "V.V.G.2")
    if may_be_shown_met is None:
        return "undetermined"
    if not may_be_shown_met:
        return None
    may_renew = True if renewal == "may-renew" else None
    case.add(may_renew, "Nothing bars the renewal of the interim permit.", "V.V.F")
    if not may_renew:
        return "undetermined"
    usual = limit("interim_years", case.law_of)
    case.add(True, f"The department sets the term of the renewal; the usual one, in years, is {usual}.", "C-3")
    return "renew-interim"


def _relieved(
    case: _Case, hardship: bool | None, relief: str | None, variance_granted: bool | None, renewal: str | None
) -> str | None:
    """Whether the department may grant relief; None where there is no hardship. An extension of the interim permit
    is barred as its renewal is (C-4); a variance is the committee's to grant first (C-17)."""
    case.add(hardship, "There is undue hardship, or there are other special circumstances.", "V.V.G.3")
    if not hardship:
        return "undetermined" if hardship is None else None
    extendable = {"may-renew": True, "barred": False}.get(renewal or "")
    open_ = {"variance": variance_granted, "waiver": True, "extension": extendable}
    case.values["reliefs"] = tuple(name for name in RELIEFS if open_[name])
    texts = {
        "variance": ("The variance committee has granted a variance.", "C-17"),
        "waiver": ("The department may waive requirements in writing, for a time or an area that it sets.", "C-17"),
        "extension": ("Nothing bars the interim permit from being extended.", "C-4"),
    }
    for name in RELIEFS if relief is None else (relief,):
        case.add(open_[name], *texts[name])
    if relief is None or open_[relief]:
        return "may-grant-relief"
    return "undetermined" if open_[relief] is None else "may-not-grant-relief"
