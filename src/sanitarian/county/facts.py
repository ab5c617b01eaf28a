"""Where a parcel lies, as the law asks for it: an official's finding, or else the determination from map layers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
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


def _by_map_or_roll(by_map: Any, by_roll: Any) -> Any:
    return by_roll if by_map is None else by_map


def town_of(parcel: Parcel, zone: ParcelZone | None) -> Municipality | None:
    """The town or city: by the map where it was determined, else by the SWIS code of the roll."""
    found: Municipality | None = _by_map_or_roll(zone and zone.municipality, parcel.municipality)
    return found


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
    return _standing(values, {override.fact: override.value for override in overrides if override.ended_at is None})


# What the schedule asks of a place, as columns of a query on parcels; read by ``place_in_row``.
PLACE_COLUMNS = (
    *("municipality__name", "zone__municipality__name"),
    *("zone__fronts", "zone__distance_ft", "zone__watershed"),
)


def place_in_row(row: Sequence[Any], findings: Mapping[str, Any] = MappingProxyType({})) -> PlaceFacts:
    """The facts that stand for a parcel of which PLACE_COLUMNS were read, and its findings in force by fact."""
    by_roll, by_map, fronts, distance_ft, watershed = row
    values = {
        "municipality": _by_map_or_roll(by_map, by_roll),
        "fronts": fronts,
        "distance_ft": distance_ft,
        "watershed": watershed,
    }
    return _standing(values, findings)


def _standing(determined: dict[str, Any], findings: Mapping[str, Any]) -> PlaceFacts:
    """An official's finding stands before what the map says."""
    if not findings:
        return PlaceFacts(**determined)
    found = dict(findings)
    if found.get("distance_ft") is not None:
        found["distance_ft"] = Decimal(str(found["distance_ft"]))
    return PlaceFacts(**{**determined, **found}, overridden=frozenset(found))
