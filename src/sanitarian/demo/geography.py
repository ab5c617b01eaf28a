"""The demo county's land and water: coarse shapes of our own, neighbours as in Cayuga County.

Coordinates are feet in EPSG:2261; the tables below give them in thousands of feet, for legibility. Towns and the city
are rings of named nodes, so that neighbours share the very same corners and the tiling has neither gap nor overlap.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

EPSG = 2261

_NODES: dict[str, tuple[float, float]] = {
    # Sterling, at Lake Ontario
    "st-w": (786.5, 1212.6), "st-1": (790.2, 1213.8), "st-2": (793.4, 1215.2), "st-3": (799.2, 1218.4),
    "st-4": (807.0, 1225.6), "st-ne": (815.2, 1230.8), "st-se": (815.9, 1190.3), "st-s": (801.3, 1189.4),
    "st-sw": (787.2, 1189.0),
    # Victory and Ira
    "vi-sw": (788.1, 1151.6), "vi-s": (802.2, 1152.2), "vi-se": (817.3, 1153.1), "ir-ne": (847.4, 1187.2),
    "ir-se": (849.3, 1154.6), "ir-s": (833.4, 1153.8),
    # Conquest and Cato; the Seneca River is their south
    "co-sw": (788.8, 1113.6), "co-s": (803.2, 1117.4), "co-se": (818.1, 1120.9), "ca-1": (830.3, 1124.6),
    "ca-2": (843.2, 1122.4), "ca-se": (851.4, 1128.8),
    # Montezuma, Mentz, Brutus
    "mo-w": (782.4, 1100.2), "mo-sw": (783.1, 1080.3), "mo-se": (803.4, 1081.9), "mo-e": (803.3, 1096.4),
    "br-sw": (819.2, 1098.2), "br-se": (844.3, 1098.9),
    # Throop, Aurelius, Sennett, Auburn
    "au-nw": (816.4, 1076.6), "au-n": (821.2, 1076.9), "au-ne": (832.9, 1077.3), "se-s": (833.3, 1073.1),
    "se-1": (845.6, 1073.8), "ow-ne": (854.6, 1073.4), "au-se": (834.3, 1059.6), "au-sw": (817.0, 1059.4),
    "ar-s": (811.4, 1054.4), "ar-sw": (783.8, 1052.1), "ar-w": (782.0, 1066.5),
    # Springport, Fleming, Owasco
    "sp-e1": (811.0, 1044.0), "sp-e2": (811.9, 1033.8), "sp-se": (812.4, 1021.9), "sp-sw": (788.6, 1019.7),
    "sp-w": (786.2, 1036.4), "ow-se": (855.9, 1042.2),
    # Ledyard, Scipio, Niles
    "le-w": (790.6, 1003.2), "le-sw": (799.8, 978.2), "le-1": (794.6, 989.8), "sc-sw": (812.2, 1005.4),
    "sc-s": (836.0, 1006.9), "ni-ne": (873.6, 1043.0), "ni-e": (880.4, 1034.0), "ni-e2": (886.3, 1024.8),
    "ni-se": (891.6, 1011.8), "ni-s": (873.2, 1009.3), "ni-sw": (857.9, 1007.2),
    # Venice, Moravia, Sempronius
    "ve-sw": (813.1, 980.2), "ve-se": (846.2, 981.1), "mv-w": (848.2, 998.4), "mv-se": (874.1, 979.8),
    "sm-e": (897.0, 1004.4), "sm-e2": (899.2, 997.6), "sm-se": (900.6, 980.6),
    # Genoa, Locke, Summerhill
    "ge-w": (806.8, 965.3), "ge-sw": (815.7, 954.6), "ge-se": (846.8, 955.4), "lo-se": (874.7, 956.4),
    "su-se": (903.9, 957.3),
    # the middle of Owasco Lake, from its outlet to its inlet
    "ol-0": (833.0, 1061.4), "ol-1": (835.4, 1050.6), "ol-2": (837.6, 1042.4), "ol-3": (838.9, 1036.2),
    "ol-4": (841.6, 1027.4), "ol-5": (844.3, 1018.6), "ol-6": (846.9, 1009.8), "ol-7": (848.6, 1004.2),
    "ol-8": (849.9, 1000.2),
}  # fmt: skip

_TOWNS: dict[str, str] = {
    "Sterling": "st-w st-1 st-2 st-3 st-4 st-ne st-se st-s st-sw",
    "Victory": "st-sw st-s st-se vi-se vi-s vi-sw",
    "Ira": "st-se ir-ne ir-se ir-s vi-se",
    "Conquest": "vi-sw vi-s vi-se co-se co-s co-sw",
    "Cato": "vi-se ir-s ir-se ca-se ca-2 ca-1 co-se",
    "Montezuma": "co-sw co-s mo-e mo-se mo-sw mo-w",
    "Mentz": "co-s co-se br-sw mo-e",
    "Brutus": "co-se ca-1 ca-2 br-se br-sw",
    "Throop": "mo-e br-sw au-n au-nw mo-se",
    "Sennett": "br-sw br-se se-1 se-s au-ne au-n",
    "Aurelius": "mo-sw mo-se au-nw au-sw ar-s ar-sw ar-w",
    "Auburn": "au-nw au-n au-ne se-s au-se au-sw",
    "Owasco": "se-s se-1 ow-ne ow-se ol-2 ol-1 au-se",
    "Fleming": "au-sw au-se ol-1 ol-2 ol-3 sp-e2 sp-e1 ar-s",
    "Springport": "ar-sw ar-s sp-e1 sp-e2 sp-se sp-sw sp-w",
    "Scipio": "sp-e2 ol-3 ol-4 ol-5 ol-6 sc-s sc-sw sp-se",
    "Ledyard": "sp-sw sp-se sc-sw ve-sw le-sw le-1 le-w",
    "Venice": "sc-sw sc-s ol-6 ol-7 mv-w ve-se ve-sw",
    "Niles": "ol-2 ow-se ni-ne ni-e ni-e2 ni-se ni-s ni-sw ol-7 ol-6 ol-5 ol-4 ol-3",
    "Moravia": "ol-7 ni-sw ni-s mv-se ve-se mv-w",
    "Sempronius": "ni-s ni-se sm-e sm-e2 sm-se mv-se",
    "Genoa": "le-sw ve-sw ve-se ge-se ge-sw ge-w",
    "Locke": "ve-se mv-se lo-se ge-se",
    "Summerhill": "mv-se sm-se su-se lo-se",
}


@dataclass(frozen=True)
class Village:
    """A village: centre and half sides in thousands of feet, turned by ``angle`` degrees; the towns it lies in."""

    name: str
    centre: tuple[float, float]
    half: tuple[float, float]
    angle: float
    towns: tuple[str, ...]


VILLAGES = (
    Village("Cayuga", (785.6, 1063.0), (1.5, 1.7), 8, ("Aurelius",)),
    Village("Weedsport", (829.6, 1108.2), (2.1, 1.9), -6, ("Brutus",)),
    Village("Cato", (834.0, 1153.9), (1.7, 1.8), 3, ("Cato", "Ira")),
    Village("Meridian", (841.6, 1148.3), (1.2, 1.3), -4, ("Cato",)),
    Village("Aurora", (793.6, 1006.2), (1.5, 1.8), 10, ("Ledyard",)),
    Village("Port Byron", (809.6, 1106.4), (1.9, 1.9), -12, ("Mentz",)),
    Village("Moravia", (854.9, 989.6), (2.4, 2.6), 5, ("Moravia",)),
    Village("Union Springs", (789.9, 1038.6), (2.0, 2.5), 7, ("Springport",)),
    Village("Fair Haven", (797.3, 1210.6), (1.9, 3.1), -5, ("Sterling",)),
)

# Half widths along the middle of a lake: (share of its length, feet). Blunt ends keep lots at the tips from crossing.
_OWASCO_WIDTHS = (
    (0.0, 1150), (0.06, 1900), (0.15, 2700), (0.28, 3050), (0.42, 2850), (0.55, 3150), (0.68, 2600), (0.82, 2250),
    (0.93, 1750), (1.0, 1200),
)  # fmt: skip
_BAY_LINE = ((793.6, 1213.6), (794.0, 1211.4), (793.7, 1208.6), (793.0, 1205.6), (792.6, 1203.6))
_BAY_WIDTHS = ((0.0, 900), (0.25, 1500), (0.5, 1750), (0.8, 1400), (1.0, 950))
_SHORE_STEP_FT = 40.0

_WATERSHEDS: dict[str, tuple[tuple[float, float], ...]] = {
    # Overhangs the county in the east (Onondaga) and the south (Tompkins); leaves out the north-east of Moravia.
    "Owasco Lake": (
        (826.6, 1066.2), (830.8, 1071.4), (834.6, 1075.6), (841.2, 1076.0), (846.0, 1070.2), (849.6, 1062.0),
        (853.2, 1056.4), (859.4, 1052.6), (861.6, 1045.0), (861.0, 1036.4), (864.6, 1027.8), (865.2, 1018.0),
        (867.0, 1009.0), (864.4, 1003.4), (865.2, 996.8), (870.6, 991.4), (877.2, 992.6), (884.8, 990.0),
        (891.2, 981.6), (893.6, 971.0), (890.2, 961.4), (884.6, 947.6), (868.4, 938.8), (851.2, 940.2),
        (838.8, 949.6), (832.4, 962.8), (830.2, 976.4), (826.0, 988.6), (823.4, 1001.2), (825.2, 1012.4),
        (822.6, 1024.0), (824.2, 1035.0), (821.4, 1044.6), (823.0, 1056.2),
    ),
    # Overhangs the county in the west (Wayne) and the lake.
    "Little Sodus Bay": (
        (782.6, 1211.0), (783.4, 1203.4), (786.4, 1198.8), (790.4, 1195.6), (795.6, 1196.2), (800.2, 1200.4),
        (801.2, 1207.8), (799.0, 1213.6), (797.2, 1219.2), (790.6, 1218.4),
    ),
    # The City of Syracuse's supply (V.XI); the code gives it no class of its own.
    "Skaneateles Lake": (
        (864.2, 1052.8), (863.4, 1037.0), (867.2, 1028.2), (868.0, 1018.4), (869.4, 1009.4), (872.6, 1003.6),
        (880.6, 1000.2), (888.0, 994.2), (896.8, 989.8), (906.4, 995.8), (909.0, 1012.0), (900.2, 1034.0),
        (885.0, 1056.4),
    ),
}  # fmt: skip

# Streams, from their source down: (kind of flood zone, half width of it in feet, line in thousands of feet).
_STREAMS: dict[str, tuple[str, float, tuple[tuple[float, float], ...]]] = {
    "Owasco Inlet": (
        "studied", 700,
        ((862.6, 950.2), (860.8, 961.4), (857.6, 970.8), (857.0, 979.6), (853.2, 986.8), (851.6, 993.4),
         (850.4, 999.8)),
    ),
    "Owasco Outlet": (
        "studied", 520,
        ((832.9, 1062.2), (829.6, 1066.4), (824.6, 1069.8), (819.8, 1075.2), (814.2, 1084.6), (810.4, 1095.2),
         (807.0, 1105.2), (800.2, 1109.2), (793.4, 1112.6)),
    ),
    "Seneca River": (
        "profile", 1150,
        ((784.0, 1084.4), (785.2, 1098.2), (789.4, 1112.0), (803.2, 1116.6), (818.1, 1120.1), (830.3, 1123.8),
         (843.2, 1121.6), (851.2, 1127.8)),
    ),
    "Sterling Creek": ("approximate", 360, ((812.4, 1192.0), (806.0, 1202.2), (803.6, 1212.2), (804.2, 1222.4))),
    "Salmon Creek": (
        "approximate", 300, ((838.2, 1001.4), (829.0, 990.6), (823.2, 977.4), (818.8, 966.2), (811.0, 960.6)),
    ),
    "Dutch Hollow Brook": ("approximate", 280, ((866.4, 1031.4), (858.2, 1039.8), (848.8, 1047.4), (839.6, 1049.4))),
    "Fall Creek": ("approximate", 320, ((897.2, 978.6), (894.2, 967.4), (896.6, 957.9))),
    "Skaneateles Outlet": (
        "approximate", 330, ((853.8, 1070.4), (846.2, 1082.8), (840.4, 1092.4), (836.6, 1106.8), (832.4, 1122.6)),
    ),
}  # fmt: skip
NO_ELEVATION = -9999.0
_UNMAPPED = frozenset({"Ira"})  # no polygon at all: not mapped is not dry
_UNSTUDIED = frozenset({"Victory"})


def _feet(points: tuple[tuple[float, float], ...]) -> np.ndarray:
    return np.asarray(points, dtype=float) * 1000.0


def _smooth(points: np.ndarray, step_ft: float) -> np.ndarray:
    """Points every ``step_ft`` along a line whose corners have been cut three times."""
    for _ in range(3):
        cut = np.empty((2 * len(points), 2))
        cut[0], cut[-1] = points[0], points[-1]
        cut[1:-1:2] = 0.75 * points[:-1] + 0.25 * points[1:]
        cut[2:-1:2] = 0.25 * points[:-1] + 0.75 * points[1:]
        points = cut
    line = shapely.linestrings(points)
    count = max(int(line.length / step_ft), 8)
    return shapely.get_coordinates(shapely.line_interpolate_point(line, np.linspace(0.0, line.length, count)))


def _lake(middle: np.ndarray, widths: tuple[tuple[float, float], ...], wobble_ft: float) -> BaseGeometry:
    """A lake as the union of discs along its middle, its shore gently uneven."""
    share = np.linspace(0.0, 1.0, len(middle))
    known = np.asarray(widths)
    radius = np.interp(share, known[:, 0], known[:, 1]) + wobble_ft * np.sin(23.0 * share) * np.sin(9.0 * share + 1.0)
    water = shapely.union_all(shapely.buffer(shapely.points(middle), radius, quad_segs=24))
    # Closing and opening take out every cove and spit too narrow for a row of lots.
    return shapely.simplify(water.buffer(900).buffer(-1800).buffer(900), 2.0)


@cache
def lakes() -> dict[str, BaseGeometry]:
    """Owasco Lake and Little Sodus Bay, up to mean high water."""
    owasco = np.array([_NODES[f"ol-{number}"] for number in range(9)]) * 1000.0
    owasco[0] += (0.0, -1150.0)  # the northern tip reaches into Auburn by a few hundred feet of shore
    owasco[-1] += (0.0, 1200.0)
    return {
        "Owasco Lake": _lake(_smooth(owasco, 200.0), _OWASCO_WIDTHS, 160.0),
        "Little Sodus Bay": _lake(_smooth(_feet(_BAY_LINE), 100.0), _BAY_WIDTHS, 60.0),
    }


@cache
def shorelines() -> dict[str, np.ndarray]:
    """The mean high-water line of each lake: points about every 40 feet, clockwise, the first repeated at the end."""
    lines = {}
    for name, water in lakes().items():
        ring = shapely.get_exterior_ring(shapely.orient_polygons(water, exterior_cw=True))
        count = int(ring.length / _SHORE_STEP_FT)
        lines[name] = shapely.get_coordinates(ring.interpolate(np.linspace(0.0, ring.length, count)))
        lines[name][-1] = lines[name][0]
    return lines


@cache
def towns() -> dict[str, BaseGeometry]:
    """The 23 towns and the city of Auburn; they tile the county, its lakes included."""
    return {
        name: shapely.polygons([[_NODES[node][0] * 1000.0, _NODES[node][1] * 1000.0] for node in ring.split()])
        for name, ring in _TOWNS.items()
    }


@cache
def county() -> BaseGeometry:
    """The outline of the county."""
    return shapely.union_all(list(towns().values()))


@cache
def villages() -> dict[tuple[str, str], BaseGeometry]:
    """Each village's part in each of its towns, by (village, town)."""
    parts = {}
    for village in VILLAGES:
        (x, y), (half_x, half_y) = village.centre, village.half
        corners = np.array([(-1, -1), (-1, 1), (1, 1), (1, -1)]) * (half_x, half_y) * 1000.0
        centre = np.array([x, y]) * 1000.0
        shape = shapely.polygons(turned(corners, village.angle) + centre)
        for town in village.towns:
            parts[village.name, town] = shapely.intersection(shape, towns()[town])
    return parts


def turned(points: np.ndarray, degrees: float) -> np.ndarray:
    """Points turned about the origin."""
    angle = np.radians(degrees)
    return points @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])


@cache
def watersheds() -> dict[str, BaseGeometry]:
    """The watersheds of Owasco Lake, Little Sodus Bay and Skaneateles Lake; they overhang the county."""
    return {name: shapely.polygons(_smooth(_feet((*ring, ring[0])), 400.0)) for name, ring in _WATERSHEDS.items()}


@dataclass(frozen=True)
class FloodZone:
    """A flood zone as the National Flood Hazard Layer describes one; the elevation may be not given."""

    zone: str
    subtype: str
    elevation_ft: float
    datum: str
    shape: BaseGeometry


@cache
def flood_zones() -> tuple[FloodZone, ...]:
    """Flood zones of the lakes and their shores (elevation given) and of streams (floodway, AE, A), then dry
    land (X), a town that was not studied (D) and one that no map covers."""
    zones: list[FloodZone] = []
    taken: BaseGeometry = shapely.Polygon()

    def add(zone: str, subtype: str, elevation: float, datum: str, shape: BaseGeometry) -> None:
        nonlocal taken
        shape = shapely.difference(shapely.intersection(shape, county()), taken)
        taken = shapely.union(taken, shape)
        parts = [part for part in shapely.get_parts(shape) if part.area > 1.0]
        zones.extend(FloodZone(zone, subtype, elevation, datum, part) for part in parts)

    for name, elevation in (("Owasco Lake", 716.5), ("Little Sodus Bay", 247.9)):
        add("AE", "", elevation, "NAVD88", lakes()[name].buffer(85.0))
    for kind, half_width, points in _STREAMS.values():
        line = shapely.linestrings(_smooth(_feet(points), 250.0))
        if kind == "studied":
            add("AE", "FLOODWAY", NO_ELEVATION, "", line.buffer(half_width * 0.35))
        if kind == "profile":
            add("AE", "", 380.2, "NAVD88", line.buffer(half_width))
        else:
            add("AE" if kind == "studied" else "A", "", NO_ELEVATION, "", line.buffer(half_width))
    for town, area in towns().items():
        if town in _UNMAPPED:
            continue
        zone, subtype = ("D", "") if town in _UNSTUDIED else ("X", "AREA OF MINIMAL FLOOD HAZARD")
        add(zone, subtype, NO_ELEVATION, "", area)
    return tuple(zones)


def streams() -> dict[str, BaseGeometry]:
    """The middle of each stream."""
    return {name: shapely.linestrings(_smooth(_feet(points), 250.0)) for name, (_, _, points) in _STREAMS.items()}
