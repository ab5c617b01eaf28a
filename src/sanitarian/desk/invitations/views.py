"""Invitations: who has one, who asks for one, and inviting."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from sanitarian.access.acts.invitations import invite, renew_invitation, withdraw_invitation
from sanitarian.access.acts.requests import decline_account
from sanitarian.access.models import AccountRequest, Invitation
from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import today
from sanitarian.core.permissions import may
from sanitarian.desk.invitations import queries
from sanitarian.desk.invitations.forms import NEW, DeclineForm, InviteForm
from sanitarian.parties.acts import record_party
from sanitarian.parties.models import Party

_DO = {"renew": (renew_invitation, "The link is sent anew; the old one does not work any more."),
       "withdraw": (withdraw_invitation, "The invitation is withdrawn; its link does not work any more.")}  # fmt: skip


def invitations(request: HttpRequest) -> HttpResponse:
    """Those who ask for an account, and a page of invitations; an open one can be sent anew or withdrawn."""
    actor: Any = request.actor  # type: ignore[attr-defined]
    if request.method == "POST":
        return _change(request, actor)
    after = _number(request.GET.get("after", ""))
    lines, more = queries.page_of(actor, today(), after=after)
    context = {
        "lines": lines,
        "waiting": queries.waiting(),
        "may_invite": may(actor, "access.invite"),
        "previous_url": reverse("desk:invitations") if after else "",
        "next_url": f"?after={lines[-1].invitation.pk}" if more else "",
    }
    return render(request, "desk/invitations/list.html", context)


def _change(request: HttpRequest, actor: Actor) -> HttpResponse:
    do, number = request.POST.get("do", ""), _number(request.POST.get("invitation", ""))
    if do not in _DO or number is None:
        raise PermissionDenied
    run, said = _DO[do]
    try:
        run(actor, number)
    except ActRefused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, said)
    return redirect("desk:invitations")


def invitation_new(request: HttpRequest) -> HttpResponse:
    """Invite somebody; the person or firm of an outside role is found on record, or put there."""
    return _inviting(request, None)


def account_request(request: HttpRequest, request_id: int) -> HttpResponse:
    """Somebody's request for an account, ready to be answered with an invitation, or declined."""
    asked = get_object_or_404(AccountRequest, pk=request_id)
    if asked.state != AccountRequest.State.OPEN:
        return render(request, "desk/invitations/answered.html", {"asked": asked, "crumbs": _crumbs()})
    return _inviting(request, asked)


def _inviting(request: HttpRequest, asked: AccountRequest | None) -> HttpResponse:
    actor: Any = request.actor  # type: ignore[attr-defined]
    if not may(actor, "access.invite"):
        raise PermissionDenied
    do = request.POST.get("do", "")
    given = request.POST if request.method == "POST" and do != "decline" else None
    form = InviteForm(given, actor=actor, initial=_initial(asked), use_required_attribute=False)
    decline = DeclineForm(request.POST if do == "decline" else None, use_required_attribute=False)
    if given is not None and do == "invite" and form.is_valid():
        made = _invite(actor, form, asked)
        if made is not None:
            messages.success(request, f"{made.email} is invited; the link works for 14 days.")
            return redirect("desk:invitations")
    if asked is not None and decline.is_bound and decline.is_valid():
        try:
            decline_account(actor, asked.pk, reason=decline.cleaned_data["reason"])
        except ActRefused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, f"The request of {asked.name} is declined.")
        return redirect("desk:invitations")
    if do == "find":  # only looked up: what else is missing is said when the invitation is sent
        form = InviteForm(actor=actor, initial=request.POST.dict(), use_required_attribute=False)
    context = {"form": form, "decline": decline, "asked": asked, "crumbs": _crumbs(),
               "role": Role(asked.role).label if asked else ""}  # fmt: skip
    faulty = do != "find" and (form.errors or decline.errors)
    return render(request, "desk/invitations/new.html", context, status=422 if faulty else 200)


def _initial(asked: AccountRequest | None) -> dict[str, str]:
    if asked is None:
        return {}
    find = asked.firm or asked.name
    found = queries.parties_like(find)
    values = {"name": asked.name, "email": asked.email, "role": asked.role, "find": find, "new_name": find}
    return values | {
        "party": str(found[0].pk) if len(found) == 1 else "",
        "new_kind": "firm" if asked.firm else "person",
    }


def _invite(actor: Actor, form: InviteForm, asked: AccountRequest | None) -> Invitation | None:
    """Invite, and first put a new party on record where there is none; None where the form says what to correct."""
    values = form.cleaned_data
    try:
        with transaction.atomic():
            party = form.chosen()
            if values.get("party") == NEW:
                party = record_party(actor, kind=Party.Kind(values["new_kind"]), name=values["new_name"])
            return invite(
                actor, email=values["email"], name=values["name"], role=Role(values["role"]), party=party,
                area=values["area"], request_id=asked.pk if asked else None,
            )  # fmt: skip
    except ActRefused as refusal:
        form.add_error(None, str(refusal))
        return None


def _crumbs() -> list[dict[str, str]]:
    return [{"label": "Invitations", "url": reverse("desk:invitations")}]


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
