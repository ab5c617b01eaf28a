"""Whatever section the program prints can be looked up in the registers."""

import re
from pathlib import Path

from sanitarian.law.data import table
from sanitarian.law.registers import resolve
from sanitarian.law.review import RETURN_CODES

SOURCE = Path(__file__).parents[2] / "src" / "sanitarian"
_CITED = re.compile(r'"((?:I|II|IV|V|VI)\.[IVX0-9]+(?:\.[A-Z0-9a-z]+)*|[A-G]-[0-9]+)"')
_IN_TEXT = re.compile(r"\(((?:I|II|IV|V|VI)\.[IVX0-9]+(?:\.[A-Z0-9]+)*|[A-G]-[0-9]{1,2})\)")


def _unresolved(cites: set[str]) -> set[str]:
    missing = set()
    for cite in cites:
        try:
            resolve(cite)
        except KeyError:
            missing.add(cite)
    return missing


def test_citations_in_the_program_resolve() -> None:
    cites = set()
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        cites |= set(_CITED.findall(text)) | set(_IN_TEXT.findall(text))
    assert len(cites) > 30
    assert _unresolved(cites) == set()


def test_citations_of_conditions_and_return_codes_resolve() -> None:
    cites = {entry["cite"] for entry in table("conditions")["condition"]} | {cite for _, cite in RETURN_CODES.values()}
    assert _unresolved(cites) == set()
