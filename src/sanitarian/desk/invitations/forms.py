"""Whom to invite, as what, for whom."""

from typing import Any

from django import forms

from sanitarian.access.acts.invitations import may_invite
from sanitarian.core.actors import Actor, Role
from sanitarian.county.models import Municipality
from sanitarian.desk.invitations import queries
from sanitarian.parties.acts import FOR_A_PARTY, FOR_AN_AREA
from sanitarian.parties.models import Party

NEW = "new"
# The watersheds whose own inspectors the code knows (V.XI).
_WATERSHEDS = [("skaneateles-lake", "Watershed of Skaneateles Lake")]


def area_choices() -> list[tuple[str, str]]:
    """Where a role can be held: the municipalities on record, and the watersheds with inspectors of their own."""
    towns = [(row.swis, str(row)) for row in Municipality.objects.order_by("name", "swis")]
    return [("", "The whole county, or not asked"), *towns, *_WATERSHEDS]


class PartyFields(forms.Form):
    """For whom a role is held: found on record, or put there anew."""

    find = forms.CharField(
        label="Find the person or firm on record", max_length=100, required=False,
        help_text="Part of the name, or the number of an inspector or firm; not for people who work at the department",
    )  # fmt: skip
    party = forms.ChoiceField(label="Held for", required=False, widget=forms.RadioSelect)
    new_kind = forms.ChoiceField(
        label="New on record: kind", choices=[("person", "Person"), ("firm", "Firm")], required=False, initial="person"
    )
    new_name = forms.CharField(label="New on record: name", max_length=200, required=False)
    area = forms.ChoiceField(
        label="Where", required=False, help_text="For inspectors of a municipality or of a watershed"
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["area"].choices = area_choices()  # type: ignore[attr-defined]
        words = self.data.get(self.add_prefix("find"), "") if self.is_bound else self.initial.get("find", "")
        self.found = queries.parties_like(words)
        found = [(str(party.pk), queries.in_words(party)) for party in self.found]
        self.fields["party"].choices = [*found, (NEW, "Nobody of these: put a new one on record")]  # type: ignore[attr-defined]
        if not words:
            del self.fields["party"], self.fields["new_kind"], self.fields["new_name"]

    def check_for_whom(self, cleaned: dict[str, Any], role: Role) -> None:
        """Say beside the field what is missing; the act asks the same."""
        if role not in FOR_A_PARTY:
            return
        if not cleaned.get("party"):
            self.add_error("party" if "party" in self.fields else "find", "Find and choose for whom the role is held.")
        elif cleaned["party"] == NEW and not cleaned.get("new_name"):
            self.add_error("new_name", "Write the name as it is to stand on record.")
        if role in FOR_AN_AREA and not cleaned.get("area"):
            self.add_error("area", "Choose where the role is held.")

    def chosen(self) -> Party | None:
        """The party on record that was chosen; None for none or a new one."""
        return next((party for party in self.found if str(party.pk) == self.cleaned_data.get("party")), None)


class InviteForm(PartyFields):
    """An invitation."""

    name = forms.CharField(max_length=120)
    email = forms.EmailField(label="E-mail", max_length=254)
    role = forms.ChoiceField()
    field_order = ["name", "email", "role", "find", "party", "new_kind", "new_name", "area"]

    def __init__(self, *args: Any, actor: Actor, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        roles = [(role.value, role.label) for role in Role if may_invite(actor, role)]
        self.fields["role"].choices = [("", "Choose a role"), *roles]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("role"):
            self.check_for_whom(cleaned, Role(cleaned["role"]))
        return cleaned


class DeclineForm(forms.Form):
    """Why a request for an account is answered with no."""

    reason = forms.CharField(
        max_length=200, help_text="Nothing is mailed. This stays on record for whoever is asked about it later."
    )
