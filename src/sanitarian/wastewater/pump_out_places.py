"""Which parcel and system a pump-out's place is, as written: one that is certain, or a note for staff to look.

A tax-map number may be that of several parcels, an address as well. None of several is ever picked (C01, C03).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sanitarian.county.models import Municipality, Parcel
from sanitarian.county.parcel_lists import parse_parcel_list
from sanitarian.wastewater.models import System, SystemParcel

_CHUNK = 500
_KINDS = {"town of ": "town", "city of ": "city", "village of ": "village"}


@dataclass(frozen=True)
class Written:
    """A place as people write it."""

    tax_map: str = ""
    town: str = ""
    address: str = ""

    @property
    def text(self) -> str:
        """The place in a line."""
        return ", ".join(part for part in (self.address, self.town, self.tax_map) if part)[:250]


@dataclass(frozen=True)
class FoundPlace:
    """The parcel and the system, as far as certain; ``note`` says what somebody must look at, empty if nothing."""

    parcel: Parcel | None = None
    system: System | None = None
    note: str = ""
    candidates: tuple[Parcel, ...] = ()


def find_places(written: Sequence[Written]) -> list[FoundPlace]:
    """The place of each, in a number of queries that grows with the chunks and the towns, not with the places."""
    towns = _Towns()
    by_key = _parcels_by_key({key for item in written for key in parse_parcel_list(item.tax_map)})
    by_address = _parcels_by_address(
        {pk for item in written if not item.tax_map and item.address for pk in towns.ids(item.town)}
    )
    found = [
        _by_numbers(item, by_key, towns) if item.tax_map else _by_address(item, by_address, towns) for item in written
    ]
    systems = _systems_of({parcel.pk for place in found for parcel in place.candidates})
    return [_with_system(place, systems) for place in found]


def find_place(written: Written) -> FoundPlace:
    """The same for one place."""
    return find_places([written])[0]


class _Towns:
    """Municipalities by name, however it is written; a village and a town may share a name."""

    def __init__(self) -> None:
        self._all = list(Municipality.objects.all())
        self.names = {place.pk: str(place) for place in self._all}

    def of(self, text: str) -> list[Municipality]:
        name, kind = " ".join(text.split()).casefold(), ""
        for prefix, of_kind in _KINDS.items():
            if name.startswith(prefix):
                name, kind = name.removeprefix(prefix), of_kind
        return [
            place
            for place in self._all
            if name and name in {place.name.casefold(), place.swis} and kind in {"", place.kind}
        ]

    def ids(self, text: str) -> set[int]:
        return {place.pk for place in self.of(text)}

    def swis(self, text: str) -> tuple[str, ...]:
        """How the SWIS codes of a town's parcels begin: those of a village in it begin like the town's."""
        return tuple(place.swis[:4] if place.kind == Municipality.Kind.TOWN else place.swis for place in self.of(text))


def _chunks(values: Iterable[Any]) -> Iterator[list[Any]]:
    listed = sorted(values)
    return (listed[start : start + _CHUNK] for start in range(0, len(listed), _CHUNK))


def _parcels_by_key(keys: set[str]) -> dict[str, list[Parcel]]:
    found: dict[str, dict[int, Parcel]] = defaultdict(dict)
    for some in _chunks(keys):
        parcels = Parcel.objects.select_related("municipality")
        for parcel in parcels.filter(print_key__in=some) | parcels.filter(key__in=some):
            for name in {parcel.print_key, parcel.key} & keys:
                found[name][parcel.pk] = parcel
    return {key: _current(list(parcels.values())) for key, parcels in found.items()}


def _current(parcels: list[Parcel]) -> list[Parcel]:
    """Those on the roll today; the retired ones only where there is no other."""
    return sorted(
        [parcel for parcel in parcels if parcel.retired_on is None] or parcels, key=lambda parcel: parcel.pk
    )  # fmt: skip


def _parcels_by_address(towns: set[int]) -> dict[str, list[Parcel]]:
    """The parcels of these towns by their address. A parcel of a village lies in the town around it as well."""
    found: dict[str, dict[int, Parcel]] = defaultdict(dict)
    if towns:
        parcels = Parcel.objects.select_related("municipality")
        for parcel in parcels.filter(municipality__in=towns) | parcels.filter(village__in=towns):
            if parcel.address:
                found[_folded(parcel.address)][parcel.pk] = parcel
    return {address: _current(list(parcels.values())) for address, parcels in found.items()}


def _folded(address: str) -> str:
    return " ".join(address.casefold().replace(".", "").replace(",", " ").split())


def _by_numbers(item: Written, by_key: dict[str, list[Parcel]], towns: _Towns) -> FoundPlace:
    certain: list[Parcel] = []
    notes: list[str] = []
    prefixes = towns.swis(item.town)
    if item.town and not prefixes:
        notes.append(f"no town here is called {item.town}")
    for key in parse_parcel_list(item.tax_map):
        parcels = [parcel for parcel in by_key.get(key, ()) if not prefixes or parcel.swis.startswith(prefixes)]
        if len(parcels) == 1:
            certain += parcels
        elif parcels:
            return FoundPlace(note=_several(f"the number {key}", parcels), candidates=tuple(parcels))
        else:
            where = f" in {item.town}" if prefixes else ""
            notes.append(f"no parcel{where} has the number {key}")
    certain = list(dict.fromkeys(certain))
    parcel = certain[0] if certain else None
    return FoundPlace(parcel=parcel, note="; ".join(notes), candidates=tuple(certain))


def _by_address(item: Written, by_address: dict[str, list[Parcel]], towns: _Towns) -> FoundPlace:
    if not item.address:
        return FoundPlace(note="no place is given")
    wanted = towns.ids(item.town)
    if not wanted:
        why = f"no town here is called {item.town}" if item.town else "no tax map number and no town is given"
        return FoundPlace(note=why)
    parcels = [
        parcel
        for parcel in by_address.get(_folded(item.address), ())
        if {parcel.municipality_id, parcel.village_id} & wanted
    ]
    if len(parcels) > 1:
        return FoundPlace(note=_several("this address", parcels), candidates=tuple(parcels))
    if not parcels:
        return FoundPlace(note=f"no parcel in {item.town} has this address")
    return FoundPlace(parcel=parcels[0], candidates=(parcels[0],))


def _several(what: str, parcels: Sequence[Parcel]) -> str:
    where = sorted({str(parcel.municipality) if parcel.municipality else f"SWIS {parcel.swis}" for parcel in parcels})
    return f"{len(parcels)} parcels have {what} ({' and '.join(where)}); which one is meant cannot be told"


def _systems_of(parcels: set[int]) -> dict[int, list[System]]:
    """The systems in use on each parcel."""
    found: dict[int, list[System]] = defaultdict(list)
    for some in _chunks(parcels):
        links = SystemParcel.objects.filter(parcel__in=some).exclude(system__status=System.Status.ABANDONED)
        for link in links.select_related("system").order_by("system_id"):
            found[link.parcel_id].append(link.system)
    return found


def _with_system(place: FoundPlace, systems: dict[int, list[System]]) -> FoundPlace:
    """The one system that serves every parcel named, and a note where there is not exactly one."""
    if place.parcel is None:
        return place
    serving = [
        system
        for system in systems.get(place.parcel.pk, [])
        if all(system in systems.get(other.pk, []) for other in place.candidates)
    ]
    notes = [place.note] if place.note else []
    if len(place.candidates) > 1 and not serving:
        notes.append("no one system is on record for all these parcels")
    elif not serving:
        notes.append("no system is on record for this parcel")
    elif len(serving) > 1:
        notes.append(f"{len(serving)} systems serve this parcel; which one was pumped is not said")
    return FoundPlace(
        parcel=place.parcel,
        system=serving[0] if len(serving) == 1 else None,
        note="; ".join(notes),
        candidates=place.candidates,
    )
