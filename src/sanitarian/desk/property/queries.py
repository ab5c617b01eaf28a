"""All that a property file shows, in a bounded number of queries, today or as of another day."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.db.models import Q, QuerySet

from sanitarian.core.dates import county_zone, today
from sanitarian.core.models import RowVersion, Task, TimelineEntry
from sanitarian.county.facts import PlaceFacts, place_facts
from sanitarian.county.models import Ownership, Parcel, ParcelLink, ParcelZone, ZoneOverride
from sanitarian.county.queries import owners_on
from sanitarian.law.ruling import Ruling
from sanitarian.permits.facts import standing
from sanitarian.permits.models import Permit
from sanitarian.wastewater.facts import SystemPlace, place_system, scope_of
from sanitarian.wastewater.models import DischargePermit, Report, Round, System
from sanitarian.wastewater.queries import STATUSES, status_on

TIMELINE_PAGE = 40


@dataclass(frozen=True)
class SystemFile:
    """A system of the property: what the schedule says of it, its rounds, its latest permit."""

    system: System
    place: SystemPlace
    rounds: list[tuple[Round, str]]
    other_parcels: list[Parcel]

    @property
    def ruling(self) -> Ruling:
        return self.place.ruling


@dataclass(frozen=True)
class PermitLine:
    """A permit and its standing on the day asked about."""

    permit: Permit
    ruling: Ruling

    @property
    def standing(self) -> str:
        return self.ruling.outcome


@dataclass(frozen=True)
class PropertyFile:
    """One property, as of one day."""

    parcel: Parcel
    day: date
    values: dict[str, Any]
    place: PlaceFacts
    zone: ParcelZone | None
    overrides: list[ZoneOverride]
    scope: Ruling
    owners: list[Ownership]
    former_owners: list[Ownership]
    systems: list[SystemFile]
    permits: list[PermitLine]
    tasks: list[Task]
    drafts: list[Report]
    links: list[ParcelLink]
    timeline: list[TimelineEntry]
    more_timeline: bool

    @property
    def is_today(self) -> bool:
        return self.day == today()


def property_file(parcel_id: int, day: date, *, before: int | None = None) -> PropertyFile:
    """Read a property file.

    Raises:
        Parcel.DoesNotExist: there is no such parcel.
    """
    parcel = Parcel.objects.select_related("municipality", "village", "last_import").get(pk=parcel_id)
    zone = ParcelZone.objects.select_related("municipality", "run").filter(pk=parcel_id).first()
    overrides = list(parcel.zone_overrides.filter(ended_at__isnull=True))
    place = place_facts(parcel, zone, overrides)
    systems = list(System.objects.filter(links__parcel=parcel).select_related("town").order_by("pk"))
    timeline = list(_timeline(parcel, day, before)[: TIMELINE_PAGE + 1])
    return PropertyFile(
        parcel=parcel,
        day=day,
        values=parcel_values_on(parcel, day),
        place=place,
        zone=zone,
        overrides=overrides,
        scope=scope_of(parcel, place),
        owners=owners_on(parcel, day),
        former_owners=list(parcel.ownerships.filter(ends__lt=day).select_related("party").order_by("-ends")[:10]),
        systems=_system_files(systems, parcel, day),
        permits=_permits(parcel, systems, day),
        tasks=list(
            Task.objects.filter(closed_at__isnull=True, subject__in=_subjects(parcel, systems)).order_by("due", "pk")
        ),
        drafts=list(
            Report.objects.filter(Q(parcel=parcel) | Q(system__in=systems))
            .exclude(state__in=[Report.State.ACCEPTED, Report.State.WITHDRAWN])
            .distinct()
            .order_by("-pk")[:10]
        ),
        links=list(ParcelLink.objects.filter(Q(before=parcel) | Q(after=parcel)).select_related("before", "after")),
        timeline=timeline[:TIMELINE_PAGE],
        more_timeline=len(timeline) > TIMELINE_PAGE,
    )


def parcel_values_on(parcel: Parcel, day: date) -> dict[str, Any]:
    """The roll's facts about a parcel as they stood at the end of a day: the first version kept after it."""
    names = ("address", "property_class", "acres", "year_built", "bedrooms", "sewer", "water")
    values = {name: getattr(parcel, name) for name in names}
    if day < today():
        end = datetime.combine(day, time.max, tzinfo=county_zone())
        kept = RowVersion.objects.filter(row=f"parcel:{parcel.pk}", at__gt=end).order_by("version").first()
        if kept is not None:
            values |= {name: kept.values[name] for name in names if name in kept.values}
    return values


def _subjects(parcel: Parcel, systems: Iterable[System]) -> list[str]:
    return [f"parcel:{parcel.pk}", *(f"system:{system.pk}" for system in systems)]


def _timeline(parcel: Parcel, day: date, before: int | None) -> QuerySet[TimelineEntry]:
    """The newest entries first; acts tell every parcel that a system serves."""
    entries = TimelineEntry.objects.filter(subject=f"parcel:{parcel.pk}", on__lte=day)
    anchor = TimelineEntry.objects.filter(pk=before).first() if before is not None else None
    if anchor is not None:
        entries = entries.filter(Q(on__lt=anchor.on) | Q(on=anchor.on, pk__lt=anchor.pk))
    return entries.order_by("-on", "-pk")


def _system_files(systems: list[System], parcel: Parcel, day: date) -> list[SystemFile]:
    files = []
    for system in systems[:3]:  # a page shows three systems whole; more stand in the list of the register
        parcels = list(system.parcels.select_related("municipality"))
        rounds = [(item, STATUSES[status_on(item, day)]) for item in system.rounds.order_by("-due")[:8]]
        others = [other for other in parcels if other.pk != parcel.pk]
        files.append(SystemFile(system, place_system(system, parcels, as_of=day), rounds, others))
    return files


def _permits(parcel: Parcel, systems: list[System], day: date) -> list[PermitLine]:
    of_systems = list(DischargePermit.objects.filter(system__in=systems).values_list("permit_id", flat=True))
    permits = (
        Permit.objects.filter(Q(parcel=parcel) | Q(pk__in=of_systems), issued_on__lte=day)
        .select_related("holder")
        .order_by("-issued_on", "-pk")[:12]
    )
    return [PermitLine(permit, standing(permit, day)) for permit in permits]
