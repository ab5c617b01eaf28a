"""Today: what waits for me, for my role and for the office; and what an import left out."""

import csv
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import NoReverseMatch, reverse

from sanitarian.core.dates import today
from sanitarian.core.export import csv_safe
from sanitarian.county.models import ImportRun
from sanitarian.desk.today import queries
from sanitarian.parties.models import User
from sanitarian.wastewater.queries import DueFilter, due_count

REJECTS_PAGE = 100


def today_page(request: HttpRequest) -> HttpResponse:
    """Counts on top, then the first rows behind each; with ``group`` one group whole, page by page."""
    actor = request.actor  # type: ignore[attr-defined]
    scope = request.GET.get("for", "")
    if scope not in queries.SCOPES:
        scope = queries.first_scope(actor)
    tasks, groups = queries.tasks_for(actor, scope), queries.groups(today())
    context: dict[str, Any] = {"scope": scope, "scopes": _scopes(scope, request.GET.get("group", ""))}
    if "group" in request.GET:
        return _group_page(request, context)
    numbers = queries.counts(tasks, groups)
    overdue_inspections = due_count(DueFilter(status="overdue"))
    context |= {
        "day": today(),
        "counts": [(group, numbers[group.name]) for group in groups if numbers[group.name]],
        "sections": queries.sections(tasks, groups, numbers),
        "imports": queries.imports_with_rejects(),
        "overdue_inspections": overdue_inspections,
        "due_url": _address("desk:due", status="overdue"),
        "review_url": _address("desk:review"),
    }
    return render(request, "desk/today/page.html", context)


def _group_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    groups = {group.name: group for group in queries.groups(today())}
    group = groups.get(request.GET["group"])
    if group is None:
        raise Http404
    tasks = queries.tasks_for(request.actor, context["scope"])  # type: ignore[attr-defined]
    lines, following = queries.page_of(tasks, group, _key(request.GET.get("after", "")))
    next_url = ""
    if following:
        due, pk = following
        next_url = _address(
            "desk:today",
            **{"group": group.name, "for": context["scope"], "after": f"{due.isoformat() if due else ''}~{pk}"},
        )
    context |= {
        "crumbs": [{"label": "Today", "url": _address("desk:today", **{"for": context["scope"]})}],
        "group": group,
        "count": queries.counts(tasks, [group])[group.name],
        "lines": lines,
        "next_url": next_url,
        "first_url": _address("desk:today", **{"group": group.name, "for": context["scope"]})
        if "after" in request.GET
        else "",
        "review_url": _address("desk:review"),
    }
    return render(request, "desk/today/group.html", context)


def _key(text: str) -> tuple[date | None, int] | None:
    due, _, pk = text.partition("~")
    try:
        return (date.fromisoformat(due) if due else None), int(pk)
    except ValueError:
        return None


def _address(view: str, **parameters: str) -> str:
    try:
        address = reverse(view)
    except NoReverseMatch:  # this installation does not have the page
        return ""
    return f"{address}?{urlencode(parameters)}" if parameters else address


def _scopes(current: str, group: str) -> list[dict[str, Any]]:
    extra = {"group": group} if group else {}
    return [
        {"label": label, "url": _address("desk:today", **{"for": name}, **extra), "current": name == current}
        for name, label in queries.SCOPES.items()
    ]


def import_page(request: HttpRequest, run_id: int) -> HttpResponse:
    """One import: what came of it, and every row that was left out, with field, value and reason."""
    run = get_object_or_404(ImportRun, pk=run_id)
    rejects = run.rejects.order_by("pk")
    if request.GET.get("format") == "csv":
        return _rejects_csv(run)
    after = request.GET.get("after", "")
    some = list(rejects.filter(pk__gt=int(after) if after.isdecimal() else 0)[: REJECTS_PAGE + 1])
    page = reverse("desk:import", args=[run.pk])
    by = User.objects.filter(pk=run.by.removeprefix("user:")).first() if run.by.startswith("user:") else None
    context = {
        "crumbs": [{"label": "Today", "url": reverse("desk:today")}],
        "title": f"Import of {run.kind}",
        "run": run,
        "facts": [
            {"label": "Kind", "value": run.kind},
            {"label": "Outcome", "value": run.get_status_display()},
            {"label": "Run by", "value": by.name if by else run.by},
            *_count_facts(run.counts),
        ],
        "count": rejects.count(),
        "rejects": some[:REJECTS_PAGE],
        "next_url": f"{page}?after={some[REJECTS_PAGE - 1].pk}" if len(some) > REJECTS_PAGE else "",
        "first_url": page if after else "",
        "csv_url": f"{page}?format=csv",
    }
    return render(request, "desk/today/import.html", context)


def _count_facts(counts: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"label": name.replace("_", " ").capitalize(), "value": f"{value:,}"}
        for name, value in counts.items()
        if isinstance(value, int)
    ]


def _rejects_csv(run: ImportRun) -> HttpResponse:
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="rejected-rows-{run.pk}.csv"'
    writer = csv.writer(response)
    writer.writerow(("row", "field", "value", "reason"))
    for reject in run.rejects.order_by("pk").iterator():
        writer.writerow(csv_safe(cell) for cell in (reject.row, reject.field, reject.value, reject.reason))
    return response
