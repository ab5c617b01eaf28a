"""A determination as lines: for each parcel its facts, and the evidence by which they can be explained and checked."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sanitarian.county.zoning.findings import (
    NOT_SHOWN,
    WATERS,
    Column,
    Feature,
    Findings,
    Known,
    Layers,
    Parcels,
    Why,
)
from sanitarian.county.zoning.overlay import Overlaps
from sanitarian.county.zoning.shore import to_tenths

_LEAST_SHARE = 0.0001
Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ZoneRow:
    """Where one parcel lies; None is not shown. ``town`` is the first four digits of the SWIS code."""

    town: str | None
    fronts: str | None
    distance_ft: Decimal | None
    watershed: str | None
    in_floodway: bool | None
    in_floodplain: bool | None
    flood_zone: str
    flood_elevation_ft: Decimal | None
    flood_datum: str
    evidence: dict[str, Entry]


def rows(found: Findings, layers: Layers, parcels: Parcels, layer_ids: Mapping[str, int]) -> Iterator[ZoneRow]:
    """The lines of a determination, in the order of the parcels."""
    for at in range(len(found.known)):
        yield _row(found, layers, parcels, layer_ids, at)


def _row(found: Findings, layers: Layers, parcels: Parcels, ids: Mapping[str, int], at: int) -> ZoneRow:
    town = int(found.towns.values[at])
    distance = float(found.distance.values[at])
    worst = _worst(found, layers, at)
    height = float(found.flood.elevation[at])
    shore = _shore(found, layers, ids, at)
    return ZoneRow(
        town=None if town == NOT_SHOWN else found.towns.codes[town],
        fronts=_water(found.fronts, at),
        distance_ft=None if math.isnan(distance) else Decimal(str(round(distance, 1))),
        watershed=_water(found.watershed, at),
        in_floodway=_yes_no(found.flood.in_floodway, at),
        in_floodplain=_yes_no(found.flood.in_floodplain, at),
        flood_zone=worst.code[:20] if worst else "",
        flood_elevation_ft=None if math.isnan(height) else Decimal(str(round(height, 2))),
        flood_datum=str(worst.attributes.get("datum") or "")[:10] if worst and not math.isnan(height) else "",
        evidence={
            "municipality": _town(found, layers, parcels, ids, at),
            "fronts": {**shore, **_why(found.fronts.why[at])},
            "distance_ft": {**shore, **_why(found.distance.why[at])},
            "watershed": {
                **_met(found.in_watersheds, layers.watersheds, ids.get("watersheds"), at),
                **_why(found.watershed.why[at]),
            },
            "in_floodplain": {**_flood(found, layers, ids, at), **_why(found.flood.in_floodplain.why[at])},
            "in_floodway": {**_flood(found, layers, ids, at), **_why(found.flood.in_floodway.why[at])},
        },
    )


def _water(column: Column, at: int) -> str | None:
    value = int(column.values[at])
    return None if value == NOT_SHOWN else WATERS[value]


def _yes_no(column: Column, at: int) -> bool | None:
    value = int(column.values[at])
    return None if value == NOT_SHOWN else bool(value)


def _worst(found: Findings, layers: Layers, at: int) -> Feature | None:
    index = int(found.flood.worst[at])
    return layers.flood[index] if layers.flood and index >= 0 else None


def _why(code: int) -> Entry:
    return {} if code == Why.SHOWN else {"why": Why(code).name.lower().replace("_", "-")}


def _met(overlaps: Overlaps | None, features: Sequence[Feature] | None, layer: int | None, at: int) -> Entry:
    """The features a parcel meets, the largest share first, those that only graze it left out."""
    if overlaps is None or features is None:
        return {}
    met = sorted(overlaps.of(at), key=lambda pair: (-pair[1], pair[0]))
    listed = [[features[f].code, features[f].name, round(share, 4)] for f, share in met if share >= _LEAST_SHARE]
    return {"layer": layer, "met": listed}


def _town(found: Findings, layers: Layers, parcels: Parcels, ids: Mapping[str, int], at: int) -> Entry:
    entry = _met(found.in_municipalities, layers.municipalities, ids.get("municipalities"), at)
    elsewhere = float(found.towns.elsewhere[at])
    if elsewhere > found.tolerances.note_share:
        entry |= {"roll": parcels.swis[at], "elsewhere": round(elsewhere, 4)}
    return entry | _why(found.towns.why[at])


def _shore(found: Findings, layers: Layers, ids: Mapping[str, int], at: int) -> Entry:
    if found.to_shore is None or layers.shorelines is None:
        return {}
    entry: Entry = {"layer": ids.get("shorelines")}
    index = int(found.to_shore.feature[at])
    if index >= 0:
        feature = layers.shorelines[index]
        feet = round(float(to_tenths(found.to_shore.feet[at : at + 1])[0]), 1)
        entry |= {"lake": feature.code, "name": feature.name, "feet": feet}
    if found.known[at] == Known.POINT:
        entry["from"] = "point"
    return entry


def _flood(found: Findings, layers: Layers, ids: Mapping[str, int], at: int) -> Entry:
    """The zones a parcel meets with share and elevation, and the one that decides."""
    entry = _met(found.in_flood, layers.flood, ids.get("flood"), at)
    worst = _worst(found, layers, at)
    if worst is not None:
        entry["worst"] = worst.name or worst.code
        height = worst.attributes.get("elevation_ft")
        if height is not None:
            entry["elevation_ft"] = height
    return entry
