"""Whether a place that serves food needs a permit."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.food import SPONSORS, food_permit
from sanitarian.law.registry import NO_LAW, rules

SUPPER: dict[str, Any] = {
    "prepares_food_for_public": True, "operator": "other", "interstate_carrier": False,
    "temporary": True, "sponsor": "religious", "occasional_single_meals": True,
}  # fmt: skip
NOT_ONE = "not-a-food-service-establishment"


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({}, "may-be-waived"),
        # what is no such establishment
        ({"prepares_food_for_public": False}, NOT_ONE),
        ({"interstate_carrier": True}, NOT_ONE),
        ({"interstate_carrier": None}, "may-be-waived"),
        ({"prepares_food_for_public": False, "operator": "school-district"}, NOT_ONE),
        ({"interstate_carrier": True, "operator": "school-district"}, NOT_ONE),
        # school districts
        ({"operator": "school-district"}, "exempt"),
        ({"operator": "school-district", "temporary": False, "interstate_carrier": None}, "exempt"),
        # waivers, each ground by itself
        ({"temporary": False}, "required"),
        ({"temporary": None}, "required"),
        ({"sponsor": "fraternal"}, "may-be-waived"),
        ({"sponsor": "other-group"}, "may-be-waived"),
        ({"sponsor": "none"}, "required"),
        ({"sponsor": None}, "required"),
        ({"occasional_single_meals": False}, "required"),
        ({"occasional_single_meals": None}, "required"),
    ],
)
def test_food_permit(change: dict[str, Any], outcome: str) -> None:
    ruling = food_permit(**SUPPER | change)
    assert (ruling.outcome, ruling.values) == (outcome, {})
    part_14 = [reason for reason in ruling.reasons if "Part 14" in reason.text]
    assert [reason.holds for reason in part_14] == ([] if outcome == NOT_ONE else [True])


def test_little_shown_requires_a_permit_and_says_what_might_spare_it() -> None:
    ruling = food_permit(prepares_food_for_public=True, operator="other")
    assert ruling.outcome == "required"
    assert [reason.cite for reason in ruling.not_shown] == ["IV.1", "IV.2.b", "IV.2.b", "IV.2.b"]


def test_the_ground_of_each_outcome() -> None:
    def cites(**change: Any) -> list[str]:
        return [reason.cite for reason in food_permit(**SUPPER | change).reasons]

    assert cites(prepares_food_for_public=False) == ["IV.1"]
    assert cites(interstate_carrier=True) == ["IV.1", "IV.1"]
    assert cites(operator="school-district")[2:] == ["IV.2.a", "IV.2.a"]
    assert cites()[-2:] == ["F-43", "IV.2.b"]
    assert "F-43" not in cites(temporary=False)


FOOD, CARRIER, SCHOOL = "IV.1", "IV.1", "IV.2.a"
WAIVER = [(True, "IV.2.b")] * 3


@pytest.mark.parametrize(
    ("change", "reasons"),
    [
        ({"prepares_food_for_public": False}, [(False, FOOD)]),
        ({"interstate_carrier": True}, [(True, FOOD), (True, CARRIER)]),
        ({"operator": "school-district"}, [(True, FOOD), (False, CARRIER), (True, SCHOOL), (True, "IV.2.a")]),
        ({}, [(True, FOOD), (False, CARRIER), (False, SCHOOL), *WAIVER, (True, "F-43"), (True, "IV.2.b")]),
        (
            {"temporary": False},
            [(True, FOOD), (False, CARRIER), (False, SCHOOL), (False, "IV.2.b"), *WAIVER[1:],
             (True, "IV.2.a"), (True, "IV.2.a")],
        ),
    ],
)  # fmt: skip
def test_the_whole_of_an_answer(change: dict[str, Any], reasons: list[tuple[bool, str]]) -> None:
    ruling = food_permit(**SUPPER | change)
    assert (ruling.rule, ruling.code) == ("food-permit", "2006-03-14")
    assert [(reason.holds, reason.cite) for reason in ruling.reasons] == reasons


def test_no_article_before_the_code() -> None:
    assert rules()["food-permit"].ask(SUPPER, date(1964, 12, 31)).outcome == NO_LAW
    assert rules()["food-permit"].ask(SUPPER, date(1965, 1, 1)).outcome == "may-be-waived"


def test_the_words_of_a_sponsor() -> None:
    assert SPONSORS == ("fraternal", "religious", "other-group", "none")


def test_a_sponsor_that_is_none_is_shown_to_be_none() -> None:
    holds = [r.holds for r in food_permit(**SUPPER | {"sponsor": "none"}).reasons if "sponsors" in r.text]
    assert holds == [False]


MAYBE = st.none() | st.booleans()


@given(
    prepares_food_for_public=st.booleans(),
    operator=st.sampled_from(["school-district", "other"]),
    interstate_carrier=MAYBE,
    temporary=MAYBE,
    sponsor=st.none() | st.sampled_from(SPONSORS),
    occasional_single_meals=MAYBE,
)
def test_more_shown_never_takes_an_exemption_back(**facts: Any) -> None:
    """A permit is spared only by what is shown: leaving facts out never spares one."""
    least = {name: facts[name] for name in ("prepares_food_for_public", "operator")}
    bare, whole = food_permit(**least).outcome, food_permit(**facts).outcome
    if bare != "required":
        assert whole in {bare, NOT_ONE}
    if whole == "may-be-waived":
        assert facts["temporary"]
        assert facts["occasional_single_meals"]
        assert facts["sponsor"] not in {None, "none"}
        assert facts["operator"] == "other"
