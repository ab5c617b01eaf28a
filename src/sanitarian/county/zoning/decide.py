"""From overlaps and distances to facts: towns and waters."""

from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from sanitarian.county.zoning.findings import (
    NOT_SHOWN,
    Column,
    Feature,
    Known,
    Parcels,
    Small,
    TownFindings,
    Why,
)
from sanitarian.county.zoning.geometry import shapes
from sanitarian.county.zoning.lakes import lakes, no_water, waters
from sanitarian.county.zoning.overlay import Floats, Integers, Overlaps, summed
from sanitarian.county.zoning.shore import Distances, to_tenths
from sanitarian.county.zoning.tolerances import Tolerances

Marks = NDArray[np.bool_]
_WHOLE_TOWN = "00"


def without_slivers(found: Overlaps, areas: Floats, tolerances: Tolerances) -> Overlaps:
    """The overlaps that two maps drawn a little apart do not explain."""
    small = (found.share < tolerances.sliver_share) & (found.share * areas[found.parcel] < tolerances.sliver_sqft)
    return found.keep(~small)


def _reasons(known: Small, shown: Marks, otherwise: Why) -> Small:
    """Why each parcel's fact is not shown: it has no shape, else ``otherwise``."""
    why = np.where(known == Known.NOTHING, Why.NO_SHAPE, otherwise)
    return np.where(shown, Why.SHOWN, why).astype(np.int8)


def nothing_shown(known: Small, why: Why = Why.NO_LAYER) -> Column:
    """A fact that is shown for no parcel."""
    return Column(np.full(len(known), NOT_SHOWN), np.full(len(known), why, dtype=np.int8))


def town_of_feature(features: Sequence[Feature]) -> list[str]:
    """The town (four digits) to which the land of each feature counts; blank where it is counted already.

    A village lies in its town. A layer whose towns are whole (SWIS ending in 00) has the village's land twice, one
    whose towns are drawn outside their villages (89) has it once.
    """
    whole = {feature.code[:4] for feature in features if feature.code.endswith(_WHOLE_TOWN)}
    return [
        "" if feature.code[:4] in whole and not feature.code.endswith(_WHOLE_TOWN) else feature.code[:4]
        for feature in features
    ]


def towns(features: Sequence[Feature] | None, found: Overlaps | None, parcels: Parcels, known: Small,
          areas: Floats, tolerances: Tolerances) -> TownFindings:  # fmt: skip
    """The town or city with the largest share of each parcel; at a tie the one the roll names."""
    count = len(known)
    if features is None or found is None:
        none = nothing_shown(known)
        return TownFindings((), none.values, none.why, np.zeros(count), np.zeros(count))
    of_feature = town_of_feature(features)
    codes = tuple(sorted(set(of_feature) - {""}))
    index = {code: position for position, code in enumerate(codes)}
    town = np.array([index.get(code, NOT_SHOWN) for code in of_feature], dtype=np.int64)[found.feature]
    by_town = summed(found.parcel[town >= 0], town[town >= 0], found.share[town >= 0], count)
    roll = np.array([index.get(swis[:4], NOT_SHOWN) for swis in parcels.swis], dtype=np.int64)
    is_roll = by_town.feature == roll[by_town.parcel]
    other = ~is_roll & (roll[by_town.parcel] >= 0)
    elsewhere = np.bincount(by_town.parcel[other], by_town.share[other], minlength=count)

    kept = without_slivers(by_town, areas, tolerances)
    order = np.lexsort((-kept.feature, kept.feature == roll[kept.parcel], kept.share, kept.parcel))
    values, share = np.full(count, NOT_SHOWN), np.zeros(count)
    values[kept.parcel[order]] = kept.feature[order]  # of several, the last one stays: the largest
    share[kept.parcel[order]] = kept.share[order]
    return TownFindings(codes, values, _reasons(known, values >= 0, Why.OUTSIDE), share, np.minimum(elsewhere, 1.0))


def _lake_index(features: Sequence[Feature]) -> Integers:
    place = {code: index for index, code in enumerate(waters())}
    return np.array([place.get(f.code, no_water()) for f in features], dtype=np.int64)


def _open_towns(features: Sequence[Feature], kind: str) -> frozenset[str]:
    """The towns in which the absence of a lake from a layer leaves a fact open."""
    present = {feature.code for feature in features}
    missing = [lake for lake in lakes().values() if lake.code not in present]
    return frozenset().union(*(getattr(lake, kind) for lake in missing))


def lies_in(names: Sequence[str], wanted: frozenset[str]) -> Marks:
    """Which parcels lie in one of the towns, or in a town that is not known."""
    if not wanted:
        return np.zeros(len(names), dtype=bool)
    return np.array([not name or name in wanted for name in names], dtype=bool)


def shore(features: Sequence[Feature] | None, found: Distances | None, known: Small, town_names: Sequence[str],
          tolerances: Tolerances) -> tuple[Column, Column]:  # fmt: skip
    """Frontage and distance of every parcel."""
    if features is None or found is None:
        none = nothing_shown(known)
        return none, Column(np.full(len(known), np.nan), none.why)
    feet = found.feet
    with np.errstate(invalid="ignore"):
        at_the_lake = (known == Known.OUTLINE) & (feet <= tolerances.frontage_ft)
        settled = (known == Known.OUTLINE) | ((known == Known.POINT) & (feet > tolerances.point_reach_ft))
    missing = lies_in(town_names, _open_towns(features, "shore_towns")) & ~at_the_lake
    shown = settled & ~missing
    why = np.where(missing & settled, Why.LAKE_MISSING, _reasons(known, shown, Why.POINT_ONLY)).astype(np.int8)
    fronts = np.where(at_the_lake, _lake_index(features)[found.feature], no_water())
    return (
        Column(np.where(shown, fronts, NOT_SHOWN), why),
        Column(np.where(shown, to_tenths(feet), np.nan), why),
    )


def watershed(features: Sequence[Feature] | None, found: Overlaps | None, parcels: Parcels, known: Small,
              areas: Floats, town_names: Sequence[str], tolerances: Tolerances) -> Column:  # fmt: skip
    """The lake in whose watershed any part of a parcel lies, slivers aside (reading B-8)."""
    if features is None or found is None:
        return nothing_shown(known)
    count, lake = len(known), _lake_index(features)
    kept = without_slivers(found, areas, tolerances)
    in_lake = lake[kept.feature] < no_water()
    by_lake = summed(kept.parcel[in_lake], lake[kept.feature[in_lake]], kept.share[in_lake], count)
    order = np.lexsort((-by_lake.feature, by_lake.share, by_lake.parcel))
    values = np.full(count, no_water())
    values[by_lake.parcel[order]] = by_lake.feature[order]
    inside = values < no_water()

    near = _near_a_watershed(features, parcels, known, tolerances)
    covered = np.bincount(found.parcel, found.share, minlength=count) >= 1 - tolerances.sliver_share
    missing = lies_in(town_names, _open_towns(features, "watershed_towns")) & ~covered & (known == Known.OUTLINE)
    missing |= lies_in(town_names, _open_towns(features, "watershed_towns")) & (known == Known.POINT)
    shown = inside | ((known != Known.NOTHING) & ~near & ~missing)
    why = _reasons(known, shown, Why.POINT_ONLY)
    why[missing & ~inside] = Why.LAKE_MISSING
    return Column(np.where(shown, values, NOT_SHOWN), why)


def _near_a_watershed(features: Sequence[Feature], parcels: Parcels, known: Small, tolerances: Tolerances) -> Marks:
    """Parcels known by a point only, so close to a lake's watershed that a part of them may lie in it."""
    near = np.zeros(len(known), dtype=bool)
    points = np.flatnonzero(known == Known.POINT)
    for feature in features:
        if feature.code in waters() and len(points):
            shape = shapes([feature.shape])
            shapely.prepare(shape)
            near[points] |= shapely.dwithin(shape[0], parcels.shapes[points], tolerances.point_reach_ft)
    return near


def town_names(found: TownFindings, parcels: Parcels, names: Mapping[str, str]) -> list[str]:
    """The name of each parcel's town: by the map, else by the roll; blank where neither says."""
    by_index = [names.get(code, code) for code in found.codes]
    return [
        by_index[value] if value >= 0 else names.get(swis[:4], "")
        for value, swis in zip(found.values.tolist(), parcels.swis, strict=True)
    ]
