"""Variances: what an application must contain, and what a decision of the Variance Committee must be (V.VIII)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from sanitarian.law.data import limit
from sanitarian.law.dates import add_days, american, next_business_day
from sanitarian.law.facts import Entries, Entry, as_entry, one_of
from sanitarian.law.logic import all_of, negation
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling

VOTES = ("approve", "deny", "abstain", "absent")
DECISIONS = ("approve", "approve-with-conditions", "deny")
CHANNELS = ("certified-mail", "personal-delivery", "electronic")


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the committee, and how the member voted."""

    appointed: Annotated[bool | None, "appointed by the Board of Health"] = None
    employee: Annotated[bool | None, "employed by the department"] = None
    vote: Annotated[str | None, one_of(*VOTES)] = None


@dataclass(frozen=True, slots=True)
class Findings:
    """What the committee found on each of the five factors."""

    harmony: Annotated[str | None, "harmony with the purpose of the article"] = None
    water_quality: Annotated[str | None, "change or risk to water"] = None
    alternatives: Annotated[str | None, "other ways that are feasible"] = None
    minimum: Annotated[str | None, "the least variance that gives relief"] = None
    self_created: Annotated[str | None, "whether the applicant made the hardship"] = None


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of the variance, and the reason for it."""

    text: str | None = None
    reason: str | None = None


# One item that a paper must have: its name, whether it is there, what that says, and its section.
Item = tuple[str, bool | None, str, str]


def _lacking(items: Iterable[Item]) -> tuple[str, ...]:
    """The names of the items that are not shown to be there, each once, in order."""
    return tuple(dict.fromkeys(name for name, holds, _, _ in items if not holds))


def _reasons(items: Iterable[Item]) -> list[Reason]:
    return [Reason(holds, text, cite) for _, holds, text, cite in items]


@rule("variance-decision", "V.VIII.A", "Whether a decision of the Variance Committee has everything it must have")
def variance_decision(
    *,
    decision: Annotated[str, one_of(*DECISIONS)],
    members: Annotated[Sequence[Member | Mapping[str, Any]] | None, Entries(Member), "the committee"] = None,
    findings: Annotated[Findings | Mapping[str, Any] | None, Entry(Findings), "on the five factors"] = None,
    essential_purpose: Annotated[str | None, "why public health and water quality stay protected"] = None,
    conditions: Annotated[Sequence[Condition | Mapping[str, Any]] | None, Entries(Condition)] = None,
    written: Annotated[bool | None, "the decision is in writing"] = None,
    served: Annotated[bool | None, "it was served on the applicant"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``valid`` or ``defective``; ``defects`` names what is wrong or not shown, in the order of the section."""
    code = law_version(law_of, "V")
    panel = None if members is None else [as_entry(Member, member) for member in members]
    items = [
        *_committee(panel, decision, limit("variance_members", law_of), limit("variance_votes", law_of)),
        *_findings(as_entry(Findings, findings or {})),
    ]
    if decision != "deny":
        shown = _told(essential_purpose)
        text = "It is found that public health and water quality stay protected."
        items.append(("essential_purpose", shown, text, "F-59"))
    items += _conditions([as_entry(Condition, condition) for condition in conditions or ()], decision)
    items += [
        ("written", written, "The decision is in writing.", "V.VIII.B.2"),
        ("served", served, "The decision was served on the applicant.", "V.VIII.B.2"),
    ]
    defects = _lacking(items)
    effect = Reason(True, "The committee's decision is a recommendation until the department adopts it.", "F-10")
    reasons = [*_reasons(items), effect]
    if decision != "deny":
        reasons.append(Reason(True, "A variance permits nothing by itself; it lets the applicant apply.", "F-13"))
    outcome = "defective" if defects else "valid"
    return Ruling("variance-decision", outcome, {"defects": defects}, tuple(reasons), code)


def _committee(listed: Sequence[Member] | None, decision: str, size: int, needed: int) -> list[Item]:
    panel = listed or ()
    appointed = all_of((len(panel) == size, *(member.appointed for member in panel)))
    independent = all_of(negation(member.employee) for member in panel)
    vote = "deny" if decision == "deny" else "approve"
    enough = sum(member.vote == vote for member in panel) >= needed
    shown = listed is not None
    return [
        (
            "members",
            appointed if shown else None,
            f"The committee has {size} members, all appointed by the Board.",
            "V.VIII.A",
        ),
        ("employee", independent, "No member listed is an employee of the department.", "V.VIII.A"),
        ("votes", enough if shown else None, f"At least {needed} votes are cast for the decision.", "F-11"),
    ]


_FACTORS = (
    ("harmony", "The decision finds whether the use is in harmony with the article's purpose.", "V.VIII.A.1"),
    ("water_quality", "The decision finds whether water is changed or put at risk.", "V.VIII.A.2"),
    ("alternatives", "The decision finds whether another feasible way would relieve the applicant.", "V.VIII.A.3"),
    ("minimum", "The decision finds whether the variance is the least that gives relief.", "V.VIII.A.4"),
    ("self_created", "The decision finds whether the applicant created the hardship.", "V.VIII.A.5"),
)


def _findings(findings: Findings) -> list[Item]:
    return [("findings", _told(getattr(findings, factor)), text, cite) for factor, text, cite in _FACTORS]


def _told(text: str | None) -> bool | None:
    """Whether a text says anything; not shown if there is none."""
    return None if text is None else bool(text.strip())


def _conditions(conditions: Sequence[Condition], decision: str) -> list[Item]:
    items: list[Item] = []
    if decision == "approve-with-conditions":
        items.append(("conditions", bool(conditions), "The conditions are set out.", "V.VIII.B.2"))
    if conditions:
        reasoned = all_of(_told(condition.reason) for condition in conditions)
        items.append(("reasons", reasoned, "Every condition has its reason.", "V.VIII.B.2"))
    return items


@rule("variance-application", "V.VIII.C", "Whether an application for a variance is complete and can be heard")
def variance_application(
    *,
    channel: Annotated[str | None, one_of(*CHANNELS), "how it came in"] = None,
    e_filing_accepted: Annotated[bool | None, "the Board accepts applications sent electronically"] = None,
    applicant_name: bool | None = None,
    applicant_address: bool | None = None,
    applicant_interest: Annotated[bool | None, "the applicant's interest in the property is stated"] = None,
    owner_differs: Annotated[bool | None, "the owner is not the applicant"] = None,
    owner_name: bool | None = None,
    owner_address: bool | None = None,
    owner_consent: Annotated[bool | None, "the owner's signed consent is there"] = None,
    narrative: Annotated[bool | None, "a description of what is planned"] = None,
    sketch_plan: bool | None = None,
    site_alterations: Annotated[bool | None, "the plan shows all changes to the site"] = None,
    structures: Annotated[bool | None, "the plan shows all structures on the site"] = None,
    adjacent_uses: Annotated[bool | None, "the plan shows the uses of the parcels next to it"] = None,
    adjacent_zoning: Annotated[bool | None, "the plan shows the zoning of the parcels next to it"] = None,
    contours: Annotated[bool | None, "the plan shows the contours of the site"] = None,
    drainage: Annotated[bool | None, "the plan shows how the site drains"] = None,
    hardship: Annotated[bool | None, "a statement says what the hardship is"] = None,
    factors: Annotated[bool | None, "that statement speaks to each of the five factors"] = None,
    water_quality: Annotated[bool | None, "a statement assesses the effect on water"] = None,
    article_v: Annotated[bool | None, "what is to be varied is a requirement of Article V"] = None,
    state_minimum: Annotated[bool | None, "it would also fall short of the State's Appendix 75-A"] = None,
    state_waiver: Annotated[bool | None, "a State waiver for that is in hand"] = None,
    state_discharge_permit: Annotated[bool | None, "it asks to do without the State's discharge permit"] = None,
    received: Annotated[date | None, "the day on which the whole application was in"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``not-variable``, ``incomplete``, ``undetermined`` or ``complete``; ``missing`` names what is not there, in the
    order of the section, and ``act_by`` is the day until which the committee acts on a complete application."""
    code = law_version(law_of, "V")
    plan = (sketch_plan, site_alterations, structures, adjacent_uses, adjacent_zoning, contours, drainage)
    items = [
        *_channel(channel, e_filing_accepted),
        *_stated(_APPLICANT, (applicant_name, applicant_address, applicant_interest)),
        *_owner(owner_differs, (owner_name, owner_address, owner_consent)),
        *_stated(_CONTENTS, (narrative, *plan, hardship, factors, water_quality)),
    ]
    power = _power(article_v, state_minimum, state_waiver, state_discharge_permit)
    within = all_of(reason.holds for reason in power)
    missing = _lacking(items)
    reasons = [*power, *_reasons(items), Reason(True, "A waiver and a variance are one and the same here.", "F-16")]
    act_by = None
    if within is False:
        outcome = "not-variable"
    elif missing:
        outcome = "incomplete"
    else:
        outcome = "complete" if within else "undetermined"
    if outcome == "complete":
        days = limit("variance_days", law_of)
        act_by = None if received is None else next_business_day(add_days(received, days))
        reasons += _clock(received, act_by, days)
    values = {"missing": missing, "act_by": act_by}
    return Ruling("variance-application", outcome, values, tuple(reasons), code)


_APPLICANT = (
    ("applicant_name", "The application names the applicant.", "V.VIII.C.1"),
    ("applicant_address", "The application gives the applicant's address.", "V.VIII.C.1"),
    ("applicant_interest", "The application states the applicant's interest in the property.", "V.VIII.C.1"),
)
_OWNER = (
    ("owner_name", "The application names the owner.", "V.VIII.C.1"),
    ("owner_address", "The application gives the owner's address.", "V.VIII.C.1"),
    ("owner_consent", "The owner's signed consent is with the application.", "V.VIII.C.1"),
)
_CONTENTS = (
    ("narrative", "A narrative describes what is planned.", "V.VIII.C.2"),
    ("sketch_plan", "A sketch plan is with the application.", "V.VIII.C.3"),
    ("site_alterations", "The plan shows all changes to the site.", "V.VIII.C.3"),
    ("structures", "The plan shows all structures on the site.", "V.VIII.C.3"),
    ("adjacent_uses", "The plan shows how the parcels next to the site are used.", "V.VIII.C.3"),
    ("adjacent_zoning", "The plan shows how the parcels next to the site are zoned.", "V.VIII.C.3"),
    ("contours", "The plan shows the contours of the site.", "V.VIII.C.3"),
    ("drainage", "The plan shows how the site drains.", "V.VIII.C.3"),
    ("hardship", "A statement says what the hardship or difficulty is.", "V.VIII.C.4"),
    ("factors", "The statement of hardship speaks to the five factors.", "V.VIII.C.4"),
    ("water_quality", "A statement assesses the effect of what is asked on water.", "V.VIII.C.5"),
)


def _stated(texts: Iterable[tuple[str, str, str]], shown: Iterable[bool | None]) -> list[Item]:
    return [(name, holds, text, cite) for (name, text, cite), holds in zip(texts, shown, strict=True)]


def _channel(channel: str | None, accepted: bool | None) -> list[Item]:
    if channel == "electronic":
        return [("e_filing_accepted", accepted, "The Board accepts applications sent electronically.", "F-15")]
    holds = None if channel is None else True
    return [("channel", holds, "The application came by certified mail or was delivered in person.", "V.VIII.C")]


def _owner(differs: bool | None, shown: Iterable[bool | None]) -> list[Item]:
    answered = None if differs is None else True
    items: list[Item] = [
        ("owner_differs", answered, "It is stated whether the applicant owns the property.", "V.VIII.C.1")
    ]
    return items + (_stated(_OWNER, shown) if differs else [])


def _power(
    article_v: bool | None, minimum: bool | None, waiver: bool | None, discharge_permit: bool | None
) -> list[Reason]:
    """What the committee can vary: the county's own article, but nothing that the State asks for."""
    below = all_of((minimum, negation(waiver)))
    return [
        Reason(article_v, "What is to be varied is a requirement of Article V.", "V.VIII.A"),
        Reason(
            negation(below),
            "What is asked keeps the State's minimum, Appendix 75-A, or a State waiver of it is in hand.",
            "F-14",
        ),
        Reason(negation(discharge_permit), "It does not ask to discharge without the State's permit.", "V.III.D"),
    ]


def _clock(received: date | None, act_by: date | None, days: int) -> list[Reason]:
    pending = Reason(True, "A permit in force goes on while the request is pending.", "V.VIII.B.1")
    if received is None or act_by is None:
        text = f"The day is shown from which the committee's {days} days run."
        return [Reason(None, text, "F-12"), pending]
    text = f"The committee acts within {days} days of {american(received)}, by {american(act_by)}."
    return [Reason(True, text, "F-12"), pending]
