"""What holds while somebody is signed in: time-outs, the staff's second step, and no copies of pages left behind."""

import time
from collections.abc import Callable
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect

from sanitarian.core.actors import NOBODY
from sanitarian.core.dates import now

SIGNED_IN_AT, SEEN_AT, STEP_BY_COUNTY = "signed_in_at", "seen_at", "second_step_by_county"
_NOTE_EVERY_SECONDS = 60
# All that staff without a second step may open: what it takes to set one up, or to leave.
WITHOUT_SECOND_STEP = frozenset(
    {
        "account_login", "account_logout", "account_inactive", "account_reauthenticate", "account_change_password",
        "account_set_password", "mfa_index", "mfa_authenticate", "mfa_reauthenticate", "mfa_activate_totp",
        "mfa_list_webauthn", "mfa_add_webauthn", "mfa_reauthenticate_webauthn", "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes", "mfa_download_recovery_codes", "usersessions_list",
    }
)  # fmt: skip


class SignedIn:
    """Middleware after ``acting_person`` and before ``PageAccess``."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        signed_in = request.user.is_authenticated
        if signed_in and _is_over(request):
            logout(request)
            request.actor = NOBODY  # type: ignore[attr-defined]
            messages.info(request, "You were signed out because nothing was done here for a while. Sign in again.")
        response = self.get_response(request)
        if signed_in or request.user.is_authenticated:
            response.headers["Cache-Control"] = "no-store, private"
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponseBase | None:
        """Lead staff without a second step to where it is set up, whatever they wanted to open or send."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        request.must_set_up = lacks_second_step(request)  # type: ignore[attr-defined]
        return redirect("mfa_index") if request.must_set_up and name not in WITHOUT_SECOND_STEP else None  # type: ignore[attr-defined]


def lacks_second_step(request: HttpRequest) -> bool:
    """Whether somebody works at the department and has signed in, or could, with a passphrase alone."""
    if not settings.SANITARIAN_STAFF_MFA or not request.user.is_authenticated:
        return False
    if not request.actor.is_staff or request.session.get(STEP_BY_COUNTY):  # type: ignore[attr-defined]
        return False
    second = Authenticator.objects.filter(user_id=request.user.pk).exclude(type=Authenticator.Type.RECOVERY_CODES)
    return not second.exists()


def begin_session(request: HttpRequest) -> None:
    """Note when somebody signed in."""
    request.session[SIGNED_IN_AT] = request.session[SEEN_AT] = int(time.time())


def _is_over(request: HttpRequest) -> bool:
    """Whether a session has lasted, or rested, too long. Notes that it is in use, once a minute."""
    moment, session = int(time.time()), request.session
    user: Any = request.user
    signed_in = session.get(SIGNED_IN_AT) or (int(user.last_login.timestamp()) if user.last_login else moment)
    rested = moment - session.get(SEEN_AT, signed_in)
    if moment - signed_in > settings.SANITARIAN_SESSION_HOURS * 3600:
        return True
    if rested > settings.SANITARIAN_STAFF_IDLE_MINUTES * 60 and request.actor.is_staff:  # type: ignore[attr-defined]
        return True
    if rested >= _NOTE_EVERY_SECONDS:
        session[SEEN_AT] = moment
        UserSession.objects.filter(session_key=session.session_key).update(last_seen_at=now())
    return False
