"""How text becomes the words that are indexed and searched: one spelling for both databases.

A name written four ways (O'BRIEN, O’Brien, OBRIEN, O BRIEN) must give overlapping words; two tax-map numbers that
differ only in punctuation must stay two, and still be found by somebody who leaves the punctuation out.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

KEY_SIGN = "="  # the first character of a token that is an identifier as written
FOLDED_SIGN = "_"  # and of one that is an identifier in another spelling, or without its punctuation
_APOSTROPHES = dict.fromkeys(map(ord, "'’‘‛ʼʻʹ′`´＇"), "'")
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")
_LETTERS = {ord(a): b for a, b in {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"}.items()}
_CHUNK = re.compile(r"[^\W_]+(?:['.-]+[^\W_]+)*")
_JOINER = re.compile(r"['.-]+")
_NOT_IN_KEYS = re.compile(r"[^\w./-]")
_SEPARATOR = re.compile(r"[\W_]+")
_SILENT = frozenset({"and"})  # the roll writes &, people write "and"

PARTICLES = frozenset({
    "o", "d", "l", "mc", "mac", "fitz", "van", "vande", "vanden", "vander", "von", "vom", "ten", "ter", "de", "del",
    "della", "der", "den", "des", "di", "da", "du", "dal", "dos", "la", "le", "les", "los", "las", "st", "ste",
    "saint", "san", "santa", "al", "el",
})  # fmt: skip

_NAME_PAIRS = (("st", "saint"), ("mt", "mount"), ("ft", "fort"))
_PLACE_PAIRS = (
    *_NAME_PAIRS,
    ("st", "street"), ("rd", "road"), ("ave", "avenue"), ("av", "avenue"), ("dr", "drive"), ("ln", "lane"),
    ("ct", "court"), ("pl", "place"), ("blvd", "boulevard"), ("hwy", "highway"), ("rte", "route"), ("rt", "route"),
    ("cir", "circle"), ("ter", "terrace"), ("terr", "terrace"), ("trl", "trail"), ("tr", "trail"), ("pt", "point"),
    ("pkwy", "parkway"), ("ext", "extension"), ("hts", "heights"), ("is", "island"), ("sq", "square"), ("lk", "lake"),
    ("n", "north"), ("s", "south"), ("e", "east"), ("w", "west"), ("co", "county"), ("rr", "rear"),
)  # fmt: skip


def _both_ways(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for short, long in pairs:
        table[short] = (*table.get(short, ()), long)
        table[long] = (*table.get(long, ()), short)
    return table


_NAME_SYNONYMS = _both_ways(_NAME_PAIRS)
_PLACE_SYNONYMS = _both_ways(_PLACE_PAIRS)


def fold(text: str) -> str:
    """Lower case without diacritics; every kind of apostrophe and dash as the plain one."""
    if text.isascii():
        return text.lower().replace("`", "'")
    text = text.translate(_APOSTROPHES).translate(_DASHES)
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return text.casefold().translate(_LETTERS)


def chunks(text: str) -> Iterator[tuple[str, ...]]:
    """The words of a text in their order, each as its parts: ``O'Brien`` is ("o", "brien"), ``Smith`` is ("smith",)."""
    for chunk in _CHUNK.findall(fold(text)):
        if chunk not in _SILENT:
            yield tuple(_JOINER.split(chunk))


def runs(parts: Iterable[tuple[str, ...]]) -> Iterator[list[tuple[str, ...]]]:
    """Words that may as well be written as one stand together: van, der, berg. Others stand alone."""
    run: list[tuple[str, ...]] = []
    for word in parts:
        if len(word) == 1 and word[0] in PARTICLES:
            run.append(word)
        else:
            yield [*run, word]
            run = []
    yield from ([word] for word in run)


def _tokens(text: str, synonyms: dict[str, tuple[str, ...]]) -> str:
    found: dict[str, None] = {}
    for run in runs(chunks(text)):
        parts = [part for word in run for part in word] if len(run) > 1 else run[0]
        for part in parts:
            found[part] = None
            if part in synonyms:
                found.update(dict.fromkeys(synonyms[part]))
        if len(parts) > 1:
            found.update(dict.fromkeys("".join(word) for word in run))
            found["".join(parts)] = None
    return " ".join(found)


@lru_cache(maxsize=4096)
def name_words(text: str) -> str:
    """The words under which a person or firm is found, separated by spaces."""
    return _tokens(text, _NAME_SYNONYMS)


@lru_cache(maxsize=4096)
def place_words(text: str) -> str:
    """The words under which an address or town is found: Rd is also Road, W is also West."""
    return _tokens(text, _PLACE_SYNONYMS)


def exact_key(text: str) -> str:
    """An identifier as written, but for case, blanks and the kind of dash."""
    return _NOT_IN_KEYS.sub("", fold(text))


def canonical_key(text: str) -> str:
    """One spelling for a number that is printed in several: 012.00-3-4.12, 12.00-3-4.12 and 12.-3-4.12."""
    return _canonical(exact_key(text))


def _canonical(exact: str) -> str:
    return "-".join(_canonical_part(part) for part in exact.split("-"))


def _canonical_part(part: str) -> str:
    """Without leading zeros and an empty subsection. Lot 4.1 and lot 4.10 are two lots."""
    head, dot, tail = part.partition(".")
    if head.isdigit():
        head = head.lstrip("0")
    return f"{head}.{tail}" if dot and tail.strip("0.") else head


def compact_key(text: str) -> str:
    """An identifier without its punctuation, as people type it in a hurry. Several may share one."""
    return _SEPARATOR.sub("", text)


def key_words(*identifiers: str, exact_only: Iterable[str] = ()) -> str:
    """The tokens under which identifiers are found: as written (with a sign), in one spelling, without punctuation.

    Those in ``exact_only`` are found as written alone.
    """
    found: dict[str, None] = {}
    for identifier in identifiers:
        exact = exact_key(identifier)
        if not exact:
            continue
        found[KEY_SIGN + exact] = None
        if exact.isalnum():
            continue  # it has one spelling
        canonical = _canonical(exact)
        for form in (canonical, compact_key(exact), compact_key(canonical)):
            if form:
                found[FOLDED_SIGN + form] = None
    for identifier in exact_only:
        if exact := exact_key(identifier):
            found[KEY_SIGN + exact] = None
    return " ".join(found)
