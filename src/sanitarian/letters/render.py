"""Letters as PDF: tagged, titled, archivable (PDF/UA-1 and PDF/A-2a). Data is printed as typed and never evaluated.

Equal data gives equal bytes on the same fonts. Do not fork a process that has rendered: its child would hang.
"""

import json
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import typst
from django.conf import settings

from sanitarian.letters.clean import clean_data, let_lines_break, replace_characters
from sanitarian.letters.kinds import TEMPLATES, LetterKind
from sanitarian.letters.qr import qr_svg
from sanitarian.letters.seal import seal_svg

_ROOT = Path(__file__).resolve().parents[1]
_FONTS = _ROOT / "core" / "static" / "vendor" / "uswds" / "fonts"
_STANDARDS: list[Any] = ["ua-1", "a-2a"]
_NO_GLYPH = re.compile(r'(?:the text|codepoint) `"(.*?)"`')
_ESCAPED = re.compile(r"\\u\{([0-9a-f]+)\}|\\(.)")
_PLACEHOLDERS = ("\ufffd", "?")
BATCH_LIMIT = 100
"""Letters in one compile: time and memory grow faster than the number."""

_lock = threading.Lock()


class RenderError(Exception):
    """The letter cannot be made from its data; the message says why."""


@dataclass(frozen=True)
class Rendered:
    """A PDF, and the characters that no font has and that are printed as a placeholder."""

    pdf: bytes
    replaced: frozenset[str] = frozenset()


def font_folders() -> list[str]:
    """Where letters find fonts besides those built in: the setting ``SANITARIAN_FONTS``, else the design system's."""
    folder = Path(getattr(settings, "SANITARIAN_FONTS", None) or _FONTS)
    return [str(folder)] if folder.is_dir() else []


@lru_cache(maxsize=2)
def _compiler(folders: tuple[str, ...]) -> typst.Compiler:
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=list(folders))
    return typst.Compiler(input=str(TEMPLATES / "main.typ"), root=str(_ROOT), font_paths=fonts)


def render(kind: LetterKind, context: dict[str, Any]) -> Rendered:
    """One letter. A character that no font has is printed as a placeholder and named in the result.

    Raises:
        RenderError: the data does not fit the template.
    """
    return _render_with_placeholders(kind, [_printable(context)])


def render_batch(kind: LetterKind, contexts: Sequence[dict[str, Any]]) -> Rendered:
    """Up to 100 letters of one kind in one PDF, for the printer. Only the letters that need placeholders get them.

    Raises:
        RenderError: the data of a letter does not fit the template.
        ValueError: there are no letters, or more than a batch holds.
    """
    if not 1 <= len(contexts) <= BATCH_LIMIT:
        raise ValueError(f"a batch holds 1 to {BATCH_LIMIT} letters, not {len(contexts)}")
    letters = [_printable(context) for context in contexts]
    try:
        return Rendered(_compile(kind, letters))
    except typst.TypstError as error:
        if not _missing(error):
            raise RenderError(_message(error)) from error
    replaced: frozenset[str] = frozenset()
    for position, letter in enumerate(letters):
        missing = _missing_from(kind, letter)
        replaced |= missing
        letters[position] = _with_placeholders(letter, missing, 0)
    rendered = _render_with_placeholders(kind, letters)
    return Rendered(rendered.pdf, replaced | rendered.replaced)


def _printable(context: dict[str, Any]) -> dict[str, Any]:
    envelope = dict(context["envelope"])
    body = {key: value for key, value in context.items() if key != "envelope"}
    envelope["qr"] = qr_svg(envelope["verify_url"])
    body = clean_data(body)
    head = body["letterhead"]
    envelope["seal"] = seal_svg(head["county"], head["department"])
    return {**let_lines_break(body), "envelope": envelope}


def _render_with_placeholders(kind: LetterKind, letters: list[dict[str, Any]]) -> Rendered:
    replaced: frozenset[str] = frozenset()
    for attempt in range(4):
        try:
            return Rendered(_compile(kind, letters), replaced)
        except typst.TypstError as error:
            missing = _missing(error)
            if not missing:
                raise RenderError(_message(error)) from error
        letters = [_with_placeholders(letter, missing, attempt) for letter in letters]
        replaced |= missing
    raise RenderError("the fonts lack characters of this letter and the placeholder too")


def _with_placeholders(letter: dict[str, Any], missing: frozenset[str], attempt: int) -> dict[str, Any]:
    return replace_characters(letter, missing, _PLACEHOLDERS[min(attempt, len(_PLACEHOLDERS) - 1)])


def _missing_from(kind: LetterKind, letter: dict[str, Any]) -> frozenset[str]:
    try:
        _compile(kind, [letter])
    except typst.TypstError as error:
        missing = _missing(error)
        if not missing:
            raise RenderError(_message(error)) from error
        return missing
    return frozenset()


def _missing(error: typst.TypstError) -> frozenset[str]:
    """The characters that an error says no font can show."""
    shown = "".join(_NO_GLYPH.findall(error.diagnostic))
    return frozenset(_ESCAPED.sub(lambda it: chr(int(it[1], 16)) if it[1] else it[2], shown))


def _message(error: typst.TypstError) -> str:
    return error.message.splitlines()[0]


def _compile(kind: LetterKind, letters: list[dict[str, Any]]) -> bytes:
    first = letters[0]
    title = f"{kind.title} {first['number']}".strip() if len(letters) == 1 else f"{kind.title}: {len(letters)} letters"
    head = first["letterhead"]
    job = {
        "title": title,
        "author": f"{head['county']} {head['department']}",
        "date": [int(part) for part in first["dated"].split("-")],
        "letters": letters,
    }
    template = "/" + kind.template.resolve().relative_to(_ROOT).as_posix()
    inputs = {"template": template, "job": json.dumps(job, ensure_ascii=False, sort_keys=True)}
    with _lock:
        pdf = _compiler(tuple(font_folders())).compile(format="pdf", sys_inputs=inputs, pdf_standards=_STANDARDS)
    if not isinstance(pdf, bytes):
        raise RenderError("the typesetter gave no document")
    return pdf
