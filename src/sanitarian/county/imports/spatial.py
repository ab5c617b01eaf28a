"""GeoPackage, Shapefile, FileGDB and GeoJSON, read through GDAL."""

import json
import re
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyogrio
import shapely
from pyogrio.errors import DataLayerError, DataSourceError
from pyproj import CRS
from pyproj.exceptions import CRSError

from sanitarian.county.imports.findings import ImportRefused, Notices
from sanitarian.county.imports.sheets import choose
from sanitarian.county.imports.table import Table, require_distinct

_CUT_SHORT = re.compile(rb'"exceededTransferLimit"\s*:\s*true', re.IGNORECASE)
_USUAL_CAPS = frozenset({1000, 2000, 5000, 10000})


class SpatialLayer:
    """One layer of a spatial file. ``path`` may lie inside a zip (``/vsizip/…``)."""

    def __init__(self, path: str, name: str, layer: str | None) -> None:
        self.notices = Notices()
        self._path = path
        self._name = name
        try:
            layers = [str(row[0]) for row in pyogrio.list_layers(path)]
            self.layer = choose(layer, layers, name, "layer")
            info = pyogrio.read_info(path, layer=self.layer)
        except (DataSourceError, DataLayerError) as error:
            raise ImportRefused(f"{name} cannot be read: {str(error).rstrip('.')}.") from None
        self.headers = [str(header) for header in info["fields"]]
        require_distinct(self.headers)
        self._types = dict(zip(self.headers, info["ogr_types"], strict=True))

    def read(self, columns: Sequence[str], identifiers: Sequence[str]) -> Table:
        """Rows with shapes as the file has them.

        Raises:
            ImportRefused: an identifier column is stored as numbers or dates, or the layer cannot be read.
        """
        self._require_text(identifiers)
        shapes, crs, found = self._content(columns)
        rows = len(shapes) if shapes is not None else len(next(iter(found.values()), []))
        if rows in _USUAL_CAPS:
            self.notices.add(f"the file has exactly {rows:,} rows, a usual cap of map servers: is it complete?")
        return Table(columns=found, numbers=list(range(1, rows + 1)), shapes=shapes, crs=crs)

    def _require_text(self, identifiers: Sequence[str]) -> None:
        for column in identifiers:
            if self._types.get(column, "OFTString") not in {"OFTString", "OFTStringList"}:
                raise ImportRefused(
                    f"The column {column} of {self._name} is stored as numbers or dates, so zeros and digits of "
                    "parcel numbers are lost. Ask for the file with this column as text."
                )

    def _content(self, columns: Sequence[str]) -> tuple[np.ndarray | None, CRS | None, dict[str, list[Any]]]:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            try:
                meta, _, wkb, data = pyogrio.raw.read(
                    self._path, layer=self.layer, columns=list(columns), force_2d=True
                )
            except (DataSourceError, DataLayerError) as error:
                raise ImportRefused(f"{self._name} cannot be read: {str(error).rstrip('.')}.") from None
        for warning in said:
            self.notices.add(f"the reader remarked: {warning.message}")
        found = {str(name): values.tolist() for name, values in zip(meta["fields"], data, strict=True)}
        shapes = None if wkb is None else shapely.from_wkb(wkb, on_invalid="ignore")
        return shapes, _crs(meta.get("crs")), found


class GeoJsonLayer(SpatialLayer):
    """GeoJSON: cells keep the types they have in the file, so that a number among texts is noticed."""

    def __init__(self, path: str, name: str, layer: str | None, content: bytes) -> None:
        if _CUT_SHORT.search(content):
            raise ImportRefused(
                f"{name} says that the server stopped at its limit (exceededTransferLimit): rows are missing. "
                "Download all pages, or ask for a file."
            )
        self._rows = _properties(content, name)
        super().__init__(path, name, layer)

    def _require_text(self, identifiers: Sequence[str]) -> None:
        if self._rows is None:
            super()._require_text(identifiers)

    def _content(self, columns: Sequence[str]) -> tuple[np.ndarray | None, CRS | None, dict[str, list[Any]]]:
        shapes, crs, found = super()._content(columns)
        if self._rows is not None and shapes is not None and len(self._rows) == len(shapes):
            found = {column: [_cell(row.get(column)) for row in self._rows] for column in columns}
        return shapes, crs, found


def _properties(content: bytes, name: str) -> list[dict[str, Any]] | None:
    """The properties of each feature, or None for the other JSON layouts that GDAL knows."""
    try:
        data = json.loads(content, object_hook=lambda found: None if "coordinates" in found else found)
    except (ValueError, RecursionError) as error:
        raise ImportRefused(f"{name} is not valid JSON: {error}.") from None
    features = data.get("features") if isinstance(data, dict) else None
    if not isinstance(features, list) or not all(isinstance(row, dict) and "properties" in row for row in features):
        return None
    return [row["properties"] or {} for row in features]


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else value


def _crs(text: str | None) -> CRS | None:
    if not text:
        return None
    try:
        return CRS.from_user_input(text)
    except CRSError:
        return None
