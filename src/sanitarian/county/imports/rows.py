"""A table's rows become staged parcels: every cell read, every row taken, merged, skipped or rejected, with the reason.

Nothing here knows the register or a database.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import shapely
from pyproj import CRS

from sanitarian.county.counties import County
from sanitarian.county.imports import cells, geometry
from sanitarian.county.imports.fields import OWNER_FIELDS, PARCEL_FIELDS
from sanitarian.county.imports.findings import ImportRefused, Notices, Reject
from sanitarian.county.imports.mapping import SBL, Mapping
from sanitarian.county.imports.owners import Owner, owners_of
from sanitarian.county.imports.table import Table

SHORT_KEY = "short-key"
TOWN_NOT_KNOWN = "town-not-known"
REPAIRED = "repaired"
IMPORT_FLAGS = frozenset({SHORT_KEY, TOWN_NOT_KNOWN, REPAIRED})
_SBL_LENGTH = 20
_SBL_SHAPE = re.compile(r"\d{13}.{0,7}", re.DOTALL)
_KEY_LIMIT = 40


class Key(NamedTuple):
    """What names a parcel within a key scheme."""

    swis: str
    key: str


@dataclass(slots=True)
class StagedParcel:
    """A parcel as the file has it. ``values`` holds what the file tells; what is blank is absent.

    ``owners`` is None where the file tells nothing about them. ``shape`` is in the county's projection.
    """

    key: Key
    rows: list[int]
    values: dict[str, Any]
    owners: tuple[Owner, ...] | None = None
    shape: Any = None
    digest: str = ""
    x: float | None = None
    y: float | None = None
    flags: set[str] = field(default_factory=set)
    shares_shape: bool | None = None
    roll_year: int | None = None


@dataclass
class Staged:
    """A file read and checked. The counts of rows add up: read = parcels + merged + skipped + rejected."""

    scheme: str
    read: int
    parcels: dict[Key, StagedParcel]
    merged: int
    skipped: list[int]
    rejects: list[Reject]
    notices: Notices
    provided: frozenset[str]
    present: set[Key]
    has_shapes: bool

    @property
    def rejected(self) -> int:
        """How many rows were rejected; a row may have several reasons."""
        return len({reject.row for reject in self.rejects})


@dataclass
class _Read:
    """Columns of values after conversion; ``faulty`` are the places of rows that cannot be taken."""

    values: dict[str, list[Any]]
    faulty: set[int]
    rejects: list[Reject]


def stage(table: Table, mapping: Mapping, county: County, notices: Notices, epsg: int | None = None) -> Staged:
    """Read and check all rows.

    Raises:
        ImportRefused: the shapes have no known coordinate system, or lie outside the county.
    """
    read = _converted(table, mapping, notices)
    keys, skipped = _keys(table, mapping, county, read)
    places = [place for place, key in enumerate(keys) if key is not None and place not in read.faulty]
    present = {key for key in keys if key is not None}
    groups: dict[Key, list[int]] = {}
    for place in places:
        groups.setdefault(keys[place], []).append(place)  # type: ignore[arg-type]
    _note_differences(list(groups.values()), table, read, mapping, notices)
    shapes = _shapes(table, mapping, read, epsg, notices)
    parcels = {key: _parcel(key, group, table.numbers, read.values, mapping) for key, group in groups.items()}
    if shapes is not None:
        taken = np.array([place for group in groups.values() for place in group], dtype=int)
        rows = [table.numbers[place] for place in taken]
        mine = _in_county(shapes, taken, rows, county)
        _place(list(parcels.values()), mine, rows, notices)
    _flag(parcels, mapping, county, notices)
    return Staged(
        scheme=mapping.scheme,
        read=table.read,
        parcels=parcels,
        merged=len(places) - len(parcels),
        skipped=skipped,
        rejects=sorted(table.rejects + read.rejects, key=lambda reject: reject.row),
        notices=notices,
        provided=frozenset(mapping.columns.keys() | mapping.constants.keys()),
        present=present,
        has_shapes=shapes is not None,
    )


def _converted(table: Table, mapping: Mapping, notices: Notices) -> _Read:
    read = _Read({}, set(), [])
    for name, column in mapping.columns.items():
        convert = mapping.converter(name)
        known: dict[Any, cells.Cell] = {}
        values: list[Any] = []
        for place, cell in enumerate(table.columns[column]):
            memo = cell if isinstance(cell, str) else (type(cell), cell)
            found = known.get(memo)
            if found is None:
                found = known[memo] = convert(cell)
            values.append(found.value)
            if found.fault:
                read.faulty.add(place)
                read.rejects.append(Reject(table.numbers[place], column, cells.shown(cell)[:200], found.fault))
            elif found.note:
                notices.add(f"{column}: {found.note}", [table.numbers[place]])
        read.values[name] = values
    for name, constant in mapping.constants.items():
        found = mapping.converter(name)(constant)
        if found.fault:
            raise ImportRefused(f"The mapping's constant {name} = {constant!r}: {found.fault}.")
        read.values[name] = [found.value] * len(table.numbers)
    return read


def _keys(table: Table, mapping: Mapping, county: County, read: _Read) -> tuple[list[Key | None], list[int]]:
    """The key of each row, or None for one that is skipped (no parcel) or whose key cannot be read."""
    keys: list[Key | None] = []
    skipped: list[int] = []
    raw = read.values["key"]
    codes: Sequence[Any] = read.values.get("swis", raw)
    key_columns = {mapping.columns.get("swis"), mapping.columns["key"]}
    damaged = {reject.row for reject in read.rejects if reject.field in key_columns}
    for place, (swis, text) in enumerate(zip(codes, raw, strict=True)):
        number = table.numbers[place]
        found = None if number in damaged else _key(swis, text, mapping, county)
        keys.append(found if isinstance(found, Key) else None)
        if isinstance(found, Reject):
            column = mapping.columns.get(found.field, found.field)
            read.rejects.append(Reject(number, column, found.value, found.reason))
            read.faulty.add(place)
        elif found is None and number not in damaged:
            skipped.append(number)
    no_parcel = set(skipped)
    read.rejects = [reject for reject in read.rejects if reject.row not in no_parcel]
    return keys, skipped


def _key(swis: str | None, text: str | None, mapping: Mapping, county: County) -> Key | Reject | None:
    """The key in a row; or what is wrong with it (row number left 0); or None where the row is no parcel."""
    field_name, told, code, key = "swis", swis or "", swis or "", text or ""
    if mapping.pattern is not None and key:
        parts = mapping.pattern.fullmatch(key)
        if parts is None:
            return Reject(0, "key", key[:200], "this does not hold a SWIS code and a key as the mapping splits them")
        field_name, told, code, key = "key", key, parts["swis"], parts["key"].strip()
    if not key or _is_label(key, mapping.scheme):
        return None
    if not re.fullmatch(r"\d{6}", code):
        reason = "a SWIS code has six digits"
        if re.fullmatch(r"\d{5}", code):
            reason += "; a leading zero seems lost: export the column as text"
        return Reject(0, field_name, told[:200], reason)
    if not county.has_swis(code):
        reason = f"SWIS {code} is another county's: codes of {county.name} begin with {county.swis_prefix}"
        return Reject(0, field_name, told[:200], reason)
    fault = _key_fault(key, mapping.scheme)
    return Reject(0, "key", (text or "")[:200], fault) if fault else Key(code, key)


def _is_label(key: str, scheme: str) -> bool:
    """Whether the text in place of a key names a map feature (WATER, ROAD) and not a parcel."""
    return not any(sign.isdigit() for sign in key) or (scheme == SBL and key[0].isalpha())


def _key_fault(key: str, scheme: str) -> str:
    if len(key) > _KEY_LIMIT:
        return f"a key has at most {_KEY_LIMIT} characters"
    if scheme != SBL:
        return ""
    if len(key) > _SBL_LENGTH:
        return f"an SBL has at most {_SBL_LENGTH} characters; is the SWIS code in it?"
    return "" if _SBL_SHAPE.fullmatch(key) else "an SBL begins with 13 digits (section, block, lot); this does not"


def _parcel(
    key: Key, group: list[int], numbers: list[int], values: dict[str, list[Any]], mapping: Mapping
) -> StagedParcel:
    """One parcel from its rows: each fact from the first row that has it."""

    def told(name: str) -> Any:
        column = values.get(name)
        return None if column is None else next((column[place] for place in group if column[place] is not None), None)

    facts = {name: value for name in PARCEL_FIELDS if (value := told(name)) is not None}
    if mapping.scheme != SBL:
        facts.setdefault("print_key", key.key)
    if "address" not in values and "street" in facts:
        parts = (facts.get(name) for name in ("street_number", "street", "unit"))
        facts["address"] = " ".join(part for part in parts if part)[:200]
    owners = None
    if mapping.has_owners:
        first = next((place for place in group if values["owner"][place]), group[0])
        row = {name: values[name][first] for name in OWNER_FIELDS if name in values}
        owners = owners_of(row, f"{key.swis}|{mapping.scheme}|{key.key}")
    return StagedParcel(
        key=key,
        rows=[numbers[place] for place in group],
        values=facts,
        owners=owners,
        shares_shape=any(values["shares_shape"][place] for place in group) if "shares_shape" in values else None,
        roll_year=told("roll_year"),
    )


def _note_differences(
    groups: Sequence[list[int]], table: Table, read: _Read, mapping: Mapping, notices: Notices
) -> None:
    """Say where the rows of one parcel contradict each other; the first of them was taken."""
    for group in groups:
        if len(group) < 2:
            continue
        for name in ("address", "owner", "acres", "property_class", "sewer"):
            column = read.values.get(name)
            if column is not None and len({column[place] for place in group} - {None}) > 1:
                text = f"rows of one parcel differ in {mapping.columns.get(name, name)}; the first was taken"
                notices.add(text, [table.numbers[place] for place in group])


def _shapes(table: Table, mapping: Mapping, read: _Read, epsg: int | None, notices: Notices) -> Any:
    """The shapes or points of all rows with their coordinate system, or None for a plain list."""
    if table.shapes is not None and not shapely.is_missing(table.shapes).all():
        return table.shapes, geometry.coordinate_system(table.crs, epsg, notices)
    if mapping.has_points:
        points = geometry.points_from(read.values["lon"], read.values["lat"])
        return points, CRS.from_epsg(epsg or mapping.points_epsg)
    return None


def _in_county(found: tuple[np.ndarray, CRS], taken: np.ndarray, rows: list[int], county: County) -> np.ndarray:
    """The shapes of the rows that are taken, in the county's projection."""
    shapes, crs = found
    if not len(taken):
        return shapes[:0]
    mine = geometry.without_empty(geometry.projected(shapes[taken], crs, county))
    geometry.require_in_county(mine, rows, county)
    return mine


def _place(parcels: list[StagedParcel], shapes: np.ndarray, rows: list[int], notices: Notices) -> None:
    """Give each parcel its shape, repaired, and joined where it came in several rows (which follow one another)."""
    mine, faulty = geometry.repaired(shapes)
    if faulty.any():
        notices.add("shapes that crossed themselves were repaired", [rows[place] for place in np.flatnonzero(faulty)])
    joined = np.full(len(parcels), None, dtype=object)
    start = 0
    for index, parcel in enumerate(parcels):
        end = start + len(parcel.rows)
        joined[index] = mine[start] if end - start == 1 else _union(mine[start:end])
        if faulty[start:end].any():
            parcel.flags.add(REPAIRED)
        start = end
    _keep_shapes(parcels, joined, notices)


def _union(parts: np.ndarray) -> Any:
    there = parts[~shapely.is_missing(parts)]
    if not len(there):
        return None
    return there[0] if len(there) == 1 else shapely.union_all(there)


def _keep_shapes(parcels: list[StagedParcel], shapes: np.ndarray, notices: Notices) -> None:
    places, fingerprints = geometry.inner_points(shapes), geometry.digests(shapes)
    seen: dict[str, int] = {}
    for fingerprint in fingerprints:
        seen[fingerprint] = seen.get(fingerprint, 0) + 1
    without = []
    for parcel, shape, point, fingerprint in zip(parcels, shapes, places, fingerprints, strict=True):
        if shape is None:
            without.append(parcel.rows[0])
            continue
        parcel.x, parcel.y = float(point[0]), float(point[1])
        if fingerprint:
            parcel.shape, parcel.digest = shape, fingerprint
            parcel.shares_shape = bool(parcel.shares_shape) or seen[fingerprint] > 1
    if without:
        notices.add("parcels without a shape in the file; on the register they keep the one they had", without)


def _flag(parcels: dict[Key, StagedParcel], mapping: Mapping, county: County, notices: Notices) -> None:
    short, unlisted = [], []
    for key, parcel in parcels.items():
        if mapping.scheme == SBL and len(key.key) != _SBL_LENGTH:
            parcel.flags.add(SHORT_KEY)
            short.append(parcel.rows[0])
        if county.town_of(key.swis) is None:
            parcel.flags.add(TOWN_NOT_KNOWN)
            unlisted.append(parcel.rows[0])
    if short:
        notices.add(f"SBL of fewer than {_SBL_LENGTH} characters, kept as given and flagged", short)
    if unlisted:
        notices.add("SWIS codes that are not in the county's list; the town is not shown", unlisted)
