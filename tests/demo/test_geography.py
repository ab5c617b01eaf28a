"""The demo county's land: it tiles, its neighbours touch, and every kind of place occurs."""

import pytest
import shapely

from sanitarian.county.counties import load_county
from sanitarian.demo import geography

NEIGHBOURS = {
    "Sterling": {"Victory"},
    "Conquest": {"Victory", "Cato", "Montezuma", "Mentz"},
    "Auburn": {"Aurelius", "Throop", "Sennett", "Owasco", "Fleming"},
    "Scipio": {"Fleming", "Springport", "Ledyard", "Venice", "Niles"},
    "Moravia": {"Niles", "Venice", "Locke", "Sempronius"},
    "Genoa": {"Ledyard", "Venice", "Locke"},
    "Summerhill": {"Locke", "Sempronius"},
}


def test_towns_tile_the_county_without_gap_or_overlap() -> None:
    areas = list(geography.towns().values())
    whole = geography.county()
    assert all(area.is_valid for area in areas)
    assert abs(sum(area.area for area in areas) - whole.area) < 1.0
    assert whole.geom_type == "Polygon"
    assert not whole.interiors


def test_the_towns_are_those_of_the_county_and_lie_in_its_box() -> None:
    county = load_county("cayuga")
    assert set(geography.towns()) == {place.name for place in county.municipalities if place.kind != "village"}
    assert {name for name, _ in geography.villages()} == {
        place.name for place in county.municipalities if place.kind == "village"
    }
    left, low, right, high = geography.county().bounds
    assert county.holds(left, low)
    assert county.holds(right, high)


@pytest.mark.parametrize(("town", "others"), NEIGHBOURS.items())
def test_neighbours_share_a_border(town: str, others: set[str]) -> None:
    towns = geography.towns()
    touching = {name for name, area in towns.items() if name != town and towns[town].intersection(area).length > 1_000}
    assert others <= touching


def test_lakes_touch_the_municipalities_that_the_code_names() -> None:
    touched = {
        lake: {town for town, area in geography.towns().items() if area.intersection(water).area > 10_000}
        for lake, water in geography.lakes().items()
    }
    assert touched == {
        "Owasco Lake": {"Auburn", "Fleming", "Moravia", "Niles", "Owasco", "Scipio", "Venice"},
        "Little Sodus Bay": {"Sterling"},
    }


@pytest.mark.parametrize("town", ["Fleming", "Moravia", "Niles", "Owasco", "Scipio", "Sterling"])
def test_towns_of_the_watershed_row_lie_inside_and_outside_it(town: str) -> None:
    waters = geography.watersheds()
    inside = geography.towns()[town].intersection(
        shapely.union_all([waters["Owasco Lake"], waters["Little Sodus Bay"]])
    )
    assert 0.1 < inside.area / geography.towns()[town].area < 0.9


def test_watersheds_overhang_the_county_and_not_each_other() -> None:
    waters = geography.watersheds()
    for water in waters.values():
        assert not geography.county().contains(water)
    owasco, skaneateles = waters["Owasco Lake"], waters["Skaneateles Lake"]
    assert owasco.intersection(skaneateles).area < 1.0


def test_flood_zones_are_apart_and_of_every_kind() -> None:
    zones = geography.flood_zones()
    kinds = {(zone.zone, zone.subtype, zone.elevation_ft != geography.NO_ELEVATION) for zone in zones}
    dry = ("X", "AREA OF MINIMAL FLOOD HAZARD", False)
    assert kinds == {
        ("AE", "FLOODWAY", False),
        ("AE", "", False),
        ("AE", "", True),
        ("A", "", False),
        dry,
        ("D", "", False),
    }
    shapes = [zone.shape for zone in zones]
    assert abs(sum(shape.area for shape in shapes) - shapely.union_all(shapes).area) < 10.0
