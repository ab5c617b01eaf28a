"""What can be found about parcels: the parcel by address and numbers, and everybody who owns or owned it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from sanitarian.core.search import Doc, key_words, name_words, place_words
from sanitarian.county.models import Municipality, Ownership, Parcel

KINDS = {"parcel": 1, "owner": 2}
_CHUNK = 2_000


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """How a place is named in a result list, and the words that narrow a search to it."""

    title: str
    town: str
    words: str


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


def place_lines(ids: Sequence[int]) -> dict[int, PlaceLine]:
    """The places of these parcels, for documents of the rooms above."""
    towns = town_names()
    return {parcel.pk: _line(parcel, towns) for parcel in Parcel.objects.filter(pk__in=ids)}


def _line(parcel: Parcel, towns: dict[int, str]) -> PlaceLine:
    town = towns.get(parcel.village_id or parcel.municipality_id or 0, "")
    words = f"{place_words(parcel.address)} {place_words(town)} {key_words(exact_only=[parcel.shown_key])}"
    return PlaceLine(parcel.address or parcel.shown_key, town, words)


def docs(ids: Sequence[int] | None) -> Iterator[Doc]:
    """Documents of these parcels, or of all."""
    towns = town_names()
    if ids is not None:
        yield from _chunk_docs(list(Parcel.objects.filter(pk__in=ids)), towns)
        return
    last = 0
    while some := list(Parcel.objects.filter(pk__gt=last).order_by("pk")[:_CHUNK]):
        yield from _chunk_docs(some, towns)
        last = some[-1].pk


def _chunk_docs(parcels: list[Parcel], towns: dict[int, str]) -> Iterator[Doc]:
    owners: dict[int, list[_Owner]] = {}
    rows = (
        Ownership.objects.filter(parcel__in=[parcel.pk for parcel in parcels])
        .order_by("position", "pk")
        .values_list("pk", "parcel_id", "party__name", "ends")
    )
    for row in rows:
        owners.setdefault(row[1], []).append(_Owner(*row))
    for parcel in parcels:
        line, own = _line(parcel, towns), owners.get(parcel.pk, [])
        yield _parcel_doc(parcel, line, [owner.name for owner in own if owner.ends is None])
        yield from (_owner_doc(parcel, line, owner) for owner in own)


def _parcel_doc(parcel: Parcel, line: PlaceLine, owners: list[str]) -> Doc:
    keys = key_words(
        parcel.print_key,
        parcel.key,
        exact_only=(parcel.swis + parcel.key, f"{parcel.swis}-{parcel.key}", f"{parcel.swis}-{parcel.print_key}"),
    )
    note = "provisional record" if parcel.provisional else ""
    if parcel.retired_on:
        note = f"retired {parcel.retired_on.year}"
    return Doc(
        kind="parcel",
        ref=f"parcel:{parcel.pk}",
        title=line.title,
        subtitle=" · ".join([f"Print key {parcel.print_key}" if parcel.print_key else parcel.key, *owners]),
        town=line.town,
        note=note,
        head=f"{keys} {place_words(parcel.address)}",
        more=" ".join([place_words(line.town), *map(name_words, owners)]),
        standing=1 if parcel.retired_on else 0,
    )


def _owner_doc(parcel: Parcel, line: PlaceLine, owner: _Owner) -> Doc:
    return Doc(
        kind="owner",
        ref=f"ownership:{owner.pk}",
        target=f"parcel:{parcel.pk}",
        title=owner.name,
        subtitle=f"{line.title} · {parcel.shown_key}" if line.title != parcel.shown_key else line.title,
        town=line.town,
        note=f"until {owner.ends.year}" if owner.ends else ("parcel retired" if parcel.retired_on else ""),
        head=name_words(owner.name),
        more=line.words,
        standing=1 if owner.ends or parcel.retired_on else 0,
    )
