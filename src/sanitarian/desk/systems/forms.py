"""Forms about systems: what is on record of one, and the parcels it serves."""

from collections.abc import Iterable
from typing import Any

from django import forms

from sanitarian.core.forms.fields import ThreeWayField
from sanitarian.county.models import Municipality, Parcel
from sanitarian.county.parcel_lists import find_parcels
from sanitarian.wastewater.credentials import touches_skaneateles


class SystemForm(forms.Form):
    """What a system's record says, as far as it is known."""

    description = forms.CharField(
        max_length=200, required=False, help_text="Such as: 1,000-gallon concrete tank, 200 ft of trench"
    )
    built_year = forms.IntegerField(label="Year built", min_value=1700, max_value=2100, required=False)
    tank_gallons = forms.IntegerField(label="Tank, gallons", min_value=1, max_value=100_000, required=False)
    bedrooms = forms.IntegerField(min_value=0, max_value=200, required=False)
    surveyed_distance_ft = forms.DecimalField(
        label="Surveyed distance to mean high water, feet",
        min_value=0,
        max_digits=10,
        decimal_places=1,
        required=False,
        help_text="Only where a survey shows it; it matters for lake-front parcels (B-1).",
    )
    skaneateles_watershed = ThreeWayField(
        label="In the watershed of Skaneateles Lake?",
        required=False,
        help_text="By the City of Syracuse’s map; the City’s inspections count there (B-18).",
    )

    def __init__(self, *args: Any, parcels: Iterable[Parcel], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not touches_skaneateles(parcels):
            del self.fields["skaneateles_watershed"]


class ParcelsForm(forms.Form):
    """The parcels that a system serves, by tax map number; the first is where it lies."""

    parcels = forms.CharField(
        label="Tax map numbers",
        max_length=500,
        help_text="Separate several with a semicolon or &. A slash is part of a number.",
    )

    town = forms.ModelChoiceField(
        Municipality.objects.exclude(kind="village"),
        required=False,
        empty_label="Any",
        help_text="Needed where several towns use the same number.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.found: list[Parcel] = []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        town = cleaned.get("town")
        listed = find_parcels(str(cleaned.get("parcels", "")), town.swis[:4] if town else "")
        if listed.unknown:
            self.add_error(
                "parcels", f"No parcel has the number {', '.join(listed.unknown)}. Enter it as it is printed."
            )
        if listed.ambiguous:
            self.add_error(
                "parcels", f"Several parcels have the number {', '.join(listed.ambiguous)}. Choose the town."
            )
        self.found = listed.found
        return cleaned


class ReasonForm(forms.Form):
    """A written reason."""

    reason = forms.CharField(widget=forms.Textarea(attrs={"rows": 2}), max_length=1_000)
