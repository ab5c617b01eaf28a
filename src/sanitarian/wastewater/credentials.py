"""On what ground an inspection counts: the inspector's certification (V.VI), or an inspection by others (V.XI)."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from sanitarian.core.actors import Role
from sanitarian.county.models import Parcel
from sanitarian.law.home_rule import outside_inspection
from sanitarian.law.ruling import Ruling
from sanitarian.parties.models import RoleGrant
from sanitarian.trades.facts import standing
from sanitarian.trades.models import Agreement
from sanitarian.trades.queries import agreement_on
from sanitarian.wastewater.facts import site_of
from sanitarian.wastewater.models import Report

SKANEATELES_TOWNS = frozenset({"Niles", "Sempronius"})
"""The towns of the county that the watershed of Skaneateles Lake touches (B-18)."""


def credential(report: Report, site: Parcel | None = None) -> Ruling | None:
    """The ruling on who inspected, as of the day of the inspection; None while inspector or day is not shown.

    ``site`` is given for a report that is still typed; else it is where the inspected system lies.
    """
    if report.inspector is None or report.performed is None:
        return None
    if report.basis == Report.Basis.CERTIFICATION:
        return standing(report.inspector, report.performed)
    return outside_inspection(**outside_facts(report, site or site_of(report)))


def holds(ruling: Ruling | None) -> bool | None:
    """Whether the one who inspected was entitled to; not shown where the ruling cannot be determined."""
    if ruling is None:
        return None
    return {"certified": True, "accepted": True, "undetermined": None}.get(ruling.outcome, False)


def outside_facts(report: Report, site: Parcel | None) -> dict[str, Any]:
    """An inspection made by others, as V.XI asks for it. ``site`` is where the system lies."""
    inspector, day = report.inspector, report.performed
    municipal = report.basis == Report.Basis.MUNICIPALITY
    agreement = agreement_for(report, site) if municipal else None
    return {
        "by": report.basis,
        "local_law_meets_minimum": agreement.local_law_meets_minimum if agreement else None,
        "within_area": _in_municipality(agreement, site) if municipal else _in_watershed(report, site),
        "course_attended": _attended(inspector, day) if inspector and day else None,
        "testing_procedure_met": report.procedure_met,
        "submitted": True,
    }


def swis_codes(site: Parcel) -> frozenset[str]:
    """The SWIS codes of the town or city, and of the village, in which a parcel lies."""
    places = (site.municipality, site.village)
    return frozenset(place.swis for place in places if place is not None)


def agreement_for(report: Report, site: Parcel | None) -> Agreement | None:
    """The agreement under which the place was inspected on the day: with the inspector's own municipality, if known."""
    if site is None or report.performed is None or report.inspector is None:
        return None
    areas, own = swis_codes(site), _municipalities_of(report.inspector.party_id, report.performed)
    return agreement_on(Agreement.By.MUNICIPALITY, areas if own is None else areas & own, report.performed)


def _municipalities_of(party_id: int, day: date) -> frozenset[str] | None:
    """For which municipalities somebody inspects: the roles that had not ended by the day; None where none is known."""
    roles = RoleGrant.objects.filter(role=Role.MUNICIPALITY, party=party_id).values_list("area", "ends")
    return frozenset(area for area, ends in roles if ends is None or ends >= day) if roles else None


def _in_municipality(agreement: Agreement | None, site: Parcel | None) -> bool | None:
    if site is None or not swis_codes(site):
        return None
    return agreement is not None


def _in_watershed(report: Report, site: Parcel | None) -> bool | None:
    """By an official's finding; the towns that the watershed does not touch lie outside it."""
    if site is not None and site.municipality is not None and site.municipality.name not in SKANEATELES_TOWNS:
        return False
    return report.system.skaneateles_watershed if report.system is not None else None


def touches_skaneateles(parcels: Iterable[Parcel]) -> bool:
    """Whether one of the parcels lies in a town that the watershed of Skaneateles Lake touches."""
    return any(parcel.municipality is not None and parcel.municipality.name in SKANEATELES_TOWNS for parcel in parcels)


def _attended(inspector: Any, day: date) -> bool:
    """Whether the inspector had attended a course of the department by the day."""
    return any(course.completed <= day for course in inspector.courses.all())
