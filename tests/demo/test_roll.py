"""The demo county's assessment roll and files."""

from collections import Counter
from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
import shapely

from sanitarian.demo import geography, people
from sanitarian.demo.files import LAYER_FILES, PARCELS_FILE, write_files
from sanitarian.demo.roll import PARCELS, Roll, roll

DAY = date(2026, 6, 15)


@cache
def whole() -> Roll:
    return roll(DAY)


def _digest(parcels: Roll) -> str:
    text = "\n".join("|".join(map(str, row)) for row in zip(*parcels.columns.values(), strict=True))
    shapes = b"".join(wkb or b"-" for wkb in shapely.to_wkb(parcels.shapes))
    return sha256(text.encode() + shapes).hexdigest()


def test_the_roll_has_39000_parcels_with_keys_of_their_own() -> None:
    columns = whole().columns
    keys = [swis + sbl for swis, sbl in zip(columns["SWIS"], columns["SBL"], strict=True) if sbl]
    assert len(keys) == len(set(keys)) == PARCELS == 39_000
    assert {len(key) for key in keys} == {26}
    assert len(set(columns["SBL"])) < PARCELS - 1_000, "the same SBL occurs in several municipalities"


def test_rows_without_a_key_condominiums_and_parcels_without_shape_occur() -> None:
    columns, shapes = whole().columns, whole().shapes
    assert 20 <= sum(not sbl for sbl in columns["SBL"]) <= 100
    assert sum(shape is None for shape in shapes) == 40
    stacked = shapes[(columns["DUP_GEO"] == "Y") & (shapes != None)]  # noqa: E711
    assert 100 < len(stacked) < 250
    assert max(Counter(shape.wkb for shape in stacked).values()) >= 10
    assert "MultiPolygon" in {shape.geom_type for shape in shapes if shape is not None}


def test_lots_do_not_overlap() -> None:
    columns = whole().columns
    mapped = np.flatnonzero((whole().shapes != None) & (columns["DUP_GEO"] != "Y") & (columns["SBL"] != ""))  # noqa: E711
    shapes = whole().shapes[mapped]
    first, second = shapely.STRtree(shapes).query(shapes, predicate="overlaps")
    assert shapely.area(shapely.intersection(shapes[first], shapes[second])).sum() < 1.0


def test_the_shores_are_built_up() -> None:
    lines = [shapely.linestrings(line) for line in geography.shorelines().values()]
    shapes = whole().shapes[whole().shapes != None]  # noqa: E711
    distance = np.min([shapely.distance(shapes, line) for line in lines], axis=0)
    assert 1_400 < (distance == 0).sum() < 1_800
    assert 900 < ((distance > 0) & (distance <= 500)).sum() < 1_400


def test_services_are_public_private_none_and_not_shown() -> None:
    sewer = Counter(whole().columns["SEWER_TYPE"])
    assert sewer["2"] > 18_000
    assert sewer["3"] > 8_000
    assert sewer["1"] > 1_000
    assert sewer[""] > 300


def test_people_are_made_of_the_made_up_names() -> None:
    surnames = {name.upper() for name in (*people.SURNAMES, *people.ODD_SURNAMES)}
    firms = ("LLC", "Inc", "Brothers", "Trust", "Excavating", "Estate of", "Orchards", "LP")
    for name in set(whole().columns["PRIMARY_OWNER"]):
        known = any(name.upper().startswith(surname) for surname in surnames) or any(word in name for word in firms)
        assert known or not name, name
    names = " ".join(whole().columns["PRIMARY_OWNER"])
    assert all(sign in names for sign in ("O'", "O’", "É", " & ", "LLC"))
    assert set(whole().columns["MAIL_STATE"]) > {"NY", "FL", "PA", "MA"}


def test_the_same_day_gives_the_same_roll() -> None:
    assert _digest(roll(DAY, 0.01)) == _digest(roll(DAY, 0.01))
    assert _digest(roll(DAY, 0.01)) != _digest(roll(date(2027, 6, 15), 0.01)), "the roll carries its year"


def test_a_share_of_the_county_keeps_every_kind() -> None:
    part = roll(DAY, 0.01)
    assert sum(bool(sbl) for sbl in part.columns["SBL"]) == 390
    assert len(set(part.columns["CITYTOWN_NAME"])) >= 20


def test_files_written_twice_are_the_same(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        write_files(tmp_path / folder, DAY, 0.01)
    for name in (PARCELS_FILE, *LAYER_FILES.values()):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
