"""Nobody reaches another party's pages or files by guessing: a stranger with every outside role tries all addresses."""

import itertools
import re
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from sanitarian.core.actors import OUTSIDE_ROLES
from sanitarian.core.permissions import EVERYONE, PAGES
from sanitarian.parties.models import Party
from tests.wastewater.cases import inspector
from tests.world import MARK, World, person, whole_world

pytestmark = pytest.mark.django_db
_NUMBERS = range(1, 9)
_WORDS = ("1", "visit", "files", "check")
# What a stranger may do is to begin something of their own; it leaves Anna's rows as they are.
_NOT_ANNAS = {"sessions.session", "core.task", "core.journalhead", "core.numberseries"}


def _patterns(found: list[Any] | None = None, prefix: str = "", space: str = "") -> list[tuple[str, str]]:
    rows = []
    for pattern in get_resolver().url_patterns if found is None else found:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            rows += _patterns(pattern.url_patterns, path, f"{pattern.namespace}:" if pattern.namespace else space)
        elif isinstance(pattern, URLPattern):
            rows.append((space + (pattern.name or ""), path))
    return rows


def outside_pages() -> list[tuple[str, str]]:
    """The pages that an outside role opens, the public's left out: name and pattern of the address."""
    found = []
    for name, path in _patterns():
        audience = PAGES[name]
        if audience is not EVERYONE and (not isinstance(audience, frozenset) or audience & OUTSIDE_ROLES):
            found.append((name, path))
    return [(name, path) for name, path in found if not path.startswith("accounts/")]


def addresses(path: str) -> list[str]:
    """Every address that the pattern makes of small numbers and the words that steps are called by."""
    holes = re.findall(r"<(?:(\w+):)?\w+>", path)
    choices = [_NUMBERS if kind == "int" else _WORDS for kind in holes]
    made = []
    for values in itertools.product(*choices):
        left = iter(values)
        made.append("/" + re.sub(r"<[^>]+>", lambda _: str(next(left)), path))  # noqa: B023 - used at once
    return made


def rows_of_everybody() -> dict[tuple[str, Any], str]:
    """Every row on record, as text."""
    found = {}
    for model in apps.get_models():
        label = model._meta.label_lower
        if label not in _NOT_ANNAS and model._meta.managed:
            for row in model._default_manager.all():
                found[label, row.pk] = serializers.serialize("json", [row])
    return found


@pytest.fixture
def stranger() -> Client:
    """Somebody who holds every outside role, for parties of their own and in areas that are not Anna's."""
    firm = Party.objects.create(name="Otto Other")
    own = inspector()
    areas = {"municipality": "999999", "watershed-inspector": "skaneateles-lake"}
    filing = {"inspector", "municipality", "watershed-inspector"}
    grants = [(role, own.party if role in filing else firm, areas.get(role, "")) for role in sorted(OUTSIDE_ROLES)]
    client = Client(raise_request_exception=True)
    client.force_login(person("otto@elsewhere.example", *grants))
    return client


def test_there_are_pages_to_try() -> None:
    assert {"portal:report", "portal:report-file", "portal:report-submit"} <= {name for name, _ in outside_pages()}


def _body(answer: Any) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return content.decode("latin-1")


def test_no_page_or_file_of_another_party_is_reached_by_guessing(stranger: Client) -> None:
    world = whole_world()
    assert isinstance(world, World)
    before = rows_of_everybody()
    shown, tried = [], 0
    for name, path in outside_pages():
        for address in addresses(path):
            for method in ("get", "post"):
                answer = getattr(stranger, method)(address)
                tried += 1
                if MARK in _body(answer) or MARK in str(answer.headers):
                    shown.append(f"{method} {address} ({name})")
                assert answer.status_code < 500, address
    after = rows_of_everybody()
    assert shown == []
    assert tried > 150
    assert {key: row for key, row in after.items() if key in before and row != before[key]} == {}
    assert before.keys() <= after.keys()
