"""Volumes of loads as people write them (C46)."""

from decimal import Decimal

import pytest

from sanitarian.wastewater.volumes import NoVolume, read_volume, unusual


@pytest.mark.parametrize(
    ("written", "unit", "gallons"),
    [
        ("1000", "gal", "1000.0"),
        ("1,250", "Gallons", "1250.0"),
        ("3785", "L", "999.9"),
        ("3785.4", "litres", "1000.0"),
        ("1.5", "kgal", "1500.0"),
        ("5", "m³", "1320.9"),
        ("1000 gal.", "", "1000.0"),
        ("1000 gal", "gallons", "1000.0"),
        (" 1000 ", "US gal", "1000.0"),
        (".5", "kgal", "500.0"),
        ("1000000", "gal", "1000000.0"),
        ("0.1", "gal", "0.1"),
    ],
)
def test_a_volume_becomes_gallons(written: str, unit: str, gallons: str) -> None:
    assert read_volume(written, unit).gallons == Decimal(gallons)


@pytest.mark.parametrize(
    ("written", "unit", "field", "said"),
    [
        ("1000", "", "unit", "the unit is missing"),
        ("1000", "barrels", "unit", "'barrels' is not a unit known here"),
        ("1000", "imperial gallons", "unit", "not a unit"),
        ("1000 L", "gal", "unit", "two units"),
        ("0", "gal", "volume", "above zero"),
        ("0.04", "gal", "volume", "above zero"),
        ("-500", "gal", "volume", "above zero"),
        ("−500", "gal", "volume", "above zero"),
        ("about 1000", "gal", "volume", "not a number"),
        ("1,00", "gal", "volume", "not a number"),
        ("", "gal", "volume", "not a number"),
        ("1001", "kgal", "volume", "more than any load"),
    ],
)
def test_what_is_no_volume_says_what_to_do(written: str, unit: str, field: str, said: str) -> None:
    with pytest.raises(NoVolume, match=said) as refused:
        read_volume(written, unit)
    assert refused.value.field == field


def test_what_was_written_is_kept_beside_the_gallons() -> None:
    volume = read_volume("3,785 L")
    assert (volume.written, volume.unit, volume.gallons) == ("3,785", "L", Decimal("999.9"))


@pytest.mark.parametrize(
    ("gallons", "tank", "needs_an_eye"),
    [(15_000, 1000, True), (2_000, 1000, False), (Decimal("2000.1"), 1000, True), (15_000, None, False),
     (25_000, None, False), (25_001, None, True)],
)  # fmt: skip
def test_far_more_than_the_tank_holds_needs_an_eye(gallons: Decimal, tank: int | None, needs_an_eye: bool) -> None:
    assert bool(unusual(Decimal(gallons), tank)) is needs_an_eye
