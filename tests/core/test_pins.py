"""A number and a PIN let one person in, and tell nothing to whoever reads the database."""

import uuid
from typing import Any

import pytest

from sanitarian.core.pins import LETTERS, SIGNS, normalise_pin, pin_matches, pin_of, pin_record, token_digest

TOKEN = uuid.UUID("7f0f3a52-9f26-4c0e-8c0e-3f6f0f6f1a01")


def test_one_form_has_one_pin_and_another_form_another() -> None:
    pins = {pin_of(uuid.uuid4()) for _ in range(500)}
    assert len(pins) == 500
    assert pin_of(TOKEN) == pin_of(uuid.UUID(str(TOKEN)))
    assert {normalise_pin(pin) for pin in pins} == pins
    at_each_place = [{pin[place] for pin in pins} for place in (0, 1, 2, 3, 4, 6, 7, 8, 9, 10)]
    assert [seen == set(LETTERS if place in {0, 5} else SIGNS) for place, seen in enumerate(at_each_place)] == [
        True
    ] * 10


def test_the_secret_makes_the_pin(settings: Any) -> None:
    before = pin_of(TOKEN)
    settings.SECRET_KEY = "another"
    assert pin_of(TOKEN) != before


def test_what_is_kept_neither_holds_the_pin_nor_repeats_itself() -> None:
    pin = pin_of(TOKEN)
    one, other = pin_record(pin), pin_record(pin)
    assert one != other
    assert pin not in one
    assert len(one) < 100
    assert str(TOKEN) not in token_digest(TOKEN)
    assert len(token_digest(TOKEN)) == 64


@pytest.mark.parametrize(
    "spell", [str, str.lower, lambda pin: pin.replace("-", " "), lambda pin: f" {pin[:3]}.{pin[3:]}"]
)
def test_a_pin_is_known_in_any_spelling(spell: object) -> None:
    pin = pin_of(TOKEN)
    assert pin_matches(spell(pin), pin_record(pin))  # type: ignore[operator]


@pytest.mark.parametrize("typed", ["", "-", "CCCCC-CCCCC", "12345678", "'; DROP", pin_of(TOKEN)[:-1], "x" * 9_999])
def test_nothing_else_is_the_pin(typed: str) -> None:
    assert not pin_matches(typed, pin_record(pin_of(TOKEN)))


def test_no_record_has_no_pin() -> None:
    assert not pin_matches(pin_of(TOKEN), None)
    assert not pin_matches("", None)


def test_a_stolen_table_alone_does_not_tell_a_pin(settings: Any) -> None:
    pin = pin_of(TOKEN)
    kept = pin_record(pin)
    settings.SECRET_KEY, before = "another", settings.SECRET_KEY
    assert not pin_matches(pin, kept)
    settings.SECRET_KEY_FALLBACKS = [before]
    assert pin_matches(pin, kept)
