"""The words that stand in documents, and which of them a mistyped word may have been meant to be.

Each process keeps them in memory, by length; two numbers tell whether the table has moved on. A word stays after its
last document went, until the next rebuild: a correction that finds nothing is simply not made.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock

from django.db import connection
from django.db.models import Max, Min
from rapidfuzz import process
from rapidfuzz.distance import OSA

from sanitarian.core.search.models import SearchWord

_SHORTEST, _LONGEST = 3, 80
_MOST = 8  # candidates for one word


def _is_word(token: str) -> bool:
    return _SHORTEST <= len(token) <= _LONGEST and token.isalpha()


def add(tokens: Iterable[str]) -> None:
    """Add the words among these tokens that are new. Counts are left alone: acts would wait for each other on them."""
    words = sorted({token for token in tokens if _is_word(token)})
    if words:
        with connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO core_searchword (word, count) VALUES (%s, 1) ON CONFLICT (word) DO NOTHING",
                [(word,) for word in words],
            )


def replace(counts: Counter[str]) -> None:
    """Replace the whole vocabulary, for a rebuild."""
    rows = sorted((word, count) for word, count in counts.items() if _is_word(word))
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM core_searchword")
        cursor.executemany("INSERT INTO core_searchword (word, count) VALUES (%s, %s)", rows)


@dataclass
class _Memory:
    stamp: tuple[str, int | None, int | None] = ("", None, None)
    by_length: dict[int, list[str]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    sorted_words: list[str] = field(default_factory=list)


_memory = _Memory()
_lock = Lock()


def _load() -> _Memory:
    global _memory  # noqa: PLW0603 - one process, one vocabulary
    ends = SearchWord.objects.aggregate(first=Min("id"), last=Max("id"))
    stamp = (str(connection.settings_dict["NAME"]), ends["first"], ends["last"])
    with _lock:
        if _memory.stamp == stamp:
            return _memory
        counts = dict(SearchWord.objects.values_list("word", "count"))
        by_length: dict[int, list[str]] = {}
        for word in counts:
            by_length.setdefault(len(word), []).append(word)
        _memory = _Memory(stamp, by_length, counts, sorted(counts))
        return _memory


def _budget(length: int) -> int:
    """How many letters may be wrong, missing, too many or swapped in a word of this length."""
    return 1 if length < 6 else 2


def near(word: str) -> dict[str, int]:
    """Words that ``word`` may have been meant to be, nearest first and then most frequent, with their distances."""
    memory, budget = _load(), _budget(len(word))
    pool = [
        other
        for length in range(max(_SHORTEST, len(word) - budget), len(word) + budget + 1)
        for other in memory.by_length.get(length, ())
    ]
    found = [
        (int(distance), -memory.counts[other], other)
        for other, distance, _ in process.extract(
            word, pool, scorer=OSA.distance, processor=None, score_cutoff=budget, limit=None
        )
        if other != word
    ]
    return {other: distance for distance, _, other in sorted(found)[:_MOST]}


def split(word: str) -> tuple[str, str] | None:
    """The word as two words that both stand in documents (``westlake``), or None. The more frequent pair wins."""
    counts = _load().counts
    pairs = [(min(counts.get(word[:at], 0), counts.get(word[at:], 0)), at) for at in range(_SHORTEST, len(word) - 2)]
    best = max(pairs, default=(0, 0))
    return (word[: best[1]], word[best[1] :]) if best[0] else None


def begins_a_word(word: str) -> bool:
    """Whether any word begins with these letters."""
    words = _load().sorted_words
    at = bisect_left(words, word)
    return at < len(words) and words[at].startswith(word)


def forget() -> None:
    """Drop what is in memory. For tests, whose databases go back to earlier states."""
    global _memory  # noqa: PLW0603 - one process, one vocabulary
    _memory = _Memory()
