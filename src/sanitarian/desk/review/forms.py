"""Forms of a decision: conditions of an interim permit, sending back, deciding otherwise."""

from datetime import timedelta
from typing import Any

from django import forms

from sanitarian.core.dates import today
from sanitarian.core.forms.fields import AmericanDateField
from sanitarian.law.data import table
from sanitarian.law.review import RETURN_CODES
from sanitarian.permits.acts import NewCondition

CLASSES = (
    ("design-standards", "Meets design standards"),
    ("existing-standards", "Meets existing standards"),
    ("substandard", "Substandard"),
    ("failed", "Failed"),
)
PERMITS = (("none", "No permit"), ("discharge", "Permit to discharge"), ("interim", "Interim permit"))
_OWN = "own"


class ConditionsForm(forms.Form):
    """The conditions that V.V.E lets the department set, each with its usual day, and one in the official's words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = table("conditions")["condition"]
        for entry in self.known:
            day = today() + timedelta(days=entry["days"]) if "days" in entry else None
            self._row(entry["id"], entry["text"], day)
        self.fields[f"text_{_OWN}"] = forms.CharField(
            label="Another condition, in your words", required=False, max_length=500, widget=forms.Textarea({"rows": 2})
        )
        self.fields[f"due_{_OWN}"] = AmericanDateField(label="To be met by", required=False, help_text="")

    def _row(self, name: str, text: str, day: Any) -> None:
        self.fields[f"set_{name}"] = forms.BooleanField(label=text, required=False)
        self.fields[f"due_{name}"] = AmericanDateField(label="To be met by", required=False, initial=day, help_text="")

    @property
    def rows(self) -> list[tuple[Any, Any, str]]:
        """The tick, the day and the section of each condition."""
        return [(self[f"set_{entry['id']}"], self[f"due_{entry['id']}"], entry["cite"]) for entry in self.known]

    @property
    def own(self) -> tuple[Any, Any]:
        return self[f"text_{_OWN}"], self[f"due_{_OWN}"]

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        for name in [*(entry["id"] for entry in self.known), _OWN]:
            if found.get(f"due_{name}") and found[f"due_{name}"] < today() and self._is_set(name):
                self.add_error(f"due_{name}", "This day is over. Give the holder time to meet the condition.")
        return found

    def _is_set(self, name: str) -> bool:
        return bool(self.cleaned_data.get(f"text_{_OWN}" if name == _OWN else f"set_{name}"))

    def conditions(self) -> list[NewCondition]:
        """The conditions that are set."""
        found = self.cleaned_data
        chosen = [
            NewCondition(text=entry["text"], cite=entry["cite"], due=found.get(f"due_{entry['id']}"))
            for entry in self.known
            if found.get(f"set_{entry['id']}")
        ]
        if found.get(f"text_{_OWN}"):
            chosen.append(NewCondition(text=found[f"text_{_OWN}"], cite="I.7.B.3", due=found.get(f"due_{_OWN}")))
        return chosen


class AcceptForm(forms.Form):
    """The official's finding; blank takes the usual words."""

    finding = forms.CharField(
        label="Finding", required=False, max_length=1_000, widget=forms.Textarea({"rows": 2}),
        help_text="Printed on the permit. Blank takes the usual words.",
    )  # fmt: skip


class SendBackForm(forms.Form):
    """Why a report goes back, by code, and a remark that the filer reads."""

    codes = forms.MultipleChoiceField(
        label="Reasons", widget=forms.CheckboxSelectMultiple,
        choices=[(code, f"{text} ({cite})") for code, (text, cite) in RETURN_CODES.items()],
        error_messages={"required": "Choose at least one reason."},
    )  # fmt: skip
    remark = forms.CharField(
        label="Remark to the filer", required=False, max_length=1_000, widget=forms.Textarea({"rows": 3}),
        help_text="Needed with “See the remark”.",
    )  # fmt: skip


class OtherwiseForm(forms.Form):
    """Another classification or permit than the law proposes, with the written reason."""

    classification = forms.ChoiceField(label="Classification", choices=CLASSES)
    permit_kind = forms.ChoiceField(label="Permit", choices=PERMITS, widget=forms.RadioSelect)
    reason = forms.CharField(
        label="Written reason", max_length=2_000, widget=forms.Textarea({"rows": 4}),
        help_text="Kept beside what the law proposed.",
        error_messages={"required": "Write why you decide otherwise."},
    )  # fmt: skip

    def __init__(self, *args: Any, found: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if found in {"failed", "incomplete"}:  # no decision changes these (V.V.A)
            choices = [(found, found.title())]
            self.fields["classification"].choices = choices  # type: ignore[attr-defined]
            self.fields["permit_kind"].choices = PERMITS[:1]  # type: ignore[attr-defined]
