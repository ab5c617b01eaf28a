"""What anybody may see: whether a paper stands, and nothing about people."""

from collections.abc import Iterator
from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client, RequestFactory
from django.utils.html import strip_tags

from sanitarian.core.limits import client_address, too_many
from sanitarian.letters import status
from sanitarian.letters.acts import queue_letter, withdraw_letter
from sanitarian.letters.models import Letter
from sanitarian.letters.status import PublicStatus, register_status
from sanitarian.portal.views import VERIFICATIONS_PER_MINUTE
from tests.letters.samples import CODE, permit_context

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No counts and no other room's answers; one minute, however long the test takes."""
    cache.clear()
    monkeypatch.setattr(status, "_answers", {})
    monkeypatch.setattr("sanitarian.core.limits.time", SimpleNamespace(time=lambda: 1_000_000.0))
    yield
    cache.clear()


@pytest.fixture
def letter() -> Letter:
    with transaction.atomic():
        return queue_letter("discharge_permit", "permit:12", permit_context(), number="DP-2026-000123")


def in_force(permit_id: int) -> PublicStatus:
    return PublicStatus(
        what=f"Permit to Discharge {permit_id}",
        status="In force",
        tone="good",
        place="17 Shore Lane",
        town="Town of Fleming",
        starts=date(2026, 6, 16),
        through=date(2029, 9, 29),
    )


def page(client: Client, address: str, expected: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == expected
    return response.content.decode()


def test_the_start_page_leads_to_verification_and_to_the_desk(client: Client, sanitarian: Any) -> None:
    public = page(client, "/")
    assert 'action="/verify/"' in public
    assert 'href="/accounts/login/"' in public
    client.force_login(_user(sanitarian))
    assert 'href="/desk/"' in page(client, "/")


def _user(actor: Any) -> Any:
    from sanitarian.parties.models import User

    return User.objects.get(pk=actor.user_id)


def test_a_code_confirms_status_place_and_term_and_no_names(client: Client, letter: Letter) -> None:
    register_status("permit", in_force)
    shown = page(client, f"/verify/{letter.code}")
    read = strip_tags(shown)  # defined words may be links
    for text in (
        "Permit to Discharge 12", "In force", "June 15, 2026", "17 Shore Lane", "Town of Fleming", "June 16, 2026",
        "September 29, 2029", "DP-2026-000123", "not a certificate of compliance",
    ):  # fmt: skip
        assert text in read
    for name in ("Lindqvist", "Hartwell", "4512 West Lake Road"):
        assert name not in shown


def test_the_status_is_the_one_of_today(client: Client, letter: Letter) -> None:
    today: dict[str, Any] = {"status": "In force"}

    def answer(permit_id: int) -> PublicStatus:
        return PublicStatus(what="Permit", tone="plain", place="17 Shore Lane", town="", **today)

    register_status("permit", answer)
    assert "In force" in page(client, f"/verify/{letter.code}")
    today["status"] = "Revoked"
    shown = page(client, f"/verify/{letter.code}")
    assert "Revoked" in shown
    assert "In force" not in shown


def test_a_withdrawn_paper_says_so_whatever_its_permit_is(client: Client, letter: Letter) -> None:
    register_status("permit", in_force)
    withdraw_letter(letter, date(2026, 7, 1), "corrected")
    shown = page(client, f"/verify/{letter.code}")
    assert "This paper was withdrawn" in shown
    assert "In force" not in shown


def test_a_paper_that_was_reissued_says_so(client: Client, letter: Letter) -> None:
    register_status("permit", in_force)
    with transaction.atomic():
        queue_letter("discharge_permit", "permit:12", permit_context(), replaces=letter)
    assert "Replaced by a newer paper" in page(client, f"/verify/{letter.code}")


def test_a_paper_no_room_answers_for_is_confirmed_as_issued(client: Client, letter: Letter) -> None:
    shown = page(client, f"/verify/{letter.code}")
    assert "Issued by the department" in shown
    assert "Shore Lane" not in shown


def test_wrong_and_mistyped_codes_get_the_same_neutral_page(client: Client, letter: Letter) -> None:
    unknown = page(client, f"/verify/{CODE}", 404)
    assert "No paper has this code" in unknown
    for code in ("nonsense", letter.code[:-1], "%27%20OR%201=1", "..%00"):
        assert page(client, f"/verify/{code}", 404) == unknown


def test_the_form_leads_to_the_address_of_the_code(client: Client) -> None:
    response = client.get("/verify/", {"code": f" {CODE.lower().replace('-', ' ')} "})
    assert (response.status_code, response["Location"]) == (302, f"/verify/{CODE}")


def test_the_form_says_what_a_code_looks_like(client: Client) -> None:
    shown = page(client, "/verify/?code=KT4WM-0000", 400)
    assert "twenty letters and digits in four groups" in shown
    assert "KT4WM-0000" in shown
    assert "twenty letters" not in page(client, "/verify/")


@pytest.mark.parametrize("address", ["/", "/verify/", f"/verify/{CODE}"])
def test_public_pages_take_no_orders(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405


def test_answers_are_kept_by_nobody(client: Client, letter: Letter) -> None:
    response = client.get(f"/verify/{letter.code}")
    assert "no-store" in response["Cache-Control"]
    assert response["X-Robots-Tag"] == "noindex"


def test_one_client_may_ask_twenty_times_a_minute(
    client: Client, letter: Letter, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/verify/{letter.code}"
    for attempt in range(VERIFICATIONS_PER_MINUTE):
        expected = 404 if attempt % 2 else 200
        page(client, f"/verify/{CODE}" if attempt % 2 else address, expected)
    response = client.get(address)
    assert response.status_code == 429
    assert response["Retry-After"] == "60"
    assert "Too many tries" in response.content.decode()
    assert client.get(address, REMOTE_ADDR="198.51.100.7").status_code == 200
    monkeypatch.setattr("sanitarian.core.limits.time", SimpleNamespace(time=lambda: 1_000_061.0))
    page(client, address)


@pytest.mark.parametrize(
    ("header", "sent", "remote", "client_is"),
    [
        ("", {}, "203.0.113.9", "203.0.113.9"),
        ("", {"X-Forwarded-For": "10.9.9.9"}, "203.0.113.9", "203.0.113.9"),
        ("X-Forwarded-For", {"X-Forwarded-For": "10.9.9.9, 203.0.113.9"}, "127.0.0.1", "203.0.113.9"),
        ("X-Forwarded-For", {}, "127.0.0.1", "unknown"),
        ("X-Forwarded-For", {"X-Forwarded-For": "nobody"}, "127.0.0.1", "unknown"),
        ("", {}, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("", {}, "::ffff:203.0.113.9", "203.0.113.9"),
    ],
)
def test_who_asks(settings: Any, header: str, sent: dict[str, str], remote: str, client_is: str) -> None:
    settings.SANITARIAN_CLIENT_ADDRESS_HEADER = header
    request = RequestFactory().get("/", REMOTE_ADDR=remote, headers=sent)
    assert client_address(request) == client_is


def test_two_rooms_cannot_answer_for_one_subject() -> None:
    register_status("permit", in_force)
    register_status("permit", in_force)
    with pytest.raises(ValueError, match="declared twice"):
        register_status("permit", lambda number: None)


def test_counts_do_not_say_who_asked(client: Client) -> None:
    from django.db import connection

    client.get(f"/verify/{CODE}", REMOTE_ADDR="198.51.100.77")
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key FROM django_cache")
        keys = [key for (key,) in cursor.fetchall()]
    assert any("limit:verify" in key for key in keys)
    assert not any("198.51.100.77" in key for key in keys)


def test_attempts_are_counted_for_each_client_and_each_thing(rf: RequestFactory) -> None:
    def tried(address: str, of: str) -> bool:
        return too_many(rf.get("/", REMOTE_ADDR=address), "trial", times=2, seconds=900, of=of)

    assert [tried("203.0.113.9", "CO-1") for _ in range(3)] == [False, False, True]
    assert not tried("203.0.113.9", "CO-2")
    assert not tried("198.51.100.7", "CO-1")
