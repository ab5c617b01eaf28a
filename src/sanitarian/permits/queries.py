"""What may be asked about permits."""

from datetime import date

from django.db.models import Q

from sanitarian.permits.models import Delegation, Permit


def delegation_of(user_id: int | None, kind: str, on: date) -> Delegation | None:
    """The written delegation by which an official signs a kind of permit on a day, if there is one."""
    if user_id is None:
        return None
    in_time = Delegation.objects.filter(official=user_id, starts__lte=on).filter(Q(ends__isnull=True) | Q(ends__gte=on))
    return next((delegation for delegation in in_time.order_by("-starts") if kind in delegation.kinds), None)


def permits_of_parcel(parcel_id: int) -> list[Permit]:
    """The permits of a parcel, the newest first."""
    return list(Permit.objects.filter(parcel=parcel_id).select_related("holder", "signed_by").order_by("-id"))
