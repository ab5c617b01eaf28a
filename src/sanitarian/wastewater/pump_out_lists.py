"""Lists of pump-outs on pages and in files: months and keys in addresses, one page with its links, the CSV."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict, StreamingHttpResponse

from sanitarian.core.export import csv_response
from sanitarian.wastewater.models import PumpOut
from sanitarian.wastewater.pump_out_queries import CSV_COLUMNS, PAGE, Key, cells, every, page_of

_MONTH = re.compile(r"(\d{4})-(\d{1,2})|(\d{1,2})/(\d{4})")


class MonthField(forms.CharField):
    """A month typed as 06/2026 or 2026-06; cleans to its first day, or None."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off"})
        super().__init__(required=False, max_length=7, widget=widget, help_text="Such as 06/2026", **kwargs)

    def clean(self, value: Any) -> date | None:
        text = str(super().clean(value) or "").strip()
        found = _MONTH.fullmatch(text)
        if not text:
            return None
        year, month = (found[1] or found[4], found[2] or found[3]) if found else ("0", "0")
        try:
            return date(int(year), int(month), 1)
        except ValueError:
            raise forms.ValidationError("Write a month as month/year, such as 06/2026.") from None


def key_in(text: str) -> Key | None:
    """The key of a row as an address carries it; None for what is none."""
    day, _, pk = text.partition("~")
    try:
        return date.fromisoformat(day), int(pk)
    except ValueError:
        return None


def key_text(row: PumpOut) -> str:
    """The key of a row for an address."""
    return f"{row.pumped_on.isoformat()}~{row.pk}"


@dataclass(frozen=True)
class ListPage:
    """One page of a list by key, and the addresses of its neighbours and of the whole as a file."""

    rows: list[PumpOut]
    previous_url: str
    next_url: str
    csv_url: str


def list_page(rows: QuerySet[PumpOut], asked: QueryDict, keep: Mapping[str, str]) -> ListPage:
    """The page that an address asks for; ``keep`` are the filters that its links carry on."""
    after, before = key_in(asked.get("after", "")), key_in(asked.get("before", ""))
    found = page_of(rows, after=after, before=before, size=PAGE + 1)
    more = len(found) > PAGE
    found = found[1:] if more and before else found[:PAGE]
    earlier = bool(found) and bool(after or (before and more))
    later = bool(found) and bool(before or more)
    return ListPage(
        rows=found,
        previous_url=f"?{urlencode({**keep, 'before': key_text(found[0])})}" if earlier else "",
        next_url=f"?{urlencode({**keep, 'after': key_text(found[-1])})}" if later else "",
        csv_url=f"?{urlencode({**keep, 'format': 'csv'})}",
    )


def as_csv(rows: QuerySet[PumpOut], name: str) -> StreamingHttpResponse:
    """All of these as a file."""
    lines = ([values[column] for column in CSV_COLUMNS] for values in map(cells, every(rows)))
    return csv_response(f"{name}.csv", CSV_COLUMNS, lines)
