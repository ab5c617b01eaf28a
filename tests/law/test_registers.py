"""Every citation resolves, whatever the facts; the registers and the dated data are whole."""

import json
import re
from datetime import date
from decimal import Decimal
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitarian.law.data import limit, table
from sanitarian.law.drain_pipes import Result
from sanitarian.law.facts import Choice, Count, Day, Entries, Entry, Fact, Flag, FlagOrUnknown, Measure, Text, declared
from sanitarian.law.registers import (
    interpretation,
    law_version,
    provision,
    provisions,
    resolve,
)
from sanitarian.law.registry import rules
from sanitarian.law.ruling import ImpossibleFacts, NotInForce

DAYS = st.dates(date(1990, 1, 1), date(2060, 12, 31)).map(date.isoformat)
RESULTS = st.one_of(
    st.sampled_from(["TNTC", "<1", "<201", ">200", ">2419.6", "1,200", "200", "201", "150"]),
    st.integers(0, 400).map(str),
)


def strategy(kind: Any) -> st.SearchStrategy[Any]:
    """JSON values that a kind of fact accepts."""
    if isinstance(kind, Choice):
        return st.sampled_from(kind.options())
    if isinstance(kind, Count):
        return st.integers(kind.minimum, 400)
    if isinstance(kind, Entry):
        return entry(declared(kind.of))
    if isinstance(kind, Entries):
        return st.lists(entry(declared(kind.of)), max_size=5)
    measures = st.integers(0, 12_000).map(lambda tenth: Decimal(tenth) / 10)
    return {
        Day: DAYS,
        Flag: st.booleans(),
        FlagOrUnknown: st.sampled_from([True, False, "unknown"]),
        Measure: measures,
        Result: RESULTS,
        Text: st.sampled_from(["A. Farmer", "B. Baker"]),
    }[type(kind)]


def entry(facts: tuple[Fact, ...]) -> st.SearchStrategy[dict[str, Any]]:
    required = {fact.name: strategy(fact.kind) for fact in facts if fact.required}
    rest = {fact.name: st.none() | strategy(fact.kind) for fact in facts if not fact.required}
    return st.fixed_dictionaries(required, optional=rest)


@pytest.mark.parametrize("name", list(rules()))
def test_every_citation_resolves(name: str) -> None:
    rule = rules()[name]
    schema = json.loads(json.dumps(rule.schema()))
    validator = jsonschema.Draft202012Validator(schema)
    outcomes = set()

    @settings(max_examples=200, deadline=None)
    @given(entry(rule.facts), st.none() | st.dates(date(1994, 8, 9), date(2030, 1, 1)))
    def check(facts: dict[str, Any], law_of: date | None) -> None:
        plain = json.loads(json.dumps(facts, default=float))
        try:
            ruling = rule.ask(facts, law_of)
        except ImpossibleFacts:
            assert rule.exactly_one or rule.not_before
            return
        assert validator.is_valid(plain)
        answer = ruling.to_json()
        assert list(answer) == ["rule", "outcome", "values", "reasons", "code"]
        assert answer["rule"] == name
        assert ruling.reasons
        for reason in ruling.reasons:
            assert resolve(reason.cite).title
            assert reason.holds in {True, False, None}
            assert reason.text.endswith(".")
            assert not reason.text.endswith("..")
        if ruling.outcome == "undetermined":
            assert ruling.not_shown, "what cannot be determined names what is missing"
        for cite in ruling.interpretations:
            assert interpretation(cite).id == cite
        json.dumps(answer)
        outcomes.add(ruling.outcome)

    check()
    assert outcomes


def test_registers_are_whole() -> None:
    assert provision("V.III.G").source.startswith("Sanitary Code")
    for found in provisions().values():
        assert found.title
        assert found.summary.endswith(".")


def test_a_citation_shows_what_stands_behind_it() -> None:
    assert resolve("V.IV.A.1").section == "V.IV.A.1"
    assert (resolve("A-14").section, resolve("A-14").text) == ("V.IV.A.1", interpretation("A-14").reading)
    for nowhere in ("V.XCIX", "Z-1", "V", "A-14 "):
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
