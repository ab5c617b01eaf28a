"""Finding in the code: a section by its number, or provisions, terms, readings and questions by their words."""

import re
from dataclasses import dataclass

from django.urls import reverse

from sanitarian.law.data import per_law
from sanitarian.law.registers import interpretations, provisions
from sanitarian.law.registry import rules
from sanitarian.portal.code.tree import anchor, glossary_terms, sources
from sanitarian.portal.code.wording import wording

MOST_SHOWN = 60
_PARTS = re.compile(r"[\s.,;:()§/]+")
_LEFT_OUT = {"article", "section", "sections", "subdivision", "subsection", "paragraph", "sec", "art", "par", "the"}
_WORDS = re.compile(r"[a-z0-9]+(?:['’-][a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Found:
    """One entry: what it is, its id, title and text, and where it stands."""

    kind: str
    id: str
    title: str
    text: str
    url: str


def address(key: str) -> str:
    """The page of a provision, an article or a reading."""
    return reverse("code:reading" if key in interpretations() else "code:provision", args=[key])


def jump(query: str) -> str | None:
    """The address that a section's number means: "V.IV.A.1", "IV A 1", "Article V", "B 11"; None for anything else.

    A number without its article means the one section that ends so; where there are several, none.
    """
    parts = [part for part in _PARTS.split(query.casefold()) if part and part not in _LEFT_OUT]
    if not parts or len(query) > 60:
        return None
    wanted = ".".join(parts)
    known = {key.casefold(): key for key in (*provisions(), *interpretations(), *(each.key for each in sources()))}
    for spelling in (wanted, "-".join(parts)):
        if spelling in known:
            return address(known[spelling])
    if len(parts) < 2:
        return None
    ends = [key for folded, key in known.items() if folded.endswith(f".{wanted}")]
    return address(ends[0]) if len(ends) == 1 else None


def search(query: str) -> list[Found]:
    """The entries that have every word of the query, or a word that begins with it; the best first."""
    wanted = _WORDS.findall(query.casefold())[:12]
    if not wanted:
        return []
    ranked = []
    for place, (entry, title, text) in enumerate(_index()):
        ranks = [_rank(word, title, text) for word in wanted]
        if all(ranks):
            ranked.append((-sum(ranks), place, entry))
    return [entry for _, _, entry in sorted(ranked, key=lambda each: each[:2])]


def _rank(word: str, title: frozenset[str], text: frozenset[str]) -> int:
    """How well a word fits: 4 in the title, 3 at the beginning of a word there, 2 and 1 in the text, 0 nowhere."""
    for points, words in ((4, title), (2, text)):
        if word in words:
            return points
        if len(word) > 2 and any(each.startswith(word) or _same_stem(each, word) for each in words):
            return points - 1
    return 0


def _same_stem(one: str, other: str) -> bool:
    """Whether two words differ by a plural's ending only."""
    return one.removesuffix("s") == other.removesuffix("s")


@per_law
def _index() -> tuple[tuple[Found, frozenset[str], frozenset[str]], ...]:
    return tuple((each, _words(f"{each.id} {each.title}"), _words(each.text)) for each in _entries())


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORDS.findall(text.casefold()))


def _entries() -> list[Found]:
    found = []
    for rule in rules().values():
        said = wording(rule.name)
        text = f"{said.help} {rule.summary} {rule.name}"
        found.append(Found("Question", rule.section, said.question, text, reverse("code:rule", args=[rule.name])))
    terms = {term.id for term in glossary_terms()}
    for key, provision in provisions().items():
        url = f"{reverse('code:glossary')}#{anchor(key)}" if key in terms else address(key)
        kind = "Term" if key in terms else "Provision"
        found.append(Found(kind, key, provision.title, provision.summary, url))
    for key, reading in interpretations().items():
        found.append(Found("Reading", key, reading.title, f"{reading.problem} {reading.reading}", address(key)))
    return found
