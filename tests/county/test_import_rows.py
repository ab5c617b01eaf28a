"""What becomes of each row: the cases of NY parcel numbers. No database."""

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from sanitarian.county.counties import load_county
from sanitarian.county.imports.fields import FIELDS
from sanitarian.county.imports.findings import ImportRefused
from sanitarian.county.imports.prepare import ParcelFile, staged
from sanitarian.county.imports.rows import Key, Staged
from tests.county.import_files import lot, sbl, state_row, write_csv, write_spatial, write_xlsx

CAYUGA, TOMPKINS = load_county("cayuga"), load_county("tompkins")
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def read(path: Path, **options: Any) -> Staged:
    content, _ = staged(ParcelFile(path, **options), CAYUGA)
    assert content.read == len(content.parcels) + content.merged + len(content.skipped) + content.rejected
    return content


def rows(tmp_path: Path, *wanted: dict[str, Any]) -> Staged:
    return read(write_csv(tmp_path / "parcels.csv", wanted))


def reasons(content: Staged) -> list[tuple[int, str, str]]:
    return [(reject.row, reject.field, reject.value) for reject in content.rejects]


def test_one_sbl_in_two_municipalities_is_two_parcels(tmp_path: Path) -> None:
    content = rows(tmp_path, state_row(1), state_row(1, SWIS="052089"))
    assert set(content.parcels) == {Key("052889", sbl(1)), Key("052089", sbl(1))}


@pytest.mark.parametrize(
    ("key", "flags"),
    [
        ("01200000030041200000", set()),
        ("0120000003004120HOME", set()),
        ("0120000003005000", {"short-key"}),
    ],
)
def test_an_sbl_is_kept_as_given(key: str, flags: set[str], tmp_path: Path) -> None:
    content = rows(tmp_path, state_row(1, SBL=key))
    assert content.parcels[Key("052889", key)].flags == flags


def test_rows_without_a_parcel_number_are_skipped_and_do_not_collapse(tmp_path: Path) -> None:
    content = rows(
        tmp_path, state_row(1, SBL=""), state_row(2, SBL="WATER "), state_row(3, SBL=" ", ACRES="wet"), state_row(4)
    )
    assert content.skipped == [2, 3, 4]
    assert content.rejected == 0
    assert list(content.parcels) == [Key("052889", sbl(4))]


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        ({"SWIS": "500700"}, "SWIS", "another county's: codes of Cayuga County begin with 05"),
        ({"SWIS": "52889"}, "SWIS", "leading zero seems lost"),
        ({"SWIS": ""}, "SWIS", "six digits"),
        ({"SBL": "9.4E+21"}, "SBL", "digits are lost"),
        ({"SBL": "12.-3-4.12"}, "SBL", "begins with 13 digits"),
        ({"SBL": "05288901200000030041200000"}, "SBL", "is the SWIS code in it"),
        ({"PRINT_KEY": "2-Jan"}, "PRINT_KEY", "holds a date"),
        ({"ACRES": "two"}, "ACRES", "not a number"),
        ({"MAIL_ZIP": "1"}, "MAIL_ZIP", "not a ZIP code"),
    ],
)
def test_a_faulty_row_is_rejected_and_the_others_go_in(
    changes: dict[str, str], field: str, reason: str, tmp_path: Path
) -> None:
    content = rows(tmp_path, state_row(1), state_row(2, **changes))
    assert list(content.parcels) == [Key("052889", sbl(1))]
    [reject] = content.rejects
    assert (reject.row, reject.field, reject.value) == (3, field, next(iter(changes.values())))
    assert reason in reject.reason


def test_a_parcel_whose_row_is_rejected_is_not_absent(tmp_path: Path) -> None:
    content = rows(tmp_path, state_row(1, ACRES="two"), state_row(2, PRINT_KEY="2-Jan"))
    assert content.present == {Key("052889", sbl(1)), Key("052889", sbl(2))}


def test_a_code_that_is_not_listed_goes_in_with_the_town_not_shown(tmp_path: Path) -> None:
    content = rows(tmp_path, state_row(1, SWIS="059901"))
    assert content.parcels[Key("059901", sbl(1))].flags == {"town-not-known"}


def test_values_are_read_as_the_state_means_them(tmp_path: Path) -> None:
    row = state_row(1, ACRES="1,250.5", NBR_BEDROOMS="0", SEWER_TYPE="9", PRIMARY_OWNER='=HYPERLINK("x")')
    parcel = rows(tmp_path, row).parcels[Key("052889", sbl(1))]
    assert parcel.values["acres"] == Decimal("1250.5")
    assert "bedrooms" not in parcel.values
    assert "sewer" not in parcel.values
    assert parcel.values["water"] == "public"
    assert parcel.owners is not None
    assert parcel.owners[0].name == '=HYPERLINK("x")'


def test_one_parcel_in_several_rows_is_one_multipolygon(tmp_path: Path) -> None:
    facts = [state_row(1), state_row(1, PRIMARY_OWNER="Another"), state_row(2)]
    content = read(write_spatial(tmp_path / "p.gpkg", facts, [lot(0), lot(3), lot(5)]))
    parcel = content.parcels[Key("052889", sbl(1))]
    assert (content.merged, parcel.rows, parcel.shape.geom_type) == (1, [1, 2], "MultiPolygon")
    assert parcel.shape.area == pytest.approx(20_000)
    assert any("differ in PRIMARY_OWNER" in line for line in content.notices.lines())


def test_units_on_one_polygon_are_separate_parcels(tmp_path: Path) -> None:
    facts = [state_row(1, DUP_GEO="Y"), state_row(2, DUP_GEO="Y"), state_row(3, DUP_GEO="N")]
    content = read(write_spatial(tmp_path / "p.gpkg", facts, [lot(0), lot(0), lot(3)]))
    assert [parcel.shares_shape for parcel in content.parcels.values()] == [True, True, False]


def test_an_invalid_shape_is_repaired_and_reported(tmp_path: Path) -> None:
    import shapely

    x, y = 824_823, 1_068_184
    bow = shapely.Polygon([(x, y), (x + 100, y + 100), (x + 100, y), (x, y + 100)])
    content = read(write_spatial(tmp_path / "p.gpkg", [state_row(1), state_row(2)], [bow, lot(4)]))
    mended = content.parcels[Key("052889", sbl(1))]
    assert mended.shape.is_valid
    assert mended.flags == {"repaired"}
    assert "shapes that crossed themselves were repaired: 1 row (1)" in content.notices.lines()


def test_swis_and_sbl_in_one_column(tmp_path: Path) -> None:
    row = state_row(1)
    del row["SWIS"], row["SBL"]
    content = rows(tmp_path, row | {"SWISSBLID": f"052889{sbl(1)}"})
    assert list(content.parcels) == [Key("052889", sbl(1))]


TOMPKINS_ROWS = [
    {
        "key": key,
        "lon": "-76.5",
        "lat": "42.4635",
        "roll_section": "8",
        "prop_class": "650",
        "asmt_acres": "2.9",
        "parcel_location_address": "1 Sample Dr",
    }
    for key in ("500700_1.-1-15", "500700_105.-1-2.1", "500700_105.-1-2.10")
]


def test_another_layout_by_a_mapping_with_keys_of_its_own(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "list.csv", TOMPKINS_ROWS)
    file = ParcelFile(path, mapping=EXAMPLES / "tompkins.toml")
    content, _ = staged(file, TOMPKINS)
    assert content.scheme == "print-key"
    assert list(content.parcels) == [
        Key("500700", "1.-1-15"),
        Key("500700", "105.-1-2.1"),
        Key("500700", "105.-1-2.10"),
    ]
    first = content.parcels[Key("500700", "1.-1-15")]
    assert (first.values["print_key"], first.values["address"]) == ("1.-1-15", "1 Sample Dr")
    assert (round(first.x or 0), round(first.y or 0)) == (842_693, 897_566)


def test_the_same_file_in_another_county_is_rejected_row_by_row(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "list.csv", TOMPKINS_ROWS)
    content = read(path, mapping=EXAMPLES / "tompkins.toml")
    assert reasons(content) == [(row, "key", facts["key"]) for row, facts in enumerate(TOMPKINS_ROWS, start=2)]
    assert all("SWIS 500700 is another county's" in reject.reason for reject in content.rejects)


ONE_TOWN = """
[key]
scheme = "print-key"
[columns]
print_key = "key"
zip = "zip_code"
[constants]
swis = "052889"
"""


def test_spreadsheet_damage_in_a_local_list(tmp_path: Path) -> None:
    from datetime import datetime

    cells: Sequence[Sequence[Any]] = [
        ("print_key", "zip"),
        (datetime(2003, 1, 2), 13021),
        ("10-16", "01331"),
        (7.1, 1331),
        ("007.29-1-10", 1331),
    ]
    mapping = tmp_path / "one-town.toml"
    mapping.write_text(ONE_TOWN)
    content = read(write_xlsx(tmp_path / "list.xlsx", cells), mapping=mapping)
    assert reasons(content) == [(2, "print_key", "2003-01-02"), (4, "print_key", "7.1")]
    assert content.rejects[0].reason == "this cell is a date; a parcel number was expected"
    assert [parcel.values["zip_code"] for parcel in content.parcels.values()] == ["01331", "01331"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("[key]", "[keys]"), r"section \[keys\] is not known"),
        (('zip = "zip_code"', 'zip = "postcode"'), "'postcode' is not a field"),
        (('zip = "zip_code"', 'plz = "zip_code"'), "no column 'plz'; it has: print_key, zip"),
        (('zip = "zip_code"', 'zip = "key"'), "two columns are named for 'key'"),
        (('swis = "052889"', ""), "nothing gives the SWIS code"),
        (('print_key = "key"', ""), "no column is named for the parcel's key"),
        (('"print-key"', '"Print Key"'), "small letters"),
        (('scheme = "print-key"', 'pattern = "(?P<key>.*)"'), "must name two groups"),
        (('scheme = "print-key"', 'pattern = "("'), "not a regular expression"),
        (("[constants]", "[constants"), "not valid TOML"),
        (('"052889"', '"2-Jan"'), "constant swis"),
    ],
)
def test_a_faulty_mapping_says_what_to_correct(change: tuple[str, str], reason: str, tmp_path: Path) -> None:
    mapping = tmp_path / "one-town.toml"
    mapping.write_text(ONE_TOWN.replace(*change))
    path = write_csv(tmp_path / "list.csv", [{"print_key": "1.-1-1", "zip": "13021"}])
    with pytest.raises(ImportRefused, match=reason):
        read(path, mapping=mapping)


def test_a_file_in_an_unknown_layout_lists_its_columns(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "list.csv", [{"tax lot": "1", "city": "Auburn"}])
    with pytest.raises(ImportRefused, match=r"SWIS and SBL.*tax lot, city.*mapping"):
        read(path)


def test_the_manual_names_every_column_and_field() -> None:
    manual = (EXAMPLES.parent / "imports.md").read_text()
    for spec in FIELDS:
        missing = [name for name in spec.names if f"`{name}`" not in manual]
        assert not missing, f"docs/imports.md says nothing of {missing}"
        assert f"`{spec.name}`" in manual or spec.name == "swis_key"


def test_the_manual_shows_the_mapping_that_is_tested() -> None:
    manual = (EXAMPLES.parent / "imports.md").read_text()
    shown = (EXAMPLES / "tompkins.toml").read_text().partition("[key]")[2]
    assert shown in manual


def test_the_example_of_one_town(tmp_path: Path) -> None:
    columns = ("Tax map no.", "Address", "Owner", "Mailing address", "City", "State", "ZIP", "Sewer")
    path = write_xlsx(
        tmp_path / "list.xlsx",
        [columns, ("1.-1-1", "1 Lake Rd", "Doe, Jane", "1 Lake Rd", "Auburn", "NY", 7029, "Septic")],
    )
    content = read(path, mapping=EXAMPLES / "one-town.toml")
    parcel = content.parcels[Key("052889", "1.-1-1")]
    assert parcel.values["sewer"] == "private"
    assert parcel.owners is not None
    assert parcel.owners[0].zip_code == "07029"
