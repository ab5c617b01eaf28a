"""Forms about pump-outs at the desk: filters, matching, settling, disposal places."""

from typing import Any

from django import forms

from sanitarian.core.dates import today
from sanitarian.core.forms.fields import AmericanDateField
from sanitarian.county.models import Municipality, Parcel
from sanitarian.trades.models import Firm
from sanitarian.wastewater.models import DisposalPlace, PumpOut, PumpOutFile, PumpOutSuspicion, System
from sanitarian.wastewater.pump_out_lists import MonthField
from sanitarian.wastewater.pump_out_places import Written, find_places
from sanitarian.wastewater.pump_out_queries import WHAT, PumpOutFilter


class FilterForm(forms.Form):
    """Which pump-outs are asked for."""

    month = MonthField(label="Month")
    hauler = forms.ModelChoiceField(Firm.objects.none(), label="Hauler", required=False, empty_label="Every hauler")
    place = forms.ModelChoiceField(
        DisposalPlace.objects.order_by("name"), label="Disposal place", required=False, empty_label="Every place"
    )
    what = forms.ChoiceField(
        label="Which", required=False, choices=[("", "All"), *((key, label) for key, (label, _) in WHAT.items())]
    )
    file = forms.ModelChoiceField(PumpOutFile.objects.all(), required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        haulers = Firm.objects.filter(hauls=True).select_related("party").order_by("party__name")
        self.fields["hauler"].queryset = haulers  # type: ignore[attr-defined]

    def asked(self) -> PumpOutFilter:
        """The filter; what is faulty narrows nothing."""
        self.is_valid()
        given = self.cleaned_data
        return PumpOutFilter(
            month=given.get("month"), hauler=given.get("hauler"), place=given.get("place"),
            what=given.get("what", ""), file=given.get("file"),
        )  # fmt: skip


class YearForm(forms.Form):
    """Which year is asked for."""

    year = forms.IntegerField(label="Year", min_value=1994, max_value=9998, required=False)

    def year_asked(self) -> int:
        """The year, this one where none is named."""
        return (self.cleaned_data.get("year") if self.is_bound and self.is_valid() else None) or today().year


class MatchForm(forms.Form):
    """Which parcel and which of its systems a place as written is."""

    use_required_attribute = False
    tax_map = forms.CharField(label="Tax map number", max_length=80)
    town = forms.ModelChoiceField(
        Municipality.objects.all(), label="Town, city or village", required=False, empty_label="Not known"
    )
    system = forms.ModelChoiceField(System.objects.none(), label="System", required=False, empty_label="None of these")

    def __init__(self, *args: Any, row: PumpOut, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row
        self.parcel: Parcel | None = None
        self.candidates: tuple[Parcel, ...] = ()
        self.systems: list[System] = []
        self.looked = False

    def look(self) -> bool:
        """Find the parcel; its systems are then to choose from. Whether there is exactly one."""
        self.looked = True
        self.is_valid()
        written = Written(self.cleaned_data.get("tax_map", "").strip(), str(self.cleaned_data.get("town") or ""))
        if not written.tax_map:
            return False
        found = find_places([written])[0]
        self.candidates, self.parcel = found.candidates, found.parcel
        if self.parcel is None or len(self.candidates) != 1:
            self.add_error("tax_map", f"{found.note[:1].upper()}{found.note[1:]}.")
            return False
        self.systems = list(self.parcel.systems.exclude(status=System.Status.ABANDONED).order_by("number"))
        return True


class SettleForm(forms.Form):
    """Whether two pump-outs are one, and which of them goes on counting."""

    use_required_attribute = False
    answer = forms.ChoiceField(label="What are they?", widget=forms.RadioSelect)
    reason = forms.CharField(label="What you rest it on", max_length=300, widget=forms.Textarea({"rows": 2}))
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, pair: PumpOutSuspicion, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["answer"].choices = [  # type: ignore[attr-defined]
            (f"same-{pair.first_id}", f"One pump-out: {pair.first.number} goes on counting"),
            (f"same-{pair.second_id}", f"One pump-out: {pair.second.number} goes on counting"),
            ("different", "Two pump-outs: both count"),
        ]

    def settled(self) -> dict[str, Any]:
        """What the act asks for."""
        outcome, _, keep = self.cleaned_data["answer"].partition("-")
        return {"outcome": outcome, "keep": int(keep) if keep else None, "reason": self.cleaned_data["reason"],
                "version": self.cleaned_data["version"]}  # fmt: skip


class LookForm(forms.Form):
    """What was found about something that stood out."""

    reason = forms.CharField(label="What you found", max_length=300, widget=forms.Textarea({"rows": 2}))


class PlaceForm(forms.Form):
    """A disposal place and the State's approval."""

    kind = forms.ChoiceField(label="What it is", choices=DisposalPlace.Kind.choices)
    name = forms.CharField(label="Name, as haulers know it", max_length=120)
    where = forms.CharField(label="Where it lies", max_length=200, required=False)
    approval_number = forms.CharField(label="Number of the State’s permit or approval", max_length=40, required=False)
    approved_by = forms.CharField(label="Given by", max_length=80, required=False, initial="DEC")
    approved_from = AmericanDateField(label="First day of the approval", required=False)
    approved_through = AmericanDateField(label="Last day, if it has one", required=False)


class AmendPlaceForm(PlaceForm):
    """Corrections to a place; what it is stays."""

    use_required_attribute = False
    version = forms.IntegerField(widget=forms.HiddenInput)
    closed_on = AmericanDateField(label="Takes nothing any more since", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["kind"]
