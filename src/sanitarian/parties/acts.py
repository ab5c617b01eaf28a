"""Accounts and roles."""

from datetime import date

from django.db import IntegrityError, transaction
from django.db.models import Q

from sanitarian.core.actors import STAFF_ROLES, Actor, Role
from sanitarian.core.acts import ActRefused, act, journal
from sanitarian.core.dates import today
from sanitarian.core.records import ref
from sanitarian.parties.models import Party, RoleGrant, User

FOR_A_PARTY = frozenset(
    {
        *(Role.INSPECTOR, Role.INSTALLER, Role.HAULER, Role.DESIGNER, Role.OWNER, Role.AGENT),
        *(Role.MUNICIPALITY, Role.WATERSHED_INSPECTOR, Role.WATER_SUPPLIER, Role.FOOD_OPERATOR),
    }
)
FOR_AN_AREA = frozenset({Role.MUNICIPALITY, Role.WATERSHED_INSPECTOR})


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
    actor: Actor, user: User, role: Role, *, party: Party | None = None, area: str = "",
    starts: date | None = None, ends: date | None = None,
) -> RoleGrant:  # fmt: skip
    """Grant a role from ``starts`` (today) through ``ends``; granting one that is held already changes nothing.

    ``party`` is whom an outside role is held for, ``area`` where (a SWIS code, or a watershed's name).

    Raises:
        ActRefused: it ends before it starts, or the role needs a party or an area that is not given.
    """
    starts = starts or today()
    if ends is not None and ends < starts:
        raise ActRefused("A role cannot end before it starts. Correct the last day.")
    _for_whom(role, party, area)
    held = user.grants.filter(role=role, party=party, area=area, starts__lte=starts, ends__isnull=True).first()
    if held is not None and ends is None:
        return held
    grant, _ = RoleGrant.objects.update_or_create(
        user=user, role=role, party=party, area=area, starts=starts, defaults={"ends": ends}
    )
    journal(
        actor, "parties.grant.give", ref(user), role=role.value, starts=starts, ends=ends,
        party=ref(party) if party else None, area=area,
    )  # fmt: skip
    return grant


def _for_whom(role: Role, party: Party | None, area: str) -> None:
    """What a person of this role may see and file hangs on the party or area that the role is held for."""
    if role in FOR_A_PARTY and party is None:
        raise ActRefused(f"Say for whom the role “{role.label}” is held: choose the person or firm on record.")
    if role in FOR_AN_AREA and not area:
        raise ActRefused(f"Say for which area the role “{role.label}” is held.")
    if party is not None and role in STAFF_ROLES:
        raise ActRefused(f"The role “{role.label}” is held for the department, not for a person or firm.")


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
