"""Inspections made by others: municipalities under their own law, and Syracuse's watershed inspectors (V.XI)."""

from datetime import date
from typing import Annotated

from sanitarian.law.facts import one_of
from sanitarian.law.logic import all_of
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling

INSPECTING = ("municipality", "watershed-inspector")


@rule("outside-inspection", "V.XI", "Whether the department accepts an inspection made by others")
def outside_inspection(
    *,
    by: Annotated[str, one_of(*INSPECTING), "who made it"],
    local_law_meets_minimum: Annotated[
        bool | None, "the department finds that its law meets Article V's minimum"
    ] = None,
    within_area: Annotated[bool | None, "inside the municipality, or in the Skaneateles Lake watershed"] = None,
    course_attended: Annotated[bool | None, "the inspector attended the department's course"] = None,
    testing_procedure_met: Annotated[bool | None, "the test was no less than the department's procedure"] = None,
    submitted: Annotated[bool | None, "the results are with the department"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``accepted``, ``not-accepted`` or ``undetermined``; ``missing`` names what fails or is not shown."""
    code = law_version(law_of, "V")
    if by == "municipality":
        items = _municipal(local_law_meets_minimum, within_area, course_attended, testing_procedure_met, submitted)
    else:
        items = _watershed(within_area, course_attended, testing_procedure_met, submitted)
    reasons = [Reason(holds, text, cite) for _, holds, text, cite in items]
    accepted = all_of(reason.holds for reason in reasons)
    outcome = {True: "accepted", False: "not-accepted", None: "undetermined"}[accepted]
    if accepted and by == "watershed-inspector":
        reasons.append(Reason(True, "The inspection counts for the round of the county's own schedule.", "B-18"))
    missing = tuple(name for name, holds, _, _ in items if not holds)
    return Ruling("outside-inspection", outcome, {"missing": missing}, tuple(reasons), code)


Item = tuple[str, bool | None, str, str]


def _municipal(
    law: bool | None, within: bool | None, course: bool | None, tested: bool | None, submitted: bool | None
) -> list[Item]:
    """A municipality inspects as Article V outlines it, so its inspector takes the course and follows the protocol."""
    return [
        (
            "local_law_meets_minimum",
            law,
            "The department finds that the municipality's law meets the minimum of Article V.",
            "F-23",
        ),
        ("within_area", within, "The system lies in the municipality.", "F-23"),
        ("course_attended", course, "The inspector attended the department's course.", "D-14"),
        ("testing_procedure_met", tested, "The inspection was made as Article V outlines it.", "V.XI"),
        ("submitted", submitted, "The municipality submitted the results to the department.", "V.XI"),
    ]


def _watershed(within: bool | None, course: bool | None, tested: bool | None, submitted: bool | None) -> list[Item]:
    return [
        ("within_area", within, "The system lies in the Skaneateles Lake watershed, by the City's map.", "B-18"),
        ("course_attended", course, "The inspector attended the department's course.", "V.XI"),
        ("testing_procedure_met", tested, "The test was no less than the department's procedure asks.", "V.XI"),
        ("submitted", submitted, "The results were submitted to the department.", "V.IV.A"),
    ]
