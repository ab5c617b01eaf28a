"""Every rule has words for those who ask it: none is missing, none says something of nothing."""

import inspect
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sanitarian.law
from sanitarian.law.facts import Choice, Entries, Entry, Fact, declared
from sanitarian.law.registry import NO_LAW, rules
from sanitarian.law.words import Words, words
from tests.law.facts_at_random import facts_for, law_of

FOLDER = Path(sanitarian.law.__file__).parent / "words"
ASKED = 3000
SECTIONS = {"question", "help", "facts", "choices", "outcomes", "values", "example"}
every_rule = pytest.mark.parametrize("name", list(rules()))


def every_fact(facts: Sequence[Fact], where: str = "") -> Iterator[tuple[str, Fact]]:
    """Each fact by its path, those of entries too: ``pump_outs.date``."""
    for fact in facts:
        yield where + fact.name, fact
        if isinstance(fact.kind, Entry | Entries):
            yield from every_fact(declared(fact.kind.of), f"{where}{fact.name}.")


@cache
def reached(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """The outcomes that a rule reaches under random facts, and the names of its values."""
    rule, random = rules()[name], Random(f"{name} in words")
    rulings = [rule.ask(facts_for(rule, random), law_of(random) if turn % 4 == 0 else None) for turn in range(ASKED)]
    outcomes = frozenset(ruling.outcome for ruling in rulings)
    return outcomes, frozenset(value for ruling in rulings for value in ruling.values)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.toml")), ids=lambda file: file.stem)
def test_a_file_says_what_its_module_answers(file: Path) -> None:
    with file.open("rb") as opened:
        entries = tomllib.load(opened)
    of_module = {rule.name for rule in rules().values() if rule.function.__module__ == f"sanitarian.law.{file.stem}"}
    assert set(entries) == of_module
    for entry in entries.values():
        assert set(entry) <= SECTIONS


@every_rule
def test_a_rule_has_a_question_and_a_help(name: str) -> None:
    found = words(name)
    assert found.question.endswith("?")
    assert found.question[0].isupper()
    assert found.help.endswith((".", "?"))
    assert found.help[0].isupper()


@every_rule
def test_every_fact_has_a_label(name: str) -> None:
    assert set(words(name).facts) == {path for path, _ in every_fact(rules()[name].facts)}
    are_labels(words(name).facts)


@every_rule
def test_every_fixed_word_has_a_label(name: str) -> None:
    """A word that starts with a capital letter, such as a town or a unit, is a name and stands for itself."""
    choices = [
        (f"{path}.{word}", word)
        for path, fact in every_fact(rules()[name].facts)
        if isinstance(fact.kind, Choice)
        for word in fact.kind.options()
    ]
    labels = words(name).choices
    assert {key for key, word in choices if word[:1].islower()} <= set(labels) <= {key for key, _ in choices}
    are_labels(labels)


@every_rule
def test_every_outcome_has_a_sentence(name: str) -> None:
    sentences = words(name).outcomes
    outcomes, _ = reached(name)
    assert outcomes <= set(sentences)
    source = inspect.getsource(inspect.getmodule(rules()[name].function))  # type: ignore[arg-type]
    beyond = {outcome for outcome in sentences if outcome not in outcomes and f'"{outcome}"' not in source}
    assert beyond <= {NO_LAW}, "an outcome that the rule never has"
    for sentence in sentences.values():
        assert sentence.endswith(".")
        assert sentence[0].isupper()
        assert sentence == sentence.strip()


@every_rule
def test_every_value_has_a_label(name: str) -> None:
    _, values = reached(name)
    labels = words(name).values
    assert values <= set(labels)
    assert {label.split(".")[0] for label in labels} == values
    are_labels(labels)


def are_labels(labels: Any) -> None:
    """A label is a text, and not the name in the program."""
    for key, label in labels.items():
        assert isinstance(label, str)
        assert label.strip() == label != ""
        assert not re.fullmatch(r"[a-z0-9]+([_-][a-z0-9]+)+", label), key


@every_rule
def test_the_example_is_a_typical_set_of_facts(name: str) -> None:
    example = words(name).example
    assert example
    assert rules()[name].ask(example).outcome != NO_LAW


BRITISH = {"licence", "colour", "neighbour", "metre", "metres", "judgement", "programme", "grey", "analyse", "favour"}
LEGAL = {"pursuant", "herein", "thereof", "hereby", "notwithstanding", "aforementioned", "whereas", "shall"}


@every_rule
def test_words_are_american_and_plain(name: str) -> None:
    found = {word for text in texts(words(name)) for word in re.findall(r"[a-z]+", text.lower())}
    assert not found & (BRITISH | LEGAL)


def texts(found: Words) -> list[str]:
    labels = (found.facts, found.choices, found.outcomes, found.values)
    return [found.question, found.help, *(label for part in labels for label in part.values())]


def test_words_are_looked_up() -> None:
    schedule = words("inspection-schedule")
    assert schedule.choice("fronts", "owasco-lake") == "Owasco Lake"
    assert schedule.choice("municipality", "Niles") == "Niles"
    assert words("classification").value("permit", "interim") == "Interim permit"
    assert words("separation").value("shortfalls", "well") == "well"
    assert schedule.example["as_of"] == "2026-06-15"
    assert words("drain-pipe").example["retests"][0]["sampled"] == "2026-06-10"
    assert words("fee").outcomes[NO_LAW].startswith("No law")
    with pytest.raises(KeyError):
        words("no-such-rule")
