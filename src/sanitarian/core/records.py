"""What acts keep current beside the facts: row history, numbers, worklist, timeline."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from sanitarian.core.actors import Actor
from sanitarian.core.dates import now
from sanitarian.core.models import NumberSeries, RowVersion, Task, TimelineEntry, Versioned


def ref(row: models.Model) -> str:
    """The reference by which journal, timeline and worklist name a row, such as ``report:12``."""
    return f"{row._meta.model_name}:{row.pk}"


def ref_id(reference: str) -> int:
    """The number in a reference."""
    return int(reference.partition(":")[2])


def _values(row: models.Model) -> dict[str, Any]:
    values = {}
    for column in row._meta.concrete_fields:
        if not isinstance(column, models.BinaryField):
            values[column.attname] = getattr(row, column.attname)
    encoder = DjangoJSONEncoder()
    return {
        name: value if isinstance(value, (str, int, bool, dict, list, type(None))) else encoder.default(value)
        for name, value in values.items()
    }


def keep_version(actor: Actor, act: str, row: Versioned) -> None:
    """Keep the row as it is on record, and count its version up. Call before changing and saving it."""
    stored = type(row)._default_manager.get(pk=row.pk)
    RowVersion.objects.create(
        row=ref(row), version=stored.version, at=now(), actor=actor.ref, act=act, values=_values(stored)
    )
    row.version = stored.version + 1


def next_number(series: str) -> int:
    """The next number of a series, without gaps among committed acts; locks the series until the act ends."""
    return next_numbers(series, 1)[0]


def next_numbers(series: str, count: int) -> range:
    """The next numbers of a series, in a row; locks the series until the act ends, for a count of none as well."""
    NumberSeries.objects.get_or_create(name=series)
    row = NumberSeries.objects.select_for_update().get(name=series)
    first, row.last = row.last + 1, row.last + count
    if count:
        row.save(update_fields=["last"])
    return range(first, row.last + 1)


def open_task(
    kind: str,
    subject: str,
    title: str,
    *,
    role: str,
    where: str = "",
    due: date | None = None,
    cite: str = "",
    needs_an_eye: bool = True,
    assignee: str = "",
) -> Task:
    """Put a line on the worklist; one that is open already is brought up to date instead."""
    task, _ = Task.objects.update_or_create(
        kind=kind,
        subject=subject,
        closed_at=None,
        defaults={
            "title": title[:200],
            "where": where[:200],
            "role": role,
            "due": due,
            "cite": cite,
            "needs_an_eye": needs_an_eye,
            "assignee": assignee,
        },
        create_defaults={
            "title": title[:200],
            "where": where[:200],
            "role": role,
            "due": due,
            "cite": cite,
            "needs_an_eye": needs_an_eye,
            "assignee": assignee,
            "opened_at": now(),
        },
    )
    return task


def close_tasks(actor: Actor, subject: str, kinds: Iterable[str] | None = None) -> int:
    """Take the open lines of a subject off the worklist; return how many there were."""
    tasks = Task.objects.filter(subject=subject, closed_at__isnull=True)
    if kinds is not None:
        tasks = tasks.filter(kind__in=list(kinds))
    return tasks.update(closed_at=now(), closed_by=actor.ref)


def tell(
    actor: Actor,
    subjects: Iterable[str],
    verb: str,
    title: str,
    *,
    on: date,
    detail: str = "",
    reference: str = "",
    cite: str = "",
) -> None:
    """Add a line to the timeline of each subject."""
    at = now()
    TimelineEntry.objects.bulk_create(
        TimelineEntry(
            subject=subject,
            on=on,
            at=at,
            verb=verb,
            title=title[:200],
            detail=detail,
            ref=reference,
            cite=cite,
            actor=actor.ref,
        )
        for subject in subjects
    )
