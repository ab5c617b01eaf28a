"""The part of "My page" for whoever files inspection reports."""

from typing import Any

from django.conf import settings

from sanitarian.core.actors import Actor, Role
from sanitarian.core.dates import today
from sanitarian.portal.my.panels import Panel
from sanitarian.trades.facts import standing
from sanitarian.wastewater.filers import inspectors_of, reports_of
from sanitarian.wastewater.models import Report
from sanitarian.wastewater.others import mandates


def panel(actor: Actor) -> Panel:
    """Standing today with why, in which area, courses, and how many reports wait for the filer."""
    mine = reports_of(actor).filter(migrated=False)
    held = inspectors_of(actor)
    others = mandates((inspector for _, inspector in held), today())
    grounds = []
    for basis, inspector in held:
        certified = basis == Report.Basis.CERTIFICATION
        grounds.append({
            "basis": Report.Basis(basis).label, "inspector": inspector, "certified": certified,
            "ruling": standing(inspector, today()) if certified else None,
            "mandates": [item for item in others.get(inspector.pk, ()) if item.by == basis],
            "courses": list(inspector.courses.order_by("-completed")[:4]),
        })  # fmt: skip
    context: dict[str, Any] = {
        "grounds": grounds,
        "sent_back": mine.filter(state=Report.State.SENT_BACK).count(),
        "drafts": mine.filter(state=Report.State.DRAFT).count(),
        "waiting": mine.filter(state=Report.State.SUBMITTED).count(),
        "sees_due": settings.SANITARIAN_INSPECTORS_SEE_DUE and Role.INSPECTOR in actor.roles,
    }
    return Panel("inspections/_panel.html", context)
