"""Which column of a file gives which fact: the State's names are known, other layouts declare theirs in TOML."""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sanitarian.county.imports import cells
from sanitarian.county.imports.cells import Converter
from sanitarian.county.imports.fields import BY_NAME, FIELDS
from sanitarian.county.imports.findings import ImportRefused

SBL = "sbl"
_SECTIONS = {"key", "columns", "constants", "values", "points"}
_DEGREES = 4326


@dataclass(frozen=True)
class Mapping:
    """How a file is read. ``columns`` leads from a field to the header that gives it.

    ``scheme`` names the kind of key. Keys are unique within a SWIS code and scheme; two schemes are never compared.
    ``pattern`` splits a column that holds SWIS and key together.
    """

    columns: dict[str, str]
    constants: dict[str, str] = field(default_factory=dict)
    values: dict[str, dict[str, str]] = field(default_factory=dict)
    scheme: str = SBL
    pattern: re.Pattern[str] | None = None
    points_epsg: int = _DEGREES
    name: str = ""

    @property
    def has_points(self) -> bool:
        return {"lon", "lat"} <= self.columns.keys()

    @property
    def has_owners(self) -> bool:
        return "owner" in self.columns

    def converter(self, name: str) -> Converter:
        """How the cells of a field are read, the county's own codes translated first."""
        convert = BY_NAME[name].convert
        if name in {"lon", "lat"} and self.points_epsg != _DEGREES:
            return cells.number
        return cells.translated(convert, self.values[name]) if name in self.values else convert


def recognised(headers: list[str]) -> Mapping:
    """The mapping of a file in the State's layout, by long or ten-letter names in any case.

    Raises:
        ImportRefused: the file has no column for the parcel's key; the message lists what it has.
    """
    by_folded = {header.strip().casefold(): header for header in headers}
    columns: dict[str, str] = {}
    for spec in FIELDS:
        found = next((by_folded[name.casefold()] for name in spec.names if name.casefold() in by_folded), None)
        if found is not None:
            columns[spec.name] = found
    pattern = None
    if {"swis", "key"} <= columns.keys():
        columns.pop("swis_key", None)
    elif "swis_key" in columns:
        columns["key"] = columns.pop("swis_key")
        columns.pop("swis", None)
        pattern = re.compile(r"(?P<swis>\d{6})(?P<key>.*)")
    else:
        raise ImportRefused(
            "The columns SWIS and SBL, which together name a parcel, were not found. The file has: "
            f"{', '.join(headers) or 'no columns'}. If other columns hold them, name them in a mapping file "
            "(--mapping, see docs/imports.md)."
        )
    return Mapping(columns=columns, pattern=pattern)


def load_mapping(path: Path, headers: list[str]) -> Mapping:
    """Read a mapping file and tie it to the headers of the file at hand.

    Raises:
        ImportRefused: the mapping cannot be read, names an unknown field, or a column the file lacks.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ImportRefused(f"The mapping {path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ImportRefused(f"The mapping {path.name} is not valid TOML: {error}.") from None
    try:
        return _mapping(data, headers, path.name)
    except ValueError as error:
        raise ImportRefused(f"The mapping {path.name}: {error}") from None


def _mapping(data: dict[str, Any], headers: list[str], name: str) -> Mapping:
    if unknown := data.keys() - _SECTIONS:
        raise ValueError(f"section [{min(unknown)}] is not known; use {', '.join(sorted(_SECTIONS))}.")
    key = _section(data, "key")
    constants = {_known(field_name): str(value) for field_name, value in _section(data, "constants").items()}
    mapping = Mapping(
        columns=_columns(_section(data, "columns"), headers),
        constants=constants,
        values={
            _known(field_name): {str(code): str(word) for code, word in table.items()}
            for field_name, table in _section(data, "values").items()
        },
        scheme=_scheme(key.get("scheme", SBL)),
        pattern=_pattern(key.get("pattern")),
        points_epsg=int(_section(data, "points").get("crs", _DEGREES)),
        name=name,
    )
    _require_key(mapping)
    return mapping


def _section(data: dict[str, Any], name: str) -> dict[str, Any]:
    section = data.get(name, {})
    if not isinstance(section, dict):
        raise ValueError(f"{name} must be a section, written [{name}].")
    return section


def _columns(section: dict[str, Any], headers: list[str]) -> dict[str, str]:
    by_folded = {header.strip().casefold(): header for header in headers}
    columns: dict[str, str] = {}
    for column, field_name in section.items():
        header = by_folded.get(column.strip().casefold())
        if header is None:
            raise ValueError(f"the file has no column {column!r}; it has: {', '.join(headers)}.")
        if _known(field_name) in columns:
            raise ValueError(f"two columns are named for {field_name!r}.")
        columns[field_name] = header
    return columns


def _known(name: Any) -> str:
    if name not in BY_NAME or name == "swis_key":
        known = ", ".join(spec.name for spec in FIELDS if spec.name != "swis_key")
        raise ValueError(f"{name!r} is not a field; fields are {known}.")
    return str(name)


def _scheme(name: Any) -> str:
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9-]{0,19}", name):
        raise ValueError("the key scheme is a short word in small letters, such as print-key.")
    return name


def _pattern(source: Any) -> re.Pattern[str] | None:
    if source is None:
        return None
    try:
        pattern = re.compile(str(source))
    except re.error as error:
        raise ValueError(f"the key pattern is not a regular expression: {error}.") from None
    if set(pattern.groupindex) != {"swis", "key"}:
        raise ValueError("the key pattern must name two groups, (?P<swis>…) and (?P<key>…).")
    return pattern


def _require_key(mapping: Mapping) -> None:
    if "key" not in mapping.columns:
        raise ValueError("no column is named for the parcel's key (key).")
    if mapping.pattern is None and "swis" not in mapping.columns.keys() | mapping.constants.keys():
        raise ValueError(
            "nothing gives the SWIS code, without which a key names no parcel: name a column for swis, "
            "a pattern that splits it from the key, or a constant."
        )
    if ("lon" in mapping.columns) != ("lat" in mapping.columns):
        raise ValueError("a point needs both lon and lat.")
