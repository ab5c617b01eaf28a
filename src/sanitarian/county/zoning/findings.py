"""What a determination works on and what it finds: one column for each fact, one line for each parcel."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sanitarian.county.zoning.geometry import Shapes
from sanitarian.county.zoning.overlay import Floats, Integers, Overlaps
from sanitarian.county.zoning.shore import Distances
from sanitarian.county.zoning.tolerances import Tolerances

Small = NDArray[np.int8]
NOT_SHOWN = -1


class Known(IntEnum):
    """How much of a parcel's shape is on record."""

    NOTHING = 0
    POINT = 1
    OUTLINE = 2


class Why(IntEnum):
    """Why a fact is not shown."""

    SHOWN = 0
    NO_LAYER = 1
    NO_SHAPE = 2
    POINT_ONLY = 3
    LAKE_MISSING = 4
    OUTSIDE = 5
    NOT_MAPPED = 6
    NOT_STUDIED = 7
    NO_FLOODWAYS = 8


@dataclass(frozen=True, slots=True)
class Feature:
    """A shape of a layer. ``code`` is a SWIS code, a lake's code (or blank for another water) or a flood zone."""

    shape: Any
    code: str
    name: str = ""
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Layers:
    """The layers to determine from; None where none is loaded."""

    municipalities: Sequence[Feature] | None = None
    watersheds: Sequence[Feature] | None = None
    shorelines: Sequence[Feature] | None = None
    flood: Sequence[Feature] | None = None


@dataclass(frozen=True)
class Parcels:
    """Parcels in the county's projection. A shape is a polygon, a point, or None; ``swis`` is the roll's code."""

    shapes: Shapes
    swis: Sequence[str]


@dataclass(frozen=True)
class Column:
    """One fact of every parcel, and why it is not shown where it is not."""

    values: Any
    why: Small


@dataclass(frozen=True)
class TownFindings:
    """``values`` count in ``codes`` (four digits). ``elsewhere`` is the share in other towns than the roll's."""

    codes: tuple[str, ...]
    values: Integers
    why: Small
    share: Floats
    elsewhere: Floats


@dataclass(frozen=True)
class FloodFindings:
    """``worst`` is the feature that decides (-1: none); yes 1, no 0, not shown -1; elevation in feet or NaN."""

    worst: Integers
    in_floodplain: Column
    in_floodway: Column
    elevation: Floats


@dataclass(frozen=True)
class Findings:
    """Where every parcel lies. The overlaps stay at hand as evidence; None where the layer is not loaded."""

    known: Small
    areas: Floats
    towns: TownFindings
    fronts: Column
    distance: Column
    watershed: Column
    flood: FloodFindings
    tolerances: Tolerances
    in_municipalities: Overlaps | None
    in_watersheds: Overlaps | None
    in_flood: Overlaps | None
    to_shore: Distances | None
