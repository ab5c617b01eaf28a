"""Small forms of haulers' lists and files."""

from typing import Any

from django import forms

from sanitarian.trades.models import Firm
from sanitarian.wastewater.pump_out_lists import MonthField


class MonthForm(forms.Form):
    """Which month is asked for."""

    month = MonthField(label="Month")


class UploadForm(forms.Form):
    """A file of pump-outs."""

    use_required_attribute = False
    hauler = forms.ModelChoiceField(Firm.objects.none(), label="Hauler", empty_label="Choose a firm")
    upload = forms.FileField(
        label="File", help_text="CSV or Excel (.xlsx), at most 5 MB",
        widget=forms.FileInput({"accept": ".csv,.txt,.xlsx"}),
    )  # fmt: skip

    def __init__(self, *args: Any, firms: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["hauler"].queryset = firms  # type: ignore[attr-defined]
        self.only_firm = firms[0] if len(firms[:2]) == 1 else None
        if self.only_firm is not None:
            del self.fields["hauler"]

    def firm(self) -> Firm:
        """The firm for which the file is uploaded."""
        firm: Firm = self.only_firm or self.cleaned_data["hauler"]
        return firm
