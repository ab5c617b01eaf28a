"""Text on its way to paper: printed as typed, without what no printer can show."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any

_BREAK_AFTER = 40
"""Characters without a space after which a line may break: longer ones are no words."""

_DIRECTION_MARKS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_INVISIBLE = frozenset("\u200b\u2060\ufeff") | _DIRECTION_MARKS
_SPACES = frozenset("\t\u00a0\u2028\u2029\x85\r\x0b\x0c")
_UNSHOWABLE = frozenset({"Cc", "Cs", "Cn"})
_LONG_RUN = re.compile(rf"\S{{{_BREAK_AFTER}}}(?=\S)")


def clean_text(text: str) -> str:
    """The text in composed form, without control characters, direction marks, lone surrogates and unassigned points.

    Line ends stay as ``\\n``; other white space becomes a space. Nothing else is touched: ``<b>`` stays ``<b>``.
    """
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
    return "".join(_clean_character(character) for character in text)


def _clean_character(character: str) -> str:
    if character == "\n":
        return character
    if character in _SPACES:
        return " "
    if character in _INVISIBLE or unicodedata.category(character) in _UNSHOWABLE:
        return ""
    return character


def clean_data(value: Any) -> Any:
    """The same value with every text in it cleaned, in lists and maps too."""
    return _map_texts(value, clean_text)


def let_lines_break(value: Any) -> Any:
    """The same value in which a run of more than 40 characters without a space may break over lines."""
    return _map_texts(value, lambda text: _LONG_RUN.sub(lambda run: run.group() + "\u200b", text))


def replace_characters(value: Any, characters: frozenset[str], by: str) -> Any:
    """The same value with each of these characters replaced in every text."""
    table = str.maketrans(dict.fromkeys(characters, by))
    return _map_texts(value, lambda text: text.translate(table))


def _map_texts(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: _map_texts(item, change) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_map_texts(item, change) for item in value]
    return value
