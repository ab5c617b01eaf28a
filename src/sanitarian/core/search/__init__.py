"""Search: what the desk finds by any number, name or address, on SQLite and on PostgreSQL alike.

Rooms announce what can be found with ``register``; acts call ``reindex`` on what they changed.
"""

from sanitarian.core.search.finder import Hit, Results, find
from sanitarian.core.search.store import Doc, index, kind_numbers, rebuild, register, reindex, reindex_kind, remove
from sanitarian.core.search.words import key_words, name_words, place_words

__all__ = [
    "Doc",
    "Hit",
    "Results",
    "find",
    "index",
    "key_words",
    "kind_numbers",
    "name_words",
    "place_words",
    "rebuild",
    "register",
    "reindex",
    "reindex_kind",
    "remove",
]
