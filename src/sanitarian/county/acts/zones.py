"""Determining where parcels lie, and finding otherwise than the map."""

from collections import defaultdict
from decimal import Decimal, InvalidOperation
from typing import Any

from django.db import connection
from django.db.models import JSONField, Value

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal
from sanitarian.core.dates import now, today
from sanitarian.core.journal import digest
from sanitarian.core.records import ref, tell
from sanitarian.county.counties import County
from sanitarian.county.imports.places import ensure_places
from sanitarian.county.models import Municipality, Parcel, ZoneOverride, ZoneRun
from sanitarian.county.zoning import register
from sanitarian.county.zoning.explain import ZONE_LABELS, value_said
from sanitarian.county.zoning.lakes import waters
from sanitarian.county.zoning.register import ZonePlan

DETERMINE = "county.zones.determine"


@act(DETERMINE)
def determine_zones(actor: Actor, plan: ZonePlan, county: County) -> ZoneRun | None:
    """Put a determination on record: every parcel's facts with their evidence, or nothing.

    Findings of officials are left as they are and go on standing before the map. Returns None, and writes nothing,
    where no parcel's facts or evidence would change.

    Raises:
        ActRefused: parcels, layers or zones have changed since the plan was made.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE county_parcelzone, county_zonerun IN SHARE ROW EXCLUSIVE MODE")
    if register.stamp() != plan.stamp:
        raise ActRefused("Parcels or layers have changed since the preview. Run the determination again.")
    if not plan.lines:
        return None
    ensure_places(county)
    counts = plan.counts()
    run = ZoneRun.objects.create(at=now(), by=actor.ref, layers=plan.layers, counts=counts)
    register.write(plan, run, actor, DETERMINE)
    _tell(actor, plan, run)
    layers = {kind: layer["id"] for kind, layer in plan.layers.items()}
    journal(actor, DETERMINE, ref(run), layers=layers, counts={**counts, "changes": digest(counts["changes"])})
    return run


def _tell(actor: Actor, plan: ZonePlan, run: ZoneRun) -> None:
    """A line in the timeline of each parcel whose facts differ from those on record; the first time goes without."""
    before = register.values_before(run, [line.parcel for line in plan.lines if line.changed])
    titles: dict[str, list[str]] = defaultdict(list)
    for line in plan.lines:
        for fact in line.changed:
            if fact in ZONE_LABELS:
                old, new = before[line.parcel].get(fact), getattr(line.row, "town" if fact == "municipality" else fact)
                title = f"{ZONE_LABELS[fact]} by the map: {plan.said(old)} -> {plan.said(new)}"
                titles[title].append(f"parcel:{line.parcel}")
    for title, subjects in titles.items():
        tell(actor, subjects, "county.zone.determined", title, on=today(), reference=ref(run))


@act("county.zone.override")
def override_zone(actor: Actor, parcel_id: int, fact: str, value: Any, reason: str) -> ZoneOverride:
    """Record an official's finding about where a parcel lies; it stands before the map until it is ended.

    A finding about the same fact that is in force already ends with it. ``value`` None means: not shown.

    Raises:
        ActRefused: no such parcel or fact, a value the fact cannot have, or no reason given.
    """
    parcel = Parcel.objects.select_for_update(of=("self",)).filter(pk=parcel_id).first()
    if parcel is None:
        raise ActRefused("There is no parcel with this number.")
    if not reason.strip():
        raise ActRefused("Give the reason: what was seen, measured or shown, and where it is on record.")
    found = _checked(fact, value)
    for standing in ZoneOverride.objects.filter(parcel=parcel, fact=fact, ended_at__isnull=True):
        _end(actor, standing)
    stored = Value(None, JSONField()) if found is None else found  # "not shown" is JSON's null, not the column's
    override = ZoneOverride.objects.create(
        parcel=parcel, fact=fact, value=stored, reason=reason.strip(), by=actor.ref, at=now()
    )
    override.value = found
    title = f"{ZONE_LABELS[fact]} found to be: {value_said(fact, found) or 'not shown'}"
    _tell_of(actor, override, "county.zone.overridden", title, reason)
    journal(actor, "county.zone.override", ref(parcel), override=ref(override), fact=fact, value=found,
            reason=digest(reason.strip()))  # fmt: skip
    return override


@act("county.zone.end_override")
def end_zone_override(actor: Actor, override_id: int, reason: str) -> ZoneOverride:
    """End a finding; the map's determination stands again.

    Raises:
        ActRefused: no such finding, one that has ended already, or no reason given.
    """
    override = ZoneOverride.objects.select_for_update(of=("self",)).filter(pk=override_id).first()
    if override is None:
        raise ActRefused("There is no finding with this number.")
    if override.ended_at is not None:
        raise ActRefused("This finding has ended already.")
    if not reason.strip():
        raise ActRefused("Give the reason for ending this finding.")
    _end(actor, override)
    subject = f"parcel:{override.parcel_id}"
    title = f"{ZONE_LABELS[override.fact]}: the map's determination stands again"
    _tell_of(actor, override, "county.zone.override_ended", title, reason)
    journal(actor, "county.zone.end_override", subject, override=ref(override), fact=override.fact,
            reason=digest(reason.strip()))  # fmt: skip
    return override


def _tell_of(actor: Actor, override: ZoneOverride, verb: str, title: str, reason: str) -> None:
    subject = f"parcel:{override.parcel_id}"
    tell(actor, [subject], verb, title, on=today(), detail=reason.strip(), reference=ref(override))


def _end(actor: Actor, override: ZoneOverride) -> None:
    override.ended_at, override.ended_by = now(), actor.ref
    override.save(update_fields=["ended_at", "ended_by"])


def _checked(fact: str, value: Any) -> Any:
    """A value as it is stored.

    Raises:
        ActRefused: the fact is unknown or cannot have this value.
    """
    if fact not in ZoneOverride.Fact.values:
        raise ActRefused(f"{fact!r} is not a fact that can be found. Facts: {', '.join(ZoneOverride.Fact.values)}.")
    if value is None:
        return None
    if fact in {"fronts", "watershed"} and value not in waters():
        raise ActRefused(f"{ZONE_LABELS[fact]} is one of {', '.join(waters())}.")
    if fact in {"in_floodway", "in_floodplain"} and not isinstance(value, bool):
        raise ActRefused(f"{ZONE_LABELS[fact]} is yes or no.")
    if fact == "distance_ft":
        return _feet(value)
    towns = Municipality.objects.exclude(kind=Municipality.Kind.VILLAGE)
    if fact == "municipality" and not towns.filter(name=value).exists():
        raise ActRefused("Name a town of the county, or its city, as the county's list has it.")
    return value


def _feet(value: Any) -> str:
    try:
        feet = Decimal(str(value))
    except InvalidOperation:
        feet = Decimal("NaN")
    if not feet.is_finite() or feet < 0 or feet >= 1_000_000:
        raise ActRefused("The distance is a number of feet, such as 480 or 480.5.")
    return str(feet)
