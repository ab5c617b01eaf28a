"""The register of pump-outs, one of them, its place, and loads by plant and month."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import today
from sanitarian.core.export import csv_response
from sanitarian.core.models import Task
from sanitarian.core.permissions import may
from sanitarian.core.records import ref
from sanitarian.desk.pump_outs.forms import FilterForm, LookForm, MatchForm, YearForm
from sanitarian.desk.reports.queries import timeline_of
from sanitarian.wastewater.acts.pump_out_review import look_over_pump_out, match_pump_out
from sanitarian.wastewater.acts.pump_out_tasks import DISPOSAL, VOLUME, waits_for
from sanitarian.wastewater.models import PumpOut, PumpOutSuspicion
from sanitarian.wastewater.pump_out_lists import as_csv, list_page
from sanitarian.wastewater.pump_out_queries import (
    RELATED,
    WHAT,
    Loads,
    PumpOutFilter,
    loads_by_place_and_month,
)
from sanitarian.wastewater.pump_out_shown import facts_of, tone_of


@require_safe
def pump_outs(request: HttpRequest) -> HttpResponseBase:
    """A page of the register by key, or all of it as a file; counts on top lead to what waits."""
    form = FilterForm(request.GET or None)
    asked = form.asked() if form.is_bound else PumpOutFilter()
    rows = asked.narrow(PumpOut.objects.select_related(*RELATED))
    if request.GET.get("format") == "csv":
        return as_csv(rows, f"pump-outs-{today().isoformat()}")
    names = ("month", "hauler", "place", "what", "file")
    page = list_page(rows, request.GET, {name: request.GET[name] for name in names if request.GET.get(name)})
    open_pairs = PumpOutSuspicion.objects.filter(outcome=PumpOutSuspicion.Outcome.OPEN).count()
    context = {
        "form": form,
        "asked": asked,
        "lines": [(row, tone_of(row)) for row in page.rows],
        "count": rows.count(),
        "counts": [(key, WHAT[key][0], PumpOut.objects.filter(WHAT[key][1]).count()) for key in ("match", "unlisted")],
        "open_pairs": open_pairs,
        "may_log": may(request.actor, "wastewater.pumpout.log"),  # type: ignore[attr-defined]
        "csv_url": page.csv_url,
        "previous_url": page.previous_url,
        "next_url": page.next_url,
    }
    return render(request, "desk/pump_outs/list.html", context)


def pump_out(request: HttpRequest, pump_out_id: int) -> HttpResponse:
    """One pump-out: what was reported, what the law says, what it looks like, history."""
    row = get_object_or_404(PumpOut.objects.select_related(*RELATED), pk=pump_out_id)
    form = LookForm(request.POST if request.method == "POST" else None, use_required_attribute=False)
    actor: Any = request.actor  # type: ignore[attr-defined]
    if form.is_bound and form.is_valid():
        try:
            look_over_pump_out(actor, row.pk, reason=form.cleaned_data["reason"])
            messages.success(request, "What you found is on record.")
            return redirect("desk:pump-out", row.pk)
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
    return render(
        request, "desk/pump_outs/pump_out.html", _context(actor, row, form), status=422 if form.errors else 200
    )


def _context(actor: Any, row: PumpOut, form: LookForm) -> dict[str, Any]:
    pairs = PumpOutSuspicion.objects.filter(Q(first=row) | Q(second=row)).select_related("first", "second")
    waiting = Task.objects.filter(subject=ref(row), closed_at__isnull=True, kind__in=[VOLUME, DISPOSAL])
    links = {"Place": reverse("desk:property", args=[row.parcel_id]) if row.parcel_id else "",
             "System": reverse("desk:system", args=[row.system_id]) if row.system_id else "",
             "Hauler": reverse("desk:firm", args=[row.hauler_id])}  # fmt: skip
    return {
        "row": row,
        "tone": tone_of(row),
        "facts": [fact | {"url": links.get(fact["label"], "")} for fact in facts_of(row)],
        "waits": waits_for(row),
        "stands_out": waiting.exists(),
        "pairs": [(pair, pair.second if pair.first_id == row.pk else pair.first) for pair in pairs],
        "entries": timeline_of(ref(row)),
        "form": form,
        "may_change": may(actor, "wastewater.pumpout.correct"),
        "may_match": may(actor, "wastewater.pumpout.match"),
        "crumbs": [{"label": "Pump-outs", "url": reverse("desk:pump-outs")}],
    }


def match(request: HttpRequest, pump_out_id: int) -> HttpResponse:
    """Say which parcel and system a place is: find the parcel, then choose among its systems."""
    row = get_object_or_404(PumpOut.objects.select_related(*RELATED), pk=pump_out_id)
    if row.state == PumpOut.State.WITHDRAWN:
        raise PermissionDenied
    data = request.POST if request.method == "POST" else request.GET if "tax_map" in request.GET else None
    form = MatchForm(data, row=row, initial={"tax_map": row.tax_map})
    found = form.is_bound and form.look()
    if request.method == "POST" and found and form.parcel is not None:
        chosen = next((item for item in form.systems if str(item.pk) == request.POST.get("system")), None)
        version = request.POST.get("version", "")
        try:
            match_pump_out(
                request.actor, row.pk, parcel=form.parcel, system=chosen,  # type: ignore[attr-defined]
                version=int(version) if version.isdigit() else None,
            )  # fmt: skip
            messages.success(request, f"Pump-out {row.number} belongs to {form.parcel}.")
            return redirect("desk:pump-out", row.pk)
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
    context = {
        "row": row, "form": form, "found": found,
        "crumbs": [{"label": row.number, "url": reverse("desk:pump-out", args=[row.pk])}],
    }  # fmt: skip
    return render(request, "desk/pump_outs/match.html", context, status=422 if form.errors else 200)


@require_safe
def loads(request: HttpRequest) -> HttpResponseBase:
    """Loads and gallons by disposal place and month of a year; as a file with ``format=csv``."""
    form = YearForm(request.GET or None)
    year = form.year_asked()
    found = loads_by_place_and_month(year)
    if request.GET.get("format") == "csv":
        head = ("Disposal place", "Kind", "Month", "Loads", "Gallons")
        lines = ((item.place, item.kind, f"{item.month:%Y-%m}", item.loads, item.gallons) for item in found)
        return csv_response(f"loads-{year}.csv", head, lines)
    context = {
        "form": form,
        "year": year,
        "places": _by_place(found),
        "loads": sum(item.loads for item in found),
        "gallons": sum(item.gallons for item in found),
        "crumbs": [{"label": "Pump-outs", "url": reverse("desk:pump-outs")}],
    }
    return render(request, "desk/pump_outs/loads.html", context)


def _by_place(found: list[Loads]) -> list[dict[str, Any]]:
    names = list(dict.fromkeys(item.place for item in found))
    return [
        {
            "name": name,
            "months": [item for item in found if item.place == name],
            "loads": sum(item.loads for item in found if item.place == name),
            "gallons": sum(item.gallons for item in found if item.place == name),
        }
        for name in names
    ]
