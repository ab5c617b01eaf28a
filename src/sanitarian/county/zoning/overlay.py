"""Which parcels meet which polygons of a layer, and with what share of their area.

The tree stands on the parcels and is asked with the polygons: there are few of them and they are large, so that most
parcels lie wholly inside one, which a prepared polygon sees without cutting anything.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from sanitarian.county.zoning.geometry import Shapes, areal, shapes, subdivide

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
_PIECES_AT_ONCE = 256


@dataclass(frozen=True)
class Overlaps:
    """Pairs of parcel and feature in the order of parcels: ``share`` of the parcel's area (1 for a point inside).

    ``starts`` leads from a parcel to its pairs: those of parcel i are ``starts[i]:starts[i + 1]``.
    """

    parcel: Integers
    feature: Integers
    share: Floats
    starts: Integers

    def of(self, parcel: int) -> list[tuple[int, float]]:
        """Feature and share of every polygon that one parcel meets."""
        where = slice(self.starts[parcel], self.starts[parcel + 1])
        return list(zip(self.feature[where].tolist(), self.share[where].tolist(), strict=True))

    def keep(self, which: NDArray[np.bool_]) -> "Overlaps":
        """The pairs that ``which`` marks."""
        return _overlaps(self.parcel[which], self.feature[which], self.share[which], len(self.starts) - 1)


def _overlaps(parcel: Integers, feature: Integers, share: Floats, count: int) -> Overlaps:
    return Overlaps(parcel, feature, share, np.searchsorted(parcel, np.arange(count + 1)))


def overlaps(
    tree: shapely.STRtree, parcels: Shapes, areas: Floats, polygons: Sequence[Any], pool: Executor
) -> Overlaps:
    """Lay a layer over the parcels on which ``tree`` stands.

    Args:
        areas: of the parcels, in square feet; 0 for a point.
        polygons: the shapes of the layer, valid, in the parcels' projection.
    """
    cut = [subdivide(polygon) for polygon in polygons]
    owners = np.repeat(np.arange(len(cut)), [len(pieces) for pieces in cut])
    pieces = shapes([piece for group in cut for piece in group])
    chunks = [slice(at, at + _PIECES_AT_ONCE) for at in range(0, len(pieces), _PIECES_AT_ONCE)]
    found = list(pool.map(partial(_meet, tree, parcels, areas, pieces), chunks))
    if not found:
        nothing = np.empty(0, dtype=np.int64)
        return _overlaps(nothing, nothing, np.empty(0), len(parcels))
    piece, parcel, area = (np.concatenate(columns) for columns in zip(*found, strict=True))
    return _gather(parcel, owners[piece], area, areas)


def _meet(
    tree: shapely.STRtree, parcels: Shapes, areas: Floats, pieces: Shapes, chunk: slice
) -> tuple[Integers, Integers, Floats]:
    """Piece, parcel and common area, for the pieces of one chunk. A point inside counts 1."""
    own = pieces[chunk]
    shapely.prepare(own)
    piece, parcel = tree.query(own, predicate="intersects")
    met = parcels[parcel]
    inside = shapely.contains_properly(own[piece], met)
    area = np.where(inside, areas[parcel], 0.0)
    cut = np.flatnonzero(~inside & (areas[parcel] > 0))
    area[cut] = shapely.area(_common(own[piece[cut]], met[cut]))
    area[areas[parcel] == 0] = 1.0
    return piece + (chunk.start or 0), parcel, area


def _common(pieces: Shapes, parcels: Shapes) -> Shapes:
    """What pieces and parcels have in common; a parcel whose outline crosses itself is made whole first."""
    try:
        return np.asarray(shapely.intersection(pieces, parcels))
    except shapely.GEOSException:
        mended = shapes([areal(shape) for shape in shapely.make_valid(parcels)])
        return np.asarray(shapely.intersection(shapely.make_valid(pieces), mended))


def _gather(parcel: Integers, feature: Integers, area: Floats, areas: Floats) -> Overlaps:
    """Add up the pieces of each feature; areas become shares. Parcels that only touch a feature drop out."""
    whole = areas[parcel]
    share = np.where(whole > 0, area / np.where(whole > 0, whole, 1.0), 1.0)
    added = summed(parcel, feature, share, len(areas))
    return added.keep(added.share > 0)


def summed(parcel: Integers, feature: Integers, share: Floats, count: int) -> Overlaps:
    """Overlaps with one pair for each parcel and feature, their shares added up (1 at most)."""
    order = np.lexsort((feature, parcel))
    parcel, feature, share = parcel[order], feature[order], share[order]
    first = np.ones(len(parcel), dtype=bool)
    first[1:] = (parcel[1:] != parcel[:-1]) | (feature[1:] != feature[:-1])
    at = np.flatnonzero(first)
    total = np.minimum(np.add.reduceat(share, at), 1.0) if len(at) else share
    return _overlaps(parcel[at], feature[at], total, count)
