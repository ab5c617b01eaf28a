"""An inspector's row as the facts that V.VI asks for."""

from collections.abc import Iterable
from datetime import date

from sanitarian.law.inspectors import Course as CourseFact
from sanitarian.law.inspectors import inspector_standing
from sanitarian.law.ruling import Ruling
from sanitarian.trades.models import Course, Inspector


def standing(inspector: Inspector, on: date, courses: Iterable[Course] | None = None) -> Ruling:
    """Whether an inspector is certified on a day, and why (V.VI.A)."""
    taken = inspector.courses.all() if courses is None else courses
    return inspector_standing(
        on=on,
        qualification=inspector.qualification,
        contractor_years=inspector.contractor_years,
        equivalence_accepted=inspector.equivalence_accepted,
        courses=[CourseFact(completed=course.completed, passed=course.passed) for course in taken],
        certified_on=inspector.certified_on,
        revoked_on=inspector.revoked_on,
    )
