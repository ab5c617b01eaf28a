"""Facts in JSON, answered in JSON: what the command line and the interface for programs share."""

import json
from collections.abc import Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from sanitarian.law.facts import Day, shortened
from sanitarian.law.registry import Rule, rules
from sanitarian.law.ruling import ImpossibleFacts, Ruling


class NotJson(ImpossibleFacts):
    """A text that cannot be read as JSON at all."""


def known_rule(name: str | None) -> Rule:
    """The rule of a name; ImpossibleFacts if there is none."""
    if name is None:
        raise ImpossibleFacts("RULE: name the rule to ask; 'sanitarian ask --list' shows them")
    if name not in rules():
        raise ImpossibleFacts(f"RULE: there is no rule {name!r}; 'sanitarian ask --list' shows them")
    return rules()[name]


def law_day(text: str | None, where: str) -> date | None:
    """The day whose law is asked for; None, where none is given, stands for the newest."""
    return None if text is None else Day().read(text, where)


def answer(rule: Rule, given: Any, law_of: date | None) -> dict[str, Any] | list[dict[str, Any]]:
    """The ruling on an object of facts, or one for each of an array, in JSON types."""
    if isinstance(given, list):
        return [ruling.to_json() for ruling in _each(rule, given, law_of)]
    return _one(rule, given, law_of).to_json()


def printed(value: Any) -> str:
    """JSON as it is printed: indented, one trailing newline."""
    return json.dumps(value, indent=2) + "\n"


def _one(rule: Rule, given: Any, law_of: date | None) -> Ruling:
    if not isinstance(given, dict):
        raise ImpossibleFacts("facts: give one JSON object of facts, or an array of such objects")
    return rule.ask(given, law_of)


def _each(rule: Rule, given: list[Any], law_of: date | None) -> list[Ruling]:
    rulings: list[Ruling] = []
    faults: list[str] = []
    for index, item in enumerate(given):
        try:
            rulings.append(_one(rule, item, law_of))
        except ImpossibleFacts as fault:
            faults += [f"[{index}] {line}" for line in fault.faults]
    if faults:
        raise ImpossibleFacts(*faults)
    return rulings


def decoded(data: bytes) -> str:
    """The text of an input."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotJson("facts: the input is not text in UTF-8; save it as UTF-8") from None


def from_json(text: str) -> Any:
    """What a JSON text says, its numbers exact; NotJson if it is none, ImpossibleFacts if it cannot be meant."""
    try:
        return json.loads(text, parse_float=_decimal, parse_constant=_no_number, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise NotJson(f"facts: the input is not JSON ({error.msg} at {place}); correct it") from None
    except RecursionError:
        raise NotJson("facts: the input is nested too deeply; give an object of facts") from None
    except ImpossibleFacts:
        raise
    except ValueError:  # a whole number of thousands of digits
        raise ImpossibleFacts("facts: a number in the input is too long; check it") from None


def to_json(value: Any) -> str:
    """Facts as JSON on one line, numbers exactly as they are: the counterpart of ``from_json``."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(name)}: {to_json(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(to_json, value)) + "]"
    return format(value, "f") if isinstance(value, Decimal) else json.dumps(value)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ImpossibleFacts(f"facts: {text[:40]} is no number that can be reckoned with; check it") from None


def _no_number(text: str) -> Any:
    raise NotJson(f"facts: {text} is not JSON; leave out what is not shown")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = [shortened(name) for name in found if names.count(name) > 1]
        raise ImpossibleFacts(*(f"{name}: this fact is given twice; give it once" for name in twice))
    return found
