"""What may be asked about parcels: owners by day, where they lie."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db.models import Q

from sanitarian.county.facts import PlaceFacts, place_facts
from sanitarian.county.models import Ownership, Parcel, ParcelZone, ZoneOverride
from sanitarian.parties.models import Party


def owners_on(parcel: Parcel, day: date) -> list[Ownership]:
    """Who owned a parcel on a day, the primary owner first."""
    on_the_day = Q(starts__isnull=True) | Q(starts__lte=day)
    not_ended = Q(ends__isnull=True) | Q(ends__gte=day)
    return list(parcel.ownerships.filter(on_the_day, not_ended).select_related("party").order_by("position"))


def places_of(parcels: Iterable[Parcel]) -> dict[int, PlaceFacts]:
    """Where each parcel lies, in three queries however many there are."""
    by_id = {parcel.pk: parcel for parcel in parcels}
    zones = {zone.pk: zone for zone in ParcelZone.objects.filter(pk__in=by_id).select_related("municipality", "run")}
    overrides: dict[int, list[ZoneOverride]] = {}
    for override in ZoneOverride.objects.filter(parcel__in=by_id, ended_at__isnull=True):
        overrides.setdefault(override.parcel_id, []).append(override)
    return {pk: place_facts(parcel, zones.get(pk), overrides.get(pk, ())) for pk, parcel in by_id.items()}


def findings_in_force() -> dict[int, dict[str, Any]]:
    """Every finding of officials that stands before the map today, by parcel and fact, in one query."""
    found: dict[int, dict[str, Any]] = {}
    rows = ZoneOverride.objects.filter(ended_at__isnull=True).values_list("parcel_id", "fact", "value")
    for parcel, fact, value in rows.iterator(chunk_size=10_000):
        found.setdefault(parcel, {})[fact] = value
    return found


def distinct_owners(parcels: Iterable[Parcel], day: date) -> list[Party]:
    """Every owner of the parcels on a day, each once (C11)."""
    owners: dict[int, Party] = {}
    for parcel in parcels:
        for ownership in owners_on(parcel, day):
            owners.setdefault(ownership.party_id, ownership.party)
    return list(owners.values())
