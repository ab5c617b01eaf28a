"""Disposal places: the list that haulers choose from, each with the State's approval."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import today
from sanitarian.core.permissions import may
from sanitarian.desk.pump_outs.forms import AmendPlaceForm, PlaceForm
from sanitarian.wastewater.acts.disposal_places import AMENDABLE, amend_disposal_place, register_disposal_place
from sanitarian.wastewater.acts.pump_out_review import judge_pump_outs_again
from sanitarian.wastewater.models import DisposalPlace
from sanitarian.wastewater.septage import approved_on

_WORDS = {
    True: ("Approved today", "good"),
    False: ("Not approved today", "bad"),
    None: ("Approval not shown", "unknown"),
}


def disposal_places(request: HttpRequest) -> HttpResponse:
    """The list, and a form to add to it."""
    actor: Any = request.actor  # type: ignore[attr-defined]
    may_register = may(actor, "wastewater.disposal_place.register")
    form = PlaceForm(request.POST if request.method == "POST" else None, use_required_attribute=False)
    if form.is_bound and not may_register:
        raise PermissionDenied
    if form.is_bound and form.is_valid():
        try:
            place = register_disposal_place(actor, **form.cleaned_data)
            messages.success(request, f"{place} is on the list.")
            return redirect("desk:disposal-places")
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
    places = DisposalPlace.objects.annotate(loads=Count("pump_outs")).order_by("kind", "name")
    context = {
        "lines": [(place, *_WORDS[approved_on(place, today())]) for place in places],
        "form": form,
        "may_register": may_register,
        "crumbs": [{"label": "Pump-outs", "url": reverse("desk:pump-outs")}],
    }
    return render(request, "desk/pump_outs/places.html", context, status=422 if form.errors else 200)


def disposal_place(request: HttpRequest, place_id: int) -> HttpResponse:
    """One place: correct it, record its approval, judge its loads again."""
    place = get_object_or_404(DisposalPlace, pk=place_id)
    actor: Any = request.actor  # type: ignore[attr-defined]
    first = {name: getattr(place, name) for name in AMENDABLE} | {"version": place.version}
    amends = request.method == "POST" and request.POST.get("do") != "judge"
    form = AmendPlaceForm(request.POST if amends else None, initial=first)
    try:
        if request.method == "POST" and not amends:
            changed = judge_pump_outs_again(actor, place=place)
            messages.success(request, f"The loads were judged again: {changed} answers changed.")
            return redirect("desk:disposal-place", place.pk)
        if form.is_bound and form.is_valid():
            amend_disposal_place(actor, place.pk, **form.cleaned_data)
            messages.success(request, "The record is corrected. Judge the loads again if the approval changed.")
            return redirect("desk:disposal-place", place.pk)
    except ActRefused as refusal:
        form.add_error(None, str(refusal))
    text, tone = _WORDS[approved_on(place, today())]
    context = {
        "place": place, "form": form, "text": text, "tone": tone, "loads": place.pump_outs.count(),
        "may_amend": may(actor, "wastewater.disposal_place.amend"),
        "crumbs": [{"label": "Disposal places", "url": reverse("desk:disposal-places")}],
    }  # fmt: skip
    return render(request, "desk/pump_outs/place.html", context, status=422 if form.is_bound and form.errors else 200)
