"""The register of inspectors: who is certified today and why, and what may be done about one of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import today
from sanitarian.core.permissions import may
from sanitarian.core.records import ref
from sanitarian.desk.inspectors.forms import AsOfForm, CertifyForm, CourseForm, FilterForm, RegisterForm, RevokeForm
from sanitarian.desk.inspectors.queries import Line, matching, page_of, reports_filed
from sanitarian.desk.reports.queries import timeline_of
from sanitarian.trades import acts
from sanitarian.trades.facts import standing
from sanitarian.trades.models import Inspector
from sanitarian.wastewater.others import mandates


@dataclass(frozen=True)
class Change:
    """Something that may be done with an inspector's record."""

    key: str
    act: str
    label: str
    form: type[forms.Form]
    run: Callable[..., object]
    said: str
    cite: str


CHANGES = (
    Change("course", "trades.course.record", "Record a course", CourseForm, acts.record_course,
           "The course is on record.", "V.VI.A.5"),
    Change("certify", "trades.inspector.certify", "Certify", CertifyForm, acts.certify_inspector,
           "The certification is on record.", "V.VI.A.5"),
    Change("revoke", "trades.inspector.revoke", "Revoke the certification", RevokeForm, acts.revoke_inspector,
           "The certification is revoked.", "V.VI.B.3"),
)  # fmt: skip


def inspectors(request: HttpRequest) -> HttpResponse:
    """A page of the register by name, each with the standing today."""
    form = FilterForm(request.GET)
    name = form.cleaned_data["name"] if form.is_valid() else ""
    after, before = (_number(request.GET.get(key, "")) for key in ("after", "before"))
    lines, more = page_of(name, today(), after=after, before=before)
    keep = {"name": name} if name else {}
    earlier = bool(after) or (bool(before) and more)
    later = bool(before) or more
    context = {
        "form": form,
        "lines": lines,
        "count": matching(name).count(),
        "day": today(),
        "may_register": may(request.actor, "trades.inspector.register"),  # type: ignore[attr-defined]
        "previous_url": f"?{urlencode({**keep, 'before': lines[0].inspector.pk})}" if lines and earlier else "",
        "next_url": f"?{urlencode({**keep, 'after': lines[-1].inspector.pk})}" if lines and later else "",
    }
    return render(request, "desk/inspectors/list.html", context)


def inspector_new(request: HttpRequest) -> HttpResponse:
    """Put a person on the register; the certification is an act of its own."""
    actor: Any = request.actor  # type: ignore[attr-defined]
    if not may(actor, "trades.inspector.register"):
        raise PermissionDenied
    form = RegisterForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            with transaction.atomic():
                party = form.person()
                party.save()
                made = acts.register_inspector(actor, party=party, **form.qualifies())
            messages.success(request, f"{party.name} is on the register as {made.number}.")
            return redirect("desk:inspector", made.pk)
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
    crumbs = [{"label": "Inspectors", "url": reverse("desk:inspectors")}]
    status = 422 if form.errors else 200
    return render(request, "desk/inspectors/new.html", {"form": form, "crumbs": crumbs}, status=status)


def inspector(request: HttpRequest, inspector_id: int) -> HttpResponse:
    """One inspector: standing on a day and why, courses, reports filed, history, and what may be done."""
    found = get_object_or_404(Inspector.objects.select_related("party"), pk=inspector_id)
    actor: Any = request.actor  # type: ignore[attr-defined]
    do = request.POST.get("do", "")
    changes = [
        (change, change.form(request.POST if change.key == do else None, prefix=change.key))
        for change in CHANGES
        if may(actor, change.act) and (change.key != "revoke" or _certification_stands(found))
    ]
    if request.method == "POST":
        done = _do(request, found, changes)
        if done is not None:
            return done
    faulty = any(form.errors for _, form in changes)
    return render(
        request, "desk/inspectors/inspector.html", _context(request, found, changes), status=422 if faulty else 200
    )


def _certification_stands(found: Inspector) -> bool:
    """Whether the department certified and did not revoke since: only then is there something to revoke."""
    return found.certified_on is not None and (found.revoked_on is None or found.revoked_on < found.certified_on)


def _do(request: HttpRequest, found: Inspector, changes: list[tuple[Change, forms.Form]]) -> HttpResponse | None:
    """Do what was asked; None where the form says what to correct."""
    actor: Any = request.actor  # type: ignore[attr-defined]
    chosen = next(((change, form) for change, form in changes if form.is_bound), None)
    if chosen is None:
        if not any(change.key == request.POST.get("do") and may(actor, change.act) for change in CHANGES):
            raise PermissionDenied
        messages.error(request, "There is no certification to revoke: none was given, or it is revoked already.")
        return redirect("desk:inspector", found.pk)
    change, form = chosen
    if not form.is_valid():
        return None
    try:
        change.run(actor, found.pk, **form.cleaned_data)
    except ActRefused as refusal:
        form.add_error(None, str(refusal))
        return None
    messages.success(request, change.said)
    return redirect("desk:inspector", found.pk)


def _context(request: HttpRequest, found: Inspector, changes: list[tuple[Change, forms.Form]]) -> dict[str, Any]:
    asked = AsOfForm(request.GET if request.GET.get("as_of") else None, initial={"as_of": today()})
    day = asked.cleaned_data["as_of"] if asked.is_bound and asked.is_valid() else today()
    courses = list(found.courses.order_by("-completed", "-pk"))
    return {
        "inspector": found,
        "as_of_form": asked,
        "day": day,
        "is_today": day == today(),
        "line": Line(found, standing(found, day, courses), mandates([found], day).get(found.pk, ())),
        "courses": courses,
        "reports": reports_filed(found),
        "entries": timeline_of(ref(found)),
        "changes": changes,
        "crumbs": [{"label": "Inspectors", "url": reverse("desk:inspectors")}],
    }


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
