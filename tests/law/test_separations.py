"""Distances by Appendix 75-A: each part and each distance from both sides, and the slope toward a well."""

from datetime import date
from decimal import Decimal
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.registry import rules
from sanitarian.law.ruling import Ruling
from sanitarian.law.separations import separation

TO = ("well", "water", "dwelling", "property_line")
TABLE = {
    "house-sewer": (50, 25, 3, 10),
    "septic-tank": (50, 50, 10, 10),
    "effluent-line": (50, 50, 10, 10),
    "distribution-box": (100, 100, 20, 10),
    "absorption-field": (100, 100, 20, 10),
    "seepage-pit": (150, 100, 20, 10),
    "raised-or-mound": (100, 100, 20, 10),
    "sand-filter": (100, 100, 20, 10),
}
UPHILL = ("absorption-field", "seepage-pit", "raised-or-mound")
TRANSCRIBED = ("seepage-pit", "raised-or-mound", "sand-filter")
FAR = {f"{to}_ft": Decimal(1000) for to in TO}
CELLS = [(part, to, feet) for part, row in TABLE.items() for to, feet in zip(TO, row, strict=True)]


def ask(component: str, **change: Any) -> Ruling:
    return separation(component=component, **{**FAR, "drains_toward_well": False, **change})


def doubts(ruling: Ruling) -> list[str]:
    return [reason.cite for reason in ruling.reasons if "transcription" in reason.text and reason.holds is True]


@pytest.mark.parametrize(("component", "to", "feet"), CELLS)
def test_each_distance_from_both_sides(component: str, to: str, feet: int) -> None:
    enough = ask(component, **{f"{to}_ft": Decimal(feet)})
    assert (enough.outcome, enough.values) == ("meets", {"shortfalls": (), "not_shown": ()})
    short = ask(component, **{f"{to}_ft": feet - Decimal("0.01")})
    missing = {"to": to, "required": feet, "shown": feet - Decimal("0.01")}
    assert (short.outcome, short.values) == ("violates", {"shortfalls": (missing,), "not_shown": ()})
    unknown = ask(component, **{f"{to}_ft": None})
    assert (unknown.outcome, unknown.values) == ("undetermined", {"shortfalls": (), "not_shown": (to,)})
    (said,) = unknown.not_shown
    assert f"{feet} feet" in said.text
    assert said.cite == "75-A.4"


@pytest.mark.parametrize("component", TABLE)
def test_shortfalls_and_gaps_stand_in_order(component: str) -> None:
    ruling = ask(component, **{f"{to}_ft": Decimal(0) for to in TO})
    assert [short["to"] for short in ruling.values["shortfalls"]] == list(TO)
    assert [short["required"] for short in ruling.values["shortfalls"]] == list(TABLE[component])
    ruling = separation(component=component)
    assert (ruling.outcome, ruling.values["not_shown"]) == ("undetermined", TO)
    assert len(ruling.not_shown) == 4
    mixed = ask(component, well_ft=None, water_ft=Decimal(1), dwelling_ft=None)
    assert mixed.outcome == "violates"
    assert mixed.values["not_shown"] == ("well", "dwelling")
    assert [short["to"] for short in mixed.values["shortfalls"]] == ["water"]


@pytest.mark.parametrize("component", UPHILL)
@pytest.mark.parametrize(
    ("drains", "feet", "outcome"),
    [
        (True, "199.99", "violates"),
        (True, "200", "meets"),
        (False, "199.99", "meets"),
        (None, "199.99", "undetermined"),
        (None, "200", "meets"),
    ],
)
def test_200_feet_where_it_drains_toward_the_well(component: str, drains: bool | None, feet: str, outcome: str) -> None:
    ruling = ask(component, well_ft=Decimal(feet), drains_toward_well=drains)
    assert ruling.outcome == outcome
    if outcome == "violates":
        assert ruling.values["shortfalls"] == ({"to": "well", "required": 200, "shown": Decimal(feet)},)
    assert ruling.values["not_shown"] == (("well",) if outcome == "undetermined" else ())


@pytest.mark.parametrize("component", UPHILL)
def test_near_the_table_with_the_slope_not_shown(component: str) -> None:
    feet = TABLE[component][0]
    at = ask(component, well_ft=Decimal(feet), drains_toward_well=None)
    assert (at.outcome, at.values) == ("undetermined", {"shortfalls": (), "not_shown": ("well",)})
    assert "drains toward the well" in at.not_shown[0].text
    below = ask(component, well_ft=Decimal(feet - 1), drains_toward_well=None)
    short = {"to": "well", "required": feet, "shown": feet - 1}
    assert (below.outcome, below.values) == ("violates", {"shortfalls": (short,), "not_shown": ()})
    nowhere = ask(component, well_ft=None, drains_toward_well=None)
    assert nowhere.values["not_shown"] == ("well",)
    uphill = ask(component, well_ft=None, drains_toward_well=True)
    assert "200 feet" in uphill.not_shown[0].text


@pytest.mark.parametrize("component", [part for part in TABLE if part not in UPHILL])
@pytest.mark.parametrize("drains", [True, False, None])
def test_the_slope_does_not_touch_the_other_parts(component: str, drains: bool | None) -> None:
    feet = TABLE[component][0]
    ruling = ask(component, well_ft=Decimal(feet), drains_toward_well=drains)
    assert ruling.outcome == "meets"
    assert not any("uphill" in reason.text for reason in ruling.reasons)
    assert ask(component, well_ft=Decimal(feet - 1), drains_toward_well=drains).outcome == "violates"


@pytest.mark.parametrize("component", TABLE)
def test_figures_not_checked_are_not_passed_off_as_law(component: str) -> None:
    assert doubts(ask(component)) == (["75-A.4"] if component in TRANSCRIBED else [])
    uphill = ask(component, drains_toward_well=True)
    assert doubts(uphill) == (["75-A.4"] if component in (*TRANSCRIBED, "absorption-field") else [])


@pytest.mark.parametrize(
    ("drains", "feet", "doubted"),
    [(None, 99, False), (None, 100, True), (None, 200, True), (False, 200, False), (True, 99, True)],
)
def test_the_200_feet_were_transcribed(drains: bool | None, feet: int, doubted: bool) -> None:
    ruling = ask("absorption-field", well_ft=Decimal(feet), drains_toward_well=drains)
    assert bool(doubts(ruling)) is doubted


def test_feet_as_they_were_given() -> None:
    given_ = {"component": "septic-tank", "well_ft": Decimal("49.50"), "water_ft": Decimal("40.0"), "dwelling_ft": 9}
    shown = [short["shown"] for short in rules()["separation"].ask(given_).to_json()["values"]["shortfalls"]]
    assert shown == ["49.50", 40, 9]


def test_the_text_before_2010_is_not_on_file() -> None:
    rule, facts = rules()["separation"], {"component": "septic-tank"}
    assert rule.ask(facts, date(2010, 2, 3)).outcome == "undetermined"
    before = rule.ask(facts, date(2010, 2, 2))
    assert (before.outcome, before.reasons[0].cite) == ("no-law", "75-A.4")


FEET = st.none() | st.sampled_from([0, 3, 10, 20, 25, 50, 100, 150, 200]).flatmap(
    lambda feet: st.sampled_from([Decimal(feet), feet + Decimal("0.01"), max(Decimal(0), feet - Decimal("0.01"))])
)


@given(st.sampled_from(list(TABLE)), FEET, FEET, FEET, FEET, st.none() | st.booleans())
def test_showing_more_never_turns_a_ruling_round(
    component: str,
    well: Decimal | None,
    water: Decimal | None,
    dwelling: Decimal | None,
    line: Decimal | None,
    drains: bool | None,
) -> None:
    """What is not shown, shown in any way, never lifts a violation, and moving away never makes one."""
    given_ = {"well_ft": well, "water_ft": water, "dwelling_ft": dwelling, "property_line_ft": line}
    before = separation(component=component, **given_, drains_toward_well=drains)
    options = [[given_[name]] if given_[name] is not None else [Decimal(0), Decimal(500)] for name in given_]
    slopes = [drains] if drains is not None else [True, False]
    after = {
        separation(component=component, **dict(zip(given_, feet, strict=True)), drains_toward_well=slope).outcome
        for *feet, slope in product(*options, slopes)
    }
    assert after == ({"meets", "violates"} if before.outcome == "undetermined" else {before.outcome})
    farther = {name: None if feet is None else feet + 1 for name, feet in given_.items()}
    ruling = separation(component=component, **farther, drains_toward_well=drains)
    known = {short["to"] for short in before.values["shortfalls"]}
    assert {short["to"] for short in ruling.values["shortfalls"]} <= known
