"""Forms of whoever files inspection reports from outside."""

from typing import Any

from django import forms

from sanitarian.core.forms.fields import FilesField, ThreeWayField
from sanitarian.county.models import Municipality
from sanitarian.portal.inspections.steps import FILE_KINDS, Step, fields_of
from sanitarian.wastewater.forms.report import EntryForm
from sanitarian.wastewater.models import Report

_LABELS = {
    "inspector_interest": "Do you own, sell or build here?",
    "procedure_met": "Did you test by the department’s procedure, or a stricter one?",
    "applicant_name": "Name as signed on the application",
    "pumped_before": "Last pumped before the inspection, if known",
}
_HELP = {"applicant_name": "As the owner wrote it. The department compares it with the owner on record."}


class StepForm(EntryForm):
    """The part of a report that one step asks for. Nothing is required here: what is missing shows beside it."""

    procedure_met = ThreeWayField(label="", help_text="No less than the department’s own test (V.XI).", required=False)

    def __init__(self, *args: Any, step: Step, report: Report, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        wanted = fields_of(step, report)
        for name in [name for name in self.fields if name not in wanted]:
            del self.fields[name]
        self.order_fields(wanted)
        for name in self.fields:
            self.fields[name].label = _LABELS.get(name, self.fields[name].label)
            self.fields[name].help_text = _HELP.get(name, self.fields[name].help_text)

    def sound_values(self) -> dict[str, Any]:
        """What was typed without a fault, as the columns of a report; a faulty answer costs the others nothing."""
        self.is_valid()
        return {name: value for name, value in self.values().items() if name not in {"system", "parcel"} or value}


class PlaceForm(forms.Form):
    """The property that an inspector is engaged for: its tax map number, or its street address."""

    q = forms.CharField(
        label="Tax map number, or house number and street", max_length=120,
        help_text="As on the tax bill, such as 12.-3-4.1, or as on the mailbox, such as 120 Test Rd",
        widget=forms.TextInput({"autocomplete": "off", "type": "search"}),
    )  # fmt: skip
    town = forms.ModelChoiceField(
        Municipality.objects.all(), required=False, empty_label="Any town", label="Town, city or village"
    )


class FilesForm(forms.Form):
    """Photographs, a sketch, papers."""

    kind = forms.ChoiceField(label="What it is", choices=[(kind.value, kind.label) for kind in FILE_KINDS])
    attachments = FilesField(
        label="Files", required=False,
        help_text="PDF, JPEG or PNG, each at most 20 MB. Where a photograph was taken is removed from it.",
    )  # fmt: skip

    def clean_attachments(self) -> list[Any]:
        """The files chosen.

        Raises:
            ValidationError: none was chosen.
        """
        chosen: list[Any] = self.cleaned_data["attachments"]
        if not chosen:
            raise forms.ValidationError("Choose a file first.")
        return chosen
