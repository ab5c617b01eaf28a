"""Rows of this room as the law's facts: inspectors (V.VI), and the permits of firms (V.III.H)."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from sanitarian.law.inspectors import Course as CourseFact
from sanitarian.law.inspectors import inspector_standing
from sanitarian.law.ruling import Ruling
from sanitarian.law.works import business_permit, licensed_to_haul
from sanitarian.trades.models import Course, Firm, Inspector, License


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


def firm_standing(firm: Firm, on: date, licenses: Iterable[License] | None = None, *, work: str = "pump") -> Ruling:
    """Whether a firm held on a day the permits that its work needs, and why (V.III.H, IV.B.1)."""
    shown = list(firm.licenses.all() if licenses is None else licenses)
    county = license_for(shown, License.Kind.BUSINESS, on)
    return business_permit(
        work=work,
        on=on,
        has_permit=_held(county, on),
        permit_from=county.starts if county else None,
        permit_through=county.through if county else None,
        law_of=on,
        **_state_facts(shown, on),
    )


def hauler_licensed(licenses: Iterable[License], on: date) -> bool | None:
    """Whether the State let a firm haul septage on a day; None where that is not shown (D-9)."""
    return licensed_to_haul(on=on, **_state_facts(list(licenses), on))


def license_for(licenses: Iterable[License], kind: str, on: date) -> License | None:
    """The license that speaks for a day: of those begun by then the one that still stands, else the last to end."""
    begun = [item for item in licenses if item.kind == kind and item.starts <= on]
    return max(begun, key=lambda item: (_stands(item, on), item.through, item.pk), default=None)


def _stands(item: License, on: date) -> bool:
    return item.through >= on and (item.withdrawn_on is None or item.withdrawn_on > on)


def _held(item: License | None, on: date) -> bool | None:
    """Held as far as the record shows: none on record is not shown, one withdrawn by the day is not held."""
    return None if item is None else item.withdrawn_on is None or item.withdrawn_on > on


def _state_facts(licenses: Iterable[License], on: date) -> dict[str, Any]:
    state = license_for(licenses, License.Kind.STATE_HAULER, on)
    return {"has_state_permit": _held(state, on), "state_hauler_through": state.through if state else None}
