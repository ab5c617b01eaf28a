"""What anybody may know about a property: these facts and no others.

Pages get nothing but these classes. A fact that is to become public is added here, in sight; what is on record beside
it (owners, occupancy, descriptions, sketches, photographs, remarks, tasks, drafts, reports that were sent back,
complaints, findings that were not served) stays out because no class has a place for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Max, Q

from sanitarian.core.dates import today
from sanitarian.county.facts import PlaceFacts, place_facts
from sanitarian.county.models import Parcel, ParcelZone
from sanitarian.county.zoning.explain import ZONE_LABELS, value_said
from sanitarian.law.ruling import Ruling
from sanitarian.permits.facts import standing
from sanitarian.permits.kinds import kind_of
from sanitarian.permits.models import Permit
from sanitarian.permits.status import STANDINGS
from sanitarian.wastewater.facts import place_system, scope_of
from sanitarian.wastewater.models import Report, Round, ScheduleClass, System

SYSTEMS, PERMITS = 3, 12  # as many as a page shows
_LIVE = frozenset({"in-force", "continued", "not-yet", "suspended"})
_SEWER = {"public": "Public sewer", "private": "Private system", "none": "No sewage"}
_ON_MAP = {"fronts": "shorelines", "distance_ft": "shorelines", "watershed": "watersheds"}
_LAYERS = {"shorelines": "map of the shorelines", "watersheds": "map of the watersheds"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicSystem:
    """A wastewater treatment system on record: when it is inspected next and why, and when it was last.

    ``due`` is the date of the earliest inspection that is not on record as made; ``waits`` says that it has passed.
    ``scope`` says whether the code asks for inspections at all.
    """

    schedule_class: str
    schedule: Ruling
    scope: Ruling
    due: date | None
    waits: bool
    last_inspected: date | None

    @property
    def in_scope(self) -> bool:
        return self.scope.outcome != "does-not-apply"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPermit:
    """A permit and whether it is in force today."""

    number: str
    kind: str
    standing: str
    tone: str
    through: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicZone:
    """Where the property lies, and which map or finding says so."""

    label: str
    value: str
    source: str
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicProperty:
    """One property as anybody may see it."""

    id: int
    address: str
    municipality: str
    village: str
    tax_map_number: str
    retired_on: date | None
    sewer: str
    scope: Ruling
    systems: tuple[PublicSystem, ...]
    permits: tuple[PublicPermit, ...]
    zone: tuple[PublicZone, ...]

    @property
    def title(self) -> str:
        return self.address or self.tax_map_number

    @property
    def has_system(self) -> bool:
        return bool(self.systems)


def public_property(parcel_id: int) -> PublicProperty:
    """Read what anybody may know.

    Raises:
        Parcel.DoesNotExist: there is no such parcel, or only a provisional record that no roll has confirmed.
    """
    parcel = Parcel.objects.select_related("municipality", "village").get(pk=parcel_id, provisional=False)
    zone = ParcelZone.objects.select_related("municipality", "run").filter(pk=parcel_id).first()
    overrides = list(parcel.zone_overrides.filter(ended_at__isnull=True))
    place = place_facts(parcel, zone, overrides)
    systems = list(System.objects.filter(links__parcel=parcel, status=System.Status.IN_USE).order_by("pk"))
    found_on = {override.fact: override.at.date() for override in overrides}
    return PublicProperty(
        id=parcel.pk,
        address=parcel.address,
        municipality=place.municipality or "",
        village=parcel.village.name if parcel.village else "",
        tax_map_number=parcel.shown_key,
        retired_on=parcel.retired_on,
        sewer=_SEWER.get(parcel.sewer, ""),
        scope=scope_of(parcel, place),
        systems=tuple(_system(system) for system in systems[:SYSTEMS]),
        permits=tuple(_permits(parcel, systems)),
        zone=tuple(_zone(fact, place, zone, found_on) for fact in _ON_MAP),
    )


def _system(system: System) -> PublicSystem:
    standing_round = system.rounds.filter(status=Round.Status.OPEN).order_by("due").first()
    asked = standing_round.due if standing_round else today()  # so that the reasons are those of the date shown
    place = place_system(system, system.parcels.select_related("municipality"), as_of=asked)
    in_scope = place.scope.outcome != "does-not-apply"
    due = standing_round.due if standing_round else place.ruling.values["next_due"]
    last = Report.objects.filter(system=system, state=Report.State.ACCEPTED).aggregate(last=Max("performed"))["last"]
    return PublicSystem(
        schedule_class=ScheduleClass(place.ruling.outcome).label,
        schedule=place.ruling,
        scope=place.scope,
        due=due if in_scope else None,
        waits=bool(in_scope and standing_round and standing_round.act_by < today()),
        last_inspected=last,
    )


def _permits(parcel: Parcel, systems: list[System]) -> list[PublicPermit]:
    """The newest permit, whatever became of it, and every other that is not over."""
    of_these = Q(parcel=parcel) | Q(discharge__system__in=systems)
    found = Permit.objects.filter(of_these, issued_on__lte=today()).order_by("-issued_on", "-pk").distinct()
    shown: list[PublicPermit] = []
    for permit in found[:PERMITS]:
        outcome = standing(permit, today()).outcome
        text, tone = STANDINGS[outcome]
        if not shown or outcome in _LIVE:
            name = kind_of(permit.kind).name
            shown.append(
                PublicPermit(number=permit.number, kind=name, standing=text, tone=tone, through=permit.through)
            )
    return shown


def _zone(fact: str, place: PlaceFacts, zone: ParcelZone | None, found_on: Mapping[str, date]) -> PublicZone:
    if fact in found_on:
        source = f"Found by an official of the department on {_day(found_on[fact])}."
    elif zone is None:
        source = "Not determined yet."
    else:
        source = f"By the {_layer(zone.run.layers, _ON_MAP[fact])}."
    value = value_said(fact, getattr(place, fact))
    return PublicZone(label=ZONE_LABELS[fact], value=value, source=source, cite="V.IV.A.1")


def _layer(layers: Mapping[str, Any], kind: str) -> str:
    """The version of a map layer, without the name of its file."""
    label = layers.get(kind)
    if not isinstance(label, Mapping):
        return _LAYERS[kind]
    proxy = ", which stands in for the legal map" if label.get("provisional") else ""
    return f"{_LAYERS[kind]}, version {int(label['version'])} of {_day(date.fromisoformat(label['loaded']))}{proxy}"


def _day(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"
