"""Signing in and out, time-outs, pages that leave no copies, and the second step that staff must have."""

import time
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import NoReverseMatch, reverse

from sanitarian.access.middleware import WITHOUT_SECOND_STEP
from sanitarian.core.actors import Actor, Role
from sanitarian.core.permissions import PAGES
from sanitarian.letters.models import Message
from sanitarian.parties.models import RoleGrant, User
from tests.house.test_permissions import _pages

pytestmark = pytest.mark.django_db

PASSPHRASE = "seven herons by the outlet"


def person(role: Role | None, email: str = "p@county.example") -> User:
    user = User.objects.create_user(email, PASSPHRASE, name="Pat Person")
    if role is not None:
        RoleGrant.objects.create(user=user, role=role, starts=date(2020, 1, 1))
    return user


def signed_in(user: User) -> Client:
    client = Client()
    answer = client.post("/accounts/login/", {"login": user.email, "password": PASSPHRASE})
    assert answer.status_code == 302, answer.content.decode()
    return client


# Sessions


def test_signing_in_changes_the_session_and_sets_safe_cookies(settings: Any) -> None:
    user, client = person(Role.CLERK), Client()
    client.get("/accounts/login/")
    session = client.session
    session["planted"] = "by an attacker"
    session.save()
    client.cookies["sessionid"] = session.session_key
    answer = client.post("/accounts/login/", {"login": user.email, "password": PASSPHRASE})
    cookie = answer.cookies["sessionid"]
    assert cookie.value != session.session_key
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert not cookie["max-age"], "it ends with the browser"
    known = answer.cookies["known_browser"]
    assert (known["httponly"], known["samesite"], known["path"]) == (True, "Lax", "/accounts/")


def test_cookies_are_secure_on_a_secure_site() -> None:
    import os
    import subprocess
    import sys

    asked = "s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_HSTS_SECONDS > 0"
    code = f"from django.conf import settings as s; print({asked})"
    for address, expected in (
        ("https://health.county.example", "True True True"),
        ("http://127.0.0.1", "False False False"),
    ):
        environment = {
            **os.environ,
            "SANITARIAN_BASE_URL": address,
            "DJANGO_SETTINGS_MODULE": "sanitarian.config.settings",
        }
        said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        assert said.stdout.strip() == expected


def test_pages_of_somebody_signed_in_leave_no_copy_behind() -> None:
    client = signed_in(person(Role.CLERK))
    for address in ("/desk/", "/accounts/2fa/", "/", "/no-such-page/"):
        assert client.get(address).headers["Cache-Control"] == "no-store, private", address
    assert client.post("/accounts/logout/").headers["Cache-Control"] == "no-store, private"
    assert "no-store" not in Client().get("/").headers.get("Cache-Control", "")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """``later(minutes)``: so long after now, for the time-outs."""
    real = time.time

    def go(minutes: float) -> None:
        monkeypatch.setattr("sanitarian.access.middleware.time.time", lambda: real() + minutes * 60)

    return go


@pytest.mark.parametrize(("minutes", "stays"), [(1, True), (59, True), (61, False)])
def test_staff_are_signed_out_after_an_hour_without_a_click(
    later: Callable[[float], None], minutes: float, stays: bool
) -> None:
    client = signed_in(person(Role.CLERK))
    later(minutes)
    answer = client.get("/desk/")
    assert answer.status_code == (200 if stays else 302)
    if not stays:
        assert "nothing was done here for a while" in client.get(answer.headers["Location"]).content.decode()


def test_every_click_begins_the_hour_anew_until_twelve_hours_are_over(later: Callable[[float], None]) -> None:
    client = signed_in(person(Role.CLERK))
    for minutes in range(50, 12 * 60, 50):
        later(minutes)
        assert client.get("/desk/").status_code == 200, minutes
    later(12 * 60 + 1)
    assert client.get("/desk/").status_code == 302


def test_outsiders_keep_their_half_filled_form_for_twelve_hours(later: Callable[[float], None]) -> None:
    client = signed_in(person(None))
    later(11 * 60)
    assert client.get("/my/").status_code == 200
    later(24 * 60)
    assert client.get("/my/").status_code == 302


def test_a_busy_session_is_noted_once_a_minute(later: Callable[[float], None], django_assert_num_queries: Any) -> None:
    client = signed_in(person(None))
    client.get("/my/")
    before = UserSession.objects.get().last_seen_at
    client.get("/my/")
    assert UserSession.objects.get().last_seen_at == before
    later(2)
    client.get("/my/")
    assert UserSession.objects.get().last_seen_at != before


def test_signing_out_everywhere_ends_the_other_sessions_at_once() -> None:
    user = person(None)
    here, there, elsewhere = signed_in(user), signed_in(user), signed_in(user)
    stranger = signed_in(person(None, "other@county.example"))
    assert here.get("/accounts/sessions/").content.decode().count("<tr>") == 4
    here.post("/accounts/sessions/")
    assert here.get("/my/").status_code == 200
    assert there.get("/my/").status_code == elsewhere.get("/my/").status_code == 302
    assert stranger.get("/my/").status_code == 200


def test_a_changed_passphrase_ends_the_other_sessions_and_is_told() -> None:
    user = person(None)
    here, there = signed_in(user), signed_in(user)
    new = "another good one of many words"
    answer = here.post("/accounts/password/change/", {"oldpassword": PASSPHRASE, "password1": new, "password2": new})
    assert answer.status_code == 302
    assert here.get("/my/").status_code == 200
    assert there.get("/my/").status_code == 302
    assert "passphrase was changed" in Message.objects.get().heading


# Pages that are not offered


@pytest.mark.parametrize(
    "address",
    ["signup/", "email/", "reauthenticate/code/", "login/code/confirm/", "3rdparty/", "3rdparty/signup/", "2fa/trust/",
     "social/connections/", "phone/verify/"],
)  # fmt: skip
def test_what_is_not_offered_is_not_there(address: str) -> None:
    assert Client().get(f"/accounts/{address}").status_code == 404
    assert signed_in(person(None)).get(f"/accounts/{address}").status_code == 404


@pytest.mark.parametrize("name", ["account_signup", "account_email", "socialaccount_connections", "mfa_trust"])
def test_what_is_not_offered_is_not_routed(name: str) -> None:
    with pytest.raises(NoReverseMatch):
        reverse(name)


# The second step that staff must have


@pytest.fixture
def must(settings: Any) -> None:
    settings.SANITARIAN_STAFF_MFA = True


OF_THEIR_OWN_KIND = {
    "account_confirm_email": "/accounts/confirm-email/x/",
    "account_reset_password_from_key": "/accounts/password/reset/key/1-x/",
}


@pytest.mark.parametrize("name", sorted(set(PAGES) - WITHOUT_SECOND_STEP - {"styleguide"}))
def test_without_a_second_step_staff_read_and_send_nothing(must: None, name: str) -> None:
    address = {**_pages(), **OF_THEIR_OWN_KIND}[name]
    client = Client()
    client.force_login(person(Role.ADMINISTRATOR))
    for answer in (client.get(address), client.post(address)):
        assert (answer.status_code, answer.headers.get("Location")) == (302, "/accounts/2fa/"), name


@pytest.mark.parametrize("role", sorted({Role.CLERK, Role.SANITARIAN, Role.COMMISSIONER, Role.BOARD_SECRETARY}))
def test_every_staff_role_is_held_to_it(must: None, role: Role) -> None:
    client = signed_in(person(role))
    answer = client.get("/start/", follow=True)
    assert answer.redirect_chain == [("/accounts/2fa/", 302)]
    assert "until then nothing else opens" in answer.content.decode()


@pytest.mark.parametrize("role", [Role.HAULER, Role.INSPECTOR, Role.VARIANCE_MEMBER, None])
def test_outsiders_choose_for_themselves(must: None, role: Role | None) -> None:
    assert signed_in(person(role)).get("/my/").status_code == 200


def test_with_an_app_the_desk_opens_and_recovery_codes_alone_do_not_count(must: None) -> None:
    user = person(Role.CLERK)
    client = signed_in(user)
    RecoveryCodes.activate(user)
    assert client.get("/desk/").headers["Location"] == "/accounts/2fa/"
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")
    assert client.get("/desk/").status_code == 200


def test_staff_cannot_take_away_their_last_second_step(must: None) -> None:
    user = person(Role.CLERK)
    client = signed_in(user)
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")
    client.post("/accounts/reauthenticate/", {"password": PASSPHRASE})
    answer = client.post("/accounts/2fa/totp/deactivate/")
    assert "Add another one first" in answer.content.decode()
    assert Authenticator.objects.filter(user=user).exists()


def test_outsiders_can(must: None) -> None:
    user = person(None)
    client = signed_in(user)
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")
    client.post("/accounts/reauthenticate/", {"password": PASSPHRASE})
    client.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.filter(user=user).exists()


def test_factors_are_not_changed_without_showing_again_who_it_is() -> None:
    client = signed_in(person(None))
    for address in ("totp/activate/", "webauthn/add/", "recovery-codes/generate/"):
        answer = client.post(f"/accounts/2fa/{address}", {"code": "123456"})
        assert answer.status_code == 302, address
        assert answer.headers["Location"].startswith(("/accounts/reauthenticate/", "/accounts/2fa/")), address
    assert not Authenticator.objects.exists()


def test_the_command_line_asks_for_no_second_step(must: None, administrator: Actor) -> None:
    from sanitarian.parties.acts import create_user

    assert create_user(administrator, email="new@county.example", name="New").pk


def test_off_by_the_setting_nobody_is_led_anywhere() -> None:
    assert signed_in(person(Role.CLERK)).get("/desk/").status_code == 200
