"""A field for every kind of fact. Each cleans to what the fact is in JSON; None is "not shown"."""

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from sanitarian.core.forms.fields import NO, NOT_KNOWN, YES, AmericanDateField, ThreeWayField
from sanitarian.law.drain_pipes import Result
from sanitarian.law.facts import (
    Choice,
    Count,
    Day,
    Elevation,
    Fact,
    Flag,
    FlagOrUnknown,
    Kind,
    Measure,
    Moment,
    Money,
)
from sanitarian.law.words import Words
from sanitarian.portal.code.wording import unit_of

MOST_RADIOS = 4
NOT_SHOWN = "not-shown"
_NUMBER = re.compile(r"-?([0-9]{1,3}(,[0-9]{3})+|[0-9]{1,30})(\.[0-9]{1,20})?")
_TIME = re.compile(r"(?P<hour>[0-9]{1,2})(:(?P<minute>[0-9]{2}))?(:(?P<second>[0-9]{2}))? *(?P<half>[ap])?\.?(m\.?)?")
_ISO_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ].+")


class NumberField(forms.CharField):
    """A number as people type it, with commas or without; exact."""

    def __init__(self, *, whole: bool = False, **kwargs: Any) -> None:
        self.whole = whole
        attrs = {"class": "s-input-number", "inputmode": "numeric" if whole else "decimal", "autocomplete": "off"}
        super().__init__(max_length=60, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> Decimal | int | None:
        text = super().clean(value).replace(" ", "")
        if not text:
            return None
        if not _NUMBER.fullmatch(text):
            raise ValidationError("Enter a number in digits, such as 4." if self.whole else "Enter a number in digits.")
        number = Decimal(text.replace(",", ""))
        if not self.whole:
            return number
        if number != number.to_integral_value():
            raise ValidationError("Enter a whole number, such as 4.")
        return int(number)


class MoneyField(forms.CharField):
    """Dollars and cents, with a dollar sign and commas or without."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"class": "s-input-number", "inputmode": "decimal", "autocomplete": "off"}
        kwargs.setdefault("help_text", "In dollars, such as 75.00")
        super().__init__(max_length=60, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> str | None:
        text = super().clean(value).replace(" ", "").removeprefix("$")
        if not text:
            return None
        if not re.fullmatch(r"([0-9]{1,3}(,[0-9]{3})+|[0-9]{1,30})(\.[0-9]{1,2})?", text):
            raise ValidationError("Enter dollars and cents in digits, such as 75.00.")
        return text.replace(",", "")


class DayField(AmericanDateField):
    """A day; cleans to its ISO form."""

    def clean(self, value: Any) -> str | None:
        day: date | None = super().clean(value)
        return day.isoformat() if day else None


class MomentField(forms.CharField):
    """A day with a time, in one line: 06/30/2026 2:05 p.m.; cleans to its ISO form."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("help_text", "Month/day/year and time, such as 06/30/2026 2:05 pm")
        attrs = {"class": "s-input-moment", "autocomplete": "off"}
        super().__init__(max_length=40, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> str | None:
        text = super().clean(value).strip()
        if not text:
            return None
        if _ISO_MOMENT.fullmatch(text):  # an address that a program made
            return text[:10] + "T" + text[11:]
        day, _, clock = text.partition(" ")
        return f"{AmericanDateField().clean(day)}T{_clock(clock.strip().lower())}"


def _clock(text: str) -> str:
    """A time of day as HH:MM:SS."""
    found = _TIME.fullmatch(text)
    hour = int(found["hour"]) if found else 99
    minute, second = (int((found[part] if found else None) or 0) for part in ("minute", "second"))
    if found and found["half"]:
        hour = 99 if not 1 <= hour <= 12 else hour % 12 + (12 if found["half"] == "p" else 0)
    if not found or hour > 23 or minute > 59 or second > 59:
        raise ValidationError("Enter the day and the time, such as 06/30/2026 2:05 pm.")
    return f"{hour:02}:{minute:02}:{second:02}"


class WordField(forms.ChoiceField):
    """One of a few words, or nothing."""

    def clean(self, value: Any) -> str | None:
        return super().clean(value) or None


class YesNoField(forms.ChoiceField):
    """Yes or no, for what the rule must know or takes for granted one way."""

    widget = forms.RadioSelect(attrs={"class": "s-inline-choice"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=[(YES, "Yes"), (NO, "No")], **kwargs)

    def clean(self, value: Any) -> bool | None:
        return {YES: True, NO: False}.get(super().clean(value))


class SaidUnknownField(forms.ChoiceField):
    """Yes, no, the report itself says that it is not known, or not shown at all."""

    widget = forms.RadioSelect

    def __init__(self, said_unknown: str, **kwargs: Any) -> None:
        choices = [(YES, "Yes"), (NO, "No"), ("unknown", said_unknown), (NOT_SHOWN, "Not known")]
        super().__init__(choices=choices, **kwargs)

    def clean(self, value: Any) -> bool | str | None:
        answers: dict[str, bool | str] = {YES: True, NO: False, "unknown": "unknown"}
        return answers.get(super().clean(value))


class LineField(forms.CharField):
    """A line of text."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=500, widget=forms.TextInput(attrs={"autocomplete": "off"}), **kwargs)

    def clean(self, value: Any) -> str | None:
        return super().clean(value) or None


Made = tuple[forms.Field, str]


def field_for(fact: Fact, path: str, default: Any, label: str, wording: Words) -> Made:
    """The field of a fact, and the value that it holds when nobody has touched it."""
    options: dict[str, Any] = {"label": label, "required": fact.required}
    kind = fact.kind
    if isinstance(kind, Choice):
        return _choice(kind.options(), path, default, options, wording)
    if isinstance(kind, Flag):
        if fact.required or isinstance(default, bool):
            field = YesNoField(**options)
            field.error_messages["required"] = "Choose yes or no."
            return field, {True: YES, False: NO}.get(default, "")
        return ThreeWayField(**options), NOT_KNOWN
    if isinstance(kind, FlagOrUnknown):
        said = wording.choices.get(f"{path}.unknown", "The report says that it is unknown")
        return SaidUnknownField(said, **options), "" if fact.required else NOT_SHOWN
    return _typed(fact, options), "" if default is None else str(default)


def _choice(words: Any, path: str, default: Any, options: dict[str, Any], wording: Words) -> Made:
    choices = [(word, wording.choice(path, word)) for word in words]
    radios = len(choices) <= MOST_RADIOS
    if not options["required"] and default is None:
        choices.append(("", "Not known")) if radios else choices.insert(0, ("", "Not known"))
    elif not radios and default is None:
        choices.insert(0, ("", "Choose one"))
    field = WordField(choices=choices, widget=forms.RadioSelect if radios else forms.Select, **options)
    field.error_messages["required"] = "Choose one."
    field.error_messages["invalid_choice"] = "Choose one of the answers in the list."
    return field, default or ""


def _typed(fact: Fact, options: dict[str, Any]) -> forms.Field:
    """The field of a fact that is typed in."""
    make = next((make for kind, make in _MAKERS if isinstance(fact.kind, kind)), None) or _by_schema(fact.kind)
    field = make(fact, options)
    field.error_messages["required"] = _REQUIRED.get(type(field), "Fill this in.")
    return field


def _number(whole: bool) -> Callable[[Fact, dict[str, Any]], forms.Field]:
    def make(fact: Fact, options: dict[str, Any]) -> forms.Field:
        unit = unit_of(fact.name)
        said = not unit or unit.split()[0] in str(options["label"]).lower()
        return NumberField(whole=whole, help_text="" if said else f"In {unit}", **options)

    return make


def _result(fact: Fact, options: dict[str, Any]) -> forms.Field:
    return LineField(help_text="As the laboratory writes it: 260, &lt;1, &gt;2419.6, 1,200 or TNTC", **options)


_REQUIRED: dict[type[forms.Field], str] = {
    DayField: "Enter the date, such as 11/01/2026.",
    MomentField: "Enter the day and the time, such as 06/30/2026 2:05 pm.",
    NumberField: "Enter a number.",
    MoneyField: "Enter an amount, such as 75.00.",
}
_MAKERS: tuple[tuple[type, Callable[[Fact, dict[str, Any]], forms.Field]], ...] = (
    (Day, lambda fact, options: DayField(**options)),
    (Moment, lambda fact, options: MomentField(**options)),
    (Money, lambda fact, options: MoneyField(**options)),
    (Count, _number(True)),
    (Measure, _number(False)),
    (Elevation, _number(False)),
    (Result, _result),
)


def _by_schema(kind: Kind) -> Callable[[Fact, dict[str, Any]], forms.Field]:
    """The field of a kind that this module does not know by name."""
    of = kind.schema().get("type")
    if of in {"integer", "number"}:
        return _number(of == "integer")
    return lambda fact, options: LineField(**options)
