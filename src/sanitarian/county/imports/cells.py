"""One cell of a county file becomes a value, or a reason why it cannot: pure functions.

Spreadsheets turn parcel numbers into dates and floats and drop leading zeros. A value damaged that way is never
guessed back; the row is rejected with the reason.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

NUMBER_LOST = "stored as a rounded number; digits are lost. Export the column as text"
IS_DATE = "this cell is a date; {wanted} was expected"
ZIP_PADDED = "ZIP codes without their leading zeros were completed to five digits"
CLEANED = "invisible control or direction characters were removed"
UNKNOWN_CODE = "codes for sewer or water that are not known were taken as unknown"

SEWER_CODES = {
    "1": "none",
    "2": "private",
    "3": "public",
    "none": "none",
    "private": "private",
    "comm/public": "public",
    "commercial/public": "public",
    "public": "public",
    "unknown": "unknown",
    "0": "unknown",
}

_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff\ud800-\udfff]"
)
_SCIENTIFIC = re.compile(r"[+-]?\d(\.\d+)?E[+-]\d{2,3}", re.IGNORECASE)  # as spreadsheets write it; 12E3 may be a key
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?)?|\d{1,2}/\d{1,2}/(\d\d|\d{4})")
_MONTH = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_MONTH_DATE = re.compile(rf"\d{{1,2}}-{_MONTH}(-\d{{2,4}})?|{_MONTH}-\d{{2}}", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d*)?|[+-]?\.\d+")
_NEUTRALISED = re.compile(r"'(?=[=+\-@\t\r])")


class Cell(NamedTuple):
    """What a cell says: its value (None for blank), or the fault for which its row is rejected; perhaps a remark."""

    value: Any
    fault: str = ""
    note: str = ""


Converter = Callable[[Any], Cell]
BLANK = Cell(None)


def clean(text: str) -> tuple[str, bool]:
    """Text without invisible control and direction characters, trimmed, in composed form; and whether any were cut."""
    if text.isascii() and text.isprintable():
        return text.strip(), False
    visible = _INVISIBLE.sub("", text)
    composed = unicodedata.normalize("NFC", visible).replace("\u00a0", " ")
    return re.sub(r"[\t\n\r\x85\u2028\u2029]+", " ", composed).strip(), visible != text


def shown(cell: Any) -> str:
    """A cell as a report of rejected rows shows it."""
    if cell is None:
        return ""
    if isinstance(cell, datetime) and cell.time() == time():
        return cell.date().isoformat()
    return clean(str(cell))[0]


def _plain(cell: Any) -> str:
    """A number as people write it: 210 for 210.0."""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    return str(cell)


def _is_blank(cell: Any) -> bool:
    return cell is None or cell == "" or (isinstance(cell, float) and math.isnan(cell))


def identifier(cell: Any, wanted: str = "a parcel number") -> Cell:
    """An identifier: text as given. Dates and numbers in its place are damage, and are never repaired."""
    if _is_blank(cell):
        return BLANK
    if isinstance(cell, (date, time)):
        return Cell(None, IS_DATE.format(wanted=wanted))
    if isinstance(cell, bool):
        return Cell(None, f"this cell is true or false; {wanted} was expected")
    if isinstance(cell, (int, float)):
        return Cell(None, _number_in_place_of(cell, wanted))
    text, cut = clean(str(cell))
    if _SCIENTIFIC.fullmatch(text):
        return Cell(None, f"{wanted} was expected; this was {NUMBER_LOST}")
    if _ISO_DATE.fullmatch(text) or _MONTH_DATE.fullmatch(text):
        return Cell(None, f"this cell holds a date that a spreadsheet wrote; {wanted} was expected")
    return Cell(text or None, note=CLEANED if cut else "")


def _number_in_place_of(cell: float, wanted: str) -> str:
    plain = _plain(cell)
    if abs(cell) >= 1e15:
        return f"{wanted} was expected; this was {NUMBER_LOST}"
    if "." in plain:
        return f"this cell is the number {plain}; {wanted} was expected as text ({plain} or {plain}0?)"
    return f"this cell is the number {plain}; {wanted} was expected as text (zeros may be lost)"


def text(cell: Any, limit: int) -> Cell:
    """Plain text of at most ``limit`` characters, inner runs of blanks made one."""
    if _is_blank(cell):
        return BLANK
    if isinstance(cell, (date, time)):
        return Cell(None, IS_DATE.format(wanted="text"))
    value, cut = clean(cell if isinstance(cell, str) else _plain(cell))
    value = " ".join(value.split())
    if len(value) > limit:
        return Cell(None, f"longer than {limit} characters")
    return Cell(value or None, note=CLEANED if cut else "")


def number(cell: Any) -> Cell:
    """A number, with or without commas between thousands."""
    if _is_blank(cell):
        return BLANK
    if isinstance(cell, (date, time)):
        return Cell(None, IS_DATE.format(wanted="a number"))
    if isinstance(cell, bool):
        return Cell(None, "this is not a number")
    if isinstance(cell, (int, float)):
        return Cell(cell) if math.isfinite(cell) else Cell(None, "this is not a number")
    value = clean(str(cell))[0]
    if not value:
        return BLANK
    if _SCIENTIFIC.fullmatch(value):
        return Cell(float(value))
    if not _NUMBER.fullmatch(value):
        return Cell(None, "this is not a number")
    plain = value.replace(",", "")
    return Cell(float(plain) if "." in plain else int(plain))


def decimal(cell: Any, *, digits: int, places: int) -> Cell:
    """A quantity that is not negative, rounded to ``places``; at most ``digits`` in all."""
    read = number(cell)
    if read.value is None:
        return read
    if read.value < 0:
        return Cell(None, "this quantity is negative")
    value = Decimal(str(read.value)).quantize(Decimal(1).scaleb(-places))
    if value >= Decimal(10) ** (digits - places):
        return Cell(None, "this quantity is too large")
    return Cell(value)


def count(cell: Any, *, least: int, most: int) -> Cell:
    """A whole number from ``least`` to ``most``; 0 stands for "not recorded" in the State's files and is blank."""
    read = number(cell)
    if not read.value:
        return read if read.fault else BLANK
    if read.value != int(read.value):
        return Cell(None, "a whole number was expected")
    if not least <= read.value <= most:
        return Cell(None, f"a number from {least} to {most} was expected")
    return Cell(int(read.value))


def coordinate(cell: Any, *, most: float) -> Cell:
    """A coordinate, at most ``most`` either way."""
    read = number(cell)
    if read.value is not None and abs(read.value) > most:
        return Cell(None, f"this coordinate lies beyond {most:g}")
    return Cell(None if read.value is None else float(read.value), read.fault)


def zip_code(cell: Any, limit: int) -> Cell:
    """A ZIP code. The column is known to hold ZIP codes, so leading zeros that a spreadsheet dropped are restored."""
    if _is_blank(cell):
        return BLANK
    if isinstance(cell, (date, time)):
        return Cell(None, IS_DATE.format(wanted="a ZIP code"))
    value, _ = clean(cell if isinstance(cell, str) else _plain(cell))
    digits = re.fullmatch(r"(\d+)(?:\.0+)?", value)
    if digits is None:
        return Cell(None, f"longer than {limit} characters") if len(value) > limit else Cell(value or None)
    bare = digits[1]
    if not bare.strip("0"):
        return BLANK
    if len(bare) in {5, 9}:
        return Cell(bare if len(bare) == 5 else f"{bare[:5]}-{bare[5:]}")
    if len(bare) < 3 or len(bare) in {6, 7} or len(bare) > 9:
        return Cell(None, "this is not a ZIP code")
    full = bare.zfill(5) if len(bare) < 5 else bare.zfill(9)
    return Cell(full if len(full) == 5 else f"{full[:5]}-{full[5:]}", note=ZIP_PADDED)


def service(cell: Any) -> Cell:
    """Sewer or water service by the State's codes or words: none, private, public; blank or unknown stays unknown."""
    if _is_blank(cell):
        return BLANK
    key = clean(_plain(cell))[0].lower()
    found = SEWER_CODES.get(key)
    if found is None:
        return Cell(None, note=UNKNOWN_CODE) if key else BLANK
    return Cell(None if found == "unknown" else found)


def yes(cell: Any) -> Cell:
    """A mark such as Y, yes, true or 1; anything else is no."""
    return Cell(not _is_blank(cell) and clean(_plain(cell))[0].lower() in {"y", "yes", "true", "t", "1"})


def translated(convert: Converter, table: Mapping[str, str]) -> Converter:
    """``convert`` after a county's own codes have been put into the words of ``table``."""
    words = {key.strip().lower(): value for key, value in table.items()}

    def read(cell: Any) -> Cell:
        key = "" if _is_blank(cell) else clean(_plain(cell))[0]
        return convert(words.get(key.lower(), cell))

    return read


def restored(cell: str) -> str:
    """Text of a CSV cell as it was before ``neutralised`` protected it."""
    return _NEUTRALISED.sub("", cell, count=1) if cell.startswith("'") else cell


swis_code: Converter = partial(identifier, wanted="a six-digit SWIS code")
