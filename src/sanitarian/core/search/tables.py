"""The database's own text index on the search documents, for SQLite (FTS5) and PostgreSQL (tsvector and GIN).

Both index the tokens as they stand, separated by blanks: what a word is was settled before (``words.py``).
On SQLite, triggers keep the index; a migration that makes Django rebuild ``core_searchdocument`` there must call
``create`` again, because the rebuilt table has lost them.
"""

from django.db import connection

_VECTOR = "array_to_tsvector(array_remove(string_to_array({}, ' '), ''))"
HEAD_VECTOR = _VECTOR.format("head")
ALL_VECTOR = _VECTOR.format("head || ' ' || more")
COLUMNS = ("ref", "kind", "target", "place", "title", "subtitle", "town", "note", "head", "more")
_LIST = ", ".join(COLUMNS)

_TRIGGERS = (
    """CREATE TRIGGER search_added AFTER INSERT ON core_searchdocument BEGIN
         INSERT INTO core_search_fts(rowid, head, more) VALUES (new.place, new.head, new.more);
       END""",
    """CREATE TRIGGER search_removed AFTER DELETE ON core_searchdocument BEGIN
         INSERT INTO core_search_fts(core_search_fts, rowid, head, more)
         VALUES ('delete', old.place, old.head, old.more);
       END""",
    """CREATE TRIGGER search_changed AFTER UPDATE ON core_searchdocument BEGIN
         INSERT INTO core_search_fts(core_search_fts, rowid, head, more)
         VALUES ('delete', old.place, old.head, old.more);
         INSERT INTO core_search_fts(rowid, head, more) VALUES (new.place, new.head, new.more);
       END""",
)

# The vectors live in the index alone: rows stay narrow, and a common word touches fewer pages.
_GIN = f"CREATE INDEX core_search_gin ON core_searchdocument USING gin (({HEAD_VECTOR}), ({ALL_VECTOR}))"

_CREATE = {
    "sqlite": (
        """CREATE VIRTUAL TABLE core_search_fts USING fts5(
             head, more, content='core_searchdocument', content_rowid='place', columnsize=0, detail='column',
             prefix='2 3', tokenize="ascii tokenchars '=._/-'")""",
        *_TRIGGERS,
    ),
    "postgresql": (_GIN,),
}

_BEFORE_REBUILD = {
    "sqlite": (
        "DROP TRIGGER IF EXISTS search_added",
        "DROP TRIGGER IF EXISTS search_removed",
        "DROP TRIGGER IF EXISTS search_changed",
        "DELETE FROM core_searchdocument",
    ),
    "postgresql": (
        "DROP INDEX IF EXISTS core_search_gin",
        "TRUNCATE core_searchdocument",
        f"CREATE TEMPORARY TABLE search_load ON COMMIT DROP AS SELECT {_LIST} FROM core_searchdocument WITH NO DATA",  # noqa: S608 - column names of ours
    ),
}

_AFTER_REBUILD = {
    # In the order of their places: FTS5 starts a new segment wherever a row number falls (its own rebuild takes twice
    # as long here).
    "sqlite": (
        "INSERT INTO core_search_fts(core_search_fts) VALUES ('delete-all')",
        """INSERT INTO core_search_fts(rowid, head, more)
           SELECT place, head, more FROM core_searchdocument ORDER BY place""",
        "INSERT INTO core_search_fts(core_search_fts) VALUES ('optimize')",
        *_TRIGGERS,
    ),
    # In the same order, so that the documents of one kind lie together.
    "postgresql": (
        f"INSERT INTO core_searchdocument ({_LIST}) SELECT {_LIST} FROM search_load ORDER BY place",  # noqa: S608
        "DROP TABLE search_load",
        _GIN,
        "ANALYZE core_searchdocument",
    ),
}


def _run(statements: dict[str, tuple[str, ...]]) -> None:
    with connection.cursor() as cursor:
        for statement in statements[connection.vendor]:
            cursor.execute(statement)


def create() -> None:
    """Make the text index, for the migration."""
    _run(_CREATE)


def before_rebuild() -> None:
    """Empty the documents and let go of the index (inside the rebuild's transaction)."""
    _run(_BEFORE_REBUILD)


def load(rows: list[tuple[str | int, ...]]) -> None:
    """Take in documents between ``before_rebuild`` and ``after_rebuild``."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY search_load ({_LIST}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(COLUMNS))
        cursor.executemany(f"INSERT INTO core_searchdocument ({_LIST}) VALUES ({marks})", rows)  # noqa: S608


def after_rebuild() -> None:
    """Build the index anew in one go, which is several times faster than row by row."""
    _run(_AFTER_REBUILD)
