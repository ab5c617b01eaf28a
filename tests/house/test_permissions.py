"""Every act and every address has its line in the one table, and obeys it."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from datetime import date

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

import sanitarian
from sanitarian.core.actors import NOBODY, SYSTEM, Actor, Role
from sanitarian.core.acts import REGISTRY, NotPermitted
from sanitarian.core.permissions import ACTS, EVERYONE, PAGES, SYSTEM_ACTS, may


def _import_all() -> None:
    for module in pkgutil.walk_packages(sanitarian.__path__, "sanitarian."):
        if ".migrations" not in module.name and "config" not in module.name:
            importlib.import_module(module.name)


def test_acts_and_table_name_the_same() -> None:
    _import_all()
    assert set(REGISTRY) == set(ACTS)


@pytest.mark.parametrize("name", sorted(ACTS))
def test_an_act_refuses_who_is_not_in_its_line(name: str) -> None:
    _import_all()
    audience = ACTS[name]
    outsiders = [] if audience is EVERYONE else [NOBODY]
    if isinstance(audience, frozenset):
        outsiders += [Actor(ref="user:0", user_id=0, roles=frozenset({role})) for role in set(Role) - audience]
    for outsider in outsiders:
        with pytest.raises(NotPermitted):
            REGISTRY[name](outsider)


def test_the_system_does_nothing_adverse_by_itself() -> None:
    done_by_system = {name for name in ACTS if may(SYSTEM, name)}
    assert done_by_system == SYSTEM_ACTS
    assert not done_by_system & {
        name for name in ACTS if name.split(".")[-1] in {"suspend", "revoke", "send_back", "void"}
    }


def _addresses(
    patterns: list[URLPattern | URLResolver], prefix: str = "", space: str = ""
) -> Iterator[tuple[str, str]]:
    """Every address with its name, as `reverse` takes it."""
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _addresses(pattern.url_patterns, path, f"{pattern.namespace}:" if pattern.namespace else space)
        else:
            yield path, space + (pattern.name or "")


def _example(path: str) -> str:
    import re

    return "/" + re.sub(r"<(?:(\w+):)?\w+>", lambda match: "1" if match.group(1) == "int" else "x", path)


def _pages() -> dict[str, str]:
    """Every page of the site by its name, with an address to try."""
    return {name: _example(path) for path, name in _addresses(get_resolver().url_patterns)}


def test_pages_and_table_name_the_same() -> None:
    assert len(_pages()) > 60
    assert set(_pages()) == set(PAGES)


def test_no_page_is_open_to_nobody() -> None:
    assert [name for name, audience in PAGES.items() if not audience] == []


def _opens(client: Client, address: str) -> set[str]:
    """How the door of a page answers to reading and to sending: "open", "sign in" or "closed".

    What lies behind an open door is not this test's matter: there may be no such record, or the form may be faulty.
    """
    found = set()
    for answer in (client.get(address), client.post(address)):
        to_sign_in = answer.status_code == 302 and answer.headers["Location"].startswith("/accounts/login/?next=")
        found.add("sign in" if to_sign_in else "closed" if answer.status_code == 403 else "open")
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_page_opens_to_whom_the_table_names_and_to_nobody_else(name: str, door: Callable[..., set[str]]) -> None:
    """Every page with every role, without a role, and signed out."""
    audience = PAGES[name]
    if isinstance(audience, frozenset):
        expected = {role: {"open"} if role in audience else {"closed"} for role in Role}
        expected |= {"no role": {"closed"}, "signed out": {"sign in"}}
    else:
        expected = {who: {"open"} for who in (*Role, "no role")}
        expected |= {"signed out": {"open"} if audience is EVERYONE else {"sign in"}}
    assert {who: door(name, who) for who in expected} == expected


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Callable[..., set[str]]:
    """``door(page, who)``: how a page's door answers to a role, to "no role" or to "signed out".

    The pages behind open doors are replaced by an empty answer, so that only the door is tried.
    """
    from django.core.handlers.base import BaseHandler
    from django.http import HttpResponse

    from sanitarian.parties.models import RoleGrant, User

    pages = _pages()
    monkeypatch.setattr(
        BaseHandler, "make_view_atomic", lambda self, view: lambda *args, **kwargs: HttpResponse("open")
    )

    def answers(page: str, who: str) -> set[str]:
        client = Client()
        if who != "signed out":
            user = User.objects.create_user(f"{who.replace(' ', '-')}@county.example", None, name=who)
            if who != "no role":
                RoleGrant.objects.create(user=user, role=who, starts=date(2020, 1, 1))
            client.force_login(user)
        return _opens(client, pages[page])

    return answers


@pytest.mark.django_db
def test_a_page_that_the_table_does_not_name_opens_to_nobody(
    door: Callable[..., set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(PAGES, "portal:home")
    assert door("portal:home", Role.ADMINISTRATOR) == {"closed"}
    assert door("portal:home", "signed out") == {"sign in"}


@pytest.mark.django_db
def test_a_role_lasts_from_its_first_day_through_its_last(staff: Callable[[Role], Actor]) -> None:
    from sanitarian.core.dates import use_today
    from sanitarian.parties.models import RoleGrant, User

    user = User.objects.create_user("grant@county.example", "correct horse battery", name="Grant")
    RoleGrant.objects.create(user=user, role=Role.CLERK, starts=date(2026, 3, 1), ends=date(2026, 3, 31))
    held = {}
    for day in (date(2026, 2, 28), date(2026, 3, 1), date(2026, 3, 31), date(2026, 4, 1)):
        with use_today(day):
            held[day.isoformat()] = user.actor().is_staff
    assert held == {"2026-02-28": False, "2026-03-01": True, "2026-03-31": True, "2026-04-01": False}
