"""10,000 random but valid facts for every rule, and as many answers; facts made invalid, and none."""

import io
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from copy import deepcopy
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from random import Random
from typing import Any

import jsonschema
import pytest

from sanitarian.law.ask import run
from sanitarian.law.facts import Fact
from sanitarian.law.registers import interpretation, resolve
from sanitarian.law.registry import NO_LAW, Rule, rules
from sanitarian.law.ruling import Ruling
from tests.law.facts_at_random import facts_for, law_of, leaves

MANY, COMPARED, BROKEN = 10_000, 200, 25


@contextmanager
def telling(**told: Any) -> Iterator[None]:
    """Let a failure say on which facts."""
    try:
        yield
    except BaseException as error:
        error.add_note(repr(told))
        raise


@pytest.mark.parametrize("name", list(rules()))
def test_valid_facts_are_always_answered(name: str) -> None:
    rule, random = rules()[name], Random(name)
    values: set[tuple[str, ...]] = set()
    for turn in range(MANY):
        facts = facts_for(rule, random)
        on = law_of(random) if turn % 2 else None
        with telling(facts=facts, law_of=on):
            ruling = rule.ask(facts, on)
            check(rule, ruling)
        if ruling.outcome == NO_LAW:
            assert on is not None, "the newest law answers for every day"
        else:
            values.add(tuple(ruling.values))
    assert len(values) == 1, "a rule has the same values whatever its outcome"


def check(rule: Rule, ruling: Ruling) -> None:
    """A ruling is whole, rests on what stands in the registers, and says what is missing where it cannot decide."""
    answer = ruling.to_json()
    assert list(answer) == ["rule", "outcome", "values", "reasons", "code"]
    json.dumps(answer, allow_nan=False)
    assert answer["rule"] == rule.name
    assert ruling.outcome
    assert ruling.reasons
    for reason in ruling.reasons:
        assert reason.holds is None or isinstance(reason.holds, bool)
        assert stands(reason.cite)
        assert reason.text == reason.text.strip()
        assert reason.text[-1] == "."
        assert reason.text[-2:] != ".."
    if ruling.outcome == "undetermined":
        assert ruling.not_shown, "what cannot be determined names what is missing"
    for value in ruling.values.values():
        assert not isinstance(value, float)
        assert not isinstance(value, datetime) or value.tzinfo is not None


@cache
def stands(cite: str) -> bool:
    """Whether a citation resolves, and to a reading where it looks like one."""
    return bool(resolve(cite).title) and (cite[1:2] != "-" or interpretation(cite).id == cite)


@pytest.mark.parametrize("name", list(rules()))
def test_the_schema_accepts_what_the_rule_answers(name: str) -> None:
    rule, random = rules()[name], Random(f"{name} by its schema")
    validator = jsonschema.Draft202012Validator(json.loads(json.dumps(rule.schema())))
    for _ in range(COMPARED):
        facts = facts_for(rule, random)
        with telling(facts=facts):
            validator.validate(json.loads(as_json(facts)))


def test_the_facts_are_at_the_edges() -> None:
    """What is drawn covers nothing shown, everything shown, empty lists and full ones, and both sides of a limit."""
    random = Random("edges")
    drawn = [facts_for(rules()["inspection-schedule"], random) for _ in range(MANY)]
    feet = {facts.get("distance_ft") for facts in drawn}
    assert {None, 0, 499, 500, 501, Decimal("500.01"), Decimal("499.99")} <= feet
    assert {None, "owasco-lake", "none"} <= {facts.get("fronts") for facts in drawn}
    pipes = [facts_for(rules()["drain-pipe"], random) for _ in range(2000)]
    assert {len(facts["retests"]) for facts in pipes if facts.get("retests") is not None} == set(range(6))
    assert {"200", "201", "TNTC"} <= {facts["first"]["result"] for facts in pipes}
    assert {date(1994, 8, 8), date(1994, 8, 9)} <= {law_of(random) for _ in range(2000)}
    assert any(facts.get("notified") == facts["first"]["sampled"] for facts in pipes)


# Facts made invalid

Broken = tuple[dict[str, Any], str]  # the facts, and what the line about the fault begins with

BEYOND_A_SCHEMA = ("2026-02-30", "2026-03-08T02:30")  # it does not count the days of a month, nor know the clock
WRONG: dict[str, dict[str, Any]] = {
    "boolean": {"a word": "yes", "a number": 1, "another type": []},
    "integer": {"a number in quotes": "3", "a negative number": -1, "a fraction": 2.5, "another type": True},
    "number": {"a number in quotes": "3", "another type": [3]},
    "date": {"month 13": "2026-13-01", "no day of the month": "2026-02-30", "another type": 20260101, "form": "6/1/26"},
    "moment": {"month 13": "2026-13-01T10:00", "a date alone": "2026-06-01", "a skipped hour": "2026-03-08T02:30"},
    "enum": {"no such word": "no-such-word", "another type": 7},
    "written": {"a number out of quotes": 5, "no such text": "about 5", "a sign": "-5"},
    "text": {"a number out of quotes": 7, "another type": True},
    "array": {"another type": {}, "a word": "none"},
    "object": {"another type": [], "a word": "none"},
}


def looks(fact: Fact) -> str:
    """What kind of value the schema of a fact asks for."""
    schema = fact.kind.schema()
    if "enum" in schema:
        return "enum"
    if schema["type"] != "string":
        return str(schema["type"])
    if "date-time" in schema.get("format", ""):
        return "moment"
    return "date" if schema.get("format") == "date" else "written" if "pattern" in schema else "text"


def wrong_values(fact: Fact) -> dict[str, Any]:
    schema = fact.kind.schema()
    wrong = dict(WRONG[looks(fact)])
    if schema.get("type") == "number" and schema["minimum"] == 0:
        wrong["a negative number"] = -0.5
    if schema.get("type") == "integer":
        wrong["below the least"] = schema["minimum"] - 1
    return wrong


def break_a_value(rule: Rule, facts: dict[str, Any], random: Random) -> Broken | None:
    """A shown fact, at whatever depth, with a value that cannot be."""
    shown = list(leaves(rule.facts, facts))
    if not shown:
        return None
    holder, fact, path = random.choice(shown)
    holder[fact.name] = random.choice(list(wrong_values(fact).values()))
    return facts, f"{path}:"


def break_by_an_unknown_name(rule: Rule, facts: dict[str, Any], random: Random) -> Broken:
    """A name that is no fact, beside the rest or in an entry."""
    holders = {id(facts): (facts, "")}
    for holder, _, path in leaves(rule.facts, facts):
        holders[id(holder)] = (holder, path.rpartition(".")[0] + "." if "." in path else "")
    holder, where = random.choice(list(holders.values()))
    holder["no_such_fact"] = 1
    return facts, f"{where}no_such_fact:"


def break_a_required_fact(rule: Rule, facts: dict[str, Any], random: Random) -> Broken | None:
    """A required fact, at whatever depth, as null or left out."""
    required = [(holder, fact, path) for holder, fact, path in leaves(rule.facts, facts) if fact.required]
    if not required:
        return None
    holder, fact, path = random.choice(required)
    holder[fact.name] = None
    if random.random() < 0.5:
        del holder[fact.name]
    return facts, f"{path}:"


def break_the_choice_of_one(rule: Rule, facts: dict[str, Any], random: Random) -> Broken | None:
    """None of the facts that exclude one another, or two."""
    if not rule.exactly_one:
        return None
    given = next(facts.pop(name) for name in rule.exactly_one if facts.get(name) is not None)
    if random.random() < 0.5:
        facts |= dict.fromkeys(random.sample(rule.exactly_one, 2), given)
    return facts, f"{', '.join(rule.exactly_one)}:"


def break_the_order(rule: Rule, facts: dict[str, Any], random: Random) -> Broken | None:
    """A day before the one that it cannot precede."""
    if not rule.not_before:
        return None
    later, earlier = random.choice(rule.not_before)
    pairs = [pair for pair in rule.not_before if {later, earlier} & set(pair)]
    for name in {name for pair in pairs for name in pair} - {later, earlier}:
        facts.pop(name, None)
    clock = "T12:00" if looks(next(fact for fact in rule.facts if fact.name == later)) == "moment" else ""
    facts |= {later: f"2026-05-31{clock}", earlier: f"2026-06-01{clock}"}
    return facts, f"{later}:"


BREAKS: tuple[Callable[[Rule, dict[str, Any], Random], Broken | None], ...] = (
    break_a_value,
    break_by_an_unknown_name,
    break_a_required_fact,
    break_the_choice_of_one,
    break_the_order,
)


def as_json(facts: Any) -> str:
    return json.dumps(facts, default=float)


def asked(name: str, text: str) -> tuple[int, str, list[str]]:
    """The command on a text of facts: its status, its output and its faults."""
    out, err = io.StringIO(), io.StringIO()
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(text.encode()))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = run(Namespace(rule=name, list=False, schema=False, facts=None, law_of=None))
    finally:
        sys.stdin = before
    return status, out.getvalue(), err.getvalue().splitlines()


@pytest.mark.parametrize("name", list(rules()))
def test_invalid_facts_are_never_answered(name: str) -> None:
    rule, random = rules()[name], Random(f"{name} broken")
    validator = jsonschema.Draft202012Validator(json.loads(json.dumps(rule.schema())))
    for _ in range(BROKEN):
        valid = facts_for(rule, random)
        for way in BREAKS:
            broken = way(rule, deepcopy(valid), random)
            if broken is None:
                continue
            text = as_json(broken[0])
            with telling(way=way.__name__, facts=broken[0]):
                refused_in_a_line(asked(name, text), broken[1])
                if way is not break_the_order and not any(value in text for value in BEYOND_A_SCHEMA):
                    assert not validator.is_valid(json.loads(text))


def refused_in_a_line(answer: tuple[int, str, list[str]], begins: str) -> None:
    status, out, faults = answer
    assert (status, out, len(faults)) == (2, "", 1), faults
    assert faults[0].startswith(begins)
    assert len(faults[0]) > len(begins) + 15, "the line helps"


@pytest.mark.parametrize("name", list(rules()))
def test_each_fact_refuses_every_wrong_value(name: str) -> None:
    """Each fact that the rule has, at whatever depth, with each of the values that it cannot have."""
    rule, random = rules()[name], Random(f"{name} fact by fact")
    tried: set[str] = set()
    for _ in range(BROKEN):
        valid = facts_for(rule, random)
        for _, fact, path in leaves(rule.facts, valid):
            if path in tried or "[" in path.replace("[0]", ""):
                continue
            tried.add(path)
            for what, value in wrong_values(fact).items():
                facts = deepcopy(valid)
                holder = next(holder for holder, _, there in leaves(rule.facts, facts) if there == path)
                holder[fact.name] = value
                with telling(fact=path, wrong=what):
                    refused_in_a_line(asked(name, as_json(facts)), f"{path}:")
    assert {fact.name for fact in rule.facts} <= tried


@pytest.mark.parametrize("name", list(rules()))
def test_every_fault_has_a_line_of_its_own(name: str) -> None:
    rule, random = rules()[name], Random(f"{name} broken twice")
    facts = facts_for(rule, random) | {"no_such_fact": 1, "nor_this": None}
    required = [fact.name for fact in rule.facts if fact.required]
    for known in required:
        facts[known] = None
    status, out, faults = asked(name, as_json(facts))
    assert (status, out) == (2, "")
    assert [fault.split(":")[0] for fault in faults] == ["no_such_fact", "nor_this", *required]
