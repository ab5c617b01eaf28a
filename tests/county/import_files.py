"""Small county files for the import's tests, made where they are needed."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import shapely
from openpyxl import Workbook

AUBURN = (824_823.0, 1_068_184.0)  # New York Central, US survey feet
SBL = "01200000030041200000"


def lot(column: int, row: int = 0, size: float = 100.0) -> shapely.Polygon:
    """A square lot near Auburn's city hall."""
    x, y = AUBURN[0] + column * 200, AUBURN[1] + row * 200
    return shapely.box(x, y, x + size, y + size)


def sbl(number: int) -> str:
    return f"0120000{number:04d}041200000"[:20]


def write_csv(path: Path, rows: Sequence[Mapping[str, Any]], encoding: str = "utf-8") -> Path:
    """A CSV file whose columns are those of the first row."""
    with path.open("w", newline="", encoding=encoding) as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def write_xlsx(path: Path, rows: Sequence[Sequence[Any]], sheet: str = "parcels") -> Path:
    """A workbook with one sheet, cells with the types they have here."""
    book = Workbook()
    page = book.active
    page.title = sheet
    for row in rows:
        page.append(list(row))
    book.save(path)
    return path


def write_spatial(
    path: Path,
    rows: Sequence[Mapping[str, Any]],
    shapes: Sequence[shapely.Geometry | None],
    crs: str | None = "EPSG:2261",
    layer: str | None = None,
    **options: Any,
) -> Path:
    """A spatial file of the kind its name says; columns are those of the first row."""
    columns = [np.array([row[name] for row in rows], dtype=_dtype(rows, name)) for name in rows[0]]
    pyogrio.raw.write(
        path,
        shapely.to_wkb(np.array(shapes, dtype=object)),
        columns,
        list(rows[0]),
        geometry_type=options.pop("geometry_type", "Polygon"),
        crs=crs,
        layer=layer,
        **options,
    )
    return path


def _dtype(rows: Sequence[Mapping[str, Any]], name: str) -> Any:
    kinds = {type(row[name]) for row in rows}
    return "int64" if kinds == {int} else "float64" if kinds == {float} else object


def state_row(number: int, **changes: Any) -> dict[str, Any]:
    """A row in the State's layout."""
    return {
        "SWIS": "052889",
        "SBL": sbl(number),
        "PRINT_KEY": f"12.-{number}-4.12",
        "PARCEL_ADDR": f"{number} Lake Rd",
        "PROP_CLASS": "210",
        "ACRES": "1.5",
        "NBR_BEDROOMS": "3",
        "SEWER_TYPE": "2",
        "WATER_SUPPLY": "3",
        "PRIMARY_OWNER": f"Owner {number}",
        "ADD_OWNER": "",
        "MAIL_ADDR": f"{number} Lake Rd",
        "MAIL_CITY": "Auburn",
        "MAIL_STATE": "NY",
        "MAIL_ZIP": "13021",
    } | changes
