"""Invitations: the department offers an account, and whoever has the link accepts."""

import hashlib
import secrets
from datetime import timedelta

from django.db import IntegrityError, transaction

from sanitarian.access.mail import mail_invitation
from sanitarian.access.models import AccountRequest, Invitation
from sanitarian.access.passphrases import check_passphrase
from sanitarian.core.actors import STAFF_ROLES, Actor, Role
from sanitarian.core.acts import ActRefused, NotPermitted, act, journal, lock
from sanitarian.core.dates import now, today
from sanitarian.core.records import close_tasks, keep_version, ref
from sanitarian.parties.acts import check_for_whom, give_role
from sanitarian.parties.models import Party, User

VALID_FOR = timedelta(days=14)
ASK_AGAIN = "Ask the department for a new one."


def may_invite(actor: Actor, role: Role) -> bool:
    """Staff are invited by administrators; everybody else by whoever may invite."""
    return role not in STAFF_ROLES or Role.ADMINISTRATOR in actor.roles


def _check_may_invite(actor: Actor, role: Role) -> None:
    if not may_invite(actor, role):
        raise NotPermitted("Only an administrator invites people who work at the department.")


def token_hash(token: str) -> str:
    """The fingerprint under which an invitation is kept. A token is random and long: it needs no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


@act("access.invite")
def invite(
    actor: Actor, *, email: str, name: str, role: Role, party: Party | None = None, area: str = "",
    request_id: int | None = None,
) -> Invitation:  # fmt: skip
    """Offer somebody an account with a role: a link is mailed that works for 14 days.

    Args:
        party: whom an outside role is held for; ``area`` is where (a SWIS code, or a watershed's name).
        request_id: the request for an account that this answers.

    Raises:
        ActRefused: the role lacks its party or area, is held already, or an invitation to it is open.
        NotPermitted: the role is one of the department's, and the actor no administrator.
    """
    _check_may_invite(actor, role)
    check_for_whom(role, party, area)
    email = email.strip().lower()
    _check_not_held(email, role, party, area)
    asked = lock(AccountRequest, request_id) if request_id is not None else None
    token = secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            invitation = Invitation.objects.create(
                email=email, name=name.strip(), role=role, party=party, area=area, token_hash=token_hash(token),
                invited_by=actor.ref, invited_at=now(), expires=today() + VALID_FOR,
            )  # fmt: skip
    except IntegrityError:
        raise ActRefused(f"{email} is invited to this role already. Send that invitation anew instead.") from None
    mail_invitation(invitation, token)
    if asked is not None:
        _answer(actor, asked, invitation)
    journal(
        actor, "access.invite", ref(invitation), role=role.value, party=ref(party) if party else None, area=area,
        expires=invitation.expires,
    )  # fmt: skip
    return invitation


def _check_not_held(email: str, role: Role, party: Party | None, area: str) -> None:
    holder = User.objects.filter(email=email).first()
    if holder is None:
        return
    if not holder.is_active:
        raise ActRefused(f"The account of {email} is closed. An administrator can open it again.")
    if any(
        (held.role, held.party_id, held.area) == (role, party and party.pk, area) for held in holder.held_on(today())
    ):
        raise ActRefused(f"{email} holds this role already.")


def _answer(actor: Actor, asked: AccountRequest, invitation: Invitation) -> None:
    if asked.state != AccountRequest.State.OPEN:
        raise ActRefused("This request for an account has been answered already.")
    keep_version(actor, "access.invite", asked)
    asked.state, asked.invitation = AccountRequest.State.INVITED, invitation
    asked.save(update_fields=["state", "invitation", "version"])
    close_tasks(actor, ref(asked))


@act("access.invitation.renew")
def renew_invitation(actor: Actor, invitation_id: int) -> Invitation:
    """Send an open invitation anew, also one that is over: another link for another 14 days. The old link is dead."""
    invitation = _open(actor, invitation_id)
    keep_version(actor, "access.invitation.renew", invitation)
    token = secrets.token_urlsafe(32)
    invitation.token_hash, invitation.invited_at = token_hash(token), now()
    invitation.expires = today() + VALID_FOR
    invitation.save(update_fields=["token_hash", "invited_at", "expires", "version"])
    mail_invitation(invitation, token)
    journal(actor, "access.invitation.renew", ref(invitation), expires=invitation.expires)
    return invitation


@act("access.invitation.withdraw")
def withdraw_invitation(actor: Actor, invitation_id: int) -> Invitation:
    """Take an open invitation back: its link is dead."""
    invitation = _open(actor, invitation_id)
    keep_version(actor, "access.invitation.withdraw", invitation)
    invitation.state, invitation.decided_at = Invitation.State.WITHDRAWN, now()
    invitation.save(update_fields=["state", "decided_at", "version"])
    journal(actor, "access.invitation.withdraw", ref(invitation))
    return invitation


def _open(actor: Actor, invitation_id: int) -> Invitation:
    invitation = lock(Invitation, invitation_id)
    _check_may_invite(actor, Role(invitation.role))
    if invitation.state != Invitation.State.OPEN:
        raise ActRefused(f"This invitation has been {invitation.state} already.")
    return invitation


@act("access.invitation.accept")
def accept_invitation(actor: Actor, token: str, *, passphrase: str = "") -> User:
    """Accept with the link's token: a new account with ``passphrase``, or the role for the account that is signed in.

    Raises:
        ActRefused: the link is not good any more, is somebody else's, or the passphrase is too weak.
    """
    found = Invitation.objects.filter(token_hash=token_hash(token)).values_list("pk", flat=True).first()
    if found is None:
        raise ActRefused(f"This link is not complete, or a newer one has replaced it. {ASK_AGAIN}")
    invitation = lock(Invitation, found)
    if (fault := why_not(invitation)) is not None:
        raise ActRefused(fault)
    user = _signed_in_as(actor, invitation) if actor.user_id is not None else _new_account(invitation, passphrase)
    keep_version(actor, "access.invitation.accept", invitation)
    invitation.state, invitation.decided_at = Invitation.State.ACCEPTED, now()
    invitation.accepted_by = user
    invitation.save(update_fields=["state", "decided_at", "accepted_by", "version"])
    give_role(
        actor, "access.invitation.accept", user, Role(invitation.role),
        party=invitation.party, area=invitation.area, starts=today(),
    )  # fmt: skip
    journal(actor, "access.invitation.accept", ref(invitation), user=ref(user))
    return user


def why_not(invitation: Invitation) -> str | None:
    """Why an invitation cannot be accepted, and what helps; None where it can."""
    if invitation.state == Invitation.State.ACCEPTED:
        return "This invitation has been accepted already. Sign in with your e-mail address and passphrase."
    if invitation.state == Invitation.State.WITHDRAWN:
        return "The department has withdrawn this invitation. Ask it if you think that is a mistake."
    if invitation.is_over(today()):
        return f"This invitation is over: its link worked for 14 days. {ASK_AGAIN}"
    return None


def _signed_in_as(actor: Actor, invitation: Invitation) -> User:
    user = lock(User, actor.user_id or 0)
    if user.email != invitation.email:
        raise ActRefused(
            "This invitation was sent to another e-mail address than that of the account you are signed in with. "
            "Sign out, then open the link again."
        )
    return user


def _new_account(invitation: Invitation, passphrase: str) -> User:
    if User.objects.filter(email=invitation.email).exists():
        raise ActRefused("You have an account already. Sign in, then open the link again to add this role to it.")
    check_passphrase(passphrase, User(email=invitation.email, name=invitation.name))
    return User.objects.create_user(invitation.email, passphrase, name=invitation.name)
