"""Pump-outs: log, correct, withdraw (V.IX, IV.B.1)."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q

from sanitarian.core import search
from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import now, today
from sanitarian.core.journal import digest
from sanitarian.core.models import TimelineEntry
from sanitarian.core.records import close_tasks, keep_version, next_numbers, ref, tell
from sanitarian.trades.models import Firm
from sanitarian.wastewater.acts import pump_out_tasks as tasks
from sanitarian.wastewater.models import PumpOut, PumpOutFile, PumpOutSuspicion
from sanitarian.wastewater.pump_out_entry import NewPumpOut, faults
from sanitarian.wastewater.septage import Judge
from sanitarian.wastewater.suspicions import suspect

_NO_SUCH = "There is no pump-out with this number."


def may_act_for(actor: Actor, firm: Firm) -> bool:
    """Staff act for every firm, a hauler for their own."""
    return actor.is_staff or firm.party_id in actor.parties_as(Role.HAULER)


@act("wastewater.pumpout.log")
def log_pump_out(actor: Actor, new: NewPumpOut) -> PumpOut:
    """Put one pump-out on record, whatever the law says of it. The same form sent again answers with the same record.

    Raises:
        ActRefused: another's firm, or something that cannot be; the message names each field.
    """
    if not may_act_for(actor, new.hauler):
        raise ActRefused("There is no firm with this number.")
    source = PumpOut.Source.STAFF if actor.is_staff else PumpOut.Source.PORTAL
    return put_on_record(actor, "wastewater.pumpout.log", [new], source=source)[0]


def put_on_record(
    actor: Actor, name: str, new: Sequence[NewPumpOut], *, source: str, file: PumpOutFile | None = None
) -> list[PumpOut]:
    """Rows for these pump-outs, in a number of queries that does not grow with them. Part of an act.

    The series of numbers is locked first: whoever else files waits, so that of two that look alike the later one sees
    the earlier, and one form sent twice at once is found.
    """
    for item in new:
        if wrong := faults(item):
            raise ActRefused(
                " ".join(f"{fault.field.replace('_', ' ').capitalize()}: {fault.reason}." for fault in wrong)
            )
    year = today().year
    next_numbers(f"PO-{year}", 0)
    known = {row.token: row for row in PumpOut.objects.filter(token__in=[item.token for item in new])}
    _own(known.values(), {item.token: item.hauler for item in new})
    fresh = [item for item in new if item.token not in known]
    judge, filed_at = Judge(item.hauler.pk for item in fresh), now()
    rows = []
    for item, number in zip(fresh, next_numbers(f"PO-{year}", len(fresh)), strict=True):
        row = PumpOut(
            number=f"PO-{year}-{number:05d}", token=item.token, hauler=item.hauler, source=source, file=file,
            entered_by=actor.ref, filed_at=filed_at, **item.columns(),
        )  # fmt: skip
        judge.judge(row)
        rows.append(row)
    made = PumpOut.objects.bulk_create(rows)
    suspicions = suspect(made)
    tasks.queue(actor, made, suspicions)
    _tell_all(actor, made)
    for row in made:
        journal(
            actor, name, ref(row), number=row.number, hauler=f"firm:{row.hauler_id}", licensed=row.hauler_licensed,
            standing=row.hauler_standing, disposal=row.disposal_outcome,
        )  # fmt: skip
    for suspicion in suspicions:
        journal(actor, name, ref(suspicion), suspected=[suspicion.first_id, suspicion.second_id], why=suspicion.why)
    search.reindex_kind("pumpout", [row.pk for row in made])
    by_token = known | {row.token: row for row in made}
    return [by_token[item.token] for item in new]


def _own(known: Iterable[PumpOut], haulers: dict[Any, Firm]) -> None:
    if any(row.hauler_id != haulers[row.token].pk for row in known):
        raise ActRefused("This form belongs to another firm. Begin a new one.")


def subjects_of_pump_out(pump_out: PumpOut) -> list[str]:
    """Whose timelines it belongs on: its own, the system's and the parcel's."""
    subjects = [ref(pump_out)]
    subjects += [f"system:{pump_out.system_id}"] if pump_out.system_id else []
    return subjects + ([f"parcel:{pump_out.parcel_id}"] if pump_out.parcel_id else [])


def _tell_all(actor: Actor, made: Sequence[PumpOut]) -> None:
    at = now()
    TimelineEntry.objects.bulk_create(
        TimelineEntry(
            subject=subject, on=row.pumped_on, at=at, verb="pumpout.logged", ref=ref(row), cite="V.IX", actor=actor.ref,
            title=f"Tank pumped: {row.gallons.normalize():,f} gallons, pump-out {row.number}",
        )
        for row in made
        for subject in subjects_of_pump_out(row)
    )  # fmt: skip


def own_pump_out(actor: Actor, pump_out_id: int, version: int | None = None) -> PumpOut:
    """A pump-out for change. What is not the actor's is answered like what does not exist."""
    lock(PumpOut, pump_out_id)
    row = PumpOut.objects.select_related("hauler__party", "system", "disposal_place").get(pk=pump_out_id)
    if not may_act_for(actor, row.hauler):
        raise ActRefused(_NO_SUCH)
    if version is not None and row.version != version:
        lock(PumpOut, pump_out_id, version=version)
    return row


@act("wastewater.pumpout.correct")
def correct_pump_out(actor: Actor, pump_out_id: int, new: NewPumpOut, *, version: int, reason: str) -> PumpOut:
    """Correct what was reported; what stood before is kept, and the law is asked anew.

    Raises:
        StaleVersion: somebody else changed it since it was read.
        ActRefused: withdrawn, no reason, or something that cannot be.
    """
    next_numbers(f"PO-{today().year}", 0)
    row = own_pump_out(actor, pump_out_id, version)
    if row.state == PumpOut.State.WITHDRAWN:
        raise ActRefused(f"Pump-out {row.number} is withdrawn; it cannot be corrected any more. Log it anew.")
    if wrong := faults(new):
        raise ActRefused(" ".join(f"{fault.field.replace('_', ' ').capitalize()}: {fault.reason}." for fault in wrong))
    changed = [name for name, value in new.columns().items() if getattr(row, name) != value]
    if not changed:
        return row
    if not reason.strip():
        raise ActRefused("Write why it is corrected, such as a slip in the volume.")
    subjects = set(subjects_of_pump_out(row))
    keep_version(actor, "wastewater.pumpout.correct", row)
    for name, value in new.columns().items():
        setattr(row, name, value)
    row.state = PumpOut.State.CORRECTED
    judge_and_save(actor, row)
    details = {"fields": sorted(changed), "version": row.version, "reason": digest(reason.strip())}
    journal(actor, "wastewater.pumpout.correct", ref(row), **details)
    told = sorted(subjects | set(subjects_of_pump_out(row)))
    title = f"Pump-out {row.number} corrected: {row.gallons.normalize():,f} gallons on {row.pumped_on:%m/%d/%Y}"
    tell(actor, told, "pumpout.corrected", title, on=today(), detail=reason.strip(), reference=ref(row), cite="V.IX")
    return row


def judge_and_save(actor: Actor, row: PumpOut) -> None:
    """Save a record that was changed: judged anew, compared with the others, its lines of the worklist right."""
    Judge([row.hauler_id]).judge(row)
    row.save()
    tasks.queue_suspicions(suspect([row]) if row.counts else [])
    tasks.queue_permits([row])
    tasks.refresh(actor, row)
    search.reindex([ref(row)])


@act("wastewater.pumpout.withdraw")
def withdraw_pump_out(actor: Actor, pump_out_id: int, *, reason: str, version: int | None = None) -> PumpOut:
    """Take a pump-out back that was filed wrongly; it stays on record and counts no more. Withdrawn twice is once.

    Where it stood for duplicates, the earliest of those counts from now on: no load is lost with one of its tellings.
    """
    if not reason.strip():
        raise ActRefused("Write why the pump-out is withdrawn.")
    next_numbers(f"PO-{today().year}", 0)
    row = own_pump_out(actor, pump_out_id, version)
    if row.state == PumpOut.State.WITHDRAWN:
        return row
    keep_version(actor, "wastewater.pumpout.withdraw", row)
    row.state = PumpOut.State.WITHDRAWN
    row.save()
    _hand_on(actor, row)
    for pair in PumpOutSuspicion.objects.filter(outcome=PumpOutSuspicion.Outcome.OPEN).filter(
        Q(first=row) | Q(second=row)
    ):
        keep_version(actor, "wastewater.pumpout.withdraw", pair)
        pair.outcome, pair.settled_at, pair.settled_by = PumpOutSuspicion.Outcome.MOOT, now(), actor.ref
        pair.save()
        close_tasks(actor, ref(pair))
    tasks.refresh(actor, row)
    journal(actor, "wastewater.pumpout.withdraw", ref(row), version=row.version, reason=digest(reason.strip()))
    title = f"Pump-out {row.number} withdrawn"
    tell(
        actor, subjects_of_pump_out(row), "pumpout.withdrawn", title, on=today(), detail=reason.strip(),
        reference=ref(row),
    )  # fmt: skip
    search.reindex([ref(row)])
    return row


def _hand_on(actor: Actor, row: PumpOut) -> None:
    """Let the earliest duplicate of a record that goes stand for it, and the others for that one."""
    heirs = list(row.duplicates.order_by("pk"))
    for heir in heirs:
        keep_version(actor, "wastewater.pumpout.withdraw", heir)
        heir.duplicate_of = None if heir == heirs[0] else heirs[0]
        heir.save()
        journal(actor, "wastewater.pumpout.withdraw", ref(heir), duplicate_of=heir.duplicate_of_id)
    for heir in heirs[:1]:
        tasks.refresh(actor, PumpOut.objects.select_related("system", "disposal_place").get(pk=heir.pk))
    search.reindex([ref(heir) for heir in heirs])
