"""Who works at the department, in which role since when, and who may sign which permits."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from sanitarian.core.actors import Role
from sanitarian.parties.models import RoleGrant, User
from sanitarian.permits.kinds import all_kinds
from sanitarian.permits.models import Delegation

PAGE = 50
ENDED = 20


@dataclass(frozen=True)
class Account:
    """An account with the roles that are held or to come, and those that have ended."""

    user: User
    grants: list[RoleGrant]
    ended: list[RoleGrant]


@dataclass(frozen=True)
class DelegationLine:
    """A delegation, the names of its kinds, and how it stands on the day."""

    delegation: Delegation
    kinds: list[str]
    text: str
    tone: str


def accounts(
    day: date, *, words: str = "", after: int | None = None, before: int | None = None
) -> tuple[list[Account], bool]:
    """A page of accounts by name, and whether there is more in the direction of reading.

    ``words`` are a part of a name or of an e-mail address.
    """
    rows = User.objects.prefetch_related("grants__party")
    if words:
        rows = rows.filter(Q(name__icontains=words) | Q(email__icontains=words))
    anchor = User.objects.filter(pk=before or after or 0).first()
    backwards = anchor is not None and bool(before)
    if anchor is not None:
        side = "lt" if backwards else "gt"
        rows = rows.filter(Q(**{f"name__{side}": anchor.name}) | Q(name=anchor.name, **{f"pk__{side}": anchor.pk}))
    found = list(rows.order_by(*(("-name", "-pk") if backwards else ("name", "pk")))[: PAGE + 1])
    more = len(found) > PAGE
    found = found[:PAGE][::-1] if backwards else found[:PAGE]
    return [_account(user, day) for user in found], more


def account(user: User, day: date) -> Account:
    """One account with its roles."""
    return _account(user, day)


def _account(user: User, day: date) -> Account:
    grants = sorted(user.grants.all(), key=lambda grant: (grant.starts, grant.pk))
    over = [grant for grant in grants if grant.ends is not None and grant.ends < day]
    return Account(user, [grant for grant in grants if grant not in over], over)


def open_grants(day: date) -> QuerySet[RoleGrant]:
    """Roles that can still be ended: held or to come, without a last day or with one ahead."""
    unended = Q(ends__isnull=True) | Q(ends__gte=day)
    return RoleGrant.objects.filter(unended).select_related("user", "party").order_by("user__name", "starts", "pk")


def open_delegations(day: date) -> QuerySet[Delegation]:
    """Delegations in force or to come."""
    unended = Q(ends__isnull=True) | Q(ends__gte=day)
    return Delegation.objects.filter(unended).select_related("official").order_by("official__name", "starts", "pk")


def ended_delegations(day: date) -> QuerySet[Delegation]:
    """The delegations that ended last."""
    return Delegation.objects.filter(ends__lt=day).select_related("official").order_by("-ends", "-pk")[:ENDED]


def sanitarians(day: date) -> QuerySet[User]:
    """Officials who can be given a delegation: the Commissioner needs none, a clerk signs nothing (C-29)."""
    unended = Q(ends__isnull=True) | Q(ends__gte=day)
    held = RoleGrant.objects.filter(unended, role=Role.SANITARIAN)
    return User.objects.filter(is_active=True, pk__in=held.values("user")).order_by("name", "pk")


def delegation_line(delegation: Delegation, day: date) -> DelegationLine:
    """A delegation as the page shows it."""
    names = {kind.code: kind.name for kind in all_kinds()}
    if delegation.starts > day:
        text, tone = "To come", "wait"
    elif delegation.ends is not None and delegation.ends < day:
        text, tone = "Ended", "plain"
    else:
        text, tone = "In force", "good"
    return DelegationLine(delegation, [names.get(code, code) for code in delegation.kinds], text, tone)
