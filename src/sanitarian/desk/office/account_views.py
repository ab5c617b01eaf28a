"""One account: who it is, which roles it holds, how it signs in, and the acts about it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from sanitarian.access.acts.security import acknowledge_attack, is_warned_about, reset_second_step
from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import today
from sanitarian.core.permissions import may
from sanitarian.desk.invitations.forms import NEW
from sanitarian.desk.office import queries
from sanitarian.desk.office.account_forms import EndGrantForm, GrantForm, NewStartForm
from sanitarian.parties.acts import deactivate_user, end_grant, grant_role, reactivate_user, record_party
from sanitarian.parties.models import Party, User


def _grant(actor: Actor, user: User, form: Any) -> str:
    values = form.cleaned_data
    with transaction.atomic():
        party = form.chosen()
        if values.get("party") == NEW:
            party = record_party(actor, kind=Party.Kind(values["new_kind"]), name=values["new_name"])
        grant = grant_role(
            actor, user, Role(values["role"]), party=party, area=values["area"],
            starts=values["starts"], ends=values["ends"],
        )  # fmt: skip
    return f"{user.name} holds the role: {Role(grant.role).label}."


def _end_grant(actor: Actor, user: User, form: forms.Form) -> str:
    grant = end_grant(actor, form.cleaned_data["grant"], ends=form.cleaned_data["ends"])
    return f"The last day is on record: {user.name}, {Role(grant.role).label.lower()}."


def _close(actor: Actor, user: User, form: forms.Form) -> str:
    deactivate_user(actor, user.pk)
    return f"The account of {user.name} is closed, and signed out everywhere."


def _open(actor: Actor, user: User, form: forms.Form) -> str:
    reactivate_user(actor, user.pk)
    return f"The account of {user.name} is open again."


def _new_start(actor: Actor, user: User, form: forms.Form) -> str:
    reset_second_step(actor, user.pk, reason=form.cleaned_data["reason"])
    return f"{user.name} has no second step any more, and is told so by e-mail."


def _seen(actor: Actor, user: User, form: forms.Form) -> str:
    acknowledge_attack(actor, user.pk)
    return "The warning is off the worklist."


@dataclass(frozen=True)
class Change:
    """Something that may be done with an account."""

    key: str
    act: str
    label: str
    form: type[forms.Form]
    run: Callable[[Actor, User, Any], str]


GRANT = Change("grant", "parties.grant.give", "Grant a role", GrantForm, _grant)
END = Change("end-grant", "parties.grant.end", "End a role", EndGrantForm, _end_grant)
NEW_START = Change("new-start", "access.mfa.reset", "Take away the second step", NewStartForm, _new_start)
SEEN = Change("seen", "access.account.acknowledge", "Take the warning off the worklist", forms.Form, _seen)
CLOSE = Change("close", "parties.user.deactivate", "Close the account", forms.Form, _close)
OPEN = Change("open", "parties.user.reactivate", "Open the account again", forms.Form, _open)


def account(request: HttpRequest, user_id: int) -> HttpResponse:
    """One account, and what may be done with it."""
    user = get_object_or_404(User.objects.prefetch_related("grants__party"), pk=user_id)
    actor: Any = request.actor  # type: ignore[attr-defined]
    steps = list(Authenticator.objects.filter(user=user).order_by("pk"))
    changes = _changes(request, actor, user, steps)
    acting = request.method == "POST" and request.POST.get("do") != "find"
    if acting and (done := _do(request, actor, user, changes)) is not None:
        return done
    faulty = acting and any(form.errors for _, form in changes)
    context = {
        "account": queries.account(user, today()),
        "day": today(),
        "steps": [step for step in steps if step.type != Authenticator.Type.RECOVERY_CODES],
        "sessions": UserSession.objects.filter(user=user).count(),
        "changes": changes,
        "crumbs": [{"label": "Office", "url": reverse("desk:office")}],
    }
    return render(request, "desk/office/account.html", context, status=422 if faulty else 200)


def _changes(
    request: HttpRequest, actor: Actor, user: User, steps: list[Authenticator]
) -> list[tuple[Change, forms.Form]]:
    offered = [GRANT]
    if queries.open_grants(today()).filter(user=user).exists():
        offered.append(END)
    if steps:
        offered.append(NEW_START)
    if is_warned_about(user):
        offered.append(SEEN)
    offered.append(CLOSE if user.is_active else OPEN)
    return [(change, _form(request, change, user)) for change in offered if may(actor, change.act)]


def _form(request: HttpRequest, change: Change, user: User) -> forms.Form:
    do = request.POST.get("do", "")
    options: dict[str, Any] = {"prefix": change.key, "use_required_attribute": False}
    if change is END:
        options["holder"] = user
    if change is GRANT and do == "find":  # only looked up: nothing is missing yet
        prefix = f"{change.key}-"
        given = {name.removeprefix(prefix): value for name, value in request.POST.items() if name.startswith(prefix)}
        return change.form(initial=given, **options)
    return change.form(request.POST if do == change.key else None, **options)


def _do(
    request: HttpRequest, actor: Actor, user: User, changes: list[tuple[Change, forms.Form]]
) -> HttpResponse | None:
    chosen = next(((change, form) for change, form in changes if form.is_bound), None)
    if chosen is None:
        raise PermissionDenied
    change, form = chosen
    if not form.is_valid():
        return None
    try:
        said = change.run(actor, user, form)
    except ActRefused as refusal:
        form.add_error(None, str(refusal))
        return None
    messages.success(request, said)
    return redirect("desk:account", user.pk)
