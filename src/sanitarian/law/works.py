"""Work on systems and buildings: who may plan it, what approval it needs, who may do it (V.III.B, V.III.H, V.VII)."""

from datetime import date
from decimal import Decimal
from typing import Annotated

from sanitarian.law.data import limit
from sanitarian.law.dates import add_business_days, american
from sanitarian.law.facts import one_of
from sanitarian.law.logic import all_of, any_of, at_least, negation
from sanitarian.law.permits import permit_standing
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling

SYSTEM_WORKS = ("new", "expansion", "modification", "replacement", "repair", "emergency-repair", "tank-replacement")
BUILDING_WORKS = ("building-expansion", "added-bedrooms", "conversion")
DESIGN_PROFESSIONALS = {
    "engineer": "a professional engineer",
    "architect": "a registered architect",
    "surveyor-exempt": "a land surveyor with the minor-engineering exemption",
}
_PLANS_OF_CONTRACTORS = ("replacement", "repair")


@rule("plan-preparer", "V.VII.A.6", "Who may evaluate the site and prepare the plan of a system")
def plan_preparer(
    *,
    work: Annotated[str, one_of(*SYSTEM_WORKS), "the work to be planned"],
    watershed: Annotated[
        str | None, one_of("owasco-lake", "little-sodus-bay", "none"), "the watershed in which the system lies"
    ] = None,
    sensitive_area: Annotated[bool | None, "the department designated the area as sensitive"] = None,
    preparer: Annotated[str, one_of(*DESIGN_PROFESSIONALS, "contractor", "other"), "who prepares the plan"],
    sealed: Annotated[bool | None, "the plan carries the professional's seal and signature"] = None,
    contractor_permit: Annotated[bool | None, "the contractor's business permit is in force"] = None,
    contractor_years: Annotated[Decimal | None, "years the contractor has installed septic systems"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``no-plan-needed``, ``may-prepare``, ``may-not`` or ``undetermined``."""
    code = law_version(law_of, "V")
    if work in _WITHOUT_PLAN:
        return Ruling("plan-preparer", "no-plan-needed", {}, (_WITHOUT_PLAN[work],), code)
    cite = "V.VII.A.6" if work in _PLANS_OF_CONTRACTORS else "F-6"  # the section speaks of repair and replacement only
    if preparer == "other":
        text = "The plan is prepared by a licensed design professional, or by a contractor where one may."
        reasons = [Reason(False, text, cite)]
    elif preparer == "contractor":
        needed = limit("planner_years", law_of)
        outside = None if watershed is None else watershed == "none"
        reasons = [
            Reason(work in _PLANS_OF_CONTRACTORS, "The plan is for a replacement or a repair.", "F-6"),
            Reason(outside, "The place lies outside the watersheds of Owasco Lake and Little Sodus Bay.", "V.VII.A.6"),
            Reason(negation(sensitive_area), "The place lies outside every designated sensitive area.", "F-7"),
            Reason(contractor_permit, "The contractor's business permit is in force.", "V.VII.A.6"),
            Reason(
                at_least(contractor_years, needed),
                f"The contractor has installed septic systems for at least {needed} years.",
                "V.VII.A.6",
            ),
        ]
    else:
        reasons = [
            Reason(True, f"The plan is prepared by {DESIGN_PROFESSIONALS[preparer]}.", cite),
            Reason(sealed, "The plan carries the professional's seal and signature.", "V.VII.A.6"),
        ]
    may = all_of(reason.holds for reason in reasons)
    outcome = {True: "may-prepare", False: "may-not", None: "undetermined"}[may]
    return Ruling("plan-preparer", outcome, {}, tuple(reasons), code)


_WITHOUT_PLAN = {
    "tank-replacement": Reason(True, "Replacing only the septic tank needs no prepared plan.", "V.VII.A.7"),
    "emergency-repair": Reason(True, "An emergency repair waits for no plan.", "V.V.G.4"),
}


@rule("construction-permit", "V.III.B", "Which approval a work on a system or a building needs")
def construction_permit(
    *,
    work: Annotated[str, one_of(*SYSTEM_WORKS, *BUILDING_WORKS), "the work"],
    increases_flow: Annotated[bool | None, "the work will or may increase the wastewater"] = None,
    field_replaced: Annotated[bool | None, "the absorption field is replaced"] = None,
    emergency: Annotated[bool | None, "the repair averts an imminent threat to water or health"] = None,
    ordered: Annotated[bool, "the department has ordered the work"] = False,
    interim_condition: Annotated[bool | None, "an interim permit binds building and fixtures to approval"] = None,
    conforms_75a: Annotated[bool | None, "the plan conforms with Appendix 75-A"] = None,
    variance_granted: Annotated[bool | None, "a variance is granted for the plan"] = None,
    owner_authorization: Annotated[bool | None, "the owner authorizes a plan short of Appendix 75-A"] = None,
    started: Annotated[date | None, "the day on which an emergency repair was begun"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``construction-permit``, ``plan-acceptance``, ``notification``, ``emergency-repair``, ``not-required`` or
    ``undetermined``.

    ``plan_required`` says whether an accepted plan comes first, ``fee_item`` is an item of the fee rule, ``standard``
    what the plan is held to, ``plan_acceptable`` whether this one may be accepted, ``notify_by`` the last day for
    notice of an emergency repair.
    """
    more = any_of((work in {"modification", "replacement"}, field_replaced, increases_flow))
    if _is_emergency(work, emergency, more, ordered):
        return _emergency(started, law_of)
    reasons = []
    if work == "emergency-repair":
        work = "repair"
        reasons.append(_NO_THREAT if emergency is False else _MORE_THAN_REPAIR)
    outcome, grounds = _approval(work, increases_flow, field_replaced, ordered, interim_condition)
    item, fees = _fee(outcome, work)
    values = dict.fromkeys(_VALUES) | {"fee_item": item}
    reasons += grounds
    if outcome != "undetermined":
        values["plan_required"] = outcome in {"construction-permit", "plan-acceptance"}
    if values["plan_required"]:
        values["standard"], ways, note = _plan(work, conforms_75a, variance_granted, owner_authorization)
        values["plan_acceptable"] = any_of(way.holds for way in ways)
        reasons += [_PLAN_FIRST, *ways, *note]
    return Ruling("construction-permit", outcome, values, (*reasons, *fees), law_version(law_of, "V"))


_VALUES = ("plan_required", "fee_item", "standard", "plan_acceptable", "notify_by")
_PLAN_FIRST = Reason(True, "The plan is reviewed and accepted before the work begins.", "V.VII.A.1")
_NO_THREAT = Reason(False, "The repair averts an imminent threat, so it may begin before any approval.", "V.II.11")
_MORE_THAN_REPAIR = Reason(False, "It is a repair only, or the department ordered it as an emergency.", "V.V.G.4")
_PERMIT_WORKS = {
    "new": ("A new system needs a construction permit.", "V.III.B"),
    "expansion": ("An expansion of a system needs a construction permit.", "V.III.B"),
    "modification": ("A modification of a system needs a construction permit.", "F-1"),
    "replacement": ("The replacement of a system or of its field needs a construction permit.", "F-1"),
    "added-bedrooms": ("Added bedrooms or fixtures need a construction permit.", "C-22"),
}


def _is_emergency(work: str, emergency: bool | None, more: bool | None, ordered: bool) -> bool:
    """Whether the work may begin at once. What is called an emergency repair is one unless shown not to be, other
    work only if shown to be; what is shown to be ``more`` than a repair must be ordered as an emergency (V.V.G.4)."""
    if work in {"repair", "tank-replacement", "emergency-repair", "modification", "replacement"}:
        threat = emergency is not False if work == "emergency-repair" else bool(emergency)
        return threat and (ordered or not more)
    return False


def _emergency(started: date | None, law_of: date | None) -> Ruling:
    days = limit("emergency_notice_business_days", law_of)
    notify_by = None if started is None else add_business_days(started, days)
    text = "Notice of it is given on the next business day, and a plan follows"
    reasons = (
        Reason(True, "A repair that averts an imminent threat to water or health may begin at once.", "V.II.11"),
        Reason(True, f"{text}." if notify_by is None else f"{text}; here by {american(notify_by)}.", "F-2"),
    )
    values = dict.fromkeys(_VALUES) | {"plan_required": False, "notify_by": notify_by}
    return Ruling("construction-permit", "emergency-repair", values, reasons, law_version(law_of, "V"))


def _approval(
    work: str, increases: bool | None, field: bool | None, ordered: bool, interim: bool | None
) -> tuple[str, list[Reason]]:
    """Which approval the work needs when it is no emergency, and why."""
    if work in _PERMIT_WORKS:
        return "construction-permit", [Reason(True, *_PERMIT_WORKS[work])]
    more = Reason(increases, "The work will or may increase the wastewater.", "V.III.B")
    if increases:
        return "construction-permit", [more]
    if work in {"building-expansion", "conversion"}:
        bound = Reason(interim, "An interim permit binds any larger building or heavier use to approval.", "V.V.E.1")
        if interim:
            return "construction-permit", [more, bound]
        known = increases is not None and interim is not None
        return "not-required" if known else "undetermined", [more, bound]
    return _repair_approval(work, more, Reason(field, "The absorption field is replaced.", "F-1"), ordered)


def _repair_approval(work: str, more: Reason, field: Reason, ordered: bool) -> tuple[str, list[Reason]]:
    """The approval of a repair in kind or a new tank: notice is enough, unless the field goes or there is an order."""
    if field.holds:
        return "construction-permit", [more, field]
    if work == "tank-replacement":
        text = "Replacing only the septic tank needs written notice, and no prepared plan."
        shown = [reason for reason in (more, field) if reason.holds is False]
        return "notification", [Reason(True, text, "V.VII.A.7"), *shown]
    if more.holds is None or field.holds is None:
        return "undetermined", [more, field]
    if ordered:
        text = "A repair that the department ordered follows a plan that it accepts."
        return "plan-acceptance", [more, field, Reason(True, text, "V.V.G.4")]
    return "notification", [more, field, _IN_KIND, Reason(True, "A repair in kind needs notice only.", "F-1")]


_IN_KIND = Reason(True, "A repair replaces in kind, and leaves design and operation as they were.", "V.II.25")


def _plan(
    work: str, conforms: bool | None, variance: bool | None, authorized: bool | None
) -> tuple[str, list[Reason], list[Reason]]:
    """What the plan is held to, the ways in which it may be accepted, of which one is enough, and a note."""
    if work != "new":
        text = "The plan conforms with Appendix 75-A, which is encouraged for existing systems."
        return "75-A-encouraged", [
            Reason(conforms, text, "V.VII.A.5"),
            Reason(authorized, "The owner authorizes a plan that falls short of Appendix 75-A.", "F-8"),
        ], []  # fmt: skip
    note = Reason(True, "A county variance does not lift the State's minimum; the State's own waiver does.", "F-14")
    return "75-A-or-variance", [
        Reason(conforms, "The plan of a new system conforms with Appendix 75-A.", "V.VII.A.4"),
        Reason(variance, "A variance is granted for it.", "V.VII.A.4"),
    ], [note] if variance and not conforms else []  # fmt: skip


def _fee(outcome: str, work: str) -> tuple[str | None, list[Reason]]:
    """The item of the fee rule that the work falls under, and why."""
    if outcome == "construction-permit":
        return "construction-permit", [Reason(True, "One fee covers the permit and the review of its plan.", "F-3")]
    if outcome == "plan-acceptance":
        return None, [Reason(False, "The code sets a fee for accepting a plan alone.", "F-3")]
    if outcome == "notification" and work == "tank-replacement":
        text = "The notice of a new tank names date, size and conditions; its fee is the one that the Board has set."
        return "tank-replacement", [Reason(True, text, "F-4")]
    return None, []


_COUNTY, _STATE = "business-permit", "state-hauler-permit"
_TRADES = ("install", "construct", "clean", "pump")
_HAULING = ("clean", "pump")
_NO_TRADE = {
    "own-home": "The work is done as a business, not on one's own home.",
    "other": "The work is installing, constructing, cleaning or pumping septic systems.",
}


@rule("business-permit", "V.III.H", "Which permits a business needs before it works on septic systems")
def business_permit(
    *,
    work: Annotated[str, one_of(*_TRADES, *_NO_TRADE), "the work"],
    on: Annotated[date, "the day of the work"],
    has_permit: Annotated[bool | None, "the business holds the county's business permit"] = None,
    permit_from: Annotated[date | None, "its first day"] = None,
    permit_through: Annotated[date | None, "its last day"] = None,
    permit_suspended_on: Annotated[date | None, "the day it was suspended"] = None,
    permit_reinstated_on: Annotated[date | None, "the day it was reinstated"] = None,
    permit_revoked_on: Annotated[date | None, "the day the Board revoked it"] = None,
    has_state_permit: Annotated[bool | None, "the business holds a State waste transporter permit"] = None,
    state_hauler_through: Annotated[date | None, "the last day of the State permit"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``not-required``, ``may-work``, ``may-not-work`` or ``undetermined``; ``missing`` names the permits that are not
    shown to be in force. What is shown to be missing decides before what is not shown."""
    code = law_version(law_of, "V")
    if work in _NO_TRADE:
        reasons = [Reason(False, _NO_TRADE[work], "V.III.H")]
        return Ruling("business-permit", "not-required", {"missing": None}, tuple(reasons), code)
    act = permit_standing(
        on=on, from_=on, suspended_on=permit_suspended_on, reinstated_on=permit_reinstated_on,
        revoked_on=permit_revoked_on, law_of=law_of,
    ).outcome  # fmt: skip
    tests = {_COUNTY: _county_permit(has_permit, permit_from, permit_through, act, on)}
    if work in _HAULING:
        tests[_STATE] = _state_permit(has_state_permit, state_hauler_through, on)
    standing = {name: all_of(reason.holds for reason in reasons) for name, reasons in tests.items()}
    outcome = {True: "may-work", False: "may-not-work", None: "undetermined"}[all_of(standing.values())]
    missing = tuple(name for name, holds in standing.items() if not holds)
    reasons = [reason for name in tests for reason in tests[name]]
    return Ruling("business-permit", outcome, {"missing": missing}, tuple(reasons), code)


def licensed_to_haul(
    *, on: date, has_state_permit: bool | None = None, state_hauler_through: date | None = None
) -> bool | None:
    """Whether the State let the business haul septage on a day: that alone decides whether a pump-out counts (D-9)."""
    return all_of(reason.holds for reason in _state_permit(has_state_permit, state_hauler_through, on))


def _county_permit(has: bool | None, first: date | None, last: date | None, act: str, on: date) -> list[Reason]:
    """What makes the county's permit good for the day; ``act`` is what has been done to it since."""
    begun = None if first is None else first <= on
    reasons = [
        Reason(_held(has, first, last), "The business holds the county's business permit.", "V.III.H"),
        Reason(begun, f"The business permit begins by {american(on)}.", "V.III.H"),
        Reason(_running(last, on), f"The business permit, a yearly one, runs on {american(on)}.", "D-8"),
    ]
    if act in _ENDED:
        reasons.append(Reason(False, *_ENDED[act]))
    return reasons


def _state_permit(has: bool | None, last: date | None, on: date) -> list[Reason]:
    """What makes the State's permit to haul waste good for the day."""
    return [
        Reason(_held(has, last), "The business holds the State's permit to haul waste.", "D-9"),
        Reason(_running(last, on), f"The State's permit runs on {american(on)}.", "V.IV.B.1"),
    ]


_ENDED = {
    "revoked": ("The Board of Health, which alone revokes a business permit, has left it standing.", "D-7"),
    "suspended": ("The business permit is not suspended.", "I.7.C"),
}


def _held(has: bool | None, *days: date | None) -> bool | None:
    """Whether a permit is held: as stated, or because one of its days is shown."""
    return True if has is None and any(days) else has


def _running(last: date | None, on: date) -> bool | None:
    """Whether a permit has not run out; expiry does not roll to a business day."""
    return at_least(last, on)
