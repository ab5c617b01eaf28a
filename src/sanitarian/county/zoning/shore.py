"""How far the shore is: from the nearest point of each parcel to mean high water, in planar feet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from sanitarian.county.zoning.geometry import Shapes, cut_line, lines_of, shapes
from sanitarian.county.zoning.overlay import Floats, Integers

_PARCELS_AT_ONCE = 1_000  # a search holds the interpreter's lock: short ones let the other thread in
_NODE = 4  # measured: half the time of the tree's usual 10


@dataclass(frozen=True)
class Distances:
    """For each parcel the nearest shoreline feature (-1: no shape) and the distance in feet (NaN: no shape)."""

    feature: Integers
    feet: Floats


def distances(tree: shapely.STRtree, parcels: Shapes, shorelines: Sequence[Any]) -> Distances:
    """Measure from every parcel to the nearest shoreline.

    Long lines are cut into short pieces, so that the tree leads to the few segments that can be nearest. A parcel
    inside a lake drawn as a polygon lies at the water: its distance is 0.
    """
    cut = [[piece for line in lines_of(shape) for piece in cut_line(line)] for shape in shorelines]
    owners = np.repeat(np.arange(len(cut)), [len(pieces) for pieces in cut])
    feature = np.full(len(parcels), -1, dtype=np.int64)
    feet = np.full(len(parcels), np.nan)
    pieces = shapely.STRtree(shapes([piece for group in cut for piece in group]), node_capacity=_NODE)
    shown = np.flatnonzero(~(shapely.is_missing(parcels) | shapely.is_empty(parcels)))
    chunks = [shown[at : at + _PARCELS_AT_ONCE] for at in range(0, len(shown), _PARCELS_AT_ONCE)]
    for chunk in chunks:
        (_, piece), distance = pieces.query_nearest(parcels[chunk], return_distance=True, all_matches=False)
        feature[chunk], feet[chunk] = owners[piece], distance
    for index, shape in enumerate(shorelines):
        if shapely.get_dimensions(shape) == 2:
            afloat = tree.query(shape, predicate="contains")
            feature[afloat], feet[afloat] = index, 0.0
    return Distances(feature, feet)


def to_tenths(feet: Floats) -> Floats:
    """Distances to a tenth of a foot, rounded up: 500.04 ft is more than 500 ft and must not become 500.0."""
    return np.ceil(np.round(feet * 10, 4)) / 10
