"""The place that a report is about: the parcel, the systems on it, whether it borders a lake, who owns it."""

from dataclasses import dataclass, field

from django.db.models import Prefetch

from sanitarian.core.dates import today
from sanitarian.core.records import ref_id
from sanitarian.core.search import find
from sanitarian.county.models import Ownership, Parcel
from sanitarian.county.queries import owners_on, places_of
from sanitarian.parties.models import Party
from sanitarian.wastewater.facts import borders_a_lake
from sanitarian.wastewater.models import Report, System

SHOWN = 20


@dataclass(frozen=True)
class Place:
    """Where a report belongs. Without a parcel it is a place that is not on record."""

    parcel: Parcel | None = None
    systems: list[System] = field(default_factory=list)
    system: System | None = None
    lake_front: bool | None = None
    owners: list[Party] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The place in a line."""
        return str(self.parcel) if self.parcel else "A place that is not on record"


def place_for(*, parcel_id: int | None = None, system_id: int | None = None) -> Place | None:
    """The place of a parcel or system; None where there is no such."""
    system = None
    if system_id is not None:
        system = System.objects.select_related("town").filter(pk=system_id).first()
        if system is None:
            return None
    if parcel_id is None and system is not None:
        parcel_id = system.links.order_by("-is_site", "id").values_list("parcel", flat=True).first()
    parcel = Parcel.objects.select_related("municipality").filter(pk=parcel_id or 0).first()
    if parcel is None:
        return Place(system=system) if system is not None else None
    systems = list(parcel.systems.exclude(status=System.Status.ABANDONED).order_by("number"))
    if system is None and len(systems) == 1:
        system = systems[0]
    return Place(
        parcel=parcel,
        systems=systems,
        system=system,
        lake_front=_lake_front(parcel, system),
        owners=[ownership.party for ownership in owners_on(parcel, today())],
    )


def place_of(report: Report) -> Place:
    """The place of a report that is on record."""
    return place_for(parcel_id=report.parcel_id, system_id=report.system_id) or Place()


def _lake_front(parcel: Parcel, system: System | None) -> bool | None:
    served = list(system.parcels.all()) if system is not None else [parcel]
    return borders_a_lake(places_of(served).values())


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
