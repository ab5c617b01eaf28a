"""Every kind of file gives the same parcels, and a file that cannot be trusted is refused with a remedy."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyogrio
import pytest

from sanitarian.county.counties import load_county
from sanitarian.county.imports.findings import ImportRefused
from sanitarian.county.imports.prepare import ParcelFile, staged
from sanitarian.county.imports.rows import Key, Staged
from sanitarian.county.imports.sources import file_digest
from tests.county.import_files import AUBURN, lot, sbl, state_row, write_csv, write_spatial, write_xlsx

CAYUGA = load_county("cayuga")
ROWS = [state_row(1), state_row(2)]
SHAPES = [lot(0), lot(3)]
SHORT = {
    "PARCEL_ADDR": "PARCELADDR",
    "NBR_BEDROOMS": "NBR_BEDRM",
    "WATER_SUPPLY": "WATER_SUPP",
    "PRIMARY_OWNER": "PRMY_OWNER",
}


def read(path: Path, **options: Any) -> Staged:
    return staged(ParcelFile(path, **options), CAYUGA)[0]


def shapefile(folder: Path, name: str = "parcels.shp", **options: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    short = [{SHORT.get(column, column): value for column, value in row.items()} for row in ROWS]
    return write_spatial(folder / name, short, SHAPES, **options)


def without_crs(path: Path) -> Path:
    path.with_suffix(".prj").unlink()
    return path


def zipped(folder: Path, target: Path) -> Path:
    with zipfile.ZipFile(target, "w") as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(folder).as_posix())
    return target


def geodatabase(folder: Path) -> Path:
    return write_spatial(folder / "p.gdb", ROWS, SHAPES, driver="OpenFileGDB", layer="p", geometry_type="MultiPolygon")


def zipped_shapefile(folder: Path) -> Path:
    shapefile(folder / "in")
    return zipped(folder / "in", folder / "p.zip")


def zipped_geodatabase(folder: Path) -> Path:
    (folder / "in").mkdir()
    geodatabase(folder / "in")
    return zipped(folder / "in", folder / "p.gdb.zip")


@pytest.mark.parametrize(
    "make",
    [
        lambda folder: write_spatial(folder / "p.gpkg", ROWS, SHAPES),
        shapefile,
        zipped_shapefile,
        geodatabase,
        zipped_geodatabase,
        lambda folder: write_spatial(folder / "p.geojson", ROWS, SHAPES, driver="GeoJSON"),
    ],
    ids=["gpkg", "shp", "shp.zip", "gdb", "gdb.zip", "geojson"],
)
def test_every_kind_of_map_file_gives_the_same_parcels(make: Callable[[Path], Path], tmp_path: Path) -> None:
    content = read(make(tmp_path))
    parcel = content.parcels[Key("052889", sbl(1))]
    assert (content.read, content.rejected, len(content.parcels)) == (2, 0, 2)
    assert parcel.values["address"] == "1 Lake Rd"
    assert parcel.values["bedrooms"] == 3
    assert parcel.values["sewer"] == "private"
    assert parcel.values["water"] == "public"
    assert parcel.owners is not None
    assert parcel.owners[0].city == "Auburn"
    assert parcel.shape.area == pytest.approx(10_000, rel=1e-3)
    assert (parcel.x, parcel.y) == pytest.approx((AUBURN[0] + 50, AUBURN[1] + 50), abs=5)


def test_a_workbook_and_a_list_give_the_same_facts(tmp_path: Path) -> None:
    book = write_xlsx(tmp_path / "p.xlsx", [list(ROWS[0]), *(list(row.values()) for row in ROWS)])
    by_book, by_list = read(book), read(write_csv(tmp_path / "p.csv", ROWS, encoding="utf-8-sig"))
    assert by_book.parcels == by_list.parcels
    assert len(by_list.parcels) == 2


def test_the_same_shapefile_twice_in_a_zip_is_read_once(tmp_path: Path) -> None:
    shapefile(tmp_path / "in")
    shapefile(tmp_path / "in" / "copy")
    zipped(tmp_path / "in" / "copy", tmp_path / "in" / "parcels.zip")
    content = read(zipped(tmp_path / "in", tmp_path / "all.zip"))
    assert (content.read, content.merged) == (2, 0)
    assert len([line for line in content.notices.lines() if "more than once" in line or "another zip" in line]) == 2
    assert read(tmp_path / "in").read == 2


def test_two_different_data_sets_in_a_zip_are_not_guessed_between(tmp_path: Path) -> None:
    shapefile(tmp_path / "in")
    write_spatial(tmp_path / "in" / "roads.shp", [{"NAME": "Main St"}], [lot(9)])
    path = zipped(tmp_path / "in", tmp_path / "all.zip")
    with pytest.raises(ImportRefused, match=r"several data sets: parcels\.shp, roads\.shp.*--layer"):
        read(path)
    assert read(path, layer="parcels").read == 2


def test_a_layer_is_chosen_by_name(tmp_path: Path) -> None:
    path = write_spatial(tmp_path / "p.gpkg", ROWS, SHAPES, layer="parcels")
    write_spatial(path, [{"NAME": "Main St"}], [lot(9)], layer="roads", append=True)
    with pytest.raises(ImportRefused, match="several layers: parcels, roads"):
        read(path)
    assert read(path, layer="parcels").read == 2
    with pytest.raises(ImportRefused, match="no layer 'lots'"):
        read(path, layer="lots")


def test_shapes_are_brought_into_the_countys_projection(tmp_path: Path) -> None:
    import shapely
    from pyproj import Transformer

    to_utm = Transformer.from_crs(2261, 26918, always_xy=True)
    moved = [shapely.transform(shape, to_utm.transform, interleaved=False) for shape in SHAPES]
    content = read(write_spatial(tmp_path / "p.gpkg", ROWS, moved, crs="EPSG:26918"))
    assert content.parcels[Key("052889", sbl(1))].shape.equals_exact(lot(0), tolerance=0.01)


def test_a_file_without_a_coordinate_system_asks(tmp_path: Path) -> None:
    path = without_crs(shapefile(tmp_path))
    with pytest.raises(ImportRefused, match=r"does not say in which coordinate system.*--crs"):
        read(path)
    known = read(write_spatial(tmp_path / "p.gpkg", ROWS, SHAPES)).parcels[Key("052889", sbl(1))]
    assert read(path, epsg=2261).parcels[Key("052889", sbl(1))].digest == known.digest != ""


def test_a_named_coordinate_system_must_not_contradict_the_file(tmp_path: Path) -> None:
    path = shapefile(tmp_path)
    assert len(read(path, epsg=2261).parcels) == 2
    with pytest.raises(ImportRefused, match="Leave --crs out"):
        read(path, epsg=26918)
    with pytest.raises(ImportRefused, match="EPSG:999 is not"):
        read(path, epsg=999)


def test_parcels_outside_the_county_stop_the_file(tmp_path: Path) -> None:
    path = write_spatial(tmp_path / "p.gpkg", [*ROWS, state_row(3)], [lot(0), lot(2000), lot(3)])
    with pytest.raises(ImportRefused, match=r"1 of 3 parcels lie outside Cayuga County: 1 row \(2\)"):
        read(path)


@pytest.mark.parametrize("wrong", [4326, 26918, 2262])
def test_a_wrong_coordinate_system_does_not_go_unnoticed(wrong: int, tmp_path: Path) -> None:
    with pytest.raises(ImportRefused, match="The whole file lies outside Cayuga County"):
        read(without_crs(shapefile(tmp_path)), epsg=wrong)


def geojson(folder: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    path = write_spatial(folder / "p.geojson", ROWS, SHAPES, driver="GeoJSON")
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize("place", ["top", "properties"])
def test_an_answer_that_was_cut_short_is_refused(place: str, tmp_path: Path) -> None:
    def cut(data: dict[str, Any]) -> None:
        (data if place == "top" else data.setdefault("properties", {}))["exceededTransferLimit"] = True

    with pytest.raises(ImportRefused, match="exceededTransferLimit"):
        read(geojson(tmp_path, cut))


def test_a_number_among_the_texts_of_a_geojson_file_is_noticed(tmp_path: Path) -> None:
    def damage(data: dict[str, Any]) -> None:
        data["features"][1]["properties"]["PRINT_KEY"] = 7.1

    content = read(geojson(tmp_path, damage))
    [reject] = content.rejects
    assert (reject.row, reject.value) == (2, "7.1")


def test_a_parcel_number_stored_as_a_number_refuses_the_layer(tmp_path: Path) -> None:
    path = write_spatial(tmp_path / "p.gpkg", [{"SWIS": "052889", "SBL": 1200000030041200}], [lot(0)])
    with pytest.raises(ImportRefused, match=r"The column SBL .* stored as numbers"):
        read(path)


def test_two_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "p.xlsx", [("SWIS", "SBL", "sbl"), ("052889", sbl(1), sbl(2))])
    with pytest.raises(ImportRefused, match="Two columns are called 'SBL' \\(columns 2 and 3\\)"):
        read(path)


def test_a_windows_file_is_read_with_a_notice(tmp_path: Path) -> None:
    content = read(write_csv(tmp_path / "p.csv", [state_row(1, PRIMARY_OWNER="Peña, José")], encoding="cp1252"))
    parcel = content.parcels[Key("052889", sbl(1))]
    assert parcel.owners is not None
    assert parcel.owners[0].name == "Peña, José"
    assert any("Windows-1252" in line for line in content.notices.lines())


def test_a_row_with_shifted_cells_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text(f"SWIS,SBL,PARCEL_ADDR\n052889,{sbl(1)},1 Lake Rd, rear\n\n052889,{sbl(2)},2 Lake Rd\n")
    content = read(path)
    assert (content.read, [reject.row for reject in content.rejects]) == (2, [2])
    assert content.parcels[Key("052889", sbl(2))].rows == [4]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("p.pdf", b"%PDF", "of a kind that is not read"),
        ("p.zip", b"not a zip", "not a readable zip"),
        ("p.gpkg", b"not a geopackage", "cannot be read"),
        ("p.xlsx", b"not a workbook", "not a readable workbook"),
        ("p.geojson", b"{", "not valid JSON"),
        ("p.csv", b'SWIS,SBL\n052889,"01200\n052889,01201\n', "cannot be read at line 3"),
        ("p.csv", b"", "must name the columns"),
        ("p.csv", b"SWIS,SBL\x00\n", "not a text file"),
        ("p.csv", b"SWIS,SBL\n\x81\x8d,\xff\n", "neither UTF-8 nor Windows-1252"),
    ],
)
def test_an_unreadable_file_says_so(name: str, content: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ImportRefused, match=reason):
        read(path)


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(ImportRefused, match="There is no file"):
        read(tmp_path / "none.csv")


def test_the_digest_of_a_folder_changes_with_its_content(tmp_path: Path) -> None:
    before = file_digest(geodatabase(tmp_path))
    assert before == file_digest(tmp_path / "p.gdb")
    next(file for file in sorted((tmp_path / "p.gdb").iterdir()) if file.stat().st_size).write_bytes(b"x")
    assert before != file_digest(tmp_path / "p.gdb")


def test_the_readers_know_the_formats_they_promise() -> None:
    assert {"GPKG", "ESRI Shapefile", "OpenFileGDB", "GeoJSON"} <= set(pyogrio.list_drivers(read=True))
