"""The determination of a whole county at once."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

import numpy as np
import shapely

from sanitarian.county.zoning import decide
from sanitarian.county.zoning.findings import Feature, Findings, Known, Layers, Parcels, Small
from sanitarian.county.zoning.flood import flood
from sanitarian.county.zoning.overlay import Floats, Overlaps, overlaps
from sanitarian.county.zoning.shore import Distances, distances
from sanitarian.county.zoning.tolerances import STANDARD, Tolerances

T = TypeVar("T")


def determine(
    parcels: Parcels,
    layers: Layers,
    town_names: Mapping[str, str],
    *,
    tolerances: Tolerances = STANDARD,
    threads: int = 2,
) -> Findings:
    """Find for every parcel its municipality, frontage, distance to mean high water, watershed and flood zone.

    Args:
        parcels: polygons, points or None, in feet.
        layers: valid shapes in the same projection; a layer that is not loaded leaves its facts not shown.
        town_names: names by the first four digits of the SWIS code.
    """
    areas = np.nan_to_num(shapely.area(parcels.shapes))
    known = _known(parcels, areas)
    tree = shapely.STRtree(parcels.shapes)
    # Distances are reckoned under the interpreter's lock, overlays mostly outside it: side by side they fill two cores.
    with ThreadPoolExecutor(max(1, threads - 1)) as cutters, ThreadPoolExecutor(1) as walker:

        def lay(features: Sequence[Feature] | None) -> Overlaps | None:
            if features is None:
                return None
            return overlaps(tree, parcels.shapes, areas, [feature.shape for feature in features], cutters)

        def walk() -> Distances | None:
            if layers.shorelines is None:
                return None
            return distances(tree, parcels.shapes, [feature.shape for feature in layers.shorelines])

        to_shore = _start(walker, walk)
        in_towns, in_watersheds, in_flood = lay(layers.municipalities), lay(layers.watersheds), lay(layers.flood)
        met = (in_towns, in_watersheds, in_flood, to_shore.result())
    return _decide(parcels, layers, known, areas, town_names, tolerances, met)


def _start(pool: ThreadPoolExecutor, work: Callable[[], T]) -> "Future[T]":
    return pool.submit(work)


def _known(parcels: Parcels, areas: Floats) -> Small:
    """How much of each parcel's shape is on record; an outline without area is no more than a point."""
    has_shape = ~(shapely.is_missing(parcels.shapes) | shapely.is_empty(parcels.shapes))
    return np.where(areas > 0, Known.OUTLINE, np.where(has_shape, Known.POINT, Known.NOTHING)).astype(np.int8)


def _decide(
    parcels: Parcels,
    layers: Layers,
    known: Small,
    areas: Floats,
    names: Mapping[str, str],
    tolerances: Tolerances,
    met: tuple[Overlaps | None, Overlaps | None, Overlaps | None, Distances | None],
) -> Findings:
    in_towns, in_watersheds, in_flood, to_shore = met
    towns = decide.towns(layers.municipalities, in_towns, parcels, known, areas, tolerances)
    named = decide.town_names(towns, parcels, names)
    fronts, distance = decide.shore(layers.shorelines, to_shore, known, named, tolerances)
    return Findings(
        known=known,
        areas=areas,
        towns=towns,
        fronts=fronts,
        distance=distance,
        watershed=decide.watershed(layers.watersheds, in_watersheds, parcels, known, areas, named, tolerances),
        flood=flood(layers.flood, in_flood, known, areas, tolerances),
        tolerances=tolerances,
        in_municipalities=in_towns,
        in_watersheds=in_watersheds,
        in_flood=in_flood,
        to_shore=to_shore,
    )
