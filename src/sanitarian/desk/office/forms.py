"""Forms about accounts, roles and delegations."""

from datetime import date
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from sanitarian.core.actors import ROLE_CHOICES, STAFF_ROLES
from sanitarian.core.dates import today
from sanitarian.core.forms.fields import AmericanDateField
from sanitarian.desk.office import queries
from sanitarian.parties.models import User
from sanitarian.permits.kinds import all_kinds
from sanitarian.permits.models import Delegation

_ROLES = [choice for choice in ROLE_CHOICES if choice[0] in STAFF_ROLES]


def american(day: date | None) -> str:
    """A day as 11/01/2026; "open" for none."""
    return f"{day:%m/%d/%Y}" if day else "open"


class FilterForm(forms.Form):
    """Part of a name or of an e-mail address."""

    name = forms.CharField(label="Name or e-mail", max_length=100, required=False)


class AccountForm(forms.Form):
    """Somebody who is to sign in."""

    name = forms.CharField(max_length=120)
    email = forms.EmailField(label="E-mail", max_length=254)
    title = forms.CharField(max_length=120, required=False, help_text="As printed below a signature")
    role = forms.ChoiceField(choices=[("", "Choose a role"), *_ROLES])
    passphrase = forms.CharField(
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
        strip=False,
        max_length=128,
        help_text="15 characters or more. Hand it over in person; its holder should change it after signing in.",
    )
    again = forms.CharField(
        label="Passphrase again",
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
        strip=False,
        max_length=128,
    )

    def clean(self) -> dict[str, Any]:
        """A weak or mistyped passphrase is told apart, and never sent back to the page."""
        cleaned = super().clean() or {}
        passphrase = cleaned.get("passphrase")
        if not passphrase:
            return cleaned
        try:
            validate_password(passphrase, User(email=cleaned.get("email", ""), name=cleaned.get("name", "")))
        except ValidationError as fault:
            self.add_error("passphrase", fault)
        if "again" in cleaned and cleaned["again"] != passphrase:
            self.add_error("again", "The two passphrases differ. Type both again.")
        return cleaned


class _UserField(forms.ModelChoiceField):
    def label_from_instance(self, obj: User) -> str:
        return f"{obj.name}, {obj.title or obj.email}"


class _DelegationField(forms.ModelChoiceField):
    def label_from_instance(self, obj: Delegation) -> str:
        return f"{obj.official.name}, from {american(obj.starts)}: {obj.document}"


class DelegationForm(forms.Form):
    """The Commissioner's written delegation, as the paper says it (C-29)."""

    official = _UserField(
        User.objects.none(), empty_label="Choose the official", help_text="Sanitarians; the Commissioner needs none."
    )
    kinds = forms.MultipleChoiceField(
        label="Permits that may be signed",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one kind of permit."},
    )
    starts = AmericanDateField(label="From")
    ends = AmericanDateField(
        label="Through",
        required=False,
        help_text="Month/day/year; this day counts. Leave blank where the paper sets no end.",
    )
    document = forms.CharField(
        label="Paper", max_length=200, help_text="So that it can be found, such as: Memo of May 2, 2026, binder 4"
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["official"].queryset = queries.sanitarians(today())  # type: ignore[attr-defined]
        self.fields["kinds"].choices = [(kind.code, kind.name) for kind in all_kinds()]  # type: ignore[attr-defined]


class EndDelegationForm(forms.Form):
    """The last day of a delegation."""

    delegation = _DelegationField(Delegation.objects.none(), empty_label="Choose the delegation")
    ends = AmericanDateField(label="Last day", help_text="Month/day/year; this day counts still.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["delegation"].queryset = queries.open_delegations(today())  # type: ignore[attr-defined]
