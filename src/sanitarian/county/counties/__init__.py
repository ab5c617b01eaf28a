"""Which county this is: its names and codes, projection, bounding box and municipalities.

One setting decides: the environment variable ``SANITARIAN_COUNTY`` holds the name of a file beside this module
(``cayuga``, the default, or ``tompkins``) or the path of a TOML file in the same shape.
"""

import os
import re
import tomllib
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent
_KINDS = ("city", "town", "village")
_OUTSIDE_VILLAGES = "89"  # last two digits of the roll code of a town's land outside its villages
_WHOLE_TOWN = "00"


class CountyFileError(ValueError):
    """The county setting names no file, or the file lacks something; the message says what to correct."""


@dataclass(frozen=True, slots=True)
class Municipality:
    """A city, town or village and the State's roll codes (SWIS) that belong to it.

    ``swis4`` is the four-digit code of a city or town; a village has none of its own and instead one six-digit code
    in ``swis6`` for each town it lies in. ``verified`` is False while the codes have not been checked against the
    State's list; such codes are good for sorting, never for refusing a parcel.
    """

    name: str
    kind: str
    swis4: str
    swis6: tuple[str, ...]
    towns: tuple[str, ...]
    verified: bool
    source: str

    @property
    def title(self) -> str:
        """The name with its kind, as people say it: "Town of Fleming", "City of Auburn"."""
        return f"{self.kind.capitalize()} of {self.name}"


@dataclass(frozen=True)
class County:
    """One county. ``box`` is (min x, min y, max x, max y) in the projection ``epsg`` (US survey feet)."""

    key: str
    name: str
    state: str
    fips: str
    swis_prefix: str
    epsg: int
    box: tuple[float, float, float, float]
    time_zone: str
    municipalities: tuple[Municipality, ...]

    def has_swis(self, swis: str) -> bool:
        """True when a six-digit roll code carries this county's prefix."""
        return re.fullmatch(rf"{self.swis_prefix}\d{{4}}", swis) is not None

    def town_of(self, swis: str) -> Municipality | None:
        """The city or town whose four digits a six-digit roll code begins with; None when the town is not shown.

        A village's parcels count for their town too, so that totals by town add up to the county's.
        """
        return self._by_swis4.get(swis[:4])

    def village_of(self, swis: str) -> Municipality | None:
        """The village a six-digit roll code stands for; None outside villages."""
        return self._by_village_code.get(swis)

    def swis_codes(self, name: str) -> tuple[str, ...]:
        """Four-digit codes of the city or town with this name (any case); empty when there is none."""
        return tuple(m.swis4 for m in self.municipalities if m.swis4 and m.name.lower() == name.lower())

    def holds(self, x: float, y: float) -> bool:
        """True when a point in the county's projection lies in its bounding box."""
        min_x, min_y, max_x, max_y = self.box
        return min_x <= x <= max_x and min_y <= y <= max_y

    def is_listed(self, swis: str) -> bool:
        """True when the municipalities of this county name this very six-digit code."""
        place = self._by_swis4.get(swis[:4])
        return swis in self._by_village_code or (place is not None and swis in place.swis6)

    @cached_property
    def _by_swis4(self) -> dict[str, Municipality]:
        return {m.swis4: m for m in self.municipalities if m.swis4}

    @cached_property
    def _by_village_code(self) -> dict[str, Municipality]:
        return {code: m for m in self.municipalities if m.kind == "village" for code in m.swis6}


def the_county() -> County:
    """The county this installation serves (``SANITARIAN_COUNTY``).

    Raises:
        CountyFileError: the setting names neither a county that is shipped nor a readable file.
    """
    return load_county(os.environ.get("SANITARIAN_COUNTY", "").strip() or "cayuga")


@lru_cache(maxsize=8)
def load_county(name_or_path: str) -> County:
    """Read a county by name (a file shipped here), by the path of a TOML file, or of a folder with a ``county.toml``.

    Raises:
        CountyFileError: no such file, or something in it is missing or malformed.
    """
    shipped = _FOLDER / f"{name_or_path.lower()}.toml" if name_or_path.isalnum() else None
    path = shipped if shipped and shipped.is_file() else Path(name_or_path)
    path = path / "county.toml" if path.is_dir() else path
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in _FOLDER.glob("*.toml")))
        raise CountyFileError(f"SANITARIAN_COUNTY: there is no county or file {name_or_path!r}; known: {known}")
    try:
        return _county(path.stem, tomllib.loads(path.read_text(encoding="utf-8")))
    except (KeyError, TypeError, ValueError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise CountyFileError(f"{path.name}: {reason}") from error


def _county(stem: str, data: dict[str, Any]) -> County:
    prefix = data["swis_prefix"]
    if not re.fullmatch(r"\d{2}", prefix):
        raise ValueError(f"swis_prefix must be two digits in quotes, not {prefix!r}")
    box = tuple(float(value) for value in data["box"])
    if len(box) != 4 or box[0] >= box[2] or box[1] >= box[3]:
        raise ValueError("box must be [min x, min y, max x, max y]")
    source = data.get("municipality_source", "")
    return County(
        key=data.get("key", stem),
        name=data["name"],
        state=data["state"],
        fips=data["fips"],
        swis_prefix=prefix,
        epsg=int(data["epsg"]),
        box=(box[0], box[1], box[2], box[3]),
        time_zone=data["time_zone"],
        municipalities=tuple(_municipality(row, prefix, source) for row in data.get("municipality", [])),
    )


def _municipality(row: dict[str, Any], prefix: str, source: str) -> Municipality:
    name, kind, swis4 = row["name"], row["kind"], row.get("swis4", "")
    if kind not in _KINDS:
        raise ValueError(f"municipality {name}: kind must be one of {', '.join(_KINDS)}")
    if kind == "village":
        codes = tuple(row["swis6"])
    else:
        codes = (swis4 + _WHOLE_TOWN,) if kind == "city" else (swis4 + _WHOLE_TOWN, swis4 + _OUTSIDE_VILLAGES)
    for code in codes:
        if not re.fullmatch(rf"{prefix}\d{{4}}", code):
            raise ValueError(f"municipality {name}: {code!r} is not a six-digit code beginning with {prefix}")
    return Municipality(
        name=name,
        kind=kind,
        swis4=swis4,
        swis6=codes,
        towns=tuple(row.get("towns", ())),
        verified=bool(row.get("verified", False)),
        source=row.get("source", source),
    )
