"""Which words of a line are the ones that were looked for."""

import re
from collections.abc import Iterable

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from sanitarian.core.search.words import chunks, key_words, place_words, runs

_PIECE = re.compile(r"\s+|[^\s,;]+|[,;]+")


def highlight(text: str, words: Iterable[str]) -> SafeString:
    """The text with every word marked that one of the tokens ``words`` finds, or begins to."""
    pieces = _PIECE.findall(text)
    at = [number for number, piece in enumerate(pieces) if any(chunks(piece))]
    wanted, marked, position = list(words), set(), 0
    # A name written in parts (van der Berg) is marked whole where it was typed as one word.
    for run in runs(
        chunk for number in at for chunk in [tuple(part for word in chunks(pieces[number]) for part in word)]
    ):
        numbers = at[position : position + len(run)]
        position += len(run)
        whole = "".join(part for word in run for part in word)
        for number in numbers:
            if _finds(wanted, [whole]) or _finds(wanted, _tokens(pieces[number])):
                marked.add(number)
    return mark_safe(  # noqa: S308 - every piece is escaped
        "".join(
            format_html("<mark>{}</mark>", piece) if number in marked else conditional_escape(piece)
            for number, piece in enumerate(pieces)
        )
    )


def _tokens(piece: str) -> list[str]:
    tokens = place_words(piece).split()
    if any(c.isdigit() for c in piece):
        tokens += key_words(piece).split()
    return tokens


def _finds(wanted: list[str], tokens: Iterable[str]) -> bool:
    return any(token == word or (len(word) > 1 and token.startswith(word)) for token in tokens for word in wanted)
