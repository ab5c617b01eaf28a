"""What waits after pump-outs came in. Those of a file wait together as one line, so that no file floods the desk."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from sanitarian.core.actors import Actor
from sanitarian.core.dates import now
from sanitarian.core.models import Task
from sanitarian.core.records import close_tasks, open_task, ref
from sanitarian.wastewater.models import DisposalPlace, PumpOut, PumpOutFile, PumpOutSuspicion
from sanitarian.wastewater.volumes import unusual

MATCH = "wastewater.pumpout-match"
UNLISTED = "wastewater.pumpout-unlisted"
SUSPECTED = "wastewater.pumpout-suspicion"
VOLUME = "wastewater.pumpout-volume"
DISPOSAL = "wastewater.pumpout-disposal"
STANDING = "wastewater.hauler-standing"
APPROVAL = "wastewater.disposal-approval"
_OF_ONE = (MATCH, UNLISTED, VOLUME, DISPOSAL)


@dataclass(frozen=True)
class _Wait:
    kind: str
    title: str
    cite: str
    role: str = "clerk"


def waits_for(pump_out: PumpOut) -> list[_Wait]:
    """What a pump-out waits for by itself, in the order of the worklist's kinds."""
    if not pump_out.counts:
        return []
    found = []
    if pump_out.place_note:
        found.append(_Wait(MATCH, f"Match pump-out {pump_out.number} to its place: {pump_out.place_note}", "V.IV.B.1"))
    if pump_out.disposal_place_id is None:
        title = f"Pump-out {pump_out.number} went to a place that is not on the list: {pump_out.disposal_text}"
        found.append(_Wait(UNLISTED, title, "V.IX"))
    if why := volume_warning(pump_out):
        found.append(_Wait(VOLUME, f"Look at the volume of pump-out {pump_out.number}: {why}", "V.IX"))
    if title := _disposal(pump_out):
        found.append(_Wait(DISPOSAL, title, "V.IX", role="sanitarian"))
    return found


def volume_warning(pump_out: PumpOut) -> str:
    """Why the volume needs an eye; what is on record of the tank stands before what the hauler states."""
    known = pump_out.system.tank_gallons if pump_out.system else None
    return unusual(pump_out.gallons, known or pump_out.tank_gallons)


def _disposal(pump_out: PumpOut) -> str:
    if pump_out.disposal_outcome == "violation":
        return f"The load of pump-out {pump_out.number} was not disposed of as the code asks"
    place = pump_out.disposal_place
    on_land = place is not None and place.kind == DisposalPlace.Kind.LAND
    if on_land and pump_out.incorporated_at is None:
        return f"When the load of pump-out {pump_out.number} was plowed under is not shown"
    return ""


def queue(actor: Actor, pump_outs: Sequence[PumpOut], suspicions: Sequence[PumpOutSuspicion]) -> None:
    """Put on the worklist what these new records wait for."""
    at, tasks = now(), []
    for pump_out in pump_outs:
        for wait in waits_for(pump_out):
            if pump_out.file_id is None or wait.kind in {VOLUME, DISPOSAL}:
                tasks.append(
                    Task(
                        kind=wait.kind, subject=ref(pump_out), title=wait.title[:200], where=pump_out.place_text[:200],
                        role=wait.role, cite=wait.cite, opened_at=at,
                    )
                )  # fmt: skip
    Task.objects.bulk_create(tasks, ignore_conflicts=True)
    in_files = {pump_out.pk for pump_out in pump_outs if pump_out.file_id is not None}
    queue_suspicions([item for item in suspicions if item.second_id not in in_files])
    for file_id in {pump_out.file_id for pump_out in pump_outs if pump_out.file_id is not None}:
        refresh_file(actor, file_id)
    queue_permits(pump_outs)


def queue_suspicions(suspicions: Sequence[PumpOutSuspicion]) -> None:
    """A line for each of these pairs."""
    pks = {pk for item in suspicions for pk in (item.first_id, item.second_id)}
    rows = PumpOut.objects.in_bulk(pks) if pks else {}
    Task.objects.bulk_create(
        [
            Task(
                kind=SUSPECTED, subject=ref(item), role="clerk", cite="V.IX", opened_at=item.opened_at,
                title=f"Are {rows[item.first_id]} and {rows[item.second_id]} one? {item.get_why_display()}",
                where=rows[item.second_id].place_text[:200],
            )
            for item in suspicions
        ],
        ignore_conflicts=True,
    )  # fmt: skip


def queue_permits(pump_outs: Iterable[PumpOut]) -> None:
    """One line for each firm or disposal place of which the permits for these loads are not shown, or not in force."""
    firms = {item.hauler_id: item.hauler for item in pump_outs if item.hauler_standing != "may-work"}
    for firm in firms.values():
        title = f"{firm.party.name}: a permit for days on which it pumped is not in force or not on record"
        open_task(STANDING, ref(firm), title, role="clerk", cite="V.III.H")
    places = {
        item.disposal_place_id: item.disposal_place
        for item in pump_outs
        if item.disposal_place is not None and item.disposal_place.approved_from is None
    }
    for place in places.values():
        title = f"Record the State's approval of {place}: loads went there"
        open_task(APPROVAL, ref(place), title, role="clerk", cite="V.IX")


def requeue(actor: Actor, pump_outs: Sequence[PumpOut]) -> None:
    """Bring the lines about disposal up to date after the law was asked anew."""
    over = [ref(item) for item in pump_outs if not _disposal(item)]
    open_ones = Task.objects.filter(kind=DISPOSAL, subject__in=over, closed_at__isnull=True)
    open_ones.update(closed_at=now(), closed_by=actor.ref)
    queue(actor, [item for item in pump_outs if item.counts], [])


def refresh(actor: Actor, pump_out: PumpOut) -> None:
    """Bring the lines of one record that was changed up to date."""
    waits = {wait.kind: wait for wait in waits_for(pump_out)}
    alone = {kind for kind in waits if pump_out.file_id is None or kind in {VOLUME, DISPOSAL}}
    close_tasks(actor, ref(pump_out), [kind for kind in _OF_ONE if kind not in alone])
    for kind in alone:
        wait = waits[kind]
        open_task(
            kind, ref(pump_out), wait.title, role=wait.role, where=pump_out.place_text, cite=wait.cite
        )  # fmt: skip
    if pump_out.file_id is not None:
        refresh_file(actor, pump_out.file_id)


def refresh_file(actor: Actor, file_id: int) -> None:
    """Bring the lines of a file up to date: how many of its rows wait for what; closed where none does."""
    file = PumpOutFile.objects.select_related("firm__party").get(pk=file_id)
    counting = PumpOut.objects.filter(file=file, duplicate_of__isnull=True).exclude(state=PumpOut.State.WITHDRAWN)
    suspicions = PumpOutSuspicion.objects.filter(outcome=PumpOutSuspicion.Outcome.OPEN)
    counts = {
        MATCH: (counting.exclude(place_note="").count(), "places to match", "V.IV.B.1"),
        UNLISTED: (counting.filter(disposal_place=None).count(), "loads went to places not on the list", "V.IX"),
        SUSPECTED: (suspicions.filter(_of(file)).count(), "pump-outs may be told twice", "V.IX"),
    }  # fmt: skip
    for kind, (count, words, cite) in counts.items():
        if count:
            open_task(
                kind, ref(file), f"{file.firm.party.name}, file {file.name}: {count} {words}", role="clerk", cite=cite
            )
    close_tasks(actor, ref(file), [kind for kind, (count, *_) in counts.items() if not count])


def _of(file: PumpOutFile) -> Q:
    return Q(second__file=file) | Q(first__file=file)
