"""The register of provisions is whole, and what it names exists: rules, acts, pages and letters."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from random import Random
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from sanitarian.core.permissions import ACTS
from sanitarian.law.data import figures, state_table, table
from sanitarian.law.registers import (
    KINDS,
    SERVED,
    Provision,
    _provision,
    interpretations,
    provision,
    provisions,
    resolve,
)
from sanitarian.law.registry import NO_LAW, rules
from sanitarian.letters.kinds import _kinds
from sanitarian.letters.mail.kinds import message_kinds
from tests.law.facts_at_random import facts_for, law_of

ROMAN = ("I", "II", "III", "IV", "V", "VI")
READINGS_IN_TEXTS = re.compile(r"\b[A-G]-\d+")
SECTIONS_IN_TEXTS = re.compile(r"\b((?:I|II|III|IV|V|VI)\.[IVX0-9]+(?:\.[A-Za-z0-9]+)*)\b")


def county() -> dict[str, Provision]:
    """The provisions of the county's code, without the State law that it leans on."""
    return {key: found for key, found in provisions().items() if key.split(".")[0] in ROMAN}


def served_by(found: Provision) -> tuple[str, ...]:
    """Everything that the register says serves a provision."""
    return (*found.rules, *found.acts, *found.pages, *found.letters)


def pages(patterns: list[URLPattern | URLResolver] | None = None, space: str = "") -> Iterator[str]:
    """The names of all addresses of the site, with their namespaces."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            yield from pages(pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else space)
        elif pattern.name:
            yield space + pattern.name


def known(what: str) -> set[str]:
    """Every name of rules, acts, pages or letters that the program has."""
    messages = {key for key, kind in message_kinds().items() if not kind.about_account}  # no code asks for accounts
    return set({"rules": rules(), "acts": ACTS, "pages": set(pages()), "letters": {*_kinds, *messages}}[what])


# What stands in the register


def test_the_tree_of_sections_has_no_gap() -> None:
    orphans = {key for key in county() if "." in key and key.rpartition(".")[0] not in provisions()}
    assert orphans == set()
    assert set(ROMAN) <= set(provisions())


def _letters_or_numbers(keys: list[str]) -> list[str]:
    """What a list of siblings must be called if nothing is left out: I, II, … or A, B, … or a, b, … or 1, 2, …."""
    roman = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII"]
    scales = (roman, list("ABCDEFGHIJ"), list("abc"), [str(number) for number in range(1, 37)])
    scale = next(scale for scale in scales if keys[0] == scale[0])
    return scale[: len(keys)]


def test_no_paragraph_is_left_out_and_all_stand_in_order() -> None:
    siblings: dict[str, list[str]] = {}
    for key in county():
        parent, _, own = key.rpartition(".")
        siblings.setdefault(parent, []).append(own)
    assert {parent: owns for parent, owns in siblings.items() if owns != _letters_or_numbers(owns)} == {}


@pytest.mark.parametrize(
    ("section", "paragraphs"),
    [
        ("I", 9), ("I.2", 9), ("I.3", 2), ("I.6", 2), ("I.7", 3), ("I.7.B", 4),
        ("II", 7), ("II.1", 3), ("II.5", 2), ("II.6", 3), ("II.7", 1), ("III", 0), ("IV", 2), ("IV.2", 2),
        ("V", 13), ("V.I", 3), ("V.I.A", 6), ("V.I.C", 4), ("V.II", 36), ("V.III", 8),
        ("V.IV", 4), ("V.IV.A", 2), ("V.IV.A.1", 3), ("V.IV.A.2", 0), ("V.IV.B", 3), ("V.IV.C", 9),
        ("V.V", 7), ("V.V.B", 5), ("V.V.B.5", 3), ("V.V.B.5.c", 3), ("V.V.E", 9), ("V.V.F", 2), ("V.V.G", 4),
        ("V.V.G.3", 3), ("V.V.G.4", 2), ("V.VI", 2), ("V.VI.A", 5), ("V.VI.B", 3), ("V.VII", 1), ("V.VII.A", 7),
        ("V.VIII", 3), ("V.VIII.A", 5), ("V.VIII.B", 3), ("V.VIII.C", 5), ("V.XIII", 5), ("VI", 5), ("VI.I", 2),
    ],
)  # fmt: skip
def test_every_section_has_as_many_paragraphs_as_the_code(section: str, paragraphs: int) -> None:
    assert sum(key.rpartition(".")[0] == section for key in county()) == paragraphs


def test_all_terms_are_defined() -> None:
    terms = [f"I.2.{letter}" for letter in "ABCDEFGHI"] + [f"V.II.{number}" for number in range(1, 37)]
    terms += ["II.1.a", "II.6.a", "IV.1", "VI.II"]
    assert {key: provision(key).kind for key in terms} == dict.fromkeys(terms, "definition")
    titles = [provision(key).title for key in terms]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("key", list(provisions()))
def test_an_entry_is_whole(key: str) -> None:
    found = provision(key)
    assert found.kind in KINDS
    assert found.status in SERVED
    assert found.title.strip()
    assert not found.title.endswith(".")
    assert found.summary.endswith(".")
    assert not found.summary.endswith("..")
    assert found.source
    if found.kind not in {"heading", "definition"}:
        assert found.who, "somebody must or may do it"


def test_an_entry_without_kind_or_status_is_refused() -> None:
    entry = {"title": "Title", "summary": "Summary.", "kind": "duty", "status": "text"}
    assert _provision("I.1", entry, "Article I").kind == "duty"
    for left_out in ("kind", "status", "title", "summary"):
        with pytest.raises(TypeError, match=left_out):
            _provision("I.1", {name: value for name, value in entry.items() if name != left_out}, "Article I")


def test_readings_and_sections_named_in_texts_resolve() -> None:
    for key, found in county().items():
        named = {*READINGS_IN_TEXTS.findall(found.summary), *SECTIONS_IN_TEXTS.findall(found.summary)}
        for cite in named:
            assert resolve(cite), f"{key} names {cite}"
        assert key not in named


def test_every_section_that_readings_and_figures_name_is_there() -> None:
    sections = {name: reading.section for name, reading in interpretations().items()}
    sections |= {name: figure["section"] for name, figure in figures().items()}
    sections |= {name: figure["section"] for name, figure in state_table("appendix_75a").items()}
    assert {name: section for name, section in sections.items() if section not in provisions()} == {}


# Dates


def _articles() -> Mapping[str, Any]:
    return table("code")["articles"]  # type: ignore[no-any-return]


def test_every_article_is_dated() -> None:
    assert set(_articles()) == set(ROMAN)
    ended = {name: article["until"] for name, article in _articles().items() if "until" in article}
    assert ended == {"III": date(1994, 8, 8)}
    assert provision("III").until == ended["III"]
    versions = {version["from"] for version in table("code")["versions"]}
    assert {article["from"] for article in _articles().values()} <= versions


def test_a_wording_holds_from_a_version_of_the_code_after_its_article_began() -> None:
    versions = {version["from"] for version in table("code")["versions"]}
    for key, found in county().items():
        begun = _articles()[key.split(".")[0]]["from"]
        if found.since is not None:
            assert found.since > begun, f"{key}: the article's own date needs no repeating"
            assert found.since in versions, key
        if found.until is not None:
            assert found.until > (found.since or begun), key


def test_amendments_of_the_title_page_are_on_file() -> None:
    amended = {key for key, found in county().items() if found.since is not None}
    assert amended == {
        "I.2", *(f"I.2.{letter}" for letter in "ABCDEFGHI"), "I.4", "II.5.b",
        "V.IV.A.1", "V.IV.A.1.a", "V.IV.A.1.b", "V.IV.A.1.c", "V.IV.A.2",
        "V.VI.B", "V.VI.B.1", "V.VI.B.2", "V.VI.B.3",
    }  # fmt: skip
    days = {"I.4": date(1994, 8, 9), "II.5.b": date(1970, 4, 15)}
    days |= {"V.IV.A.2": date(2003, 6, 30), "V.VI.B.2": date(1998, 9, 16)}
    assert {key: provision(key).since for key in days} == days


# What serves it


@pytest.mark.parametrize("what", ["rules", "acts", "pages", "letters"])
def test_what_a_provision_names_exists(what: str) -> None:
    nowhere = {
        key: missing for key, found in provisions().items() if (missing := set(getattr(found, what)) - known(what))
    }
    assert nowhere == {}


@pytest.mark.parametrize("what", ["rules", "acts", "letters"])
def test_everything_stands_on_a_provision(what: str) -> None:
    named = {name for found in provisions().values() for name in getattr(found, what)}
    assert known(what) - named == set()


@pytest.mark.parametrize("name", list(rules()))
def test_the_section_of_a_rule_names_the_rule(name: str) -> None:
    assert name in provision(rules()[name].section).rules


@pytest.mark.parametrize("name", list(rules()))
def test_provisions_that_answers_rest_on_name_the_rule(name: str) -> None:
    rule, random = rules()[name], Random(name)
    rested: set[str] = set()
    for turn in range(1_000):
        ruling = rule.ask(facts_for(rule, random), law_of(random) if turn % 2 else None)
        if ruling.outcome != NO_LAW:
            rested |= {reason.cite for reason in ruling.reasons if reason.cite in provisions()}
    assert {cite for cite in rested if name not in provision(cite).rules} == set()
    assert rested


@pytest.mark.parametrize("key", list(provisions()))
def test_what_is_served_is_served_by_something_and_mere_text_by_nothing(key: str) -> None:
    found = provision(key)
    names = served_by(found)
    assert len(set(names)) == len(names)
    if found.status == "served":
        assert names
    if found.status == "text":
        assert not names


def test_the_names_of_pages_are_read_from_the_addresses() -> None:
    assert {"desk:due", "portal:verify", "account_login"} <= known("pages")
    assert "due" not in known("pages")
