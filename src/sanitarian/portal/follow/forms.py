"""The number and the PIN of what somebody sent."""

import re

from django import forms
from django.core.exceptions import ValidationError

_NUMBER = re.compile(r"C[OR]-\d{4}-\d{5,9}")
_DASHES = re.compile(r"[\s\-\u2010-\u2015.]+")


class FollowForm(forms.Form):
    """Both stand on the page that came after sending."""

    number = forms.CharField(
        label="Number",
        max_length=40,
        help_text="Such as CO-2026-00012",
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false", "class": "p-code"}),
    )
    pin = forms.CharField(
        label="PIN",
        max_length=40,
        help_text="Ten letters and digits that came with the number",
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "class": "p-code"}
        ),
    )

    def clean_number(self) -> str:
        """The number as it is kept, in any spelling of it.

        Raises:
            ValidationError: it does not have the shape of one.
        """
        number = _DASHES.sub("-", self.cleaned_data["number"].strip().upper())
        if not _NUMBER.fullmatch(number):
            raise ValidationError("A number begins with CO or CR and looks like CO-2026-00012.")
        return number
