"""A pump-out as pages show it: its state in words and colour, and its facts."""

from typing import Any

from sanitarian.law.moments import american_time, new_york
from sanitarian.wastewater.models import PumpOut

_TONES = {"may-work": "good", "may-not-work": "bad", "lawful": "good", "violation": "bad"}
# Short enough for a tag on a phone.
HAULER = {"may-work": "Hauler permitted", "may-not-work": "Permit not in force", "undetermined": "Permits not shown"}
DISPOSAL = {"lawful": "Disposal lawful", "violation": "Disposal in violation", "undetermined": "Disposal not shown"}


def state_of(row: PumpOut) -> str:
    """What became of the record."""
    if row.state == PumpOut.State.WITHDRAWN:
        return "Withdrawn"
    return f"Duplicate of {row.duplicate_of.number}" if row.duplicate_of else row.get_state_display()


def tone_of(row: PumpOut) -> dict[str, str]:
    """Words and colours of the tags beside a pump-out."""
    return {
        "state": state_of(row),
        "state_tone": "good" if row.counts else "plain",
        "hauler": HAULER[row.hauler_standing],
        "hauler_tone": _TONES.get(row.hauler_standing, "unknown"),
        "disposal": DISPOSAL[row.disposal_outcome],
        "disposal_tone": _TONES.get(row.disposal_outcome, "unknown"),
    }


def moment(value: Any) -> str | None:
    """A moment by the county's clock, in words, to the minute; None where it is not shown."""
    return american_time(new_york(value).replace(second=0, microsecond=0)) if value else None


def facts_of(row: PumpOut) -> list[dict[str, Any]]:
    """What was reported, in the order of the form."""
    place = row.disposal_place
    on_land = place is not None and place.kind == "land"
    return [
        {"label": "Hauler", "value": row.hauler.party.name},
        {"label": "Place", "value": str(row.parcel) if row.parcel else row.place_text or row.tax_map,
         "hint": row.place_note and f"{row.place_note[:1].upper()}{row.place_note[1:]}. Staff will match it."},
        {"label": "Tax map number", "value": row.parcel.shown_key if row.parcel else row.tax_map},
        {"label": "System", "value": row.system.number if row.system else None},
        {"label": "Pumped", "value": moment(row.pumped_at)},
        {"label": "Volume", "value": f"{row.gallons.normalize():,f} gallons",
         "hint": f"written as {row.volume_written} {row.unit_written}"},
        {"label": "Tank", "value": row.tank},
        {"label": "Size of the tank", "value": f"{row.tank_gallons:,} gallons" if row.tank_gallons else None},
        {"label": "Where it went", "value": place.name if place else row.disposal_text, "cite": "V.IX",
         "hint": "" if place else "Not on the department’s list"},
        {"label": "Left there", "value": moment(row.disposed_at)},
        *([{"label": "Plowed under", "value": moment(row.incorporated_at), "cite": "V.IX"}] if on_land else []),
        {"label": "Manifest number", "value": row.manifest_number},
        {"label": "Remarks", "value": row.remarks},
        {"label": "Came in", "value": moment(row.filed_at), "hint": row.get_source_display()},
    ]  # fmt: skip
