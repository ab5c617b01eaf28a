"""The words that the code defines, found in a text: what stands behind the words on every page (I.2, V.II)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sanitarian.law.data import active, per_law, state_table
from sanitarian.law.registers import Provision, provisions


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a text: a defined term with the provision that says what it means, or None for anything else."""

    text: str
    meaning: Provision | None = None


@per_law
def definitions() -> Mapping[str, Provision]:
    """The terms that the county's own code defines, one provision each, in the order of the code."""
    state = state_table("provisions").get("sources", {})
    headings = {key.rpartition(".")[0] for key in provisions()}
    return {
        key: found
        for key, found in provisions().items()
        if found.kind == "definition" and key not in headings and key.split(".")[0] not in state
    }


@per_law
def terms() -> Mapping[str, Provision]:
    """The provision that says what a wording means, by the wording in small letters.

    A wording of a provision that is not on file is left out: another county may have no such definition.
    """
    listed = active().register("terms").get("terms", {})
    known = provisions()
    return {wording.lower(): known[key] for key, wordings in listed.items() if key in known for wording in wordings}


@per_law
def _pattern() -> re.Pattern[str] | None:
    """Any wording as whole words, the longest first, and the look-alikes that are no terms; None without terms."""
    plain = active().register("terms").get("plain", {}).get("words", ())
    wordings = sorted({*terms(), *(words.lower() for words in plain)}, key=len, reverse=True)
    if not wordings:
        return None
    spelled = "|".join(r"\s+".join(map(re.escape, wording.split())) for wording in wordings)
    return re.compile(rf"(?<![\w-])(?:{spelled})(?![\w-])", re.IGNORECASE)


def split(text: str, met: set[str] | None = None) -> list[Part]:
    """A text as its plain parts and its defined terms, each meaning at its first occurrence only.

    ``met`` holds the provisions whose terms the reader has met already, and takes in those of this text; give the same
    set with several texts that are read together. The parts put together are the text.
    """
    met = set() if met is None else met
    pattern = _pattern()
    parts: list[Part] = []
    start = 0
    for found in pattern.finditer(text) if pattern else ():
        meaning = terms().get(" ".join(found.group().lower().split()))
        if meaning is None or meaning.id in met:
            continue
        met.add(meaning.id)
        parts += [Part(text[start : found.start()]), Part(found.group(), meaning)]
        start = found.end()
    return [part for part in (*parts, Part(text[start:])) if part.text]
