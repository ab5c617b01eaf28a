"""Owners as the roll names them, and by what two of them are the same."""

import hashlib
import unicodedata
from collections.abc import Mapping
from typing import Any, NamedTuple

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'"})


class Owner(NamedTuple):
    """An owner with a mailing address. Two owners are one party when ``match_key`` is the same.

    Without an address that mail could reach, a name names nobody in particular: such owners are matched within their
    own parcel only.
    """

    name: str
    line1: str
    line2: str
    city: str
    state: str
    zip_code: str
    match_key: str

    @property
    def folded_name(self) -> str:
        return fold(self.name)


def fold(text: str) -> str:
    """A name or address line for exact comparison: case, runs of blanks and the kind of apostrophe put aside."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_APOSTROPHES).casefold().split())


def owners_of(row: Mapping[str, Any], parcel: str) -> tuple[Owner, ...]:
    """The owners in a row, the primary one first; ``parcel`` names it for owners that cannot be matched elsewhere."""
    first = _owner(row, "owner", "mail_", parcel)
    if first is None:
        return ()
    own_address = any(row.get(f"mail_2_{part}") for part in ("address", "po_box"))
    second = _owner(row, "owner_2", "mail_2_" if own_address else "mail_", parcel)
    return (first,) if second is None or second.match_key == first.match_key else (first, second)


def _owner(row: Mapping[str, Any], name_field: str, prefix: str, parcel: str) -> Owner | None:
    name = row.get(name_field)
    if not name:
        return None
    box = row.get(f"{prefix}po_box") or ""
    if box and box[0].isdigit():
        box = f"PO Box {box}"
    lines = [line for line in (row.get(f"{prefix}address") or "", box) if line]
    line1, line2 = (*lines, "", "")[:2]
    city, state, zip_code = (row.get(f"{prefix}{part}") or "" for part in ("city", "state", "zip"))
    return make_owner((name, line1, line2, city, state, zip_code), parcel)


def make_owner(told: tuple[str, str, str, str, str, str], parcel: str) -> Owner:
    """An owner with its fingerprint: from name, two address lines, city, state and ZIP code."""
    _, line1, _, city, _, zip_code = told
    scope = "" if line1 and (city or zip_code) else parcel
    parts = [scope, *(fold(part) for part in told)]
    return Owner(*told, match_key=hashlib.sha256("\x1f".join(parts).encode()).hexdigest())
