"""Cells of files that people open in a spreadsheet."""

from typing import Any

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_safe(value: Any) -> Any:
    """A text cell that no spreadsheet runs as a formula (C39); numbers stay numbers."""
    if isinstance(value, str) and value.startswith(_STARTS_A_FORMULA):
        return "'" + value
    return value
