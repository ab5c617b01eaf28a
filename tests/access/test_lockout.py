"""Limits on guessing that nobody can turn against another: counted by place, never by an account alone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.test import Client

from sanitarian.access import lockout
from sanitarian.core import tries
from sanitarian.core.models import FailedTries, Task
from sanitarian.letters.models import Message
from sanitarian.parties.models import User

pytestmark = pytest.mark.django_db

RIGHT, WRONG = "seven herons by the outlet", "eight herons by the outlet"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
HOME, EVIL = "198.51.100.7", "203.0.113.66"


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("owner@lake.example", RIGHT, name="Olive Owner")


@pytest.fixture
def with_app(owner: User) -> User:
    TOTP.activate(owner, SECRET)
    RecoveryCodes.activate(owner)
    return owner


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """``clock(minutes)`` lets so much time go by for the counts."""
    moment = [1_781_524_800.0]
    monkeypatch.setattr(tries.time, "time", lambda: moment[0])

    def go_by(minutes: float) -> None:
        moment[0] += minutes * 60

    return go_by


def sign_in(passphrase: str, place: str, client: Client | None = None, email: str = "owner@lake.example") -> Any:
    return (client or Client()).post(
        "/accounts/login/", {"login": email, "password": passphrase}, REMOTE_ADDR=place
    )  # fmt: skip


def is_in(answer: Any) -> bool:
    return bool(answer.status_code == 302 and answer.headers["Location"] == "/start/")


def a_code() -> str:
    return format_hotp_value(hotp_value(SECRET, next(iter(yield_hotp_counters_from_time()))))


def send_code(client: Client, code: str, place: str) -> Any:
    return client.post("/accounts/2fa/authenticate/", {"code": code}, REMOTE_ADDR=place)


# Passphrases


def test_a_thousand_failures_elsewhere_keep_the_attacker_out_and_the_owner_in(owner: User) -> None:
    attacker = Client()
    for _ in range(1_000):
        assert not is_in(sign_in(WRONG, EVIL, attacker))
    refused = sign_in(RIGHT, EVIL, attacker)
    assert not is_in(refused)
    assert "Too many tries failed from here" in refused.content.decode()
    assert is_in(sign_in(RIGHT, HOME))


def test_many_places_that_fail_keep_no_owner_out(owner: User) -> None:
    for number in range(60):
        sign_in(WRONG, f"203.0.{number}.1")
    assert is_in(sign_in(RIGHT, HOME))


def test_the_last_try_before_the_limit_still_counts_as_a_try(owner: User) -> None:
    for _ in range(lockout.PASSPHRASE.quarter - 1):
        sign_in(WRONG, HOME)
    assert is_in(sign_in(RIGHT, HOME))
    for _ in range(lockout.PASSPHRASE.quarter):
        sign_in(WRONG, HOME)
    assert not is_in(sign_in(RIGHT, HOME))


def test_who_has_come_in_begins_anew(owner: User) -> None:
    for _ in range(3):
        for _ in range(lockout.PASSPHRASE.quarter - 1):
            sign_in(WRONG, HOME)
        assert is_in(sign_in(RIGHT, HOME))


def test_a_limit_lapses_after_a_quarter_of_an_hour_until_the_days_is_reached(
    owner: User, clock: Callable[[float], None]
) -> None:
    for quarter in range(lockout.PASSPHRASE.day // lockout.PASSPHRASE.quarter):
        for _ in range(lockout.PASSPHRASE.quarter):
            assert "do not belong together" in sign_in(WRONG, EVIL).content.decode(), quarter
        assert "Too many" in sign_in(WRONG, EVIL).content.decode()
        clock(15)
    assert "Too many" in sign_in(RIGHT, EVIL).content.decode()
    clock(24 * 60)
    assert is_in(sign_in(RIGHT, EVIL))


def test_one_place_that_tries_many_accounts_is_kept_out_of_all(owner: User) -> None:
    for number in range(lockout.PASSPHRASE.place or 0):
        sign_in(WRONG, EVIL, email=f"somebody{number}@lake.example")
    assert not is_in(sign_in(RIGHT, EVIL))
    assert is_in(sign_in(RIGHT, HOME))


def test_an_ipv6_client_is_its_network(owner: User) -> None:
    for number in range(lockout.PASSPHRASE.quarter):
        sign_in(WRONG, f"2001:db8:1:1::{number + 1:x}")
    assert not is_in(sign_in(RIGHT, "2001:db8:1:1:ffff::1"))
    assert is_in(sign_in(RIGHT, "2001:db8:1:2::1"))


def test_behind_a_proxy_the_last_address_counts(owner: User, settings: Any) -> None:
    settings.SANITARIAN_CLIENT_ADDRESS_HEADER = "X-Forwarded-For"

    def through(chain: str, passphrase: str) -> Any:
        return Client().post(
            "/accounts/login/", {"login": owner.email, "password": passphrase}, HTTP_X_FORWARDED_FOR=chain
        )

    for number in range(lockout.PASSPHRASE.quarter):
        through(f"10.0.0.{number}, {EVIL}", WRONG)
    assert not is_in(through(f"{HOME}, {EVIL}", RIGHT))
    assert is_in(through(f"{EVIL}, {HOME}", RIGHT))


def test_a_neighbour_behind_the_same_address_keeps_no_known_browser_out(owner: User) -> None:
    known = Client()
    assert is_in(sign_in(RIGHT, HOME, known))
    known.post("/accounts/logout/")
    for number in range(60):
        sign_in(WRONG, HOME)
        sign_in(WRONG, HOME, email=f"somebody{number}@lake.example")
    assert not is_in(sign_in(RIGHT, HOME)), "the neighbour is out"
    assert is_in(sign_in(RIGHT, HOME, known))


def test_a_browser_known_for_one_account_is_unknown_for_another(owner: User) -> None:
    User.objects.create_user("mallory@lake.example", RIGHT, name="Mallory")
    mallory = Client()
    assert is_in(sign_in(RIGHT, EVIL, mallory, email="mallory@lake.example"))
    mallory.post("/accounts/logout/")
    for _ in range(lockout.PASSPHRASE.quarter):
        sign_in(WRONG, EVIL, mallory)
    assert not is_in(sign_in(RIGHT, EVIL, mallory))
    assert is_in(sign_in(RIGHT, HOME))


@pytest.mark.parametrize("cookie", ["", "x", "eyJhIjoxfQ:1abc:forged"])
def test_a_forged_cookie_makes_no_known_browser(owner: User, cookie: str) -> None:
    client = Client()
    client.cookies[lockout.KNOWN_BROWSER] = cookie
    for _ in range(lockout.PASSPHRASE.quarter):
        sign_in(WRONG, EVIL, client)
    assert not is_in(sign_in(RIGHT, EVIL))


def test_a_known_browser_has_its_own_limit(owner: User) -> None:
    known = Client()
    sign_in(RIGHT, HOME, known)
    known.post("/accounts/logout/")
    for _ in range(lockout.PASSPHRASE.quarter):
        sign_in(WRONG, EVIL, known)
    assert not is_in(sign_in(RIGHT, EVIL, known))
    assert is_in(sign_in(RIGHT, HOME))


def test_an_open_session_guesses_the_passphrase_no_more_often(owner: User) -> None:
    client = Client()
    client.force_login(owner)
    fields = {"password1": "another good one of many words", "password2": "another good one of many words"}
    for _ in range(lockout.PASSPHRASE.quarter):
        client.post("/accounts/password/change/", {"oldpassword": WRONG, **fields}, REMOTE_ADDR=EVIL)
    client.post("/accounts/password/change/", {"oldpassword": RIGHT, **fields}, REMOTE_ADDR=EVIL)
    owner.refresh_from_db()
    assert owner.check_password(RIGHT)
    client.post("/accounts/password/change/", {"oldpassword": RIGHT, **fields}, REMOTE_ADDR=HOME)
    owner.refresh_from_db()
    assert owner.check_password("another good one of many words")


def test_what_was_tried_is_kept_as_a_digest_and_not_for_long(owner: User, clock: Callable[[float], None]) -> None:
    sign_in(WRONG, EVIL, email="my.passphrase.in.the@wrong.field")
    assert "wrong.field" not in str(FailedTries.objects.values())
    clock(3 * 24 * 60)
    sign_in(WRONG, HOME)
    assert set(FailedTries.objects.values_list("place", flat=True)) == {HOME}


# Warnings


def test_the_holder_and_the_administrators_are_told_once_a_day(owner: User, clock: Callable[[float], None]) -> None:
    for number in range(40):
        sign_in(WRONG, f"203.0.113.{number % 5}")
    warned = Message.objects.get()
    assert warned.to == owner.email
    assert "Your account is not locked" in warned.text
    assert Task.objects.get(kind="access.attacked").role == "administrator"
    clock(23 * 60)
    for number in range(40):
        sign_in(WRONG, f"203.0.113.{number % 5}")
    assert Message.objects.count() == 1
    clock(2 * 60)
    for number in range(40):
        sign_in(WRONG, f"203.0.113.{number % 5}")
    assert Message.objects.count() == 2
    assert Task.objects.filter(closed_at__isnull=True).count() == 1
    assert is_in(sign_in(RIGHT, HOME))


@pytest.mark.parametrize(("places", "each"), [(4, 10), (29, 1)])
def test_a_few_failures_warn_nobody(owner: User, places: int, each: int) -> None:
    for number in range(places):
        for _ in range(each):
            sign_in(WRONG, f"203.0.113.{number}")
    assert not Message.objects.exists()


def test_nobody_is_warned_of_what_is_nobodys(owner: User) -> None:
    for number in range(40):
        sign_in(WRONG, f"203.0.113.{number % 8}", email="nobody@lake.example")
    assert not Message.objects.exists()
    assert not Task.objects.exists()


# Codes of the second step


def test_codes_guessed_elsewhere_keep_the_attacker_out_and_the_owner_in(with_app: User) -> None:
    attacker = Client()
    assert sign_in(RIGHT, EVIL, attacker).headers["Location"] == "/accounts/2fa/authenticate/"
    for number in range(200):
        assert not is_in(send_code(attacker, f"{number:06}", EVIL))
    assert not is_in(send_code(attacker, a_code(), EVIL))
    sign_in(RIGHT, EVIL, attacker)
    assert not is_in(send_code(attacker, a_code(), EVIL)), "beginning anew gives no new tries"
    home = Client()
    sign_in(RIGHT, HOME, home)
    assert is_in(send_code(home, a_code(), HOME))


def test_a_recovery_code_signs_in_once_and_is_limited_alike(with_app: User) -> None:
    codes = RecoveryCodes(with_app.authenticator_set.get(type="recovery_codes")).get_unused_codes()
    first, second = Client(), Client()
    sign_in(RIGHT, HOME, first)
    assert is_in(send_code(first, codes[0], HOME))
    sign_in(RIGHT, EVIL, second)
    assert not is_in(send_code(second, codes[0], EVIL))
    for _ in range(lockout.CODE.quarter):
        send_code(second, "12345678", EVIL)
    assert not is_in(send_code(second, codes[1], EVIL))


def _guess_from_many_places(tries_: int) -> None:
    for number in range(tries_):
        place, client = f"203.0.{number // 3}.9", Client()
        sign_in(RIGHT, place, client)
        send_code(client, "000000", place)


def test_many_guessers_find_the_passphrase_dead_and_the_owner_has_three_ways_in(with_app: User) -> None:
    known = Client()
    sign_in(RIGHT, HOME, known)
    assert is_in(send_code(known, a_code(), HOME))
    known.post("/accounts/logout/")
    _guess_from_many_places(lockout.STRANGERS_CODES)
    stranger = Client()
    refused = sign_in(RIGHT, "192.0.2.1", stranger)
    assert refused.headers["Location"] == "/accounts/password/reset/"
    assert "Others have tried many codes" in stranger.get("/accounts/password/reset/").content.decode()
    assert Message.objects.filter(kind="access.account").exists(), "the holder is told"
    # a browser that has signed in before
    assert sign_in(RIGHT, HOME, known).headers["Location"] == "/accounts/2fa/authenticate/"
    # another passphrase
    with_app.set_password("another good one of many words")
    with_app.save()
    anew = Client()
    answer = sign_in("another good one of many words", "192.0.2.1", anew)
    assert answer.headers["Location"] == "/accounts/2fa/authenticate/"


def test_one_guess_less_leaves_the_passphrase_alone(with_app: User) -> None:
    _guess_from_many_places(lockout.STRANGERS_CODES - 1)
    assert sign_in(RIGHT, HOME).headers["Location"] == "/accounts/2fa/authenticate/"


def test_without_the_passphrase_no_code_can_be_tried(with_app: User) -> None:
    client = Client()
    for _ in range(10):
        assert send_code(client, "000000", EVIL).headers["Location"].startswith("/accounts/login/")
    assert not FailedTries.objects.exists()


# Messages that reset a passphrase


def ask_for_reset(email: str, place: str) -> Any:
    return Client().post("/accounts/password/reset/", {"email": email}, REMOTE_ADDR=place)


def test_many_resets_asked_elsewhere_leave_the_owners_first_one_alone(owner: User) -> None:
    for _ in range(200):
        ask_for_reset(owner.email, EVIL)
    sent = Message.objects.count()
    assert sent <= lockout.RESET.quarter
    assert ask_for_reset(owner.email, HOME).status_code == 302
    assert Message.objects.count() == sent + 1
    link = re.search(r"/accounts/password/reset/key/\S+", Message.objects.latest("pk").text)
    assert link is not None
    home = Client()
    form = home.get(link[0], follow=True)
    assert "Choose a new passphrase" in form.content.decode()
    answer = home.post(
        form.redirect_chain[-1][0],
        {"password1": "another good one of many words", "password2": "another good one of many words"},
    )
    assert answer.headers["Location"] == "/accounts/password/reset/key/done/"
    owner.refresh_from_db()
    assert owner.check_password("another good one of many words")
    assert Client().get(link[0], follow=True).content.decode().count("This link does not work")


def test_the_answer_to_a_reset_does_not_tell_who_has_an_account(owner: User) -> None:
    answers = [ask_for_reset(email, HOME) for email in (owner.email, "nobody@lake.example")]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert Message.objects.get().to == owner.email
    assert User.objects.count() == 1


def test_a_closed_account_gets_no_reset(owner: User) -> None:
    User.objects.update(is_active=False)
    assert ask_for_reset(owner.email, HOME).status_code == 302
    assert not Message.objects.exists()


def test_the_link_of_a_reset_is_on_the_sites_own_address(owner: User, settings: Any) -> None:
    settings.SANITARIAN_BASE_URL = "https://health.county.example"
    Client().post("/accounts/password/reset/", {"email": owner.email}, HTTP_HOST="evil.example")
    assert "https://health.county.example/accounts/password/reset/key/" in Message.objects.get().text
    assert "evil.example" not in Message.objects.get().text


# Links of invitations


def test_guessed_invitations_keep_the_guesser_out_and_nobody_else(clerk: Any) -> None:
    from sanitarian.access.acts.invitations import invite
    from sanitarian.core.actors import Role
    from sanitarian.parties.models import Party

    invite(clerk, email="hal@pump.example", name="Hal", role=Role.HAULER, party=Party.objects.create(name="Pump"))
    link = re.search(r"/accounts/invitation/\S+", Message.objects.get().text)
    assert link is not None
    statuses = [Client().get(f"/accounts/invitation/{number}/", REMOTE_ADDR=EVIL).status_code for number in range(100)]
    assert statuses == [404] * lockout.INVITATION.quarter + [429] * (100 - lockout.INVITATION.quarter)
    assert Client().get(link[0], REMOTE_ADDR=EVIL).status_code == 429
    assert Client().get(link[0], REMOTE_ADDR=HOME).status_code == 200
