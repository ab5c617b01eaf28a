"""The property file, and an official's finding about where a property lies."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import today
from sanitarian.core.forms.fields import AmericanDateField
from sanitarian.core.permissions import may
from sanitarian.core.records import ref_id
from sanitarian.county.acts.zones import end_zone_override, override_zone
from sanitarian.county.models import Parcel, ZoneOverride
from sanitarian.county.zoning.explain import explain
from sanitarian.desk.links import address_of
from sanitarian.desk.property.queries import PropertyFile, property_file
from sanitarian.parties.models import User
from sanitarian.permits.status import STANDINGS
from sanitarian.wastewater.acts.rounds import generate_rounds
from sanitarian.wastewater.models import System

_LIVE = frozenset({"in-force", "continued", "not-yet", "suspended"})


class AsOfForm(forms.Form):
    """The day by which the file is read."""

    as_of = AmericanDateField(label="As of", required=False)


class OverrideForm(forms.Form):
    """An official's finding about where a property lies."""

    fact = forms.ChoiceField(choices=ZoneOverride.Fact.choices)
    value = forms.CharField(
        required=False,
        max_length=60,
        help_text="A town's name; owasco-lake, little-sodus-bay or none; feet; yes or no. Blank means: not shown.",
    )
    reason = forms.CharField(widget=forms.Textarea(attrs={"rows": 2}), max_length=1_000)

    def found(self) -> Any:
        """The value as the act takes it: yes and no as truth, blank as not shown, everything else as typed."""
        text = str(self.cleaned_data["value"]).strip()
        if self.cleaned_data["fact"] in {"in_floodway", "in_floodplain"}:
            return {"yes": True, "no": False, "": None}.get(text.lower(), text)
        if self.cleaned_data["fact"] in {"fronts", "watershed"}:
            text = text.lower()
        return text or None


def property_page(request: HttpRequest, parcel_id: int) -> HttpResponse:
    """One property: where, whose, which zone and why, systems, permits, open matters, timeline."""
    form = AsOfForm(request.GET if request.GET.get("as_of") else None)
    day = form.cleaned_data["as_of"] if form.is_bound and form.is_valid() and form.cleaned_data["as_of"] else today()
    before = request.GET.get("before", "")
    try:
        found = property_file(parcel_id, day, before=int(before) if before.isdigit() else None)
    except Parcel.DoesNotExist:
        raise Http404 from None
    return render(request, "desk/property/file.html", _context(request, found, form))


def _context(request: HttpRequest, found: PropertyFile, form: AsOfForm) -> dict[str, Any]:
    actor = request.actor  # type: ignore[attr-defined]
    permits = [(line, *STANDINGS[line.standing]) for line in found.permits]
    return {
        "file": found,
        "parcel": found.parcel,
        "form": form,
        "zone_facts": explain(found.zone, found.overrides),
        "roll_facts": _roll_facts(found),
        "permits": [entry for position, entry in enumerate(permits) if position == 0 or entry[0].standing in _LIVE],
        "earlier_permits": [entry for entry in permits[1:] if entry[0].standing not in _LIVE],
        "entries": _entries(found),
        "may_override": may(actor, "county.zone.override"),
        "override_form": OverrideForm(),
    }


def _roll_facts(found: PropertyFile) -> list[dict[str, Any]]:
    values, parcel = found.values, found.parcel
    sewer = dict(Parcel.Sewer.choices)
    return [
        {"label": "Tax map number", "value": parcel.shown_key, "hint": f"SWIS {parcel.swis}, key {parcel.key}"},
        {"label": "Sewer service", "value": sewer.get(values["sewer"]), "why": found.scope},
        {"label": "Water service", "value": sewer.get(values["water"])},
        {"label": "Property class", "value": values["property_class"]},
        {"label": "Acres", "value": values["acres"]},
        {"label": "Year built", "value": values["year_built"]},
        {"label": "Bedrooms", "value": values["bedrooms"]},
    ]


def _entries(found: PropertyFile) -> list[dict[str, Any]]:
    names = dict(
        User.objects.filter(
            pk__in={ref_id(entry.actor) for entry in found.timeline if entry.actor.startswith("user:")}
        ).values_list("pk", "name")
    )
    return [
        {
            "on": entry.on,
            "title": entry.title,
            "detail": entry.detail,
            "cite": entry.cite,
            "migrated": entry.migrated,
            "url": address_of(entry.ref),
            "by": names.get(ref_id(entry.actor), "") if entry.actor.startswith("user:") else "",
        }
        for entry in found.timeline
    ]


def _ask_schedule_again(actor: Actor, parcel_id: int) -> None:
    """A finding may change the class of the systems here: their next round stands, a former class becomes a task."""
    for pk in System.objects.filter(links__parcel=parcel_id).values_list("pk", flat=True):
        generate_rounds(actor, pk)


@require_POST
def override(request: HttpRequest, parcel_id: int) -> HttpResponse:
    """Record an official's finding about where the property lies."""
    form = OverrideForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
        return redirect("desk:property", parcel_id)
    try:
        actor = request.actor  # type: ignore[attr-defined]
        override_zone(actor, parcel_id, form.cleaned_data["fact"], form.found(), form.cleaned_data["reason"])
        _ask_schedule_again(actor, parcel_id)
        messages.success(request, "Your finding stands before the map.")
    except ActRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("desk:property", parcel_id)


@require_POST
def end_override(request: HttpRequest, parcel_id: int, override_id: int) -> HttpResponse:
    """End a finding; the map's determination stands again."""
    try:
        actor = request.actor  # type: ignore[attr-defined]
        end_zone_override(actor, override_id, reason=request.POST.get("reason", ""))
        _ask_schedule_again(actor, parcel_id)
        messages.success(request, "The map's determination stands again.")
    except ActRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("desk:property", parcel_id)
