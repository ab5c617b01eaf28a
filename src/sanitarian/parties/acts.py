"""Accounts and roles."""

from datetime import date

from django.db import IntegrityError, transaction
from django.db.models import Q

from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused, act, journal
from sanitarian.core.dates import today
from sanitarian.core.records import ref
from sanitarian.parties.models import RoleGrant, User


@act("parties.user.create")
def create_user(actor: Actor, *, email: str, name: str, password: str | None = None, title: str = "") -> User:
    """Make an account without any role.

    Raises:
        ActRefused: there is an account with this e-mail address.
    """
    try:
        with transaction.atomic():
            user = User.objects.create_user(email, password, name=name, title=title)
    except IntegrityError:
        raise ActRefused(f"There is already an account for {email}.") from None
    journal(actor, "parties.user.create", ref(user))
    return user


@act("parties.grant.give")
def grant_role(
    actor: Actor, user: User, role: Role, *, starts: date | None = None, ends: date | None = None
) -> RoleGrant:
    """Grant a role from ``starts`` (today) through ``ends``; granting one that is held already changes nothing."""
    starts = starts or today()
    if ends is not None and ends < starts:
        raise ActRefused("A role cannot end before it starts. Correct the last day.")
    held = user.grants.filter(role=role, starts__lte=starts, ends__isnull=True).first()
    if held is not None and ends is None:
        return held
    grant, _ = RoleGrant.objects.update_or_create(user=user, role=role, starts=starts, defaults={"ends": ends})
    journal(actor, "parties.grant.give", ref(user), role=role.value, starts=starts, ends=ends)
    return grant


@act("parties.grant.end")
def end_grant(actor: Actor, grant: RoleGrant, *, ends: date) -> RoleGrant:
    """End a role on a day; the day counts still."""
    if ends < grant.starts:
        raise ActRefused("A role cannot end before it starts. Correct the last day.")
    if grant.role == Role.ADMINISTRATOR and not _another_administrator(grant, ends):
        raise ActRefused("This is the last administrator. Give somebody else the role first.")
    grant.ends = ends
    grant.save(update_fields=["ends"])
    journal(actor, "parties.grant.end", ref(grant.user), role=grant.role, ends=ends)
    return grant


def _another_administrator(grant: RoleGrant, ends: date) -> bool:
    """Whether somebody else holds the role beyond the day on which this grant is to end."""
    others = RoleGrant.objects.filter(role=Role.ADMINISTRATOR, user__is_active=True).exclude(user=grant.user_id)
    return others.filter(Q(ends__isnull=True) | Q(ends__gt=ends)).exists()
