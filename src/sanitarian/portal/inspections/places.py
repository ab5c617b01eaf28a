"""Finding the one property that an inspector is engaged for: no list of owners, no list of who is due."""

import re
from dataclasses import dataclass

from sanitarian.core.records import ref_id
from sanitarian.core.search import find
from sanitarian.county.models import Municipality, Parcel

SHOWN = 5
_CANDIDATES = 40
_NUMBER = re.compile(r"\d+[a-z]?", re.IGNORECASE)


@dataclass(frozen=True)
class Found:
    """Properties that fit, and whether there were more than are shown."""

    parcels: list[Parcel]
    more: bool = False
    too_little: bool = False


def engaged_for(query: str, town: Municipality | None) -> Found:
    """The properties with this tax map number or address.

    An address needs its house number, which must fit exactly; the street's name may be misspelt. ``too_little`` says
    that the query would list a street or a town.
    """
    typed = " ".join(query.split())
    exact = _in_town(Parcel.objects.filter(print_key__iexact=typed), town)
    if found := list(exact.select_related("municipality", "village")[: SHOWN + 1]):
        return Found(found[:SHOWN], more=len(found) > SHOWN)
    number = _NUMBER.match(typed)
    if number is None or not re.search(r"[a-z]{2}", typed[number.end() :], re.IGNORECASE):
        return Found([], too_little=True)
    hits = find(typed, kinds=["parcel"], limit=_CANDIDATES).hits
    ids = [ref_id(hit.ref) for hit in hits]
    rows = _in_town(Parcel.objects.filter(pk__in=ids, street_number__iexact=number.group()), town)
    parcels = {parcel.pk: parcel for parcel in rows.select_related("municipality", "village")}
    found = [parcels[pk] for pk in ids if pk in parcels]
    return Found(found[:SHOWN], more=len(found) > SHOWN)


def _in_town(rows, town: Municipality | None):  # type: ignore[no-untyped-def]
    if town is None:
        return rows
    return rows.filter(village=town) if town.kind == Municipality.Kind.VILLAGE else rows.filter(municipality=town)
