"""Keeping the search documents current: by acts one record at a time, by imports and rebuilds in bulk."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django.db import connection, transaction

from sanitarian.core.search import tables, vocabulary
from sanitarian.core.search.matching import KIND_SHIFT, STANDING_SHIFT
from sanitarian.core.search.models import SearchDocument
from sanitarian.core.search.tables import COLUMNS

_CHUNK = 2_000


@dataclass(frozen=True, slots=True)
class Doc:
    """What can be found.

    ``ref`` names the row it stands for and ``target`` the record it opens (itself where empty). ``head`` holds the
    tokens that find it, ``more`` those that only narrow a search; make both with ``words.py``. ``standing`` is 0 for
    what is current; what is over (a former owner, a retired parcel) has 1 and is listed after it.
    """

    kind: str
    ref: str
    title: str
    head: str
    subtitle: str = ""
    town: str = ""
    note: str = ""
    more: str = ""
    standing: int = 0
    target: str = ""


Indexer = Callable[[Sequence[int] | None], Iterable[Doc]]


@dataclass(frozen=True, slots=True)
class _Source:
    indexer: Indexer
    kinds: Mapping[str, int]
    apart: frozenset[str]


_sources: dict[str, _Source] = {}


def register(source: str, indexer: Indexer, kinds: Mapping[str, int], *, apart: Iterable[str] = ()) -> None:
    """Announce what can be found about one sort of record, in ``apps.py: ready()``.

    ``source`` is the record's name in references (``parcel``). ``indexer`` yields the documents of the records with
    the given numbers, or of all for None; each document's target is one of these records. ``kinds`` numbers the kinds
    of its documents in the order in which results show them. Kinds that stand ``apart`` are found only where they are
    asked for by name, as the public's are.

    Raises:
        ValueError: a number is taken by another kind.
    """
    taken = {number: kind for name, other in _sources.items() if name != source for kind, number in other.kinds.items()}
    for kind, number in kinds.items():
        if number in taken:
            raise ValueError(f"{kind} has number {number}, which is that of {taken[number]}")
    _sources[source] = _Source(indexer, dict(kinds), frozenset(apart))


def kind_numbers() -> dict[str, int]:
    """The number of every kind of document, in the order in which results show them."""
    numbers = {kind: number for source in _sources.values() for kind, number in source.kinds.items()}
    return dict(sorted(numbers.items(), key=lambda item: item[1]))


def usual_kinds() -> frozenset[str]:
    """The kinds that are found where none is named."""
    return frozenset(kind for source in _sources.values() for kind in source.kinds if kind not in source.apart)


def _row(doc: Doc, numbers: Mapping[str, int]) -> tuple[str | int, ...]:
    place = (numbers[doc.kind] << KIND_SHIFT) + (doc.standing << STANDING_SHIFT) + int(doc.ref.partition(":")[2])
    return (
        doc.ref, doc.kind, doc.target or doc.ref, place,
        doc.title[:250], doc.subtitle[:250], doc.town[:80], doc.note[:80], doc.head, doc.more,
    )  # fmt: skip


def index(docs: Iterable[Doc]) -> int:
    """Add these documents, or bring them up to date; return how many. Belongs inside the act that changed them."""
    numbers, count = kind_numbers(), 0
    update = ", ".join(f"{column} = excluded.{column}" for column in COLUMNS[1:])
    sql = (
        f"INSERT INTO core_searchdocument ({', '.join(COLUMNS)}) "  # noqa: S608 - column names of ours
        f"VALUES ({', '.join(['%s'] * len(COLUMNS))}) ON CONFLICT (ref) DO UPDATE SET {update}"
    )
    for batch in _batches(docs):
        # In one order, so that two acts that index the same records wait for each other instead of locking up.
        batch.sort(key=lambda doc: doc.ref)
        with connection.cursor() as cursor:
            cursor.executemany(sql, [_row(doc, numbers) for doc in batch])
        vocabulary.add(_tokens(batch))
        count += len(batch)
    return count


def _tokens(docs: Iterable[Doc]) -> Iterator[str]:
    """Every token of the documents, with repetition."""
    for doc in docs:
        yield from doc.head.split()
        yield from doc.more.split()


def remove(refs: Iterable[str]) -> int:
    """Take documents out by their own references; return how many there were."""
    return SearchDocument.objects.filter(ref__in=list(refs)).delete()[0]


def reindex(refs: Iterable[str]) -> int:
    """Bring everything that opens these records up to date, whatever became of it. Call it in the act, at its end.

    Raises:
        KeyError: nobody has registered what can be found about such a record.
    """
    by_source: dict[str, set[int]] = {}
    for ref in refs:
        source, _, number = ref.partition(":")
        by_source.setdefault(source, set()).add(int(number))
    return sum(reindex_kind(source, sorted(ids)) for source, ids in by_source.items())


def reindex_kind(source: str, ids: Sequence[int]) -> int:
    """The same for many records of one sort, such as the parcels that an import changed."""
    count = 0
    for start in range(0, len(ids), _CHUNK):
        some = list(ids[start : start + _CHUNK])
        docs = list(_sources[source].indexer(some))
        over = SearchDocument.objects.filter(target__in=[f"{source}:{pk}" for pk in some])
        known = set(over.values_list("ref", flat=True))
        remove(known - {doc.ref for doc in docs})
        count += index(docs)
    return count


@transaction.atomic
def rebuild() -> int:
    """Index everything anew; return the number of documents.

    On SQLite searches go on meanwhile with what was there before; on PostgreSQL they wait for the seconds it takes.
    """
    tables.before_rebuild()
    numbers, total = kind_numbers(), 0
    counts: Counter[str] = Counter()
    for source in _sources.values():
        for batch in _batches(source.indexer(None)):
            tables.load([_row(doc, numbers) for doc in batch])
            counts.update(_tokens(batch))
            total += len(batch)
    tables.after_rebuild()
    vocabulary.replace(counts)
    return total


def _batches(docs: Iterable[Doc]) -> Iterator[list[Doc]]:
    iterator = iter(docs)
    while batch := list(islice(iterator, _CHUNK)):
        yield batch
