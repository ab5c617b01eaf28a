"""A query as each database asks it. Both give the same documents in the same order.

A document matches when every term stands in it in one of its spellings, and at least one of them in its ``head``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper

from sanitarian.core.search.query import Spelling
from sanitarian.core.search.tables import ALL_VECTOR, HEAD_VECTOR

KIND_SHIFT, STANDING_SHIFT = 44, 40  # a place is its kind, then its standing, then the number of its row
_COLUMNS = "d.ref, d.kind, d.target, place, d.title, d.subtitle, d.town, d.note, d.head, d.more"


@dataclass(frozen=True, slots=True)
class Wanted:
    """One way to ask: for each term its spellings; whether a word may be the beginning of a longer one."""

    terms: tuple[tuple[Spelling, ...], ...]
    prefix: bool = False


def rows(wanted: Wanted, kinds: Sequence[int], limit: int) -> list[tuple[Any, ...]]:
    """Documents that match, at most ``limit`` of each kind, in the order of their places."""
    if not wanted.terms or not kinds:
        return []
    return _ASK[connection.vendor](wanted, sorted(kinds), limit)


def _span(kind: int) -> tuple[int, int]:
    return kind << KIND_SHIFT, ((kind + 1) << KIND_SHIFT) - 1


def _every(wanted: Wanted, token: Callable[[str, bool], str], both: str, either: str) -> str:
    def one(spelling: Spelling) -> str:
        return "(" + both.join(token(word, wanted.prefix) for word in spelling) + ")"

    return both.join("(" + either.join(one(spelling) for spelling in term) + ")" for term in wanted.terms)


def _any(wanted: Wanted, token: Callable[[str, bool], str], either: str) -> str:
    words = dict.fromkeys(word for term in wanted.terms for spelling in term for word in spelling)
    return "(" + either.join(token(word, wanted.prefix) for word in words) + ")"


def _is_prefix(word: str, prefix: bool) -> bool:
    return prefix and len(word) > 1  # a single letter is an initial, not the beginning of every name


def _sqlite_token(word: str, prefix: bool) -> str:
    return f'"{word}"*' if _is_prefix(word, prefix) else f'"{word}"'


def _ask_sqlite(wanted: Wanted, kinds: Sequence[int], limit: int) -> list[tuple[Any, ...]]:
    every = _every(wanted, _sqlite_token, " AND ", " OR ")
    if len(wanted.terms) == 1:
        match = f"head : ({every})"
    else:
        match = f"({every}) AND head : {_any(wanted, _sqlite_token, ' OR ')}"
    with connection.cursor() as cursor:
        places = _places_sqlite(cursor, match, kinds, limit)
        if not places:
            return []
        marks = ", ".join(["%s"] * len(places))
        cursor.execute(
            f"SELECT {_COLUMNS} FROM core_searchdocument d WHERE d.place IN ({marks}) ORDER BY d.place",  # noqa: S608
            places,
        )
        return cursor.fetchall()


def _places_sqlite(cursor: CursorWrapper, match: str, kinds: Sequence[int], limit: int) -> list[int]:
    """The first places of each kind. FTS5 yields them in order, so one pass serves all kinds; where a kind has more
    than is wanted, the rest of it is jumped over by asking again from the next kind on."""
    found: list[int] = []
    counts = dict.fromkeys(kinds, 0)
    start: int | None = kinds[0] << KIND_SHIFT
    while start is not None:
        cursor.execute(
            "SELECT rowid FROM core_search_fts WHERE core_search_fts MATCH %s AND rowid BETWEEN %s AND %s "
            "ORDER BY rowid",
            (match, start, _span(kinds[-1])[1]),
        )
        start = None
        while start is None and (some := cursor.fetchmany(limit)):
            for (place,) in some:
                kind = place >> KIND_SHIFT
                if kind in counts and counts[kind] < limit:
                    found.append(place)
                    counts[kind] += 1
                else:
                    later = next((other for other in kinds if other > kind), None)
                    start = None if later is None else later << KIND_SHIFT
                    if start is None:
                        return found
                    break
    return found


def _postgresql_token(word: str, prefix: bool) -> str:
    return f"'{word}':*" if _is_prefix(word, prefix) else f"'{word}'"


def _ask_postgresql(wanted: Wanted, kinds: Sequence[int], limit: int) -> list[tuple[Any, ...]]:
    every = _every(wanted, _postgresql_token, " & ", " | ")
    conditions, values = [f"{HEAD_VECTOR} @@ %s::tsquery"], [every]
    if len(wanted.terms) > 1:
        conditions.append(f"{ALL_VECTOR} @@ %s::tsquery")
        values = [_any(wanted, _postgresql_token, " | "), every]
    # Found once, then the first of each kind: a window over all finds sorts them whole and takes twice as long.
    first = "(SELECT place FROM found WHERE place BETWEEN %s AND %s ORDER BY place LIMIT %s)"
    sql = (
        "WITH found AS MATERIALIZED (SELECT place FROM core_searchdocument "  # noqa: S608 - no user text
        f"WHERE {' AND '.join(conditions)}), first AS MATERIALIZED ({' UNION ALL '.join([first] * len(kinds))}) "
        f"SELECT {_COLUMNS} FROM first JOIN core_searchdocument d USING (place) ORDER BY place"
    )
    spans = [value for kind in kinds for value in (*_span(kind), limit)]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, *spans])
        return cursor.fetchall()


_ASK = {"sqlite": _ask_sqlite, "postgresql": _ask_postgresql}
