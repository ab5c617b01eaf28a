"""Forms about one account: its roles, and its second step."""

from typing import Any

from django import forms

from sanitarian.core.actors import ROLE_CHOICES, Role
from sanitarian.core.dates import today
from sanitarian.core.forms.fields import AmericanDateField
from sanitarian.desk.invitations.forms import PartyFields
from sanitarian.desk.office import queries
from sanitarian.desk.office.forms import american
from sanitarian.parties.models import RoleGrant, User


class _GrantField(forms.ModelChoiceField):
    def label_from_instance(self, obj: RoleGrant) -> str:
        whom = f" for {obj.party.name}" if obj.party else ""
        return f"{obj.get_role_display()}{whom}, from {american(obj.starts)}"


class GrantForm(PartyFields):
    """A role for the account, an outside one mostly for a person or firm."""

    role = forms.ChoiceField(choices=[("", "Choose a role"), *ROLE_CHOICES])
    starts = AmericanDateField(label="From")
    ends = AmericanDateField(
        label="Through", required=False, help_text="Month/day/year; this day counts. Leave blank where no end is set."
    )
    field_order = ["role", "find", "party", "new_kind", "new_name", "area", "starts", "ends"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["starts"].initial = today()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("role"):
            self.check_for_whom(cleaned, Role(cleaned["role"]))
        return cleaned


class EndGrantForm(forms.Form):
    """The last day of a role."""

    grant = _GrantField(RoleGrant.objects.none(), label="Role", empty_label="Choose the role")
    ends = AmericanDateField(label="Last day", help_text="Month/day/year; this day counts still.")

    def __init__(self, *args: Any, holder: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["grant"].queryset = queries.open_grants(today()).filter(user=holder)  # type: ignore[attr-defined]


class NewStartForm(forms.Form):
    """How the administrator made sure who asks."""

    reason = forms.CharField(
        label="How you made sure that it is them",
        max_length=300,
        help_text="Such as: came to the office with a driver’s license. The holder of the account will read it.",
    )
