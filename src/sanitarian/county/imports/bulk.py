"""Many rows at once: COPY on PostgreSQL, executemany on SQLite, both several times faster than the ORM's way."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models

from sanitarian.core.actors import Actor
from sanitarian.core.dates import now
from sanitarian.core.models import RowVersion, Versioned

_CHUNK = 2_000
_PREPARED = (models.JSONField, models.DecimalField, models.DateTimeField)


def reserve_ids(model: type[models.Model], count: int) -> Sequence[int]:
    """Numbers for ``count`` new rows. Belongs inside the transaction that inserts them."""
    if not count:
        return ()
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)", [table, count]
            )
            return [row[0] for row in cursor.fetchall()]
        cursor.execute(
            f"SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = %s), 0), "  # noqa: S608 - our table
            f'coalesce((SELECT max(id) FROM "{table}"), 0))',
            [table],
        )
        last = cursor.fetchone()[0]
    return range(last + 1, last + 1 + count)


def insert(model: type[models.Model], names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows; ``names`` are the fields (foreign keys as ``…_id``) in the order of their values."""
    prepared = _prepared(model, names, rows)
    columns = ", ".join(f'"{_field(model, name).column}"' for name in names)
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f'COPY "{table}" ({columns}) FROM STDIN') as copy:
                for row in prepared:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(names))
        cursor.executemany(f'INSERT INTO "{table}" ({columns}) VALUES ({marks})', list(prepared))  # noqa: S608


def update(model: type[models.Model], names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Set the same fields of many rows; the last value of each row is its primary key."""
    if not rows:
        return
    primary = model._meta.pk.attname
    prepared = list(_prepared(model, [*names, primary], rows))
    changes = ", ".join(f'"{_field(model, name).column}" = %s' for name in names)
    key = _field(model, primary).column
    with connection.cursor() as cursor:
        cursor.executemany(f'UPDATE "{model._meta.db_table}" SET {changes} WHERE "{key}" = %s', prepared)  # noqa: S608


def keep_versions(actor: Actor, act: str, model: type[Versioned], ids: Sequence[int]) -> None:
    """Keep what these rows hold now, before they are changed; the caller counts their versions up."""
    names = [column.attname for column in model._meta.concrete_fields if not isinstance(column, models.BinaryField)]
    at, kind = now(), model._meta.model_name
    columns = ("row", "version", "at", "actor", "act", "values")
    for some in chunks(ids):
        rows = model._default_manager.filter(pk__in=some).values(*names)
        kept = [(f"{kind}:{row['id']}", row["version"], at, actor.ref, act, _plain(row)) for row in rows]
        insert(RowVersion, columns, kept)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """The values as JSON has them: dates and decimals as text."""
    plain: dict[str, Any] = json.loads(json.dumps(row, cls=DjangoJSONEncoder))
    return plain


def chunks(ids: Sequence[int], size: int = _CHUNK) -> Iterator[Sequence[int]]:
    """The numbers in groups that fit one query."""
    for start in range(0, len(ids), size):
        yield ids[start : start + size]


def _field(model: type[models.Model], name: str) -> "models.Field[Any, Any]":
    return next(column for column in model._meta.concrete_fields if column.attname == name)


def _prepared(
    model: type[models.Model], names: Sequence[str], rows: Iterable[Sequence[Any]]
) -> Iterator[Sequence[Any]]:
    """Rows with the values that a database stores in its own way put into that."""
    converters: list[tuple[int, Callable[[Any], Any]]] = []
    for place, name in enumerate(names):
        column = _field(model, name)
        if isinstance(column, _PREPARED):
            converters.append((place, partial(column.get_db_prep_save, connection=connection)))
    if not converters:
        yield from rows
        return
    for row in rows:
        values = list(row)
        for place, convert in converters:
            if values[place] is not None:
                values[place] = convert(values[place])
        yield values
