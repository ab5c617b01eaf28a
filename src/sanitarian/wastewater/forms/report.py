"""The form of an inspection report: the nine items of V.IV.C, the test, the findings, the pipes, the application."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.forms.boundfield import BoundField

from sanitarian.core.dates import today
from sanitarian.core.forms.fields import AmericanDateField, FilesField, ThreeWayField
from sanitarian.law.drain_pipes import UNITS
from sanitarian.parties.models import Party
from sanitarian.trades.models import Inspector
from sanitarian.wastewater.acts.pipes import NewPipeResult
from sanitarian.wastewater.forms.fields import LabResultField
from sanitarian.wastewater.models import Report, System
from sanitarian.wastewater.places import Place

_TEXT = {"rows": 3}
# What may stand as "not known" (V.IV.C): the text, its tick, and the column that says which of the two it is.
MAY_BE_UNKNOWN = (
    ("sizes", "sizes_unknown", "sizes_extent"),
    ("construction_dates", "construction_dates_unknown", "dates_extent"),
    ("distances", "distances_unknown", "distances_extent"),
)


@dataclass(frozen=True)
class Section:
    """A part of the form as it is shown."""

    key: str
    title: str
    cite: str
    hint: str
    fields: tuple[str, ...]


SECTIONS = (
    Section("place", "Place", "V.IV.C.1", "", ("system", "place_text", "street_address", "tax_map", "purpose")),
    Section(
        "inspection", "Inspector and day", "V.VI", "Certification is judged on the day of the inspection.",
        ("inspector", "performed", "inspector_interest"),
    ),
    Section(
        "items", "The system", "V.IV.C",
        "Sizes, dates and distances may be not known; then say so with the tick below the field.",
        (
            "description", "sizes", "sizes_unknown", "construction_dates", "construction_dates_unknown",
            "fixtures", "occupancy", "distances", "distances_unknown",
        ),
    ),
    Section(
        "spdes", "State discharge permit", "V.IV.C.7", "",
        ("has_spdes", "spdes_number", "spdes_in_force", "information_requested", "information_received"),
    ),
    Section(
        "test", "Operation test", "V.V.B.2", "",
        ("operation_tested", "gallons_run", "dye_used", "pumped_before"),
    ),
    Section(
        "findings", "What was found", "V.V.B", "A question left open counts as not known.",
        (
            "surface_discharge", "watercourse_discharge", "overflow_points", "components_good", "broken_component",
            "pollution_likely", "conforms_75a", "valid_permit", "valid_permit_detail", "tank_ok",
            "vertical_separation_ft", "watercourse_distance_ft", "remarks",
        ),
    ),
)  # fmt: skip
PIPES = Section("pipes", "Drain pipes", "V.III.G", "", ("drain_pipe_count",))
APPLICATION = Section(
    "application", "Application for the permit", "C-28",
    "Signed by the owner, or by an agent whose authorisation is on file. Without it the report can be accepted, "
    "but no permit issues.",
    ("applicant_is_agent", "applicant", "applicant_name", "agent_authorised", "application_signed_on"),
)  # fmt: skip
FILES = Section(
    "files", "Attachments", "V.IV.C.7",
    "PDF, JPEG or PNG, each at most 20 MB. Browsers do not keep chosen files: after an error, choose them again.",
    ("attachments",),
)  # fmt: skip


def _asked(label: str, help_text: str = "") -> ThreeWayField:
    return ThreeWayField(label=label, help_text=help_text, required=False)


def _text(label: str, help_text: str = "") -> forms.CharField:
    return forms.CharField(
        label=label, help_text=help_text, required=False, max_length=5_000, widget=forms.Textarea(attrs=_TEXT)
    )


def _unknown(what: str) -> forms.BooleanField:
    return forms.BooleanField(label=f"{what} are not known", required=False)


class EntryForm(forms.Form):
    """A report as it is typed. A draft may lack anything; ``submitting`` asks for what a filing needs."""

    system = forms.ModelChoiceField(
        System.objects.none(), required=False, empty_label="Choose the system", label="System inspected"
    )
    place_text = forms.CharField(
        label="Where it is, as written on the report", required=False, max_length=250,
        help_text="The report is taken all the same; staff match the place to a parcel later.",
    )  # fmt: skip
    street_address = forms.CharField(label="Street address", required=False, max_length=200)
    tax_map = forms.CharField(label="Tax map, block and lot", required=False, max_length=80)
    purpose = forms.ChoiceField(label="Reason for the inspection", choices=Report.Purpose.choices)

    inspector = forms.ModelChoiceField(
        Inspector.objects.none(), required=False, empty_label="Choose the inspector", label="Inspector"
    )
    performed = AmericanDateField(label="Day of the inspection", required=False)
    inspector_interest = _asked("Does the inspector own, sell or build here?", "An interest is to be disclosed (D-10).")

    description = _text("General description of the system")
    sizes = _text("Sizes and dimensions")
    sizes_unknown = _unknown("Sizes and dimensions")
    construction_dates = _text("Dates of construction and repairs")
    construction_dates_unknown = _unknown("The dates")
    fixtures = _text("Fixtures that discharge to the system")
    occupancy = _text("Occupancy and use over the year")
    distances = _text("Distances to wells, water and lot lines")
    distances_unknown = _unknown("The distances")

    has_spdes = _asked("Is there a State discharge (SPDES) permit?", "If there is one, attach a copy.")
    spdes_number = forms.CharField(label="SPDES number", required=False, max_length=30)
    spdes_in_force = _asked("Is that permit in force, and does it cover the discharge?")
    information_requested = forms.BooleanField(label="The department asked for more information", required=False)
    information_received = forms.BooleanField(label="That information has come", required=False)

    operation_tested = _asked("Was the system tested in operation?")
    gallons_run = forms.IntegerField(label="Gallons run", required=False, min_value=0, max_value=100_000)
    dye_used = _asked("Was dye used?")
    pumped_before = AmericanDateField(label="Last pumped before the inspection", required=False)

    surface_discharge = _asked("Does wastewater reach the surface of the ground?")
    watercourse_discharge = _asked("Does wastewater reach a watercourse?")
    overflow_points = _asked("Are overflow points known, or can any be identified?")
    components_good = _asked("Are mechanical and electrical parts in good working order?")
    broken_component = _asked("Is any component broken?")
    pollution_likely = _asked("If one is broken: does it pollute, or is it likely to?")
    conforms_75a = _asked("Does the system conform with Appendix 75-A?")
    valid_permit = _asked("Was it built and kept under a valid permit?")
    valid_permit_detail = forms.CharField(label="Which permit", required=False, max_length=200)
    tank_ok = _asked("Do size and construction of the tank suit an existing system?")
    vertical_separation_ft = forms.DecimalField(
        label="Feet to groundwater, bedrock or tight soil", required=False, min_value=0, max_digits=6, decimal_places=1
    )
    watercourse_distance_ft = forms.DecimalField(
        label="Feet from the field to a watercourse or wetland", required=False, min_value=0,
        max_digits=8, decimal_places=1,
    )  # fmt: skip
    remarks = _text("Remarks")

    drain_pipe_count = forms.IntegerField(
        label="How many drain pipes border the lake?", required=False, min_value=0, max_value=200,
        help_text="0 where there are none",
    )  # fmt: skip

    applicant_is_agent = forms.TypedChoiceField(
        label="Who signed the application?", required=False, empty_value=None,
        choices=[("owner", "The owner"), ("agent", "An agent of the owner")],
        coerce=lambda value: value == "agent", widget=forms.RadioSelect,
    )  # fmt: skip
    applicant = forms.ModelChoiceField(
        Party.objects.none(), required=False, empty_label="Nobody of those on record", label="Owner on record"
    )
    applicant_name = forms.CharField(
        label="Name as signed",
        required=False,
        max_length=200,
        help_text="Blank takes the name of the owner chosen above",
    )
    agent_authorised = forms.BooleanField(label="The owner’s authorisation of the agent is on file", required=False)
    application_signed_on = AmericanDateField(label="Signed on", required=False)

    attachments = FilesField(label="Files", required=False)

    def __init__(self, *args: Any, place: Place, submitting: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.place, self.submitting = place, submitting
        self._narrow("inspector", Inspector.objects.select_related("party").order_by("party__name"))
        self._narrow("applicant", Party.objects.filter(pk__in=[owner.pk for owner in place.owners]))
        if place.parcel is None:
            del self.fields["system"]
        else:
            del self.fields["place_text"]
            self._narrow("system", System.objects.filter(pk__in=[system.pk for system in place.systems]))
            self.fields["system"].label_from_instance = _system_line  # type: ignore[attr-defined]
            if len(place.systems) <= 1:
                del self.fields["system"]

    def _narrow(self, name: str, rows: QuerySet[Any]) -> None:
        self.fields[name].queryset = rows  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        for text, tick, _ in MAY_BE_UNKNOWN:
            if found.get(text) and found.get(tick):
                self.add_error(text, "Describe it, or tick that it is not known: not both.")
        for name in ("performed", "application_signed_on"):
            if found.get(name) and found[name] > today():
                self.add_error(name, "This day lies in the future. Correct the date.")
        if self.submitting:
            self._must_have(found)
        return found

    def _must_have(self, found: dict[str, Any]) -> None:
        wanted = {
            "inspector": "Choose the inspector: a report is filed by a named one.",
            "performed": "Enter the day of the inspection.",
            "system": "Several systems serve this parcel. Choose the one that was inspected.",
            "place_text": "Write where the system is, so that the place can be found.",
        }
        for name, message in wanted.items():
            if name in self.fields and not found.get(name) and name not in self.errors:
                self.add_error(name, message)

    def values(self) -> dict[str, Any]:
        """What was typed, as the columns of a report."""
        found = dict(self.cleaned_data)
        found.pop("attachments", None)
        for text, tick, extent in MAY_BE_UNKNOWN:
            unknown = found.pop(tick, False)
            if text not in found:  # this form does not ask for it, or it was typed with a fault
                continue
            given = Report.Extent.GIVEN if (found.get(text) or "").strip() else Report.Extent.MISSING
            found[extent] = Report.Extent.UNKNOWN if unknown else given
        owner = found.get("applicant")
        if owner is not None and not found.get("applicant_name"):
            found["applicant_name"] = owner.name
        found["parcel"] = self.place.parcel
        if "system" not in self.fields:
            found["system"] = self.place.system
        return found

    def shown(self, section: Section) -> list[list[BoundField]]:
        """The fields of a section that this place asks for; a tick stands with the text that it answers for."""
        groups: list[list[BoundField]] = []
        for name in section.fields:
            if name not in self.fields:
                continue
            if name.endswith("_unknown"):
                groups[-1].append(self[name])
            else:
                groups.append([self[name]])
        return groups

    @property
    def sections(self) -> list[tuple[Section, list[list[BoundField]]]]:
        """The sections with their fields, in the order of the page."""
        return [(section, self.shown(section)) for section in SECTIONS]

    @property
    def pipe_fields(self) -> list[list[BoundField]]:
        return self.shown(PIPES)

    @property
    def last_sections(self) -> list[tuple[Section, list[list[BoundField]]]]:
        return [(section, self.shown(section)) for section in (APPLICATION, FILES)]


def _system_line(system: System) -> str:
    return f"{system.number} {system.description}".strip()


class PipeForm(forms.Form):
    """A laboratory's result for one drain pipe. A row without pipe and result is no row."""

    pipe = forms.CharField(label="Pipe", required=False, max_length=80)
    result = LabResultField(label="Result", required=False, max_length=20)
    unit = forms.ChoiceField(label="Unit", choices=[(unit, unit) for unit in UNITS], required=False)
    sampled = AmericanDateField(label="Sampled on", required=False, help_text="")
    laboratory = forms.CharField(label="Laboratory", required=False, max_length=120)
    laboratory_certified = forms.TypedChoiceField(
        label="Certified laboratory?", required=False, empty_value=None,
        choices=[("", "Not known"), ("yes", "Yes"), ("no", "No")], coerce=lambda value: value == "yes",
    )  # fmt: skip
    is_retest = forms.BooleanField(label="Retest", required=False)

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if not self.is_row:
            return found
        messages = {
            "pipe": "Name the pipe, such as “north pipe”.",
            "result": "Enter the result, or clear the row.",
            "sampled": "Enter the day the sample was taken.",
        }
        for name, message in messages.items():
            if not found.get(name) and name not in self.errors:
                self.add_error(name, message)
        if found.get("sampled") and found["sampled"] > today():
            self.add_error("sampled", "This day lies in the future. Correct the date.")
        return found

    @property
    def is_row(self) -> bool:
        """Whether anything was typed that makes this a row."""
        return any(str(self.data.get(self.add_prefix(name), "")).strip() for name in ("pipe", "result", "sampled"))

    def row(self) -> NewPipeResult:
        """What was typed, for the act."""
        found = self.cleaned_data
        return NewPipeResult(
            pipe=found["pipe"],
            result=found["result"],
            unit=found["unit"] or next(iter(UNITS)),
            sampled=found["sampled"],
            laboratory=found["laboratory"],
            laboratory_certified=found["laboratory_certified"],
            is_retest=found["is_retest"],
        )


PipeFormSet = forms.formset_factory(PipeForm, extra=2, max_num=40, absolute_max=60)
