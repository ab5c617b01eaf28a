"""Accounts and roles."""

from datetime import date

from django.db import IntegrityError, transaction
from django.db.models import Q

from sanitarian.core.actors import STAFF_ROLES, Actor, Role
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import today
from sanitarian.core.records import ref
from sanitarian.parties.models import Party, RoleGrant, User
from sanitarian.parties.sessions import end_sessions

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
    return give_role(
        actor, "parties.grant.give", user, role, party=party, area=area, starts=starts or today(), ends=ends
    )


def give_role(
    actor: Actor, act_name: str, user: User, role: Role, *, party: Party | None, area: str,
    starts: date, ends: date | None = None,
) -> RoleGrant:  # fmt: skip
    """Put a grant on record inside the running act, which is one that may: an administrator's, or an acceptance.

    Raises:
        ActRefused: as ``grant_role`` does.
    """
    if ends is not None and ends < starts:
        raise ActRefused("A role cannot end before it starts. Correct the last day.")
    check_for_whom(role, party, area)
    held = user.grants.filter(role=role, party=party, area=area, starts__lte=starts, ends__isnull=True).first()
    if held is not None and ends is None:
        return held
    grant, _ = RoleGrant.objects.update_or_create(
        user=user, role=role, party=party, area=area, starts=starts, defaults={"ends": ends}
    )
    journal(
        actor, act_name, ref(user), role=role.value, starts=starts, ends=ends,
        party=ref(party) if party else None, area=area,
    )  # fmt: skip
    return grant


def check_for_whom(role: Role, party: Party | None, area: str) -> None:
    """What a person of this role may see and file hangs on the party or area that the role is held for.

    Raises:
        ActRefused: the role needs a party or an area that is not given, or is given one that it cannot have.
    """
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


@act("parties.user.deactivate")
def deactivate_user(actor: Actor, user_id: int) -> User:
    """Close an account: its holder is signed out everywhere at once and cannot sign in. What they did stays on record.

    Raises:
        ActRefused: it is closed already, is the actor's own, or is the last administrator's.
    """
    user = lock(User, user_id)
    if not user.is_active:
        raise ActRefused(f"The account of {user.name} is closed already.")
    if user.pk == actor.user_id:
        raise ActRefused("You cannot close your own account. Ask another administrator.")
    held = RoleGrant.objects.filter(Q(ends__isnull=True) | Q(ends__gte=today()), user=user, role=Role.ADMINISTRATOR)
    if (grant := held.first()) is not None and not _another_administrator(grant, today()):
        raise ActRefused("This is the last administrator. Give somebody else the role first.")
    user.is_active = False
    user.save(update_fields=["is_active"])
    end_sessions(user)
    journal(actor, "parties.user.deactivate", ref(user))
    return user


@act("parties.user.reactivate")
def reactivate_user(actor: Actor, user_id: int) -> User:
    """Open a closed account again, with its passphrase and the roles that have not ended."""
    user = lock(User, user_id)
    if user.is_active:
        raise ActRefused(f"The account of {user.name} is open already.")
    user.is_active = True
    user.save(update_fields=["is_active"])
    journal(actor, "parties.user.reactivate", ref(user))
    return user


@act("parties.party.record")
def record_party(
    actor: Actor, *, kind: Party.Kind, name: str, mail_line1: str = "", mail_city: str = "", mail_state: str = "",
    mail_zip: str = "", email: str = "", phone: str = "",
) -> Party:  # fmt: skip
    """Put a person or firm on record that is on no roll: whoever works or acts for others."""
    if not name.strip():
        raise ActRefused("A person or firm needs a name.")
    party = Party.objects.create(
        kind=kind, name=name.strip(), mail_line1=mail_line1, mail_city=mail_city, mail_state=mail_state,
        mail_zip=mail_zip, email=email.lower(), phone=phone,
    )  # fmt: skip
    journal(actor, "parties.party.record", ref(party))
    return party
