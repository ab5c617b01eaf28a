"""The office's page: who sees which form, who may do what, each fault explained."""

from datetime import date
from typing import Any

import pytest
from django.test import Client

from sanitarian.core.actors import Role
from sanitarian.desk.office import queries
from sanitarian.parties.models import RoleGrant, User
from sanitarian.permits.models import Delegation
from tests.conftest import TODAY

pytestmark = pytest.mark.django_db

PASSPHRASE = "seven herons by the outlet"
ACCOUNT = {
    "account-name": "Wren Made-Up", "account-email": "Wren@County.example", "account-title": "Public Health Sanitarian",
    "account-role": "sanitarian", "account-passphrase": PASSPHRASE, "account-again": PASSPHRASE,
}  # fmt: skip


def _person(role: Role, name: str = "Page Reader") -> User:
    user, _ = User.objects.get_or_create(email=f"{role}.{name[:4].lower()}@county.example", defaults={"name": name})
    RoleGrant.objects.get_or_create(user=user, role=role, starts=date(2020, 1, 1))
    return user


def _signed_in(role: Role) -> Client:
    client = Client()
    client.force_login(_person(role))
    return client


def _acts() -> dict[str, dict[str, Any]]:
    """What is posted for each act, on a sanitarian with a role and a delegation."""
    official = _person(Role.SANITARIAN, "Tess Made-Up")
    delegation = Delegation.objects.create(
        official=official, kinds=["discharge"], starts=date(2025, 1, 1), document="Memo 1", by="user:1"
    )
    RoleGrant.objects.create(user=official, role="clerk", starts=date(2024, 1, 1))
    return {
        "account": ACCOUNT,
        "delegate": {
            "delegate-official": official.pk, "delegate-kinds": ["discharge", "interim"],
            "delegate-starts": "07/01/2026", "delegate-ends": "12/31/2026", "delegate-document": "Memo 2",
        },
        "end-delegation": {"end-delegation-delegation": delegation.pk, "end-delegation-ends": "06/30/2026"},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("role", "open_to"),
    [
        (Role.CLERK, set()),
        (Role.SANITARIAN, set()),
        (Role.COMMISSIONER, {"delegate", "end-delegation"}),
        (Role.ADMINISTRATOR, {"account", "delegate", "end-delegation"}),
    ],
)
def test_each_role_sees_and_posts_what_it_may(role: Role, open_to: set[str]) -> None:
    acts = _acts()
    client = _signed_in(role)
    page = client.get("/desk/office/").content.decode()
    assert {key for key in acts if f'name="do" value="{key}"' in page} == open_to
    for key, fields in acts.items():
        answer = client.post("/desk/office/", {"do": key, **fields})
        assert answer.status_code == (302 if key in open_to else 403), key
    done = {
        "account": User.objects.filter(email="wren@county.example").exists(),
        "delegate": Delegation.objects.filter(kinds=["discharge", "interim"], ends=date(2026, 12, 31)).exists(),
        "end-delegation": Delegation.objects.filter(document="Memo 1", ends=date(2026, 6, 30)).exists(),
    }
    assert {key for key, was in done.items() if was} == open_to


def test_a_new_account_signs_in_with_its_role() -> None:
    _signed_in(Role.ADMINISTRATOR).post("/desk/office/", {"do": "account", **ACCOUNT})
    made = User.objects.get(email="wren@county.example")
    assert (made.name, made.title, made.actor().roles) == (
        "Wren Made-Up", "Public Health Sanitarian", {Role.SANITARIAN}
    )  # fmt: skip
    assert made.check_password(PASSPHRASE)


@pytest.mark.parametrize(
    ("key", "change", "says"),
    [
        ("account", {"account-name": ""}, "This field is required"),
        ("account", {"account-email": "wren"}, "valid email address"),
        ("account", {"account-email": "sanitarian.tess@county.example"}, "There is already an account"),
        ("account", {"account-role": "king"}, "Select a valid choice"),
        ("account", {"account-passphrase": "short", "account-again": "short"}, "at least 15 characters"),
        ("account", {"account-again": "something else"}, "The two passphrases differ"),
        ("delegate", {"delegate-kinds": []}, "Choose at least one kind of permit"),
        ("delegate", {"delegate-kinds": ["burial"]}, "Select a valid choice"),
        ("delegate", {"delegate-ends": "06/30/2026"}, "cannot end before it starts"),
        ("delegate", {"delegate-document": " "}, "This field is required"),
        ("end-delegation", {"end-delegation-ends": "12/31/2024"}, "cannot end before it starts"),
    ],
)
def test_a_fault_is_explained_and_what_was_typed_is_kept(key: str, change: dict[str, Any], says: str) -> None:
    fields = {**_acts()[key], **change}
    client = _signed_in(Role.ADMINISTRATOR)
    before = (User.objects.count(), RoleGrant.objects.count(), Delegation.objects.count())
    answer = client.post("/desk/office/", {"do": key, **fields})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert (User.objects.count(), RoleGrant.objects.count(), Delegation.objects.count()) == before
    assert not RoleGrant.objects.filter(ends__isnull=False).exists()
    assert says in page
    kept = [name for name in ("account-name", "account-email", "delegate-starts",
                              "delegate-ends", "end-delegation-ends") if fields.get(name)]  # fmt: skip
    assert all(f'value="{fields[name]}"' in page for name in kept)
    assert PASSPHRASE not in page


def test_roles_and_delegations_are_shown_with_their_days() -> None:
    _acts()
    official = User.objects.get(name="Tess Made-Up")
    RoleGrant.objects.create(user=official, role="administrator", starts=date(2021, 1, 1), ends=date(2021, 12, 31))
    term = {"starts": date(2023, 1, 1), "ends": date(2023, 6, 30)}
    Delegation.objects.create(official=official, kinds=["interim"], **term, document="Old memo", by="x")
    page = _signed_in(Role.CLERK).get("/desk/office/").content.decode()
    for words in ("Sanitarian since January 1, 2020", "Clerk since January 1, 2024",
                  "Administrator until December 31, 2021", "Memo 1", "Ended delegations", "Old memo"):  # fmt: skip
        assert words in page


def test_only_sanitarians_are_offered_for_a_delegation() -> None:
    _acts()
    _person(Role.CLERK, "Carl Made-Up")
    former = _person(Role.SANITARIAN, "Fred Made-Up")
    former.grants.update(ends=date(2025, 1, 1))
    assert [user.name for user in queries.sanitarians(TODAY)] == ["Tess Made-Up"]


def test_accounts_are_paged_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "PAGE", 2)
    for number, name in enumerate(("Cora", "Abe", "Bea", "Abe")):
        User.objects.create_user(f"{number}@county.example", name=name)
    client = _signed_in(Role.CLERK)
    seen, address = [], "/desk/office/"
    for _ in range(3):
        context = client.get(address).context
        seen.append([account.user.name for account in context["accounts"]])
        address = f"/desk/office/{context['next_url']}"
    assert seen == [["Abe", "Abe"], ["Bea", "Cora"], ["Page Reader"]]
    back = client.get(f"/desk/office/{context['previous_url']}").context
    assert [account.user.name for account in back["accounts"]] == ["Bea", "Cora"]


def test_accounts_are_found_by_a_part_of_name_or_address() -> None:
    for number, name in enumerate(("Cora Made-Up", "Abe Made-Up", "Bea Other")):
        User.objects.create_user(f"p{number}@county.example", name=name)
    client = _signed_in(Role.CLERK)
    for words, found in (("made", ["Abe Made-Up", "Cora Made-Up"]), ("P2@", ["Bea Other"]), ("zz", [])):
        context = client.get("/desk/office/", {"name": words}).context
        assert [account.user.name for account in context["accounts"]] == found


def test_only_an_administrator_is_led_to_an_account() -> None:
    link = f"/desk/office/accounts/{_person(Role.CLERK, 'Carl Made-Up').pk}/"
    assert link not in _signed_in(Role.CLERK).get("/desk/office/").content.decode()
    assert link in _signed_in(Role.ADMINISTRATOR).get("/desk/office/").content.decode()


def test_the_page_asks_few_queries(django_assert_max_num_queries: Any) -> None:
    for number in range(30):
        user = User.objects.create_user(f"{number}@county.example", name=f"Person {number}")
        RoleGrant.objects.create(user=user, role="sanitarian", starts=date(2020, 1, 1))
        Delegation.objects.create(official=user, kinds=["interim"], starts=TODAY, document=f"Memo {number}", by="x")
    client = _signed_in(Role.ADMINISTRATOR)
    with django_assert_max_num_queries(20):
        assert client.get("/desk/office/").status_code == 200
