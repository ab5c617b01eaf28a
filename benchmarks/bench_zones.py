"""Times the zone determination of a made-up county and checks its answers against a plain loop and against PostGIS.

    python benchmarks/bench_zones.py [--parcels 1000000] [--sample 2000] [--bar 60]

35 municipalities, 3 watersheds, 2 shorelines and 3,000 flood zones, the same at every run. PostGIS is asked where
SANITARIAN_BENCH_DATABASE_URL names a scratch database in which the extension can be created. Exit status 1: an answer
differs, or the determination took longer than the bar.
"""

import argparse
import os
import resource
import sys
import time
from typing import Any

import numpy as np
import shapely

from sanitarian.county.zoning.engine import determine
from sanitarian.county.zoning.findings import Feature, Findings, Layers, Parcels
from sanitarian.county.zoning.flood import Hazard, hazard
from sanitarian.county.zoning.lakes import waters
from sanitarian.county.zoning.shore import to_tenths
from sanitarian.county.zoning.tolerances import STANDARD

BOX = (780_000.0, 950_000.0, 915_000.0, 1_240_000.0)
TOWNS_ACROSS, TOWNS_DOWN = 4, 6
FLOOD_ZONES = 3_000
Row = tuple[Any, ...]


def _ring(rng: np.random.Generator, x: float, y: float, wide: float, tall: float, points: int) -> Any:
    """A wavy ring around a point, like a shore or a ridge line."""
    angle = np.linspace(0, 2 * np.pi, points, endpoint=False)
    waves = sum(rng.uniform(0.01, 0.08) * np.sin(k * angle + rng.uniform(0, 6.3)) for k in (2, 3, 5, 9, 17))
    radius = 1 + waves + 0.002 * rng.standard_normal(points)
    return shapely.polygons(np.c_[x + wide * radius * np.cos(angle), y + tall * radius * np.sin(angle)])


def _parcels(rng: np.random.Generator, count: int) -> Parcels:
    """Quadrangles with one more corner on each side, in a jittered grid that leaves a few gaps and overlaps."""
    min_x, min_y, max_x, max_y = BOX
    side = float(np.sqrt((max_x - min_x) * (max_y - min_y) / count))
    across = max(1, round((max_x - min_x) / side))
    wide, tall = (max_x - min_x) / across, (max_y - min_y) / -(-count // across)
    number = np.arange(count)
    left, low = min_x + (number % across) * wide, min_y + (number // across) * tall
    unit = np.array([(0, 0), (0.5, 0), (1, 0), (1, 0.5), (1, 1), (0.5, 1), (0, 1), (0, 0.5)])
    corners = unit[None] * 0.96 + rng.uniform(-0.02, 0.02, (count, 8, 2))
    corners = corners * (wide, tall) + np.stack((left, low), axis=1)[:, None]
    shapes = shapely.polygons(corners)
    swis = [f"05{20 + 2 * (i % 24):02d}00" for i in range(count)]
    return Parcels(shapes=np.asarray(shapes, dtype=object), swis=swis)


def _towns(rng: np.random.Generator) -> list[Feature]:
    """Towns that tile the box with wavy borders, and villages inside them."""
    min_x, min_y, max_x, max_y = BOX
    wide, tall = (max_x - min_x) / TOWNS_ACROSS, (max_y - min_y) / TOWNS_DOWN
    steps = np.linspace(0, 1, 600)

    def border(start: tuple[float, float], end: tuple[float, float]) -> Any:
        wave = 400 * np.sin(steps * 31) * np.sin(steps * np.pi) + 8 * rng.standard_normal(600) * np.sin(steps * np.pi)
        line = np.outer(1 - steps, start) + np.outer(steps, end)
        across = np.array((end[1] - start[1], start[0] - end[0])) / np.hypot(end[0] - start[0], end[1] - start[1])
        return line + wave[:, None] * across

    nodes = [[(min_x + i * wide, min_y + j * tall) for i in range(TOWNS_ACROSS + 1)] for j in range(TOWNS_DOWN + 1)]
    flat = [[border(row[i], row[i + 1]) for i in range(TOWNS_ACROSS)] for row in nodes]
    up = [[border(nodes[j][i], nodes[j + 1][i]) for i in range(TOWNS_ACROSS + 1)] for j in range(TOWNS_DOWN)]
    features = []
    for j in range(TOWNS_DOWN):
        for i in range(TOWNS_ACROSS):
            ring = np.concatenate((flat[j][i], up[j][i + 1], flat[j + 1][i][::-1], up[j][i][::-1]))
            code = f"05{20 + 2 * len(features):02d}00"
            features.append(Feature(shapely.make_valid(shapely.polygons(ring)), code, f"Town {code}"))
    for number in range(11):
        town = features[2 * number]
        at = shapely.centroid(town.shape)
        ring = _ring(rng, at.x, at.y, 4_000, 5_000, 800)
        features.append(Feature(shapely.make_valid(ring), f"{town.code[:4]}01", f"Village {number}"))
    return features


def _layers(rng: np.random.Generator) -> Layers:
    owasco, bay = (848_000.0, 1_040_000.0), (800_000.0, 1_215_000.0)
    shores = [
        Feature(shapely.boundary(_ring(rng, *owasco, 3_500, 29_000, 24_000)), "owasco-lake", "Owasco Lake"),
        Feature(shapely.boundary(_ring(rng, *bay, 2_200, 5_500, 8_000)), "little-sodus-bay", "Little Sodus Bay"),
    ]
    sheds = [
        Feature(shapely.make_valid(_ring(rng, *owasco, 26_000, 58_000, 30_000)), "owasco-lake", "Owasco Lake"),
        Feature(shapely.make_valid(_ring(rng, *bay, 9_000, 13_000, 12_000)), "little-sodus-bay", "Little Sodus Bay"),
        Feature(shapely.make_valid(_ring(rng, 898_000, 1_020_000, 18_000, 40_000, 20_000)), "", "Skaneateles Lake"),
    ]
    floods = []
    kinds = [("AE", "FLOODWAY", 700.0), ("AE", "", 705.5), ("A", "", None), ("X", "0.2 PCT ANNUAL CHANCE", None),
             ("X", "", None), ("VE", "", 250.0), ("D", "", None)]  # fmt: skip
    for number in range(FLOOD_ZONES):
        zone, subtype, elevation = kinds[number % len(kinds)]
        x, y = rng.uniform(BOX[0], BOX[2]), rng.uniform(BOX[1], BOX[3])
        size = rng.lognormal(7.0, 0.7)
        ring = _ring(rng, x, y, size, size * rng.uniform(0.3, 3), int(rng.integers(60, 1_500)))
        attributes = {"subtype": subtype, "floodway": subtype == "FLOODWAY", "elevation_ft": elevation}
        floods.append(Feature(shapely.make_valid(ring), zone, f"{zone} {subtype}".strip(), attributes))
    return Layers(_towns(rng), sheds, shores, floods)


def _answers(found: Findings, which: np.ndarray) -> list[Row]:
    """Town, fronts, distance, watershed, in floodplain, in floodway, elevation."""
    return [
        (
            found.towns.codes[found.towns.values[i]] if found.towns.values[i] >= 0 else None,
            waters()[found.fronts.values[i]],
            round(float(found.distance.values[i]), 1),
            waters()[found.watershed.values[i]],
            int(found.flood.in_floodplain.values[i]),
            int(found.flood.in_floodway.values[i]),
            None if np.isnan(found.flood.elevation[i]) else float(found.flood.elevation[i]),
        )
        for i in which.tolist()
    ]


# --- the plain loop: one parcel after another, every rule written out once more ---


def _counts(share: float, area: float) -> bool:
    return not (share < STANDARD.sliver_share and share * area < STANDARD.sliver_sqft)


def _shares(shape: Any, features: list[Feature]) -> list[tuple[Feature, float]]:
    met = [(feature, shape.intersection(feature.shape).area / shape.area) for feature in features]
    return [(feature, share) for feature, share in met if share > 0]


def _plain_flood(shape: Any, features: list[Feature]) -> tuple[int, int, float | None]:
    met = [(hazard(f.code, f.attributes), f.attributes["elevation_ft"], share) for f, share in _shares(shape, features)]
    dry = sum(share for grave, _, share in met if grave in (Hazard.MINIMAL, Hazard.MODERATE))
    wet = sum(share for grave, _, share in met if grave >= Hazard.FLOODPLAIN)
    real = [(grave, height) for grave, height, share in met if _counts(share, shape.area) and grave]
    worst = max((grave for grave, _ in real), default=Hazard.NOT_MAPPED)
    heights = [height for grave, height in real if grave == worst]
    height = None if worst < Hazard.FLOODPLAIN or None in heights else max(heights)
    all_dry = not _counts(1 - min(dry, 1), shape.area)
    plain = 1 if worst >= Hazard.FLOODPLAIN else 0 if all_dry and worst < Hazard.POSSIBLE else -1
    mapped = not _counts(1 - min(dry + wet, 1), shape.area)
    return plain, 1 if worst == Hazard.FLOODWAY else 0 if mapped else -1, height


def _plain(shape: Any, swis: str, layers: Layers) -> Row:
    whole = [f for f in layers.municipalities or () if f.code.endswith("00")]
    towns = [(share, f.code[:4] == swis[:4], f.code[:4]) for f, share in _shares(shape, whole)]
    towns = [town for town in towns if _counts(town[0], shape.area)]
    distance, lake = min((shape.distance(f.shape), f.code) for f in layers.shorelines or ())
    sheds: dict[str, float] = {}
    for feature, share in _shares(shape, list(layers.watersheds or ())):
        if feature.code and _counts(share, shape.area):
            sheds[feature.code] = sheds.get(feature.code, 0) + share
    return (
        max(towns)[2] if towns else None,
        lake if distance <= STANDARD.frontage_ft else "none",
        round(float(to_tenths(np.array([distance]))[0]), 1),
        max(sheds, key=lambda code: sheds[code]) if sheds else "none",
        *_plain_flood(shape, list(layers.flood or ())),
    )


# --- PostGIS ---

_TABLES = """
CREATE EXTENSION IF NOT EXISTS postgis;
DROP SCHEMA IF EXISTS bench_zones CASCADE;
CREATE SCHEMA bench_zones;
SET search_path = bench_zones, public;
CREATE TABLE parcel (id int PRIMARY KEY, swis4 text, geom geometry, area float8);
CREATE TABLE feature (kind text, id int, code text, hazard int, elevation float8, geom geometry);
"""
_PREPARE = """
UPDATE parcel SET area = ST_Area(geom);
CREATE TABLE piece AS SELECT kind, id, ST_Subdivide(geom, 256) AS geom FROM feature WHERE kind <> 'shorelines';
CREATE TABLE shore AS
    SELECT f.code, ST_LineSubstring(f.geom, n / cuts, least((n + 1) / cuts, 1)) AS geom
    FROM (SELECT code, geom, ceil(ST_NPoints(geom) / 8.0)::float8 AS cuts FROM feature WHERE kind = 'shorelines') f,
         generate_series(0, f.cuts::int - 1) n;
CREATE INDEX ON parcel USING gist (geom);
CREATE INDEX ON piece USING gist (geom);
CREATE INDEX ON shore USING gist (geom);
ANALYZE;
"""
_SHARES = """
CREATE TABLE met AS
    SELECT p.id AS parcel, q.kind, q.id AS feature, least(1, sum(
        CASE WHEN ST_ContainsProperly(q.geom, p.geom) THEN p.area ELSE ST_Area(ST_Intersection(q.geom, p.geom)) END
    ) / p.area) AS share
    FROM piece q JOIN parcel p ON ST_Intersects(q.geom, p.geom)
    GROUP BY p.id, q.kind, q.id;
CREATE TABLE fact AS SELECT m.*, f.code, f.hazard, f.elevation, p.swis4,
        NOT (m.share < {share} AND m.share * p.area < {sqft}) AS counts, p.area
    FROM met m JOIN feature f ON f.kind = m.kind AND f.id = m.feature JOIN parcel p ON p.id = m.parcel;
"""
_FACTS = """
WITH town AS (
    SELECT DISTINCT ON (parcel) parcel, left(code, 4) AS code FROM fact
    WHERE kind = 'municipalities' AND code LIKE '%00' AND counts
    ORDER BY parcel, share DESC, (left(code, 4) = swis4) DESC, code
), shed AS (
    SELECT DISTINCT ON (parcel) parcel, code FROM
        (SELECT parcel, code, sum(share) AS share FROM fact
         WHERE kind = 'watersheds' AND code <> '' AND counts GROUP BY parcel, code) s
    ORDER BY parcel, share DESC, code DESC
), flood AS (
    SELECT parcel, max(area) AS area, coalesce(max(hazard) FILTER (WHERE counts), 0) AS worst,
        coalesce(sum(share) FILTER (WHERE hazard IN (1, 2)), 0) AS dry,
        coalesce(sum(share) FILTER (WHERE hazard >= 4), 0) AS wet
    FROM fact WHERE kind = 'flood' GROUP BY parcel
), height AS (
    SELECT f.parcel, CASE WHEN bool_or(f.elevation IS NULL) THEN NULL ELSE max(f.elevation) END AS elevation
    FROM fact f JOIN flood w ON w.parcel = f.parcel AND w.worst = f.hazard
    WHERE f.kind = 'flood' AND f.counts AND w.worst >= 4 GROUP BY f.parcel
)
SELECT p.id, town.code, CASE WHEN s.feet <= {front} THEN s.code ELSE 'none' END, s.feet,
    coalesce(shed.code, 'none'),
    CASE WHEN w.worst >= 4 THEN 1
         WHEN (1 - least(w.dry, 1) < {share} AND (1 - least(w.dry, 1)) * w.area < {sqft}) AND w.worst < 3 THEN 0
         ELSE -1 END,
    CASE WHEN w.worst = 6 THEN 1
         WHEN 1 - least(w.dry + w.wet, 1) < {share} AND (1 - least(w.dry + w.wet, 1)) * w.area < {sqft} THEN 0
         ELSE -1 END,
    height.elevation
FROM parcel p
LEFT JOIN town ON town.parcel = p.id LEFT JOIN shed ON shed.parcel = p.id
LEFT JOIN flood w ON w.parcel = p.id LEFT JOIN height ON height.parcel = p.id
CROSS JOIN LATERAL (
    SELECT code, ST_Distance(shore.geom, p.geom) AS feet FROM shore ORDER BY shore.geom <-> p.geom LIMIT 1
) s
ORDER BY p.id
"""


def _postgis(url: str, parcels: Parcels, layers: Layers) -> tuple[float, list[Row]]:
    """The same answers by SQL: seconds from the loaded tables on, and a row for each parcel."""
    import psycopg

    limits = {"share": STANDARD.sliver_share, "sqft": STANDARD.sliver_sqft, "front": STANDARD.frontage_ft}
    with psycopg.connect(url, autocommit=True) as connection, connection.cursor() as cursor:
        cursor.execute(_TABLES)
        with cursor.copy("COPY parcel (id, swis4, geom) FROM STDIN") as copy:
            for at, wkb in enumerate(shapely.to_wkb(parcels.shapes, hex=True)):
                copy.write_row((at, parcels.swis[at][:4], wkb))
        with cursor.copy("COPY feature FROM STDIN") as copy:
            for kind in ("municipalities", "watersheds", "shorelines", "flood"):
                for at, f in enumerate(getattr(layers, kind)):
                    grave = int(hazard(f.code, f.attributes)) if kind == "flood" else 0
                    height = f.attributes.get("elevation_ft")
                    copy.write_row((kind, at, f.code, grave, height, shapely.to_wkb(f.shape, hex=True)))
        started = time.perf_counter()
        for statement in (_PREPARE, _SHARES.format(**limits)):
            cursor.execute(statement)
        rows = cursor.execute(_FACTS.format(**limits)).fetchall()
        seconds = time.perf_counter() - started
        cursor.execute("DROP SCHEMA bench_zones CASCADE")
    feet = to_tenths(np.array([row[3] for row in rows]))
    return seconds, [(*row[1:3], round(float(tenths), 1), *row[4:]) for row, tenths in zip(rows, feet, strict=True)]


# --- what is printed ---


def _differing(name: str, theirs: list[Row], ours: list[Row]) -> int:
    pairs = [pair for pair in zip(theirs, ours, strict=True) if pair[0] != pair[1]]
    for their, our in pairs[:5]:
        print(f"    {name} says {their}, the engine {our}")
    print(f"{name}: {len(pairs):,} of {len(ours):,} parcels differ")
    return len(pairs)


def _against_the_loop(parcels: Parcels, layers: Layers, found: Findings, sample: int, each: float) -> int:
    which = np.sort(np.random.default_rng(7).choice(len(parcels.swis), min(sample, len(parcels.swis)), replace=False))
    started = time.perf_counter()
    plain = [_plain(parcels.shapes[i], parcels.swis[i], layers) for i in which.tolist()]
    one = (time.perf_counter() - started) / len(which)
    print(f"plain loop: {one * 1e3:.1f} ms a parcel on {len(which):,}; the engine is {one / each:,.0f} times as fast")
    return _differing("plain loop", plain, _answers(found, which))


def _against_postgis(parcels: Parcels, layers: Layers, found: Findings, seconds: float) -> int:
    url = os.environ.get("SANITARIAN_BENCH_DATABASE_URL")
    if not url:
        print("PostGIS: skipped (SANITARIAN_BENCH_DATABASE_URL names no scratch database)")
        return 0
    import psycopg

    try:
        theirs, rows = _postgis(url, parcels, layers)
    except (psycopg.OperationalError, psycopg.errors.UndefinedFile, psycopg.errors.FeatureNotSupported) as error:
        print(f"PostGIS: skipped ({str(error).splitlines()[0]})")
        return 0
    print(f"PostGIS: {theirs:.1f} s after loading; the engine is {theirs / seconds:.1f} times as fast")
    return _differing("PostGIS", rows, _answers(found, np.arange(len(parcels.swis))))


def main() -> int:
    parser = argparse.ArgumentParser(description="time the zone determination")
    parser.add_argument("--parcels", type=int, default=1_000_000)
    parser.add_argument("--sample", type=int, default=2_000)
    parser.add_argument("--bar", type=float, default=60.0, help="seconds allowed")
    args = parser.parse_args()

    rng = np.random.default_rng(75)
    layers, parcels = _layers(rng), _parcels(rng, args.parcels)
    started, worked = time.perf_counter(), time.process_time()
    found = determine(parcels, layers, {})
    seconds, worked = time.perf_counter() - started, time.process_time() - worked
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(
        f"engine: {args.parcels:,} parcels in {seconds:.1f} s ({args.parcels / seconds:,.0f} a second, "
        f"{worked:.1f} s of processor time, peak {peak:.2f} GB; allowed {args.bar:.0f} s)"
    )
    differing = _against_the_loop(parcels, layers, found, args.sample, seconds / args.parcels)
    differing += _against_postgis(parcels, layers, found, seconds)
    return 1 if differing or seconds > args.bar else 0


if __name__ == "__main__":
    sys.exit(main())
