"""Forms about inspectors: registration, courses, certification and its revocation."""

from typing import Any

from django import forms

from sanitarian.core.dates import today
from sanitarian.core.forms.fields import AmericanDateField, ThreeWayField
from sanitarian.parties.models import Party
from sanitarian.trades.models import Inspector

MAILING = ("mail_line1", "mail_line2", "mail_city", "mail_state", "mail_zip", "email", "phone")


class FilterForm(forms.Form):
    """Part of a name, or a number."""

    name = forms.CharField(label="Name or number", max_length=100, required=False)


class AsOfForm(forms.Form):
    """The day on which the standing is asked."""

    as_of = AmericanDateField(label="Standing on", required=False)


class RegisterForm(forms.Form):
    """Who the inspector is, where mail goes, and what qualifies (V.VI.A)."""

    name = forms.CharField(label="Name", max_length=200)
    mail_line1 = forms.CharField(label="Street or P.O. box", max_length=200)
    mail_line2 = forms.CharField(label="Second line of the address", max_length=200, required=False)
    mail_city = forms.CharField(label="City", max_length=100)
    mail_state = forms.CharField(label="State", max_length=40, initial="NY")
    mail_zip = forms.CharField(label="ZIP code", max_length=20)
    email = forms.EmailField(label="E-mail", required=False)
    phone = forms.CharField(label="Telephone", max_length=40, required=False)
    qualification = forms.TypedChoiceField(
        label="Qualification",
        choices=[("", "Not shown"), *Inspector.Qualification.choices],
        required=False,
        empty_value=None,
        help_text="Without one the law cannot find the inspector certified (V.VI.A).",
    )
    contractor_years = forms.DecimalField(
        label="Years in business in the county",
        min_value=0,
        max_value=99,
        max_digits=4,
        decimal_places=1,
        required=False,
        help_text="For an installer (V.VI.A.3). Leave blank where it is not shown.",
    )
    equivalence_accepted = ThreeWayField(
        label="Experience accepted as equivalent",
        required=False,
        help_text="Only where the department has judged equivalent experience (V.VI.A.4).",
    )

    def clean(self) -> dict[str, Any]:
        """Tell a second click, and a second clerk, that this person is on the register already."""
        cleaned = super().clean() or {}
        same = Inspector.objects.filter(
            party__name__iexact=cleaned.get("name", ""),
            party__mail_line1__iexact=cleaned.get("mail_line1", ""),
            party__mail_zip=cleaned.get("mail_zip", ""),
        ).first()
        if same is not None and not self.errors:
            raise forms.ValidationError(
                f"An inspector with this name and address is on the register already as {same.number}. "
                "Open that record instead."
            )
        return cleaned

    def person(self) -> Party:
        """The person as a party, not saved yet."""
        values = {name: self.cleaned_data[name] for name in ("name", *MAILING)}
        return Party(kind=Party.Kind.PERSON, **values)

    def qualifies(self) -> dict[str, Any]:
        """What is shown of the qualification; None where it is not."""
        names = ("qualification", "contractor_years", "equivalence_accepted")
        return {name: self.cleaned_data[name] for name in names}


class CourseForm(forms.Form):
    """A course and the result of its test."""

    completed = AmericanDateField(label="Completed on")
    passed = ThreeWayField(
        label="Test",
        yes="Passed",
        no="Failed",
        not_known="Result not known yet",
        error_messages={"required": "Choose passed, failed or not known yet."},
    )


class CertifyForm(forms.Form):
    """From which day the department certifies."""

    on = AmericanDateField(label="Certified from")


class RevokeForm(forms.Form):
    """Why, after which hearing, and from which day a certification is revoked."""

    reason = forms.CharField(
        label="Reason",
        max_length=1_000,
        widget=forms.Textarea({"rows": 2}),
        error_messages={"required": "Write the reason; the inspector will read it."},
    )
    heard_on = AmericanDateField(label="Day of the hearing")
    on = AmericanDateField(label="Revoked from")

    def clean_heard_on(self) -> object:
        day = self.cleaned_data["heard_on"]
        if day > today():
            raise forms.ValidationError("This hearing has not been held yet. Correct the date.")
        return day
