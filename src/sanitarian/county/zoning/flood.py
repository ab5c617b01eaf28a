"""Flood zones: the worst that a parcel meets, and what the map leaves open (Article X; reading F-21)."""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from sanitarian.county.zoning.decide import without_slivers
from sanitarian.county.zoning.findings import NOT_SHOWN, Column, Feature, FloodFindings, Known, Small, Why
from sanitarian.county.zoning.overlay import Floats, Overlaps
from sanitarian.county.zoning.tolerances import Tolerances


class Hazard(IntEnum):
    """How grave a zone is, the gravest highest."""

    NOT_MAPPED = 0  # open water, areas not included, labels that are not known
    MINIMAL = 1  # X
    MODERATE = 2  # X, 0.2 percent annual chance
    POSSIBLE = 3  # D: not studied
    FLOODPLAIN = 4  # A and its kinds
    COASTAL = 5  # V and its kinds
    FLOODWAY = 6


_SHADED = ("0.2 PCT", "0.2 PERCENT", "500", "1 PCT DRAINAGE", "1 PCT DEPTH", "LEVEE")


def hazard(zone: str, attributes: Mapping[str, Any]) -> Hazard:
    """The hazard of a zone by FLD_ZONE and ZONE_SUBTY (as stored: ``subtype``, ``floodway``)."""
    label, subtype = zone.strip().upper(), str(attributes.get("subtype") or "").upper()
    if attributes.get("floodway"):
        return Hazard.FLOODWAY
    if label == "D":
        return Hazard.POSSIBLE
    if label in {"B", "X500", "0.2 PCT ANNUAL CHANCE FLOOD HAZARD", "SHADED X"}:
        return Hazard.MODERATE
    if label in {"X", "C"}:
        return Hazard.MODERATE if any(mark in subtype for mark in _SHADED) else Hazard.MINIMAL
    if label in {"A", "AE", "AH", "AO", "AR", "A99"} or (label[:1] == "A" and label[1:].isdigit()):
        return Hazard.FLOODPLAIN
    if label in {"V", "VE", "VO"} or (label[:1] == "V" and label[1:].isdigit()):
        return Hazard.COASTAL
    return Hazard.NOT_MAPPED


def flood(
    features: Sequence[Feature] | None, found: Overlaps | None, known: Small, areas: Floats, tolerances: Tolerances
) -> FloodFindings:
    """The worst zone of every parcel, slivers aside.

    In the floodplain where a zone A or V is met. Outside it only where the map covers the whole parcel with zones
    that are none: what no polygon covers is not mapped, and zone D is not studied. The elevation is shown where all
    zones of the worst kind have one, the highest of them.
    """
    count = len(known)
    if features is None or found is None:
        none = Column(np.full(count, NOT_SHOWN, np.int8), np.full(count, Why.NO_LAYER, np.int8))
        return FloodFindings(np.full(count, -1), none, none, np.full(count, np.nan))
    grave = np.array([hazard(feature.code, feature.attributes) for feature in features], dtype=np.int8)
    height = np.array([_number(feature.attributes.get("elevation_ft")) for feature in features])
    kept = without_slivers(found, areas, tolerances)
    kept = kept.keep(grave[kept.feature] > Hazard.NOT_MAPPED)
    order = np.lexsort(
        (-kept.feature, kept.share, np.nan_to_num(height[kept.feature], nan=np.inf), grave[kept.feature], kept.parcel)
    )
    worst, rank = np.full(count, -1), np.zeros(count, dtype=np.int8)
    worst[kept.parcel[order]] = kept.feature[order]  # an unknown elevation sorts last: no lower one hides it
    rank[kept.parcel[order]] = grave[kept.feature[order]]
    elevation = np.where((worst >= 0) & (rank >= Hazard.FLOODPLAIN), height[worst], np.nan)

    dry = found.keep(np.isin(grave[found.feature], (Hazard.MINIMAL, Hazard.MODERATE)))
    hazardous = found.keep(grave[found.feature] >= Hazard.FLOODPLAIN)
    all_dry = _covered(dry, count, areas, tolerances)
    all_mapped = _covered(_joined(dry, hazardous), count, areas, tolerances)
    outline = known == Known.OUTLINE
    plain = np.where(rank >= Hazard.FLOODPLAIN, 1, np.where(outline & all_dry & (rank < Hazard.POSSIBLE), 0, NOT_SHOWN))
    tells = _tells_floodways(features)
    way = np.where(rank == Hazard.FLOODWAY, 1, np.where(outline & all_mapped & (tells | all_dry), 0, NOT_SHOWN))
    return FloodFindings(
        worst,
        Column(plain.astype(np.int8), _why(plain, known, rank, tells=True)),
        Column(way.astype(np.int8), _why(way, known, rank, tells=tells)),
        elevation,
    )


def _number(value: Any) -> float:
    return float("nan") if value is None else float(value)


def _tells_floodways(features: Sequence[Feature]) -> bool:
    """Whether the layer had a column by which floodways are told from the rest."""
    return all("floodway" in feature.attributes for feature in features)


def _joined(one: Overlaps, other: Overlaps) -> Overlaps:
    """Two sets of overlaps for adding up; they are not in order of parcels."""
    return Overlaps(
        np.concatenate((one.parcel, other.parcel)),
        np.concatenate((one.feature, other.feature)),
        np.concatenate((one.share, other.share)),
        one.starts,
    )


def _covered(found: Overlaps, count: int, areas: Floats, tolerances: Tolerances) -> "np.ndarray[Any, Any]":
    """Which parcels the features cover but for a sliver."""
    open_share = 1 - np.bincount(found.parcel, found.share, minlength=count)
    return (open_share < tolerances.sliver_share) & (open_share * areas < tolerances.sliver_sqft)


def _why(values: Any, known: Small, rank: Small, *, tells: bool) -> Small:
    why = np.where(rank == Hazard.POSSIBLE, Why.NOT_STUDIED, Why.NOT_MAPPED)
    if not tells:
        why = np.where(rank >= Hazard.FLOODPLAIN, Why.NO_FLOODWAYS, why)
    why = np.where(known == Known.POINT, Why.POINT_ONLY, why)
    why = np.where(known == Known.NOTHING, Why.NO_SHAPE, why)
    return np.where(values == NOT_SHOWN, why, Why.SHOWN).astype(np.int8)
