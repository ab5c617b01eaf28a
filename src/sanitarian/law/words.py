"""The rules in plain words, for those who ask: question, facts, outcomes and values of every rule.

One TOML file for each module of rules, in the folder ``words`` beside this module; read once.
"""

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from sanitarian.law.registry import NO_LAW

_FOLDER = Path(__file__).parent / "words"
_NO_LAW = "No law that answers this was in force on that day, or this county has none."


@dataclass(frozen=True, slots=True)
class Words:
    """A rule as a citizen reads it.

    ``facts`` labels each fact, those of an entry as ``pump_outs.date``; ``choices`` the fixed words of a fact, as
    ``fronts.owasco-lake``; ``outcomes`` is a sentence for each outcome; ``values`` labels each value, and the words
    that a value may hold, as ``permit.interim``; ``example`` is a typical set of facts in JSON types.
    """

    question: str
    help: str
    facts: Mapping[str, str]
    outcomes: Mapping[str, str]
    choices: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    example: Mapping[str, Any] = field(default_factory=dict)

    def choice(self, fact: str, word: str) -> str:
        """The label of a fact's word; a word that is a name already, such as a town's, stands for itself."""
        return self.choices.get(f"{fact}.{word}", word)

    def value(self, name: str, word: str) -> str:
        """The label of a word that a value holds, or the word itself."""
        return self.values.get(f"{name}.{word}", word)


def words(rule: str) -> Words:
    """The words of a rule; KeyError if nobody has written them."""
    return _all()[rule]


@functools.cache
def _all() -> Mapping[str, Words]:
    found: dict[str, Words] = {}
    for file in sorted(_FOLDER.glob("*.toml")):
        with file.open("rb") as opened:
            for rule, entry in tomllib.load(opened, parse_float=Decimal).items():
                found[rule] = _words(entry)
    return found


def _words(entry: Mapping[str, Any]) -> Words:
    outcomes = {**entry["outcomes"], NO_LAW: _NO_LAW}
    return Words(**{**entry, "outcomes": outcomes, "example": _plain(entry["example"])})


def _plain(value: Any) -> Any:
    """An example in the types of JSON: TOML has dates and times of its own."""
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value.isoformat() if hasattr(value, "isoformat") else value
