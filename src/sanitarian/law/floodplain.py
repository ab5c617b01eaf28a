"""Whether a permit may be issued in a floodway or floodplain (V.X)."""

from dataclasses import dataclass
from datetime import date
from decimal import Context, Decimal
from typing import Annotated

from sanitarian.law.data import limit
from sanitarian.law.facts import Elevation, one_of
from sanitarian.law.logic import any_of
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling

DATUMS = ("NGVD29", "NAVD88")
_EXACT = Context(prec=1_000)  # far more digits than any elevation has, so that no sum is rounded


@dataclass(frozen=True, slots=True)
class Height:
    """Feet above a vertical datum."""

    feet: Decimal
    datum: str

    def __str__(self) -> str:
        return f"{self.feet} feet ({self.datum})"


@rule("floodplain", "V.X", "Whether a permit for a system may be issued in a floodway or floodplain")
def floodplain(
    *,
    in_floodway: Annotated[bool | None, "the place lies in a mapped floodway"] = None,
    in_floodplain: Annotated[bool | None, "the place lies in a mapped floodplain"] = None,
    owasco_lake: Annotated[bool | None, "the flooding is that of Owasco Lake"] = None,
    field_bottom_ft: Annotated[Decimal | None, Elevation(), "elevation of the bottom of the absorption field"] = None,
    datum: Annotated[str | None, one_of(*DATUMS), "its datum"] = None,
    flood_elevation_ft: Annotated[Decimal | None, Elevation(), "the designated flood elevation"] = None,
    flood_datum: Annotated[str | None, one_of(*DATUMS), "its datum"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``may-issue``, ``barred`` or ``undetermined``. ``required_ft`` is the least elevation of the field's bottom, in
    ``datum``, that of the flood elevation; both None outside the zones or where the flood elevation is not known."""
    code = law_version(law_of, "V")
    reasons = [
        Reason(in_floodway, "The place lies in a mapped floodway.", "V.X"),
        Reason(in_floodplain, "The place lies in a mapped floodplain.", "V.X"),
    ]
    in_zone = any_of((in_floodway, in_floodplain))
    if not in_zone:
        return _ruling("may-issue" if in_zone is False else "undetermined", None, reasons, code)
    reasons.append(Reason(True, "What may be barred is a permit to build or replace, not one to discharge.", "F-18"))
    if in_floodway:
        text = "In a floodway the field's bottom must be as high; local floodplain law may ask for more."
        reasons.append(Reason(True, text, "F-19"))
    flood, why = _flood(owasco_lake, flood_elevation_ft, flood_datum, law_of)
    reasons += why
    clearance = limit("flood_clearance_ft", law_of)
    required = None if flood is None else Height(_EXACT.add(flood.feet, clearance), flood.datum)
    if field_bottom_ft is None or datum is None:
        what = "elevation" if field_bottom_ft is None else "datum of the elevation"
        reasons.append(Reason(None, f"The {what} of the absorption field's bottom is not shown.", "V.X"))
    elif required is not None:
        outcome, more = _compared(Height(field_bottom_ft, datum), required, clearance, law_of)
        return _ruling(outcome, required, reasons + more, code)
    return _ruling("undetermined", required, reasons, code)


def _ruling(outcome: str, required: Height | None, reasons: list[Reason], code: str) -> Ruling:
    values = {"required_ft": required.feet, "datum": required.datum} if required else dict.fromkeys(_VALUES)
    return Ruling("floodplain", outcome, values, tuple(reasons), code)


_VALUES = ("required_ft", "datum")


def _flood(
    owasco: bool | None, feet: Decimal | None, datum: str | None, law_of: date | None
) -> tuple[Height | None, list[Reason]]:
    """The flood elevation, where it is known, and why. Owasco Lake's stands in the code, whatever a map gives."""
    if owasco:
        lake = Height(limit("owasco_flood_elevation_ft", law_of), "NGVD29")
        return lake, [
            Reason(True, f"The flood elevation of Owasco Lake is {lake.feet} feet.", "F-20"),
            Reason(True, "The datum of the code's elevation is NGVD29.", "F-22"),
        ]
    reasons = [Reason(owasco, "The flooding is that of Owasco Lake, whose elevation the code sets.", "V.X")]
    if owasco is None:
        return None, reasons
    if feet is None:
        text = "The flood elevation is not shown; where the map gives none, an engineer's is needed."
        reasons.append(Reason(None, text, "F-21"))
    if datum is None:
        reasons.append(Reason(None, "The datum of the flood elevation is not shown.", "F-22"))
    if feet is None or datum is None:
        return None, reasons
    return Height(feet, datum), [*reasons, Reason(True, f"The flood elevation is {feet} feet ({datum}).", "F-21")]


def _compared(bottom: Height, required: Height, clearance: int, law_of: date | None) -> tuple[str, list[Reason]]:
    """Whether the field's bottom reaches the elevation required; a converted one that lies too close tells nothing."""
    text = (
        f"The bottom of the absorption field, at {bottom}, is at least at {required}, {clearance} feet above the flood"
    )
    if bottom.datum == required.datum:
        holds = bottom.feet >= required.feet
        return "may-issue" if holds else "barred", [Reason(holds, f"{text}.", "V.X")]
    shift, tolerance = limit("ngvd29_above_navd88_ft", law_of), limit("datum_tolerance_ft", law_of)
    convert = _EXACT.add if required.datum == "NGVD29" else _EXACT.subtract
    over = _EXACT.subtract(convert(bottom.feet, shift), required.feet)
    conversion = f"An elevation in NGVD29 is {shift} feet more than in NAVD88, give or take {tolerance}."
    reasons = [Reason(True, conversion, "F-22")]
    if over.copy_abs() < tolerance:
        close = (
            f"{text}, beyond the {tolerance} feet by which the conversion may be off; survey it in {required.datum}."
        )
        return "undetermined", [*reasons, Reason(None, close, "F-22")]
    return "may-issue" if over > 0 else "barred", [*reasons, Reason(over > 0, f"{text}.", "V.X")]
