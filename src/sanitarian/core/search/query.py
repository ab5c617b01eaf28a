"""What somebody typed, as terms that all must be found, each in one of several spellings."""

from collections.abc import Iterator
from dataclasses import dataclass

from sanitarian.core.search.words import (
    FOLDED_SIGN,
    KEY_SIGN,
    canonical_key,
    chunks,
    compact_key,
    exact_key,
    fold,
    runs,
)

LONGEST = 120  # characters read of a query
MOST_TERMS = 10

Spelling = tuple[str, ...]  # tokens that must all be there


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a query. ``spellings`` are its alternatives; ``key`` is set where it may be an identifier."""

    text: str
    spellings: tuple[Spelling, ...]
    key: str = ""

    @property
    def is_word(self) -> bool:
        """Whether it may be a mistyped word."""
        return self.text.isalpha() and len(self.text) > 2


@dataclass(frozen=True, slots=True)
class Query:
    """A query read. ``keys`` are the whole query taken as one identifier (SWIS code, blank, print key)."""

    text: str
    terms: tuple[Term, ...]
    keys: tuple[str, ...] = ()

    def beginnings(self) -> tuple[tuple[Spelling, ...], ...]:
        """The spellings of each term that may be beginnings of longer words.

        Beside words a number without punctuation is a house number, not the beginning of a tax-map number.
        """
        if not any(term.is_word for term in self.terms):
            return tuple(term.spellings for term in self.terms)
        return tuple(((term.text,),) if term.text.isdigit() else term.spellings for term in self.terms)

    @property
    def size(self) -> int:
        """Letters and digits in it."""
        return len(compact_key(fold(self.text)))


def read(text: str) -> Query:
    """Read what was typed. Nothing in it is an error; signs that mean nothing are left out."""
    text = " ".join(text[:LONGEST].replace("\x00", " ").split())
    pieces = text.split()
    terms: list[Term] = []
    plain: list[str] = []
    for piece in pieces:
        if any(c.isdigit() for c in piece):
            terms += _word_terms(" ".join(plain))
            plain = []
            terms += _number_terms(piece)
        else:
            plain.append(piece)
    terms += _word_terms(" ".join(plain))
    return Query(text, tuple(terms[:MOST_TERMS]), tuple(_whole_keys(pieces)))


def _word_terms(text: str) -> Iterator[Term]:
    for run in runs(chunks(text)):
        parts = tuple(part for word in run for part in word)
        joined = "".join(parts)
        spellings: dict[Spelling, None] = {parts: None, (joined,): None, tuple("".join(word) for word in run): None}
        yield Term(joined, tuple(spellings))


def _number_terms(piece: str) -> Iterator[Term]:
    exact = exact_key(piece)
    parts = tuple(part for word in chunks(piece) for part in word)
    if not parts:
        return
    canonical = canonical_key(exact)
    spellings: dict[Spelling, None] = {(KEY_SIGN + exact,): None, parts: None}
    for form in (canonical, compact_key(exact), compact_key(canonical)):
        if form:
            spellings[(FOLDED_SIGN + form,)] = None
    yield Term(exact, tuple(spellings), key=KEY_SIGN + exact)


def _whole_keys(pieces: list[str]) -> Iterator[str]:
    """A SWIS code and a print key with a blank between them, or a number typed with blanks in it."""
    if len(pieces) > 1 and all(any(c.isdigit() for c in piece) for piece in pieces):
        for joint in ("", "-"):
            yield KEY_SIGN + joint.join(exact_key(piece) for piece in pieces)
