"""How allauth treats our accounts: the department makes them, limits keep nobody else out, mails go the house's way."""

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse

from sanitarian.access import lockout
from sanitarian.access.acts.security import warn_of_attack
from sanitarian.access.mail import mail_account
from sanitarian.access.middleware import begin_session
from sanitarian.core.actors import SYSTEM
from sanitarian.core.limits import client_ip
from sanitarian.county.counties import the_county
from sanitarian.parties.models import User

_WAIT = "Too many tries failed from here. Wait a quarter of an hour, or choose a new passphrase by e-mail."


class AccountAdapter(DefaultAccountAdapter):
    """Sign-in by e-mail address; there is no sign-up."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": "This account is closed.",
        "email_password_mismatch": "The e-mail address and the passphrase do not belong together. Try again.",
        "enter_current_password": "This is not your passphrase now.",
        "incorrect_code": "This code is not right, or not any more. Enter the one that the app shows now.",
        "incorrect_password": "This is not your passphrase.",
        "invalid_password_reset": "This link has been used or is over. Ask for a new one.",
        "too_many_login_attempts": _WAIT,
        "rate_limited": _WAIT,
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        return str(client_ip(request) or "0.0.0.0")  # noqa: S104 - an address that is nobody's

    # Mails

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue a message. It goes to the account's own address, and to nothing else."""
        user = User.objects.filter(email=email.lower()).first()
        heading, text = _rendered(template_prefix, {**context, "user": user, "county": the_county()})
        with transaction.atomic():
            if user is not None:
                mail_account(user, heading, text)

    def get_reset_password_from_key_url(self, key: str) -> str:
        """The link of a reset, on the site's own address whatever the request calls it."""
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
        return settings.SANITARIAN_BASE_URL + path.replace("UID-KEY", key)

    # Signing in

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse where too many tries have failed from here, before the passphrase is looked at."""
        if lockout.is_kept_out(lockout.PASSPHRASE, request, credentials.get("email", "")):
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        user = super().authenticate(request, **credentials)
        if user is not None:
            lockout.clear(lockout.PASSPHRASE, request, credentials["email"])
        return user

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        email = credentials.get("email", "")
        lockout.note(lockout.PASSPHRASE, request, email)
        warn_if_attacked(User.objects.filter(email=email.lower(), is_active=True).first())

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        response = super().pre_login(request, user, **kwargs)
        if response is not None:
            return response
        records = get_authentication_records(request, user)
        by_passkey = bool(records) and records[-1]["method"] == "mfa"
        if (
            not by_passkey
            and is_mfa_enabled(user, [Authenticator.Type.TOTP])
            and lockout.passphrase_is_out(request, user)
        ):
            messages.error(
                request,
                "Others have tried many codes with your passphrase, so it must be taken to be known. "
                "Choose a new one by e-mail, or sign in with a passkey or in a browser that you have used before.",
            )
            raise ImmediateHttpResponse(redirect("account_reset_password"))
        return None

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response = super().post_login(request, user, **kwargs)
        begin_session(request)
        lockout.remember_browser(request, response, user)
        return response

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("usersessions_list")


def warn_if_attacked(user: User | None) -> None:
    """Tell the holder of an account and the administrators, once a day, that many try it."""
    if user is not None and lockout.is_under_attack(user):
        warn_of_attack(SYSTEM, user.pk)


def _rendered(template_prefix: str, values: dict[str, Any]) -> tuple[str, str]:
    request = context.request
    heading = render_to_string(f"{template_prefix}_subject.txt", values, request)
    return " ".join(heading.split()), render_to_string(f"{template_prefix}_message.txt", values, request).strip()


class MFAAdapter(DefaultMFAAdapter):
    """What authenticator apps and passkeys call this site, and to which host passkeys are bound."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": AccountAdapter.error_messages["incorrect_code"],
        "cannot_delete_authenticator": "The department asks its staff for a second step. Add another one first.",
    }

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002 - as allauth calls it
        return f"Passkey {Authenticator.objects.filter(user=user, type=type).count() + 1}"

    def _get_site_name(self) -> str:
        return f"{the_county().name} Health Department"

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """The site by its own address: a passkey made for it works on no other host."""
        return {"id": urlsplit(settings.SANITARIAN_BASE_URL).hostname or "localhost", "name": self._get_site_name()}

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """Staff keep one second step where it is asked of them: another is added before the last is taken away."""
        user = authenticator.user
        if not settings.SANITARIAN_STAFF_MFA or not user.actor().is_staff:
            return True
        others = Authenticator.objects.filter(user=user).exclude(type=Authenticator.Type.RECOVERY_CODES)
        return bool(others.exclude(pk=authenticator.pk).exists())
