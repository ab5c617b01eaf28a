"""Who is invited, who asks for an account, and for whom on record an outside role can be held."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from sanitarian.access.acts.invitations import may_invite
from sanitarian.access.models import AccountRequest, Invitation
from sanitarian.core.actors import Actor, Role
from sanitarian.parties.models import Party

PAGE = 50
FOUND = 20


@dataclass(frozen=True)
class Line:
    """An invitation, how it stands today, and whether the reader may do something about it."""

    invitation: Invitation
    text: str
    tone: str
    may_change: bool

    @property
    def role(self) -> str:
        return Role(self.invitation.role).label


def _line(invitation: Invitation, actor: Actor, day: date) -> Line:
    is_open = invitation.state == Invitation.State.OPEN
    if is_open and invitation.is_over(day):
        text, tone = "Over", "due"
    else:
        text, tone = {"open": ("Sent", "wait"), "accepted": ("Accepted", "good"), "withdrawn": ("Withdrawn", "plain")}[
            invitation.state
        ]
    return Line(invitation, text, tone, is_open and may_invite(actor, Role(invitation.role)))


def page_of(actor: Actor, day: date, *, after: int | None = None) -> tuple[list[Line], bool]:
    """A page of invitations, the newest first, and whether there are older ones."""
    rows = Invitation.objects.select_related("party").order_by("-pk")
    if after is not None:
        rows = rows.filter(pk__lt=after)
    found = list(rows[: PAGE + 1])
    return [_line(row, actor, day) for row in found[:PAGE]], len(found) > PAGE


def waiting() -> list[AccountRequest]:
    """Those who ask for an account, the longest waiting first."""
    return list(AccountRequest.objects.filter(state=AccountRequest.State.OPEN).order_by("pk")[:PAGE])


def parties_like(words: str) -> list[Party]:
    """People and firms on record by a part of their name, or by the number of an inspector or a firm."""
    words = words.strip()
    if not words:
        return []
    numbered = Q(inspector__number__iexact=words) | Q(firm__number__iexact=words)
    found = Party.objects.filter(numbered | Q(name__icontains=words)).select_related("inspector", "firm")
    return list(found.order_by("name", "pk")[:FOUND])


def in_words(party: Party) -> str:
    """A party as one tells it from its namesakes: name, number, address."""
    numbered = [getattr(party, kind).number for kind in ("inspector", "firm") if hasattr(party, kind)]
    return ", ".join([party.name, *numbered, *party.address_lines])
