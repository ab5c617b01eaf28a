"""The register of installers and haulers: permits on a day and why, and what may be recorded."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import today
from sanitarian.core.permissions import may
from sanitarian.core.records import ref
from sanitarian.desk.firms.forms import FirmForm, LicenseForm, WithdrawLicenseForm
from sanitarian.desk.inspectors.forms import AsOfForm, FilterForm
from sanitarian.desk.reports.queries import timeline_of
from sanitarian.law.ruling import Ruling
from sanitarian.trades.facts import firm_standing
from sanitarian.trades.firms import record_license, register_firm, withdraw_license
from sanitarian.trades.models import Firm, License
from sanitarian.wastewater.acts.pump_out_review import judge_pump_outs_again
from sanitarian.wastewater.pump_out_queries import counting

PAGE = 50
_WORDS = {"may-work": ("Permits in force", "good"), "may-not-work": ("A permit is not in force", "bad")}
_NOT_SHOWN = ("Permits not shown", "unknown")


def _asked_work(firm: Firm) -> str:
    """Which work the permits are asked for: hauling needs the State's permit, too."""
    return "pump" if firm.hauls else "install"


def _standing(firm: Firm, day: Any, licenses: list[License]) -> tuple[Ruling, str, str]:
    ruling = firm_standing(firm, day, licenses, work=_asked_work(firm))
    return ruling, *_WORDS.get(ruling.outcome, _NOT_SHOWN)


def firms(request: HttpRequest) -> HttpResponse:
    """A page of the register by name, each with the permits of today."""
    form = FilterForm(request.GET)
    name = form.cleaned_data["name"] if form.is_valid() else ""
    rows = Firm.objects.select_related("party").prefetch_related("licenses").order_by("party__name", "pk")
    if name:
        rows = rows.filter(Q(party__name__icontains=name) | Q(number__iexact=name))
    place = Firm.objects.select_related("party").filter(pk=_number(request.GET.get("after", ""))).first()
    if place is not None:
        rows = rows.filter(Q(party__name__gt=place.party.name) | Q(party__name=place.party.name, pk__gt=place.pk))
    found = list(rows[: PAGE + 1])
    keep = {"name": name} if name else {}
    context = {
        "form": form,
        "lines": [(firm, *_standing(firm, today(), list(firm.licenses.all()))) for firm in found[:PAGE]],
        "day": today(),
        "may_register": may(request.actor, "trades.firm.register"),  # type: ignore[attr-defined]
        "next_url": f"?{urlencode({**keep, 'after': found[PAGE - 1].pk})}" if len(found) > PAGE else "",
        "previous_url": f"?{urlencode(keep)}" if place is not None else "",
    }
    return render(request, "desk/firms/list.html", context)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def firm_new(request: HttpRequest) -> HttpResponse:
    """Put a firm on the register; its permits are recorded on its page."""
    form = FirmForm(request.POST if request.method == "POST" else None, use_required_attribute=False)
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        try:
            with transaction.atomic():
                party = form.party()
                party.save()
                made = register_firm(
                    request.actor, party=party, hauls=given["hauls"], installs=given["installs"]  # type: ignore[attr-defined]
                )  # fmt: skip
            messages.success(request, f"{party.name} is on the register as {made.number}. Record its permits now.")
            return redirect("desk:firm", made.pk)
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
    crumbs = [{"label": "Installers and haulers", "url": reverse("desk:firms")}]
    status = 422 if form.errors else 200
    return render(request, "desk/firms/new.html", {"form": form, "crumbs": crumbs}, status=status)


def firm(request: HttpRequest, firm_id: int) -> HttpResponse:
    """One firm: its permits on a day and why, loads, history, and what may be recorded."""
    found = get_object_or_404(Firm.objects.select_related("party"), pk=firm_id)
    do = request.POST.get("do", "")
    options: dict[str, Any] = {"use_required_attribute": False}
    shown: dict[str, forms.Form] = {
        "record": LicenseForm(request.POST if do == "record" else None, prefix="record", **options),
        "withdraw": WithdrawLicenseForm(
            request.POST if do == "withdraw" else None, prefix="withdraw", firm=found, **options
        ),
    }
    if request.method == "POST":
        done = _do(request, found, do, shown)
        if done is not None:
            return done
    faulty = any(form.errors for form in shown.values())
    return render(request, "desk/firms/firm.html", _context(request, found, shown), status=422 if faulty else 200)


def _do(request: HttpRequest, found: Firm, do: str, shown: dict[str, forms.Form]) -> HttpResponse | None:
    """Do what was asked; None where the form says what to correct."""
    actor: Any = request.actor  # type: ignore[attr-defined]
    if do not in {"record", "withdraw", "judge"}:
        raise PermissionDenied
    form = shown.get(do)
    if form is not None and not form.is_valid():
        return None
    try:
        if do == "judge":
            changed = judge_pump_outs_again(actor, firm=found)
            messages.success(request, f"The pump-outs were judged again: {changed} answers changed.")
        elif do == "record":
            made = record_license(actor, found.pk, **shown["record"].cleaned_data)
            messages.success(request, f"{made} is on record.")
        else:
            given = shown["withdraw"].cleaned_data
            withdraw_license(actor, given["license"].pk, on=given["on"], reason=given["reason"])
            messages.success(request, f"{given['license']} is recorded as withdrawn.")
    except ActRefused as refusal:
        if form is None:
            messages.error(request, str(refusal))
            return redirect("desk:firm", found.pk)
        form.add_error(None, str(refusal))
        return None
    return redirect("desk:firm", found.pk)


def _context(request: HttpRequest, found: Firm, shown: dict[str, forms.Form]) -> dict[str, Any]:
    asked = AsOfForm(request.GET if request.GET.get("as_of") else None, initial={"as_of": today()})
    day = (asked.cleaned_data["as_of"] if asked.is_bound and asked.is_valid() else None) or today()
    licenses = list(found.licenses.order_by("kind", "-through", "-pk"))
    ruling, text, tone = _standing(found, day, licenses)
    actor: Any = request.actor  # type: ignore[attr-defined]
    loads = counting(found.pump_outs.all())
    return {
        "firm": found,
        "as_of_form": asked,
        "day": day,
        "is_today": day == today(),
        "ruling": ruling,
        "text": text,
        "tone": tone,
        "licenses": licenses,
        "loads": loads.count(),
        "unlicensed": loads.exclude(hauler_licensed=True).count(),
        "entries": timeline_of(ref(found)),
        "forms": shown,
        "may_record": may(actor, "trades.license.record"),
        "may_judge": may(actor, "wastewater.pumpouts.judge"),
        "crumbs": [{"label": "Installers and haulers", "url": reverse("desk:firms")}],
    }
