"""Cuts the demo county's land into lots: city and village blocks, country roads with farms behind, lake shores.

Lots are quadrilaterals laid out in a block's own frame and turned into place; only those that meet a boundary are
clipped. What is left between blocks is road.
"""

from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from sanitarian.demo import geography
from sanitarian.demo.chance import SEED

ACRE = 43_560.0
_STRIP_FT = 640.0  # width of the band of lots along a lake
_FRONT_FT, _ROAD_FT, _BACK_FT = 290.0, 330.0, 610.0
_LAKEWARD_FT = 12.0  # deeds run to the water, which lies below mean high water
_LEAST_ACRES = 0.06
_HALF_ROAD_FT = 33.0
_NORTHWARD = 200  # numbers of the country roads that run north

_Cell = tuple[int, int, float, float]  # column and row of a grid, and the corner's place in its frame


class Kind(IntEnum):
    """What a lot is like; classes, owners and services follow from it."""

    FARM = 0
    COUNTRY = 1
    VILLAGE = 2
    CITY = 3
    SHORE = 4
    BEHIND_SHORE = 5


@dataclass
class Lots:
    """Lots as parallel arrays. ``street`` numbers the streets within a municipality; ``section``, ``block`` and
    ``lot`` are the tax map's. ``village`` is "" outside villages."""

    shape: np.ndarray
    kind: np.ndarray
    town: np.ndarray
    village: np.ndarray
    street: np.ndarray
    house: np.ndarray
    section: np.ndarray
    subsection: np.ndarray
    block: np.ndarray
    lot: np.ndarray
    sublot: np.ndarray

    def __len__(self) -> int:
        return len(self.shape)

    def take(self, index: np.ndarray) -> "Lots":
        """The lots at these places, in this order."""
        return Lots(**{name: values[index] for name, values in vars(self).items()})

    @staticmethod
    def join(parts: "list[Lots]") -> "Lots":
        """All lots of several sets."""
        return Lots(**{name: np.concatenate([vars(part)[name] for part in parts]) for name in vars(parts[0])})


@dataclass
class _Layout:
    """Rectangles in a block grid's own frame, and what they are called."""

    rows: list[tuple[float, float, float, float, int, int, int, int, int, int]]

    def lots(self, origin: np.ndarray, angle: float, town: str, village: str) -> Lots:
        table = np.array(self.rows, dtype=float)
        x0, y0, x1, y1 = table[:, 0], table[:, 1], table[:, 2], table[:, 3]
        corners = np.stack([np.stack(pair, 1) for pair in ((x0, y0), (x0, y1), (x1, y1), (x1, y0))], 1)
        shape = shapely.polygons(geography.turned(corners.reshape(-1, 2), angle).reshape(-1, 4, 2) + origin)
        kind, street, house, section, block, lot = (table[:, column].astype(int) for column in range(4, 10))
        return _lots(shape, kind, town, village, street, house, section, np.zeros_like(lot), block, lot)


def _lots(shape: np.ndarray, kind: np.ndarray, town: str | np.ndarray, village: str, *columns: np.ndarray) -> Lots:
    count = len(shape)
    street, house, section, subsection, block, lot = columns
    towns = np.full(count, town, dtype=object) if isinstance(town, str) else town
    return Lots(
        shape, kind, towns, np.full(count, village, dtype=object), street, house, section, subsection, block, lot,
        np.zeros(count, dtype=int),
    )  # fmt: skip


def _cuts(rng: np.random.Generator, length: float, width: float, *, spread: float = 0.35) -> np.ndarray:
    """Where a frontage is cut into lots about ``width`` wide."""
    count = max(round(length / width), 1)
    widths = rng.uniform(1 - spread, 1 + spread, count)
    return np.concatenate([[0.0], np.cumsum(widths) * (length / widths.sum())])


def _country(rng: np.random.Generator, rows: list, cell: _Cell, size: float, section: int) -> None:
    """A square of country between four roads: lots along the roads, two to four farms behind them."""
    column, row, x, y = cell
    depth = rng.uniform(380, 620)
    left, low, right, high = x + _HALF_ROAD_FT, y + _HALF_ROAD_FT, x + size - _HALF_ROAD_FT, y + size - _HALF_ROAD_FT
    number = 0
    for side in range(4):
        width = rng.choice([260.0, 580.0, 1080.0, 1900.0], p=[0.17, 0.33, 0.31, 0.19])
        across = side < 2
        start, end = (left, right) if across else (low + depth, high - depth)
        street = (0 if across else _NORTHWARD) + ((row + side) if across else (column + side - 2))
        along = (column if across else row) * 450
        for first, last in pairwise(_cuts(rng, end - start, width)):
            number += 1
            house = int(along + first / size * 445) * 2 + 2 + (side % 2)
            a, b = start + first, start + last
            south, north = (a, low, b, low + depth), (a, high - depth, b, high)
            west, east = (left, a, left + depth, b), (right - depth, a, right, b)
            rows.append((*(south, north, west, east)[side], Kind.COUNTRY, street, house, section, 1, number))
    left, low, right, high = left + depth, low + depth, right - depth, high - depth
    for order, (first, last) in enumerate(pairwise(_cuts(rng, high - low, (high - low) / rng.integers(2, 5)))):
        house = row * 900 + 892 + order * 2  # beyond the numbers of the block's road frontage
        box = (left, low + first, right, low + last)
        rows.append((*box, Kind.FARM, _NORTHWARD + column, house, section, 1, number + 1 + order))


@dataclass(frozen=True)
class _Block:
    """A town block: its place in the grid, how wide its lots are, and its numbers on the tax map."""

    kind: Kind
    column: int
    row: int
    width: float
    section: int
    number: int


def _block(rng: np.random.Generator, rows: list, box: tuple[float, float, float, float], block: _Block) -> None:
    """A town block: two rows of lots, back to back, along two streets."""
    left, low, right, high = box
    middle = (low + high) / 2
    number = 0
    for side, (bottom, top) in enumerate(((low, middle), (middle, high))):
        for order, (first, last) in enumerate(pairwise(_cuts(rng, right - left, block.width, spread=0.25))):
            number += 1
            house = block.column * 40 + order * 2 + 1 + side
            lot = (left + first, bottom, left + last, top, block.kind, block.row + side, house)
            rows.append((*lot, block.section, block.number, number))


def _inside(lots: Lots, land: BaseGeometry) -> Lots:
    """Lots cut to the land; a lot that falls apart keeps a second part when that is worth keeping."""
    shapely.prepare(land)
    whole = shapely.contains_properly(land, lots.shape)
    edge = np.flatnonzero(~whole & shapely.intersects(land, lots.shape))
    lots.shape = lots.shape.copy()
    lots.shape[edge] = [_largest(shape) for shape in shapely.intersection(lots.shape[edge], land)]
    keep = np.sort(np.concatenate([np.flatnonzero(whole), edge]))
    lots = lots.take(keep)
    return lots.take(np.flatnonzero(shapely.area(lots.shape) >= _LEAST_ACRES * ACRE))


def _largest(shape: BaseGeometry) -> BaseGeometry:
    parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
    if len(parts) < 2:
        return parts[0] if parts else shapely.Polygon()
    parts.sort(key=lambda part: -part.area)
    kept = [part for part in parts[:2] if part.area > 0.5 * ACRE]
    return shapely.multipolygons(kept) if len(kept) == 2 else parts[0]


def _grid(area: BaseGeometry, step: tuple[float, float], angle: float) -> tuple[np.ndarray, list[_Cell]]:
    """Origin and cells (column, row, x, y in the turned frame) of a grid that covers an area."""
    origin = shapely.get_coordinates(area.centroid)[0]
    local = geography.turned(shapely.get_coordinates(area) - origin, -angle)
    (left, low), (right, high) = local.min(0), local.max(0)
    across, up = int(np.ceil((right - left) / step[0])), int(np.ceil((high - low) / step[1]))
    cells = [(c, r, left + c * step[0], low + r * step[1]) for r in range(up) for c in range(across)]
    boxes = np.array([[(x, y), (x, y + step[1]), (x + step[0], y + step[1]), (x + step[0], y)] for _, _, x, y in cells])
    shapes = shapely.polygons(geography.turned(boxes.reshape(-1, 2), angle).reshape(-1, 4, 2) + origin)
    shapely.prepare(area)
    met = shapely.intersects(area, shapes)
    return origin, [cell for cell, meets in zip(cells, met, strict=True) if meets]


def _country_lots(rng: np.random.Generator, town: str, land: BaseGeometry) -> Lots:
    angle, size = rng.uniform(-4.0, 4.0), rng.uniform(5_000.0, 5_600.0)
    origin, cells = _grid(land, (size, size), angle)
    layout = _Layout([])
    for section, cell in enumerate(cells, start=1):
        _country(rng, layout.rows, cell, size, section)
    return _inside(layout.lots(origin, angle, town, ""), land)


def _village_lots(rng: np.random.Generator, village: str, town: str, area: BaseGeometry) -> Lots:
    width, height = rng.uniform(760, 900), rng.uniform(440, 520)
    angle = next(place.angle for place in geography.VILLAGES if place.name == village)
    origin, cells = _grid(area, (width, height), angle)
    layout = _Layout([])
    for order, (column, row, x, y) in enumerate(cells):
        box = (x + 25, y + 25, x + width - 25, y + height - 25)
        wide = rng.uniform(85, 150)
        _block(rng, layout.rows, box, _Block(Kind.VILLAGE, column, row, wide, 1 + order // 12, 1 + order % 12))
    return _inside(layout.lots(origin, angle, town, village), area)


def _city_lots(rng: np.random.Generator, area: BaseGeometry) -> Lots:
    """Auburn: small lots in the middle, larger ones toward the edge."""
    width, height, angle = 900.0, 400.0, -11.0
    origin, cells = _grid(area, (width, height), angle)
    layout = _Layout([])
    for order, (column, row, x, y) in enumerate(cells):
        away = np.hypot(x, y) / 9_500.0
        box = (x + 27, y + 25, x + width - 27, y + height - 25)
        wide = 74 + 130 * min(away, 1.2) + rng.uniform(-8, 26)
        _block(rng, layout.rows, box, _Block(Kind.CITY, column, row, wide, 100 + order // 16, 1 + order % 16))
    lots = _inside(layout.lots(origin, angle, "Auburn", ""), area)
    lots.subsection = 1 + lots.section * 7 % 48
    return lots


def _along(line: np.ndarray, offset: float) -> np.ndarray:
    """A closed clockwise line moved outward by an offset (inland), smoothly."""
    before, after = np.roll(line[:-1], 3, axis=0), np.roll(line[:-1], -3, axis=0)
    direction = after - before
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    inland = np.stack([-direction[:, 1], direction[:, 0]], 1)
    moved = line[:-1] + inland * offset
    return np.concatenate([moved, moved[:1]])


def _tier(
    rng: np.random.Generator, line: np.ndarray, band: tuple[float, float], *, width: float, wide: float
) -> np.ndarray:
    """Rings of lots side by side along a shore, from one distance inland to another. ``wide`` is the share of the
    shore that lies in long holdings."""
    reach = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    widths: list[float] = []
    while sum(widths) < reach[-1] - 40:
        if rng.random() < wide * width / 800.0:
            widths.append(rng.uniform(450, 1250))
        else:
            widths.extend(width * rng.uniform(0.62, 1.38, rng.integers(4, 14)))
    cuts = np.concatenate([[0.0], np.cumsum(widths)])
    cuts *= reach[-1] / cuts[-1]
    rings = [_along(line, offset) for offset in band]
    bends = np.sort(np.concatenate([cuts, (cuts[:-1] + cuts[1:]) / 2]))  # a long holding bends with the shore
    inner, outer = (np.stack([np.interp(bends, reach, ring[:, axis]) for axis in (0, 1)], 1) for ring in rings)
    first, half, last = slice(0, -2, 2), slice(1, -1, 2), slice(2, None, 2)
    return np.stack([inner[first], outer[first], outer[half], outer[last], inner[last], inner[half]], 1)


def _shore_lots(rng: np.random.Generator) -> Lots:
    """Lots on the lakes and behind their shore roads, numbered along the shore within each town."""
    names = np.array(list(geography.towns()), dtype=object)
    tree = shapely.STRtree(list(geography.towns().values()))
    parts = []
    for order, line in enumerate(geography.shorelines().values()):
        for kind, near, far, width, wide in (
            (Kind.SHORE, -_LAKEWARD_FT, _FRONT_FT, 98.0, 0.16),
            (Kind.BEHIND_SHORE, _ROAD_FT, _BACK_FT, 128.0, 0.45),
        ):
            shape = shapely.polygons(_tier(rng, line, (near, far), width=width, wide=wide))
            centre, town = tree.query(shapely.centroid(shape), predicate="intersects")
            _, first = np.unique(centre, return_index=True)
            centre, town = centre[first], town[first]
            parts.append(_numbered(shape[centre], kind, names[town], order))
    lots = Lots.join(parts)
    inside = shapely.contains(geography.county().buffer(60), lots.shape) & (lots.town != "")
    return lots.take(np.flatnonzero(inside))


def _numbered(shape: np.ndarray, kind: Kind, town: np.ndarray, lake: int) -> Lots:
    serial = np.zeros(len(shape), dtype=int)
    for name in sorted(set(town)):
        here = np.flatnonzero(town == name)
        serial[here] = np.arange(len(here))
    house = 5_000 + serial * 4 + (2 if kind == Kind.SHORE else 1)
    section = 200 + (0 if kind == Kind.SHORE else 50) + serial // 60
    zero = np.zeros_like(serial)
    return _lots(
        shape,
        np.full(len(shape), kind),
        town,
        "",
        zero + 400 + lake,
        house,
        section,
        zero + 11,
        zero + 1,
        1 + serial % 60,
    )


def layout() -> Lots:
    """Every lot of the county, the same at every call, in the order of towns and blocks."""
    rng = np.random.default_rng(SEED)
    parts = []
    water = {name: lake.buffer(_STRIP_FT) for name, lake in geography.lakes().items()}
    wet = shapely.union_all(list(water.values()))
    built = shapely.union_all(list(geography.villages().values())).buffer(25, join_style="mitre")
    for name, area in geography.towns().items():
        land = shapely.difference(area.buffer(-20, join_style="mitre"), wet)
        if name == "Auburn":
            parts.append(_city_lots(rng, land))
        else:
            parts.append(_country_lots(rng, name, shapely.difference(land, built)))
    for (village, town), area in geography.villages().items():
        parts.append(_village_lots(rng, village, town, shapely.difference(area, wet)))
    parts.append(_shore_lots(rng))
    return Lots.join(parts)
