"""The due list: what is to be inspected, by when, and what has no date."""

import csv
from collections.abc import Iterator
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse

from sanitarian.core.dates import today
from sanitarian.core.export import csv_safe
from sanitarian.desk.due.forms import DueForm, key_from, key_text
from sanitarian.wastewater.queries import PAGE, STATUSES, DueFilter, DueRow, due_count, due_page, due_rows

COLUMNS = ("due", "act_by", "status", "class", "town", "tax_map", "address", "system", "performed", "why")
KINDS = {
    "open": "wait",
    "overdue": "bad",
    "satisfied": "good",
    "late": "due",
    "void": "plain",
    "unscheduled": "unknown",
}


def due_list(request: HttpRequest) -> HttpResponseBase:
    """A page of the list by key, or with ``format=csv`` the whole of it."""
    data = request.GET.copy()
    if not data:
        data["year"] = str(today().year)
    form = DueForm(data)
    asked = form.asked()
    if data.get("format") == "csv":
        return _csv(asked)
    after, before = key_from(data.get("after", "")), key_from(data.get("before", ""))
    if not asked.lists_systems:
        after, before = (key if key and key[0] else None for key in (after, before))
    rows = due_page(asked, after=after, before=before, size=PAGE + 1)
    more = len(rows) > PAGE
    if more:
        rows = rows[1:] if before else rows[:PAGE]
    filters = {name: str(data[name]) for name in form.fields if data.get(name)}
    context: dict[str, Any] = {
        "form": form,
        "rows": [(row, KINDS.get(row.status, "unknown")) for row in rows],
        "count": due_count(asked),
        "asked": asked,
        "without_dates": [
            (STATUSES[status], _address({"status": status}), due_count(DueFilter(town=asked.town, status=status)))
            for status in ("unscheduled", "undetermined")
        ],
        "csv_url": _address({**filters, "format": "csv"}),
        "previous_url": _page(filters, "before", rows[0]) if rows and (after or (before and more)) else "",
        "next_url": _page(filters, "after", rows[-1]) if rows and (more or before) else "",
    }
    return render(request, "desk/due/list.html", context)


def _address(parameters: dict[str, str]) -> str:
    return f"{reverse('desk:due')}?{urlencode(parameters)}"


def _page(filters: dict[str, str], name: str, row: DueRow) -> str:
    return _address({**filters, name: key_text(row.key)})


class _Echo:
    """A file that hands back what is written to it, so that a long list is sent as it is read."""

    def write(self, text: str) -> str:
        return text


def _csv(asked: DueFilter) -> HttpResponseBase:
    def lines() -> Iterator[str]:
        writer = csv.writer(_Echo())
        yield writer.writerow(COLUMNS)
        for row in due_rows(asked):
            yield writer.writerow(csv_safe(value) for value in _cells(row))

    response = StreamingHttpResponse(lines(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="due-{asked.day.isoformat()}.csv"'
    return response


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""


def _cells(row: DueRow) -> tuple[str, ...]:
    return (
        *(_iso(row.due), _iso(row.act_by), row.status, row.schedule_class, row.town),
        *(row.print_key, row.address, row.system, _iso(row.performed), row.why),
    )
