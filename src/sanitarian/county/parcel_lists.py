"""Several parcels typed into one field, such as the lots that one system serves."""

import re
from dataclasses import dataclass, field

from sanitarian.county.models import Parcel

# A slash is part of some print keys ("12.-3-4.12/HOME"), so it separates nothing.
_SEPARATORS = re.compile(r"[;,&\n]|\s+and\s+", re.IGNORECASE)


@dataclass
class ParcelList:
    """What a list names: parcels found, in its order and each once; keys of no parcel; keys of several."""

    found: list[Parcel] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    ambiguous: dict[str, list[Parcel]] = field(default_factory=dict)


def parse_parcel_list(text: str) -> list[str]:
    """The keys in a list: separated by semicolon, comma, ampersand, "and" or a new line; each once, as typed."""
    return list(dict.fromkeys(key for part in _SEPARATORS.split(text) if (key := part.strip())))


def find_parcels(text: str, swis: str = "") -> ParcelList:
    """The parcels a list names by print key or SBL, exactly as written.

    ``swis`` narrows to a town (its first four digits) or a roll code (all six). Without it a key that several towns
    use is ambiguous, and no one of them is picked.
    """
    keys = parse_parcel_list(text)
    parcels = Parcel.objects.filter(swis__startswith=swis).select_related("municipality").order_by("pk")
    by_key: dict[str, list[Parcel]] = {key: [] for key in keys}
    for parcel in parcels.filter(print_key__in=keys) | parcels.filter(key__in=keys):
        for name in {parcel.print_key, parcel.key} & by_key.keys():
            by_key[name].append(parcel)
    listed = ParcelList()
    for key, matches in by_key.items():
        if not matches:
            listed.unknown.append(key)
        elif len(matches) > 1:
            listed.ambiguous[key] = matches
        elif matches[0] not in listed.found:
            listed.found.append(matches[0])
    return listed
