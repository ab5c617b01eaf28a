"""What may be done with a permit, on its page."""

from django import forms

from sanitarian.core.forms.fields import AmericanDateField


class ReasonForm(forms.Form):
    """The reason for a change of a permit; the holder will read it."""

    reason = forms.CharField(widget=forms.Textarea(attrs={"rows": 2}), max_length=1_000)


class RevokeForm(ReasonForm):
    """A revocation follows notice and hearing (I.7.C)."""

    heard_on = AmericanDateField(label="Day of the hearing")


class ConditionForm(forms.Form):
    """The proof that a condition was met."""

    met_on = AmericanDateField(label="Met on")
    proof = forms.CharField(max_length=200, help_text="The paper or visit that shows it")


class RenewForm(forms.Form):
    """The owner's statement on which a permit is renewed for the balance (C-2)."""

    statement_on = AmericanDateField(label="Day of the owner's statement")
    nothing_changed = forms.BooleanField(
        label="The owner states that nothing has changed since the inspection", required=False
    )
