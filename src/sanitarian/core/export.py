"""Cells of files that people open in a spreadsheet."""

from typing import Any

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def neutralised(text: str) -> str:
    """Text that no spreadsheet runs as a formula: an apostrophe before a leading = + - @, tab or return (C39)."""
    return f"'{text}" if text.startswith(_STARTS_A_FORMULA) else text


def csv_safe(value: Any) -> Any:
    """A cell: text that cannot run as a formula; a number stays a number."""
    return neutralised(value) if isinstance(value, str) else value
