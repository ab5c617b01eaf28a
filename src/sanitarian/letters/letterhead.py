"""Who writes: the head of every letter.

The department's name, address, phone and web address are one TOML file that ``SANITARIAN_LETTERHEAD`` names; without
it letters carry the county's name and "Health Department" only, and the demonstration carries a made-up address.
"""

import os
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from sanitarian.county.counties import the_county

_DEMONSTRATION = Path(__file__).parent / "letterheads" / "demonstration.toml"
_KEYS = frozenset({"county", "department", "division", "address", "phone", "web"})


class LetterheadFileError(ValueError):
    """The letterhead file cannot be read, or holds something else; the message says what to correct."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letterhead:
    """The head of a letter as printed. Empty texts print nothing."""

    county: str
    department: str
    division: str = ""
    address: tuple[str, ...] = ()
    phone: str = ""
    web: str = ""


def the_letterhead() -> Letterhead:
    """The letterhead of this installation.

    Raises:
        LetterheadFileError: ``SANITARIAN_LETTERHEAD`` names a file that is missing or malformed.
    """
    path = os.environ.get("SANITARIAN_LETTERHEAD", "").strip()
    if not path and settings.SANITARIAN_DEMO:
        path = str(_DEMONSTRATION)
    return _read(path, the_county().name)


@lru_cache(maxsize=4)
def _read(path: str, county: str) -> Letterhead:
    if not path:
        return Letterhead(county=county, department="Health Department")
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LetterheadFileError(f"SANITARIAN_LETTERHEAD: {path} cannot be read: {error}") from error
    if unknown := sorted(set(data) - _KEYS):
        raise LetterheadFileError(f"{path}: {', '.join(unknown)} is not known; use {', '.join(sorted(_KEYS))}")
    address = data.pop("address", [])
    if not isinstance(address, list) or not all(isinstance(value, str) for value in [*address, *data.values()]):
        raise LetterheadFileError(f"{path}: address is a list of texts, everything else a text")
    return Letterhead(
        county=data.pop("county", county),
        department=data.pop("department", "Health Department"),
        address=tuple(address),
        **data,
    )
