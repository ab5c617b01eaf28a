"""The registers and the dated data are whole, and every rule stands on them."""

import re
from datetime import date

import pytest

from sanitarian.law.data import limit, table
from sanitarian.law.registers import (
    interpretation,
    law_version,
    provision,
    provisions,
    resolve,
)
from sanitarian.law.registry import rules
from sanitarian.law.ruling import NotInForce


def test_registers_are_whole() -> None:
    assert provision("V.III.G").source.startswith("Sanitary Code")
    for found in provisions().values():
        assert found.title
        assert found.summary.endswith(".")


def test_a_citation_shows_what_stands_behind_it() -> None:
    assert resolve("V.IV.A.1").section == "V.IV.A.1"
    assert (resolve("A-14").section, resolve("A-14").text) == ("V.IV.A.1", interpretation("A-14").reading)
    for nowhere in ("V.XCIX", "Z-1", "VII", "A-14 "):
        with pytest.raises(KeyError):
            resolve(nowhere)


@pytest.mark.parametrize("name", list(rules()))
def test_every_rule_stands_on_a_provision(name: str) -> None:
    assert resolve(rules()[name].section)


@pytest.mark.parametrize(
    ("on", "version"),
    [
        (None, "2006-03-14"),
        ("2006-03-14", "2006-03-14"),
        ("2006-03-13", "2003-06-30"),
        ("1994-08-09", "1994-08-09"),
        ("1994-08-08", "1972-05-15"),
        ("1965-01-01", "1965-01-01"),
    ],
)
def test_versions_of_the_code(on: str | None, version: str) -> None:
    assert law_version(date.fromisoformat(on) if on else None) == version


def test_no_law_before_the_code_or_its_article() -> None:
    with pytest.raises(NotInForce, match="1965"):
        law_version(date(1964, 12, 31))
    with pytest.raises(NotInForce, match="Article V "):
        law_version(date(1994, 8, 8), "V")
    with pytest.raises(NotInForce, match="coliform"):
        limit("pipe_limit", date(1994, 8, 8))


def test_dated_figures_are_sourced() -> None:
    for name, entry_ in table("limits").items():
        assert entry_["section"] in provisions(), name
        assert [version["from"] for version in entry_["versions"]] == sorted(v["from"] for v in entry_["versions"])
    for name in ("schedule", "fees"):
        assert all(version["source"] and version["from"] for version in table(name)["versions"])


def test_facts_are_named_as_words() -> None:
    for rule in rules().values():
        assert all(re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", fact.name) for fact in rule.facts)
