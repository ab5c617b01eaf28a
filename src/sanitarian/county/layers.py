"""A map layer from a file: opened, its columns found, its shapes brought into the county's projection and checked.

Nothing is written here: the plan that comes of it is shown first, and then put on record by an act.
"""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import shapely
from pyogrio.errors import DataSourceError
from pyproj import Transformer

from sanitarian.county.counties import County
from sanitarian.county.imports import geometry
from sanitarian.county.imports.findings import ImportRefused, Notices, Reject
from sanitarian.county.imports.sources import file_digest, open_source
from sanitarian.county.imports.table import Table
from sanitarian.county.zoning.columns import KINDS, Label, LayerKind, RowFault, is_proxy, recognise
from sanitarian.county.zoning.findings import Feature
from sanitarian.county.zoning.lakes import lakes

_MOSTLY = 0.5
_DIMENSION_NAMES = {0: "points", 1: "lines", 2: "polygons"}


@dataclass(frozen=True)
class LayerFile:
    """A file to load and how it is read. ``epsg`` names the coordinate system of a file that does not."""

    path: Path
    kind: str
    layer: str | None = None
    epsg: int | None = None
    provisional: bool = False


@dataclass
class LayerPlan:
    """A layer ready to be put on record; rows add up: read = taken + outside + left out + rejected."""

    kind: str
    file_name: str
    sha256: str
    options: dict[str, Any]
    provisional: bool
    features: list[Feature] = field(default_factory=list)
    rejects: list[Reject] = field(default_factory=list)
    notices: Notices = field(default_factory=Notices)
    counts: dict[str, int] = field(default_factory=dict)


@dataclass
class _Reading:
    """The rows of one file on their way into a plan."""

    kind: LayerKind
    county: County
    table: Table
    columns: dict[str, str]
    plan: LayerPlan
    kept: list[int] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    tally: Counter[str] = field(default_factory=Counter)


def prepare_layer(file: LayerFile, county: County) -> LayerPlan:
    """Read a layer and check it.

    Raises:
        ImportRefused: the file cannot be read, lacks a column or its coordinate system, does not meet the county, or
            has municipalities outside it.
    """
    kind = KINDS[file.kind]
    source = open_source(file.path, file.layer or _usual_layer(file.path, kind))
    try:
        columns = recognise(kind, source.headers)
    except ValueError as error:
        raise ImportRefused(f"{file.path.name}: {error}") from None
    table = source.read(list(columns.values()), [columns[name] for name in kind.identifiers if name in columns])
    if table.shapes is None:
        raise ImportRefused(f"{file.path.name} holds no shapes; a layer of {kind.many} needs them.")
    proxy = kind.name == "watersheds" and is_proxy(columns["name"])
    plan = LayerPlan(
        kind=file.kind,
        file_name=file.path.name,
        sha256=file_digest(file.path),
        options={"layer": source.layer, "crs": file.epsg},
        provisional=file.provisional or proxy,
        rejects=list(table.rejects),
        notices=source.notices,
    )
    if proxy:
        plan.notices.add("hydrologic units stand in for the legal watershed map; the layer is marked provisional (B-8)")
    reading = _Reading(kind, county, table, columns, plan)
    _read_rows(reading)
    _read_shapes(reading, table.shapes, file.epsg)
    _check_content(reading)
    return plan


def _usual_layer(path: Path, kind: LayerKind) -> str | None:
    """The layer that files of this kind usually keep it in, where there are several."""
    if not kind.layer_names or path.suffix.lower() not in {".gdb", ".gpkg"} or not path.exists():
        return None
    try:
        names = [str(row[0]) for row in pyogrio.list_layers(path)]
    except DataSourceError:
        return None
    return next((name for name in names if name in kind.layer_names), None) if len(names) > 1 else None


def _read_rows(reading: _Reading) -> None:
    """Read every row's attributes: taken, left out, or rejected with the reason."""
    plan, table = reading.plan, reading.table
    for place, number in enumerate(table.numbers):
        row = {column: table.columns[header][place] for column, header in reading.columns.items()}
        try:
            label = reading.kind.read(row, reading.county)
        except RowFault as fault:
            header = reading.columns.get(fault.field, fault.field)
            plan.rejects.append(Reject(number, header, fault.value, fault.reason))
            continue
        if label.skip:
            reading.tally["left_out"] += 1
            plan.notices.add(label.skip, [number])
            continue
        if label.note:
            plan.notices.add(label.note, [number])
        reading.kept.append(place)
        reading.labels.append(label)


def _read_shapes(reading: _Reading, drawn: np.ndarray, epsg: int | None) -> None:
    """Bring the shapes of the rows taken into the county's projection, repair them, and sort out what lies outside."""
    plan, county = reading.plan, reading.county
    crs = geometry.coordinate_system(reading.table.crs, epsg, plan.notices)
    shapes, faulty = geometry.repaired(geometry.projected(drawn[reading.kept], crs, county))
    shapes = geometry.without_empty(shapes)
    reading.tally["repaired"] = int(faulty.sum())
    box = shapely.box(*county.box)
    outside: list[int] = []
    for place, label, shape in zip(reading.kept, reading.labels, shapes, strict=True):
        number = reading.table.numbers[place]
        if reason := _unusable(reading.kind, shape):
            plan.rejects.append(Reject(number, "geometry", shape.geom_type if shape else "", reason))
        elif not _placed(shape) or not shapely.intersects(shape, box):
            outside.append(number)
            reading.tally["outside_without_elevation"] += _lacks_elevation(label)
        else:
            plan.features.append(Feature(shape, label.code, label.name, dict(label.attributes or {})))
    _count(reading, outside)
    if reading.kind.name == "municipalities":
        _require_inside(reading, outside, box)
    if not plan.features:
        raise ImportRefused(_nothing_left(reading, shapes))
    if outside:
        plan.notices.add(f"wholly outside {county.name} and not loaded", outside)


def _unusable(kind: LayerKind, shape: shapely.Geometry | None) -> str:
    if shape is None:
        return "the row has no shape, or one that cannot be repaired"
    if shapely.get_dimensions(shape) not in kind.dimensions:
        wanted = " or ".join(_DIMENSION_NAMES[dimension] for dimension in kind.dimensions)
        return f"a {kind.one} is drawn as {wanted}"
    return ""


def _placed(shape: shapely.Geometry) -> bool:
    return bool(np.isfinite(shape.bounds).all())


def _lacks_elevation(label: Label) -> bool:
    attributes = label.attributes or {}
    return "elevation_ft" in attributes and attributes["elevation_ft"] is None


def _count(reading: _Reading, outside: list[int]) -> None:
    plan, tally = reading.plan, reading.tally
    plan.counts = {
        "read": reading.table.read,
        "taken": len(plan.features),
        "outside": len(outside),
        "left_out": tally["left_out"],
        "rejected": len({reject.row for reject in plan.rejects}),
        "repaired": tally["repaired"],
    }
    if reading.kind.name == "flood":
        lacking = sum(feature.attributes["elevation_ft"] is None for feature in plan.features)
        plan.counts["without_elevation"] = lacking + tally["outside_without_elevation"]


def _require_inside(reading: _Reading, outside: list[int], box: shapely.Geometry) -> None:
    """Municipalities must lie in the county; a strip beyond its box is only told.

    Raises:
        ImportRefused: some lie outside, wholly or for the most part.
    """
    plan, county = reading.plan, reading.county
    beyond = []
    for feature in plan.features:
        inside = shapely.area(shapely.intersection(feature.shape, box)) / shapely.area(feature.shape)
        if inside < _MOSTLY:
            beyond.append(feature.name)
        elif inside < 1:
            plan.notices.add(f"{feature.name} reaches {1 - inside:.1%} of its area beyond the box of {county.name}")
    if plan.features and (outside or beyond):
        total = len(plan.features) + len(outside)
        where = f" (rows {', '.join(map(str, outside[:8]))})" if outside else f" ({', '.join(beyond[:8])})"
        raise ImportRefused(
            f"{len(outside) + len(beyond):,} of {total:,} municipalities lie outside {county.name}{where}. "
            "The file is another county's, holds several counties, or its coordinate system is not the one it says. "
            "Load a file of this county's municipalities."
        )


def _nothing_left(reading: _Reading, shapes: np.ndarray) -> str:
    """Why nothing of a file can be loaded, in numbers."""
    counts, kind, county = reading.plan.counts, reading.kind, reading.county
    said = [f"{counts['read']:,} {kind.many if counts['read'] != 1 else kind.one} read"]
    if "without_elevation" in counts:
        said.append(f"{counts['without_elevation']:,} without an elevation")
    if counts["outside"]:
        said.append(f"{counts['outside']:,} outside {county.name}{_where(shapes, county)}")
    said += [f"{counts[name]:,} {name.replace('_', ' ')}" for name in ("left_out", "rejected") if counts[name]]
    why = ""
    if counts["outside"]:
        why = " The file is another county's, or its coordinate system is not the one it says."
    for reject in reading.plan.rejects[:1]:
        why += f" The first row rejected: row {reject.row}, {reject.field} {reject.value!r}: {reject.reason}."
    return f"Nothing to load: {', '.join(said)}.{why}"


def _where(shapes: np.ndarray, county: County) -> str:
    """Where a file lies that is not here, in degrees."""
    bounds = shapely.bounds(shapes[~shapely.is_missing(shapes)])
    bounds = bounds[np.isfinite(bounds).all(axis=1)]
    if not len(bounds):
        return ""
    back = Transformer.from_crs(county.epsg, 4326, always_xy=True)
    x, y = back.transform([bounds[:, 0].min(), bounds[:, 2].max()], [bounds[:, 1].min(), bounds[:, 3].max()])
    if not np.isfinite([*x, *y]).all():
        return ""
    return f" (they lie about longitude {np.mean(x):.2f}, latitude {np.mean(y):.2f})"


def _check_content(reading: _Reading) -> None:
    """Tell what a layer leaves open."""
    plan = reading.plan
    if plan.kind in {"watersheds", "shorelines"}:
        present = {feature.code for feature in plan.features}
        missing = [lake.name for lake in lakes().values() if lake.code not in present]
        if len(missing) == len(lakes()):
            raise ImportRefused(
                f"None of the {plan.counts['taken']:,} {reading.kind.many} is that of {' or '.join(missing)}. "
                f"The column {reading.columns['name']} must name the lake."
            )
        for name in missing:
            plan.notices.add(f"the file has nothing for {name}: in its towns, facts that turn on it are not shown")
    if plan.kind == "flood":
        if "elevation" not in reading.columns:
            plan.notices.add("the file has no column of flood elevations (STATIC_BFE); none is shown")
        if not {"subtype", "floodway"} & reading.columns.keys():
            plan.notices.add("the file does not say which zones are floodways (ZONE_SUBTY); that is not shown")
        if not any(feature.code in {"X", "C", "B"} for feature in plan.features):
            plan.notices.add(
                "the file shows hazard areas only, no zone X: outside them parcels are not shown to be dry"
            )
