"""Finding the place that a report is about."""

from django.db.models import Prefetch

from sanitarian.core.records import ref_id
from sanitarian.core.search import find
from sanitarian.county.models import Ownership, Parcel
from sanitarian.wastewater.models import System

SHOWN = 20


def find_places(query: str) -> list[Parcel]:
    """Parcels by print key, address, owner or the number of a system, with their systems and owners."""
    hits = find(query, kinds=["parcel", "system", "owner"], limit=SHOWN).hits
    wanted: dict[int, None] = {}
    for hit in hits:
        reference = hit.target or hit.ref
        if reference.startswith("parcel:"):
            wanted[ref_id(reference)] = None
    systems = [ref_id(hit.ref) for hit in hits if hit.ref.startswith("system:")]
    if systems:
        for parcel_id in Parcel.objects.filter(systems__in=systems).values_list("pk", flat=True):
            wanted[parcel_id] = None
    owners = Prefetch(
        "ownerships", Ownership.objects.filter(ends__isnull=True).select_related("party"), to_attr="owners_today"
    )
    in_use = Prefetch("systems", System.objects.exclude(status=System.Status.ABANDONED), to_attr="systems_in_use")
    parcels = Parcel.objects.select_related("municipality").prefetch_related(owners, in_use)
    found = {parcel.pk: parcel for parcel in parcels.filter(pk__in=list(wanted)[:SHOWN])}
    return [found[pk] for pk in wanted if pk in found]
