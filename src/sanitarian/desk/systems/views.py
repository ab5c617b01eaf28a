"""One system: its record, its rounds, and what an official may do about it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import today
from sanitarian.core.permissions import may
from sanitarian.county.models import Parcel
from sanitarian.desk.systems.forms import ParcelsForm, ReasonForm, SystemForm
from sanitarian.wastewater.acts.rounds import stale_rounds, void_stale_rounds
from sanitarian.wastewater.acts.systems import (
    AMENDABLE,
    abandon_system,
    amend_system,
    match_system,
    register_system,
)
from sanitarian.wastewater.credentials import touches_skaneateles
from sanitarian.wastewater.facts import place_system
from sanitarian.wastewater.models import System
from sanitarian.wastewater.queries import STATUSES, status_on


def system_page(request: HttpRequest, system_id: int) -> HttpResponse:
    """A system's record with its rounds, reports and the acts that are open to the reader."""
    system = get_object_or_404(System.objects.select_related("town"), pk=system_id)
    return render(request, "desk/systems/system.html", _context(request, system))


def _context(request: HttpRequest, system: System, **forms: Any) -> dict[str, Any]:
    actor = request.actor  # type: ignore[attr-defined]
    parcels = list(system.parcels.select_related("municipality").order_by("-system_links__is_site", "pk"))
    place = place_system(system, parcels, as_of=today())
    provisional = system.status == System.Status.PROVISIONAL
    return {
        "system": system,
        "parcels": parcels,
        "at_skaneateles": touches_skaneateles(parcels),
        "ruling": place.ruling,
        "rounds": [(item, STATUSES[status_on(item, today())]) for item in system.rounds.order_by("-due")[:20]],
        "reports": system.reports.select_related("inspector__party").order_by("-performed", "-pk")[:20],
        "stale": stale_rounds(system) if may(actor, "wastewater.rounds.void") else [],
        "provisional": provisional,
        "may_abandon": may(actor, "wastewater.system.abandon") and system.status == System.Status.IN_USE,
        "amend_form": forms.get("amend_form")
        or SystemForm(initial={name: getattr(system, name) for name in AMENDABLE}, prefix="amend", parcels=parcels),
        "match_form": forms.get("match_form") or (ParcelsForm(prefix="match") if provisional else None),
        "void_form": ReasonForm(prefix="void"),
        "abandon_form": ReasonForm(prefix="abandon"),
    }


def _done(request: HttpRequest, system: System, do: Callable[[], object], said: str) -> HttpResponse:
    try:
        do()
        messages.success(request, said)
    except ActRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("desk:system", system.pk)


@require_POST
def amend(request: HttpRequest, system_id: int) -> HttpResponse:
    """Correct the record; a stale page keeps what was typed and says so."""
    system = get_object_or_404(System, pk=system_id)
    form = SystemForm(request.POST, prefix="amend", parcels=system.parcels.select_related("municipality"))
    version = request.POST.get("version", "")
    if form.is_valid() and version.isdigit():
        try:
            amend_system(request.actor, system.pk, version=int(version), **form.cleaned_data)  # type: ignore[attr-defined]
            messages.success(request, "The record is corrected.")
            return redirect("desk:system", system.pk)
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
    system.refresh_from_db()
    return render(request, "desk/systems/system.html", _context(request, system, amend_form=form), status=422)


@require_POST
def match(request: HttpRequest, system_id: int) -> HttpResponse:
    """Say which parcels a provisional record belongs to."""
    system = get_object_or_404(System, pk=system_id)
    form = ParcelsForm(request.POST, prefix="match")
    if form.is_valid():
        actor = request.actor  # type: ignore[attr-defined]
        return _done(request, system, lambda: match_system(actor, system.pk, form.found), "The record is matched.")
    return render(request, "desk/systems/system.html", _context(request, system, match_form=form), status=422)


@require_POST
def void_rounds(request: HttpRequest, system_id: int) -> HttpResponse:
    """Void the open rounds of a former class."""
    system = get_object_or_404(System, pk=system_id)
    reason = request.POST.get("void-reason", "")
    actor = request.actor  # type: ignore[attr-defined]
    return _done(request, system, lambda: void_stale_rounds(actor, system.pk, reason=reason), "The rounds are voided.")


@require_POST
def abandon(request: HttpRequest, system_id: int) -> HttpResponse:
    """Record that the system is out of use."""
    system = get_object_or_404(System, pk=system_id)
    reason = request.POST.get("abandon-reason", "")
    actor = request.actor  # type: ignore[attr-defined]
    return _done(request, system, lambda: abandon_system(actor, system.pk, reason=reason), "The system is out of use.")


def register(request: HttpRequest) -> HttpResponse:
    """Put a system on record for the parcel in the address."""
    wanted = request.GET.get("parcel", "")
    parcel = Parcel.objects.filter(pk=int(wanted) if wanted.isdigit() else 0).first()
    if parcel is None:
        raise Http404
    form = SystemForm(request.POST or None, parcels=[parcel])
    if request.method == "POST" and form.is_valid():
        try:
            system = register_system(request.actor, [parcel], **form.cleaned_data)  # type: ignore[attr-defined]
            messages.success(request, f"System {system.number} is on record.")
            return redirect("desk:property", parcel.pk)
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
    crumbs = [{"label": str(parcel), "url": reverse("desk:property", args=[parcel.pk])}]
    context = {"form": form, "parcel": parcel, "existing": parcel.systems.count(), "crumbs": crumbs}
    return render(request, "desk/systems/register.html", context)
