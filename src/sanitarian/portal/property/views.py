"""Find a property, and what anybody may know about it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from sanitarian.core.dates import today
from sanitarian.core.limits import limited
from sanitarian.county.models import Parcel
from sanitarian.portal.property.facts import PublicProperty, public_property
from sanitarian.portal.property.finding import Found, find_places
from sanitarian.portal.property.forms import FindForm

SEARCHES_PER_MINUTE, PAGES_PER_MINUTE = 60, 120


@require_safe
@limited("find-property", SEARCHES_PER_MINUTE)
def find_property(request: HttpRequest) -> HttpResponse:
    """The form, and what it finds. One property opens at once only where nothing else could have been meant."""
    form = FindForm(request.GET if "q" in request.GET else None)
    found = Found()
    query = ""
    if form.is_bound and form.is_valid():
        query = form.cleaned_data["q"]
        found = find_places(query, form.cleaned_data["town"])
        if found.opens is not None and "list" not in request.GET:
            return redirect("portal:property", found.opens)
    context = {"form": form, "query": query, "found": found, "asked": form.is_bound and bool(query)}
    response = render(request, "property/find.html", context, status=422 if form.errors else 200)
    response["X-Robots-Tag"] = "noindex"
    return response


def property_or_404(parcel_id: int) -> PublicProperty:
    """What anybody may know about a property; a provisional record is answered as if there were none."""
    try:
        return public_property(parcel_id)
    except Parcel.DoesNotExist:
        raise Http404 from None


@require_safe
@limited("property", PAGES_PER_MINUTE)
def property_page(request: HttpRequest, parcel_id: int) -> HttpResponse:
    """One property as anybody may see it, without names."""
    found = property_or_404(parcel_id)
    response = render(request, "property/property.html", _context(found))
    response["X-Robots-Tag"] = "noindex"
    return response


def _context(found: PublicProperty) -> dict[str, Any]:
    return {
        "property": found,
        "facts": [
            {"label": "Municipality", "value": _where(found) or "Not known"},
            {"label": "Tax map number", "value": found.tax_map_number},
            {"label": "Sewer", "value": found.sewer or "Not known", "why": found.scope},
            {"label": "Wastewater treatment system on record", "value": "Yes" if found.has_system else "No"},
        ],
        "zone": [
            {"label": fact.label, "value": fact.value or "Not known", "hint": fact.source, "cite": fact.cite}
            for fact in found.zone
        ],
        "today": today(),
        "ask_url": reverse("code:rule", args=["transfer-readiness"]),
        "crumbs": [{"label": "Find a property", "url": reverse("portal:find-property")}],
    }


def _where(found: PublicProperty) -> str:
    return f"{found.municipality}, Village of {found.village}" if found.village else found.municipality
