"""Kinds of facts at their edges: what they take, how they refuse it, what their schema says."""

from decimal import Decimal

import pytest

from sanitarian.law.facts import Count, Elevation, FlagOrUnknown, Measure, shortened, shown
from sanitarian.law.registry import rules
from sanitarian.law.ruling import ImpossibleFacts


@pytest.mark.parametrize(("length", "kept"), [(59, 59), (60, 60), (61, 60), (500, 60)])
def test_a_text_is_cut_for_a_message_at_sixty(length: int, kept: int) -> None:
    text = shortened("a" * length)
    assert len(text) == kept
    assert text.endswith("...") == (length > kept)


def test_a_value_without_a_form_is_named_all_the_same() -> None:
    endless: list[object] = []
    endless.append(endless)
    assert shown(endless) == "the value"
    assert shown(Decimal("1.50")) == "1.50"


@pytest.mark.parametrize(("kind", "value"), [(Count(0, 7), 7), (Measure(24), 24), (Count(1), 1), (Measure(), 0)])
def test_a_limit_itself_is_possible(kind: Count | Measure, value: int) -> None:
    assert kind.read(value, "hours") == value


@pytest.mark.parametrize(
    ("value", "remedy"), [("3", "write it without quotation marks"), ([3], "give a number"), (True, "give a number")]
)
def test_what_is_no_number_has_its_own_remedy(value: object, remedy: str) -> None:
    with pytest.raises(ImpossibleFacts, match=remedy):
        Measure().read(value, "feet")


def test_schemas_say_what_is_taken() -> None:
    assert FlagOrUnknown().schema() == {"enum": [True, False, "unknown"]}
    assert Measure().schema()["minimum"] == 0
    least, most = (Elevation().schema()[edge] for edge in ("minimum", "maximum"))
    assert least == -most < 0
    described = rules()["scope"].schema()["properties"]
    assert all(each["description"] for each in described.values())
