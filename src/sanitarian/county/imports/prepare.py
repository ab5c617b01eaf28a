"""From a file to a plan: open, map, read, check, compare. Nothing is written."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from sanitarian.core.dates import today
from sanitarian.county.counties import County
from sanitarian.county.imports import register
from sanitarian.county.imports.fields import BY_NAME
from sanitarian.county.imports.findings import ImportRefused
from sanitarian.county.imports.mapping import load_mapping, recognised
from sanitarian.county.imports.plan import Plan, make_plan
from sanitarian.county.imports.rows import Staged, stage
from sanitarian.county.imports.sources import file_digest, open_source


@dataclass(frozen=True)
class ParcelFile:
    """A file to import and how it is read. ``epsg`` names the coordinate system of a file that does not."""

    path: Path
    layer: str | None = None
    mapping: Path | None = None
    epsg: int | None = None


@dataclass(frozen=True)
class Prepared:
    """A plan, and the file it was made from."""

    plan: Plan
    file_name: str
    layer: str
    sha256: str
    options: dict[str, Any]


def staged(file: ParcelFile, county: County) -> tuple[Staged, str]:
    """Read and check a file; also the name of the layer or sheet that was read.

    Raises:
        ImportRefused: the file as a whole cannot be taken.
    """
    source = open_source(file.path, file.layer)
    mapping = load_mapping(file.mapping, source.headers) if file.mapping else recognised(source.headers)
    identifiers = [column for name, column in mapping.columns.items() if BY_NAME[name].identifier]
    table = source.read(list(dict.fromkeys(mapping.columns.values())), identifiers)
    return stage(table, mapping, county, source.notices, file.epsg), source.layer


def prepare(file: ParcelFile, county: County, as_of: date | None = None) -> Prepared:
    """Work out what importing a file would do.

    ``as_of`` is the day of the roll (today): from it on new owners own, and absent parcels are retired.

    Raises:
        ImportRefused: the file cannot be taken, or its roll is older than the last one or lies in the future.
    """
    as_of = as_of or today()
    last = register.last_roll()
    if as_of > today():
        raise ImportRefused(f"A roll as of {as_of:%B %-d, %Y} lies in the future. Correct --as-of.")
    if last is not None and as_of < last:
        raise ImportRefused(
            f"The register holds the roll as of {last:%B %-d, %Y} already; an older one would turn owners back. "
            "Correct --as-of, or leave this file."
        )
    content, layer = staged(file, county)
    options = {
        "as_of": as_of.isoformat(),
        "key_scheme": content.scheme,
        "layer": layer,
        "mapping": file.mapping.name if file.mapping else None,
        "crs": file.epsg,
    }
    return Prepared(make_plan(content, as_of), file.path.name, layer, file_digest(file.path), options)
