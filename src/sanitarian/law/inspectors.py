"""Whether an inspector is certified on a day (V.VI)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from sanitarian.law.data import limit
from sanitarian.law.dates import american, term_through
from sanitarian.law.facts import Entries, as_entry, one_of
from sanitarian.law.logic import at_least, happened
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling

# What each qualification says, and its paragraph.
_QUALIFICATIONS = {
    "engineer": ("a professional engineer", "V.VI.A.1"),
    "architect": ("a registered architect", "V.VI.A.1"),
    "surveyor-exempt": ("a land surveyor with the minor-engineering certificate", "V.VI.A.1"),
    "code-officer": ("a code enforcement officer", "V.VI.A.2"),
    "water-operator": ("a water supply operator", "V.VI.A.2"),
    "sewage-operator": ("a sewage treatment plant operator", "V.VI.A.2"),
    "contractor": ("an installer in business in the county for at least {needed} years", "V.VI.A.3"),
    "equivalent": ("a person whose experience the department accepted as equivalent", "V.VI.A.4"),
}


@dataclass(frozen=True, slots=True)
class Course:
    """An inspection course: when it was completed, and whether its test was passed."""

    completed: date
    passed: bool | None = None


@rule("inspector-standing", "V.VI", "Whether an inspector is certified on a day")
def inspector_standing(
    *,
    on: Annotated[date, "the day asked about"],
    qualification: Annotated[str | None, one_of(*_QUALIFICATIONS)] = None,
    contractor_years: Annotated[Decimal | None, "years an installer has been in business"] = None,
    equivalence_accepted: Annotated[bool | None, "the department accepted the experience as equivalent"] = None,
    courses: Annotated[Sequence[Course | Mapping[str, Any]] | None, Entries(Course), "inspection courses taken"] = None,
    certified_on: Annotated[date | None, "the day the department certified the inspector"] = None,
    revoked_on: Annotated[date | None, "the day the certification was revoked"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``certified`` or ``not-certified``; ``through`` is the last day that a passed course covers."""
    code = law_version(law_of, "V")
    taken = None if courses is None else [as_entry(Course, course) for course in courses]
    through = _course_through(taken, on, limit("course_years", law_of))
    reasons = [
        _qualified(qualification, contractor_years, equivalence_accepted, limit("contractor_years", law_of)),
        _course_reason(taken, through, on),
        *_certification(on, certified_on, revoked_on),
    ]
    certified = all(reason.holds for reason in reasons)
    outcome = "certified" if certified else "not-certified"
    return Ruling("inspector-standing", outcome, {"through": through if certified else None}, tuple(reasons), code)


def _qualified(name: str | None, years: Decimal | None, accepted: bool | None, needed: int) -> Reason:
    if name is None:
        return Reason(None, "It is not shown how the inspector is qualified.", "D-1")
    what, cite = _QUALIFICATIONS[name]
    if name == "contractor":
        return Reason(at_least(years, needed), f"The inspector is {what.format(needed=needed)}.", cite)
    return Reason(accepted if name == "equivalent" else True, f"The inspector is {what}.", cite)


def _course_through(courses: Sequence[Course] | None, on: date, years: int) -> date | None:
    """The latest end of a passed course's term that covers a day."""
    ends = [term_through(c.completed, years) for c in courses or () if c.passed and happened(c.completed, on)]
    return max((end for end in ends if end >= on), default=None)


def _course_reason(courses: Sequence[Course] | None, through: date | None, on: date) -> Reason:
    if through is not None:
        return Reason(True, f"A course with a passed test covers {american(on)}, through {american(through)}.", "D-4")
    holds = None if courses is None else False
    return Reason(holds, f"A course with a passed test covers {american(on)}.", "V.VI.A.5")


def _certification(on: date, certified_on: date | None, revoked_on: date | None) -> list[Reason]:
    if certified_on is None:
        return [Reason(None, "It is not shown that the department certified the inspector.", "D-16")]
    reasons = [
        Reason(
            happened(certified_on, on),
            f"The department's certification, of {american(certified_on)}, was given by {american(on)}.",
            "V.VI.A.5",
        )
    ]
    if revoked_on is not None and happened(revoked_on, on):
        text = f"The certification was given again after it was revoked on {american(revoked_on)}."
        again = happened(certified_on, on) and certified_on > revoked_on
        reasons.append(Reason(again, text, "D-16"))
    return reasons
