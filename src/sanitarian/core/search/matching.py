"""A query as each database asks it. Both give the same documents in the same order.

A document matches when every term stands in it in one of its spellings, and at least one of them in its ``head``.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from sanitarian.core.search.query import Spelling

KIND_SHIFT, STANDING_SHIFT = 44, 40  # a place is its kind, then its standing, then the number of its row
_COLUMNS = "d.ref, d.kind, d.target, d.place, d.title, d.subtitle, d.town, d.note, d.head, d.more"


@dataclass(frozen=True, slots=True)
class Wanted:
    """One way to ask: for each term its spellings; whether a word may be the beginning of a longer one."""

    terms: tuple[tuple[Spelling, ...], ...]
    prefix: bool = False


def rows(wanted: Wanted, kinds: Sequence[int], limit: int) -> list[tuple[Any, ...]]:
    """Documents that match, at most ``limit`` of each kind, in the order of their places."""
    if not wanted.terms or not kinds:
        return []
    sql, values = _ASK[connection.vendor](wanted, kinds, limit)
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


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


def _ask_sqlite(wanted: Wanted, kinds: Sequence[int], limit: int) -> tuple[str, list[Any]]:
    every = _every(wanted, _sqlite_token, " AND ", " OR ")
    if len(wanted.terms) == 1:
        match = f"head : ({every})"
    else:
        match = f"({every}) AND head : {_any(wanted, _sqlite_token, ' OR ')}"
    part = (
        "SELECT * FROM (SELECT rowid FROM core_search_fts WHERE core_search_fts MATCH %s "
        "AND rowid BETWEEN %s AND %s ORDER BY rowid LIMIT %s)"
    )
    values = [value for kind in kinds for value in (match, *_span(kind), limit)]
    found = " UNION ALL ".join([part] * len(kinds))
    # CROSS JOIN keeps SQLite from walking all documents first.
    sql = (
        f"SELECT {_COLUMNS} FROM ({found}) AS found CROSS JOIN core_searchdocument d "  # noqa: S608 - no user text
        "WHERE d.place = found.rowid ORDER BY d.place"
    )
    return sql, values


def _span(kind: int) -> Iterator[int]:
    yield kind << KIND_SHIFT
    yield ((kind + 1) << KIND_SHIFT) - 1


def _postgresql_token(word: str, prefix: bool) -> str:
    return f"'{word}':*" if _is_prefix(word, prefix) else f"'{word}'"


def _ask_postgresql(wanted: Wanted, kinds: Sequence[int], limit: int) -> tuple[str, list[Any]]:
    every = _every(wanted, _postgresql_token, " & ", " | ")
    conditions, values = ["head_vector @@ %s::tsquery"], [every]
    if len(wanted.terms) > 1:
        conditions.append("all_vector @@ %s::tsquery")
        values = [_any(wanted, _postgresql_token, " | "), every]
    sql = (
        "WITH found AS MATERIALIZED (SELECT id, place FROM core_searchdocument WHERE "  # noqa: S608 - no user text
        f"{' AND '.join(conditions)}), "
        f"ranked AS (SELECT id, place, row_number() OVER (PARTITION BY place >> {KIND_SHIFT} ORDER BY place) AS n "
        f"FROM found WHERE place >> {KIND_SHIFT} = ANY(%s)) "
        f"SELECT {_COLUMNS} FROM ranked JOIN core_searchdocument d USING (id) WHERE n <= %s ORDER BY d.place"
    )
    return sql, [*values, list(kinds), limit]


_ASK = {"sqlite": _ask_sqlite, "postgresql": _ask_postgresql}
