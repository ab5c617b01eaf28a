"""Shapes and points into the county's projection: repaired where they are invalid, refused where they lie outside."""

import hashlib
from collections.abc import Sequence

import numpy as np
import shapely
from pyproj import CRS, Transformer
from pyproj.exceptions import CRSError

from sanitarian.county.counties import County
from sanitarian.county.imports.findings import ImportRefused, Notices, named_rows

_SAME_PLACE_DEGREES = 1e-5  # about three feet
_ROUNDING = 2  # hundredths of a foot: finer differences between two files are noise
_POLYGONAL = frozenset({shapely.GeometryType.POLYGON, shapely.GeometryType.MULTIPOLYGON})


def coordinate_system(found: CRS | None, option: int | None, notices: Notices) -> CRS:
    """The coordinate system of a file: its own, or the one named for a file that has none.

    Raises:
        ImportRefused: neither is there, the number is unknown, or both are there and differ.
    """
    if option is None:
        if found is None:
            raise ImportRefused(
                "The file does not say in which coordinate system its shapes are, and a guess could put them in the "
                "wrong place. Ask who made it and name it, such as --crs 26918 (the State's parcels) or --crs 2261."
            )
        return found
    try:
        named = CRS.from_epsg(option)
    except CRSError:
        raise ImportRefused(f"EPSG:{option} is not a coordinate system that is known.") from None
    if found is not None and not _same(found, named):
        raise ImportRefused(
            f"The file says that its coordinate system is {found.name}; --crs {option} is {named.name}. "
            "Leave --crs out, or correct the file."
        )
    if found is None:
        notices.add(f"the file names no coordinate system; {named.name} was taken as you said")
    return named


def _same(one: CRS, other: CRS) -> bool:
    """Whether two descriptions put a point of the area at one place (files describe one system in several ways)."""
    if one.equals(other, ignore_axis_order=True):
        return True
    if one.is_geographic != other.is_geographic:
        return False
    area = other.area_of_use
    if area is None:
        return False
    longitude, latitude = (area.west + area.east) / 2, (area.south + area.north) / 2
    place = [Transformer.from_crs(crs, 4326, always_xy=True) for crs in (one, other)]
    x, y = place[1].transform(longitude, latitude, direction="INVERSE")
    return bool(np.allclose(place[0].transform(x, y), (longitude, latitude), atol=_SAME_PLACE_DEGREES))


def projected(shapes: np.ndarray, source: CRS, county: County) -> np.ndarray:
    """Shapes in the county's projection, in feet; without the third dimension."""
    flat = shapely.force_2d(shapes)
    target = CRS.from_epsg(county.epsg)
    if source.equals(target, ignore_axis_order=True):
        return flat
    transformer = Transformer.from_crs(source, target, always_xy=True)
    return shapely.transform(flat, transformer.transform, interleaved=False)


def points_from(longitudes: Sequence[float | None], latitudes: Sequence[float | None]) -> np.ndarray:
    """Points from two columns; no point where either is blank."""
    x = np.array([np.nan if value is None else value for value in longitudes], dtype=float)
    y = np.array([np.nan if value is None else value for value in latitudes], dtype=float)
    points = np.full(len(x), None, dtype=object)
    known = ~(np.isnan(x) | np.isnan(y))
    points[known] = shapely.points(x[known], y[known])
    return points


def repaired(shapes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Shapes made valid, and which of them were not. What is left of a polygon is polygons, or nothing."""
    there = ~shapely.is_missing(shapes)
    faulty = there & ~shapely.is_valid(shapes) & np.isfinite(shapely.bounds(shapes)).all(axis=1)
    if not faulty.any():
        return shapes, faulty
    mended = shapes.copy()
    mended[faulty] = shapely.make_valid(shapes[faulty], method="structure", keep_collapsed=False)
    for place in np.flatnonzero(faulty):
        mended[place] = _polygons_of(mended[place])
    return mended, faulty


def _polygons_of(shape: shapely.Geometry) -> shapely.Geometry | None:
    if shape is None or shape.is_empty:
        return None
    if shapely.get_type_id(shape) in _POLYGONAL:
        return shape
    parts = [part for part in shapely.get_parts(shape) if shapely.get_type_id(part) in _POLYGONAL]
    return shapely.union_all(parts) if parts else None


def without_empty(shapes: np.ndarray) -> np.ndarray:
    """Empty shapes count as none."""
    kept = shapes.copy()
    kept[shapely.is_empty(shapes)] = None
    return kept


def require_in_county(shapes: np.ndarray, rows: Sequence[int], county: County) -> None:
    """Stop the import when any shape has its middle outside the county's box.

    Raises:
        ImportRefused: how many, in which rows, and what may be the cause.
    """
    there = np.flatnonzero(~shapely.is_missing(shapes))
    if not len(there):
        return
    bounds = shapely.bounds(shapes[there])
    x, y = (bounds[:, 0] + bounds[:, 2]) / 2, (bounds[:, 1] + bounds[:, 3]) / 2
    min_x, min_y, max_x, max_y = county.box
    inside = (x >= min_x) & (x <= max_x) & (y >= min_y) & (y <= max_y)  # false also for what has no place at all
    if inside.all():
        return
    outside = [rows[place] for place in there[~inside]]
    whole = "The whole file lies" if len(outside) == len(there) else f"{len(outside):,} of {len(there):,} parcels lie"
    raise ImportRefused(
        f"{whole} outside {county.name}{named_rows(outside)}. "
        "The coordinate system may be another than the file or --crs says, or the file is another county's."
    )


def inner_points(shapes: np.ndarray) -> np.ndarray:
    """A point inside each shape, as rows of x and y; not-a-number where there is no shape."""
    points = shapely.point_on_surface(shapes)
    return np.column_stack([shapely.get_x(points), shapely.get_y(points)])


def digests(shapes: np.ndarray) -> list[str]:
    """A fingerprint of each polygon, the same for the same polygon written another way; "" for what is none."""
    polygonal = np.isin(shapely.get_type_id(shapes), list(_POLYGONAL))
    found = [""] * len(shapes)
    if polygonal.any():
        rounded = shapely.transform(shapes[polygonal], lambda coordinates: np.round(coordinates, _ROUNDING))
        plain = shapely.to_wkb(shapely.normalize(rounded), byte_order=1)
        for place, wkb in zip(np.flatnonzero(polygonal), plain, strict=True):
            found[place] = hashlib.blake2b(wkb, digest_size=16).hexdigest()
    return found
