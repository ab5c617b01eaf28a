"""What may be asked about the trades."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Q, QuerySet

from sanitarian.core.actors import Actor, Role
from sanitarian.trades.models import Agreement, Firm


def agreements_on(day: date, areas: Iterable[str]) -> QuerySet[Agreement]:
    """The agreements by which others may inspect in some areas on a day, the newest last."""
    in_force = Q(ends__isnull=True) | Q(ends__gte=day)
    return Agreement.objects.filter(in_force, area__in=list(areas), starts__lte=day).order_by("starts", "pk")


def agreement_on(by: str, areas: Iterable[str], day: date) -> Agreement | None:
    """The agreement by which others may inspect in one of these areas on a day; the newest where several do."""
    return agreements_on(day, areas).filter(by=by).last()


def firms_of(actor: Actor, role: Role = Role.HAULER) -> QuerySet[Firm]:
    """The firms that somebody may act for: staff every one, others those for which they hold the role today."""
    firms = Firm.objects.select_related("party").order_by("party__name", "pk")
    if actor.is_staff:
        return firms
    return firms.filter(party__in=actor.parties_as(role))
