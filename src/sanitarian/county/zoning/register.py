"""Parcels, layers and stored zones out of the database and back: the one module here that knows Django."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import numpy as np
import shapely
from django.db.models import Count, Max, Sum

from sanitarian.core.actors import Actor
from sanitarian.core.dates import county_zone
from sanitarian.core.models import RowVersion
from sanitarian.county.counties import County
from sanitarian.county.imports import bulk
from sanitarian.county.models import Layer, LayerFeature, Municipality, Parcel, ParcelZone, ZoneOverride, ZoneRun
from sanitarian.county.zoning.engine import determine
from sanitarian.county.zoning.evidence import ZoneRow, rows
from sanitarian.county.zoning.findings import Feature, Layers, Parcels
from sanitarian.county.zoning.geometry import shapes

FACTS = (
    "municipality",
    "fronts",
    "distance_ft",
    "watershed",
    "in_floodway",
    "in_floodplain",
    "flood_zone",
    "flood_elevation_ft",
    "flood_datum",
)
_COLUMNS = ("municipality__swis", *FACTS[1:], "evidence")
_READ = 10_000


@dataclass(frozen=True, slots=True)
class Line:
    """What becomes of one parcel's zone. ``changed`` names the facts that differ from those on record."""

    parcel: int
    row: ZoneRow
    first: bool
    changed: tuple[str, ...]


@dataclass
class ZonePlan:
    """A determination, compared with the one on record; nothing is written yet."""

    stamp: tuple[Any, ...]
    layers: dict[str, dict[str, Any]]
    town_names: dict[str, str]
    parcels: int = 0
    shapes: int = 0
    points: int = 0
    lines: list[Line] = field(default_factory=list)
    changes: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict)
    shown: dict[str, int] = field(default_factory=dict)
    disagreements: int = 0
    overridden: int = 0

    @property
    def unchanged(self) -> int:
        return self.parcels - len(self.lines)

    def said(self, value: Any) -> str:
        """A value as a list of changes says it, towns by name."""
        if value is None or value == "":
            return "not shown"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.town_names.get(str(value), str(value))

    def counts(self) -> dict[str, Any]:
        """Numbers for the run's record; changes by fact as text."""
        return {
            "parcels": self.parcels,
            "with_outline": self.shapes,
            "with_point_only": self.points,
            "first": sum(line.first for line in self.lines),
            "changed": sum(bool(line.changed) and not line.first for line in self.lines),
            "evidence_only": sum(not line.changed and not line.first for line in self.lines),
            "unchanged": self.unchanged,
            "swis_disagreements": self.disagreements,
            "shown": self.shown,
            "changes": {
                fact: {f"{before} -> {after}": count for (before, after), count in sorted(moves.items())}
                for fact, moves in self.changes.items()
                if moves
            },
        }


def stamp() -> tuple[Any, ...]:
    """What a determination rests on; it changes when parcels, layers or zones on record do."""
    parcels = Parcel.objects.aggregate(Count("id"), Max("id"), Sum("version"))
    layers = tuple(sorted(Layer.objects.values_list("kind", "number")))
    last = ZoneRun.objects.order_by("-id").values_list("id", flat=True).first()
    return (*parcels.values(), layers, last)


def current_layers() -> dict[str, Layer]:
    """The latest version of each kind."""
    latest: dict[str, Layer] = {}
    for layer in Layer.objects.order_by("kind", "number"):
        latest[layer.kind] = layer
    return latest


def label(layer: Layer) -> dict[str, Any]:
    """A layer version as a run's record and its explanations name it."""
    return {
        "id": layer.pk,
        "version": layer.number,
        "file": layer.file_name,
        "loaded": layer.loaded_at.astimezone(county_zone()).date().isoformat(),
        "provisional": layer.provisional,
    }


def _features(layer: Layer | None) -> list[Feature] | None:
    if layer is None:
        return None
    found = LayerFeature.objects.filter(layer=layer).order_by("pk")
    return [
        Feature(shapely.from_wkb(bytes(wkb)), code, name, attributes)
        for code, name, attributes, wkb in found.values_list("code", "name", "attributes", "wkb")
    ]


def load_layers(latest: dict[str, Layer]) -> Layers:
    """The shapes of the latest layers."""
    return Layers(**{kind: _features(latest.get(kind)) for kind in Layer.Kind.values})


def _load_parcels() -> tuple[list[int], Parcels]:
    """The parcels in force with their outlines; a point where there is no outline, None where there is neither."""
    found = (
        Parcel.objects.filter(retired_on__isnull=True)
        .order_by("pk")
        .values_list("pk", "swis", "x", "y", "shape__wkb")
        .iterator(chunk_size=_READ)
    )
    ids: list[int] = []
    swis: list[str] = []
    wkb: list[bytes | None] = []
    places: list[tuple[float, float]] = []
    for pk, code, x, y, outline in found:
        ids.append(pk)
        swis.append(code)
        wkb.append(None if outline is None else bytes(outline))
        places.append((np.nan, np.nan) if x is None or y is None else (x, y))
    drawn = np.asarray(shapely.from_wkb(shapes(wkb)), dtype=object) if ids else shapes([])
    point = np.array([kept is None for kept in wkb], dtype=bool)
    points = np.array(places, dtype=float).reshape(-1, 2)
    point &= ~np.isnan(points).any(axis=1)
    drawn[point] = shapely.points(points[point])
    return ids, Parcels(drawn, swis)


def _on_record(parcels: Iterable[int]) -> Iterator[tuple[Any, ...] | None]:
    """The stored zone of each parcel: its run, facts and evidence; None where there is none.

    ``parcels`` are in order; the zones are read beside them, so that a large county does not fill the memory.
    """
    stored = ParcelZone.objects.order_by("pk").values_list("pk", "run_id", *_COLUMNS).iterator(chunk_size=_READ)
    row = next(stored, None)
    for parcel in parcels:
        while row is not None and row[0] < parcel:
            row = next(stored, None)
        yield row[1:] if row is not None and row[0] == parcel else None


def make_plan(county: County) -> ZonePlan:
    """Determine where every parcel in force lies, from the latest layers, and compare with what is on record."""
    latest = current_layers()
    names = {place.swis4: place.name for place in county.municipalities if place.swis4}
    plan = ZonePlan(stamp(), {kind: label(layer) for kind, layer in latest.items()}, names)
    layers = load_layers(latest)
    ids, parcels = _load_parcels()
    found = determine(parcels, layers, names)
    plan.parcels = len(ids)
    plan.shapes = int((found.known == 2).sum())
    plan.points = int((found.known == 1).sum())
    same_layers = {run.pk for run in ZoneRun.objects.all() if _layer_ids(run.layers) == _layer_ids(plan.layers)}
    layer_ids = {kind: layer.pk for kind, layer in latest.items()}
    _compare(plan, ids, rows(found, layers, parcels, layer_ids), same_layers)
    return plan


def _layer_ids(layers: dict[str, Any]) -> dict[str, Any]:
    return {kind: entry.get("id") if isinstance(entry, dict) else entry for kind, entry in layers.items()}


def _compare(plan: ZonePlan, ids: Sequence[int], found: Iterator[ZoneRow], same_layers: set[int]) -> None:
    overridden = set(ZoneOverride.objects.filter(ended_at__isnull=True).values_list("parcel_id", "fact"))
    shown: Counter[str] = Counter()
    plan.changes = {fact: Counter() for fact in FACTS}
    for parcel, row, old in zip(ids, found, _on_record(ids), strict=True):
        values = facts_of(row)
        shown.update(fact for fact, value in zip(FACTS, values, strict=True) if value not in (None, ""))
        plan.disagreements += "elsewhere" in row.evidence["municipality"]
        if old is None:
            plan.lines.append(Line(parcel, row, first=True, changed=()))
            continue
        before = (old[1] and old[1][:4], *old[2:-1])
        changed = tuple(fact for fact, one, two in zip(FACTS, before, values, strict=True) if one != two)
        if not changed and old[0] in same_layers and old[-1] == row.evidence:
            continue
        for fact in changed:
            position = FACTS.index(fact)
            plan.changes[fact][plan.said(before[position]), plan.said(values[position])] += 1
            plan.overridden += (parcel, fact) in overridden
        plan.lines.append(Line(parcel, row, first=False, changed=changed))
    plan.shown = {fact: shown[fact] for fact in FACTS}


def facts_of(row: ZoneRow) -> tuple[Any, ...]:
    """The facts of a line in the order of ``FACTS``; the town by four digits."""
    return (row.town, *(getattr(row, fact) for fact in FACTS[1:]))


def town_ids(plan: ZonePlan) -> dict[str, int]:
    """The municipality rows of the towns found; one that the county's list lacks is made as the layer names it."""
    towns = Municipality.objects.exclude(kind=Municipality.Kind.VILLAGE)
    ids = {swis[:4]: pk for pk, swis in towns.values_list("pk", "swis")}
    for code in sorted({line.row.town for line in plan.lines if line.row.town} - ids.keys()):
        feature = LayerFeature.objects.filter(layer=plan.layers["municipalities"]["id"], code__startswith=code).first()
        ids[code] = Municipality.objects.create(
            swis=f"{code}00",
            name=(feature.name if feature else "") or code,
            kind=feature.attributes.get("kind", "town") if feature else "town",
        ).pk
    return ids


def write(plan: ZonePlan, run: ZoneRun, actor: Actor, act: str) -> None:
    """Write the lines of a plan in bulk, keeping what every changed row held before."""
    replaced = [line.parcel for line in plan.lines if not line.first]
    for some in bulk.chunks(replaced):
        old = ParcelZone.objects.filter(pk__in=some)
        kept = [
            (f"parcelzone:{zone.pk}", zone.run_id, run.at, actor.ref, act, _values(zone))
            for zone in old.select_related("municipality")
        ]
        bulk.insert(RowVersion, ("row", "version", "at", "actor", "act", "values"), kept)
        old._raw_delete(old.db)
    towns = town_ids(plan)
    bulk.insert(
        ParcelZone,
        ("parcel_id", "run_id", "municipality_id", *FACTS[1:], "evidence"),
        (
            (line.parcel, run.pk, towns.get(line.row.town or ""), *facts_of(line.row)[1:], line.row.evidence)
            for line in plan.lines
        ),
    )


def _values(zone: ParcelZone) -> dict[str, Any]:
    """What a zone held, as the history of rows keeps it."""
    values = {fact: getattr(zone, fact) for fact in FACTS[1:]}
    plain = {fact: str(value) if isinstance(value, Decimal) else value for fact, value in values.items()}
    return {"municipality_id": zone.municipality_id, **plain, "evidence": zone.evidence, "run_id": zone.run_id}


def values_before(run: ZoneRun, parcels: Sequence[int]) -> dict[int, dict[str, Any]]:
    """What the facts of these parcels were before a run, by parcel; the town by four digits."""
    towns = {pk: swis[:4] for pk, swis in Municipality.objects.values_list("pk", "swis")}
    before: dict[int, dict[str, Any]] = {}
    for some in bulk.chunks(parcels):
        names = {f"parcelzone:{parcel}": parcel for parcel in some}
        for row, values in RowVersion.objects.filter(row__in=names, at=run.at).values_list("row", "values"):
            before[names[row]] = values | {"municipality": towns.get(values["municipality_id"])}
    return before
