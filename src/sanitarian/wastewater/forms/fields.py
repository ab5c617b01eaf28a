"""Fields that only the report's form has."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from sanitarian.law.drain_pipes import read_result
from sanitarian.law.ruling import ImpossibleFacts


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
