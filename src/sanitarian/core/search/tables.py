"""The database's own text index on the search documents, for SQLite (FTS5) and PostgreSQL (tsvector and GIN).

Both index the tokens as they stand, separated by blanks: what a word is was settled before (``words.py``).
On SQLite, triggers keep the index; a migration that makes Django rebuild ``core_searchdocument`` there must call
``create`` again, because the rebuilt table has lost them.
"""

from django.db import connection

_TOKENS = "array_remove(string_to_array({}, ' '), '')"

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

_GIN = "CREATE INDEX core_search_gin ON core_searchdocument USING gin (head_vector, all_vector)"

_CREATE = {
    "sqlite": (
        """CREATE VIRTUAL TABLE core_search_fts USING fts5(
             head, more, content='core_searchdocument', content_rowid='place', columnsize=0, detail='column',
             prefix='2 3', tokenize="ascii tokenchars '=._/-'")""",
        *_TRIGGERS,
    ),
    "postgresql": (
        f"""ALTER TABLE core_searchdocument
            ADD COLUMN head_vector tsvector GENERATED ALWAYS AS
              (array_to_tsvector({_TOKENS.format("head")})) STORED,
            ADD COLUMN all_vector tsvector GENERATED ALWAYS AS
              (array_to_tsvector({_TOKENS.format("head || ' ' || more")})) STORED""",
        _GIN,
    ),
}

_BEFORE_REBUILD = {
    "sqlite": (
        "DROP TRIGGER IF EXISTS search_added",
        "DROP TRIGGER IF EXISTS search_removed",
        "DROP TRIGGER IF EXISTS search_changed",
    ),
    "postgresql": ("DROP INDEX IF EXISTS core_search_gin",),
}

_AFTER_REBUILD = {
    "sqlite": ("INSERT INTO core_search_fts(core_search_fts) VALUES ('rebuild')", *_TRIGGERS),
    "postgresql": (_GIN, "ANALYZE core_searchdocument"),
}


def _run(statements: dict[str, tuple[str, ...]]) -> None:
    with connection.cursor() as cursor:
        for statement in statements[connection.vendor]:
            cursor.execute(statement)


def create() -> None:
    """Make the text index, for the migration."""
    _run(_CREATE)


def before_rebuild() -> None:
    """Let go of the index while every document is replaced (inside the rebuild's transaction)."""
    _run(_BEFORE_REBUILD)


def after_rebuild() -> None:
    """Build the index anew in one go, which is several times faster than row by row."""
    _run(_AFTER_REBUILD)
