"""The form in which a pump-out is logged and corrected, by haulers and by staff alike."""

import uuid
from datetime import date, datetime, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from sanitarian.core.forms.fields import AmericanDateField
from sanitarian.county.models import Municipality
from sanitarian.law.moments import SkippedTime, new_york
from sanitarian.trades.models import Firm
from sanitarian.wastewater.models import DisposalPlace, PumpOut
from sanitarian.wastewater.pump_out_entry import NewPumpOut, faults
from sanitarian.wastewater.pump_out_places import FoundPlace, Written, find_place
from sanitarian.wastewater.pump_out_sheet import time_of_day
from sanitarian.wastewater.volumes import UNIT_CHOICES, NoVolume, Volume, read_volume

ELSEWHERE = "elsewhere"
TOWN_NOT_KNOWN = "unknown"
_DATES = {"pumped_at": "pumped_on", "disposed_at": "disposed_time", "incorporated_at": "plowed_time"}


class ClockField(forms.CharField):
    """A time of day, picked on a phone or typed as 9:30 AM or 14:05; cleans to a time, or None."""

    widget = forms.TextInput({"type": "time", "class": "s-input-date"})

    def clean(self, value: Any) -> time | None:
        text = super().clean(value)
        read = time_of_day(text)
        if read.fault:
            raise ValidationError(read.fault[:1].upper() + read.fault[1:] + ".")
        clock: time | None = read.value
        return clock

    def prepare_value(self, value: Any) -> Any:
        """As a time input wants it; what was typed stays as typed."""
        return f"{value:%H:%M}" if isinstance(value, time) else value


class PumpOutForm(forms.Form):
    """Where, when, how much, and where it went."""

    use_required_attribute = False
    token = forms.UUIDField(widget=forms.HiddenInput)
    hauler = forms.ModelChoiceField(Firm.objects.none(), label="Hauler", empty_label="Choose a firm")
    pumped_on = AmericanDateField(label="Day of the pump-out")
    pumped_time = ClockField(label="Time")
    address = forms.CharField(label="Street address", max_length=200, required=False,
                              widget=forms.TextInput({"autocomplete": "off"}))  # fmt: skip
    town = forms.ChoiceField(label="Town, city or village")
    tax_map = forms.CharField(label="Tax map number, if you have it", max_length=80, required=False,
                              help_text="As on the tax bill, such as 12.-3-4.12",
                              widget=forms.TextInput({"autocomplete": "off"}))  # fmt: skip
    volume = forms.CharField(label="Volume pumped", max_length=20, widget=forms.TextInput({"inputmode": "decimal"}))
    unit = forms.ChoiceField(label="Unit", choices=[("", "Choose"), *UNIT_CHOICES])
    tank = forms.CharField(label="Which tank, if there are several", max_length=80, required=False)
    tank_gallons = forms.IntegerField(label="Size of the tank in gallons, if you know it", required=False,
                                      min_value=50, max_value=1_000_000,
                                      widget=forms.TextInput({"inputmode": "numeric"}))  # fmt: skip
    disposal_place = forms.ChoiceField(label="Where the load went")
    disposal_text = forms.CharField(label="Name of the place, if it is not on the list", max_length=200, required=False)
    disposed_time = ClockField(label="Time at which it was left there", required=False)
    disposed_on = AmericanDateField(label="Day, if not the day of the pump-out", required=False)
    plowed_time = ClockField(label="On land: time at which it was plowed under", required=False)
    plowed_on = AmericanDateField(label="On land: day, if not the day of the pump-out", required=False)
    manifest_number = forms.CharField(label="Manifest number", max_length=40, required=False)
    remarks = forms.CharField(label="Remarks", max_length=2000, required=False, widget=forms.Textarea({"rows": 2}))

    SECTIONS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
        ("Where", "", ("address", "town", "tax_map")),
        ("When and how much", "", ("pumped_on", "pumped_time", "volume", "unit", "tank", "tank_gallons")),
        ("Where it went", "V.IX", ("disposal_place", "disposal_text", "disposed_time", "disposed_on", "plowed_time",
                                   "plowed_on")),
        ("Papers", "", ("manifest_number", "remarks")),
    )  # fmt: skip

    def __init__(self, *args: Any, firms: Any, row: PumpOut | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row
        self.fields["hauler"].queryset = firms  # type: ignore[attr-defined]
        self.only_firm = row.hauler if row else firms[0] if len(firms[:2]) == 1 else None
        if self.only_firm is not None:
            del self.fields["hauler"]
        towns = [(str(place.pk), str(place)) for place in Municipality.objects.all()]
        self.fields["town"].choices = [("", "Choose"), *towns, (TOWN_NOT_KNOWN, "I do not know")]  # type: ignore[attr-defined]
        kept = row.disposal_place_id if row else None
        self.places = {
            str(place.pk): place
            for place in DisposalPlace.objects.order_by("kind", "name")
            if place.closed_on is None or place.pk == kept
        }
        listed = [(pk, f"{place.name} ({place.get_kind_display().lower()})") for pk, place in self.places.items()]
        choices = [("", "Choose"), *listed, (ELSEWHERE, "A place that is not on this list")]
        self.fields["disposal_place"].choices = choices  # type: ignore[attr-defined]
        self.found: FoundPlace | None = None
        self.new: NewPumpOut | None = None

    def sections(self) -> list[tuple[str, str, list[Any]]]:
        """The fields as the page shows them, under their headings."""
        first = [self["hauler"]] if "hauler" in self.fields else []
        return [
            (title, cite, (first if place == 0 else []) + [self[name] for name in names])
            for place, (title, cite, names) in enumerate(self.SECTIONS)
        ]

    def clean_volume(self) -> str:
        return str(self.cleaned_data["volume"]).strip()

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        volume = self._volume(data)
        times = self._times(data)
        self.found = self._place(data)
        hauler = self.only_firm or data.get("hauler")
        if self.errors or volume is None or hauler is None or times.get("pumped_at") is None:
            return data
        self.new = NewPumpOut(
            token=data["token"], hauler=hauler, volume=volume, tax_map=data["tax_map"].strip(),
            place_text=self._written(data).text, tank=data["tank"].strip(), tank_gallons=data["tank_gallons"],
            disposal_place=self.places.get(data["disposal_place"]), disposal_text=self._disposal_text(data),
            manifest_number=data["manifest_number"].strip(), remarks=data["remarks"].strip(),
            parcel=self.found.parcel, system=self.found.system, place_note=self.found.note, **times,
        )  # fmt: skip
        for fault in faults(self.new):
            self.add_error(_DATES.get(fault.field, fault.field), fault.reason[:1].upper() + fault.reason[1:] + ".")
        return data

    def _volume(self, data: dict[str, Any]) -> Volume | None:
        if not data.get("volume") or not data.get("unit"):
            return None
        try:
            return read_volume(data["volume"], data["unit"])
        except NoVolume as refused:
            self.add_error(refused.field, f"{str(refused)[:1].upper()}{str(refused)[1:]}.")
            return None

    def _times(self, data: dict[str, Any]) -> dict[str, Any]:
        day = data.get("pumped_on")
        found = {
            "pumped_at": self._moment("pumped_time", day, data.get("pumped_time")),
            "disposed_at": self._moment("disposed_time", data.get("disposed_on") or day, data.get("disposed_time")),
            "incorporated_at": self._moment("plowed_time", data.get("plowed_on") or day, data.get("plowed_time")),
        }
        for what in ("disposed", "plowed"):
            if data.get(f"{what}_on") and not data.get(f"{what}_time") and f"{what}_time" not in self.errors:
                self.add_error(f"{what}_time", "Enter the time, too, or leave the day empty.")
        return found

    def _moment(self, name: str, day: date | None, clock: time | None) -> datetime | None:
        if day is None or clock is None:
            return None
        try:
            return new_york(datetime.combine(day, clock))
        except SkippedTime:
            self.add_error(name, "There is no such time: the clock went forward over it that night.")
            return None

    def _written(self, data: dict[str, Any]) -> Written:
        names = dict(self.fields["town"].choices)  # type: ignore[attr-defined]
        wanted = data.get("town", "")
        town = str(names.get(wanted, "")) if wanted != TOWN_NOT_KNOWN else ""
        return Written(tax_map=data.get("tax_map", "").strip(), town=town, address=data.get("address", "").strip())

    def _place(self, data: dict[str, Any]) -> FoundPlace:
        """The parcel, where it is certain. A number of several towns is asked about, unless the town is not known."""
        if self.row is not None and not {"address", "town", "tax_map"} & set(self.changed_data):
            return FoundPlace(parcel=self.row.parcel, system=self.row.system, note=self.row.place_note)
        written = self._written(data)
        if not written.tax_map and not written.address:
            if "address" not in self.errors:
                self.add_error("address", "Enter the street address or the tax map number.")
            return FoundPlace()
        found = find_place(written)
        if "town" in self.errors and len(found.candidates) > 1:
            self.add_error("town", f"{found.note[:1].upper()}{found.note[1:]}. Choose the town.")
        return found

    def _disposal_text(self, data: dict[str, Any]) -> str:
        if data.get("disposal_place") != ELSEWHERE:
            return ""
        text = str(data.get("disposal_text", "")).strip()
        if not text:
            self.add_error("disposal_text", "Name the place, and the town in which it lies.")
        return text


def first_values(row: PumpOut | None) -> dict[str, Any]:
    """What the form shows first: nothing but a token, or what is on record."""
    if row is None:
        return {"token": uuid.uuid4()}
    values: dict[str, Any] = {
        "token": row.token, "tax_map": row.tax_map, "address": row.place_text, "town": TOWN_NOT_KNOWN,
        "volume": row.volume_written, "unit": read_unit(row), "tank": row.tank, "tank_gallons": row.tank_gallons,
        "disposal_place": str(row.disposal_place_id or ELSEWHERE), "disposal_text": row.disposal_text,
        "manifest_number": row.manifest_number, "remarks": row.remarks,
    }  # fmt: skip
    for name, moment in (("pumped", row.pumped_at), ("disposed", row.disposed_at), ("plowed", row.incorporated_at)):
        if moment is not None:
            local = new_york(moment)
            values |= {f"{name}_on": local.date(), f"{name}_time": local.time().replace(second=0)}
    return values


def read_unit(row: PumpOut) -> str:
    """The unit of a record as the form's choice."""
    for code, _ in UNIT_CHOICES:
        if read_volume(row.volume_written, row.unit_written).gallons == read_volume(row.volume_written, code).gallons:
            return code
    return ""


class CorrectionForm(PumpOutForm):
    """The same for what is on record, with the reason."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(label="Why it is corrected", max_length=300, widget=forms.Textarea({"rows": 2}))
    SECTIONS = (*PumpOutForm.SECTIONS, ("Why", "", ("reason",)))


class WithdrawForm(forms.Form):
    """Why a pump-out is withdrawn."""

    reason = forms.CharField(label="Why it is withdrawn", max_length=300, widget=forms.Textarea({"rows": 2}))
    version = forms.IntegerField(widget=forms.HiddenInput)
