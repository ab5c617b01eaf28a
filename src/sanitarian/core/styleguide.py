"""Every part of the design system on one page, for builders and for the accessibility tests. Never in production."""

from datetime import date
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from sanitarian.core.forms.fields import AmericanDateField, ThreeWayField


class SampleForm(forms.Form):
    """One field of each kind."""

    owner = forms.CharField(label="Owner’s name", help_text="As on the tax roll")
    email = forms.EmailField(label="E-mail", required=False)
    town = forms.ChoiceField(
        label="Town", choices=[("", "Choose a town"), ("fleming", "Fleming"), ("scipio", "Scipio")]
    )
    inspected_on = AmericanDateField(label="Inspected on")
    tank_watertight = ThreeWayField(label="Is the tank watertight?", help_text="Article IV, what the inspector saw")
    kind = forms.ChoiceField(
        label="Reason for the inspection", choices=[("routine", "Routine"), ("sale", "Sale")], widget=forms.RadioSelect
    )
    seen = forms.MultipleChoiceField(
        label="What was opened",
        choices=[("tank", "Tank"), ("box", "Distribution box"), ("field", "Absorption field")],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    remarks = forms.CharField(label="Remarks", widget=forms.Textarea, required=False)
    photo = forms.FileField(label="Photograph", required=False, help_text="JPEG or PDF, at most 10 MB")
    gallons = forms.IntegerField(label="Tank size in gallons", min_value=1, required=False)
    signed = forms.BooleanField(label="The owner has signed the application")


_RULING = {
    "rule": "inspection-schedule",
    "outcome": "scheduled",
    "reasons": [
        {"holds": True, "text": "The property lies in the Owasco Lake watershed.", "cite": "V.IV.A"},
        {"holds": False, "text": "The property is served by a public sewer.", "cite": "V.IV.A"},
        {"holds": None, "text": "The date of the last inspection.", "cite": "V.IV.B"},
    ],
}
_FACTS: list[dict[str, Any]] = [
    {"label": "Print key", "value": "123.00-1-45.2"},
    {"label": "Next inspection", "value": "November 1, 2026", "cite": "V.IV.A", "why": _RULING},
    {"label": "Flood zone", "value": None, "hint": "No flood layer is loaded for this town"},
]
_TIMELINE: list[dict[str, Any]] = [
    {"on": date(2026, 9, 3), "title": "Report accepted", "cite": "V.IV.C", "by": "Dana Hartwell", "url": "#"},
    {"on": date(2019, 6, 14), "title": "Inspected: satisfactory", "migrated": True, "detail": "From the old register"},
]
_STEPS = [
    {"label": "Place", "state": "done", "url": "#"},
    {"label": "What was seen", "state": "current"},
    {"label": "Signature", "state": "to-do"},
]
_TAGS = [
    ("In force", "good"), ("Due in 14 days", "due"), ("Failed", "bad"),
    ("In review", "wait"), ("Not shown", "unknown"), ("Closed", "plain"),
]  # fmt: skip
_ROWS = [
    ("123.00-1-45.2", "4512 West Lake Road, Fleming", date(2026, 11, 1), "Due in 14 days", "due", 1250),
    ("98.15-2-7", "88 Rockefeller Road, Niles", date(2026, 12, 31), "In force", "good", 1000),
]


def styleguide(request: HttpRequest) -> HttpResponse:
    """All components; ``?errors`` shows the form as it comes back with everything wrong."""
    wrong = {"inspected_on": "13/45/2026", "email": "nobody", "gallons": "0"}
    return render(
        request,
        "core/styleguide.html",
        {
            "form": SampleForm(wrong) if "errors" in request.GET else SampleForm(),
            "ruling": _RULING,
            "facts": _FACTS,
            "timeline": _TIMELINE,
            "steps": _STEPS,
            "tags": _TAGS,
            "rows": _ROWS,
            "crumbs": [{"label": "Due list", "url": "#"}],
        },
    )
