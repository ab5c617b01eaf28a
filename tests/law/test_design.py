"""The size of tanks and fields by Appendix 75-A: every cell of its tables, and every edge."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.design import septic_design
from sanitarian.law.registry import rules
from sanitarian.law.ruling import Ruling

GOOD: dict[str, Any] = {"bedrooms": 3, "fixtures": "post-1994", "perc_min_per_inch": Decimal(14)}
TRANSCRIBED = (
    "Figures that decide here were read in a transcription and have not been checked against the official text."
)

# The first and last whole minute of each band, and feet of trench by bedrooms from one.
BANDS = ((1, 5), (6, 7), (8, 10), (11, 15), (16, 20), (21, 30), (31, 45), (46, 60))
FEET = {
    "post-1994": (
        (46, 55, 62, 69, 79, 92, 110, 123),
        (92, 110, 123, 138, 158, 184, 220, 245),
        (138, 165, 184, 207, 236, 275, 330, 367),
        (184, 220, 245, 275, 315, 367, 440, 489),
        (230, 275, 306, 344, 393, 459, 550, 612),
        (275, 330, 367, 413, 472, 550, 660, 734),
    ),
    "pre-1994": (
        (55, 65, 73, 82, 93, 109, 130, 145),
        (109, 130, 145, 163, 186, 217, 260, 289),
        (163, 195, 217, 244, 279, 325, 390, 434),
        (217, 260, 289, 325, 372, 434, 520, 578),
        (271, 325, 362, 407, 465, 542, 650, 723),
        (325, 390, 434, 488, 558, 650, 780, 867),
    ),
    "pre-1980": (
        (63, 75, 84, 94, 108, 125, 150, 167),
        (125, 150, 167, 188, 215, 250, 300, 334),
        (188, 225, 250, 282, 322, 375, 450, 500),
        (250, 300, 334, 375, 429, 500, 600, 667),
        (313, 375, 417, 469, 536, 625, 750, 834),
        (375, 450, 500, 563, 643, 750, 900, 1000),
    ),
}
CELLS = [
    (fixtures, bedrooms, minutes, feet)
    for fixtures, rows in FEET.items()
    for bedrooms, row in enumerate(rows, 1)
    for band, feet in zip(BANDS, row, strict=True)
    for minutes in band
]


def design(**change: Any) -> Ruling:
    return septic_design(**GOOD | change)


def reason(ruling: Ruling, words: str) -> Any:
    (found,) = [known for known in ruling.reasons if words in known.text]
    return found


@pytest.mark.parametrize(("fixtures", "bedrooms", "minutes", "feet"), CELLS)
def test_trenches(fixtures: str, bedrooms: int, minutes: int, feet: int) -> None:
    values = design(fixtures=fixtures, bedrooms=bedrooms, perc_min_per_inch=Decimal(minutes)).values
    assert (values["trench_ft"], values["dosing"]) == (feet, feet >= 500)


@pytest.mark.parametrize(
    ("minutes", "rate"),
    [
        ("1", "1.20"), ("1.01", "1.20"), ("5", "1.20"), ("5.0", "1.20"), ("5.01", "1.00"),
        ("5.00000000000000000000000000000001", "1.00"), ("6", "1.00"), ("7", "1.00"), ("7.01", "0.90"), ("10", "0.90"),
        ("10.01", "0.80"), ("15", "0.80"), ("15.01", "0.70"), ("20", "0.70"), ("20.01", "0.60"), ("30", "0.60"),
        ("30.01", "0.50"), ("45", "0.50"), ("45.01", "0.45"), ("59.99", "0.45"), ("60", "0.45"), ("60.000", "0.45"),
    ],
)  # fmt: skip
def test_rates_by_whole_minutes_rounded_up(minutes: str, rate: str) -> None:
    ruling = design(perc_min_per_inch=Decimal(minutes))
    assert (ruling.outcome, str(ruling.values["rate"])) == ("designed", rate)
    assert reason(ruling, "no less than 1 and no more than 60").holds is True


@pytest.mark.parametrize(
    "minutes", ["0", "0.99", "0.9999999999999999999999999999999", "60.01", "61", "1e300", "1e-999"]
)
def test_soil_too_fast_or_too_slow_for_a_field(minutes: str) -> None:
    ruling = design(perc_min_per_inch=Decimal(minutes))
    assert ruling.outcome == "no-conventional-field"
    nothing = dict.fromkeys(("rate", "trench_ft", "dosing"))
    assert ruling.values == {"flow_gpd": 330, "tank_gal": 1000, "tank_surface_sqft": 27} | nothing
    assert reason(ruling, "no less than 1 and no more than 60").holds is False


@pytest.mark.parametrize(
    ("bedrooms", "gallons", "surface"),
    [
        (1, 1000, 27), (2, 1000, 27), (3, 1000, 27), (4, 1250, 34),
        (5, 1500, 40), (6, 1750, 47), (7, 2000, 54), (8, 2250, 61),
    ],
)  # fmt: skip
@pytest.mark.parametrize("grinder", [False, True])
def test_tanks(bedrooms: int, gallons: int, surface: int, grinder: bool) -> None:
    ruling = design(bedrooms=bedrooms, garbage_grinder=grinder)
    expected = (gallons + 250, surface + 7) if grinder else (gallons, surface)
    assert (ruling.values["tank_gal"], ruling.values["tank_surface_sqft"]) == expected
    assert ("garbage grinder" in reason(ruling, "septic tank holds").text) is grinder


@pytest.mark.parametrize(
    ("fixtures", "bedrooms", "flow", "outcome"),
    [
        ("post-1994", 9, 990, "designed"),
        ("post-1994", 10, 1100, "outside-75a"),
        ("pre-1994", 7, 910, "designed"),
        ("pre-1994", 8, 1040, "outside-75a"),
        ("pre-1980", 6, 900, "designed"),
        ("pre-1980", 7, 1050, "outside-75a"),
        ("post-1994", 10**300, 110 * 10**300, "outside-75a"),
    ],
)
def test_a_flow_of_1000_gallons_a_day_is_outside(fixtures: str, bedrooms: int, flow: int, outcome: str) -> None:
    ruling = design(fixtures=fixtures, bedrooms=bedrooms)
    assert (ruling.outcome, ruling.values["flow_gpd"]) == (outcome, flow)
    assert reason(ruling, "less than 1,000 gallons").holds is (outcome == "designed")
    rest = {name: value for name, value in ruling.values.items() if name != "flow_gpd"}
    assert all(value is None for value in rest.values()) is (outcome == "outside-75a")


def test_1000_gallons_a_day_themselves_are_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """No number of bedrooms makes exactly 1,000, so a flow of 100 for each is put in."""
    from sanitarian.law import design as module

    real = module.figure

    def a_hundred_each(name: str, law_of: date | None = None) -> Any:
        found = real(name, law_of)
        return module.Figure({"post-1994": 100}, found.section, found.verified) if "per_bedroom" in name else found

    monkeypatch.setattr(module, "figure", a_hundred_each)
    assert [design(bedrooms=count).outcome for count in (9, 10)] == ["designed", "outside-75a"]


def test_too_much_flow_comes_before_unfit_soil() -> None:
    assert design(bedrooms=10, perc_min_per_inch=Decimal(0)).outcome == "outside-75a"


@pytest.mark.parametrize(
    ("system", "maintained", "feet", "holds"),
    [
        ("conventional", None, 207, "unsaid"),
        ("conventional", True, 207, "unsaid"),
        ("gravelless", None, 155, True),
        ("gravelless", False, 155, True),
        ("etu", True, 139, True),
        ("etu", False, 207, False),
        ("etu", None, 207, None),
    ],
)
def test_shorter_trenches(system: str, maintained: bool | None, feet: int, holds: Any) -> None:
    """330 / 0.80 / 2 = 206.25; the share is taken of that, and the ceiling last."""
    ruling = design(system=system, maintenance_required=maintained)
    assert ruling.values["trench_ft"] == feet
    said = [known.holds for known in ruling.reasons if "of the length" in known.text]
    assert said == ([] if holds == "unsaid" else [holds])


@pytest.mark.parametrize(
    ("bedrooms", "fixtures", "minutes", "system", "feet"),
    [
        (1, "pre-1994", 5, "gravelless", 41),  # 130 / 1.20 / 2 x 0.75 = 40.63
        (3, "pre-1994", 5, "gravelless", 122),  # 162.5 x 0.75 = 121.88; 163 x 0.75 would be 122.25
        (1, "pre-1980", 20, "etu", 72),  # 107.14 x 0.67 = 71.79
        (1, "post-1994", 45, "etu", 74),  # 110 x 0.67 = 73.7
    ],
)
def test_one_ceiling_taken_last(bedrooms: int, fixtures: str, minutes: int, system: str, feet: int) -> None:
    facts = {"bedrooms": bedrooms, "fixtures": fixtures, "perc_min_per_inch": Decimal(minutes), "system": system}
    assert design(**facts, maintenance_required=True).values["trench_ft"] == feet


@pytest.mark.parametrize(
    ("facts", "feet", "dosing"),
    [
        ({"bedrooms": 4, "perc_min_per_inch": Decimal(60)}, 489, False),
        (
            {"bedrooms": 6, "fixtures": "pre-1994", "perc_min_per_inch": Decimal(15)},
            488,
            False,
        ),
        ({"bedrooms": 4, "fixtures": "pre-1980", "perc_min_per_inch": Decimal(30)}, 500, True),
        ({"bedrooms": 6, "fixtures": "pre-1980", "perc_min_per_inch": Decimal(10)}, 500, True),
        ({"bedrooms": 6, "fixtures": "pre-1980", "perc_min_per_inch": Decimal(30), "system": "gravelless"}, 563, True),
        ({"bedrooms": 4, "fixtures": "pre-1980", "perc_min_per_inch": Decimal(60), "system": "gravelless"}, 500, True),
        ({"bedrooms": 3, "fixtures": "pre-1980", "perc_min_per_inch": Decimal(60)}, 500, True),
    ],
)
def test_dosing_from_500_feet(facts: dict[str, Any], feet: int, dosing: bool) -> None:
    ruling = design(**facts)
    assert (ruling.values["trench_ft"], ruling.values["dosing"]) == (feet, dosing)
    assert reason(ruling, "reach 500 feet").holds is dosing


@pytest.mark.parametrize(("length", "feet", "dosing"), [("499", 499, False), ("499.01", 500, True), ("500", 500, True)])
def test_the_last_foot_before_dosing(monkeypatch: pytest.MonkeyPatch, length: str, feet: int, dosing: bool) -> None:
    """A share is put in that brings the trenches of 1,000 feet just below, or to, 500."""
    from sanitarian.law import design as module

    real, share = module.figure, Decimal(length) / 1000
    monkeypatch.setattr(
        module,
        "figure",
        lambda name, law_of=None: (
            module.Figure({"gravelless": share, "etu": share}, "75-A.8", False)
            if name == "trench_share"
            else real(name, law_of)
        ),
    )
    values = design(bedrooms=6, fixtures="pre-1980", perc_min_per_inch=Decimal(60), system="gravelless").values
    assert (values["trench_ft"], values["dosing"]) == (feet, dosing)


@pytest.mark.parametrize("facts", [{}, {"bedrooms": 10}, {"perc_min_per_inch": Decimal(61)}])
def test_figures_not_checked_are_not_passed_off_as_law(facts: dict[str, Any]) -> None:
    ruling = design(**facts)
    said = reason(ruling, TRANSCRIBED)
    assert (said.holds, said.cite) == (True, "75-A.3")


def test_the_text_before_2010_is_not_on_file() -> None:
    rule, facts = rules()["septic-design"], GOOD
    assert rule.ask(facts, date(2010, 2, 3)).outcome == "designed"
    before = rule.ask(facts, date(2010, 2, 2))
    assert (before.outcome, before.reasons[0].cite) == ("no-law", "75-A.3")
    assert "February 3, 2010" in before.reasons[0].text


@given(
    st.integers(1, 9),
    st.sampled_from(list(FEET)),
    st.decimals(0, 70, places=2),
    st.booleans(),
    st.sampled_from(["conventional", "gravelless", "etu"]),
    st.none() | st.booleans(),
)
def test_more_is_never_less(
    bedrooms: int, fixtures: str, minutes: Decimal, grinder: bool, system: str, maintained: bool | None
) -> None:
    """Another bedroom, slower soil or a grinder never shrink a tank or a field; a flow is told in every case."""
    facts = {
        "fixtures": fixtures,
        "garbage_grinder": grinder,
        "system": system,
        "maintenance_required": maintained,
    }
    here = design(bedrooms=bedrooms, perc_min_per_inch=minutes, **facts).values
    for bigger in (
        design(bedrooms=bedrooms + 1, perc_min_per_inch=minutes, **facts).values,
        design(bedrooms=bedrooms, perc_min_per_inch=minutes + 1, **facts).values,
        design(bedrooms=bedrooms, perc_min_per_inch=minutes, **facts | {"garbage_grinder": True}).values,
    ):
        assert bigger["flow_gpd"] >= here["flow_gpd"] > 0
        for name in ("tank_gal", "tank_surface_sqft", "trench_ft"):
            if here[name] is not None and bigger[name] is not None:
                assert bigger[name] >= here[name]
