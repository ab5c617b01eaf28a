"""What is mailed about accounts. Every one of these messages opens something or warns: none keeps its text."""

from django.conf import settings
from django.urls import reverse

from sanitarian.access.models import Invitation
from sanitarian.core.actors import Role
from sanitarian.core.records import ref
from sanitarian.core.templatetags.sanitarian import american_date
from sanitarian.county.counties import the_county
from sanitarian.letters.mail.acts import queue_message
from sanitarian.letters.mail.kinds import register_message
from sanitarian.parties.models import User

INVITATION, ACCOUNT = "access.invitation", "access.account"


def register_messages() -> None:
    """Declare the kinds of messages of this room."""
    register_message(INVITATION, "Invitation to an account", about_account=True)
    register_message(ACCOUNT, "About an account", about_account=True)


def address_of(token: str) -> str:
    """The link of an invitation."""
    return settings.SANITARIAN_BASE_URL + reverse("account_invitation", args=[token])


def mail_invitation(invitation: Invitation, token: str) -> None:
    """Queue the message with the link, inside the act that invites."""
    for_whom = f" for {invitation.party.name}" if invitation.party else ""
    text = (
        f"Dear {invitation.name},\n\n"
        f"the health department invites you to an account{for_whom} as: {Role(invitation.role).label}.\n\n"
        f"Open this link and choose a passphrase:\n\n{address_of(token)}\n\n"
        f"The link works once, through {american_date(invitation.expires)}. Whoever has it can accept in your place: "
        "do not pass it on. If you expected no invitation, do nothing."
    )
    queue_message(
        INVITATION, ref(invitation), to=invitation.email, name=invitation.name,
        heading=f"Your account at {the_county().name} Health Department", text=text, confidential=True,
    )  # fmt: skip


def mail_account(user: User, heading: str, text: str) -> None:
    """Queue a message to the holder of an account, inside a transaction."""
    queue_message(ACCOUNT, ref(user), to=user.email, name=user.name, heading=heading, text=text, confidential=True)
