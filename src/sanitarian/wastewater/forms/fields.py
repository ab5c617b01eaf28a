"""Fields that only the report's form has."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from sanitarian.law.drain_pipes import read_result
from sanitarian.law.ruling import ImpossibleFacts


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


class LabResultField(forms.CharField):
    """A laboratory's result in its own words: 260, <1, >2419.6, TNTC, 1,200."""

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        if text:
            try:
                read_result(text)
            except ImpossibleFacts:
                raise ValidationError(
                    f"“{text}” is no laboratory result. Write it as the laboratory does: a number such as 260 or "
                    "1,200, a bound such as <1 or >2419.6, or TNTC."
                ) from None
        return text
