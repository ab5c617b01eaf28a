"""Forms about inspections by others: the agreement, the finding on a local law, the end (V.XI)."""

from typing import Any

from django import forms

from sanitarian.core.forms.fields import AmericanDateField
from sanitarian.county.models import Municipality
from sanitarian.trades.models import SKANEATELES, Agreement


class AgreementForm(forms.Form):
    """Who inspects where, from when to when, and by which paper."""

    area = forms.ChoiceField(label="Who inspects", error_messages={"required": "Choose a municipality or Syracuse."})
    document = forms.CharField(
        label="Paper", max_length=200,
        help_text="The local law, or the letter, with its number and day, so that it can be found.",
    )  # fmt: skip
    starts = AmericanDateField(label="From")
    ends = AmericanDateField(label="Through", required=False, help_text="The last day. Leave blank where none is set.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        towns = [(town.swis, str(town)) for town in Municipality.objects.order_by("name", "kind")]
        self.fields["area"].choices = [  # type: ignore[attr-defined]
            ("", "Choose"),
            ("At Skaneateles Lake", [(SKANEATELES, "City of Syracuse, in the Skaneateles Lake watershed")]),
            ("Under home rule, in their own area", towns),
        ]

    def values(self) -> dict[str, Any]:
        """What the act takes."""
        watershed = self.cleaned_data["area"] == SKANEATELES
        return {"by": Agreement.By.WATERSHED if watershed else Agreement.By.MUNICIPALITY, **self.cleaned_data}


class FindingForm(forms.Form):
    """What the department finds of the local law, and in which paper."""

    meets_minimum = forms.TypedChoiceField(
        label="Does the local law meet the minimum of Article V?", widget=forms.RadioSelect,
        choices=[("yes", "It meets the minimum"), ("no", "It does not")], coerce=lambda value: value == "yes",
        error_messages={"required": "Choose what was found."},
    )  # fmt: skip
    document = forms.CharField(
        label="Paper of the finding", max_length=200, help_text="Such as the memorandum with its number and day."
    )


class EndForm(forms.Form):
    """With which day an agreement ends, and why."""

    ends = AmericanDateField(label="Last day", help_text="This day counts still. Month/day/year, such as 11/01/2026")
    reason = forms.CharField(label="Reason", max_length=500, widget=forms.Textarea({"rows": 2}))
