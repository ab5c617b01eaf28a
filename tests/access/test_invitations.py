"""Invitations: who may invite whom, what a link opens, once, and for how long."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from sanitarian.access.acts.invitations import (
    accept_invitation,
    invite,
    renew_invitation,
    token_hash,
    withdraw_invitation,
)
from sanitarian.access.acts.requests import ask_for_account
from sanitarian.access.models import AccountRequest, Invitation
from sanitarian.core.actors import NOBODY, OUTSIDE_ROLES, STAFF_ROLES, Actor, Role
from sanitarian.core.acts import ActRefused, NotPermitted
from sanitarian.core.dates import use_today
from sanitarian.core.models import JournalEntry, Task
from sanitarian.letters.models import Message
from sanitarian.parties.models import Party, RoleGrant, User
from tests.conftest import TODAY

pytestmark = pytest.mark.django_db

PASSPHRASE = "seven herons by the outlet"
LINK = re.compile(r"/accounts/invitation/([\w-]+)/")


@pytest.fixture
def firm() -> Party:
    return Party.objects.create(name="Pump & Sons", kind="firm")


def token_in(message: Message) -> str:
    found = LINK.search(message.text)
    assert found is not None
    return found[1]


def _invited(
    actor: Actor, party: Party | None = None, role: Role = Role.HAULER, **extra: Any
) -> tuple[Invitation, str]:
    made = invite(actor, email="Hal@Pump.example", name="Hal Pump", role=role, party=party, **extra)
    return made, token_in(Message.objects.latest("pk"))


def test_the_link_opens_an_account_with_the_role_for_the_firm(clerk: Actor, firm: Party) -> None:
    invitation, token = _invited(clerk, firm)
    user = accept_invitation(NOBODY, token, passphrase=PASSPHRASE)
    assert (user.email, user.name) == ("hal@pump.example", "Hal Pump")
    assert user.check_password(PASSPHRASE)
    assert user.actor().parties_as(Role.HAULER) == {firm.pk}
    assert user.actor().roles == {Role.HAULER}
    invitation.refresh_from_db()
    assert (invitation.state, invitation.accepted_by) == ("accepted", user)


def test_only_the_tokens_fingerprint_is_kept_and_the_message_is_confidential(clerk: Actor, firm: Party) -> None:
    invitation, token = _invited(clerk, firm)
    assert invitation.token_hash == token_hash(token)
    assert token not in str(Invitation.objects.values())
    assert token not in str(JournalEntry.objects.values())
    message = Message.objects.get()
    assert (message.to, message.confidential) == ("hal@pump.example", True)
    assert "June 29, 2026" in message.text


def test_a_second_acceptance_is_refused_and_changes_nothing(clerk: Actor, firm: Party) -> None:
    _, token = _invited(clerk, firm)
    accept_invitation(NOBODY, token, passphrase=PASSPHRASE)
    with pytest.raises(ActRefused, match="accepted already"):
        accept_invitation(NOBODY, token, passphrase="another good one of many words")
    assert User.objects.get(email="hal@pump.example").check_password(PASSPHRASE)
    assert RoleGrant.objects.filter(role=Role.HAULER).count() == 1


@pytest.mark.parametrize(("days", "works"), [(0, True), (14, True), (15, False)])
def test_a_link_works_for_fourteen_days(clerk: Actor, firm: Party, days: int, works: bool) -> None:
    _, token = _invited(clerk, firm)
    with use_today(TODAY + timedelta(days=days)):
        if works:
            assert accept_invitation(NOBODY, token, passphrase=PASSPHRASE)
        else:
            with pytest.raises(ActRefused, match=r"over.*Ask the department"):
                accept_invitation(NOBODY, token, passphrase=PASSPHRASE)
    assert User.objects.filter(email="hal@pump.example").exists() is works


def test_sent_anew_the_old_link_is_dead_and_the_new_one_works_also_after_its_end(clerk: Actor, firm: Party) -> None:
    invitation, old = _invited(clerk, firm)
    with use_today(TODAY + timedelta(days=30)):
        renewed = renew_invitation(clerk, invitation.pk)
        new = token_in(Message.objects.latest("pk"))
        assert renewed.expires == TODAY + timedelta(days=44)
        with pytest.raises(ActRefused, match="newer one"):
            accept_invitation(NOBODY, old, passphrase=PASSPHRASE)
        accept_invitation(NOBODY, new, passphrase=PASSPHRASE)
    assert renewed.version == 2


def test_a_withdrawn_invitation_opens_nothing(clerk: Actor, firm: Party) -> None:
    invitation, token = _invited(clerk, firm)
    withdraw_invitation(clerk, invitation.pk)
    with pytest.raises(ActRefused, match="withdrawn"):
        accept_invitation(NOBODY, token, passphrase=PASSPHRASE)
    for act in (withdraw_invitation, renew_invitation):
        with pytest.raises(ActRefused, match="withdrawn already"):
            act(clerk, invitation.pk)


def test_an_accepted_invitation_is_neither_withdrawn_nor_sent_anew(clerk: Actor, firm: Party) -> None:
    invitation, token = _invited(clerk, firm)
    accept_invitation(NOBODY, token, passphrase=PASSPHRASE)
    for act in (withdraw_invitation, renew_invitation):
        with pytest.raises(ActRefused, match="accepted already"):
            act(clerk, invitation.pk)


@pytest.mark.parametrize("token", ["", "x", "A" * 43])
def test_a_wrong_token_opens_nothing(clerk: Actor, firm: Party, token: str) -> None:
    _invited(clerk, firm)
    with pytest.raises(ActRefused, match="not complete"):
        accept_invitation(NOBODY, token, passphrase=PASSPHRASE)


@pytest.mark.parametrize("passphrase", ["", "short", "sanitarian sanitarian", "hal pump hal pump hal"])
def test_a_weak_passphrase_opens_no_account(clerk: Actor, firm: Party, passphrase: str) -> None:
    invitation, token = _invited(clerk, firm)
    with pytest.raises(ActRefused):
        accept_invitation(NOBODY, token, passphrase=passphrase)
    invitation.refresh_from_db()
    assert invitation.state == "open"
    assert not User.objects.filter(email="hal@pump.example").exists()


@pytest.mark.parametrize("role", sorted(Role))
def test_clerks_invite_outsiders_and_administrators_staff(
    clerk: Actor, administrator: Actor, firm: Party, role: Role
) -> None:
    party = firm if role in OUTSIDE_ROLES - {Role.VARIANCE_MEMBER} else None
    if role in STAFF_ROLES:
        with pytest.raises(NotPermitted, match="administrator"):
            _invited(clerk, party, role)
        assert not Message.objects.exists()
        invitation, _ = _invited(administrator, party, role)
        for act in (withdraw_invitation, renew_invitation):
            with pytest.raises(NotPermitted, match="administrator"):
                act(clerk, invitation.pk)
    else:
        assert _invited(clerk, party, role, area="052800")[0].role == role


def test_an_outside_role_needs_its_party_and_area(clerk: Actor, administrator: Actor, firm: Party) -> None:
    for actor, party, role, says in (
        (clerk, None, Role.HAULER, "for whom"),
        (clerk, firm, Role.MUNICIPALITY, "which area"),
        (administrator, firm, Role.CLERK, "for the department"),
    ):
        with pytest.raises(ActRefused, match=says):
            _invited(actor, party, role)
    assert not Invitation.objects.exists()


def test_the_same_is_not_offered_twice(clerk: Actor, firm: Party) -> None:
    _invited(clerk, firm)
    with pytest.raises(ActRefused, match="invited to this role already"):
        _invited(clerk, firm)
    other = Party.objects.create(name="Other", kind="firm")
    assert _invited(clerk, other)[0].party == other


def test_staff_are_not_offered_the_same_twice_either(administrator: Actor) -> None:
    _invited(administrator, None, Role.CLERK)
    with pytest.raises(ActRefused, match="invited to this role already"):
        _invited(administrator, None, Role.CLERK)


def test_a_role_that_is_held_is_not_offered(clerk: Actor, firm: Party) -> None:
    _, token = _invited(clerk, firm)
    user = accept_invitation(NOBODY, token, passphrase=PASSPHRASE)
    with pytest.raises(ActRefused, match="holds this role already"):
        _invited(clerk, firm)
    with use_today(TODAY + timedelta(days=2)):
        user.grants.update(ends=TODAY)
        assert _invited(clerk, firm)[0].state == "open"


def test_a_closed_account_is_not_invited(clerk: Actor, firm: Party) -> None:
    User.objects.create_user("hal@pump.example", name="Hal", is_active=False)
    with pytest.raises(ActRefused, match="closed"):
        _invited(clerk, firm)


def test_whoever_has_an_account_accepts_with_it_and_with_no_other(clerk: Actor, firm: Party) -> None:
    hal = User.objects.create_user("hal@pump.example", PASSPHRASE, name="Hal")
    mallory = User.objects.create_user("mallory@other.example", PASSPHRASE, name="Mallory")
    invitation, token = _invited(clerk, firm)
    with pytest.raises(ActRefused, match="another e-mail address"):
        accept_invitation(mallory.actor(), token)
    with pytest.raises(ActRefused, match="have an account already"):
        accept_invitation(NOBODY, token, passphrase="another good one of many words")
    invitation.refresh_from_db()
    assert invitation.state == "open"
    accept_invitation(hal.actor(), token)
    assert hal.actor().parties_as(Role.HAULER) == {firm.pk}
    assert not mallory.actor().roles


# The pages


def _open(client: Client, token: str, **fields: str) -> Any:
    return client.post(f"/accounts/invitation/{token}/", fields)


def test_the_page_shows_what_is_offered_and_signs_in(client: Client, clerk: Actor, firm: Party) -> None:
    _, token = _invited(clerk, firm)
    page = client.get(f"/accounts/invitation/{token}/")
    assert page.headers["X-Robots-Tag"] == "noindex"
    for words in ("Hal Pump", "hal@pump.example", "Hauler", "Pump &amp; Sons", "June 29, 2026"):
        assert words in page.content.decode()
    before = client.session.session_key
    answer = _open(client, token, passphrase=PASSPHRASE, again=PASSPHRASE)
    assert answer.headers["Location"] == "/start/"
    assert client.session.session_key != before
    assert client.get("/my/").status_code == 200
    assert Client().get(f"/accounts/invitation/{token}/").status_code == 410


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"passphrase": "short", "again": "short"}, "at least 15 characters"),
        ({"passphrase": PASSPHRASE, "again": "other"}, "The two passphrases differ"),
        ({}, "This field is required"),
    ],
)
def test_a_fault_is_told_and_no_passphrase_comes_back(
    client: Client, clerk: Actor, firm: Party, fields: dict[str, str], says: str
) -> None:
    _, token = _invited(clerk, firm)
    answer = _open(client, token, sent="yes", **fields)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert PASSPHRASE not in answer.content.decode()


def test_somebody_elses_invitation_says_so(client: Client, clerk: Actor, firm: Party) -> None:
    _, token = _invited(clerk, firm)
    client.force_login(User.objects.create_user("mallory@other.example", name="Mallory"))
    page = client.get(f"/accounts/invitation/{token}/")
    assert page.status_code == 403
    assert "hal@pump.example" not in page.content.decode()
    assert _open(client, token).status_code == 403
    assert not RoleGrant.objects.filter(role=Role.HAULER).exists()


def test_whoever_has_an_account_is_led_to_sign_in_and_back(client: Client, clerk: Actor, firm: Party) -> None:
    hal = User.objects.create_user("hal@pump.example", PASSPHRASE, name="Hal")
    _, token = _invited(clerk, firm)
    address = f"/accounts/invitation/{token}/"
    assert client.get(address).headers["Location"] == f"/accounts/login/?next={address}"
    answer = client.post(f"/accounts/login/?next={address}", {"login": hal.email, "password": PASSPHRASE})
    assert answer.headers["Location"] == address
    assert _open(client, token).headers["Location"] == "/start/"
    assert hal.actor().roles == {Role.HAULER}


# The desk


def _desk(client: Client, actor: Actor) -> Client:
    client.force_login(User.objects.get(pk=actor.user_id))
    return client


FORM = {"do": "invite", "name": "Hal Pump", "email": "hal@pump.example", "role": "hauler", "find": "Pump"}


def test_the_desk_finds_the_firm_and_invites(client: Client, clerk: Actor, firm: Party) -> None:
    _desk(client, clerk)
    found = client.post("/desk/invitations/new/", {**FORM, "do": "find"})
    assert found.status_code == 200
    assert f'value="{firm.pk}"' in found.content.decode()
    assert not Invitation.objects.exists()
    assert client.post("/desk/invitations/new/", FORM).status_code == 422
    assert client.post("/desk/invitations/new/", {**FORM, "party": firm.pk}).status_code == 302
    assert Invitation.objects.get().party == firm


def test_nothing_is_left_of_an_invitation_that_is_refused(client: Client, clerk: Actor) -> None:
    User.objects.create_user("hal@pump.example", name="Hal", is_active=False)
    fields = {**FORM, "party": "new", "new_kind": "firm", "new_name": "New Firm"}
    answer = _desk(client, clerk).post("/desk/invitations/new/", fields)
    assert answer.status_code == 422
    assert "closed" in answer.content.decode()
    assert not Party.objects.exists()


def test_a_clerk_is_offered_no_staff_role(client: Client, clerk: Actor) -> None:
    page = _desk(client, clerk).get("/desk/invitations/new/").content.decode()
    assert '<option value="hauler">' in page
    assert '<option value="clerk">' not in page
    answer = client.post("/desk/invitations/new/", {**FORM, "role": "clerk"})
    assert answer.status_code == 422
    assert not Invitation.objects.exists()


def test_the_list_sends_anew_and_withdraws(client: Client, clerk: Actor, firm: Party) -> None:
    invitation, _ = _invited(clerk, firm)
    _desk(client, clerk)
    client.post("/desk/invitations/", {"do": "renew", "invitation": invitation.pk})
    assert Message.objects.count() == 2
    client.post("/desk/invitations/", {"do": "withdraw", "invitation": invitation.pk})
    invitation.refresh_from_db()
    assert invitation.state == "withdrawn"
    page = client.post("/desk/invitations/", {"do": "withdraw", "invitation": invitation.pk}, follow=True)
    assert "withdrawn already" in page.content.decode()
    for fields in ({"do": "kill", "invitation": invitation.pk}, {"do": "renew", "invitation": "x"}):
        assert client.post("/desk/invitations/", fields).status_code == 403


def test_the_list_pages_with_few_queries(client: Client, clerk: Actor, django_assert_max_num_queries: Any) -> None:
    for number in range(60):
        party = Party.objects.create(name=f"Firm {number}", kind="firm")
        invite(clerk, email=f"p{number}@pump.example", name=f"Person {number}", role=Role.HAULER, party=party)
    _desk(client, clerk).get("/desk/invitations/")
    with django_assert_max_num_queries(12):
        first = client.get("/desk/invitations/")
    second = client.get(f"/desk/invitations/{first.context['next_url']}")
    names = [line.invitation.name for page in (first, second) for line in page.context["lines"]]
    assert names == [f"Person {number}" for number in range(59, -1, -1)]
    assert second.context["next_url"] == ""


# Asking for an account

ASK = {"name": "Hal Pump", "firm": "Pump & Sons", "email": "hal@pump.example", "role": "hauler", "note": "Since 1998"}


def test_asking_becomes_a_task_and_the_clerk_invites_from_it(client: Client, clerk: Actor, firm: Party) -> None:
    assert client.post("/accounts/ask/", ASK).headers["Location"] == "/accounts/ask/sent/"
    asked = AccountRequest.objects.get()
    task = Task.objects.get(kind="access.account", subject=f"accountrequest:{asked.pk}")
    assert (task.role, task.closed_at) == ("clerk", None)
    desk = _desk(Client(), clerk)
    address = f"/desk/invitations/request/{asked.pk}/"
    page = desk.get(address).content.decode()
    assert "Since 1998" in page
    assert f'value="{firm.pk}" ' in page
    assert "checked" in page, "the one firm of this name is chosen already"
    desk.post(address, {**FORM, "find": "Pump & Sons", "party": firm.pk})
    asked.refresh_from_db()
    task.refresh_from_db()
    assert asked.state == "invited"
    assert asked.invitation is not None
    assert asked.invitation.party == firm
    assert task.closed_at is not None
    assert "answered" in desk.get(address).content.decode()


def test_a_request_is_declined_with_a_reason_and_nothing_is_mailed(client: Client, clerk: Actor) -> None:
    client.post("/accounts/ask/", ASK)
    asked = AccountRequest.objects.get()
    desk = _desk(Client(), clerk)
    address = f"/desk/invitations/request/{asked.pk}/"
    assert desk.post(address, {"do": "decline"}).status_code == 422
    assert desk.post(address, {"do": "decline", "reason": "No such firm"}).status_code == 302
    asked.refresh_from_db()
    assert (asked.state, asked.reason) == ("declined", "No such firm")
    assert not Message.objects.exists()
    assert not Task.objects.filter(closed_at__isnull=True).exists()


def test_the_answer_to_asking_does_not_tell_who_has_an_account(client: Client, clerk: Actor) -> None:
    User.objects.create_user("hal@pump.example", name="Hal")
    pages = []
    for email in ("hal@pump.example", "nobody@pump.example"):
        answer = client.post("/accounts/ask/", {**ASK, "email": email}, follow=True)
        pages.append((answer.redirect_chain, answer.content))
    assert pages[0] == pages[1]


def test_asked_twice_is_one_request(client: Client) -> None:
    for note in ("first", "second"):
        client.post("/accounts/ask/", {**ASK, "note": note})
    assert AccountRequest.objects.get().note == "second"
    assert Task.objects.count() == 1


@pytest.mark.parametrize("role", ["clerk", "administrator", "variance-member", "king"])
def test_some_roles_cannot_be_asked_for(client: Client, role: str) -> None:
    assert client.post("/accounts/ask/", {**ASK, "role": role}).status_code == 422
    if role in set(Role):
        with pytest.raises(ActRefused):
            ask_for_account(NOBODY, name="Hal", firm="", email="hal@pump.example", role=Role(role))
    assert not AccountRequest.objects.exists()


def test_asking_is_limited_by_place(client: Client) -> None:
    for number in range(5):
        assert client.post("/accounts/ask/", {**ASK, "email": f"p{number}@pump.example"}).status_code == 302
    assert client.post("/accounts/ask/", {**ASK, "email": "p9@pump.example"}).status_code == 429
    other = client.post("/accounts/ask/", {**ASK, "email": "p9@pump.example"}, REMOTE_ADDR="203.0.113.9")
    assert other.status_code == 302


def test_an_address_never_gets_a_second_account(clerk: Actor, firm: Party) -> None:
    _, token = _invited(clerk, firm)
    first = accept_invitation(NOBODY, token, passphrase=PASSPHRASE)
    Invitation.objects.update(state="open", accepted_by=None)
    with pytest.raises(ActRefused, match="have an account already"):
        accept_invitation(NOBODY, token, passphrase=PASSPHRASE)
    assert User.objects.filter(email=first.email).count() == 1
    assert date(2026, 6, 15) == first.grants.get().starts
