"""Forms on a permit's page."""

from django import forms

from sanitarian.core.dates import today
from sanitarian.core.forms.fields import AmericanDateField


class ReasonForm(forms.Form):
    """Why a permit is changed; the holder reads it."""

    reason = forms.CharField(
        label="Reason", max_length=1_000, widget=forms.Textarea({"rows": 2}),
        error_messages={"required": "Write the reason; the holder will read it."},
    )  # fmt: skip


class RevokeForm(ReasonForm):
    """A permit is revoked after the hearing (I.7.C)."""

    heard_on = AmericanDateField(label="Day of the hearing")


class RenewForm(forms.Form):
    """The owner's statement that nothing has changed (C-2)."""

    statement_on = AmericanDateField(label="The owner’s statement is of")
    nothing_changed = forms.BooleanField(
        label="The owner states that nothing has changed in use, fixtures or system",
        error_messages={"required": "Without this statement an early inspection is needed (C-2)."},
    )


class ProofForm(forms.Form):
    """The proof that a condition was met."""

    met_on = AmericanDateField(label="Met on")
    proof = forms.CharField(label="Proof", max_length=200, help_text="Such as the hauler’s receipt of June 3, 2026")

    def clean_met_on(self) -> object:
        day = self.cleaned_data["met_on"]
        if day > today():
            raise forms.ValidationError("This day lies in the future. Correct the date.")
        return day
