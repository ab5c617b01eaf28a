"""Where a parcel lies: every rule of the determination, on a map whose answers can be read off."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitarian.county.zoning.findings import Feature, Layers, Why
from sanitarian.county.zoning.flood import Hazard, hazard
from sanitarian.county.zoning.geometry import MOST_VERTICES, subdivide
from sanitarian.county.zoning.lakes import lake_code
from sanitarian.county.zoning.shore import to_tenths
from tests.county.zone_maps import (
    ALL,
    BAY_SHED,
    FLEMING,
    NILES,
    OWASCO_SHED,
    OWASCO_SHORE,
    X,
    Y,
    box,
    flood_zone,
    found,
    line,
    town,
    water,
    yes_no,
)

FAR = box(0, 20_000, 100, 20_100)


# --- municipality (C04) ---


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (box(9_000, 0, 9_900, 1_000), "0528"),
        (box(9_400, 0, 10_400, 1_000), "0528"),  # 60 : 40
        (box(9_600, 0, 10_600, 1_000), "0544"),  # 40 : 60
        (box(9_500, 0, 10_500, 1_000), "0528"),  # half and half: the town of the roll
        (box(-1_000, 0, -10, 1_000), None),
        (box(-999.6, 0, 0.4, 100), None),  # no more than a sliver of the only town it meets
    ],
)
def test_the_largest_share_decides_the_town(shape: shapely.Polygon, expected: str | None) -> None:
    assert town(found(ALL, shape)) == expected


def test_a_tie_goes_to_the_town_of_the_roll() -> None:
    shape = box(9_500, 0, 10_500, 1_000)
    assert town(found(ALL, shape, swis="054400")) == "0544"


@pytest.mark.parametrize(
    ("beyond", "noted"), [(4, False), (49, False), (51, True)], ids=["C04: 0.4 %", "4.9 %", "5.1 %"]
)
def test_disagreement_with_the_roll_is_noted_above_a_share(beyond: float, noted: bool) -> None:
    findings = found(ALL, box(9_000 + beyond, 0, 10_000 + beyond, 1_000))
    assert town(findings) == "0528"
    assert (findings.towns.elsewhere[0] > findings.tolerances.note_share) == noted


def test_a_village_counts_to_its_town_once() -> None:
    whole = Feature(box(0, 0, 1_000, 1_000), "054200", "Moravia", {"kind": "town"})
    outside_village = Feature(box(0, 0, 400, 1_000), "054289", "Moravia", {"kind": "town"})
    village = Feature(box(400, 0, 1_000, 1_000), "054201", "Moravia", {"kind": "village"})
    neighbour = Feature(box(1_000, 0, 2_000, 1_000), "054400", "Niles", {"kind": "town"})
    shape = box(520, 0, 1_520, 100)  # 48 % in the village, 52 % in Niles
    for layer in ([whole, village, neighbour], [outside_village, village, neighbour]):
        findings = found(Layers(municipalities=layer), shape, box(450, 0, 900, 100), swis="054201")
        assert (town(findings, 0), town(findings, 1)) == ("0544", "0542")


# --- lake frontage and distance ---


@pytest.mark.parametrize(
    ("left", "fronts", "feet"),
    [
        (4_900, "owasco-lake", 0.0),
        (5_000, "owasco-lake", 0.0),
        (5_004, "owasco-lake", 4.0),
        (5_006, "none", 6.0),
        (5_210, "none", 210.0),
        (5_500, "none", 500.0),
        (5_500.04, "none", 500.1),
        (5_499.96, "none", 500.0),
    ],
)
def test_frontage_and_distance(left: float, fronts: str, feet: float) -> None:
    findings = found(ALL, box(left, 0, left + 200, 100))
    assert water(findings.fronts) == fronts
    assert findings.distance.values[0] == pytest.approx(feet, abs=1e-9)


def test_a_distance_is_never_rounded_into_the_nearer_class() -> None:
    assert to_tenths(np.array([500.0, 500.0001, 499.99, 0.0, 0.001])).tolist() == [500.0, 500.1, 500.0, 0.0, 0.1]


def test_the_distance_is_that_of_the_nearest_lake_from_the_nearest_point() -> None:
    near_bay = found(ALL, box(100, 149_000, 300, 149_700))
    assert near_bay.distance.values[0] == pytest.approx(300)
    assert ALL.shorelines is not None
    assert ALL.shorelines[near_bay.to_shore.feature[0]].code == "little-sodus-bay"  # type: ignore[union-attr]


def test_a_lake_drawn_as_a_polygon_is_its_shore() -> None:
    ring = shapely.Polygon(box(0, 0, 2_000, 2_000).exterior, [box(900, 900, 1_100, 1_100).exterior])
    layers = Layers(shorelines=[Feature(ring, "owasco-lake", "Owasco Lake"), *(ALL.shorelines or [])[1:]])
    beside, afloat, on_island, far = (
        box(2_050, 0, 2_100, 100), box(100, 100, 200, 200), box(950, 950, 1_050, 1_050), box(3_000, 0, 3_100, 10),
    )  # fmt: skip
    findings = found(layers, beside, afloat, on_island, far)
    assert findings.distance.values.tolist() == [50.0, 0.0, 50.0, 1_000.0]
    assert water(findings.fronts, 1) == "owasco-lake"


def test_without_a_shoreline_layer_nothing_about_the_shore_is_shown() -> None:
    findings = found(Layers([FLEMING]), box(0, 0, 100, 100))
    assert water(findings.fronts) is None
    assert math.isnan(findings.distance.values[0])
    assert findings.fronts.why[0] == Why.NO_LAYER


def test_a_missing_lake_leaves_its_own_towns_open_only() -> None:
    sterling = Feature(box(20_000, 0, 30_000, 10_000), "055600", "Sterling", {"kind": "town"})
    layers = Layers([FLEMING, sterling], None, [OWASCO_SHORE])
    in_fleming, in_sterling = box(8_000, 0, 8_100, 100), box(25_000, 0, 25_100, 100)
    findings = found(layers, in_fleming, in_sterling, swis="")
    assert [water(findings.fronts, at) for at in (0, 1)] == ["none", None]
    assert findings.fronts.why[1] == Why.LAKE_MISSING
    nowhere = found(Layers(shorelines=[OWASCO_SHORE]), in_fleming, swis="059999")
    assert water(nowhere.fronts) is None


# --- watershed (B-8) ---


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        (11_000, "owasco-lake"),
        (11_900, "owasco-lake"),  # a tenth inside counts
        (11_990, "owasco-lake"),  # 1 %
        (11_996, "none"),  # 0.4 %: a sliver
        (12_000, "none"),
        (15_000, "none"),
    ],
)
def test_any_part_in_the_watershed_counts_beyond_a_sliver(left: float, expected: str) -> None:
    assert water(found(ALL, box(left, 0, left + 1_000, 1_000)).watershed) == expected


def test_half_an_acre_is_no_sliver_however_large_the_parcel() -> None:
    farm = box(11_990, 0, 14_990, 3_000)  # a strip of 30,000 square feet, a third of a percent
    assert water(found(ALL, farm).watershed) == "owasco-lake"


def test_a_parcel_across_cut_lines_has_its_whole_share() -> None:
    """Large polygons are cut into pieces; what lies on both sides of a cut must add up."""
    angle = np.linspace(0, 2 * np.pi, 5_000, endpoint=False)
    disc = shapely.Polygon(np.c_[X + 9_000 * np.cos(angle), Y + 9_000 * np.sin(angle)])
    assert len(subdivide(disc)) > 1
    findings = found(Layers(watersheds=[Feature(disc, "owasco-lake"), BAY_SHED]), box(-50, -50, 50, 50),
                     box(-9_500, -9_500, 9_500, 9_500))  # fmt: skip
    assert findings.in_watersheds is not None
    shares = [findings.in_watersheds.of(at)[0][1] for at in (0, 1)]
    assert shares[0] == pytest.approx(1.0)
    assert shares[1] == pytest.approx(disc.area / 19_000**2)


# --- parcels of which little is known ---


def test_a_parcel_without_a_shape_has_nothing_shown_with_the_reason() -> None:
    findings = found(ALL, None)
    assert (town(findings), water(findings.fronts), water(findings.watershed)) == (None, None, None)
    assert math.isnan(findings.distance.values[0])
    whys = {int(column.why[0]) for column in (findings.towns, findings.fronts, findings.watershed)}
    assert whys == {Why.NO_SHAPE}


@pytest.mark.parametrize(
    ("x", "town_", "watershed", "fronts"),
    [
        (4_000, "0528", "owasco-lake", None),  # 1,000 ft from the shore: its lot may reach it
        (11_000, "0544", "owasco-lake", "none"),
        (13_000, "0544", None, "none"),  # outside the watershed, but its lot may reach in
        (18_000, "0544", "none", "none"),
    ],
)
def test_a_point_settles_what_lies_far_and_leaves_open_what_is_near(
    x: float, town_: str, watershed: str | None, fronts: str | None
) -> None:
    findings = found(ALL, shapely.Point(X + x, Y + 5_000))
    assert (town(findings), water(findings.watershed), water(findings.fronts)) == (town_, watershed, fronts)


def test_an_outline_that_crosses_itself_stops_nothing() -> None:
    bow = shapely.Polygon([(X + 11_000, Y), (X + 13_000, Y + 1_000), (X + 13_000, Y), (X + 11_000, Y + 990)])
    findings = found(ALL, bow, box(11_000, 0, 11_100, 100))
    assert water(findings.watershed, 1) == "owasco-lake"


def test_no_parcels_at_all() -> None:
    assert len(found(ALL).known) == 0


# --- flood zones ---

DRY = flood_zone(box(0, 0, 10_000, 10_000), "X", subtype="AREA OF MINIMAL FLOOD HAZARD")
PLAIN = flood_zone(box(0, 0, 1_000, 1_000), "AE", 715.0)
WAY = flood_zone(box(0, 0, 200, 1_000), "AE", 714.0, floodway=True)
APPROXIMATE = flood_zone(box(0, 2_000, 1_000, 3_000), "A")
UNSTUDIED = flood_zone(box(0, 4_000, 1_000, 5_000), "D")
FLOOD = [DRY, PLAIN, WAY, APPROXIMATE, UNSTUDIED]


@pytest.mark.parametrize(
    ("shape", "plain", "way", "zone", "elevation"),
    [
        (box(100, 0, 300, 100), True, True, "AE floodway", 714.0),
        (box(500, 0, 600, 100), True, False, "AE", 715.0),
        (box(950, 0, 1_950, 100), True, False, "AE", 715.0),  # a twentieth of it
        (box(996, 0, 1_996, 100), False, False, "X", None),  # a sliver
        (box(100, 2_100, 200, 2_200), True, False, "A", None),
        (box(100, 4_100, 200, 4_200), None, False, "D", None),
        (box(9_500, 9_500, 10_500, 10_500), None, None, "X", None),  # partly off the map
        (box(20_000, 0, 20_100, 100), None, None, None, None),  # off the map
        (None, None, None, None, None),
    ],
)
def test_the_worst_flood_zone_wins_and_unmapped_is_not_dry(
    shape: shapely.Polygon | None, plain: bool | None, way: bool | None, zone: str | None, elevation: float | None
) -> None:
    findings = found(Layers(flood=FLOOD), shape).flood
    assert (yes_no(findings.in_floodplain), yes_no(findings.in_floodway)) == (plain, way)
    worst = int(findings.worst[0])
    assert (FLOOD[worst].name if worst >= 0 else None) == zone
    assert (None if math.isnan(findings.elevation[0]) else float(findings.elevation[0])) == elevation


def test_no_flood_layer_is_not_dry_land() -> None:
    findings = found(ALL, box(0, 0, 100, 100)).flood
    assert (yes_no(findings.in_floodplain), yes_no(findings.in_floodway)) == (None, None)


def test_an_elevation_that_one_of_the_worst_zones_lacks_is_not_shown() -> None:
    zones = [flood_zone(box(0, 0, 500, 100), "AE", 715.0), flood_zone(box(500, 0, 1_000, 100), "AE")]
    assert math.isnan(found(Layers(flood=zones), box(400, 0, 600, 100)).flood.elevation[0])
    higher = [zones[0], flood_zone(box(500, 0, 1_000, 100), "AE", 716.5)]
    assert found(Layers(flood=higher), box(400, 0, 600, 100)).flood.elevation[0] == 716.5


def test_a_layer_that_does_not_tell_floodways_shows_none() -> None:
    untold = Feature(box(0, 0, 1_000, 1_000), "AE", "AE", {"elevation_ft": 715.0})
    findings = found(Layers(flood=[untold]), box(0, 0, 100, 100)).flood
    assert (yes_no(findings.in_floodplain), yes_no(findings.in_floodway)) == (True, None)
    assert findings.in_floodway.why[0] == Why.NO_FLOODWAYS


@pytest.mark.parametrize(
    ("zone", "attributes", "expected"),
    [
        ("AE", {"floodway": True}, Hazard.FLOODWAY),
        ("VE", {}, Hazard.COASTAL),
        ("V12", {}, Hazard.COASTAL),
        ("AE", {}, Hazard.FLOODPLAIN),
        ("a", {}, Hazard.FLOODPLAIN),
        ("AO", {}, Hazard.FLOODPLAIN),
        ("A7", {}, Hazard.FLOODPLAIN),
        ("AREA NOT INCLUDED", {}, Hazard.NOT_MAPPED),
        ("OPEN WATER", {}, Hazard.NOT_MAPPED),
        ("D", {}, Hazard.POSSIBLE),
        ("X", {"subtype": "0.2 PCT ANNUAL CHANCE FLOOD HAZARD"}, Hazard.MODERATE),
        ("X", {"subtype": "AREA OF MINIMAL FLOOD HAZARD"}, Hazard.MINIMAL),
        ("X", {}, Hazard.MINIMAL),
        ("B", {}, Hazard.MODERATE),
        ("?", {}, Hazard.NOT_MAPPED),
    ],
)
def test_hazards(zone: str, attributes: dict[str, object], expected: Hazard) -> None:
    assert hazard(zone, attributes) == expected


# --- lakes ---


@pytest.mark.parametrize(
    ("label", "code"),
    [
        ("Owasco Lake", "owasco-lake"),
        ("OWASCO LAKE WATERSHED", "owasco-lake"),
        ("owasco-lake", "owasco-lake"),
        ("Owasco Lake Drainage Basin", "owasco-lake"),
        ("Little Sodus Bay", "little-sodus-bay"),
        ("little-sodus-bay", "little-sodus-bay"),
        ("Owasco Outlet", None),
        ("Owasco Inlet", None),
        ("Little Sodus Creek", None),
        ("Sodus Bay", None),
        ("Skaneateles Lake", None),
    ],
)
def test_a_label_means_a_lake_only_as_a_whole(label: str, code: str | None) -> None:
    assert lake_code(label) == code


# --- against the plain way ---

_SIDES = st.floats(1, 3_000)
_PLACES = st.tuples(st.floats(-2_000, 21_000), st.floats(-2_000, 12_000), _SIDES, _SIDES)


@settings(max_examples=60, deadline=None)
@given(places=st.lists(_PLACES, min_size=1, max_size=12))
def test_a_whole_county_and_one_parcel_by_itself_agree(places: list[tuple[float, float, float, float]]) -> None:
    shapes = [box(x, y, x + wide, y + tall) for x, y, wide, tall in places]
    findings = found(ALL, *shapes)
    for at, shape in enumerate(shapes):
        feet = min(shape.distance(feature.shape) for feature in ALL.shorelines or ())
        assert findings.distance.values[at] == pytest.approx(math.ceil(round(feet * 10, 4)) / 10)
        inside = shape.intersection(OWASCO_SHED.shape).area
        sliver = inside / shape.area < 0.005 and inside < 21_780
        if abs(inside / shape.area - 0.005) > 1e-9:
            assert water(findings.watershed, at) == ("none" if sliver or not inside else "owasco-lake")
        shares = {f.code[:4]: shape.intersection(f.shape).area / shape.area for f in (FLEMING, NILES)}
        if abs(shares["0528"] - shares["0544"]) > 1e-6 and max(shares.values()) > 0.01:
            assert town(findings, at) == max(shares, key=lambda code: shares[code])


def test_large_polygons_are_cut_and_lose_nothing() -> None:
    ring = line(*[(100 * math.cos(a / 500), 100 * math.sin(a / 500)) for a in range(3_141)])
    disc = shapely.Polygon(ring.coords)
    pieces = subdivide(disc)
    assert max(shapely.get_num_coordinates(pieces)) <= MOST_VERTICES
    assert sum(shapely.area(pieces)) == pytest.approx(disc.area)
