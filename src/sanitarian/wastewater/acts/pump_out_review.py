"""What staff do about pump-outs: match places, look over what stood out, settle suspicions, judge anew (V.IX)."""

from django.db.models import Q

from sanitarian.core import search
from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import now, today
from sanitarian.core.journal import digest
from sanitarian.core.records import close_tasks, keep_version, next_numbers, ref, tell
from sanitarian.county.imports.bulk import keep_versions
from sanitarian.county.models import Parcel
from sanitarian.trades.models import Firm
from sanitarian.wastewater.acts import pump_out_tasks as tasks
from sanitarian.wastewater.acts.pump_outs import judge_and_save, own_pump_out, subjects_of_pump_out
from sanitarian.wastewater.models import DisposalPlace, PumpOut, PumpOutSuspicion, System
from sanitarian.wastewater.septage import Judge

_CHUNK = 500


@act("wastewater.pumpout.match")
def match_pump_out(
    actor: Actor, pump_out_id: int, *, parcel: Parcel, system: System | None, version: int | None = None
) -> PumpOut:
    """Say which parcel and system a place as written is. What was written stays beside it.

    Raises:
        ActRefused: the system does not serve the parcel, or the pump-out is withdrawn.
    """
    if system is not None and not system.parcels.filter(pk=parcel.pk).exists():
        raise ActRefused(f"System {system.number} does not serve this parcel. Choose one of the parcel's own systems.")
    next_numbers(f"PO-{today().year}", 0)
    row = own_pump_out(actor, pump_out_id, version)
    if row.state == PumpOut.State.WITHDRAWN:
        raise ActRefused(f"Pump-out {row.number} is withdrawn.")
    if (row.parcel_id, row.system_id, row.place_note) == (parcel.pk, system.pk if system else None, ""):
        return row
    subjects = set(subjects_of_pump_out(row))
    keep_version(actor, "wastewater.pumpout.match", row)
    row.parcel, row.system, row.place_note = parcel, system, ""
    judge_and_save(actor, row)
    journal(
        actor, "wastewater.pumpout.match", ref(row), parcel=ref(parcel), system=ref(system) if system else None,
        version=row.version,
    )  # fmt: skip
    told = sorted(subjects | set(subjects_of_pump_out(row)))
    title = f"Pump-out {row.number} of {row.pumped_on:%m/%d/%Y} matched to {parcel}"
    tell(actor, told, "pumpout.matched", title, on=today(), reference=ref(row), cite="V.IV.B.1")
    return row


@act("wastewater.pumpout.look_over")
def look_over_pump_out(actor: Actor, pump_out_id: int, *, reason: str) -> PumpOut:
    """Record that an official looked at a volume or a disposal that stood out, and what was found."""
    if not reason.strip():
        raise ActRefused("Write what you found, such as the hauler's answer.")
    row = own_pump_out(actor, pump_out_id)
    if not close_tasks(actor, ref(row), [tasks.VOLUME, tasks.DISPOSAL]):
        raise ActRefused(f"Nothing about pump-out {row.number} waits to be looked at.")
    journal(actor, "wastewater.pumpout.look_over", ref(row), reason=digest(reason.strip()))
    title = f"Pump-out {row.number} looked at"
    tell(
        actor, subjects_of_pump_out(row), "pumpout.looked-over", title, on=today(), detail=reason.strip(),
        reference=ref(row), cite="V.IX",
    )  # fmt: skip
    return row


@act("wastewater.pumpouts.judge")
def judge_pump_outs_again(
    actor: Actor, *, firm: Firm | None = None, place: DisposalPlace | None = None
) -> int:  # fmt: skip
    """Ask the law anew about the loads of a firm or a place, after its permits were recorded; how many answers changed.

    Raises:
        ActRefused: neither a firm nor a place is named.
    """
    if (firm is None) == (place is None):
        raise ActRefused("Name the firm or the disposal place whose loads are to be judged again.")
    rows = PumpOut.objects.exclude(state=PumpOut.State.WITHDRAWN).select_related("hauler", "disposal_place")
    rows = rows.filter(hauler=firm) if firm else rows.filter(disposal_place=place)
    subject: Firm | DisposalPlace = firm or place  # type: ignore[assignment]
    judge = Judge([firm.pk] if firm else rows.values_list("hauler", flat=True).distinct())
    changed: list[int] = []
    last = 0
    while some := list(rows.filter(pk__gt=last).order_by("pk")[:_CHUNK]):
        last = some[-1].pk
        changed += _judge_anew(actor, judge, some)
    close_tasks(actor, ref(subject), [tasks.STANDING, tasks.APPROVAL])
    journal(actor, "wastewater.pumpouts.judge", ref(subject), changed=len(changed), pump_outs=digest(changed))
    return len(changed)


def _judge_anew(actor: Actor, judge: Judge, some: list[PumpOut]) -> list[int]:
    changed = []
    for row in some:
        before = (row.hauler_licensed, row.hauler_standing, row.disposal_outcome, row.rulings)
        judge.judge(row)
        if before != (row.hauler_licensed, row.hauler_standing, row.disposal_outcome, row.rulings):
            changed.append(row)
    keep_versions(actor, "wastewater.pumpouts.judge", PumpOut, [row.pk for row in changed])
    for row in changed:
        row.version += 1
    columns = ["hauler_licensed", "hauler_standing", "disposal_outcome", "rulings", "version"]
    PumpOut.objects.bulk_update(changed, columns, batch_size=100)
    tasks.requeue(actor, changed)
    return [row.pk for row in changed]


@act("wastewater.pumpout.settle_suspicion")
def settle_suspicion(
    actor: Actor, suspicion_id: int, *, outcome: str, keep: int | None = None, reason: str = "",
    version: int | None = None,
) -> PumpOutSuspicion:  # fmt: skip
    """Say of two pump-outs that look alike whether they are one or two.

    Of one told twice, ``keep`` (the number of its row) goes on counting; the other stays on record as its duplicate.
    Settled again the other way, what the first settlement did is undone.

    Raises:
        ActRefused: no reason, the record to keep is neither of the two, or one of them was withdrawn.
    """
    outcomes = PumpOutSuspicion.Outcome
    if outcome not in {outcomes.SAME, outcomes.DIFFERENT}:
        raise ActRefused("Say whether it is one pump-out or two.")
    if not reason.strip():
        raise ActRefused("Write what you rest it on, such as the two manifests side by side.")
    next_numbers(f"PO-{today().year}", 0)
    pair = lock(PumpOutSuspicion, suspicion_id, version=version)
    rows = {row.pk: own_pump_out(actor, row.pk) for row in (pair.first, pair.second)}
    if any(row.state == PumpOut.State.WITHDRAWN for row in rows.values()):
        raise ActRefused("One of the two is withdrawn; there is nothing to settle.")
    if outcome == outcomes.SAME and keep not in rows:
        raise ActRefused("Choose which of the two goes on counting.")
    keep_version(actor, "wastewater.pumpout.settle_suspicion", pair)
    _part(actor, list(rows.values()))
    if outcome == outcomes.SAME:
        kept = rows.pop(keep)  # type: ignore[arg-type]
        _join(actor, kept, next(iter(rows.values())))
    pair.outcome, pair.reason = outcome, reason.strip()[:300]
    pair.settled_at, pair.settled_by = now(), actor.ref
    pair.save()
    close_tasks(actor, ref(pair))
    details = {"outcome": outcome, "keep": keep, "version": pair.version, "reason": digest(reason.strip())}
    journal(actor, "wastewater.pumpout.settle_suspicion", ref(pair), **details)
    for row in PumpOut.objects.filter(pk__in=[pair.first_id, pair.second_id]).select_related(*_WITH):
        tasks.refresh(actor, row)
        title = f"Settled: {pair.first.number} and {pair.second.number}: {pair.get_outcome_display().lower()}"
        tell(
            actor, subjects_of_pump_out(row), "pumpout.settled", title, on=today(), detail=pair.reason,
            reference=ref(row), cite="V.IX",
        )  # fmt: skip
    search.reindex([f"pumpout:{pair.first_id}", f"pumpout:{pair.second_id}"])
    return pair


_WITH = ("system", "disposal_place", "hauler__party")


def _part(actor: Actor, rows: list[PumpOut]) -> None:
    """Let each of two count for itself again, where one was taken for the other's duplicate."""
    pks = {row.pk for row in rows}
    for row in rows:
        if row.duplicate_of_id in pks:
            _mark(actor, row, None)


def _join(actor: Actor, kept: PumpOut, other: PumpOut) -> None:
    """Let a record stand for another one, and for everything that either was taken for one with."""
    groups = {row.duplicate_of_id or row.pk for row in (kept, other)}
    same = PumpOut.objects.filter(Q(pk__in=groups) | Q(duplicate_of__in=groups)).order_by("pk")
    if kept.duplicate_of_id is not None:
        _mark(actor, kept, None)
    for row in same.exclude(pk=kept.pk).exclude(duplicate_of=kept):
        _mark(actor, row, kept)


def _mark(actor: Actor, row: PumpOut, root: PumpOut | None) -> None:
    keep_version(actor, "wastewater.pumpout.settle_suspicion", row)
    row.duplicate_of = root
    row.save()
    journal(
        actor, "wastewater.pumpout.settle_suspicion", ref(row), duplicate_of=root and ref(root), version=row.version
    )
