"""A file of pump-outs, read: which column is what, and every cell a value or a fault with its remedy.

Nothing damaged is guessed back: a tax map number that a spreadsheet made a date or a number rejects its row (C05, C42).
"""

import io
import math
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any

from sanitarian.county.imports import cells
from sanitarian.county.imports.cells import Cell
from sanitarian.county.imports.findings import ImportRefused
from sanitarian.county.imports.sheets import Sheet, open_csv, open_xlsx
from sanitarian.law.moments import SkippedTime, new_york
from sanitarian.wastewater.pump_out_places import Written
from sanitarian.wastewater.volumes import NoVolume, Volume, read_volume

LARGEST = 5 * 1024 * 1024
_UNPACKED = 100 * 1024 * 1024
MOST_ROWS = 20_000
MEND = "What to mend"  # the column that a file of rejected rows has besides; it is not read
_SERIAL_ZERO = date(1899, 12, 30)  # of the usual calendar of spreadsheets
_SERIALS = range(30_000, 80_000)
_LEADING_ZEROS = "manifest numbers were stored as numbers; zeros in front of them may be lost"
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap])?\.?m?\.?", re.IGNORECASE)
_DATE = re.compile(r"(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})/(\d{1,2})/(\d{4}))(?:[T ]+(.+))?")


@dataclass(frozen=True)
class Column:
    """A fact of a row: its names in a header, the first being that of the template."""

    name: str
    headers: tuple[str, ...]
    meaning: str
    example: str = ""


COLUMNS = (
    Column("pumped_date", ("Date pumped", "Date", "Pumped on", "Pump date", "Service date"), "day of the pump-out",
           "06/01/2026"),
    Column("pumped_time", ("Time pumped", "Time", "Pumped at"), "time of the pump-out", "9:30 AM"),
    Column("town", ("Town", "Municipality", "City"), "town, city or village of the property", "Niles"),
    Column("tax_map", ("Tax map number", "Tax map", "Print key", "SBL", "Parcel", "Parcel number"),
           "as on the tax bill; format the column as text", "12.-3-4.12"),
    Column("address", ("Street address", "Address", "Property address", "Location"), "needed without a tax map number",
           "12 Test Rd"),
    Column("volume", ("Volume", "Volume pumped", "Amount", "Quantity", "Gallons", "Gallons pumped", "Volume (gal)"),
           "how much was pumped", "1000"),
    Column("unit", ("Unit", "Units", "UOM"), "gal, kgal, L or m3; a column called Gallons needs none", "gal"),
    Column("tank", ("Tank", "Which tank"), "which tank, where there are several", "septic tank"),
    Column("tank_gallons", ("Tank capacity (gallons)", "Tank size", "Tank capacity"), "size of the tank", "1000"),
    Column("disposal", ("Disposal place", "Disposal site", "Disposed at", "Facility", "Plant"),
           "where the load went, as the department's list calls it", "Auburn plant"),
    Column("disposed_date", ("Date disposed", "Disposal date"), "if not the day of the pump-out", ""),
    Column("disposed_time", ("Time disposed", "Disposal time"), "time at which the load was left there", "11:15 AM"),
    Column("plowed_date", ("Date plowed under", "Date incorporated"), "for a land site", ""),
    Column("plowed_time", ("Time plowed under", "Time incorporated"), "for a land site", ""),
    Column("manifest_number", ("Manifest number", "Manifest", "Manifest no", "Ticket", "Ticket number"),
           "format the column as text", "M 1017"),
    Column("remarks", ("Remarks", "Notes", "Comments"), "anything else", ""),
)  # fmt: skip
_BY_HEADER = {header.casefold(): column.name for column in COLUMNS for header in column.headers}
_IN_GALLONS = frozenset({"gallons", "gallons pumped", "volume (gal)"})
_NEEDED = ("pumped_date", "volume", "disposal")


@dataclass
class ReadRow:
    """A row as read: ``facts`` are complete where there are no faults."""

    number: int
    cells: list[str]
    facts: dict[str, Any] = field(default_factory=dict)
    faults: list[dict[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def fault(self, header: str, value: Any, reason: str) -> None:
        """Note why the row is not taken."""
        self.faults.append({"field": header, "value": cells.shown(value)[:200], "reason": reason})


@dataclass(frozen=True)
class ReadFile:
    """A file as read."""

    headers: list[str]
    rows: list[ReadRow]
    notices: list[str]


def read_file(name: str, content: bytes) -> ReadFile:
    """Read a CSV file or a workbook.

    Raises:
        ImportRefused: it is empty, too large, of another kind, or lacks a column that every row needs.
    """
    sheet = _opened(name, content)
    columns = _recognised(sheet.headers)
    table = sheet.read(sheet.headers, ())
    if not table.numbers and not table.rejects:
        raise ImportRefused(f"{name} has a header and no rows. Fill in one row for each pump-out.")
    if table.read > MOST_ROWS:
        raise ImportRefused(f"{name} has {table.read:,} rows; at most {MOST_ROWS:,} are taken at once. Split the file.")
    rows = []
    for place, number in enumerate(table.numbers):
        raw = {header: table.columns[header][place] for header in sheet.headers}
        row = ReadRow(number, [cells.shown(raw[header]) for header in sheet.headers])
        _Reader(row, raw, columns).read()
        rows.append(row)
    for reject in table.rejects:
        shifted = ReadRow(reject.row, [])
        shifted.fault(reject.field or "row", reject.value, reject.reason)
        rows.append(shifted)
    unread = [header for header in sheet.headers if header not in columns.values() and header != MEND]
    notices = sheet.notices.lines()
    if unread:
        notices.append(f"Columns that are not read: {', '.join(unread)}.")
    return ReadFile(sheet.headers, sorted(rows, key=lambda row: row.number), notices)


def _opened(name: str, content: bytes) -> Sheet:
    if not content:
        raise ImportRefused(f"{name} is empty.")
    if len(content) > LARGEST:
        raise ImportRefused(f"{name} is larger than 5 MB. Split it, or save it as CSV.")
    suffix = name.lower().rpartition(".")[2]
    if content[:4] == b"PK\x03\x04" and suffix == "xlsx":
        _require_small(content, name)
        return open_xlsx(content, name, None, several="Keep the pump-outs on one sheet and delete or empty the others.")
    if suffix in {"csv", "txt"}:
        return open_csv(content, name)
    raise ImportRefused(f"{name} is neither CSV nor an Excel workbook (.xlsx). Save it as one of these.")


def _require_small(content: bytes, name: str) -> None:
    """Refuse a workbook that unpacks to more than a log of pump-outs ever would."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            size = sum(member.file_size for member in book.infolist())
    except zipfile.BadZipFile:
        raise ImportRefused(f"{name} is not a readable workbook. Save it again, or save it as CSV.") from None
    if size > _UNPACKED:
        raise ImportRefused(f"{name} unpacks to more than 100 MB. Save it as CSV.")


def _recognised(headers: Sequence[str]) -> dict[str, str]:
    """Which header gives which fact; the first of two that mean the same."""
    columns: dict[str, str] = {}
    for header in headers:
        name = _BY_HEADER.get(" ".join(header.split()).casefold())
        if name is not None and name in columns:
            raise ImportRefused(f"The columns {columns[name]!r} and {header!r} mean the same. Keep one of them.")
        if name is not None:
            columns[name] = header
    templates = {column.name: column.headers[0] for column in COLUMNS}
    missing = [templates[name] for name in _NEEDED if name not in columns]
    if not {"tax_map", "address"} & columns.keys():
        missing.append(f"{templates['tax_map']} or {templates['address']}")
    if missing:
        raise ImportRefused(
            f"These columns were not found: {', '.join(missing)}. The file has: {', '.join(headers)}. "
            "Name the columns as in the template."
        )
    return columns


class _Reader:
    """Reads one row."""

    def __init__(self, row: ReadRow, raw: Mapping[str, Any], columns: Mapping[str, str]) -> None:
        self.row, self.raw, self.columns = row, raw, columns

    def read(self) -> None:
        facts = self.row.facts
        facts["pumped_at"] = self._moment("pumped", needed=True)
        facts["disposed_at"] = self._moment("disposed", day_of=facts["pumped_at"])
        facts["incorporated_at"] = self._moment("plowed", day_of=facts["disposed_at"] or facts["pumped_at"])
        facts["place"] = Written(
            tax_map=self._identifier("tax_map", "a tax map number")[:80],
            town=self._text("town", 80),
            address=self._text("address", 200),
        )
        facts["volume"] = self._volume()
        facts["tank"] = self._text("tank", 80)
        facts["tank_gallons"] = self._cell("tank_gallons", lambda cell: cells.count(cell, least=50, most=1_000_000))
        facts["disposal"] = self._text("disposal", 200)
        if not facts["disposal"]:
            self._fault("disposal", "say where the load went")
        facts["manifest_number"] = self._cell("manifest_number", _manifest) or ""
        facts["remarks"] = self._text("remarks", 2_000)
        if not facts["place"].text and not self.row.faults:
            self.row.fault("place", "", "give a tax map number or a street address")

    def _raw(self, name: str) -> Any:
        return self.raw.get(self.columns.get(name, ""))

    def _fault(self, name: str, reason: str) -> None:
        self.row.fault(self.columns.get(name, name.replace("_", " ")), self._raw(name), reason)

    def _cell(self, name: str, convert: Callable[[Any], Cell]) -> Any:
        read = convert(self._raw(name))
        if read.fault:
            self._fault(name, read.fault)
        if read.note:
            self.row.notes.append(read.note)
        return read.value

    def _text(self, name: str, limit: int) -> str:
        return self._cell(name, lambda cell: cells.text(cell, limit)) or ""

    def _identifier(self, name: str, wanted: str) -> str:
        return self._cell(name, lambda cell: cells.identifier(cell, wanted)) or ""

    def _volume(self) -> Volume | None:
        unit = self._text("unit", 40)
        if not unit and self.columns["volume"].casefold() in _IN_GALLONS:
            unit = "gal"
        written = self._cell("volume", lambda cell: cells.text(cell, 60)) or ""
        if self.row.faults and self.row.faults[-1]["field"] == self.columns["volume"]:
            return None
        if not written:
            self._fault("volume", "the volume is missing")
            return None
        try:
            return read_volume(written, unit)
        except NoVolume as refused:
            self._fault(refused.field if refused.field in self.columns else "volume", str(refused))
        return None

    def _moment(self, what: str, *, needed: bool = False, day_of: datetime | None = None) -> datetime | None:
        """A day and a time of day, from one cell or two. A time alone is on the day of what came before."""
        day, clock = self._day(f"{what}_date")
        given = self._cell(f"{what}_time", time_of_day)
        clock = given if given is not None else clock
        if day is None and clock is not None and day_of is not None:
            day = day_of.date()
        if day is None and clock is None and not needed:
            return None
        if day is None or clock is None:
            lacking, name = ("day", f"{what}_date") if day is None else ("time", f"{what}_time")
            if not any(fault["field"] in {self.columns.get(f"{what}_date"), self.columns.get(f"{what}_time")}
                       for fault in self.row.faults):  # fmt: skip
                self._fault(name, f"the {lacking} is missing")
            return None
        try:
            return new_york(datetime.combine(day, clock))
        except SkippedTime:
            self._fault(f"{what}_time", "there is no such time: the clock went forward over it that night")
            return None

    def _day(self, name: str) -> tuple[date | None, time | None]:
        read = self._cell(name, day_and_time)
        return read if read is not None else (None, None)


def _manifest(cell: Any) -> Cell:
    """A manifest number. A whole number is taken, with a remark; what lost digits is not."""
    is_number = isinstance(cell, (int, float)) and not isinstance(cell, bool)
    if is_number and 0 <= cell < 1e15 and float(cell).is_integer():
        return Cell(str(int(cell)), note=_LEADING_ZEROS)
    read = cells.identifier(cell, "a manifest number")
    if read.value and len(read.value) > 40:
        return Cell(None, "longer than 40 characters")
    return read


def day_and_time(cell: Any) -> Cell:
    """A day, with the time of day where the cell holds one: (date, time or None)."""
    if isinstance(cell, datetime):
        return Cell((cell.date(), cell.time() if cell.time() != time() else None))
    if isinstance(cell, date):
        return Cell((cell, None))
    if isinstance(cell, (int, float)) and not isinstance(cell, bool):
        return _from_serial(cell)
    text = cells.clean("" if cell is None else str(cell))[0]
    if not text:
        return Cell(None)
    if text.isdigit() and int(text) in _SERIALS:
        return _from_serial(int(text))
    found = _DATE.fullmatch(text)
    if found is None:
        return Cell(None, "this is not a date; write month/day/year with a four-digit year, such as 06/01/2026")
    year, month, day = (found[1], found[2], found[3]) if found[1] else (found[6], found[4], found[5])
    try:
        on = date(int(year), int(month), int(day))
    except ValueError:
        return Cell(None, "there is no such day; check month, day and year")
    clock = time_of_day(found[7]) if found[7] else Cell(None)
    if clock.fault:
        return clock
    return Cell((on, clock.value if clock.value != time() else None))


def _from_serial(number: float) -> Cell:
    if not math.isfinite(number) or int(number) not in _SERIALS:
        return Cell(None, "this is a number; a date was expected. Format the column as dates")
    on = _SERIAL_ZERO + timedelta(days=int(number))
    clock = time_of_day(number - int(number)) if number != int(number) else Cell(None)
    return Cell((on, clock.value), note="dates stored as plain numbers were read by the usual calendar of spreadsheets")


def time_of_day(cell: Any) -> Cell:
    """A time of day: a time cell, a share of a day, or text such as 9:30, 2:05 PM or 14:05."""
    if isinstance(cell, datetime):
        return Cell(cell.time().replace(microsecond=0))
    if isinstance(cell, time):
        return Cell(cell.replace(microsecond=0))
    if isinstance(cell, float) and 0 <= cell < 1:
        seconds = round(cell * 86_400) % 86_400
        return Cell(time(seconds // 3600, seconds // 60 % 60, seconds % 60))
    text = cells.clean("" if cell is None else str(cell))[0]
    if not text:
        return Cell(None)
    found = _TIME.fullmatch(text)
    wrong = "this is not a time of day; write such as 9:30 AM or 14:05"
    if found is None:
        return Cell(None, wrong)
    hour, minute, second, half = int(found[1]), int(found[2]), int(found[3] or 0), (found[4] or "").lower()
    if half and not 1 <= hour <= 12:
        return Cell(None, wrong)
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 23 or minute > 59 or second > 59:
        return Cell(None, wrong)
    return Cell(time(hour, minute, second))
