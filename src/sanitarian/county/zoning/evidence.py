"""A determination as lines: for each parcel its facts, and the evidence by which they can be explained and checked."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from sanitarian.county.zoning.findings import NOT_SHOWN, Feature, Findings, Known, Layers, Parcels, Why
from sanitarian.county.zoning.lakes import waters
from sanitarian.county.zoning.overlay import Overlaps
from sanitarian.county.zoning.shore import to_tenths

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
    writer = _Writer(found, layers, parcels, layer_ids)
    for at in range(len(found.known)):
        yield writer.row(at)


_WHY: dict[int, Entry] = {
    int(why): {} if why == Why.SHOWN else {"why": why.name.lower().replace("_", "-")} for why in Why
}
_YES_NO: dict[int, bool | None] = {NOT_SHOWN: None, 0: False, 1: True}


class _Writer:
    """Writes lines; the columns are plain lists, because one number of an array at a time is slow to read."""

    def __init__(self, found: Findings, layers: Layers, parcels: Parcels, ids: Mapping[str, int]) -> None:
        self.swis = parcels.swis
        self.codes, self.town = found.towns.codes, found.towns.values.tolist()
        self.elsewhere, self.note_share = found.towns.elsewhere.tolist(), found.tolerances.note_share
        self.fronts, self.distance = found.fronts.values.tolist(), np.round(found.distance.values, 1).tolist()
        self.watershed = found.watershed.values.tolist()
        self.floodplain = found.flood.in_floodplain.values.tolist()
        self.floodway = found.flood.in_floodway.values.tolist()
        self.worst, self.elevation = found.flood.worst.tolist(), np.round(found.flood.elevation, 2).tolist()
        self.water: dict[int, str | None] = {NOT_SHOWN: None, **dict(enumerate(waters()))}
        self.is_point = (found.known == Known.POINT).tolist()
        self.flood_layer = layers.flood or ()
        self.met_towns = _Met(found.in_municipalities, layers.municipalities, ids.get("municipalities"))
        self.met_watersheds = _Met(found.in_watersheds, layers.watersheds, ids.get("watersheds"))
        self.met_flood = _Met(found.in_flood, layers.flood, ids.get("flood"))
        self.shore_layer, self.shorelines = ids.get("shorelines"), layers.shorelines or ()
        if found.to_shore is not None:
            self.nearest = found.to_shore.feature.tolist()
            self.feet = np.round(to_tenths(found.to_shore.feet), 1).tolist()
        self.has_shore = found.to_shore is not None
        self.why = {
            "municipality": found.towns.why.tolist(),
            "fronts": found.fronts.why.tolist(),
            "distance_ft": found.distance.why.tolist(),
            "watershed": found.watershed.why.tolist(),
            "in_floodplain": found.flood.in_floodplain.why.tolist(),
            "in_floodway": found.flood.in_floodway.why.tolist(),
        }

    def row(self, at: int) -> ZoneRow:
        """The line of one parcel."""
        town, feet, height = self.town[at], self.distance[at], self.elevation[at]
        worst = self.flood_layer[self.worst[at]] if self.worst[at] >= 0 else None
        shown_height = not math.isnan(height)
        evidence = {"municipality": self._town(at), "watershed": self.met_watersheds.of(at)}
        evidence["fronts"] = evidence["distance_ft"] = self._shore(at)
        evidence["in_floodplain"] = evidence["in_floodway"] = self._flood(at, worst)
        return ZoneRow(
            town=None if town == NOT_SHOWN else self.codes[town],
            fronts=self.water[self.fronts[at]],
            distance_ft=None if math.isnan(feet) else Decimal(str(feet)),
            watershed=self.water[self.watershed[at]],
            in_floodway=_YES_NO[self.floodway[at]],
            in_floodplain=_YES_NO[self.floodplain[at]],
            flood_zone=worst.code[:20] if worst else "",
            flood_elevation_ft=Decimal(str(height)) if shown_height else None,
            flood_datum=str(worst.attributes.get("datum") or "")[:10] if worst and shown_height else "",
            evidence={fact: evidence[fact] | _WHY[why[at]] for fact, why in self.why.items()},
        )

    def _town(self, at: int) -> Entry:
        entry = self.met_towns.of(at)
        if self.elsewhere[at] > self.note_share:
            entry |= {"roll": self.swis[at], "elsewhere": round(self.elsewhere[at], 4)}
        return entry

    def _shore(self, at: int) -> Entry:
        if not self.has_shore:
            return {}
        entry: Entry = {"layer": self.shore_layer}
        if self.nearest[at] >= 0:
            feature = self.shorelines[self.nearest[at]]
            entry |= {"lake": feature.code, "name": feature.name, "feet": self.feet[at]}
        if self.is_point[at]:
            entry["from"] = "point"
        return entry

    def _flood(self, at: int, worst: Feature | None) -> Entry:
        """The zones a parcel meets with their shares, and the one that decides with its elevation."""
        entry = self.met_flood.of(at)
        if worst is not None:
            entry["worst"] = worst.name or worst.code
            height = worst.attributes.get("elevation_ft")
            if height is not None:
                entry["elevation_ft"] = height
        return entry


class _Met:
    """The features of a layer that each parcel meets, the largest share first; mere grazes are left out."""

    def __init__(self, overlaps: Overlaps | None, features: Sequence[Feature] | None, layer: int | None) -> None:
        self._loaded = overlaps is not None and features is not None
        self._layer = layer
        if overlaps is not None and features is not None:
            self._names = [(feature.code, feature.name) for feature in features]
            self._starts = overlaps.starts.tolist()
            self._feature, self._share = overlaps.feature.tolist(), np.round(overlaps.share, 4).tolist()

    def of(self, at: int) -> Entry:
        """What is kept as evidence of one parcel."""
        if not self._loaded:
            return {}
        pairs = range(self._starts[at], self._starts[at + 1])
        met = sorted((-self._share[pair], self._feature[pair]) for pair in pairs if self._share[pair] > 0)
        return {"layer": self._layer, "met": [[*self._names[feature], -share] for share, feature in met]}
