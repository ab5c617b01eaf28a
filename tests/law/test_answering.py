"""Facts written as JSON keep their exact numbers, and a ruling says what is missing."""

from decimal import Decimal

import pytest

from sanitarian.law.answering import from_json, to_json
from sanitarian.law.registry import rules
from sanitarian.law.ruling import ImpossibleFacts


def test_facts_are_written_as_they_are_read() -> None:
    facts = {"feet": Decimal("1.50"), "items": [{"met": True}, None, 3], "name": "“A” \\ b"}
    written = to_json(facts)
    assert '"feet": 1.50' in written
    assert from_json(written) == facts


def test_a_name_given_twice_is_a_fault_and_named_alone() -> None:
    with pytest.raises(ImpossibleFacts) as caught:
        from_json('{"single": 1, "twice": 1, "twice": 2}')
    assert "twice" in str(caught.value)
    assert "single" not in str(caught.value)


def test_what_is_not_shown_is_what_neither_holds_nor_fails() -> None:
    ruling = rules()["floodplain"].ask({"in_floodway": False, "in_floodplain": None})
    assert [reason.holds for reason in ruling.reasons] == [False, None]
    assert ruling.not_shown == (ruling.reasons[1],)
