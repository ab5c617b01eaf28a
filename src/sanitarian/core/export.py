"""Cells of files that people open in a spreadsheet."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.http import StreamingHttpResponse

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def neutralised(text: str) -> str:
    """Text that no spreadsheet runs as a formula: an apostrophe before a leading = + - @, tab or return (C39)."""
    return f"'{text}" if text.startswith(_STARTS_A_FORMULA) else text


def csv_safe(value: Any) -> Any:
    """A cell: text that cannot run as a formula; a number stays a number."""
    return neutralised(value) if isinstance(value, str) else value


class _Echo:
    """A file that hands back what is written to it, so that a long list is sent as it is read."""

    def write(self, text: str) -> str:
        return text


def csv_response(name: str, head: Sequence[str], rows: Iterable[Iterable[Any]]) -> StreamingHttpResponse:
    """A CSV file (UTF-8 with mark), sent row by row; text in it cannot run as a formula."""

    def lines() -> Iterator[str]:
        writer = csv.writer(_Echo())
        yield f"\ufeff{writer.writerow(head)}"
        for row in rows:
            yield writer.writerow(csv_safe(cell) for cell in row)

    response = StreamingHttpResponse(lines(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
