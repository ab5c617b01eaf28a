from datetime import date, datetime
from decimal import Decimal
from functools import partial
from typing import Any

import pytest

from sanitarian.core.export import neutralised
from sanitarian.county.imports import cells


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("1.-2-34", "1.-2-34"),
        ("10-16", "10-16"),
        ("7-29", "7-29"),
        ("12.-3-4.12/HOME", "12.-3-4.12/HOME"),
        ("0120000003004120E100", "0120000003004120E100"),
        ("MARSH", "MARSH"),
        (" 01200000030041200000 ", "01200000030041200000"),
        ("\u202e12.-3-5\u200b", "12.-3-5"),
        ("", None),
        (None, None),
    ],
)
def test_identifiers_are_kept_as_given(cell: Any, value: str | None) -> None:
    assert cells.identifier(cell)[:2] == (value, "")


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        (datetime(2003, 1, 2), "this cell is a date; a parcel number was expected"),
        (date(2003, 1, 2), "this cell is a date; a parcel number was expected"),
        (7.1, "7.1 or 7.10?"),
        (1331, "zeros may be lost"),
        (1331.0, "this cell is the number 1331;"),
        (9.40711189956e21, "digits are lost"),
        ("9.4E+21", "digits are lost"),
        ("2003-01-02 00:00:00", "holds a date"),
        ("1/2/2003", "holds a date"),
        ("2-Jan", "holds a date"),
        ("Jan-03", "holds a date"),
        ("2-Jan-03", "holds a date"),
        (True, "true or false"),
    ],
)
def test_damaged_identifiers_are_never_guessed_back(cell: Any, reason: str) -> None:
    read = cells.identifier(cell)
    assert read.value is None
    assert reason in read.fault


@pytest.mark.parametrize(
    ("cell", "value", "padded"),
    [
        (1331, "01331", True),
        (1331.0, "01331", True),
        ("1331", "01331", True),
        ("01331", "01331", False),
        (13021, "13021", False),
        ("13021-0042", "13021-0042", False),
        ("130210042", "13021-0042", False),
        (70290042, "07029-0042", True),
        ("K1A 0B1", "K1A 0B1", False),
        ("00000", None, False),
        (0, None, False),
    ],
)
def test_zip_codes_get_their_zeros_back_with_a_notice(cell: Any, value: str | None, padded: bool) -> None:
    read = cells.zip_code(cell, limit=10)
    assert (read.value, read.fault) == (value, "")
    assert bool(read.note) is padded


@pytest.mark.parametrize(("cell"), ["12", "1302100", datetime(2003, 1, 2), "12345678901234"])
def test_what_is_no_zip_code_is_rejected(cell: Any) -> None:
    assert cells.zip_code(cell, limit=10).fault


acres = partial(cells.decimal, digits=12, places=4)
bedrooms = partial(cells.count, least=1, most=999)


@pytest.mark.parametrize(
    ("convert", "cell", "value"),
    [
        (acres, "1,250.5", Decimal("1250.5")),
        (acres, "12,345,678", Decimal(12345678)),
        (acres, 2.9, Decimal("2.9")),
        (acres, ".25", Decimal("0.25")),
        (acres, "0", Decimal(0)),
        (acres, " ", None),
        (acres, float("nan"), None),
        (bedrooms, "3", 3),
        (bedrooms, 3.0, 3),
        (bedrooms, 0, None),
        (bedrooms, "0", None),
        (bedrooms, None, None),
        (cells.service, "1", "none"),
        (cells.service, 2, "private"),
        (cells.service, 2.0, "private"),
        (cells.service, "3", "public"),
        (cells.service, "Comm/public", "public"),
        (cells.service, "", None),
        (cells.service, "9", None),
        (cells.yes, "Y", True),
        (cells.yes, "N", False),
        (cells.yes, None, False),
    ],
)
def test_quantities_and_codes(convert: cells.Converter, cell: Any, value: Any) -> None:
    assert convert(cell)[:2] == (value, "")


@pytest.mark.parametrize(
    ("convert", "cell", "reason"),
    [
        (acres, "1,25", "not a number"),
        (acres, "1 acre", "not a number"),
        (acres, "-1", "negative"),
        (acres, "123456789", "too large"),
        (acres, datetime(2003, 1, 2), "a date"),
        (bedrooms, "2.5", "whole number"),
        (bedrooms, "1000", "from 1 to 999"),
        (partial(cells.text, limit=5), "Lake Road", "longer than 5"),
        (partial(cells.text, limit=50), date(2003, 1, 2), "a date"),
        (partial(cells.coordinate, most=90), 91, "beyond 90"),
    ],
)
def test_what_cannot_be_read_says_why(convert: cells.Converter, cell: Any, reason: str) -> None:
    assert reason in convert(cell).fault


def test_text_loses_control_and_direction_characters_only() -> None:
    read = cells.text("Pe\u0303a-\u202eMu\u0308ller,\x00\n José\ufeff", limit=100)
    assert read.value == "Pẽa-Müller, José"
    assert read.note


def test_our_own_csv_cells_come_back_as_they_were() -> None:
    for text in ("=1+1", "@SUM(A1)", "+1 (315) 555-0100", "-12 Elm St", "\t=1", "'quoted'", "plain"):
        assert cells.restored(neutralised(text)) == text
    assert neutralised("=1+1") == "'=1+1"


def test_a_county_code_is_translated_before_it_is_read() -> None:
    convert = cells.translated(cells.service, {"P": "private"})
    assert convert("p").value == "private"
    assert convert("2").value == "private"
    assert convert("Q").note
