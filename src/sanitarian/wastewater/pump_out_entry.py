"""A pump-out as somebody enters it, before it is on record; and what is wrong with it, field by field."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sanitarian.core.dates import now
from sanitarian.county.models import Parcel
from sanitarian.law.registers import law_version
from sanitarian.law.ruling import NotInForce
from sanitarian.trades.models import Firm
from sanitarian.wastewater.models import DisposalPlace, System
from sanitarian.wastewater.septage import county_day
from sanitarian.wastewater.volumes import Volume

_NO_MANIFEST = frozenset({"", "0", "-", "N/A", "NA", "NONE", "NO", "X"})


def manifest_key(number: str) -> str:
    """A manifest number as it is compared: in capitals, without blanks; empty for what stands for none."""
    key = "".join(number.upper().split())
    return "" if key in _NO_MANIFEST else key


@dataclass(frozen=True)
class NewPumpOut:
    """What a form or a row of a file says. ``token`` names the form or the row: one of them is one record (C34)."""

    token: uuid.UUID
    hauler: Firm
    pumped_at: datetime
    volume: Volume
    parcel: Parcel | None = None
    system: System | None = None
    tax_map: str = ""
    place_text: str = ""
    place_note: str = ""
    tank: str = ""
    tank_gallons: int | None = None
    disposal_place: DisposalPlace | None = None
    disposal_text: str = ""
    disposed_at: datetime | None = None
    incorporated_at: datetime | None = None
    manifest_number: str = ""
    remarks: str = ""

    def columns(self) -> dict[str, Any]:
        """The values of the record's fields."""
        plain = (
            *("parcel", "system", "tax_map", "place_text", "tank", "tank_gallons", "pumped_at", "disposal_place"),
            *("disposal_text", "disposed_at", "incorporated_at", "manifest_number", "remarks"),
        )
        return {name: getattr(self, name) for name in plain} | {
            "place_note": self.place_note[:300],
            "pumped_on": county_day(self.pumped_at),
            "gallons": self.volume.gallons,
            "volume_written": self.volume.written,
            "unit_written": self.volume.unit,
            "manifest_key": manifest_key(self.manifest_number),
        }


@dataclass(frozen=True)
class EntryFault:
    """A field that cannot stand as it is, and why."""

    field: str
    reason: str


def faults(new: NewPumpOut) -> list[EntryFault]:
    """Everything for which this cannot be put on record; empty where it can."""
    return [*_faulty_times(new), *_missing(new)]


def _faulty_times(new: NewPumpOut) -> Iterator[EntryFault]:
    moment = now()
    times = {"pumped_at": new.pumped_at, "disposed_at": new.disposed_at, "incorporated_at": new.incorporated_at}
    for name, time in times.items():
        if time is not None and time > moment:
            yield EntryFault(name, "this lies in the future; correct day or time")
    try:
        law_version(county_day(new.pumped_at), "V")
    except NotInForce:
        yield EntryFault("pumped_at", "the county had no law on septage on that day yet; correct the year")
    if new.disposed_at is not None and new.disposed_at < new.pumped_at:
        yield EntryFault("disposed_at", "the load cannot be disposed of before it was pumped; correct one of the times")
    if new.incorporated_at is not None and new.incorporated_at < (new.disposed_at or new.pumped_at):
        yield EntryFault("incorporated_at", "the load cannot be plowed under before it came; correct one of the times")


def _missing(new: NewPumpOut) -> Iterator[EntryFault]:
    if new.parcel is None and not new.place_text.strip() and not new.tax_map.strip():
        yield EntryFault("address", "give the place: a street address or a tax map number")
    if new.disposal_place is None and not new.disposal_text.strip():
        yield EntryFault("disposal_place", "say where the load went")
    if new.incorporated_at is not None and new.disposal_place and new.disposal_place.kind == DisposalPlace.Kind.PLANT:
        yield EntryFault("incorporated_at", "a treatment plant plows nothing under; leave this empty or choose a site")
