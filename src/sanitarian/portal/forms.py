"""What anybody may enter."""

from django import forms
from django.core.exceptions import ValidationError

from sanitarian.letters.codes import normalise_code


class VerifyForm(forms.Form):
    """The code of a paper, in any spelling of it."""

    code = forms.CharField(
        label="Code on the paper",
        help_text="Four groups of five letters and digits, beside the QR code",
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "class": "s-code"}
        ),
    )

    def clean_code(self) -> str:
        """The code as it is kept.

        Raises:
            ValidationError: what was typed does not have the shape of a code.
        """
        code = normalise_code(self.cleaned_data["code"])
        if code is None:
            raise ValidationError(
                "This is no code of a paper: that has twenty letters and digits in four groups, none of them "
                "A, E, I, O, U, 0, 1, 2, 5 or 8. Compare it with the paper."
            )
        return code
