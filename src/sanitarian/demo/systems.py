"""Which places of the demo county have systems, and what the schedule says of each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from itertools import pairwise

from sanitarian.county.facts import PlaceFacts
from sanitarian.county.models import Municipality, Ownership, Parcel
from sanitarian.county.queries import places_of
from sanitarian.demo.chance import SEED, Chance
from sanitarian.demo.roll import RESIDENTIAL
from sanitarian.law.review import most_restrictive
from sanitarian.law.ruling import Ruling
from sanitarian.wastewater.facts import schedule_of

SYSTEMS = 16_000
_OTHER_BUILT = frozenset({"411", "416", "417", "421", "570", "582", "620", "652"})
_SHARED, _DOUBLE, _SURVEYED = 60, 40, 25
_CHUNK = 2_000


@dataclass(slots=True)
class Site:
    """A system to be: the parcels that it serves (its own first), and the schedule's answer on the day of the demo."""

    parcels: list[Parcel]
    ruling: Ruling
    town_id: int | None
    town: str
    holder_id: int | None
    built: int
    bedrooms: int
    tank: int
    surveyed_ft: Decimal | None = None
    id: int = 0
    number: str = ""
    classification: str = ""
    last_inspected: date | None = None
    abandoned_on: date | None = None
    next_due: date | None = None
    drain_pipes: int = 0

    @property
    def parcel(self) -> Parcel:
        return self.parcels[0]

    @property
    def lake_front(self) -> bool:
        return self.ruling.outcome == "lake-front"


@dataclass
class Places:
    """Parcels with what is on record about where they lie and who owns them."""

    facts: dict[int, PlaceFacts]
    owners: dict[int, int]
    towns: dict[str, int] = field(default_factory=dict)


def choose_sites(on: date, scale: float = 1.0) -> list[Site]:
    """The places with systems: every lake-front house, and so many others that the county has 16,000 (times scale)."""
    chance = Chance(SEED, 51)
    candidates = _candidates()
    places = _places(candidates)
    wanted = round(SYSTEMS * scale)
    shared, double = (max(round(count * scale), 2) for count in (_SHARED, _DOUBLE))
    singles = _single_places(candidates, places, wanted - double, chance)
    doubles = chance.some(singles, double)
    groups = [[parcel] for parcel in singles] + [[parcel] for parcel in doubles]
    groups = _with_neighbours(groups, candidates, shared, chance)
    groups.sort(key=lambda group: (group[0].swis, group[0].key))
    sites = [_site(group, places, on, chance) for group in groups]
    _survey(sites, on, places, max(round(_SURVEYED * scale), 1), chance)
    return sites


def _candidates() -> list[Parcel]:
    built = RESIDENTIAL | _OTHER_BUILT
    rows = Parcel.objects.filter(
        sewer__in=[Parcel.Sewer.PRIVATE, Parcel.Sewer.UNKNOWN], property_class__in=built, retired_on__isnull=True
    )
    return list(rows.order_by("swis", "key"))


def _places(parcels: Sequence[Parcel]) -> Places:
    facts: dict[int, PlaceFacts] = {}
    owners: dict[int, int] = {}
    for start in range(0, len(parcels), _CHUNK):
        some = parcels[start : start + _CHUNK]
        facts |= places_of(some)
        rows = Ownership.objects.filter(parcel__in=some, position=1, ends__isnull=True)
        owners |= dict(rows.values_list("parcel_id", "party_id"))
    towns = Municipality.objects.exclude(kind=Municipality.Kind.VILLAGE).values_list("name", "id")
    return Places(facts, owners, dict(towns))


def _single_places(candidates: list[Parcel], places: Places, wanted: int, chance: Chance) -> list[Parcel]:
    """Parcels with one system: all that front a lake or lie where nothing is shown, and a part of the others."""
    first: list[Parcel] = []
    others: list[Parcel] = []
    for parcel in candidates:
        place = places.facts[parcel.pk]
        fronts = place.fronts not in {None, "none"}
        (first if fronts or parcel.x is None else others).append(parcel)
    first = chance.some(first, wanted * 2 // 5)
    return first + chance.some(others, wanted - len(first))


def _with_neighbours(
    groups: list[list[Parcel]], candidates: list[Parcel], wanted: int, chance: Chance
) -> list[list[Parcel]]:
    """Let some systems serve the next lot as well."""
    taken = {parcel.pk for group in groups for parcel in group}
    after = {first.pk: second for first, second in pairwise(candidates) if first.swis == second.swis}
    free = [group for group in groups if group[0].pk in after and after[group[0].pk].pk not in taken]
    for group in chance.some(free, wanted):
        neighbour = after[group[0].pk]
        if neighbour.pk not in taken:
            taken.add(neighbour.pk)
            group.append(neighbour)
    return groups


def _site(parcels: list[Parcel], places: Places, on: date, chance: Chance) -> Site:
    ruling = _ruling(parcels, places, on, None)
    town = places.facts[parcels[0].pk].municipality or ""
    built = parcels[0].year_built or chance.between(1940, 2005)
    bedrooms = parcels[0].bedrooms or chance.between(2, 4)
    return Site(
        parcels=parcels, ruling=ruling, town_id=places.towns.get(town), town=town,
        holder_id=places.owners.get(parcels[0].pk),
        built=min(max(built, 1935) + (chance.between(0, 45) if built < 1975 else 0), on.year - 1),
        bedrooms=bedrooms, tank=1000 if bedrooms <= 3 else 1000 + 250 * (bedrooms - 3),
        next_due=ruling.values["next_due"],
    )  # fmt: skip


def _ruling(parcels: Sequence[Parcel], places: Places, on: date, surveyed_ft: Decimal | None) -> Ruling:
    return most_restrictive(
        [schedule_of(places.facts[parcel.pk], system_distance_ft=surveyed_ft, as_of=on) for parcel in parcels]
    )


def _survey(sites: list[Site], on: date, places: Places, wanted: int, chance: Chance) -> None:
    """Some fronting places whose system is surveyed more than 500 feet from the lake leave the class (B-1)."""
    for site in chance.some([site for site in sites if site.lake_front], wanted):
        site.surveyed_ft = Decimal(chance.between(5020, 9000)) / 10
        site.ruling = _ruling(site.parcels, places, on, site.surveyed_ft)
        site.next_due = site.ruling.values["next_due"]


def in_scope(sites: Sequence[Site]) -> Iterator[Site]:
    """The places with due dates."""
    return (site for site in sites if site.ruling.values["cycle_years"] is not None)
