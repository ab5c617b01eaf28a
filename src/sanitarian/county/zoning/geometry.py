"""Shapes cut to a size that trees and overlays handle fast."""

from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

Shapes = NDArray[Any]

MOST_VERTICES = 1_024
SEGMENTS_OF_A_PIECE = 4


def shapes(items: Any) -> Shapes:
    """An array of shapes (some may be None)."""
    array = np.empty(len(items), dtype=object)
    array[:] = items
    return array


def subdivide(polygon: Any, most: int = MOST_VERTICES) -> list[Any]:
    """Cut a polygon along straight lines until no piece has more than ``most`` vertices."""
    done, waiting = [], [polygon]
    while waiting:
        piece = waiting.pop()
        if shapely.get_num_coordinates(piece) <= most:
            done.append(piece)
            continue
        waiting += _halves(piece)
    return done


def _halves(piece: Any) -> list[Any]:
    min_x, min_y, max_x, max_y = piece.bounds
    if max_x - min_x >= max_y - min_y:
        middle = (min_x + max_x) / 2
        boxes = [(min_x, min_y, middle, max_y), (middle, min_y, max_x, max_y)]
    else:
        middle = (min_y + max_y) / 2
        boxes = [(min_x, min_y, max_x, middle), (min_x, middle, max_x, max_y)]
    return [half for half in (areal(shapely.clip_by_rect(piece, *box)) for box in boxes) if half is not None]


def areal(shape: Any) -> Any | None:
    """The polygons of a shape, or None where it has no area."""
    if shape is None or shape.is_empty:
        return None
    if shape.geom_type in {"Polygon", "MultiPolygon"}:
        return shape
    parts = shapely.get_parts(shapely.get_parts(shape))
    polygons = parts[shapely.get_dimensions(parts) == 2]
    return shapely.multipolygons(polygons) if len(polygons) else None


def lines_of(shape: Any) -> list[Any]:
    """The lines of a shoreline: as drawn, or the banks of a lake drawn as a polygon, its islands' shores included."""
    outline = shapely.boundary(shape) if shapely.get_dimensions(shape) == 2 else shape
    return [line for line in shapely.get_parts(outline) if shapely.get_dimensions(line) == 1]


def cut_line(line: Any, segments: int = SEGMENTS_OF_A_PIECE) -> list[Any]:
    """Cut a line into pieces of a few segments, each beginning where the one before it ends."""
    points = shapely.get_coordinates(line)
    return [shapely.linestrings(points[start : start + segments + 1]) for start in range(0, len(points) - 1, segments)]
