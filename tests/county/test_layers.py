"""Map layers from files: what is taken, what is told, what stops the import."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import shapely
from pyproj import Transformer

from sanitarian.config.cli import main
from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import NotPermitted
from sanitarian.core.models import JournalEntry
from sanitarian.county.acts.layers import import_layer, same_layer
from sanitarian.county.counties import load_county
from sanitarian.county.imports.findings import ImportRefused
from sanitarian.county.layers import LayerFile, LayerPlan, prepare_layer
from sanitarian.county.models import ImportReject, Layer, LayerFeature
from tests.county.import_files import write_spatial
from tests.county.zone_maps import box, line

CAYUGA = load_county("cayuga")
_DEGREES = Transformer.from_crs(2261, 4326, always_xy=True)
BOSTON = shapely.box(-71.16, 42.36, -71.10, 42.40)


def degrees(shape: Any) -> Any:
    """A shape of the county's projection in degrees."""
    return shapely.transform(shape, _DEGREES.transform, interleaved=False)


def write_geojson(path: Path, rows: Sequence[dict[str, Any]], shapes: Sequence[Any], crs: str | None = None) -> Path:
    """A GeoJSON file as map servers write it, properties that are null left out."""
    features = [
        {"type": "Feature", "properties": row, "geometry": None if shape is None else shapely.geometry.mapping(shape)}
        for row, shape in zip(rows, shapes, strict=True)
    ]
    content: dict[str, Any] = {"type": "FeatureCollection", "features": features}
    if crs:
        content["crs"] = {"type": "name", "properties": {"name": crs}}
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def prepared(path: Path, kind: str, **options: Any) -> LayerPlan:
    return prepare_layer(LayerFile(path, kind, **options), CAYUGA)


def refused(path: Path, kind: str, **options: Any) -> str:
    with pytest.raises(ImportRefused) as refusal:
        prepared(path, kind, **options)
    return str(refusal.value)


TOWNS = [{"SWIS": "052800", "NAME": "Fleming"}, {"SWIS": "054400", "NAME": "Niles"}]
TOWN_SHAPES = [box(0, 0, 10_000, 10_000), box(10_000, 0, 20_000, 10_000)]
ZONES = [
    {"fld_zone": "AE", "zone_subty": "FLOODWAY", "static_bfe": -9999.0},
    {"fld_zone": "AE", "static_bfe": 717.5, "v_datum": "NAVD88"},
    {"fld_zone": "A", "static_bfe": -9999.0},
]
ZONE_SHAPES = [box(0, 0, 100, 100), box(100, 0, 200, 100), box(200, 0, 300, 100)]


# --- kinds of files and coordinate systems ---


@pytest.mark.parametrize("name", ["towns.gpkg", "towns.shp", "towns.shp.zip", "towns.geojson"])
def test_formats(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name.endswith("geojson"):
        write_geojson(path, TOWNS, [degrees(shape) for shape in TOWN_SHAPES])
    else:
        write_spatial(path, TOWNS, TOWN_SHAPES)
    plan = prepared(path, "municipalities")
    assert [(f.code, f.name, f.attributes["kind"]) for f in plan.features] == [
        ("052800", "Fleming", "town"),
        ("054400", "Niles", "town"),
    ]
    assert plan.features[0].shape.area == pytest.approx(1e8, rel=1e-5)


def test_geojson_with_a_crs_member_is_read_in_it(tmp_path: Path) -> None:
    path = write_geojson(tmp_path / "t.geojson", TOWNS, TOWN_SHAPES, crs="urn:ogc:def:crs:EPSG::2261")
    assert prepared(path, "municipalities").counts["taken"] == 2


def test_geojson_in_feet_without_a_crs_member_does_not_land_somewhere(tmp_path: Path) -> None:
    path = write_geojson(tmp_path / "t.geojson", TOWNS, TOWN_SHAPES)
    assert "outside Cayuga County" in refused(path, "municipalities")


def test_a_file_without_a_coordinate_system_stops_and_asks(tmp_path: Path) -> None:
    path = write_spatial(tmp_path / "t.shp", TOWNS, TOWN_SHAPES)
    path.with_suffix(".prj").unlink()
    assert "--crs" in refused(path, "municipalities")
    assert prepared(path, "municipalities", epsg=2261).counts["taken"] == 2


def test_the_usual_layer_is_found_among_several(tmp_path: Path) -> None:
    path = tmp_path / "nfhl.gpkg"
    write_spatial(path, [{"PANEL": "1"}], [box(0, 0, 9, 9)], layer="S_FIRM_PAN")
    write_spatial(path, [{"FLD_ZONE": "AE"}], [box(0, 0, 9, 9)], layer="S_Fld_Haz_Ar", append=True)
    assert prepared(path, "flood").options["layer"] == "S_Fld_Haz_Ar"
    assert "S_FIRM_PAN" in refused(path, "watersheds")


@pytest.mark.parametrize(
    ("kind", "column"),
    [("municipalities", "SWIS"), ("watersheds", "WATERSHED"), ("shorelines", "LAKE"), ("flood", "FLD_ZONE")],
)
def test_a_column_that_is_absent_is_named_with_its_accepted_names(tmp_path: Path, kind: str, column: str) -> None:
    path = write_spatial(tmp_path / "f.gpkg", [{"COLOUR": "red"}], [box(0, 0, 9, 9)])
    said = refused(path, kind)
    assert column in said
    assert "COLOUR" in said


# --- flood ---


def test_flood_zones_are_read_with_what_the_law_needs(tmp_path: Path) -> None:
    path = write_geojson(tmp_path / "f.geojson", ZONES, [degrees(shape) for shape in ZONE_SHAPES])
    plan = prepared(path, "flood")
    assert plan.counts == {
        "read": 3, "taken": 3, "outside": 0, "left_out": 0, "rejected": 0, "repaired": 0, "without_elevation": 2,
    }  # fmt: skip
    told = [
        (f.name, f.attributes["floodway"], f.attributes["elevation_ft"], f.attributes["datum"]) for f in plan.features
    ]
    assert told == [("AE floodway", True, None, ""), ("AE", False, 717.5, "NAVD88"), ("A", False, None, "")]


def test_a_flood_layer_of_another_place_stops_in_numbers(tmp_path: Path) -> None:
    parts = [shapely.affinity.translate(BOSTON, 0.01 * i) for i in range(3)]
    path = write_geojson(tmp_path / "f.geojson", ZONES, parts)
    said = refused(path, "flood")
    for number in ("3 flood zones read", "2 without an elevation", "3 outside Cayuga County", "-71."):
        assert number in said


def test_zones_partly_elsewhere_are_counted_and_left(tmp_path: Path) -> None:
    shapes = [degrees(ZONE_SHAPES[0]), degrees(ZONE_SHAPES[1]), BOSTON]
    plan = prepared(write_geojson(tmp_path / "f.geojson", ZONES, shapes), "flood")
    assert (plan.counts["taken"], plan.counts["outside"], plan.counts["without_elevation"]) == (2, 1, 2)


def test_rows_that_cannot_be_taken_are_named(tmp_path: Path) -> None:
    rows = [*ZONES, {"fld_zone": ""}, {"fld_zone": "AE", "static_bfe": "high"}, {"fld_zone": "AE"}, {"fld_zone": "AE"}]
    shapes = [degrees(s) for s in ZONE_SHAPES] * 2
    path = write_geojson(tmp_path / "f.geojson", rows, [*shapes[:5], None, degrees(line((0, 0), (9, 9)))])
    plan = prepared(path, "flood")
    assert [(r.row, r.field, r.value) for r in plan.rejects] == [
        (4, "fld_zone", ""),
        (5, "static_bfe", "high"),
        (6, "geometry", ""),
        (7, "geometry", "LineString"),
    ]
    assert plan.counts["read"] == plan.counts["taken"] + plan.counts["outside"] + plan.counts["rejected"] == 7


def test_a_shape_that_crosses_itself_is_repaired_and_told(tmp_path: Path) -> None:
    bow = shapely.Polygon([(830_000, 1_050_000), (830_100, 1_050_100), (830_100, 1_050_000), (830_000, 1_050_100)])
    plan = prepared(write_spatial(tmp_path / "f.gpkg", [{"FLD_ZONE": "AE"}], [bow]), "flood")
    assert plan.counts["repaired"] == 1
    assert plan.features[0].shape.is_valid
    assert plan.features[0].shape.area == pytest.approx(5_000)


def test_elevations_in_meters_are_not_taken_for_feet(tmp_path: Path) -> None:
    rows = [{"FLD_ZONE": "AE", "STATIC_BFE": 218.0, "LEN_UNIT": "Meters"}]
    plan = prepared(write_spatial(tmp_path / "f.gpkg", rows, [box(0, 0, 9, 9)]), "flood")
    assert plan.features[0].attributes["elevation_ft"] is None
    assert any("meters" in notice for notice in plan.notices.lines())


def test_floodways_are_not_shown_by_a_file_without_the_column(tmp_path: Path) -> None:
    plan = prepared(write_spatial(tmp_path / "f.gpkg", [{"FLD_ZONE": "AE"}], [box(0, 0, 9, 9)]), "flood")
    assert "floodway" not in plan.features[0].attributes
    assert any("floodways" in notice for notice in plan.notices.lines())


# --- municipalities ---


@pytest.mark.parametrize(
    ("row", "code", "kind"),
    [
        ({"SWIS": "0528", "NAME": ""}, "052800", "town"),
        ({"SWIS": "050100", "NAME": ""}, "050100", "city"),
        ({"SWIS": "054201", "NAME": ""}, "054201", "village"),
        ({"SWIS": "", "NAME": "Town of Niles"}, "054400", "town"),
        ({"SWIS": "", "NAME": "auburn (city)"}, "050100", "city"),
        ({"SWIS": "", "NAME": "Fair Haven"}, "055601", "village"),
        ({"SWIS": "", "NAME": "Moravia"}, "054200", "town"),
        ({"SWIS": "", "NAME": "Village of Moravia"}, "054201", "village"),
    ],
)
def test_municipalities_by_code_or_name(tmp_path: Path, row: dict[str, str], code: str, kind: str) -> None:
    (feature,) = prepared(write_spatial(tmp_path / "m.gpkg", [row], TOWN_SHAPES[:1]), "municipalities").features
    assert (feature.code, feature.attributes["kind"]) == (code, kind)


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"SWIS": "503000", "NAME": "Ithaca"}, "SWIS"),
        ({"SWIS": "5-28", "NAME": "Fleming"}, "SWIS"),
        ({"SWIS": "", "NAME": "Atlantis"}, "NAME"),
    ],
)
def test_municipalities_that_are_not_the_countys_are_rejected(tmp_path: Path, row: dict[str, str], field: str) -> None:
    plan = prepared(write_spatial(tmp_path / "m.gpkg", [TOWNS[0], row], TOWN_SHAPES), "municipalities")
    assert [(r.row, r.field) for r in plan.rejects] == [(2, field)]


@pytest.mark.parametrize("east", [300_000, 69_000], ids=["wholly", "for the most part"])
def test_municipalities_must_not_lie_outside(tmp_path: Path, east: float) -> None:
    """The county's box ends 85,000 ft east of the map's corner."""
    moved = shapely.affinity.translate(TOWN_SHAPES[1], east + 1_500)
    said = refused(write_spatial(tmp_path / "m.gpkg", TOWNS, [TOWN_SHAPES[0], moved]), "municipalities")
    assert "1 of 2 municipalities lie outside Cayuga County" in said


# --- watersheds and shorelines ---


def test_watersheds_may_overhang_the_county(tmp_path: Path) -> None:
    rows = [{"NAME": "Owasco Lake"}, {"NAME": "Little Sodus Bay"}, {"NAME": "Owasco Outlet"}]
    shapes = [box(0, 0, 500_000, 10_000), box(0, 50_000, 100, 60_000), box(0, 70_000, 100, 80_000)]
    plan = prepared(write_spatial(tmp_path / "w.gpkg", rows, shapes), "watersheds")
    assert [feature.code for feature in plan.features] == ["owasco-lake", "little-sodus-bay", ""]
    assert any("taken as another watershed: Owasco Outlet" in notice for notice in plan.notices.lines())
    assert not plan.provisional


def test_hydrologic_units_are_provisional(tmp_path: Path) -> None:
    path = write_spatial(tmp_path / "w.gpkg", [{"HUC12_NAME": "Owasco Lake"}], [box(0, 0, 9, 9)])
    assert prepared(path, "watersheds").provisional


def test_a_lake_that_a_file_lacks_is_told(tmp_path: Path) -> None:
    path = write_spatial(tmp_path / "s.gpkg", [{"LAKE": "Owasco Lake"}], [line((0, 0), (9, 9))],
                         geometry_type="LineString")  # fmt: skip
    assert any("nothing for Little Sodus Bay" in notice for notice in prepared(path, "shorelines").notices.lines())


def test_shorelines_of_other_lakes_are_left_out(tmp_path: Path) -> None:
    rows = [{"LAKE": "Owasco Lake"}, {"LAKE": "Cayuga Lake"}]
    shapes = [line((0, 0), (9, 9)), line((0, 0), (9, 9))]
    path = write_spatial(tmp_path / "s.gpkg", rows, shapes, geometry_type="LineString")
    assert prepared(path, "shorelines").counts["left_out"] == 1
    other = write_spatial(tmp_path / "o.gpkg", rows[1:], shapes[1:], geometry_type="LineString")
    assert "1 left out" in refused(other, "shorelines")


# --- on record ---


def _loaded(tmp_path: Path, rows: Sequence[dict[str, Any]], actor: Actor, name: str = "f.gpkg") -> Layer:
    path = write_spatial(tmp_path / name, rows, ZONE_SHAPES[: len(rows)])
    return import_layer(actor, prepared(path, "flood"))


def test_each_file_is_a_new_version_and_the_same_file_is_not(tmp_path: Path, clerk: Actor) -> None:
    rows = [{"FLD_ZONE": "AE"}, {"FLD_ZONE": "X"}]
    first = _loaded(tmp_path, rows, clerk, "one.gpkg")
    again = import_layer(clerk, prepared(tmp_path / "one.gpkg", "flood"))
    second = _loaded(tmp_path, rows[:1], clerk, "two.gpkg")
    back = import_layer(clerk, prepared(tmp_path / "one.gpkg", "flood"))
    assert again == first
    assert [layer.number for layer in (first, second, back)] == [1, 2, 3]
    assert LayerFeature.objects.filter(layer=first).count() == 2
    assert list(JournalEntry.objects.values_list("act", flat=True)) == ["county.layer.import"] * 3
    assert same_layer(prepared(tmp_path / "two.gpkg", "flood")) is None


def test_rejects_are_kept_with_the_import(tmp_path: Path, clerk: Actor) -> None:
    layer = _loaded(tmp_path, [{"FLD_ZONE": "AE"}, {"FLD_ZONE": ""}], clerk)
    (reject,) = ImportReject.objects.all()
    assert (reject.run, reject.row, reject.field) == (layer.run, 2, "FLD_ZONE")


def test_who_may_not_load_layers_loads_none(tmp_path: Path, db: None) -> None:
    with pytest.raises(NotPermitted):
        _loaded(tmp_path, [{"FLD_ZONE": "AE"}], Actor(ref="user:0"))
    assert not Layer.objects.exists()


def test_the_command_shows_asks_and_loads(
    tmp_path: Path, staff: Callable[[Role], Actor], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    staff(Role.CLERK)
    path = write_spatial(tmp_path / "f.gpkg", [{"FLD_ZONE": "AE", "STATIC_BFE": -9999.0}], ZONE_SHAPES[:1])
    words = ["import", "layer", "flood", str(path), "--as", "clerk@county.example"]
    monkeypatch.setattr("builtins.input", lambda _: "n")
    assert main([*words, "--dry-run"]) == 0
    assert "1 to load" in (said := capsys.readouterr().out)
    assert "1 without an elevation" in said
    assert main(words) == 1
    assert not Layer.objects.exists()
    assert main([*words, "--yes"]) == 0
    assert main([*words, "--yes"]) == 0
    assert "Unchanged" in capsys.readouterr().out
    assert Layer.objects.count() == 1
