"""Dates as people write them, questions that may stay unanswered, and how a form ties its words to its fields."""

from datetime import date

import pytest
from django import forms
from django.core.exceptions import ValidationError

from sanitarian.core.forms.fields import NOT_KNOWN, AmericanDateField, ThreeWayField


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("11/1/2026", date(2026, 11, 1)),
        ("11/01/2026", date(2026, 11, 1)),
        (" 2026-11-01 ", date(2026, 11, 1)),
        ("2/29/2024", date(2024, 2, 29)),
    ],
)
def test_date_is_read_month_first(typed: str, day: date) -> None:
    assert AmericanDateField().clean(typed) == day


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("13/01/2026", "no_such_day"),
        ("2/29/2026", "no_such_day"),
        ("0/10/2026", "no_such_day"),
        ("11/1/26", "invalid"),
        ("11-1-2026", "invalid"),
        ("1.11.2026", "invalid"),
        ("November 1, 2026", "invalid"),
        ("11/1/0026", "invalid"),
        ("²/1/2026", "invalid"),
        ("", "required"),
    ],
)
def test_anything_else_is_refused_never_guessed(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        AmericanDateField().clean(typed)
    assert refused.value.error_list[0].code == code


@pytest.mark.parametrize(("chosen", "answer"), [("yes", True), ("no", False), ("unknown", None)])
def test_three_answers(chosen: str, answer: bool | None) -> None:
    assert ThreeWayField().clean(chosen) is answer


@pytest.mark.parametrize("chosen", ["", None, "true", "1"])
def test_no_answer_is_not_taken_for_one(chosen: str | None) -> None:
    with pytest.raises(ValidationError):
        ThreeWayField().clean(chosen)


class _Form(forms.Form):
    watertight = ThreeWayField(help_text="As seen")
    day = AmericanDateField()


@pytest.mark.parametrize(("initial", "checked"), [(True, "yes"), (False, "no"), (NOT_KNOWN, "unknown"), (None, None)])
def test_answer_on_record_is_shown_as_chosen(initial: object, checked: str | None) -> None:
    html = str(_Form(initial={"watertight": initial})["watertight"])
    chosen = [word for word in ("yes", "no", "unknown") if f'value="{word}"' in html and _is_checked(html, word)]
    assert chosen == ([checked] if checked else [])


def _is_checked(html: str, word: str) -> bool:
    tag = html[html.index(f'value="{word}"') :]
    return "checked" in tag[: tag.index(">")]


def test_field_with_an_error_names_hint_and_error_to_screen_readers() -> None:
    form = _Form({"day": "tomorrow", "watertight": "yes"})
    html = str(form)
    assert 'aria-describedby="id_day_helptext id_day_error"' in html
    assert 'id="id_day_error"' in html
    assert 'id="id_day_helptext"' in html
    assert 'value="tomorrow"' in html
    assert 'href="#id_day"' in html
