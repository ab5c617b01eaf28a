from pathlib import Path

import pytest

from sanitarian.county.counties import CountyFileError, load_county, the_county

MINIMAL = """
name = "Sample County"
state = "NY"
fips = "36999"
swis_prefix = "07"
epsg = 2261
box = [0.0, 0.0, 10.0, 10.0]
time_zone = "America/New_York"
"""


def test_the_setting_chooses_the_county(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SANITARIAN_COUNTY", raising=False)
    assert (the_county().name, the_county().swis_prefix) == ("Cayuga County", "05")
    monkeypatch.setenv("SANITARIAN_COUNTY", "tompkins")
    assert (the_county().name, the_county().swis_prefix) == ("Tompkins County", "50")
    own = tmp_path / "sample.toml"
    own.write_text(MINIMAL)
    monkeypatch.setenv("SANITARIAN_COUNTY", str(own))
    assert (the_county().key, the_county().name) == ("sample", "Sample County")


def test_a_county_may_be_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "county.toml").write_text(MINIMAL)
    monkeypatch.setenv("SANITARIAN_COUNTY", str(tmp_path))
    assert the_county().name == "Sample County"


def test_cayuga_has_its_municipalities_and_says_that_codes_are_unverified() -> None:
    cayuga = load_county("cayuga")
    kinds = [place.kind for place in cayuga.municipalities]
    assert (kinds.count("city"), kinds.count("town"), kinds.count("village")) == (1, 23, 9)
    assert not any(place.verified for place in cayuga.municipalities)


@pytest.mark.parametrize(
    ("swis", "town", "village", "listed"),
    [
        ("050100", "City of Auburn", None, True),
        ("052889", "Town of Fleming", None, True),
        ("052800", "Town of Fleming", None, True),
        ("052401", "Town of Cato", "Village of Cato", True),
        ("053201", "Town of Ira", "Village of Cato", True),
        ("052499", "Town of Cato", None, False),
        ("059901", None, None, False),
    ],
)
def test_a_village_counts_for_the_town_of_its_code(
    swis: str, town: str | None, village: str | None, listed: bool
) -> None:
    cayuga = load_county("cayuga")
    found_town, found_village = cayuga.town_of(swis), cayuga.village_of(swis)
    assert (found_town and found_town.title) == town
    assert (found_village and found_village.title) == village
    assert cayuga.is_listed(swis) is listed


def test_the_box_holds_auburn_and_not_the_neighbours() -> None:
    assert load_county("cayuga").holds(824_823, 1_068_184)
    assert not load_county("tompkins").holds(824_823, 1_068_184)


@pytest.mark.parametrize(
    ("change", "remedy"),
    [
        (("swis_prefix", "swis_prfx"), "'swis_prefix' is missing"),
        (('"07"', '"7"'), "two digits"),
        (("[0.0, 0.0, 10.0, 10.0]", "[10.0, 0.0, 0.0, 10.0]"), "min x"),
        (
            ('"America/New_York"', '"America/New_York"\n[[municipality]]\nname="A"\nkind="town"\nswis4="0820"'),
            "beginning with 07",
        ),
        (("name =", "name"), "sample.toml"),
    ],
)
def test_a_faulty_county_file_says_what_to_correct(change: tuple[str, str], remedy: str, tmp_path: Path) -> None:
    path = tmp_path / "sample.toml"
    path.write_text(MINIMAL.replace(*change))
    with pytest.raises(CountyFileError, match=remedy):
        load_county(str(path))


def test_an_unknown_county_lists_those_known() -> None:
    with pytest.raises(CountyFileError, match="cayuga, tompkins"):
        load_county("atlantis")
