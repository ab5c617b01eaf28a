"""Inspections by others: under which agreements, what was found of the local law, until when (V.XI)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import today
from sanitarian.core.permissions import may
from sanitarian.core.records import ref
from sanitarian.desk.inspectors.agreement_forms import AgreementForm, EndForm, FindingForm
from sanitarian.desk.reports.queries import timeline_of
from sanitarian.trades.agreements import end_agreement, find_law, record_agreement
from sanitarian.trades.models import Agreement
from sanitarian.wastewater.others import area_names

PAGE = 50


@dataclass(frozen=True)
class Line:
    """An agreement, its area in words, and how it stands on a day."""

    agreement: Agreement
    area: str
    day: date

    @property
    def standing(self) -> tuple[str, str]:
        """The words and their tone."""
        row = self.agreement
        if row.ends is not None and row.ends < self.day:
            return "Ended", "plain"
        if row.starts > self.day:
            return "Not begun", "wait"
        if row.by == Agreement.By.MUNICIPALITY and not row.local_law_meets_minimum:
            known = row.local_law_meets_minimum is False
            return ("Local law does not meet the minimum", "bad") if known else ("Finding not recorded", "unknown")
        return "Inspections are accepted", "good"


@dataclass(frozen=True)
class Change:
    """Something that may be done with an agreement."""

    key: str
    act: str
    label: str
    form: type[forms.Form]
    run: Callable[..., object]
    said: str
    cite: str


FINDING = Change("find", "trades.agreement.find", "Record the finding on the local law", FindingForm, find_law,
                 "The finding is on record.", "F-23")  # fmt: skip
ENDING = Change("end", "trades.agreement.end", "End the agreement", EndForm, end_agreement,
                "The last day is on record.", "V.XI")  # fmt: skip


def _lines(rows: list[Agreement]) -> list[Line]:
    names = area_names(row.area for row in rows)
    return [Line(row, names[row.area], today()) for row in rows]


@require_safe
def agreements(request: HttpRequest) -> HttpResponse:
    """The agreements, the latest first, each with its standing today."""
    wanted = request.GET.get("before", "")
    rows = Agreement.objects.order_by("-pk")
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 19:
        rows = rows.filter(pk__lt=int(wanted))
    found = list(rows[: PAGE + 1])
    context = {
        "lines": _lines(found[:PAGE]),
        "next_url": f"?before={found[PAGE - 1].pk}" if len(found) > PAGE else "",
        "may_record": may(request.actor, "trades.agreement.record"),  # type: ignore[attr-defined]
        "crumbs": [{"label": "Inspectors", "url": reverse("desk:inspectors")}],
    }
    return render(request, "desk/inspectors/agreements.html", context)


def agreement_new(request: HttpRequest) -> HttpResponse:
    """Record an agreement; the finding on the local law is an act of its own."""
    actor: Any = request.actor  # type: ignore[attr-defined]
    if not may(actor, "trades.agreement.record"):
        raise PermissionDenied
    form = AgreementForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            made = record_agreement(actor, **form.values())
            messages.success(request, "The agreement is on record.")
            return redirect("desk:agreement", made.pk)
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
    context = {"form": form, "crumbs": _crumbs()}
    return render(request, "desk/inspectors/agreement_new.html", context, status=422 if form.errors else 200)


def _crumbs() -> list[dict[str, str]]:
    return [
        {"label": "Inspectors", "url": reverse("desk:inspectors")},
        {"label": "Inspections by others", "url": reverse("desk:agreements")},
    ]


def agreement(request: HttpRequest, agreement_id: int) -> HttpResponse:
    """One agreement: its paper, the finding, its days, and what may be done."""
    found = get_object_or_404(Agreement, pk=agreement_id)
    actor: Any = request.actor  # type: ignore[attr-defined]
    do = request.POST.get("do", "")
    changes = [
        (change, change.form(request.POST if change.key == do else None, prefix=change.key))
        for change in _open_to(actor, found)
    ]
    if request.method == "POST":
        done = _do(request, found, changes)
        if done is not None:
            return done
    refused = any(form.non_field_errors() for _, form in changes)
    context = {
        "agreement": found, "line": _lines([found])[0], "changes": changes, "crumbs": _crumbs(),
        "municipal": found.by == Agreement.By.MUNICIPALITY, "entries": timeline_of(ref(found)),
        "version": found.version if refused else request.POST.get("version", found.version),
    }  # fmt: skip
    faulty = any(form.errors for _, form in changes)
    return render(request, "desk/inspectors/agreement.html", context, status=422 if faulty else 200)


def _open_to(actor: Any, found: Agreement) -> list[Change]:
    """What this reader may do with this agreement."""
    sensible = [FINDING, ENDING] if found.by == Agreement.By.MUNICIPALITY else [ENDING]
    return [change for change in sensible if may(actor, change.act)]


def _do(request: HttpRequest, found: Agreement, changes: list[tuple[Change, forms.Form]]) -> HttpResponse | None:
    """Do what was asked; None where the form says what to correct."""
    chosen = next(((change, form) for change, form in changes if form.is_bound), None)
    if chosen is None:
        raise PermissionDenied
    change, form = chosen
    version = request.POST.get("version", "")
    if not form.is_valid():
        return None
    try:
        known = int(version) if version.isascii() and version.isdigit() else None
        change.run(request.actor, found.pk, version=known, **form.cleaned_data)  # type: ignore[attr-defined]
    except ActRefused as refusal:
        form.add_error(None, str(refusal))
        found.refresh_from_db()
        return None
    messages.success(request, change.said)
    return redirect("desk:agreement", found.pk)
