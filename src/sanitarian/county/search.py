"""What can be found about parcels: the parcel by address and numbers, and everybody who owns or owned it.

The public finds places: the same parcels under their addresses and numbers alone. No owner's name is among the words
of a place, so that a name neither finds one nor narrows a search down to one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from sanitarian.core.search import Doc, key_words, name_words, place_words
from sanitarian.county.models import Municipality, Ownership, Parcel

PLACE = "place"
KINDS = {"parcel": 1, "owner": 2, PLACE: 20}
_CHUNK = 2_000


@dataclass(frozen=True, slots=True)
class _Parcel:
    """The columns of a parcel that a document is made from."""

    pk: int
    swis: str
    key: str
    print_key: str
    address: str
    municipality: int | None
    village: int | None
    retired_on: date | None
    provisional: bool

    @property
    def shown_key(self) -> str:
        return self.print_key or self.key

    @property
    def title(self) -> str:
        return self.address or self.shown_key


_COLUMNS = (
    "pk", "swis", "key", "print_key", "address", "municipality_id", "village_id", "retired_on", "provisional",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Owner:
    pk: int
    parcel: int
    name: str
    ends: date | None


def town_names() -> dict[int, str]:
    """Municipalities as a result list names them: "Fleming", "Auburn (city)", "Moravia (village)"."""
    return {
        place.pk: place.name if place.kind == Municipality.Kind.TOWN else f"{place.name} ({place.kind})"
        for place in Municipality.objects.all()
    }


def place_titles(ids: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Address (or tax-map number) and town of these parcels, for documents of the rooms above."""
    towns = town_names()
    return {parcel.pk: (parcel.title, _town(parcel, towns)) for parcel in _read(Parcel.objects.filter(pk__in=ids))}


def docs(ids: Sequence[int] | None) -> Iterator[Doc]:
    """Documents of these parcels, or of all."""
    towns = town_names()
    if ids is not None:
        yield from _chunk_docs(_read(Parcel.objects.filter(pk__in=ids)), towns)
        return
    last = 0
    while some := _read(Parcel.objects.filter(pk__gt=last).order_by("pk"), _CHUNK):
        yield from _chunk_docs(some, towns)
        last = some[-1].pk


def _read(parcels: QuerySet[Parcel], limit: int | None = None) -> list[_Parcel]:
    return [_Parcel(*row) for row in parcels.values_list(*_COLUMNS)[:limit]]


def _town(parcel: _Parcel, towns: dict[int, str]) -> str:
    return towns.get(parcel.village or parcel.municipality or 0, "")


def _chunk_docs(parcels: list[_Parcel], towns: dict[int, str]) -> Iterator[Doc]:
    owners: dict[int, list[_Owner]] = {}
    rows = (
        Ownership.objects.filter(parcel__in=[parcel.pk for parcel in parcels])
        .order_by("position", "pk")
        .values_list("pk", "parcel_id", "party__name", "ends")
    )
    for row in rows:
        owners.setdefault(row[1], []).append(_Owner(*row))
    for parcel in parcels:
        own, town, address = owners.get(parcel.pk, []), _town(parcel, towns), place_words(parcel.address)
        yield _parcel_doc(parcel, town, address, [owner.name for owner in own if owner.ends is None])
        narrowing = f"{address} {place_words(town)} {key_words(exact_only=[parcel.shown_key])}"
        yield from (_owner_doc(parcel, town, narrowing, owner) for owner in own)
        if not parcel.provisional:  # opened for a report, under whatever words its filer wrote
            yield _place_doc(parcel, town, address)


def _keys(parcel: _Parcel) -> str:
    return key_words(
        parcel.print_key,
        parcel.key,
        exact_only=(parcel.swis + parcel.key, f"{parcel.swis}-{parcel.key}", f"{parcel.swis}-{parcel.print_key}"),
    )


def _place_doc(parcel: _Parcel, town: str, address: str) -> Doc:
    return Doc(
        kind=PLACE,
        ref=f"{PLACE}:{parcel.pk}",
        target=f"parcel:{parcel.pk}",
        title=parcel.title,
        subtitle=parcel.shown_key,
        town=town,
        note=f"retired {parcel.retired_on.year}" if parcel.retired_on else "",
        head=f"{_keys(parcel)} {address}",
        more=place_words(town),
        standing=1 if parcel.retired_on else 0,
    )


def _parcel_doc(parcel: _Parcel, town: str, address: str, owners: list[str]) -> Doc:
    note = "provisional record" if parcel.provisional else ""
    if parcel.retired_on:
        note = f"retired {parcel.retired_on.year}"
    return Doc(
        kind="parcel",
        ref=f"parcel:{parcel.pk}",
        title=parcel.title,
        subtitle=" · ".join([f"Print key {parcel.print_key}" if parcel.print_key else parcel.key, *owners]),
        town=town,
        note=note,
        head=f"{_keys(parcel)} {address}",
        more=" ".join([place_words(town), *map(name_words, owners)]),
        standing=1 if parcel.retired_on else 0,
    )


def _owner_doc(parcel: _Parcel, town: str, narrowing: str, owner: _Owner) -> Doc:
    return Doc(
        kind="owner",
        ref=f"ownership:{owner.pk}",
        target=f"parcel:{parcel.pk}",
        title=owner.name,
        subtitle=f"{parcel.title} · {parcel.shown_key}" if parcel.address else parcel.shown_key,
        town=town,
        note=f"until {owner.ends.year}" if owner.ends else ("parcel retired" if parcel.retired_on else ""),
        head=name_words(owner.name),
        more=narrowing,
        standing=1 if owner.ends or parcel.retired_on else 0,
    )
