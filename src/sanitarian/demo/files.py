"""Writes the demo county as the files a county would hand over: a parcel file and four map layers."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import numpy as np
import pyogrio
import pyogrio.raw
import shapely

from sanitarian.demo import geography
from sanitarian.demo.roll import roll, swis_codes

Shapes = list | np.ndarray
PARCELS_FILE = "parcels.gpkg"
LAYER_FILES = {kind: f"{kind}.gpkg" for kind in ("municipalities", "watersheds", "shorelines", "flood")}


def write_files(folder: Path, on: date, scale: float = 1.0) -> None:
    """Write the parcel file in force on a day and the map layers into a folder, as GeoPackages in EPSG:2261.

    Written twice for the same day, the files are the same.
    """
    folder.mkdir(parents=True, exist_ok=True)
    parcels = roll(on, scale)
    pyogrio.set_gdal_config_options({"OGR_CURRENT_DATE": f"{on}T00:00:00Z"})
    try:
        _write(folder / PARCELS_FILE, parcels.shapes, parcels.columns, "Unknown")
        _write(folder / LAYER_FILES["municipalities"], *_municipalities(), "Polygon")
        waters = geography.watersheds()
        _write(folder / LAYER_FILES["watersheds"], list(waters.values()), {"NAME": list(waters)}, "Polygon")
        shores = {name: shapely.linestrings(line) for name, line in geography.shorelines().items()}
        _write(folder / LAYER_FILES["shorelines"], list(shores.values()), {"NAME": list(shores)}, "LineString")
        _write(folder / LAYER_FILES["flood"], *_flood(), "Polygon")
    finally:
        pyogrio.set_gdal_config_options({"OGR_CURRENT_DATE": None})


def _flood() -> tuple[Shapes, dict[str, list]]:
    zones = geography.flood_zones()
    return [zone.shape for zone in zones], {
        "FLD_AR_ID": [f"36011C_{number}" for number, _ in enumerate(zones, start=1)],
        "FLD_ZONE": [zone.zone for zone in zones],
        "ZONE_SUBTY": [zone.subtype for zone in zones],
        "SFHA_TF": ["T"] * len(zones),
        "STATIC_BFE": [zone.elevation_ft for zone in zones],
        "V_DATUM": [zone.datum for zone in zones],
    }


def _municipalities() -> tuple[Shapes, dict[str, list]]:
    """The towns and the city, then the villages' parts, with the first code of each."""
    codes = swis_codes()
    rows = [
        (area, name, "city" if name == "Auburn" else "town", codes["", name][:4] + "00")
        for name, area in geography.towns().items()
    ]
    rows += [(area, village, "village", codes[village, town]) for (village, town), area in geography.villages().items()]
    areas, names, kinds, swis = (list(column) for column in zip(*rows, strict=True))
    return areas, {"NAME": names, "MUNI_TYPE": kinds, "SWIS": swis}


def _write(path: Path, shapes: Shapes, columns: Mapping[str, list | np.ndarray], kind: str) -> None:
    path.unlink(missing_ok=True)
    pyogrio.raw.write(
        path,
        geometry=shapely.to_wkb(np.asarray(shapes, dtype=object)),
        field_data=[
            np.asarray(values, dtype=object) if isinstance(values[0], str) else np.asarray(values)
            for values in columns.values()
        ],
        fields=list(columns),
        layer=path.stem,
        driver="GPKG",
        geometry_type=kind,
        crs=f"EPSG:{geography.EPSG}",
    )
