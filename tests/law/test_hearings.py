"""Notice of hearings, suspensions and revocations, and the limit of penalties."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.dates import is_business_day
from sanitarian.law.hearings import KINDS, MEASURES, hearing_notice, penalty, suspension
from sanitarian.law.registry import rules
from sanitarian.law.ruling import ImpossibleFacts, NotInForce


def d(text: str) -> date:
    return date.fromisoformat(text)


# penalties


@pytest.mark.parametrize(
    ("charges", "amount", "outcome", "maximum"),
    [
        (1, "2000.00", "within", "2000.00"),
        (1, "2000", "within", "2000.00"),
        (1, "2000.0", "within", "2000.00"),
        (1, "2000.01", "over", "2000.00"),
        (1, "1999.99", "within", "2000.00"),
        (1, "0", "within", "2000.00"),
        (3, "2000.00", "within", "6000.00"),
        (3, "2001", "over", "6000.00"),
        (3, "6000", "over", "6000.00"),
        (10**30 + 1, "1", "within", "2000000000000000000000000000002000.00"),
        (1, "9" * 300, "over", "2000.00"),
    ],
)
def test_penalty(charges: int, amount: str, outcome: str, maximum: str) -> None:
    ruling = rules()["penalty"].ask({"charges": charges, "amount_per_charge": amount})
    assert ruling.outcome == outcome
    assert ruling.to_json()["values"] == {"maximum": maximum}
    assert [(reason.cite, reason.holds) for reason in ruling.reasons] == [
        ("I.4", True),
        ("PHL.309", outcome == "within"),
        ("F-28", True),
    ]


@pytest.mark.parametrize(
    ("law_of", "most"),
    [("1994-08-09", 1000), ("2011-08-08", 1000), ("2011-08-09", 2000), ("2026-01-01", 2000)],
)
def test_the_penalty_of_the_day(law_of: str, most: int) -> None:
    facts: dict[str, Any] = {"charges": 2, "law_of": d(law_of)}
    assert penalty(amount_per_charge=Decimal(most), **facts).values["maximum"] == 2 * most
    assert penalty(amount_per_charge=Decimal(most), **facts).outcome == "within"
    assert penalty(amount_per_charge=Decimal(most) + Decimal("0.01"), **facts).outcome == "over"


def test_no_penalty_before_the_code_left_it_to_the_state() -> None:
    with pytest.raises(NotInForce, match="penalty"):
        penalty(charges=1, amount_per_charge=Decimal(1), law_of=d("1994-08-08"))


@pytest.mark.parametrize(
    "amount",
    [2000, 75.5, True, "", "-1", "+1", "1,000", "$5", "5.", ".5", "1.234", "1e3", " 1", "1 ", "٣", "NaN", "1\n"],
)
def test_money_is_digits_in_quotation_marks(amount: Any) -> None:
    with pytest.raises(ImpossibleFacts, match="amount_per_charge"):
        rules()["penalty"].ask({"charges": 1, "amount_per_charge": amount})


@pytest.mark.parametrize("charges", [0, -1, 2.5, "3"])
def test_charges_are_counted(charges: Any) -> None:
    with pytest.raises(ImpossibleFacts, match="charges"):
        rules()["penalty"].ask({"charges": charges, "amount_per_charge": "1"})


@given(st.integers(1, 10**6), st.integers(0, 500_000))
def test_a_penalty_within_stays_so_when_it_is_lowered(charges: int, cents: int) -> None:
    amount = Decimal(cents) / 100
    ruling = penalty(charges=charges, amount_per_charge=amount)
    assert (ruling.outcome == "within") == (amount <= 2000) == (amount * charges <= ruling.values["maximum"])


# notice


@pytest.mark.parametrize(
    ("served", "hearing", "outcome", "days"),
    [
        ("2026-06-15", "2026-06-30", "sufficient", 15),
        ("2026-06-16", "2026-06-30", "short", 14),
        ("2026-06-30", "2026-06-30", "short", 0),
        ("2026-01-01", "2026-06-30", "sufficient", 180),
        ("2028-02-20", "2028-03-06", "sufficient", 15),
        ("2027-02-20", "2027-03-06", "short", 14),
    ],
)
def test_notice(served: str, hearing: str, outcome: str, days: int) -> None:
    ruling = hearing_notice(served=d(served), hearing=d(hearing))
    assert (ruling.outcome, ruling.values) == (outcome, {"days": days})
    assert [(reason.cite, reason.holds) for reason in ruling.reasons] == [
        ("I.7.C", True),
        ("PHL.12-a", outcome == "sufficient"),
    ]


def test_no_hearing_before_its_notice() -> None:
    with pytest.raises(ImpossibleFacts, match="hearing: 2026-06-14 lies before served"):
        rules()["hearing-notice"].ask({"served": "2026-06-15", "hearing": "2026-06-14"})
    assert rules()["hearing-notice"].ask({"served": "2026-06-15", "hearing": "2026-06-15"}).outcome == "short"
    with pytest.raises(ImpossibleFacts, match="required"):
        rules()["hearing-notice"].ask({"served": "2026-06-15", "hearing": None})


@given(st.dates(date(1990, 1, 1), date(2060, 1, 1)), st.integers(0, 40))
def test_notice_counts_calendar_days(served: date, days: int) -> None:
    ruling = hearing_notice(served=served, hearing=served + timedelta(days))
    assert (ruling.values["days"], ruling.outcome) == (days, "sufficient" if days >= 15 else "short")


# suspension and revocation

FORTHWITH: dict[str, Any] = {
    "measure": "suspend-forthwith",
    "permit_kind": "other",
    "by": "commissioner",
    "violation_found": True,
    "hazard_in_writing": True,
    "served": d("2026-06-01"),
    "hearing_on": d("2026-06-16"),
}
CAUSE: dict[str, Any] = {
    "measure": "suspend-for-cause",
    "permit_kind": "other",
    "by": "commissioner",
    "violation_found": True,
    "notice_served": d("2026-06-01"),
    "hearing_on": d("2026-06-16"),
    "heard": True,
}
REVOKE = CAUSE | {"measure": "revoke"}
BUSINESS = REVOKE | {"permit_kind": "business-permit", "by": "board"}
SERVED = {"served": d("2026-06-01"), "notice_served": None, "heard": None}
YES, NO, UNSHOWN = "lawful", "unlawful", "undetermined"


@pytest.mark.parametrize(
    ("facts", "change", "outcome"),
    [
        # forthwith: a violation, a written order that names the danger, service, a hearing within 15 days
        (FORTHWITH, {}, YES),
        (FORTHWITH, {"violation_found": False}, NO),
        (FORTHWITH, {"violation_found": None}, UNSHOWN),
        (FORTHWITH, {"hazard_in_writing": False}, NO),
        (FORTHWITH, {"hazard_in_writing": None}, UNSHOWN),
        (FORTHWITH, {"served": None}, UNSHOWN),
        (FORTHWITH, {"hearing_on": None}, UNSHOWN),
        (FORTHWITH, {"hearing_on": d("2026-06-17")}, NO),
        (FORTHWITH, {"hearing_on": d("2026-06-01")}, YES),
        (FORTHWITH, {"hearing_on": d("2026-05-31")}, NO),
        (FORTHWITH, {"served": d("2026-06-05"), "hearing_on": d("2026-06-22")}, YES),  # the 20th is a Saturday
        (FORTHWITH, {"served": d("2026-06-05"), "hearing_on": d("2026-06-23")}, NO),
        (FORTHWITH, {"heard": False, "notice_served": None}, YES),  # of no account before a hearing
        (FORTHWITH, {"by": "board"}, NO),
        (FORTHWITH, {"by": "other"}, NO),
        (FORTHWITH, {"by": "board", "board_order": True}, NO),
        (FORTHWITH, {"by": None}, UNSHOWN),
        (FORTHWITH, {"permit_kind": None}, YES),
        (FORTHWITH, {"permit_kind": None, "by": "board"}, NO),
        (FORTHWITH, {"permit_kind": "business-permit"}, YES),
        (FORTHWITH, {"violation_found": None, "hazard_in_writing": False}, NO),
        # for cause: heard first on due notice, or within 15 days after service
        (CAUSE, {}, YES),
        (CAUSE, {"violation_found": False}, NO),
        (CAUSE, {"violation_found": None}, UNSHOWN),
        (CAUSE, {"hazard_in_writing": False}, YES),
        (CAUSE, {"heard": False}, UNSHOWN),  # it may have been served before the hearing
        (CAUSE, {"heard": False, "served": d("2026-06-17")}, NO),
        (CAUSE, {"notice_served": d("2026-06-02")}, UNSHOWN),
        (CAUSE, SERVED, YES),
        (CAUSE, SERVED | {"hearing_on": d("2026-06-17")}, UNSHOWN),
        (CAUSE, SERVED | {"hearing_on": d("2026-06-17"), "heard": False}, NO),
        (CAUSE, {"by": "board"}, NO),
        # revocation: the Commissioner, but the Board for a business permit
        (REVOKE, {}, YES),
        (REVOKE, {"permit_kind": "inspector-certificate"}, YES),
        (REVOKE, {"by": "board"}, NO),
        (REVOKE, {"by": "board", "board_order": True}, YES),
        (REVOKE, {"by": "other"}, NO),
        (REVOKE, {"by": "other", "board_order": True}, YES),
        (REVOKE, {"by": None}, UNSHOWN),
        (REVOKE, {"by": None, "heard": False}, NO),
        (BUSINESS, {}, YES),
        (BUSINESS, {"by": "commissioner"}, NO),
        (BUSINESS, {"by": "commissioner", "board_order": True}, NO),
        (BUSINESS, {"by": "other"}, NO),
        (REVOKE, {"permit_kind": None}, UNSHOWN),
        (BUSINESS, {"permit_kind": None}, UNSHOWN),
        (REVOKE, {"permit_kind": None, "by": "other"}, NO),
        (REVOKE, {"permit_kind": None, "by": "other", "board_order": True}, UNSHOWN),
        # … on a violation, due notice and a hearing
        (REVOKE, {"violation_found": False}, NO),
        (REVOKE, {"violation_found": None}, UNSHOWN),
        (REVOKE, {"heard": False}, NO),
        (REVOKE, {"heard": None}, UNSHOWN),
        (REVOKE, {"notice_served": d("2026-06-02")}, NO),
        (REVOKE, {"notice_served": d("2026-05-31")}, YES),
        (REVOKE, {"notice_served": None}, UNSHOWN),
        (REVOKE, {"hearing_on": None}, UNSHOWN),
        (REVOKE, SERVED | {"heard": True}, UNSHOWN),  # a hearing that follows a suspension is no hearing on notice
    ],
)
def test_suspension(facts: dict[str, Any], change: dict[str, Any], outcome: str) -> None:
    assert suspension(**facts | change).outcome == outcome


@pytest.mark.parametrize(
    ("measure", "kind", "who"),
    [
        ("revoke", "business-permit", "board"),
        ("revoke", "inspector-certificate", "commissioner"),
        ("revoke", "other", "commissioner"),
        ("revoke", None, None),
        ("suspend-forthwith", "business-permit", "commissioner"),
        ("suspend-forthwith", None, "commissioner"),
        ("suspend-for-cause", None, "commissioner"),
    ],
)
def test_who(measure: str, kind: str | None, who: str | None) -> None:
    assert suspension(measure=measure, permit_kind=kind).values == {"hearing_by": None, "who": who}


@pytest.mark.parametrize(
    ("measure", "served", "hearing_by"),
    [
        ("suspend-forthwith", "2026-06-01", "2026-06-16"),
        ("suspend-for-cause", "2026-06-01", "2026-06-16"),
        ("suspend-forthwith", "2026-06-04", "2026-06-22"),  # June 19 is a holiday, the 20th a Saturday
        ("revoke", "2026-06-01", None),
    ],
)
def test_hearing_by(measure: str, served: str, hearing_by: str | None) -> None:
    ruling = suspension(measure=measure, served=d(served))
    assert ruling.values["hearing_by"] == (d(hearing_by) if hearing_by else None)


@pytest.mark.parametrize(
    ("facts", "cites"),
    [
        (FORTHWITH, ["I.6.A", "I.7.C", "PHL.12-a", "F-29", "F-29"]),
        (CAUSE, ["I.7.C", "I.7.C", "F-29"]),
        (REVOKE, ["I.7.C", "D-17", "PHL.12-a", "I.7.C"]),
        (REVOKE | {"permit_kind": "inspector-certificate"}, ["V.VI.B.3", "D-17", "PHL.12-a", "I.7.C"]),
        (BUSINESS, ["V.III.H", "D-17", "PHL.12-a", "I.7.C"]),
    ],
)
def test_grounds(facts: dict[str, Any], cites: list[str]) -> None:
    assert [reason.cite for reason in suspension(**facts).reasons] == cites


def test_no_hearing_before_its_own_notice() -> None:
    facts = {"measure": "revoke", "notice_served": "2026-06-02", "hearing_on": "2026-06-01"}
    with pytest.raises(ImpossibleFacts, match="hearing_on"):
        rules()["suspension"].ask(facts)
    assert rules()["suspension"].ask(facts | {"hearing_on": "2026-06-02"}).outcome == NO


def test_business_permits_and_certificates_came_with_article_v() -> None:
    early = d("1994-08-08")
    for kind in ("business-permit", "inspector-certificate"):
        with pytest.raises(NotInForce):
            suspension(measure="revoke", permit_kind=kind, law_of=early)
    assert suspension(**REVOKE, law_of=early).outcome == YES
    assert suspension(measure="revoke", law_of=early).outcome == UNSHOWN


DAYS = st.none() | st.dates(date(2026, 1, 1), date(2026, 3, 1))
FLAGS = st.sampled_from([None, True, False])
CASES = st.fixed_dictionaries(
    {
        "measure": st.sampled_from(MEASURES),
        "permit_kind": st.none() | st.sampled_from(KINDS),
        "by": st.sampled_from([None, "commissioner", "board", "other"]),
        "board_order": st.booleans(),
        **dict.fromkeys(("violation_found", "hazard_in_writing", "heard"), FLAGS),
        **dict.fromkeys(("served", "notice_served", "hearing_on"), DAYS),
    }
)


@given(CASES, CASES)
def test_more_facts_never_undo_what_is_shown(facts: dict[str, Any], more: dict[str, Any]) -> None:
    filled = {name: more[name] if value is None else value for name, value in facts.items()}
    before, after = suspension(**facts), suspension(**filled)
    if before.outcome != UNSHOWN:
        assert after.outcome == before.outcome
    if before.values["hearing_by"] is not None:
        assert is_business_day(before.values["hearing_by"])
        assert before.values["hearing_by"] >= facts["served"] + timedelta(15)


@given(CASES)
def test_nothing_is_lawful_without_a_violation_or_by_others(facts: dict[str, Any]) -> None:
    ruling = suspension(**facts)
    if ruling.outcome == YES:
        assert facts["violation_found"] is True
        assert facts["by"] == ruling.values["who"] or facts["board_order"]
        assert facts["hearing_on"] is not None
    if facts["permit_kind"] == "business-permit" and facts["measure"] == "revoke" and facts["by"] != "board":
        assert ruling.outcome != YES
