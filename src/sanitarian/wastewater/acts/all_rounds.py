"""The rounds of the whole county, in batches of systems: each batch is one transaction, so a run can be stopped."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from sanitarian.core.actors import Actor
from sanitarian.core.acts import act, journal
from sanitarian.core.dates import now, today
from sanitarian.core.models import Task
from sanitarian.county.facts import place_facts, town_of
from sanitarian.county.models import Parcel, ParcelZone, ZoneOverride
from sanitarian.law.dates import next_business_day
from sanitarian.law.review import most_restrictive
from sanitarian.law.ruling import Ruling
from sanitarian.wastewater.acts.rounds import CLASS_CHANGED
from sanitarian.wastewater.facts import schedule_of, scope_of
from sanitarian.wastewater.models import Round, System, SystemParcel

BATCH = 2_000


@dataclass
class Batch:
    """What one batch of systems came to. ``last`` is the system to go on after."""

    last: int
    systems: int = 0
    new_rounds: int = 0
    changed: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class _Found:
    system: System
    ruling: Ruling
    town_id: int | None
    in_scope: bool


def _ask(systems: list[System], as_of: date) -> Iterator[_Found]:
    """Ask the schedule about each system over its parcels, in three queries a batch."""
    links = (
        SystemParcel.objects.filter(system__in=systems)
        .select_related("parcel__municipality", "parcel__zone__municipality")
        .order_by("-is_site", "id")
    )
    overrides: dict[int, list[ZoneOverride]] = {}
    for override in ZoneOverride.objects.filter(parcel__system_links__system__in=systems, ended_at__isnull=True):
        overrides.setdefault(override.parcel_id, []).append(override)
    parcels: dict[int, list[Parcel]] = {}
    for link in links:
        parcels.setdefault(link.system_id, []).append(link.parcel)
    for system in systems:
        served = parcels.get(system.pk, [])
        zones: dict[int, ParcelZone | None] = {parcel.pk: getattr(parcel, "zone", None) for parcel in served}
        places = {p.pk: place_facts(p, zones[p.pk], overrides.get(p.pk, ())) for p in served}
        if not served:
            continue
        rulings = [
            schedule_of(places[p.pk], system_distance_ft=system.surveyed_distance_ft, as_of=as_of) for p in served
        ]
        town = town_of(served[0], zones[served[0].pk])
        in_scope = any(scope_of(p, places[p.pk]).outcome != "does-not-apply" for p in served)
        yield _Found(system, most_restrictive(rulings), town.pk if town else None, in_scope)


def batches(dry_run: bool, actor: Actor) -> Iterator[Batch]:
    """Go through all systems in use; a dry run changes nothing."""
    last = 0
    while True:
        systems = list(System.objects.filter(status=System.Status.IN_USE, pk__gt=last).order_by("pk")[:BATCH])
        if not systems:
            return
        batch = _plan_only(systems) if dry_run else generate_batch(actor, [system.pk for system in systems])
        last = batch.last
        yield batch


def _plan_only(systems: list[System]) -> Batch:
    batch = Batch(last=systems[-1].pk, systems=len(systems))
    found = list(_ask(systems, today()))
    standing = set(Round.objects.filter(system__in=systems).values_list("system_id", "due"))
    for item in found:
        _count_change(batch, item)
        due = item.ruling.values["next_due"]
        batch.new_rounds += bool(due and item.in_scope and (item.system.pk, due) not in standing)
    return batch


def _count_change(batch: Batch, item: _Found) -> bool:
    before, after = item.system.schedule_class, item.ruling.outcome
    if before != after:
        batch.changed[f"{before} -> {after}"] += 1
    return before != after


@act("wastewater.rounds.generate")
def generate_batch(actor: Actor, system_ids: list[int]) -> Batch:
    """Let the next round of each system stand, and note whose class changed: voiding rounds is an official's act."""
    systems = list(System.objects.select_for_update().filter(pk__in=system_ids).order_by("pk"))
    batch = Batch(last=systems[-1].pk, systems=len(systems))
    standing = set(Round.objects.filter(system__in=systems).values_list("system_id", "due"))
    rounds, moved, changed = [], [], []
    for item in _ask(systems, today()):
        if _count_change(batch, item):
            changed.append(item)
        system, values = item.system, item.ruling.values
        before = (system.schedule_class, system.cycle_years, system.next_due, system.town_id)
        after = (item.ruling.outcome, values["cycle_years"], values["next_due"], item.town_id)
        if before != after:
            system.schedule_class, system.cycle_years, system.next_due, system.town_id = after
            moved.append(system)
        due = values["next_due"]
        if due and item.in_scope and (system.pk, due) not in standing:
            rounds.append(_round(item))
    System.objects.bulk_update(moved, ["schedule_class", "cycle_years", "next_due", "town"], batch_size=500)
    Round.objects.bulk_create(rounds, batch_size=500, ignore_conflicts=True)
    _open_tasks(changed)
    batch.new_rounds = len(rounds)
    if rounds or changed:
        journal(
            actor, "wastewater.rounds.generate", f"systems:{system_ids[0]}-{system_ids[-1]}",
            rounds=len(rounds), classes=dict(sorted(batch.changed.items())),
        )  # fmt: skip
    return batch


def _round(item: _Found) -> Round:
    values = item.ruling.values
    return Round(
        system=item.system,
        due=values["next_due"],
        act_by=next_business_day(values["next_due"]),
        credit_from=values["credit_from"],
        schedule_class=item.ruling.outcome,
        cycle_years=values["cycle_years"],
        town_id=item.town_id,
    )


def _open_tasks(changed: list[_Found]) -> None:
    """A task for each system whose open rounds were generated for another class."""
    by_id = {item.system.pk: item for item in changed}
    stale = Round.objects.filter(system__in=by_id, status=Round.Status.OPEN)
    concerned = {row.system_id for row in stale if row.schedule_class != by_id[row.system_id].ruling.outcome}
    opened = set(Task.objects.filter(kind=CLASS_CHANGED, closed_at__isnull=True).values_list("subject", flat=True))
    Task.objects.bulk_create(
        Task(
            kind=CLASS_CHANGED,
            subject=f"system:{pk}",
            title=f"System {by_id[pk].system.number} changed class: void its open rounds?",
            role="sanitarian",
            cite="V.IV.A",
            opened_at=now(),
        )
        for pk in sorted(concerned)
        if f"system:{pk}" not in opened
    )
