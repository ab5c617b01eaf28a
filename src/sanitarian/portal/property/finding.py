"""Finding a property by address or tax map number, for anybody: among places alone, which know no names."""

from collections.abc import Iterable
from dataclasses import dataclass

from sanitarian.core.records import ref_id
from sanitarian.core.search import find, place_words
from sanitarian.county.models import Municipality, Parcel
from sanitarian.county.search import PLACE, town_names

SHOWN = 30
_ASKED = 200  # read before the town is looked at


@dataclass(frozen=True, slots=True)
class Place:
    """A property in a list to choose from."""

    id: int
    title: str
    tax_map_number: str
    town: str
    retired: bool


@dataclass(frozen=True, slots=True)
class Found:
    """What was found. ``opens`` is the one that was meant, where nothing else could have been.

    ``certain`` are those whose whole address or number is as typed: with one of them alone there is nothing to ask.
    """

    places: tuple[Place, ...] = ()
    certain: tuple[int, ...] = ()
    opens: int | None = None
    corrected: str = ""
    more: bool = False
    too_short: bool = False


def towns() -> list[tuple[str, str]]:
    """The municipalities to choose from, as a form takes them."""
    return [(str(pk), name) for pk, name in sorted(town_names().items(), key=lambda item: item[1])]


def find_places(query: str, town_id: int | None = None) -> Found:
    """Places by address or tax map number, typing errors forgiven, in one municipality if that is given."""
    town = Municipality.objects.filter(pk=town_id).first() if town_id else None
    results = find(query, kinds=[PLACE], limit=_ASKED)
    if town is not None:  # typed words may have led elsewhere first: the town narrows the search, too
        narrowed = find(f"{query} {town.name}", kinds=[PLACE], limit=_ASKED)
        results = narrowed if narrowed.hits and not results.too_short else results
    wanted = [ref_id(hit.target) for hit in results.hits]
    rows = _rows(wanted, town)
    hits = [hit for hit in results.hits if ref_id(hit.target) in rows]
    places = [rows[ref_id(hit.target)] for hit in hits]
    certain = [
        place.id for hit, place in zip(hits, places, strict=True) if hit.exact or _as_typed(query, place.title, town)
    ]
    opens = certain[0] if len(certain) == 1 and (len(places) == 1 or results.opens == f"parcel:{certain[0]}") else None
    is_corrected = bool(hits) and all(hit.corrected for hit in hits)
    return Found(
        places=tuple(places[:SHOWN]),
        certain=tuple(certain),
        opens=opens,
        corrected=(results.corrected or "") if is_corrected else "",
        more=len(places) > SHOWN or bool(results.more),
        too_short=results.too_short,
    )


def _rows(ids: Iterable[int], town: Municipality | None) -> dict[int, Place]:
    names = town_names()
    parcels = Parcel.objects.filter(pk__in=list(ids), provisional=False)
    return {
        parcel.pk: Place(
            id=parcel.pk,
            title=parcel.address or parcel.shown_key,
            tax_map_number=parcel.shown_key,
            town=names.get(parcel.village_id or parcel.municipality_id or 0, ""),
            retired=parcel.retired_on is not None,
        )
        for parcel in parcels
        if town is None or town.pk in {parcel.municipality_id, parcel.village_id}
    }


def _as_typed(query: str, title: str, town: Municipality | None) -> bool:
    """Whether the query is the whole address, in any order and with any abbreviation of its words."""
    said, meant = set(place_words(query).split()), set(place_words(title).split())
    return said == meant or (town is not None and said - set(place_words(town.name).split()) == meant)
