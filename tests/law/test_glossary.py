"""Defined terms are found in a text: the longest wording, whole words, once; and nothing else is."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.data import Law, active, applying, table
from sanitarian.law.glossary import Part, definitions, split, terms
from sanitarian.law.registers import provisions

LISTED = table("terms")["terms"]


def found(text: str) -> list[tuple[str, str]]:
    return [(part.text, part.meaning.id) for part in split(text) if part.meaning]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("The system is new.", []),
        ("An absorption field.", [("absorption field", "V.II.2")]),
        ("Absorption Fields", [("Absorption Fields", "V.II.2")]),
        ("WATERSHED", [("WATERSHED", "V.II.36")]),
        # the longest wording that fits
        ("fecal coliform", [("fecal coliform", "V.II.15")]),
        ("coliform bacteria", [("coliform bacteria", "V.II.6")]),
        ("an interim permit to discharge", [("interim permit to discharge", "V.V.F")]),
        ("a permit to discharge", [("permit to discharge", "V.V.B")]),
        ("a discharge", [("discharge", "V.II.8")]),
        ("the State's discharge permit", [("State's discharge permit", "V.II.29")]),
        ("licensed design professional", [("licensed design professional", "V.II.21")]),
        # whole words only
        ("gravelless watersheddish", []),
        ("undischarged", []),
        ("pre-wastewater and wastewater-like", []),
        ("(wastewater),", [("wastewater", "V.II.33")]),
        ("the Commissioner's finding", [("Commissioner", "I.2.D")]),
        ("a septic\n  system", [("septic\n  system", "V.II.34")]),
        # each meaning once, by whatever wording comes first
        ("wastewater and wastewater", [("wastewater", "V.II.33")]),
        ("a failure of what failed", [("failure", "V.II.14")]),
        ("sewage in the effluent", [("sewage", "V.II.27"), ("effluent", "V.II.10")]),
        # words that only look like terms
        ("a public sewer", []),
        ("the sewage treatment plant", []),
        ("a power failure and a failure", [("failure", "V.II.14")]),
        ("the State Commissioner of Health and the Commissioner", [("Commissioner", "I.2.D")]),
    ],
)
def test_terms_in_a_text(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


def test_a_text_is_split_at_its_terms() -> None:
    wastewater = provisions()["V.II.33"]
    assert split("No wastewater here.") == [Part("No "), Part("wastewater", wastewater), Part(" here.")]
    assert split("wastewater") == [Part("wastewater", wastewater)]
    assert split("") == []


def test_texts_that_are_read_together_name_a_meaning_once() -> None:
    met: set[str] = set()
    split("No wastewater.", met)
    assert met == {"V.II.33"}
    assert [part.text for part in split("Wastewater in a watercourse.", met) if part.meaning] == ["watercourse"]


@given(st.lists(st.sampled_from([*terms(), "and", "system", "<", " ", "'", "-", "State "])).map(" ".join))
def test_nothing_of_a_text_is_lost_and_no_meaning_comes_twice(text: str) -> None:
    parts = split(text)
    assert "".join(part.text for part in parts) == text
    ids = [part.meaning.id for part in parts if part.meaning]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("key", list(LISTED))
def test_each_term_resolves_to_a_provision_and_is_found(key: str) -> None:
    assert key in provisions()
    for wording in LISTED[key]:
        assert found(f"A {wording}.") == [(wording, key)]


def test_no_wording_has_two_meanings() -> None:
    wordings = [wording.lower() for listed in LISTED.values() for wording in listed]
    assert sorted(set(wordings)) == sorted(wordings)


@pytest.mark.parametrize("word", ["system", "sewer", "repair", "gravel", "person", "permit"])
def test_words_of_every_day_stay_plain(word: str) -> None:
    assert found(f"The {word} and the {word}s.") == []


def test_the_definitions_of_both_articles_are_the_glossary() -> None:
    keys = list(definitions())
    assert [f"I.2.{letter}" for letter in "ABCDEFGHI"] == [key for key in keys if key.startswith("I.2.")]
    assert [f"V.II.{number}" for number in range(1, 37)] == [key for key in keys if key.startswith("V.II.")]


def test_the_glossary_holds_no_state_law_and_no_headings() -> None:
    assert provisions()["75-A.1"].kind == "definition"
    assert not {"75-A.1", "I.2", "V.II"} & set(definitions())


def test_a_county_without_terms_has_plain_texts(tmp_path: Path) -> None:
    with applying(Law(tmp_path)):
        assert not active().register("terms")
        assert split("wastewater") == [Part("wastewater")]
