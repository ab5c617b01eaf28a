"""Whose a report is: what an outside filer may see and file (V.IV.C, V.VI, V.XI)."""

from django.db.models import Q, QuerySet

from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused, lock
from sanitarian.county.models import Parcel
from sanitarian.trades.models import SKANEATELES, Inspector
from sanitarian.wastewater.credentials import SKANEATELES_TOWNS, swis_codes
from sanitarian.wastewater.facts import site_of
from sanitarian.wastewater.models import Report

ROLE_FOR = {
    Report.Basis.CERTIFICATION: Role.INSPECTOR,
    Report.Basis.MUNICIPALITY: Role.MUNICIPALITY,
    Report.Basis.WATERSHED: Role.WATERSHED_INSPECTOR,
}
FILING_ROLES = frozenset(ROLE_FOR.values())
NO_SUCH_REPORT = "There is no report with this number."
# What the department finds, and no filer says of themselves.
FOUND_BY_STAFF = frozenset({"information_requested", "information_received", "agent_authorised"})


def reports_of(actor: Actor) -> QuerySet[Report]:
    """The reports that somebody may see: staff all; a filer those in their own name, and drafts of their own."""
    if actor.is_staff:
        return Report.objects.all()
    mine = Report.objects.filter(inspector__party__in=actor.parties_as(*FILING_ROLES))
    return mine.filter(Q(number__isnull=False) | Q(entered_by=actor.ref))


def lock_report(actor: Actor, report_id: int, *, version: int | None = None) -> Report:
    """Read a report for change.

    Raises:
        ActRefused: there is none with this number, or it is somebody else's, which is answered alike.
        StaleVersion: ``version`` is given and the report has moved on.
    """
    if not actor.is_staff and not reports_of(actor).filter(pk=report_id).exists():
        raise ActRefused(NO_SUCH_REPORT)
    return lock(Report, report_id, version=version)


def inspectors_of(actor: Actor) -> list[tuple[str, Inspector]]:
    """The grounds on which somebody may file, each with the inspector in whose name: (basis, inspector)."""
    parties = {basis: actor.parties_as(role) for basis, role in ROLE_FOR.items()}
    wanted = frozenset().union(*parties.values())
    known = {row.party_id: row for row in Inspector.objects.filter(party__in=wanted).select_related("party")}
    return [
        (basis, known[party]) for basis, held_for in parties.items() for party in sorted(held_for) if party in known
    ]


def check_filing(actor: Actor, report: Report) -> None:
    """Hold a report, as it is about to be saved, to what its filer may file.

    Raises:
        ActRefused: it is in another inspector's name, outside the filer's area, or says what the department finds.
    """
    if actor.is_staff:
        return
    role = ROLE_FOR[Report.Basis(report.basis)]
    if report.inspector is None or report.inspector.party_id not in actor.parties_as(role):
        raise ActRefused("You file inspections in your own name only.")
    site = site_of(report) if report.pk or report.system_id else report.parcel
    if site is not None and not _in_area(actor, role, site):
        raise ActRefused(f"{site} lies outside the area for which you inspect (V.XI). Choose another property.")


def _in_area(actor: Actor, role: Role, site: Parcel) -> bool:
    """Whether a place lies where the role is held; a certified inspector inspects in the whole county."""
    if role == Role.MUNICIPALITY:
        return bool(swis_codes(site) & actor.areas_as(role))
    if role == Role.WATERSHED_INSPECTOR:
        town = site.municipality.name if site.municipality else ""
        return SKANEATELES in actor.areas_as(role) and town in SKANEATELES_TOWNS
    return True
