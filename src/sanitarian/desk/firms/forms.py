"""Forms about firms: registration and their permits."""

from typing import Any

from django import forms

from sanitarian.core.forms.fields import AmericanDateField
from sanitarian.parties.models import Party
from sanitarian.trades.models import Firm, License

MAILING = ("mail_line1", "mail_line2", "mail_city", "mail_state", "mail_zip", "email", "phone")


class FirmForm(forms.Form):
    """Who the firm is, where mail goes, and what it does."""

    name = forms.CharField(label="Name of the firm", max_length=200)
    hauls = forms.BooleanField(label="Pumps or cleans tanks and hauls septage", required=False)
    installs = forms.BooleanField(label="Installs or builds septic systems", required=False)
    mail_line1 = forms.CharField(label="Street or P.O. box", max_length=200)
    mail_line2 = forms.CharField(label="Second line of the address", max_length=200, required=False)
    mail_city = forms.CharField(label="City", max_length=100)
    mail_state = forms.CharField(label="State", max_length=40, initial="NY")
    mail_zip = forms.CharField(label="ZIP code", max_length=20)
    email = forms.EmailField(label="E-mail", required=False)
    phone = forms.CharField(label="Telephone", max_length=40, required=False)

    def clean(self) -> dict[str, Any]:
        """Tell a second click, and a second clerk, that this firm is on the register already."""
        cleaned = super().clean() or {}
        same = Firm.objects.filter(
            party__name__iexact=cleaned.get("name", ""), party__mail_zip=cleaned.get("mail_zip", "")
        ).first()
        if same is not None and not self.errors:
            raise forms.ValidationError(
                f"A firm with this name and ZIP code is on the register already as {same.number}. "
                "Open that record instead."
            )
        if not (cleaned.get("hauls") or cleaned.get("installs")):
            self.add_error("hauls", "Say what the firm does: one of these two, or both.")
        return cleaned

    def party(self) -> Party:
        """The firm as a party, not saved yet."""
        values = {name: self.cleaned_data[name] for name in ("name", *MAILING)}
        return Party(kind=Party.Kind.FIRM, **values)


class LicenseForm(forms.Form):
    """A permit as the firm shows it."""

    kind = forms.ChoiceField(label="Permit", choices=[("", "Choose"), *License.Kind.choices])
    number = forms.CharField(label="Number", max_length=40)
    starts = AmericanDateField(label="First day")
    through = AmericanDateField(label="Last day")


class WithdrawLicenseForm(forms.Form):
    """That a permit no longer stands."""

    license = forms.ModelChoiceField(License.objects.none(), label="Permit", empty_label="Choose")
    on = AmericanDateField(label="First day on which it no longer stands")
    reason = forms.CharField(label="Who ended it, and why", max_length=300, widget=forms.Textarea({"rows": 2}))

    def __init__(self, *args: Any, firm: Firm, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["license"].queryset = firm.licenses.filter(withdrawn_on__isnull=True).order_by("-through")  # type: ignore[attr-defined]
