"""Codes that people read aloud and spreadsheets leave alone (C42)."""

import re

import pytest

from sanitarian.letters.codes import new_code, normalise_code


def test_no_spreadsheet_takes_a_code_for_a_number_or_a_date() -> None:
    for code in (new_code() for _ in range(500)):
        assert re.fullmatch(r"([CDFGHJKMNPQRTVWXY][CDFGHJKMNPQRTVWXY34679]{4}-){3}[A-Z][A-Z0-9]{4}", code)
        assert not set(code) & set("AEIOULSZB01258")


def test_codes_differ() -> None:
    assert len({new_code() for _ in range(2000)}) == 2000


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("KT4WM-XR7PC-N3GHV-D9QYF", "KT4WM-XR7PC-N3GHV-D9QYF"),
        (" kt4wm xr7pc n3ghv d9qyf ", "KT4WM-XR7PC-N3GHV-D9QYF"),
        ("kt4wmxr7pcn3ghvd9qyf", "KT4WM-XR7PC-N3GHV-D9QYF"),
        ("KT4WM–XR7PC—N3GHV‑D9QYF", "KT4WM-XR7PC-N3GHV-D9QYF"),
        ("KT4WM-XR7PC-N3GHV-D9QY", None),
        ("KT4WM-XR7PC-N3GHV-D9QYE", None),
        ("KT4WM-XR7PC-N3GHV-99QYF", None),
        ("' OR 1=1 --", None),
        ("", None),
        ("K" * 10_000, None),
    ],
)
def test_a_code_is_found_however_it_is_typed(typed: str, kept: str | None) -> None:
    assert normalise_code(typed) == kept
