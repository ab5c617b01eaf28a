"""The office: accounts with their roles, delegations on record, and the acts about both."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import today
from sanitarian.core.permissions import may, may_see
from sanitarian.desk.office import queries
from sanitarian.desk.office.forms import AccountForm, DelegationForm, EndDelegationForm, FilterForm
from sanitarian.parties.acts import create_user, grant_role
from sanitarian.permits.acts import end_delegation, record_delegation


def _account(actor: Actor, values: dict[str, Any]) -> str:
    with transaction.atomic():
        user = create_user(
            actor, email=values["email"], name=values["name"], password=values["passphrase"], title=values["title"]
        )
        grant_role(actor, user, Role(values["role"]))
    return f"{user.name} may sign in as {values['role']}."


def _delegate(actor: Actor, values: dict[str, Any]) -> str:
    return f"The delegation to {record_delegation(actor, **values).official.name} is on record."


def _end_delegation(actor: Actor, values: dict[str, Any]) -> str:
    ended = end_delegation(actor, values["delegation"].pk, ends=values["ends"])
    return f"The last day of the delegation to {ended.official.name} is on record."


@dataclass(frozen=True)
class Change:
    """Something that may be done on this page."""

    key: str
    act: str
    label: str
    form: type[forms.Form]
    run: Callable[[Actor, dict[str, Any]], str]
    about: str


CHANGES = (
    Change("account", "parties.user.create", "Make an account", AccountForm, _account, "roles"),
    Change("delegate", "permits.delegation.record", "Record a delegation", DelegationForm, _delegate, "signing"),
    Change("end-delegation", "permits.delegation.end", "End a delegation", EndDelegationForm, _end_delegation,
           "signing"),
)  # fmt: skip


def office(request: HttpRequest) -> HttpResponse:
    """Accounts and delegations, and for whom it is open the acts about them."""
    actor: Any = request.actor  # type: ignore[attr-defined]
    do = request.POST.get("do", "")
    changes = [
        (change, change.form(request.POST if change.key == do else None, prefix=change.key))
        for change in CHANGES
        if may(actor, change.act)
    ]
    if request.method == "POST":
        chosen = next(((change, form) for change, form in changes if form.is_bound), None)
        if chosen is None:
            raise PermissionDenied
        if (said := _do(actor, *chosen)) is not None:
            messages.success(request, said)
            return redirect("desk:office")
    faulty = any(form.errors for _, form in changes)
    return render(request, "desk/office/office.html", _context(request, changes), status=422 if faulty else 200)


def _do(actor: Actor, change: Change, form: forms.Form) -> str | None:
    """Do what was asked and say so; None where the form says what to correct."""
    if not form.is_valid():
        return None
    try:
        return change.run(actor, form.cleaned_data)
    except ActRefused as refusal:
        form.add_error(None, str(refusal))
        return None


def _context(request: HttpRequest, changes: list[tuple[Change, forms.Form]]) -> dict[str, Any]:
    after, before = (_number(request.GET.get(key, "")) for key in ("after", "before"))
    words = FilterForm(request.GET)
    sought = words.cleaned_data["name"] if words.is_valid() else ""
    rows, more = queries.accounts(today(), words=sought, after=after, before=before)
    keep = {"name": sought} if sought else {}
    earlier, later = bool(after) or (bool(before) and more), bool(before) or more
    actor: Any = request.actor  # type: ignore[attr-defined]
    return {
        "filter": words,
        "accounts": rows,
        "may_open": may_see(actor, "desk:account"),
        "may_invite": may_see(actor, "desk:invitations"),
        "day": today(),
        "delegations": [queries.delegation_line(row, today()) for row in queries.open_delegations(today())],
        "ended": [queries.delegation_line(row, today()) for row in queries.ended_delegations(today())],
        "role_changes": [pair for pair in changes if pair[0].about == "roles"],
        "signing_changes": [pair for pair in changes if pair[0].about == "signing"],
        "previous_url": f"?{urlencode({**keep, 'before': rows[0].user.pk})}" if rows and earlier else "",
        "next_url": f"?{urlencode({**keep, 'after': rows[-1].user.pk})}" if rows and later else "",
    }


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
