"""Accepting an invitation, and asking for an account."""

from typing import Any

from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import Login
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from sanitarian.access import lockout
from sanitarian.access.acts.invitations import accept_invitation, token_hash, why_not
from sanitarian.access.acts.requests import ask_for_account
from sanitarian.access.forms import AskForm, PassphraseForm
from sanitarian.access.models import Invitation
from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused
from sanitarian.parties.models import User


def _too_often(request: HttpRequest) -> HttpResponse:
    response = render(request, "429.html", status=429)
    response["Retry-After"] = str(15 * 60)
    return response


@sensitive_post_parameters()
@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What an invitation offers, and how to accept it: with a passphrase, or as the account that is signed in."""
    if lockout.is_kept_out(lockout.INVITATION, request):
        return _too_often(request)
    found = Invitation.objects.select_related("party").filter(token_hash=token_hash(token)).first()
    if found is None:
        lockout.note(lockout.INVITATION, request)
        fault = "This link is not complete, or a newer one has replaced it. Ask the department for a new one."
        return render(request, "access/invitation_over.html", {"fault": fault}, status=404)
    if (why := why_not(found)) is not None:
        return render(request, "access/invitation_over.html", {"fault": why}, status=410)
    actor: Any = request.actor  # type: ignore[attr-defined]
    if actor.user_id is not None:
        return _for_account(request, actor, found, token)
    if User.objects.filter(email=found.email).exists():
        messages.info(request, "You have an account already: sign in, and the invitation adds the role to it.")
        return redirect(f"{reverse('account_login')}?next={request.path}")
    return _for_newcomer(request, actor, found, token)


def _for_newcomer(request: HttpRequest, actor: Actor, found: Invitation, token: str) -> HttpResponse:
    newcomer = User(email=found.email, name=found.name)
    form = PassphraseForm(request.POST or None, user=newcomer, use_required_attribute=False)
    if request.method == "POST" and form.is_valid():
        passphrase = form.cleaned_data["passphrase"]
        try:
            user = accept_invitation(actor, token, passphrase=passphrase)
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            return perform_password_login(request, {"email": user.email}, Login(user=user, email=user.email))
    return _page(request, found, form, status=422 if form.errors else 200)


def _for_account(request: HttpRequest, actor: Actor, found: Invitation, token: str) -> HttpResponse:
    signed_in: Any = request.user
    theirs = signed_in.email == found.email
    if request.method == "POST":
        try:
            accept_invitation(actor, token)
        except ActRefused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, f"You hold the role now: {Role(found.role).label}.")
            return redirect("portal:start")
    return _page(request, found, None, theirs=theirs, status=200 if theirs else 403)


def _page(
    request: HttpRequest, found: Invitation, form: PassphraseForm | None, *, theirs: bool = True, status: int
) -> HttpResponse:
    context = {"invitation": found, "role": Role(found.role).label, "form": form, "theirs": theirs}
    response = render(request, "access/invitation.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response


def ask(request: HttpRequest) -> HttpResponse:
    """Ask for an account. The answer is the same whoever has one already."""
    form = AskForm(request.POST or None, use_required_attribute=False)
    if request.method == "POST" and form.is_valid():
        if lockout.is_kept_out(lockout.ASK, request):
            return _too_often(request)
        lockout.note(lockout.ASK, request)
        actor: Any = request.actor  # type: ignore[attr-defined]
        values = form.cleaned_data
        ask_for_account(actor, **{**values, "role": Role(values["role"])})
        return redirect("account_asked")
    return render(request, "access/ask.html", {"form": form}, status=422 if form.errors else 200)


def asked(request: HttpRequest) -> HttpResponse:
    return render(request, "access/asked.html")
