"""CSV files and spreadsheets."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from python_calamine import CalamineError, CalamineWorkbook, PasswordError

from sanitarian.county.imports.cells import clean, restored
from sanitarian.county.imports.findings import ImportRefused, Notices, Reject
from sanitarian.county.imports.table import Table, require_distinct

_LONGEST_CELL = 10_000_000  # a polygon written as text fits
_DELIMITERS = (",", ";", "\t", "|")
NAME_ONE = "Name one with --layer."


class Sheet:
    """A table whose first row names the columns; row numbers are those a spreadsheet shows."""

    def __init__(self, rows: list[list[Any]], layer: str, notices: Notices) -> None:
        self.layer = layer
        self.notices = notices
        if not rows or not any(_filled(cell) for cell in rows[0]):
            raise ImportRefused(f"{layer}: the first row must name the columns, and it is empty.")
        self._heads = [clean(str(cell))[0] if _filled(cell) else "" for cell in rows[0]]
        require_distinct(self._heads)
        self.headers = [head for head in self._heads if head]
        self._rows = rows[1:]

    def read(self, columns: Sequence[str], identifiers: Sequence[str]) -> Table:
        """Rows that are not empty; a row with more cells than the header is rejected, for its cells may be shifted."""
        del identifiers  # cells carry their own types here
        width = len(self._heads)
        numbers: list[int] = []
        kept: list[list[Any]] = []
        rejects: list[Reject] = []
        for number, row in enumerate(self._rows, start=2):
            filled = max((place for place, cell in enumerate(row, start=1) if _filled(cell)), default=0)
            if not filled:
                continue
            if filled > width:
                reason = f"the row has {filled} cells, the header {width}; a comma or quotation mark may be misplaced"
                rejects.append(Reject(number, "", str(row[width])[:200], reason))
                continue
            numbers.append(number)
            kept.append([*row, *[None] * (width - len(row))])
        places = {name: self._heads.index(name) for name in columns}
        found = {name: [row[place] for row in kept] for name, place in places.items()}
        return Table(columns=found, numbers=numbers, rejects=rejects)


def _filled(cell: Any) -> bool:
    return cell is not None and cell != ""


def open_csv(content: bytes, name: str) -> Sheet:
    """Open a CSV file: UTF-8 (with or without mark) or UTF-16, else Windows-1252 with a notice.

    Raises:
        ImportRefused: the text cannot be decoded or has no header.
    """
    notices = Notices()
    text = _decoded(content, name, notices)
    if "\x00" in text:
        raise ImportRefused(f"{name} is not a text file. Export it as CSV in UTF-8.")
    header = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=header.count)
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        rows = list(reader)
    except csv.Error as error:  # an open quotation mark would swallow the rows after it
        raise ImportRefused(
            f"{name} cannot be read at line {reader.line_num}: {error}. Look for a stray quote."
        ) from None
    return Sheet([[restored(cell) for cell in row] for row in rows], name, notices)


def _decoded(content: bytes, name: str, notices: Notices) -> str:
    try:
        if content[:2] in {b"\xff\xfe", b"\xfe\xff"}:
            return content.decode("utf-16")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        raise ImportRefused(f"{name} is neither UTF-8 nor Windows-1252 text. Export it as CSV in UTF-8.") from None
    notices.add("the file is not UTF-8; it was read as Windows-1252: look at names with accents before you apply it")
    return text


def open_xlsx(content: bytes, name: str, layer: str | None, *, several: str = NAME_ONE) -> Sheet:
    """Open one sheet of a workbook, cells with the types they were stored in. ``several`` is what helps with several.

    Raises:
        ImportRefused: not a workbook, protected, or several sheets and none chosen.
    """
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    except PasswordError:
        raise ImportRefused(f"{name} is protected by a password. Save a copy without one.") from None
    except (CalamineError, OSError, ValueError) as error:
        raise ImportRefused(f"{name} is not a readable workbook: {error}.") from None
    sheets = {sheet: book.get_sheet_by_name(sheet).to_python(skip_empty_area=False) for sheet in book.sheet_names}
    filled = [sheet for sheet, rows in sheets.items() if any(_filled(cell) for row in rows for cell in row)]
    chosen = choose(layer, filled, name, "sheet", several=several)
    return Sheet(sheets[chosen], chosen, Notices())


def choose(wanted: str | None, available: Sequence[str], name: str, what: str, *, several: str = NAME_ONE) -> str:
    """The layer or sheet to read: the one named, or the only one there is.

    Raises:
        ImportRefused: there is none, no such, or several and none was named.
    """
    if wanted is not None:
        if wanted in available:
            return wanted
        raise ImportRefused(f"{name} has no {what} {wanted!r}; it has: {', '.join(available) or 'none'}.")
    if not available:
        raise ImportRefused(f"{name} holds no {what} with data.")
    if len(available) > 1:
        raise ImportRefused(f"{name} holds several {what}s: {', '.join(available)}. {several}")
    return available[0]
