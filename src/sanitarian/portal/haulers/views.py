"""Pump-outs one by one: my loads, logging, correcting, withdrawing."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from sanitarian.core.access import keeps_typing, kept_typing
from sanitarian.core.acts import ActRefused, StaleVersion
from sanitarian.core.dates import today
from sanitarian.portal.haulers.forms import MonthForm
from sanitarian.trades.queries import firms_of
from sanitarian.wastewater.acts.pump_out_tasks import waits_for
from sanitarian.wastewater.acts.pump_outs import correct_pump_out, log_pump_out, withdraw_pump_out
from sanitarian.wastewater.forms.pump_out import CorrectionForm, PumpOutForm, WithdrawForm, first_values
from sanitarian.wastewater.models import PumpOut
from sanitarian.wastewater.pump_out_lists import as_csv, list_page
from sanitarian.wastewater.pump_out_queries import RELATED, PumpOutFilter, counting, pump_outs_of
from sanitarian.wastewater.pump_out_shown import facts_of, tone_of

SIGNED_OUT = "You were signed out while you typed. All you typed is here."


def page_of_record(request: HttpRequest, row: PumpOut) -> str:
    """Where a record is read: staff at their desk, haulers here."""
    staff = request.actor.is_staff  # type: ignore[attr-defined]
    return reverse("desk:pump-out" if staff else "portal:pump-out", args=[row.pk])


def own(request: HttpRequest, pump_out_id: int) -> PumpOut:
    """A pump-out of this hauler; another's is answered like what does not exist."""
    row = pump_outs_of(request.actor).select_related(*RELATED).filter(pk=pump_out_id).first()  # type: ignore[attr-defined]
    if row is None:
        raise Http404
    return row


@require_safe
def pump_outs(request: HttpRequest) -> HttpResponseBase:
    """My loads, the latest day first; of one month if asked, and as a file."""
    form = MonthForm(request.GET or None)
    month = form.cleaned_data.get("month") if form.is_bound and form.is_valid() else None
    asked = PumpOutFilter(month=month)
    rows = asked.narrow(pump_outs_of(request.actor)).select_related(*RELATED)  # type: ignore[attr-defined]
    if request.GET.get("format") == "csv":
        return as_csv(rows, f"pump-outs-{month:%Y-%m}" if month else f"pump-outs-{today().isoformat()}")
    page = list_page(rows, request.GET, {"month": f"{month:%m/%Y}"} if month else {})
    context = {
        "form": form,
        "month": month,
        "lines": [(row, tone_of(row)) for row in page.rows],
        "count": counting(rows).count(),
        "csv_url": page.csv_url,
        "previous_url": page.previous_url,
        "next_url": page.next_url,
    }
    return render(request, "haulers/list.html", context)


@require_safe
def pump_out(request: HttpRequest, pump_out_id: int) -> HttpResponse:
    """One of my pump-outs, with what the law says of it."""
    row = own(request, pump_out_id)
    context = {
        "row": row,
        "facts": facts_of(row),
        "tone": tone_of(row),
        "waits": waits_for(row),
        "crumbs": [{"label": "Pump-outs", "url": reverse("portal:pump-outs")}],
        "withdraw_form": WithdrawForm(initial={"version": row.version}, use_required_attribute=False),
    }
    return render(request, "haulers/pump_out.html", context)


@keeps_typing
def pump_out_new(request: HttpRequest) -> HttpResponse:
    """Log a pump-out. The same form sent twice is one record, whatever was clicked."""
    actor: Any = request.actor  # type: ignore[attr-defined]
    kept = kept_typing(request)
    if kept is not None:
        messages.warning(request, SIGNED_OUT)
    data = request.POST if request.method == "POST" else kept
    form = PumpOutForm(data, firms=firms_of(actor).filter(hauls=True), initial=first_values(None))
    if request.method == "POST" and form.is_valid() and form.new is not None:
        known = pump_outs_of(actor).filter(token=form.new.token).first()
        try:
            row = log_pump_out(actor, form.new)
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            said = f"Already received as {row.number}. Nothing was filed twice." if known else _received(row)
            messages.success(request, said)
            return redirect(page_of_record(request, row))
    context = {"form": form, "title": "Log a pump-out", "button": "Log this pump-out"}
    return render(request, "haulers/form.html", context, status=422 if form.errors and kept is None else 200)


def _received(row: PumpOut) -> str:
    return f"Received as {row.number}. Quote this number when you ask about it."


@keeps_typing
def pump_out_correct(request: HttpRequest, pump_out_id: int) -> HttpResponse:
    """Correct one of my pump-outs; what stood before is kept."""
    row = own(request, pump_out_id)
    actor: Any = request.actor  # type: ignore[attr-defined]
    kept = kept_typing(request)
    data = request.POST if request.method == "POST" else kept
    first = first_values(row) | {"version": row.version}
    form = CorrectionForm(data, firms=firms_of(actor), row=row, initial=first)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid() and form.new is not None:
            given = form.cleaned_data
            try:
                correct_pump_out(actor, row.pk, form.new, version=given["version"], reason=given["reason"])
            except StaleVersion as stale:
                form.add_error(None, str(stale))
                status = 409
            except ActRefused as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, f"Pump-out {row.number} is corrected.")
                return redirect(page_of_record(request, row))
    context = {
        "form": form, "title": f"Correct pump-out {row.number}", "button": "Save the correction", "row": row,
        "crumbs": [{"label": row.number, "url": page_of_record(request, row)}],
    }  # fmt: skip
    return render(request, "haulers/form.html", context, status=status)


def pump_out_withdraw(request: HttpRequest, pump_out_id: int) -> HttpResponse:
    """Withdraw one of my pump-outs, with the reason."""
    row = own(request, pump_out_id)
    sent = request.POST if request.method == "POST" else None
    form = WithdrawForm(sent, initial={"version": row.version}, use_required_attribute=False)
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        try:
            withdraw_pump_out(request.actor, row.pk, reason=given["reason"], version=given["version"])  # type: ignore[attr-defined]
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, f"Pump-out {row.number} is withdrawn. It stays on record and counts no more.")
            return redirect(page_of_record(request, row))
    context = {"form": form, "row": row, "crumbs": [{"label": row.number, "url": page_of_record(request, row)}]}
    return render(request, "haulers/withdraw.html", context, status=422 if form.errors else 200)
