"""What a file of pump-outs would do, before it does anything: rows resolved against the record, and set aside.

A row keeps its cells as written, what was read, and its standing. Later it becomes the same record however often it is
tried, for its token comes from the file's content and its number.
"""

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from sanitarian.county.models import Parcel
from sanitarian.wastewater.models import DisposalPlace, PumpOut, PumpOutFile, PumpOutFileRow, System
from sanitarian.wastewater.pump_out_entry import EntryFault, NewPumpOut, faults, manifest_key
from sanitarian.wastewater.pump_out_places import find_places
from sanitarian.wastewater.pump_out_sheet import ReadRow
from sanitarian.wastewater.septage import county_day
from sanitarian.wastewater.suspicions import Resemblances
from sanitarian.wastewater.volumes import Volume, unusual

_TOKENS = uuid.UUID("0d4f6c0e-6b0c-4f0e-9d51-3f1f4f0f8a31")
_FIELDS = {"disposal_place": "disposal", "address": "place", "pumped_at": "date pumped"}


def token_of(file: PumpOutFile, row: int) -> uuid.UUID:
    """The token of a row: the same for the same row of the same content from the same firm."""
    return uuid.uuid5(_TOKENS, f"{file.firm_id}:{file.sha256}:{row}")


def stage(file: PumpOutFile, read: Sequence[ReadRow]) -> list[PumpOutFileRow]:
    """The rows of a file with their standing, not saved yet. Queries grow with chunks, not with rows."""
    good = [row for row in read if not row.faults]
    places = dict(zip((row.number for row in good), find_places([row.facts["place"] for row in good]), strict=True))
    disposal = {_folded(place.name): place for place in DisposalPlace.objects.all()}
    values: dict[int, dict[str, Any]] = {}
    for row in good:
        values[row.number] = _values(row, places[row.number], disposal)
        row.notes += _notes(row, values[row.number], places[row.number].system)
    entries = {row.row: row for row in (_staged(file, row, values.get(row.number)) for row in read)}
    news = new_pump_outs(file, entries.values())
    for number, new in news.items():
        _reject(entries[number], faults(new))
    _mark_suspected(file, entries, news)
    return list(entries.values())


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _values(row: ReadRow, place: Any, disposal: dict[str, DisposalPlace]) -> dict[str, Any]:
    facts = row.facts
    listed = disposal.get(_folded(facts["disposal"]))
    times = {name: facts[name] and facts[name].isoformat() for name in ("pumped_at", "disposed_at", "incorporated_at")}
    return times | {
        "gallons": str(facts["volume"].gallons),
        "written": facts["volume"].written,
        "unit": facts["volume"].unit,
        "parcel": place.parcel and place.parcel.pk,
        "system": place.system and place.system.pk,
        "tax_map": facts["place"].tax_map,
        "place_text": facts["place"].text,
        "place_note": place.note,
        "tank": facts["tank"],
        "tank_gallons": facts["tank_gallons"],
        "disposal_place": listed and listed.pk,
        "disposal_text": "" if listed else facts["disposal"],
        "manifest_number": facts["manifest_number"],
        "remarks": facts["remarks"],
    }


def _notes(row: ReadRow, values: dict[str, Any], system: System | None) -> list[str]:
    """What is taken, but waits for staff to look at."""
    found = []
    if values["place_note"]:
        found.append(f"Place: {values['place_note']}. Staff will match it.")
    if values["disposal_place"] is None:
        found.append(f"Disposal place: {values['disposal_text']} is not on the department's list. Staff will look.")
    known = (system.tank_gallons if system else None) or values["tank_gallons"]
    if why := unusual(row.facts["volume"].gallons, known):
        found.append(f"Volume: {why}. It is taken as it is; staff will look.")
    return found


def _staged(file: PumpOutFile, row: ReadRow, values: dict[str, Any] | None) -> PumpOutFileRow:
    standing = PumpOutFileRow.Standing.NEW if values else PumpOutFileRow.Standing.REJECTED
    return PumpOutFileRow(
        file=file, row=row.number, standing=standing, cells=row.cells, values=values or {}, faults=row.faults,
        notes=row.notes,
    )  # fmt: skip


def _reject(row: PumpOutFileRow, wrong: Iterable[EntryFault]) -> None:
    for fault in wrong:
        name = _FIELDS.get(fault.field, fault.field.replace("_", " "))
        row.faults.append({"field": name, "value": str(row.values.get(fault.field) or ""), "reason": fault.reason})
        row.standing = PumpOutFileRow.Standing.REJECTED


def reject_faulty(row: PumpOutFileRow, new: NewPumpOut) -> bool:
    """Reject a row that cannot be put on record any more; whether it was."""
    wrong = faults(new)
    _reject(row, wrong)
    return bool(wrong)


def new_pump_outs(file: PumpOutFile, rows: Iterable[PumpOutFileRow]) -> dict[int, NewPumpOut]:
    """The rows that can be filed as what the act asks for, by row, in three queries."""
    fit = [row for row in rows if row.values]
    parcels = _by_pk(Parcel, [row.values["parcel"] for row in fit])
    systems = _by_pk(System, [row.values["system"] for row in fit])
    places = _by_pk(DisposalPlace, [row.values["disposal_place"] for row in fit])
    return {
        row.row: NewPumpOut(
            token=token_of(file, row.row),
            hauler=file.firm,
            pumped_at=datetime.fromisoformat(row.values["pumped_at"]),
            volume=Volume(Decimal(row.values["gallons"]), row.values["written"], row.values["unit"]),
            parcel=parcels.get(row.values["parcel"]),
            system=systems.get(row.values["system"]),
            disposal_place=places.get(row.values["disposal_place"]),
            disposed_at=_moment(row.values["disposed_at"]),
            incorporated_at=_moment(row.values["incorporated_at"]),
            **{name: row.values[name] for name in _PLAIN},
        )
        for row in fit
    }


_PLAIN = (
    "tax_map", "place_text", "place_note", "tank", "tank_gallons", "disposal_text", "manifest_number", "remarks",
)  # fmt: skip
_CHUNK = 500


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _by_pk(model: Any, pks: Sequence[int | None]) -> dict[int, Any]:
    wanted = sorted({pk for pk in pks if pk is not None})
    found: dict[int, Any] = {}
    for start in range(0, len(wanted), _CHUNK):
        found |= model.objects.in_bulk(wanted[start : start + _CHUNK])
    return found


def _mark_suspected(file: PumpOutFile, entries: dict[int, PumpOutFileRow], news: dict[int, NewPumpOut]) -> None:
    """Mark the rows that look like a record or like an earlier row of the file."""
    standing = PumpOutFileRow.Standing
    likely = {
        number: PumpOut(
            parcel=new.parcel, pumped_on=county_day(new.pumped_at), gallons=new.volume.gallons,
            manifest_key=manifest_key(new.manifest_number),
        )
        for number, new in sorted(news.items())
        if entries[number].standing == standing.NEW
    }  # fmt: skip
    resemblances = Resemblances(list(likely.values()))
    names = {id(record): f"row {number}" for number, record in likely.items()}
    for number, record in likely.items():
        for other, _ in resemblances.of(record):
            entries[number].standing = standing.SUSPECTED
            entries[number].like = names.get(id(other)) or (
                other.number if other.hauler_id == file.firm_id else "a record on file"
            )
        resemblances.add(record)
