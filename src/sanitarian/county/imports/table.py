"""A file's rows, whatever its format: columns of cells, row numbers, shapes and their coordinate system."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from pyproj import CRS

from sanitarian.county.imports.findings import ImportRefused, Notices, Reject


@dataclass
class Table:
    """Rows in columns. ``numbers`` are the row numbers a person sees: the line of a sheet, the feature of a layer."""

    columns: Mapping[str, Sequence[Any]]
    numbers: list[int]
    shapes: np.ndarray | None = None
    crs: CRS | None = None
    rejects: list[Reject] = field(default_factory=list)

    @property
    def read(self) -> int:
        """How many rows the file has, those included that could not even be cut into cells."""
        return len(self.numbers) + len({reject.row for reject in self.rejects})


class Source(Protocol):
    """An opened file: its headers are known before its rows are read."""

    headers: list[str]
    layer: str
    notices: Notices

    def read(self, columns: Sequence[str], identifiers: Sequence[str]) -> Table:
        """The rows with these columns; ``identifiers`` are those that must hold text."""
        ...


def require_distinct(headers: Sequence[str]) -> None:
    """Refuse a table in which two columns have one name.

    Raises:
        ImportRefused: names the columns by position.
    """
    places: dict[str, list[int]] = {}
    for position, header in enumerate(headers, start=1):
        if header:
            places.setdefault(header.casefold(), []).append(position)
    for folded, positions in places.items():
        if len(positions) > 1:
            name = next(header for header in headers if header.casefold() == folded)
            listed = " and ".join(str(position) for position in positions)
            raise ImportRefused(
                f"Two columns are called {name!r} (columns {listed}); which one is meant cannot be told. "
                "Rename one of them in the file and import again."
            )
