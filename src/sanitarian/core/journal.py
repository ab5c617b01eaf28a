"""The journal: append-only, chained by hash, holding references and not personal data."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db import connection

from sanitarian.core.dates import now
from sanitarian.core.models import JournalEntry, JournalHead

GENESIS = "0" * 64


@dataclass(frozen=True)
class Draft:
    """An entry that waits for the end of its act."""

    actor: str
    act: str
    subject: str
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Fault:
    """Where the chain does not hold, and why."""

    seq: int
    what: str


def _plain(value: Any) -> Any:
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value)
    raise TypeError(f"the journal holds text, numbers, dates, lists and maps, not {type(value).__name__}")


def canonical(content: Any) -> str:
    """The one spelling of a value that hashes are made from."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_plain)


def digest(content: Any) -> str:
    """A fingerprint of a value, for the journal to refer to what lies elsewhere."""
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def chain(previous: str, body: str) -> str:
    """The hash of an entry: of the entry before it and of its own text."""
    return hashlib.sha256(f"{previous}\n{body}".encode()).hexdigest()


def append(drafts: Sequence[Draft]) -> None:
    """Write the entries of one act. Called last in its transaction, so that the head is locked for a moment only."""
    if not drafts:
        return
    head = JournalHead.objects.select_for_update().get(pk=1)
    seq, previous, at = head.seq, head.hash, now().isoformat(timespec="microseconds")
    entries = []
    for draft in drafts:
        seq += 1
        body = canonical(
            {
                "seq": seq,
                "at": at,
                "actor": draft.actor,
                "act": draft.act,
                "subject": draft.subject,
                "details": draft.details,
            }
        )
        previous = chain(previous, body)
        entries.append(
            JournalEntry(
                seq=seq, at=at, actor=draft.actor, act=draft.act, subject=draft.subject, body=body, hash=previous
            )
        )
    JournalEntry.objects.bulk_create(entries)
    JournalHead.objects.filter(pk=1).update(seq=seq, hash=previous)


def _entries() -> Iterator[tuple[int, str, str, str, str, str]]:
    rows = JournalEntry.objects.order_by("seq").values_list("seq", "body", "hash", "actor", "act", "subject")
    yield from rows.iterator(chunk_size=5_000)


def verify() -> tuple[int, list[Fault]]:
    """Walk the whole chain; return the number of entries and every fault found."""
    faults: list[Fault] = []
    previous, expected = GENESIS, 0
    for seq, body, stored, actor, act, subject in _entries():
        expected += 1
        if seq != expected:
            faults.append(Fault(expected, f"entries {expected} to {seq - 1} are missing"))
            expected = seq
        if chain(previous, body) != stored:
            faults.append(Fault(seq, "its text or the entry before it was changed"))
        said = json.loads(body)
        if (said["seq"], said["actor"], said["act"], said["subject"]) != (seq, actor, act, subject):
            faults.append(Fault(seq, "its columns do not say what its text says"))
        previous = stored
    head = JournalHead.objects.get(pk=1)
    if (head.seq, head.hash) != (expected, previous):
        faults.append(Fault(head.seq, f"the journal ends at {expected}, but its head says {head.seq}"))
    return expected, faults


_TRIGGERS = {
    "sqlite": (
        """CREATE TRIGGER journal_keeps_entries BEFORE DELETE ON core_journalentry
           BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END""",
        """CREATE TRIGGER journal_keeps_text BEFORE UPDATE ON core_journalentry
           BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END""",
    ),
    "postgresql": (
        """CREATE OR REPLACE FUNCTION journal_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
           $$BEGIN RAISE EXCEPTION 'the journal is append-only'; END$$""",
        """CREATE TRIGGER journal_keeps_entries BEFORE DELETE ON core_journalentry
           FOR EACH ROW EXECUTE FUNCTION journal_is_append_only()""",
        """CREATE TRIGGER journal_keeps_text BEFORE UPDATE ON core_journalentry
           FOR EACH ROW EXECUTE FUNCTION journal_is_append_only()""",
        """CREATE TRIGGER journal_keeps_table BEFORE TRUNCATE ON core_journalentry
           FOR EACH STATEMENT EXECUTE FUNCTION journal_is_append_only()""",
    ),
}
TRIGGER_NAMES = ("journal_keeps_entries", "journal_keeps_text", "journal_keeps_table")


def guard(statements: Iterable[str] | None = None) -> None:
    """Put the database's own guard on the journal: no update, no delete."""
    with connection.cursor() as cursor:
        for statement in statements or _TRIGGERS[connection.vendor]:
            cursor.execute(statement)


def unguard() -> None:
    """Take the guard off. For tests, which empty the tables between themselves."""
    with connection.cursor() as cursor:
        for name in TRIGGER_NAMES:
            table = " ON core_journalentry" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{table}")
