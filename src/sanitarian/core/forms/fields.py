"""Fields that the county's forms share: American dates, questions that may stay unanswered, several files at once."""

from datetime import date, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

_EARLIEST_YEAR = 1800  # the county was formed in 1799: an earlier year is a slip of the pen


class AmericanDateInput(forms.DateInput):
    """A date as one text field, month first. What was typed is kept as typed."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        standard = {"class": "s-input-date", "inputmode": "numeric", "autocomplete": "off", "maxlength": "10"}
        super().__init__(attrs={**standard, **(attrs or {})}, format="%m/%d/%Y")


class AmericanDateField(forms.DateField):
    """A date typed as 11/1/2026, 11/01/2026 or 2026-11-01; the year always has four digits."""

    widget = AmericanDateInput
    default_error_messages = {
        "invalid": "Enter a date as month/day/year with a four-digit year, such as 11/01/2026.",
        "no_such_day": "There is no such day: check month, day and year.",
    }

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("help_text", "Month/day/year, such as 11/01/2026")
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> date | None:
        """Return the date.

        Raises:
            ValidationError: the text is not a date in one of the two forms, or there is no such day.
        """
        if value in self.empty_values:
            return None
        if isinstance(value, datetime):
            return value.date()
        if isinstance(value, date):
            return value
        year, month, day = self._parts(str(value).strip())
        try:
            return date(year, month, day)
        except ValueError:
            raise ValidationError(self.error_messages["no_such_day"], code="no_such_day") from None

    def _parts(self, text: str) -> tuple[int, int, int]:
        american, iso = text.split("/"), text.split("-")
        if len(american) == 3:
            month, day, year = american
        elif len(iso) == 3:
            year, month, day = iso
        else:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        digits = all(part.isascii() and part.isdigit() and len(part) <= 2 for part in (month, day))
        if not digits or not (year.isascii() and year.isdigit() and len(year) == 4) or int(year) < _EARLIEST_YEAR:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return int(year), int(month), int(day)


YES, NO, NOT_KNOWN = "yes", "no", "unknown"
_ANSWERS = {YES: True, NO: False, NOT_KNOWN: None}


class ThreeWayField(forms.ChoiceField):
    """Yes, no or not known: cleans to True, False or None. "Not known" is an answer that has to be chosen.

    With ``required=False`` a question left alone is None as well.
    """

    widget = forms.RadioSelect(attrs={"class": "s-inline-choice"})
    default_error_messages = {"required": "Choose yes, no or not known."}

    def __init__(self, *, yes: str = "Yes", no: str = "No", not_known: str = "Not known", **kwargs: Any) -> None:
        super().__init__(choices=[(YES, yes), (NO, no), (NOT_KNOWN, not_known)], **kwargs)

    def prepare_value(self, value: Any) -> str | None:
        """The choice to show as taken. A field without an initial value shows none."""
        if value is True or value is False:
            return YES if value else NO
        return value

    def clean(self, value: Any) -> bool | None:
        return _ANSWERS.get(super().clean(value))

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class FilesInput(forms.ClearableFileInput):
    """A plain file field that takes several files."""

    allow_multiple_selected = True
    template_name = "django/forms/widgets/file.html"


class FilesField(forms.FileField):
    """Several files at once; cleans to a list."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        given = data if isinstance(data, (list, tuple)) else [data] if data else []
        one = super().clean
        return [one(item, initial) for item in given]
