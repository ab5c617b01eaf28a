"""What a rendered letter holds: everything it was given, as typed, for every reader, and nothing else."""

import io
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from sanitarian.letters.contexts import PermitCondition
from sanitarian.letters.kinds import LetterKind, kind_of
from sanitarian.letters.render import BATCH_LIMIT, RenderError, font_folders, render, render_batch
from tests.letters.samples import CODE, CONDITIONS, LONG_OWNER, frozen, permit_context, returned_context


def permit_kind() -> LetterKind:
    return kind_of("discharge_permit")


def read(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


class Printed(str):
    """Printed text. Spaces are not compared: readers guess them from the gaps between letters."""

    __slots__ = ()

    def __contains__(self, text: object) -> bool:
        return squeezed(str(text)) in str(self)

    def count(self, text: str, *_: Any) -> int:
        return super().count(squeezed(text))


def squeezed(text: str) -> str:
    return "".join(text.replace("\u200b", "").split())


def printed_pages(pdf: bytes) -> list[Printed]:
    return [Printed(squeezed(page.extract_text())) for page in read(pdf).pages]


def printed_on(pdf: bytes) -> Printed:
    """The text of all pages, however its lines break."""
    return Printed("".join(printed_pages(pdf)))


def permit_words(**changes: Any) -> Printed:
    return printed_on(render(permit_kind(), frozen(permit_context(**changes))).pdf)


def tags(pdf: bytes) -> list[DictionaryObject]:
    found: list[DictionaryObject] = []

    def walk(element: Any) -> None:
        element = element.get_object()
        if isinstance(element, list):
            for child in element:
                walk(child)
        elif isinstance(element, DictionaryObject):
            if "/S" in element:
                found.append(element)
            if "/K" in element:
                walk(element["/K"])

    walk(read(pdf).trailer["/Root"]["/StructTreeRoot"]["/K"])
    return found


KINDS = [("discharge_permit", permit_context(conditions=CONDITIONS)), ("report_returned", returned_context())]


@pytest.mark.parametrize(("kind", "context"), KINDS, ids=[kind for kind, _ in KINDS])
def test_readers_find_tags_title_and_language(kind: str, context: Any) -> None:
    pdf = render(kind_of(kind), frozen(context)).pdf
    root = read(pdf).trailer["/Root"]
    metadata = root["/Metadata"].get_data().decode()
    structure = [element["/S"] for element in tags(pdf)]

    assert root["/Lang"] == "en-US"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert read(pdf).metadata.title == f"{kind_of(kind).title} {context.number}"
    assert "<pdfuaid:part>1</pdfuaid:part>" in metadata
    assert "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>" in metadata
    assert structure.count("/H1") == 1
    assert "/LI" in structure
    pictures = [str(element["/Alt"]) for element in tags(pdf) if element["/S"] == "/Figure"]
    assert pictures == [f"QR code that opens https://health.county.example/verify/{CODE}"]


def test_the_permit_says_everything_it_was_given() -> None:
    context = permit_context(interim=True, conditions=CONDITIONS, renews="DP-2023-000871")
    printed = printed_on(render(permit_kind(), frozen(context)).pdf)

    for text in (
        "Interim Permit to Discharge", "Cayuga County", "Health Department", "Environmental Health",
        "100 Example Street",
        "(315) 555-0100", "health.county.example", "DP-2026-000123", "Margaret A. Lindqvist", "4512 West Lake Road",
        "Auburn, NY 13021", "17 Shore Lane", "Town of Fleming", "Tax map number 123.00-1-45.2", "S-004512",
        "1,250 gallon tank, 3 bedrooms", "Conforms to the design standards", "issued on June 15, 2026",
        "Valid from June 16, 2026", "Valid through September 29, 2029", "found to meet the design standards",
        "V.A.3, V.B of the Sanitary Code of the Cayuga County Health District", "by August 31, 2026", "(V.V.E.2)",
        "cannot be transferred (I.7.B.2)", "remains the property of the department", "It follows permit DP-2023-000871",
        "Dana R. Hartwell", "Senior Public Health Sanitarian", "by delegation of the Commissioner of January 2, 2026",
        CODE, "health.county.example/verify", "It is not a certificate of compliance", "Page 1 of 1",
    ):  # fmt: skip
        assert text in printed
    for condition in CONDITIONS:
        assert condition.text in printed


def test_a_plain_permit_is_not_called_interim_and_a_real_one_no_specimen() -> None:
    printed = permit_words()
    assert "Interim" not in printed
    assert "Specimen" not in printed
    assert "No conditions beyond those of the code." in printed
    assert "Specimen" in printed_on(render(permit_kind(), frozen(permit_context(), specimen=True)).pdf)


def test_the_letter_back_to_the_filer_gives_each_reason_with_its_section_and_cure() -> None:
    printed = printed_on(render(kind_of("report_returned"), frozen(returned_context())).pdf)
    for text in (
        "Tompkins & O'Brien Septic Inspections LLC", "R-2026-000456",
        "The tank was not opened. (V.IV.C.4, item-missing)",
        "What to do: Open the tank.", "The application is not signed. (I.7.A, no-application)", "by July 15, 2026",
    ):  # fmt: skip
        assert text in printed
    silent = printed_on(render(kind_of("report_returned"), frozen(returned_context(reply_by=None))).pdf)
    assert "Please send" not in silent


# C40: what people type is printed as typed.
TYPED = [
    "<b>x</b>",
    '<img src="http://127.0.0.1/a.png">',
    '<link rel="attachment" href="file:///etc/passwd">',
    "{{ 7*7 }}",
    "{% load static %}",
    '#import "@preview/cetz:0.3.0": *',
    '#read("/etc/passwd")',
    "$x^2$ *bold* _it_ `code` @ref <label> // gone /* gone */",
    "a -- b --- c ... \"quoted\" 'single' ~ \\u{41}",
    "\\n is no line end",
]


@pytest.mark.parametrize("typed", TYPED)
def test_what_people_type_is_printed_as_typed(typed: str) -> None:
    condition = PermitCondition(text=f"Condition {typed} end.")
    pdf = render(permit_kind(), frozen(permit_context(holder=typed, conditions=(condition,)))).pdf
    printed = printed_on(pdf)
    assert f"Holder {typed}" in printed
    assert f"Condition {typed} end." in printed


def test_a_letter_attaches_nothing_and_opens_nothing_by_itself() -> None:
    pdf = render(permit_kind(), frozen(permit_context(finding=" ".join(TYPED)))).pdf
    root = read(pdf).trailer["/Root"]
    assert not read(pdf).attachments
    assert not {"/OpenAction", "/AA", "/AF", "/AcroForm"} & set(root)
    assert all("/Annots" not in page for page in read(pdf).pages)
    assert b"/JavaScript" not in pdf
    assert b"/Launch" not in pdf


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("a\x00b\x07c\x1b[31md", "Holder abc[31md"),
        ("safe\u202egnp.exe\u202c", "Holder safegnp.exe"),
        ("\ufeffJos\u0065\u0301 Pe\u00f1a\u2069", "Holder Jos\u00e9 Pe\u00f1a"),
        ("two\r\nlines\tand a tab", "Holder two lines and a tab"),
        ("lone \ud800 surrogate", "Holder lone surrogate"),
    ],
)
def test_what_no_paper_can_show_is_left_out(typed: str, printed: str) -> None:
    assert printed in permit_words(holder=typed)


def test_a_character_without_a_glyph_is_replaced_visibly_and_named() -> None:
    rendered = render(permit_kind(), frozen(permit_context(holder="漢字 Sato 😀 \ue000")))
    assert rendered.replaced == frozenset("漢字😀\ue000")
    assert "Holder \ufffd\ufffd Sato \ufffd \ufffd" in printed_on(rendered.pdf)


def test_one_letter_of_a_batch_does_not_spoil_the_others() -> None:
    holders = ["Anna Ž. Łukasz", "漢 Sato", "Peña-Müller José"]
    rendered = render_batch(permit_kind(), [frozen(permit_context(holder=holder)) for holder in holders])
    pages = printed_pages(rendered.pdf)
    assert len(pages) == 3
    assert "Anna Ž. Łukasz" in pages[0]
    assert "\ufffd Sato" in pages[1]
    assert "Peña-Müller José" in pages[2]
    assert rendered.replaced == frozenset("漢")


def test_a_batch_has_a_size() -> None:
    with pytest.raises(ValueError, match="1 to 100 letters, not 0"):
        render_batch(permit_kind(), [])
    with pytest.raises(ValueError, match="not 101"):
        render_batch(permit_kind(), [frozen(permit_context())] * (BATCH_LIMIT + 1))


def test_data_that_does_not_fit_the_template_is_a_clear_error() -> None:
    context = frozen(permit_context())
    del context["through"]
    with pytest.raises(RenderError, match="through"):
        render(permit_kind(), context)


def test_equal_data_gives_equal_bytes() -> None:
    context = frozen(permit_context(conditions=CONDITIONS))
    first, second = render(permit_kind(), context), render(permit_kind(), dict(reversed(context.items())))
    assert first.pdf == second.pdf
    assert read(first.pdf).metadata.creation_date.date() == permit_context().issued_on


def test_twelve_conditions_and_the_longest_owner_fit_on_one_page() -> None:
    context = permit_context(
        interim=True,
        holder=LONG_OWNER,
        holder_address=(
            "Attention: General Counsel, Suite 4100",
            "One Very Long Boulevard",
            "Saint Petersburg, FL 33701",
        ),
        place="4512-4514 West Lake Road Extension, Lower Cottage behind the Boat House, Unit 12B",
        conditions=CONDITIONS * 4,
    )
    pdf = render(permit_kind(), frozen(context)).pdf
    assert len(read(pdf).pages) == 1
    assert LONG_OWNER in printed_on(pdf)
    assert printed_on(pdf).count("Replace the outlet baffle") == 4


def test_a_name_without_a_space_stays_on_the_paper() -> None:
    pdf = render(permit_kind(), frozen(permit_context(holder="Z" * 300))).pdf
    text = read(pdf).pages[0].extract_text()
    assert sum(line.count("Z") for line in text.splitlines()) == 300
    assert max(line.count("Z") for line in text.splitlines()) <= 80


def test_conditions_that_do_not_fit_continue_on_numbered_pages() -> None:
    conditions = tuple(
        PermitCondition(text=f"Number {n}. " + "The owner keeps a log of every pump-out and repair. " * 9)
        for n in range(1, 31)
    )
    pages = printed_pages(render(permit_kind(), frozen(permit_context(conditions=conditions))).pdf)
    total = len(pages)
    assert total > 2
    assert "The conditions continue on the next page and are part of this permit." in pages[0]
    for position, page in enumerate(pages, start=1):
        assert f"Page {position} of {total}" in page
        assert "DP-2026-000123" in page
    everything = Printed("".join(pages))
    assert [n for n in range(1, 31) if f"Number {n}. The owner" not in everything] == []


def test_letters_do_without_the_fonts_of_the_design_system(settings: Any) -> None:
    settings.SANITARIAN_FONTS = "/nonexistent"
    assert font_folders() == []
    assert "Holder Margaret A. Lindqvist" in permit_words()
