"""Putting a map layer on record: each import is a new version of its kind."""

from typing import Any

import shapely
from django.db import connection

from sanitarian.core.actors import Actor
from sanitarian.core.acts import act, journal
from sanitarian.core.dates import now
from sanitarian.core.records import ref
from sanitarian.county.imports import bulk
from sanitarian.county.layers import LayerPlan
from sanitarian.county.models import ImportReject, ImportRun, Layer, LayerFeature

IMPORT = "county.layer.import"


def same_layer(plan: LayerPlan) -> Layer | None:
    """The version in force of the plan's kind, where it came from the same file read in the same way."""
    latest = Layer.objects.filter(kind=plan.kind).select_related("run").order_by("-number").first()
    if latest is None or latest.sha256 != plan.sha256 or latest.provisional != plan.provisional:
        return None
    return latest if latest.run is None or latest.run.options == plan.options else None


@act(IMPORT)
def import_layer(actor: Actor, plan: LayerPlan, *, note: str = "") -> Layer:
    """Store a prepared layer as the new version of its kind; the file in force already stays as it is.

    Zones do not change by this: they are determined anew from it by an act of its own.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE county_layer IN SHARE ROW EXCLUSIVE MODE")
    if (same := same_layer(plan)) is not None:
        return same
    at = now()
    run = ImportRun.objects.create(
        kind=plan.kind,
        file_name=plan.file_name[:255],
        sha256=plan.sha256,
        options=plan.options,
        started_at=at,
        finished_at=at,
        by=actor.ref,
        status=ImportRun.Status.APPLIED,
        counts=plan.counts,
        notices=plan.notices.as_json(),
    )
    last = Layer.objects.filter(kind=plan.kind).order_by("-number").values_list("number", flat=True).first()
    layer = Layer.objects.create(
        kind=plan.kind,
        number=(last or 0) + 1,
        file_name=plan.file_name[:255],
        sha256=plan.sha256,
        loaded_at=at,
        by=actor.ref,
        provisional=plan.provisional,
        note=note[:200],
        run=run,
    )
    bulk.insert(LayerFeature, ("layer_id", "name", "code", "attributes", "wkb"), _features(plan, layer))
    ImportReject.objects.bulk_create(
        ImportReject(run=run, row=r.row, field=r.field[:60], value=r.value[:200], reason=r.reason[:300])
        for r in plan.rejects
    )
    journal(actor, IMPORT, ref(layer), run=ref(run), kind=plan.kind, version=layer.number, sha256=plan.sha256,
            provisional=plan.provisional, counts=plan.counts)  # fmt: skip
    return layer


def _features(plan: LayerPlan, layer: Layer) -> list[tuple[Any, ...]]:
    return [
        (layer.pk, f.name[:120], f.code[:40], dict(f.attributes), bytes(shapely.to_wkb(f.shape))) for f in plan.features
    ]
