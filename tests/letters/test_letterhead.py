"""Who writes is one file of the department, or the county's name alone."""

from pathlib import Path
from typing import Any

import pytest

from sanitarian.letters.letterhead import LetterheadFileError, the_letterhead


def test_without_a_file_a_letter_names_the_county_and_invents_no_address(settings: Any) -> None:
    settings.SANITARIAN_DEMO = False
    head = the_letterhead()
    assert (head.county, head.department) == ("Cayuga County", "Health Department")
    assert (head.address, head.phone, head.web) == ((), "", "")


def test_the_demonstration_has_a_made_up_address(settings: Any) -> None:
    settings.SANITARIAN_DEMO = True
    assert "555-01" in the_letterhead().phone


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('adress = ["x"]', "adress is not known; use address, county"),
        ('address = "one line"', "address is a list of texts"),
        ("phone = 3155550100", "everything else a text"),
        ("phone = ", "cannot be read"),
    ],
)
def test_a_wrong_file_says_what_to_correct(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "head.toml"
    path.write_text(text)
    monkeypatch.setenv("SANITARIAN_LETTERHEAD", str(path))
    with pytest.raises(LetterheadFileError, match=message):
        the_letterhead()


def test_the_departments_file_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "head.toml"
    path.write_text('division = "Water"\naddress = ["1 Main Street"]\nphone = "(315) 555-0101"')
    monkeypatch.setenv("SANITARIAN_LETTERHEAD", str(path))
    head = the_letterhead()
    assert (head.county, head.division, head.address) == ("Cayuga County", "Water", ("1 Main Street",))
