"""Where a parcel lies, as the law asks for it: an official's finding, or else the determination from map layers."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sanitarian.county.models import Municipality, Parcel, ParcelZone, ZoneOverride


@dataclass(frozen=True)
class PlaceFacts:
    """Facts about a place; ``None`` is not shown. Distances in feet."""

    municipality: str | None
    fronts: str | None = None
    distance_ft: Decimal | None = None
    watershed: str | None = None
    in_floodway: bool | None = None
    in_floodplain: bool | None = None
    overridden: frozenset[str] = field(default_factory=frozenset)


def town_of(parcel: Parcel, zone: ParcelZone | None) -> Municipality | None:
    """The town or city: by the map where it was determined, else by the SWIS code of the roll."""
    if zone is not None and zone.municipality is not None:
        return zone.municipality
    return parcel.municipality


def place_facts(parcel: Parcel, zone: ParcelZone | None, overrides: Iterable[ZoneOverride] = ()) -> PlaceFacts:
    """The facts that stand for a parcel today."""
    town = town_of(parcel, zone)
    values: dict[str, Any] = {
        "municipality": town.name if town else None,
        "fronts": zone.fronts if zone else None,
        "distance_ft": zone.distance_ft if zone else None,
        "watershed": zone.watershed if zone else None,
        "in_floodway": zone.in_floodway if zone else None,
        "in_floodplain": zone.in_floodplain if zone else None,
    }
    found = {override.fact: override.value for override in overrides if override.ended_at is None}
    if found.get("distance_ft") is not None:
        found["distance_ft"] = Decimal(str(found["distance_ft"]))
    return PlaceFacts(**{**values, **found}, overridden=frozenset(found))
