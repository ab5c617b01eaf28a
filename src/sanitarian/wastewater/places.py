"""The place that a report is about: the parcel, the systems on it, whether it borders a lake, who owns it."""

from dataclasses import dataclass, field

from sanitarian.core.dates import today
from sanitarian.county.models import Parcel
from sanitarian.county.queries import owners_on, places_of
from sanitarian.parties.models import Party
from sanitarian.wastewater.facts import borders_a_lake
from sanitarian.wastewater.models import Report, System


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
