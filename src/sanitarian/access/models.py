"""Who is invited to have an account, and who has asked for one."""

from datetime import date

from django.db import models
from django.db.models import Q

from sanitarian.core.actors import ROLE_CHOICES
from sanitarian.core.models import Versioned
from sanitarian.parties.models import Party, User


class Invitation(Versioned):
    """The department's offer of an account with one role, by a link that was mailed to its address.

    Only the fingerprint of the link's token is kept: whoever reads the database cannot accept in another's place.
    """

    class State(models.TextChoices):
        OPEN = "open", "Sent"
        ACCEPTED = "accepted", "Accepted"
        WITHDRAWN = "withdrawn", "Withdrawn"

    email = models.EmailField(help_text="in lower case; whoever reads its mail may accept")
    name = models.CharField(max_length=120)
    role = models.CharField(max_length=20, choices=ROLE_CHOICES)
    party = models.ForeignKey(
        Party, null=True, on_delete=models.PROTECT, related_name="invitations", help_text="for whom the role is held"
    )
    area = models.CharField(max_length=40, blank=True, help_text="a SWIS code, or a watershed's name")
    token_hash = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token in the link")
    invited_by = models.CharField(max_length=60, help_text="an actor's reference")
    invited_at = models.DateTimeField(help_text="when the link was sent last")
    expires = models.DateField(help_text="the last day on which the link works")
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    decided_at = models.DateTimeField(null=True, help_text="when it was accepted or withdrawn")
    accepted_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="invitations")

    class Meta:
        verbose_name = "invitation"
        constraints = [
            models.UniqueConstraint(
                fields=["email", "role", "party", "area"], condition=Q(state="open"), name="one_open_invitation"
            ),
            models.UniqueConstraint(
                fields=["email", "role", "area"],
                condition=Q(state="open", party__isnull=True),
                name="one_own_open_invitation",
            ),
            models.CheckConstraint(
                condition=Q(state="accepted", accepted_by__isnull=False)
                | (~Q(state="accepted") & Q(accepted_by__isnull=True)),
                name="accepted_by_somebody",
            ),
        ]
        indexes = [models.Index(fields=["state", "-id"], name="invitations_by_state")]

    def __str__(self) -> str:
        return f"{self.name}: {self.role}"

    def is_over(self, day: date) -> bool:
        """Whether its link has stopped to work by itself."""
        return self.expires < day


class AccountRequest(Versioned):
    """Somebody asks the department for an account. Nothing in it is checked: a clerk does, and invites."""

    class State(models.TextChoices):
        OPEN = "open", "Waiting"
        INVITED = "invited", "Invited"
        DECLINED = "declined", "Declined"

    name = models.CharField(max_length=120)
    firm = models.CharField(max_length=200, blank=True)
    email = models.EmailField()
    role = models.CharField(max_length=20, choices=ROLE_CHOICES)
    note = models.CharField(max_length=500, blank=True)
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    invitation = models.ForeignKey(Invitation, null=True, on_delete=models.PROTECT, related_name="requests")
    reason = models.CharField(max_length=200, blank=True, help_text="why it was declined")

    class Meta:
        verbose_name = "request for an account"
        verbose_name_plural = "requests for an account"
        constraints = [
            models.UniqueConstraint(
                fields=["email", "role"], condition=Q(state="open"), name="one_open_request_for_an_account"
            )
        ]
        indexes = [models.Index(fields=["state", "id"], name="account_requests_by_state")]

    def __str__(self) -> str:
        return f"{self.name}: {self.role}"
