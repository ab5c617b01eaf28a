"""The filters of the due list."""

from datetime import date
from typing import Any

from django import forms

from sanitarian.core.dates import today
from sanitarian.core.forms.fields import AmericanDateField
from sanitarian.county.models import Municipality
from sanitarian.wastewater.models import ScheduleClass
from sanitarian.wastewater.queries import STATUSES, DueFilter

_ANY = ("", "All")


class DueForm(forms.Form):
    """Year, town, class, status, and the day by which statuses are judged."""

    year = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    town = forms.ModelChoiceField(Municipality.objects.none(), required=False, empty_label="All", to_field_name="name")
    schedule_class = forms.ChoiceField(label="Class", choices=[_ANY, *ScheduleClass.choices], required=False)
    status = forms.ChoiceField(choices=[_ANY, *STATUSES.items()], required=False)
    as_of = AmericanDateField(label="As of", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        this_year = today().year
        years = [(str(year), str(year)) for year in range(this_year - 10, this_year + 8)]
        self.fields["year"].choices = [_ANY, *years]  # type: ignore[attr-defined]
        towns = Municipality.objects.exclude(kind=Municipality.Kind.VILLAGE)
        self.fields["town"].queryset = towns  # type: ignore[attr-defined]
        self.fields["town"].label_from_instance = lambda town: town.name  # type: ignore[attr-defined]

    def asked(self) -> DueFilter:
        """What the filled-in filters ask for; a filter with a fault is left out."""
        self.is_valid()
        found = self.cleaned_data
        return DueFilter(
            year=found.get("year"),
            town=found.get("town"),
            schedule_class=found.get("schedule_class") or "",
            status=found.get("status") or "",
            as_of=found.get("as_of"),
        )


def key_text(key: tuple[date | None, int]) -> str:
    """A place in the list as it stands in an address."""
    due, pk = key
    return f"{due.isoformat() if due else ''}~{pk}"


def key_from(text: str) -> tuple[date | None, int] | None:
    """The place in the list that an address names; None for anything else."""
    due, _, pk = text.partition("~")
    try:
        return (date.fromisoformat(due) if due else None), int(pk)
    except ValueError:
        return None
