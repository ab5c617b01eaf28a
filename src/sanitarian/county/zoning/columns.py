"""What the county needs of a layer's attributes, by which column names it is found, and how a row is read."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sanitarian.county.counties import County, Municipality
from sanitarian.county.imports import cells
from sanitarian.county.zoning.lakes import lake_code, lake_name

Row = Mapping[str, Any]
_NO_ELEVATION_BELOW = -999  # -9999 and -8888 stand for "none"
_METRES = {"M", "METER", "METERS", "METRE", "METRES"}
_HUC = re.compile(r"hu_?c?_?12", re.IGNORECASE)


class RowFault(ValueError):
    """A row that cannot be taken: the column, its value and the reason."""

    def __init__(self, field: str, value: Any, reason: str) -> None:
        super().__init__(reason)
        self.field, self.value, self.reason = field, cells.shown(value), reason


@dataclass(frozen=True, slots=True)
class Label:
    """What a row says of its shape. ``skip`` tells why the county does not need it; ``note`` is a remark."""

    code: str = ""
    name: str = ""
    attributes: Mapping[str, Any] | None = None
    skip: str = ""
    note: str = ""


@dataclass(frozen=True)
class LayerKind:
    """How files of one kind are read. ``needs`` lists groups of columns of each of which one must be there."""

    name: str
    one: str
    many: str
    columns: Mapping[str, tuple[str, ...]]
    needs: tuple[tuple[str, ...], ...]
    identifiers: tuple[str, ...]
    dimensions: tuple[int, ...]
    read: Callable[[Row, County], Label]
    layer_names: tuple[str, ...] = ()


def recognise(kind: LayerKind, headers: Sequence[str]) -> dict[str, str]:
    """Which header gives which column, in any case.

    Raises:
        ValueError: a column that the kind needs is absent; the message lists accepted names and what the file has.
    """
    by_folded = {header.strip().casefold(): header for header in headers}
    found: dict[str, str] = {}
    for column, names in kind.columns.items():
        header = next((by_folded[name.casefold()] for name in names if name.casefold() in by_folded), None)
        if header is not None:
            found[column] = header
    for group in kind.needs:
        if not found.keys() & set(group):
            accepted = " or ".join(", ".join(kind.columns[column]) for column in group)
            raise ValueError(
                f"the file has no column that gives the {' or '.join(group)} of each {kind.one}. Accepted names: "
                f"{accepted}. The file has: {', '.join(headers) or 'no columns'}. Rename the column that holds it."
            )
    return found


def is_proxy(header: str) -> bool:
    """Whether a column is that of the hydrologic units, which stand in for the legal watershed map (B-8)."""
    return _HUC.search(header) is not None


def _text(row: Row, column: str) -> str:
    value = cells.text(row.get(column), 120)
    if value.fault:
        raise RowFault(column, row.get(column), value.fault)
    return str(value.value or "")


def _municipality(row: Row, county: County) -> Label:
    """A town, city or village, by its SWIS code, else by its name and kind."""
    read = cells.identifier(row.get("swis"), "a SWIS code")
    if read.fault:
        raise RowFault("swis", row.get("swis"), read.fault)
    name, swis = _text(row, "name"), str(read.value or "")
    if not swis:
        return _by_name(name, _text(row, "kind").lower(), county, row)
    if re.fullmatch(r"\d{4}", swis):
        swis += "00"
    if not re.fullmatch(r"\d{6}", swis):
        raise RowFault("swis", swis, "a SWIS code has six digits (or four for a town)")
    if not county.has_swis(swis):
        raise RowFault("swis", swis, f"another county's code; codes of {county.name} begin with {county.swis_prefix}")
    place = county.village_of(swis) or county.town_of(swis)
    kind = place.kind if place else ("town" if swis.endswith(("00", "89")) else "village")
    return Label(swis, place.name if place else name or swis, {"kind": kind})


def _by_name(name: str, kind: str, county: County, row: Row) -> Label:
    said = re.match(r"(?i)(town|city|village) of (.+)|(.+?) \(?(town|city|village)\)?$", name)
    if said:
        kind, name = (said[1] or said[4]).lower(), (said[2] or said[3]).strip()
    same = [place for place in county.municipalities if place.name.casefold() == name.casefold()]
    chosen = [place for place in same if place.kind == kind] if kind in {"town", "city", "village"} else same
    note = ""
    if len(chosen) > 1 and kind not in {"town", "city", "village"}:
        chosen = [place for place in chosen if place.kind != "village"]
        note = "a name that is both a town's and a village's was taken for the town's (no SWIS code, no kind)"
    if len(chosen) != 1:
        raise RowFault("name", name, f"not the name of one municipality of {county.name}; give the SWIS code")
    return Label(_code(chosen[0]), chosen[0].name, {"kind": chosen[0].kind}, note=note)


def _code(place: Municipality) -> str:
    return place.swis6[0]


def _watershed(row: Row, county: County) -> Label:
    """A lake's watershed, or another one, which has its use where it covers land for certain."""
    name = _text(row, "name")
    if not name:
        raise RowFault("name", "", "the watershed has no name")
    code = lake_code(name)
    if code is None:
        return Label("", name, {}, note=f"taken as another watershed: {name}")
    return Label(code, lake_name(code), {"label": name})


def _shoreline(row: Row, county: County) -> Label:
    """The shore of a lake of the schedule; other waters are left out."""
    name = _text(row, "name")
    if not name:
        raise RowFault("name", "", "the shoreline has no lake's name")
    code = lake_code(name)
    if code is None:
        return Label(skip=f"not a lake of the inspection schedule: {name}")
    return Label(code, lake_name(code), {"label": name})


def _flood_zone(row: Row, county: County) -> Label:
    """A flood zone with what the law needs of it: floodway or not, elevation in feet and its datum."""
    zone, subtype = _text(row, "zone").upper(), _text(row, "subtype").upper()
    if not zone:
        raise RowFault("zone", "", "the flood zone has no designation (FLD_ZONE)")
    read = cells.number(row.get("elevation"))
    if read.fault:
        raise RowFault("elevation", row.get("elevation"), read.fault)
    elevation = None if read.value is None or read.value <= _NO_ELEVATION_BELOW else float(read.value)
    note = ""
    if elevation is not None and _text(row, "unit").upper() in _METRES:
        elevation, note = None, "an elevation in meters was not taken; the code's elevations are feet"
    attributes: dict[str, Any] = {"subtype": subtype, "elevation_ft": elevation, "datum": _datum(_text(row, "datum"))}
    if "subtype" in row or "floodway" in row:
        old_style = _text(row, "floodway").upper()
        attributes["floodway"] = "FLOODWAY" in subtype or old_style.startswith(("FLOODWAY", "FW", "Y", "T"))
    name = f"{zone} floodway" if attributes.get("floodway") else zone
    if zone == "X" and subtype and subtype != "AREA OF MINIMAL FLOOD HAZARD":
        name = f"X ({subtype.lower()})"
    return Label(zone[:40], name[:120], attributes, note=note)


def _datum(text: str) -> str:
    """A vertical datum as the law names it; another one as the file has it."""
    plain = re.sub(r"[^A-Z0-9]", "", text.upper()).replace("1929", "29").replace("1988", "88")
    return plain[:10]


KINDS = {
    kind.name: kind
    for kind in (
        LayerKind(
            "municipalities",
            "municipality",
            "municipalities",
            {
                "swis": ("SWIS", "SWIS_CODE", "SWISCODE", "MUNI_SWIS"),
                "name": ("NAME", "MUNI_NAME", "MUNINAME", "MUNICIPALITY"),
                "kind": ("MUNI_TYPE", "MUNITYPE", "MUNITYCODE", "TYPE", "KIND"),
            },
            (("swis", "name"),),
            ("swis",),
            (2,),
            _municipality,
        ),
        LayerKind(
            "watersheds",
            "watershed",
            "watersheds",
            {"name": ("WATERSHED", "LAKE", "NAME", "WS_NAME", "HU_12_NAME", "HUC12_NAME", "HU12NAME", "GNIS_NAME")},
            (("name",),),
            (),
            (2,),
            _watershed,
        ),
        LayerKind(
            "shorelines",
            "shoreline",
            "shorelines",
            {"name": ("LAKE", "LAKE_NAME", "NAME", "GNIS_NAME", "WATERBODY", "WATER_BODY")},
            (("name",),),
            (),
            (1, 2),
            _shoreline,
        ),
        LayerKind(
            "flood",
            "flood zone",
            "flood zones",
            {
                "zone": ("FLD_ZONE", "FLDZONE", "ZONE"),
                "subtype": ("ZONE_SUBTY", "ZONE_SUBTYPE"),
                "floodway": ("FLOODWAY",),
                "elevation": ("STATIC_BFE", "STATICBFE", "BFE"),
                "datum": ("V_DATUM", "VDATUM"),
                "unit": ("LEN_UNIT",),
            },
            (("zone",),),
            (),
            (2,),
            _flood_zone,
            ("S_FLD_HAZ_AR", "S_Fld_Haz_Ar"),
        ),
    )
}
