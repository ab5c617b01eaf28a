"""What may be asked about the trades."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Q

from sanitarian.trades.models import Agreement


def agreement_on(by: str, areas: Iterable[str], day: date) -> Agreement | None:
    """The agreement by which others may inspect in one of these areas on a day; the newest where several do."""
    in_force = Q(ends__isnull=True) | Q(ends__gte=day)
    found = Agreement.objects.filter(in_force, by=by, area__in=list(areas), starts__lte=day)
    return found.order_by("-starts", "-pk").first()
