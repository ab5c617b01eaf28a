"""How the pages speak: a rule's words, and values, dates and figures as people write them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sanitarian.core.templatetags.sanitarian import american_date, in_words
from sanitarian.law.facts import Fact
from sanitarian.law.moments import american_time
from sanitarian.law.registry import rules
from sanitarian.law.words import Words, words

_ISO = re.compile(r"\b([0-9]{4})-([0-9]{2})-([0-9]{2})\b")
_WORD = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)*")
_COUNTED = {"bedrooms": "bedrooms"}
_MONEY = {"amount", "maximum", "amount_per_charge"}
# How the last part of a name tells the unit; the longest fits first.
_UNITS = {
    "min_per_inch": "minutes an inch", "per_charge": "", "gpd_per_sqft": "gallons a day for each square foot",
    "sqft": "square feet", "gpd": "gallons a day", "gal": "gallons", "ft": "feet", "years": "years",
    "months": "months", "days": "days", "hours": "hours", "rate": "gallons a day for each square foot",
    "percent": "percent",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Said:
    """A value in words: one line, or several."""

    text: str = ""
    lines: tuple[str, ...] = ()


def said(value: str | list[str]) -> Said:
    """A value in words, ready for a page."""
    if isinstance(value, str):
        return Said(value)
    return Said(lines=tuple(value)) if len(value) > 1 else Said(value[0] if value else "None")


def wording(rule: str) -> Words:
    """A rule's words; its own summary where nobody has written any."""
    try:
        return words(rule)
    except KeyError:
        return Words(rules()[rule].summary + ".", "", {}, {})


def fact_label(wording: Words, path: str, fact: Fact) -> str:
    """The short question for a fact."""
    return wording.facts.get(path) or in_words(fact.meaning or fact.name)


def unit_of(name: str) -> str:
    """The unit of a fact or value by the last part of its name; blank for none."""
    fits = [end for end in _UNITS if name == end or name.endswith(f"_{end}")]
    return _UNITS[max(fits, key=len)] if fits else ""


def in_american(text: str) -> str:
    """A text with its ISO dates written as Americans do."""
    return _ISO.sub(lambda found: american_date(found[0]) if american_date(found[0]) != "not shown" else found[0], text)


def number(value: int | Decimal) -> str:
    """A number with commas, exactly."""
    return f"{value:,f}" if isinstance(value, Decimal) else f"{value:,}"


def value_in_words(name: str, value: Any, wording: Words | None = None) -> str | list[str]:
    """A value of a ruling, or of a figure, as a page shows it; a list of such texts for a list."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, datetime):
        return american_time(value)
    if isinstance(value, date):
        return american_date(value)
    if isinstance(value, int | Decimal):
        return _measured(name, value)
    if isinstance(value, Mapping):
        return _entry(name, value, wording)
    if isinstance(value, list | tuple):
        return [_one_line(value_in_words(name, item, wording)) for item in value]
    return _word(name, str(value), wording)


def _measured(name: str, value: int | Decimal) -> str:
    if name in _MONEY:
        return f"${value:,.2f}"
    if name.endswith("year"):
        return str(value)
    unit = unit_of(name)
    if unit and value == 1 and unit.split()[0].endswith("s"):
        unit = {"feet": "foot"}.get(unit, unit[:-1] if " " not in unit else unit)
    return f"{number(value)} {unit}".strip()


def _entry(name: str, value: Mapping[str, Any], wording: Words | None) -> str:
    parts = []
    for key, item in value.items():
        known = wording.values.get(f"{name}.{key}.{item}") if wording else None
        said = known or _one_line(value_in_words(key, item, wording))
        label = wording.values.get(f"{name}.{key}") if wording else None
        if key in _COUNTED:
            said += f" {key}"
        parts.append(said if label is None and key in _UNITS | _COUNTED else _labelled(label or in_words(key), said))
    return ", ".join(parts)


def _labelled(label: str, said: str) -> str:
    """A part of an entry: put into its label where that has a place for it ("{} feet required"), else behind it."""
    return label.replace("{}", said) if "{}" in label else f"{label}: {said}"


def _word(name: str, text: str, wording: Words | None) -> str:
    if name in _MONEY:
        return f"${text}"
    if wording is not None:
        known = wording.values.get(f"{name}.{text}") or wording.choices.get(f"{name}.{text}") or wording.facts.get(text)
        if known:
            return known
    return in_words(text) if _WORD.fullmatch(text) and not text.isdigit() else in_american(text)


def _one_line(value: str | list[str]) -> str:
    return value if isinstance(value, str) else ("; ".join(value) or "none")
