"""A small made-up county to determine zones in: squares whose answers can be read off."""

from typing import Any

import numpy as np
import shapely

from sanitarian.county.zoning.engine import determine
from sanitarian.county.zoning.findings import Feature, Findings, Layers, Parcels
from sanitarian.county.zoning.lakes import waters

X, Y = 830_000.0, 1_050_000.0  # on land near Owasco Lake, in feet
NAMES = {"0528": "Fleming", "0544": "Niles", "0556": "Sterling", "0542": "Moravia"}


def box(left: float, low: float, right: float, high: float) -> shapely.Polygon:
    """A rectangle, in feet from the corner of the map."""
    return shapely.box(X + left, Y + low, X + right, Y + high)


def line(*points: tuple[float, float]) -> shapely.LineString:
    return shapely.LineString([(X + x, Y + y) for x, y in points])


FLEMING = Feature(box(0, 0, 10_000, 10_000), "052800", "Fleming", {"kind": "town"})
NILES = Feature(box(10_000, 0, 20_000, 10_000), "054400", "Niles", {"kind": "town"})
OWASCO_SHORE = Feature(line((5_000, -90_000), (5_000, 90_000)), "owasco-lake", "Owasco Lake")
BAY_SHORE = Feature(line((0, 150_000), (9_000, 150_000)), "little-sodus-bay", "Little Sodus Bay")
OWASCO_SHED = Feature(box(0, 0, 12_000, 10_000), "owasco-lake", "Owasco Lake")
BAY_SHED = Feature(box(0, 140_000, 9_000, 160_000), "little-sodus-bay", "Little Sodus Bay")


def flood_zone(shape: Any, zone: str, elevation: float | None = None, *, floodway: bool = False, subtype: str = "",
               datum: str = "NAVD88") -> Feature:  # fmt: skip
    attributes = {"subtype": subtype, "floodway": floodway, "elevation_ft": elevation, "datum": datum}
    return Feature(shape, zone, f"{zone} floodway" if floodway else zone, attributes)


ALL = Layers([FLEMING, NILES], [OWASCO_SHED, BAY_SHED], [OWASCO_SHORE, BAY_SHORE], None)


def found(layers: Layers, *places: Any, swis: str = "052800") -> Findings:
    """Determine these shapes."""
    drawn = np.empty(len(places), dtype=object)
    drawn[:] = places
    return determine(Parcels(drawn, [swis] * len(places)), layers, NAMES)


def town(findings: Findings, at: int = 0) -> str | None:
    value = int(findings.towns.values[at])
    return None if value < 0 else findings.towns.codes[value]


def water(column: Any, at: int = 0) -> str | None:
    value = int(column.values[at])
    return None if value < 0 else waters()[value]


def yes_no(column: Any, at: int = 0) -> bool | None:
    value = int(column.values[at])
    return None if value < 0 else bool(value)
