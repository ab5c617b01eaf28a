"""One account's page: roles with party and area, closing and opening, a new start for the second step."""

from datetime import date
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from sanitarian.core.actors import Role
from sanitarian.core.models import JournalEntry
from sanitarian.county.models import Municipality
from sanitarian.letters.models import Message
from sanitarian.parties.models import Party, RoleGrant, User
from sanitarian.trades.models import Firm

pytestmark = pytest.mark.django_db


@pytest.fixture
def client_(client: Client) -> Client:
    admin = User.objects.create_user("admin@county.example", name="Ada Min")
    RoleGrant.objects.create(user=admin, role=Role.ADMINISTRATOR, starts=date(2020, 1, 1))
    client.force_login(admin)
    return client


@pytest.fixture
def hal() -> User:
    return User.objects.create_user("hal@pump.example", "correct horse battery", name="Hal Pump")


def _address(user: User) -> str:
    return f"/desk/office/accounts/{user.pk}/"


def _sign_in(client: Client, user: User) -> Any:
    return client.post("/accounts/login/", {"login": user.email, "password": "correct horse battery"})


def _signed_in(user: User) -> Client:
    client = Client()
    assert _sign_in(client, user).status_code == 302
    return client


def test_a_haulers_role_is_granted_for_a_firm_found_by_its_number(client_: Client, hal: User) -> None:
    firm = Party.objects.create(name="Pump & Sons", kind="firm")
    Firm.objects.create(party=firm, number="F-12", hauls=True)
    Party.objects.create(name="Pump House", kind="firm")
    page = client_.post(_address(hal), {"do": "find", "grant-role": "hauler", "grant-find": "f-12"})
    assert page.status_code == 200
    assert "Pump &amp; Sons, F-12" in page.content.decode()
    assert "Pump House" not in page.content.decode()
    answer = client_.post(
        _address(hal),
        {"do": "grant", "grant-role": "hauler", "grant-find": "f-12", "grant-party": firm.pk,
         "grant-starts": "06/15/2026"},
    )  # fmt: skip
    assert answer.status_code == 302
    assert hal.actor().parties_as(Role.HAULER) == {firm.pk}


def test_a_firm_that_is_not_on_record_is_put_there(client_: Client, hal: User) -> None:
    fields = {"do": "grant", "grant-role": "hauler", "grant-find": "Pump", "grant-party": "new",
              "grant-new_kind": "firm", "grant-starts": "06/15/2026"}  # fmt: skip
    assert "Write the name" in client_.post(_address(hal), fields).content.decode()
    assert not Party.objects.exists()
    client_.post(_address(hal), {**fields, "grant-new_name": "Pump & Sons"})
    made = Party.objects.get()
    assert (made.kind, made.name) == ("firm", "Pump & Sons")
    assert hal.actor().parties_as(Role.HAULER) == {made.pk}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"grant-role": "hauler"}, "Find and choose for whom"),
        ({"grant-role": "hauler", "grant-find": "Pump"}, "Find and choose for whom"),
        ({"grant-role": "hauler", "grant-find": "Pump", "grant-party": "999999"}, "Select a valid choice"),
        ({"grant-role": "king"}, "Select a valid choice"),
        ({"grant-role": "clerk", "grant-ends": "06/14/2026"}, "cannot end before it starts"),
        ({"grant-role": "clerk", "grant-starts": "soon"}, "four-digit year"),
    ],
)
def test_a_fault_in_a_grant_is_explained(client_: Client, hal: User, fields: dict[str, str], says: str) -> None:
    Party.objects.create(name="Pump & Sons", kind="firm")
    answer = client_.post(_address(hal), {"do": "grant", "grant-starts": "06/15/2026", **fields})
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert not hal.grants.exists()


def test_a_municipal_inspector_needs_an_area(client_: Client, hal: User) -> None:
    Municipality.objects.create(swis="052800", name="Fleming", kind="town")
    person = Party.objects.create(name="Hal Pump", kind="person")
    fields = {"do": "grant", "grant-role": "municipality", "grant-find": "Hal", "grant-party": person.pk,
              "grant-starts": "06/15/2026"}  # fmt: skip
    assert "Choose where the role is held" in client_.post(_address(hal), fields).content.decode()
    client_.post(_address(hal), {**fields, "grant-area": "052800"})
    assert hal.actor().areas_as(Role.MUNICIPALITY) == {"052800"}


def test_a_role_ends_on_its_last_day(client_: Client, hal: User) -> None:
    grant = RoleGrant.objects.create(user=hal, role="clerk", starts=date(2024, 1, 1))
    others = RoleGrant.objects.get(role="administrator")
    fields = {"do": "end-grant", "end-grant-ends": "06/30/2026"}
    assert client_.post(_address(hal), {**fields, "end-grant-grant": others.pk}).status_code == 422
    client_.post(_address(hal), {**fields, "end-grant-grant": grant.pk})
    grant.refresh_from_db()
    assert grant.ends == date(2026, 6, 30)


def test_closing_signs_out_at_once_and_opening_lets_in_again(client_: Client, hal: User) -> None:
    theirs = _signed_in(hal)
    assert theirs.get("/my/").status_code == 200
    client_.post(_address(hal), {"do": "close"})
    assert theirs.get("/my/").status_code == 302
    assert _sign_in(theirs, hal).headers["Location"] == "/accounts/inactive/"
    client_.post(_address(hal), {"do": "open"})
    assert theirs.get("/my/").status_code == 302, "the old session does not come back"
    _sign_in(theirs, hal)
    assert theirs.get("/my/").status_code == 200
    acts = JournalEntry.objects.filter(subject=f"user:{hal.pk}").values_list("act", flat=True)
    assert list(acts.order_by("seq")) == ["parties.user.deactivate", "parties.user.reactivate"]


def test_what_is_not_offered_is_refused(client_: Client, hal: User) -> None:
    assert client_.post(_address(hal), {"do": "open"}).status_code == 403
    assert client_.post(_address(hal), {"do": "new-start", "new-start-reason": "Asked"}).status_code == 403
    assert client_.post(_address(hal), {"do": "nonsense"}).status_code == 403


def test_nobody_closes_their_own_account_or_the_last_administrators(client_: Client) -> None:
    admin = User.objects.get(email="admin@county.example")
    assert "cannot close your own" in client_.post(_address(admin), {"do": "close"}).content.decode()
    admin.refresh_from_db()
    assert admin.is_active


def test_a_new_start_takes_the_second_step_away_signs_out_and_tells(client_: Client, hal: User) -> None:
    theirs = _signed_in(hal)
    Authenticator.objects.create(user=hal, type="totp", data={"secret": "x"})
    Authenticator.objects.create(user=hal, type="recovery_codes", data={"seed": "x", "used_mask": 0})
    answer = client_.post(_address(hal), {"do": "new-start", "new-start-reason": " "})
    assert answer.status_code == 422
    assert hal.authenticator_set.count() == 2
    client_.post(_address(hal), {"do": "new-start", "new-start-reason": "Came with a license."})
    assert not hal.authenticator_set.exists()
    assert theirs.get("/my/").status_code == 302
    message = Message.objects.get()
    assert (message.to, message.confidential) == (hal.email, True)
    assert "Came with a license." in message.text
    assert JournalEntry.objects.filter(act="access.mfa.reset", subject=f"user:{hal.pk}").exists()


@pytest.mark.parametrize("role", [Role.CLERK, Role.SANITARIAN, Role.COMMISSIONER])
def test_only_administrators_open_an_account(client: Client, hal: User, role: Role) -> None:
    other = User.objects.create_user("other@county.example", name="Other")
    RoleGrant.objects.create(user=other, role=role, starts=date(2020, 1, 1))
    client.force_login(other)
    assert client.get(_address(hal)).status_code == 403
    assert client.post(_address(hal), {"do": "close"}).status_code == 403


def test_the_page_asks_few_queries(client_: Client, hal: User, django_assert_max_num_queries: Any) -> None:
    for number in range(20):
        party = Party.objects.create(name=f"Firm {number}", kind="firm")
        RoleGrant.objects.create(user=hal, role="hauler", party=party, starts=date(2020, 1, 1))
    client_.get(_address(hal))
    with django_assert_max_num_queries(20):
        assert client_.get(_address(hal)).status_code == 200
