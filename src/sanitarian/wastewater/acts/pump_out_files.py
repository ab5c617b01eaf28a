"""Files of pump-outs: looked at, taken in piece by piece, dropped. A run that stopped goes on where it was."""

import hashlib
from collections import Counter

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import now, today
from sanitarian.core.records import ref, tell
from sanitarian.trades.models import Firm
from sanitarian.wastewater.acts.pump_outs import may_act_for, put_on_record
from sanitarian.wastewater.models import PumpOut, PumpOutFile, PumpOutFileRow
from sanitarian.wastewater.pump_out_sheet import read_file
from sanitarian.wastewater.pump_out_staging import new_pump_outs, reject_faulty, stage

ACT = "wastewater.pumpouts.import"
PIECE = 500
_STATES, _STANDINGS = PumpOutFile.State, PumpOutFileRow.Standing
_NO_SUCH = "There is no file with this number."
_TO_FILE = (_STANDINGS.NEW, _STANDINGS.SUSPECTED)


@act(ACT)
def look_at_file(actor: Actor, firm: Firm, name: str, content: bytes) -> PumpOutFile:
    """Read a firm's file and set its rows aside, so that they can be looked at; nothing is on record yet.

    The same content again is the same file: what was taken in is not taken in again.

    Raises:
        ActRefused: another's firm.
        ImportRefused: the file as a whole cannot be read.
    """
    if not may_act_for(actor, firm):
        raise ActRefused("There is no firm with this number.")
    lock(Firm, firm.pk)
    name = name.replace("\\", "/").rpartition("/")[2][:255] or "file"
    sha256 = hashlib.sha256(content).hexdigest()
    file = PumpOutFile.objects.filter(firm=firm, sha256=sha256).first()
    if file is not None and file.state in {_STATES.RUNNING, _STATES.DONE}:
        return file
    read = read_file(name, content)
    if file is None:
        file = PumpOutFile(firm=firm, sha256=sha256)
    else:
        file.rows.all().delete()  # set aside only; none of them is on record
        file.version += 1
    file.name, file.headers, file.notices = name, read.headers, read.notices
    file.state, file.uploaded_at, file.by = _STATES.PREVIEW, now(), actor.ref
    file.leave_out_suspected = file.finished_at = None
    file.save()
    rows = stage(file, read.rows)
    PumpOutFileRow.objects.bulk_create(rows, batch_size=500)
    file.notices = read.notices + _gathered(rows)
    file.counts = _counts(file)
    file.save(update_fields=["notices", "counts"])
    journal(actor, ACT, ref(file), step="preview", sha256=sha256, counts=file.counts)
    return file


def _gathered(rows: list[PumpOutFileRow]) -> list[str]:
    """Remarks that are the same for many rows, each once."""
    alike = Counter(
        note for row in rows for note in row.notes if not note.startswith(("Place:", "Disposal", "Volume:"))
    )
    return [f"{count} row{'s' if count > 1 else ''}: {note}." for note, count in alike.items()]


def _counts(file: PumpOutFile) -> dict[str, int]:
    found = Counter(file.rows.values_list("standing", flat=True))
    return {"read": sum(found.values())} | {str(standing): found.get(standing, 0) for standing in _STANDINGS}


def _own_file(actor: Actor, file_id: int) -> PumpOutFile:
    """A file for change. What is not the actor's is answered like what does not exist."""
    lock(PumpOutFile, file_id)
    file = PumpOutFile.objects.select_related("firm__party").get(pk=file_id)
    if not may_act_for(actor, file.firm):
        raise ActRefused(_NO_SUCH)
    return file


@act(ACT)
def confirm_file(
    actor: Actor, file_id: int, *, leave_out_suspected: bool | None, version: int | None = None
) -> PumpOutFile:  # fmt: skip
    """Say that a file is to be taken in, and whether without the rows that look like records.

    Raises:
        StaleVersion: it was uploaded anew since it was looked at.
        ActRefused: nothing of it can be filed, or rows look alike and nobody said what to do with them.
    """
    file = _own_file(actor, file_id)
    if file.state in {_STATES.RUNNING, _STATES.DONE}:
        return file
    if file.state != _STATES.PREVIEW:
        raise ActRefused("This file was put aside. Upload it again.")
    if version is not None and file.version != version:
        lock(PumpOutFile, file_id, version=version)
    suspected = file.rows.filter(standing=_STANDINGS.SUSPECTED)
    if leave_out_suspected is None and suspected.exists():
        raise ActRefused("Say whether the rows that look like records are filed as well, or left out.")
    if leave_out_suspected:
        suspected.update(standing=_STANDINGS.LEFT_OUT)
    if not file.rows.filter(standing__in=_TO_FILE).exists():
        raise ActRefused("No row of this file is left to file. Mend the rejected rows and upload them.")
    file.state, file.leave_out_suspected = _STATES.RUNNING, leave_out_suspected
    file.version += 1
    file.counts = _counts(file)
    file.save()
    journal(actor, ACT, ref(file), step="confirm", leave_out_suspected=leave_out_suspected)
    return file


@act(ACT)
def take_in_piece(actor: Actor, file_id: int, *, size: int = PIECE) -> PumpOutFile:
    """File the next rows of a confirmed file, all of them or none; after the last the file is taken in."""
    file = _own_file(actor, file_id)
    if file.state != _STATES.RUNNING:
        return file
    rows = list(file.rows.filter(standing__in=_TO_FILE).order_by("row")[:size])
    news = new_pump_outs(file, rows)
    good = [row for row in rows if not reject_faulty(row, news[row.row])]
    made = put_on_record(actor, ACT, [news[row.row] for row in good], source=PumpOut.Source.FILE, file=file)
    for row, pump_out in zip(good, made, strict=True):
        row.standing, row.pump_out = _STANDINGS.FILED, pump_out
    PumpOutFileRow.objects.bulk_update(rows, ["standing", "pump_out", "faults"], batch_size=100)
    file.counts = _counts(file)
    if not file.rows.filter(standing__in=_TO_FILE).exists():
        file.state, file.finished_at = _STATES.DONE, now()
        title = f"File {file.name}: {file.counts['filed']} pump-outs filed"
        tell(actor, [ref(file.firm)], "pumpouts.imported", title[:200], on=today(), reference=ref(file), cite="V.IX")
    file.save()
    numbers = [made[0].number, made[-1].number] if made else []
    journal(actor, ACT, ref(file), step="piece", filed=len(made), numbers=numbers, state=file.state)
    return file


@act(ACT)
def drop_file(actor: Actor, file_id: int) -> PumpOutFile:
    """Put a file aside that was only looked at; nothing of it is on record."""
    file = _own_file(actor, file_id)
    if file.state not in {_STATES.PREVIEW, _STATES.DROPPED}:
        raise ActRefused("Rows of this file are on record already. Withdraw those that are wrong.")
    file.state = _STATES.DROPPED
    file.save()
    journal(actor, ACT, ref(file), step="drop")
    return file
