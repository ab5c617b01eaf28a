"""Which of two rules governs."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.precedence import SOURCES, LawText, stricter_law
from sanitarian.law.registry import rules
from sanitarian.law.ruling import ImpossibleFacts, NotInForce, Ruling

STATE, ARTICLE_V, EARLIER, TOWN = "state", "county-article-v", "county-earlier-article", "municipality"


def ask(first: Any, second: Any, **rest: Any) -> Ruling:
    def text(given_: Any) -> dict[str, Any]:
        source, *quantity = given_ if isinstance(given_, tuple) else (given_,)
        return {"source": source} | dict(zip(("quantity", "unit"), quantity, strict=False))

    return rules()["stricter-law"].ask({"first": text(first), "second": text(second)} | rest)


@pytest.mark.parametrize(
    ("first", "second", "rest", "outcome", "governs", "quantity"),
    [
        # by the numbers
        ((TOWN, 150), (ARTICLE_V, 100), {"stricter_when": "greater"}, "first", TOWN, 150),
        ((ARTICLE_V, 100), (TOWN, 150), {"stricter_when": "greater"}, "second", TOWN, 150),
        ((TOWN, 50), (ARTICLE_V, 100), {"stricter_when": "greater"}, "second", ARTICLE_V, 100),
        ((TOWN, 50), (ARTICLE_V, 100), {"stricter_when": "smaller"}, "first", TOWN, 50),
        ((TOWN, 6), (ARTICLE_V, 24), {"stricter_when": "shorter"}, "first", TOWN, 6),
        ((STATE, 6), (ARTICLE_V, 24), {"stricter_when": "shorter"}, "first", STATE, 6),
        ((STATE, 30), (ARTICLE_V, 24), {"stricter_when": "shorter"}, "second", ARTICLE_V, 24),
        ((EARLIER, 72), (ARTICLE_V, 24), {"stricter_when": "shorter"}, "second", ARTICLE_V, 24),
        ((EARLIER, 12), (ARTICLE_V, 24), {"stricter_when": "shorter"}, "first", EARLIER, 12),
        ((ARTICLE_V, 100.5), (ARTICLE_V, 100), {"stricter_when": "greater"}, "first", ARTICLE_V, Decimal("100.5")),
        # alike, or no conflict
        ((TOWN, 100), (ARTICLE_V, 100), {"stricter_when": "greater"}, "both", None, 100),
        ((TOWN, 100), (ARTICLE_V, 100.0), {}, "both", None, 100),
        ((TOWN, 100), (STATE, 100), {}, "both", None, 100),
        ((TOWN, 150), (ARTICLE_V, 100), {"stricter_when": "greater", "conflict": False}, "both", None, None),
        ((TOWN, 150), (ARTICLE_V, 100), {"stricter_when": "greater", "conflict": True}, "first", TOWN, 150),
        # units
        ((TOWN, 150, "feet"), (ARTICLE_V, 100, "Feet "), {"stricter_when": "greater"}, "first", TOWN, 150),
        ((TOWN, 150, " "), (ARTICLE_V, 100), {"stricter_when": "greater"}, "first", TOWN, 150),
        ((TOWN, 1, "sq  ft"), (ARTICLE_V, 2, "Sq ft"), {"stricter_when": "greater"}, "second", ARTICLE_V, 2),
        ((TOWN, 3, "years"), (ARTICLE_V, 60, "months"), {"stricter_when": "shorter"}, "undetermined", None, None),
        ((TOWN, 3, "years"), (ARTICLE_V, 60), {"stricter_when": "shorter"}, "undetermined", None, None),
        ((TOWN, 3, "years"), (ARTICLE_V, 3, "months"), {}, "undetermined", None, None),
        ((TOWN, 3, "years"), (ARTICLE_V, 60, "months"), {"stricter": "first"}, "first", TOWN, 3),
        # told, where numbers do not tell
        (TOWN, ARTICLE_V, {"stricter": "first"}, "first", TOWN, None),
        (TOWN, ARTICLE_V, {"stricter": "second"}, "second", ARTICLE_V, None),
        ((TOWN, 150), (ARTICLE_V, 100), {"stricter": "second"}, "second", ARTICLE_V, 100),
        ((TOWN, 150), ARTICLE_V, {"stricter_when": "greater", "stricter": "first"}, "first", TOWN, 150),
        ((TOWN, 150), (ARTICLE_V, 100), {"stricter_when": "greater", "stricter": "second"}, "first", TOWN, 150),
        # not shown
        (TOWN, ARTICLE_V, {}, "undetermined", None, None),
        (TOWN, ARTICLE_V, {"stricter_when": "greater"}, "undetermined", None, None),
        ((TOWN, 150), ARTICLE_V, {"stricter_when": "greater"}, "undetermined", None, None),
        ((TOWN, 150), (ARTICLE_V, 100), {}, "undetermined", None, None),
        # the county's code does not rank the others among themselves
        ((TOWN, 150), (STATE, 100), {"stricter_when": "greater"}, "undetermined", None, None),
        ((STATE, 150), (STATE, 100), {"stricter_when": "greater"}, "undetermined", None, None),
        ((TOWN, 150), (TOWN, 100), {"stricter_when": "greater"}, "undetermined", None, None),
        (TOWN, STATE, {"stricter": "neither"}, "undetermined", None, None),
        # neither is stricter, and they cannot both be kept
        (TOWN, ARTICLE_V, {"stricter": "neither"}, "second", ARTICLE_V, None),
        (EARLIER, TOWN, {"stricter": "neither"}, "first", EARLIER, None),
        (STATE, ARTICLE_V, {"stricter": "neither"}, "first", STATE, None),
        (EARLIER, STATE, {"stricter": "neither"}, "second", STATE, None),
        ((EARLIER, 1), (ARTICLE_V, 2), {"stricter": "neither"}, "second", ARTICLE_V, 2),
        (ARTICLE_V, ARTICLE_V, {"stricter": "neither"}, "undetermined", None, None),
        (EARLIER, EARLIER, {"stricter": "neither"}, "undetermined", None, None),
    ],
)
def test_precedence(first: Any, second: Any, rest: dict[str, Any], outcome: str, governs: Any, quantity: Any) -> None:
    ruling = ask(first, second, **rest)
    assert ruling.outcome == outcome
    assert ruling.values == {"governs": governs, "quantity": quantity}


@pytest.mark.parametrize(
    ("strict", "mild", "cite"),
    [
        (TOWN, ARTICLE_V, "I.3.B"),
        (TOWN, EARLIER, "I.3.B"),
        (ARTICLE_V, TOWN, "I.3.A"),
        (EARLIER, TOWN, "I.3.A"),
        (ARTICLE_V, EARLIER, "V.XII"),
        (EARLIER, ARTICLE_V, "F-24"),
        (STATE, ARTICLE_V, "V.I.C.3"),
        (ARTICLE_V, STATE, "V.I.C.3"),
        (STATE, EARLIER, "V.I.C.3"),
        (ARTICLE_V, ARTICLE_V, "V.I.C.3"),
        (EARLIER, EARLIER, "V.I.C.3"),
    ],
)
def test_by_what_the_stricter_governs(strict: str, mild: str, cite: str) -> None:
    ruling = ask((strict, 150), (mild, 100), stricter_when="greater")
    assert (ruling.outcome, [reason.cite for reason in ruling.reasons]) == ("first", ["F-31", cite])


@pytest.mark.parametrize(
    ("first", "second", "cite"),
    [
        (TOWN, ARTICLE_V, "I.3.A"),
        (STATE, EARLIER, "I.3.A"),
        (ARTICLE_V, EARLIER, "V.XII"),
        (ARTICLE_V, ARTICLE_V, "V.I.C.3"),
        (TOWN, STATE, "I.3"),
    ],
)
def test_by_what_the_unranked_governs(first: str, second: str, cite: str) -> None:
    assert ask(first, second, stricter="neither").reasons[-1].cite == cite


def test_a_reason_says_the_numbers() -> None:
    ruling = ask((TOWN, 150, "feet"), (ARTICLE_V, 100, "feet"), stricter_when="greater")
    assert ruling.reasons[0].text == "150 feet is stricter than 100 feet: the greater of the two is the stricter."
    assert ruling.to_json()["values"] == {"governs": TOWN, "quantity": "150"}
    bare = ask((TOWN, 6), (ARTICLE_V, 24), stricter_when="shorter")
    assert bare.reasons[0].text == "6 is stricter than 24: the shorter of the two is the stricter."


def test_what_ranks_rules_came_with_article_v_but_for_municipalities() -> None:
    early = date(1994, 8, 8)
    ruling = stricter_law(
        first=LawText(TOWN, Decimal(2)), second=LawText(EARLIER, Decimal(1)), stricter_when="greater", law_of=early
    )
    assert (ruling.outcome, ruling.code) == ("first", "1972-05-15")
    for pair in ((TOWN, ARTICLE_V), (STATE, EARLIER), (EARLIER, EARLIER)):
        with pytest.raises(NotInForce):
            stricter_law(first=LawText(pair[0]), second=LawText(pair[1]), law_of=early)


@pytest.mark.parametrize(
    "facts",
    [
        {"first": {"source": TOWN}},
        {"first": {"source": TOWN}, "second": {}},
        {"first": {"source": "village"}, "second": {"source": STATE}},
        {"first": {"source": TOWN, "quantity": -1}, "second": {"source": STATE}},
        {"first": {"source": TOWN, "quantity": "150"}, "second": {"source": STATE}},
        {"first": {"source": TOWN, "feet": 150}, "second": {"source": STATE}},
        {"first": {"source": TOWN}, "second": {"source": STATE}, "stricter": "both"},
    ],
)
def test_impossible_facts(facts: dict[str, Any]) -> None:
    with pytest.raises(ImpossibleFacts):
        rules()["stricter-law"].ask(facts)


TEXTS = st.builds(
    LawText,
    source=st.sampled_from(list(SOURCES)),
    quantity=st.none() | st.integers(0, 5).map(Decimal),
    unit=st.sampled_from([None, "feet", "days"]),
)
WHEN = st.sampled_from([None, "greater", "smaller", "shorter"])
STRICTER = st.sampled_from([None, "first", "second", "neither"])
SWAPPED = {"first": "second", "second": "first"}


@given(TEXTS, TEXTS, WHEN, STRICTER, st.booleans())
def test_the_order_of_the_two_does_not_matter(
    one: LawText, other: LawText, when: Any, stricter: Any, real: bool
) -> None:
    asked = stricter_law(first=one, second=other, stricter_when=when, stricter=stricter, conflict=real)
    turned = stricter_law(
        first=other, second=one, stricter_when=when, stricter=SWAPPED.get(stricter, stricter), conflict=real
    )
    assert turned.outcome == SWAPPED.get(asked.outcome, asked.outcome)
    assert turned.values == asked.values


@given(TEXTS, TEXTS, WHEN, STRICTER, st.booleans())
def test_what_governs_is_one_of_the_two_and_never_the_milder(
    one: LawText, other: LawText, when: Any, stricter: Any, real: bool
) -> None:
    ruling = stricter_law(first=one, second=other, stricter_when=when, stricter=stricter, conflict=real)
    governs, quantity = ruling.values["governs"], ruling.values["quantity"]
    if ruling.outcome in SWAPPED:
        winner, loser = (one, other) if ruling.outcome == "first" else (other, one)
        assert (governs, quantity) == (winner.source, winner.quantity)
        assert real
        if when and one.unit == other.unit and winner.quantity is not None and loser.quantity is not None:
            assert (winner.quantity > loser.quantity) == (when == "greater")
    else:
        assert governs is None
    if ruling.outcome == "undetermined":
        assert ruling.not_shown


@given(TEXTS, TEXTS, WHEN)
def test_telling_which_is_stricter_never_turns_the_numbers_round(one: LawText, other: LawText, when: Any) -> None:
    before = stricter_law(first=one, second=other, stricter_when=when)
    if before.outcome == "undetermined":
        return
    for stricter in ("first", "second", "neither"):
        assert stricter_law(first=one, second=other, stricter_when=when, stricter=stricter).outcome == before.outcome
