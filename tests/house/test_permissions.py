"""Every act and every address has its line in the one table, and obeys it."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

import sanitarian
from sanitarian.core.actors import NOBODY, SYSTEM, Actor, Role
from sanitarian.core.acts import REGISTRY, NotPermitted
from sanitarian.core.permissions import ACTS, SYSTEM_ACTS, may

OPEN_TO_ALL = {
    "portal:home", "portal:verify", "portal:verified", "styleguide",
    "code:contents", "code:provision", "code:readings", "code:reading", "code:glossary", "code:rules", "code:rule",
    "api:rules", "api:rules-bare", "api:rule", "api:rule-bare", "api:openapi", "api:nothing-here",
}  # fmt: skip


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
    outsiders = [NOBODY, *(Actor(ref="user:0", roles=frozenset({role})) for role in set(Role) - ACTS[name])]
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


def _desk() -> list[tuple[str, str]]:
    return [(path, name) for path, name in _addresses(get_resolver().url_patterns) if path.startswith("desk/")]


def test_the_desk_has_addresses() -> None:
    assert len(_desk()) > 10


@pytest.mark.django_db
def test_nobody_signed_out_sees_the_desk() -> None:
    client = Client()
    for path, name in _desk():
        for answer in (client.get(_example(path)), client.post(_example(path))):
            assert answer.status_code == 302, name
            assert answer.headers["Location"].startswith("/accounts/login/"), name


@pytest.mark.django_db
def test_an_account_without_a_role_sees_no_page_of_the_desk() -> None:
    from sanitarian.parties.models import User

    client = Client()
    client.force_login(User.objects.create_user("nobody@county.example", "correct horse battery", name="No Role"))
    for path, name in _desk():
        assert client.get(_example(path)).status_code == 403, name


@pytest.mark.django_db
def test_what_is_open_to_all_is_on_the_list() -> None:
    outside = {
        name for path, name in _addresses(get_resolver().url_patterns) if not path.startswith(("desk/", "accounts/"))
    }
    assert outside <= OPEN_TO_ALL


@pytest.mark.django_db
def test_a_role_lasts_from_its_first_day_through_its_last(staff: Callable[[Role], Actor]) -> None:
    from datetime import date

    from sanitarian.core.dates import use_today
    from sanitarian.parties.models import RoleGrant, User

    user = User.objects.create_user("grant@county.example", "correct horse battery", name="Grant")
    RoleGrant.objects.create(user=user, role=Role.CLERK, starts=date(2026, 3, 1), ends=date(2026, 3, 31))
    held = {}
    for day in (date(2026, 2, 28), date(2026, 3, 1), date(2026, 3, 31), date(2026, 4, 1)):
        with use_today(day):
            held[day.isoformat()] = user.actor().is_staff
    assert held == {"2026-02-28": False, "2026-03-01": True, "2026-03-31": True, "2026-04-01": False}
