"""Random but valid facts for any rule, drawn from what the rule declares, and many of them at the edges.

The values of a fact are made from the JSON Schema of its kind, so that a kind of fact that is new needs nothing here.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import sanitarian.law
from sanitarian.law.facts import Entries, Entry, Fact, Kind, declared
from sanitarian.law.registry import Rule
from sanitarian.law.ruling import ImpossibleFacts

LAW = Path(sanitarian.law.__file__).parent
# Days from one another: a day, a week, the terms of the code and of the State, and each of these a day off.
OFFSETS = sorted(
    {sign * (days + off) for days in (0, 1, 7, 15, 20, 30, 42, 90, 183, 365, 730, 1826) for off in (-1, 0, 1)
     for sign in (-1, 1)}
)  # fmt: skip
# Leap days, the days on which the clock is changed, holidays, election day, due dates.
NOTABLE = [
    date(*day)
    for day in (
        (2024, 2, 29), (2028, 2, 29), (2026, 3, 8), (2026, 11, 1), (2027, 3, 14), (2027, 11, 7), (2026, 7, 4),
        (2026, 11, 3), (2026, 12, 31), (2027, 1, 1), (2004, 11, 1), (2026, 6, 14), (2023, 12, 25),
    )
]  # fmt: skip
TIMES = ("00:00", "00:59:59", "01:30", "02:00", "02:30", "03:00", "12:00", "23:59:59.999999")
PLACES = ("", "", "", "Z", "-04:00", "-05:00", "+05:30")
TEXTS = ("A. Farmer", "A. Farmer", "B. Baker", "12 Example Road", "", " ", "Zoë 🚰", "a\nb")
WRITTEN = (
    "TNTC", "tntc", "<1", "< 1.0", "<200", "<201", "<600", ">199", ">200", ">2419.6", "0", "1", "99", "100", "101",
    "150", "199", "199.99", "200", "200.0", "201", "260", "1,200", "400", "2.00", "2.01", "<2", ">2",
    "0.00", "75.00", "75.5", "100", "2000", "2000.00", "2000.01", "1999.99", "99999999999.99",
)  # fmt: skip
FEW, MOST_COUNTED = 12, 4000  # a count of years above this leads out of the calendar

Maker = Callable[[Random, date], Any]


def facts_for(rule: Rule, random: Random) -> dict[str, Any]:
    """A valid set of facts in JSON types; numbers with a point are exact."""
    around = (
        random.choice(days_of_law())
        if random.random() < 0.7
        else date(1960, 1, 1) + timedelta(random.randrange(36_890))
    )
    facts = _object(rule.facts, random, around)
    if rule.exactly_one:
        _keep_one(rule, facts, random, around)
    _in_order(rule, facts)
    return facts


def law_of(random: Random) -> date:
    """A day between 1960 and 2035 whose law is applied, often one on which the law changes, or the day before."""
    if random.random() < 0.5:
        return date(1960, 1, 1) + timedelta(random.randrange(27_759))
    changes = [day for day in days_of_law() if 1960 <= day.year <= 2035]
    return random.choice(changes) - timedelta(random.randrange(2))


def leaves(facts: Sequence[Fact], given: dict[str, Any], where: str = "") -> Iterator[tuple[dict[str, Any], Fact, str]]:
    """Every fact that is shown, in entries too: the object that holds it, the fact, and its path."""
    for fact in facts:
        value = given.get(fact.name)
        if value is None:
            continue
        yield given, fact, where + fact.name
        if isinstance(fact.kind, Entry):
            yield from leaves(declared(fact.kind.of), value, f"{where}{fact.name}.")
        if isinstance(fact.kind, Entries):
            for index, item in enumerate(value):
                yield from leaves(declared(fact.kind.of), item, f"{where}{fact.name}[{index}].")


def _object(facts: Sequence[Fact], random: Random, around: date) -> dict[str, Any]:
    """Required facts, and of the others as many as the day has it: shown, null or left out."""
    shown = random.choice((0.5, 0.8, 0.95, 1.0))
    made = {}
    for fact in facts:
        if fact.required or random.random() < shown:
            made[fact.name] = _value(fact.kind, random, around)
        elif random.random() < 0.5:
            made[fact.name] = None
    return made


def _value(kind: Kind, random: Random, around: date) -> Any:
    if isinstance(kind, Entry):
        return _object(declared(kind.of), random, around)
    if isinstance(kind, Entries):
        return [_object(declared(kind.of), random, around) for _ in range(random.randrange(6))]
    return _maker(kind)(random, around)


def _keep_one(rule: Rule, facts: dict[str, Any], random: Random, around: date) -> None:
    """Of facts that exclude one another, one."""
    kept = random.choice(rule.exactly_one)
    for name in rule.exactly_one:
        facts.pop(name, None)
    kind = next(fact.kind for fact in rule.facts if fact.name == kept)
    facts[kept] = _value(kind, random, around)


def _in_order(rule: Rule, facts: dict[str, Any]) -> None:
    """Exchange dates that stand in an order that cannot be, until none do."""
    kinds = {fact.name: fact.kind for fact in rule.facts}
    swapped = True
    while swapped:
        swapped = False
        for later, earlier in rule.not_before:
            if facts.get(later) is None or facts.get(earlier) is None:
                continue
            if kinds[later].read(facts[later], later) < kinds[earlier].read(facts[earlier], earlier):
                facts[later], facts[earlier] = facts[earlier], facts[later]
                swapped = True


@cache
def _maker(kind: Kind) -> Maker:
    """How values of a kind are made, by what its schema says."""
    schema = kind.schema()
    if "enum" in schema:
        return _from(schema["enum"])
    if schema["type"] == "boolean":
        return _from((True, False))
    if schema["type"] in {"integer", "number"}:
        return _number(kind, schema)
    if "date-time" in schema.get("format", ""):
        return lambda random, around: _moment(kind, random, around)
    if schema.get("format") == "date":
        return lambda random, around: (around + timedelta(random.choice(OFFSETS))).isoformat()
    return _from([text for text in (WRITTEN if "pattern" in schema else TEXTS) if _accepts(kind, text)])


def _from(pool: Sequence[Any]) -> Maker:
    assert pool, "no value of this kind is known; add one to the texts above"
    return lambda random, around: random.choice(pool)


def _number(kind: Kind, schema: dict[str, Any]) -> Maker:
    """Small numbers and nought, and the figures of the law, each from both sides."""
    whole = schema["type"] == "integer"
    steps = (1,) if whole else (1, Decimal("0.01"), Decimal("0.1"))
    beside = [figure + sign * step for figure in figures_of_law() for step in steps for sign in (-1, 1)]
    most = MOST_COUNTED if whole else 10**9
    pools = [
        sorted({_plain(n) for n in (*numbers, *(-n for n in numbers)) if n <= most and _accepts(kind, _plain(n))})
        for numbers in (range(FEW + 1), figures_of_law(), beside)
    ]
    return lambda random, around: random.choice(random.choice(pools))


def _plain(number: Any) -> Any:
    """As JSON is read: a number with a point is exact, one without is whole."""
    return int(number) if number == int(number) else number


def _moment(kind: Kind, random: Random, around: date) -> str:
    day = around + timedelta(random.choice((0, 0, 0, 1, 1, 2, 3, -1, random.choice(OFFSETS))))
    text = f"{day.isoformat()}T{random.choice(TIMES)}{random.choice(PLACES)}"
    return text if _accepts(kind, text) else f"{day.isoformat()}T12:00"  # the clock skips an hour in spring


def _accepts(kind: Kind, value: Any) -> bool:
    try:
        kind.read(value, "")
    except ImpossibleFacts:
        return False
    return True


@cache
def figures_of_law() -> tuple[Any, ...]:
    """Every number in the data of the law."""
    numbers = [leaf for leaf in _data() if isinstance(leaf, int | Decimal) and not isinstance(leaf, bool)]
    return tuple(sorted({*numbers, 0, 1}))


@cache
def days_of_law() -> tuple[date, ...]:
    """Every day in the data of the law, and days on which reckoning is hard."""
    return tuple(sorted({*NOTABLE, *(leaf for leaf in _data() if isinstance(leaf, date))}))


@cache
def _data() -> tuple[Any, ...]:
    files = [file for file in LAW.rglob("*.toml") if file.parent.name != "words"]
    assert files
    return tuple(
        leaf for file in files for leaf in _leaves_of(tomllib.loads(file.read_text("utf-8"), parse_float=Decimal))
    )


def _leaves_of(data: Any) -> Iterator[Any]:
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list):
        for item in data:
            yield from _leaves_of(item)
    elif isinstance(data, str) and re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,3})?", data):
        yield Decimal(data)  # money is written as text
    else:
        yield data
