"""What anybody types about a property: what to look for, and what is wrong."""

from typing import Any

from django import forms

from sanitarian.portal.property.finding import towns
from sanitarian.portal.sending import SendingForm


class AddressForm(forms.Form):
    """An address or a tax map number, on the start page, which asks no database."""

    q = forms.CharField(
        label="Address or tax map number",
        max_length=120,
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )


class FindForm(AddressForm):
    """The same, and the municipality where it is known."""

    town = forms.TypedChoiceField(label="Town, city or village", required=False, coerce=int, empty_value=None)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["town"].choices = [("", "Any"), *towns()]  # type: ignore[attr-defined]


class CorrectionForm(SendingForm):
    """What is wrong, what is right, and how to answer."""

    wrong = forms.CharField(
        label="What is wrong?",
        max_length=2_000,
        widget=forms.Textarea({"rows": 3}),
        error_messages={"required": "Write what is wrong."},
    )
    right = forms.CharField(
        label="What is right, and how do you know?",
        max_length=2_000,
        widget=forms.Textarea({"rows": 3}),
        error_messages={"required": "Write what is right instead."},
    )
    name = forms.CharField(
        label="Your name", max_length=120, required=False, widget=forms.TextInput({"autocomplete": "name"})
    )
    email = forms.EmailField(
        label="Your e-mail address", max_length=254, required=False, widget=forms.EmailInput({"autocomplete": "email"})
    )
    phone = forms.CharField(
        label="Your telephone number",
        max_length=40,
        required=False,
        widget=forms.TextInput({"autocomplete": "tel", "inputmode": "tel"}),
    )
