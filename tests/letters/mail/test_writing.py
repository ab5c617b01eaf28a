"""What messages say comes from typed contexts and from templates that hold only words."""

import re
from pathlib import Path

import pytest

from sanitarian.letters.contexts import ReportReturnedContext
from sanitarian.letters.mail.kinds import TEXTS, register_message
from sanitarian.letters.mail.writing import written
from tests.letters.samples import permit_context, returned_context


def test_a_returned_report_names_reasons_dates_and_place() -> None:
    heading, text = written("report_returned", returned_context())
    assert heading == "Inspection report R-2026-000456 is returned to you"
    for part in (
        "To Tompkins & O'Brien Septic Inspections LLC", "Place: 17 Shore Lane, Town of Fleming",
        "Inspected: June 3, 2026", "Returned: June 15, 2026", "The reasons:",
        "* The tank was not opened. (V.IV.C.4) Open the tank.", "* The application is not signed. (I.7.A)",
        "by July 15, 2026", "Dana R. Hartwell\nSenior Public Health Sanitarian",
    ):  # fmt: skip
        assert part in text
    assert "\n\n\n" not in text


def test_what_there_is_not_leaves_no_hole() -> None:
    reasons = returned_context().reasons[:1]
    _, text = written(
        "report_returned",
        returned_context(filer="", town="", reasons=reasons, reply_by=None, note="Call first.", signed_title=""),
    )
    assert "The reason:\n* The tank was not opened." in text
    assert "\n\nCall first.\n\n" in text
    assert not re.search(r"\n\n\n|None|not shown|To \n|, \n|by \n", text)


@pytest.mark.parametrize("typed", ["<b>&amp;</b>", "{{ number }}", "{% include '/etc/passwd' %}"])
def test_what_is_typed_is_neither_escaped_nor_evaluated(typed: str) -> None:
    assert typed in written("report_returned", returned_context(note=typed))[1]


def test_a_context_of_another_class_is_refused() -> None:
    with pytest.raises(TypeError, match="ReportReturnedContext, not DischargePermitContext"):
        written("report_returned", permit_context())
    with pytest.raises(TypeError, match="no context"):
        written("account", permit_context())


def test_a_template_that_names_what_its_context_has_not_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sanitarian.letters.mail.kinds._kinds", {})
    path = tmp_path / "wrong.txt"
    path.write_text("Heading\n{{ amount }}")
    register_message("wrong", "Wrong", ReportReturnedContext, path)
    with pytest.raises(ValueError, match="names what ReportReturnedContext does not have"):
        written("wrong", returned_context())


def test_kinds_are_declared_once_with_a_template_that_exists() -> None:
    with pytest.raises(ValueError, match="there is no template nowhere"):
        register_message("other", "Other", ReportReturnedContext, "nowhere.txt")
    with pytest.raises(ValueError, match="declared twice"):
        register_message("account", "Something else")


@pytest.mark.parametrize("path", sorted(TEXTS.glob("*.txt")), ids=lambda path: path.name)
def test_no_amount_phone_address_or_year_is_typed_in_a_template(path: Path) -> None:
    words = re.sub(r"{{.*?}}|{%.*?%}", "", path.read_text(encoding="utf-8"))
    assert not re.search(r"\d|[$@]|https?:", words)
