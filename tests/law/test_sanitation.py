"""Dead animals, and businesses that must register."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.moments import new_york
from sanitarian.law.registry import NO_LAW, rules
from sanitarian.law.ruling import ImpossibleFacts
from sanitarian.law.sanitation import registration

DEATH = {"died_at": "2026-06-01T10:00"}
FOUND = {"discovered_at": "2026-06-02T12:30"}
HOURS = st.integers(0, 24 * 365)
BEGIN = new_york(datetime(2026, 1, 1))


def animal(**facts: str | None) -> Any:
    return rules()["dead-animal"].ask(facts)


@pytest.mark.parametrize(
    ("facts", "as_of", "outcome", "by"),
    [
        ({}, "2026-06-01T10:00", "undetermined", None),
        (DEATH, "2026-06-01T10:00", "within", "2026-06-04T10:00:00-04:00"),
        (DEATH, "2026-06-04T10:00", "within", "2026-06-04T10:00:00-04:00"),
        (DEATH, "2026-06-04T10:00:01", "overdue", "2026-06-04T10:00:00-04:00"),
        (DEATH, "2026-05-01T10:00", "within", "2026-06-04T10:00:00-04:00"),
        (FOUND, "2026-06-05T12:30", "within", "2026-06-05T12:30:00-04:00"),
        (FOUND, "2026-06-05T12:31", "overdue", "2026-06-05T12:30:00-04:00"),
        # the later of the two, whichever it is
        (DEATH | FOUND, "2026-06-05T12:30", "within", "2026-06-05T12:30:00-04:00"),
        (DEATH | FOUND, "2026-06-05T12:31", "overdue", "2026-06-05T12:30:00-04:00"),
        (FOUND | {"died_at": "2026-06-03T08:00"}, "2026-06-06T08:00", "within", "2026-06-06T08:00:00-04:00"),
        # clocks go forward on March 8 and back on November 1: the hours pass all the same
        ({"died_at": "2026-03-06T12:00"}, "2026-03-09T13:00", "within", "2026-03-09T13:00:00-04:00"),
        ({"died_at": "2026-03-06T12:00"}, "2026-03-09T13:01", "overdue", "2026-03-09T13:00:00-04:00"),
        ({"died_at": "2026-10-30T12:00"}, "2026-11-02T11:00", "within", "2026-11-02T11:00:00-05:00"),
        ({"died_at": "2026-10-30T12:00"}, "2026-11-02T11:01", "overdue", "2026-11-02T11:00:00-05:00"),
        ({"died_at": "2026-10-29T01:30"}, "2026-11-01T01:30", "within", "2026-11-01T01:30:00-04:00"),
        ({"died_at": "2026-10-29T01:30"}, "2026-11-01T01:30-05:00", "overdue", "2026-11-01T01:30:00-04:00"),
        ({"died_at": "2026-10-29T02:30"}, "2026-11-01T01:30-05:00", "within", "2026-11-01T01:30:00-05:00"),
        # offsets
        ({"died_at": "2026-06-01T14:00Z"}, "2026-06-04T14:00Z", "within", "2026-06-04T10:00:00-04:00"),
        ({"died_at": "2026-06-01T14:00Z"}, "2026-06-04T14:00:01Z", "overdue", "2026-06-04T10:00:00-04:00"),
    ],
)
def test_dead_animal(facts: dict[str, str], as_of: str, outcome: str, by: str | None) -> None:
    ruling = animal(as_of=as_of, **facts)
    assert (ruling.outcome, ruling.to_json()["values"]) == (outcome, {"by": by})
    assert all(not reason.text.endswith("..") for reason in ruling.reasons)


def test_the_reasons_say_what_is_not_shown() -> None:
    assert [r.cite for r in animal(as_of="2026-06-01T10:00").not_shown] == ["II.1.b", "F-60", "F-60"]
    (reason,) = animal(as_of="2026-06-01T10:00", **DEATH).not_shown
    assert "discovered" in reason.text
    assert not animal(as_of="2026-06-01T10:00", **DEATH, **FOUND).not_shown
    texts = [r.text for r in animal(as_of="2026-06-01T10:00", **DEATH, **FOUND).reasons]
    assert any("June 2, 2026, 12:30 p.m., when the carcass was discovered, the later" in text for text in texts)


def test_the_reason_holds_while_there_is_time() -> None:
    for as_of, holds in (("2026-06-04T10:00", True), ("2026-06-04T10:01", False)):
        assert [r.holds for r in animal(as_of=as_of, **DEATH).reasons if r.cite == "II.1.b"] == [holds]


def test_hours_out_of_the_calendar_name_the_fact() -> None:
    with pytest.raises(ImpossibleFacts, match=r"^died_at: "):
        animal(as_of="2026-06-01T10:00", died_at="9999-12-30T10:00")


def test_a_day_is_no_moment() -> None:
    with pytest.raises(ImpossibleFacts, match="as_of"):
        animal(as_of="2026-06-01", **DEATH)


@given(died=HOURS, found=HOURS, as_of=HOURS)
def test_learning_of_a_later_time_never_shortens_the_time_left(died: int, found: int, as_of: int) -> None:
    at = {n: (BEGIN + timedelta(hours=h)).isoformat() for n, h in zip("dfa", (died, found, as_of), strict=True)}
    one = animal(as_of=at["a"], died_at=at["d"])
    both = animal(as_of=at["a"], died_at=at["d"], discovered_at=at["f"])
    assert both.values["by"] >= one.values["by"]
    assert both.values["by"] - BEGIN == timedelta(hours=max(died, found) + 72)
    assert (both.outcome == "within") is (as_of <= max(died, found) + 72)


ON = date(2026, 6, 15)
DAY = timedelta(1)
NOTHING = {"by": None, "overdue": None}
DUE = {"reregistration_requested_on": date(2026, 5, 1), "reregistration_due": date(2026, 7, 1)}
HAULER: dict[str, Any] = {
    "business": "water-hauling", "on": ON, "in_county": True, "registered_on": date(2024, 3, 1),
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "outcome", "values"),
    [
        ({}, "registered", NOTHING),
        # who must register
        ({"business": "well-drilling"}, "registered", NOTHING),
        ({"business": "refuse-collection"}, "registered", NOTHING),
        ({"business": "other"}, "not-required", NOTHING),
        ({"business": "other", "in_county": None, "registered_on": None}, "not-required", NOTHING),
        ({"in_county": False}, "not-required", NOTHING),
        ({"in_county": False, "registered_on": None} | DUE, "not-required", NOTHING),
        ({"in_county": None}, "undetermined", NOTHING),
        ({"in_county": None, "registered_on": None}, "undetermined", NOTHING),
        # whether it did
        ({"registered_on": None}, "not-registered", NOTHING),
        ({"registered_on": None} | DUE, "not-registered", NOTHING),
        ({"registered_on": ON}, "registered", NOTHING),
        ({"registered_on": ON + DAY}, "not-registered", NOTHING),
        ({"registered_on": date(1965, 1, 1)}, "registered", NOTHING),
        # registering again
        (DUE, "reregistration-due", {"by": date(2026, 7, 1), "overdue": False}),
        (DUE | {"on": date(2026, 7, 1)}, "reregistration-due", {"by": date(2026, 7, 1), "overdue": False}),
        (DUE | {"on": date(2026, 7, 2)}, "reregistration-due", {"by": date(2026, 7, 1), "overdue": True}),
        (DUE | {"reregistration_due": None}, "reregistration-due", NOTHING),
        (DUE | {"registered_on": date(2026, 4, 30)}, "reregistration-due", {"by": date(2026, 7, 1), "overdue": False}),
        (DUE | {"registered_on": date(2026, 5, 1)}, "registered", NOTHING),
        (DUE | {"on": date(2026, 7, 2), "registered_on": date(2026, 7, 2)}, "registered", NOTHING),
        (DUE | {"reregistration_requested_on": ON}, "reregistration-due",
         {"by": date(2026, 7, 1), "overdue": False}),
        (DUE | {"reregistration_requested_on": ON + DAY}, "registered", NOTHING),
        # a day set, and no request shown
        (DUE | {"reregistration_requested_on": None}, "undetermined", NOTHING),
        (DUE | {"reregistration_requested_on": None, "registered_on": ON - DAY, "reregistration_due": ON},
         "undetermined", NOTHING),
        (DUE | {"reregistration_requested_on": None, "registered_on": ON, "reregistration_due": ON},
         "registered", NOTHING),
    ],
)  # fmt: skip
def test_registration(change: dict[str, Any], outcome: str, values: dict[str, Any]) -> None:
    ruling = registration(**HAULER | change)
    assert (ruling.outcome, ruling.values) == (outcome, values)
    if outcome == "undetermined":
        assert ruling.not_shown


@pytest.mark.parametrize(
    ("business", "cites"),
    [
        ("refuse-collection", {"II.6.c"}),
        ("well-drilling", {"II.7.a", "F-40"}),
        ("water-hauling", {"II.7.a", "F-40"}),
        ("other", {"II.6.c", "II.7.a"}),
    ],
)
def test_registration_cites_its_paragraph(business: str, cites: set[str]) -> None:
    ruling = registration(business=business, on=ON, in_county=True)
    assert {r.cite for r in ruling.reasons} - {"I.3"} == cites
    assert all(r.holds is False for r in ruling.reasons) is (business == "other")


def test_registration_leans_on_the_lack_of_a_term() -> None:
    assert "F-41" in registration(**HAULER).interpretations
    (reason,) = registration(**HAULER | DUE | {"reregistration_due": None}).not_shown
    assert "not shown" in reason.text
    due = {r.text: r.holds for r in registration(**HAULER | DUE | {"on": date(2026, 7, 2)}).reasons}
    assert due["The day set for registering again, July 1, 2026, has not passed."] is False


@pytest.mark.parametrize(
    ("change", "reasons"),
    [
        ({}, [(True, "II.7.a"), (True, "F-40"), (True, "I.3"), (True, "II.7.a"), (True, "F-41")]),
        ({"business": "refuse-collection"}, [(True, "II.6.c"), (True, "I.3"), (True, "II.6.c"), (True, "F-41")]),
        ({"business": "other"}, [(False, "II.6.c"), (False, "II.7.a")]),
        ({"in_county": None}, [(True, "II.7.a"), (True, "F-40"), (None, "I.3")]),
        ({"in_county": False}, [(True, "II.7.a"), (True, "F-40"), (False, "I.3")]),
        ({"registered_on": None}, [(True, "II.7.a"), (True, "F-40"), (True, "I.3"), (False, "II.7.a")]),
    ],
)
def test_the_whole_of_an_answer(change: dict[str, Any], reasons: list[tuple[bool | None, str]]) -> None:
    ruling = registration(**HAULER | change)
    assert (ruling.rule, ruling.code) == ("registration", "2006-03-14")
    assert [(reason.holds, reason.cite) for reason in ruling.reasons] == reasons


@pytest.mark.parametrize(
    ("change", "holds"),
    [
        (DUE, [False, True]),
        (DUE | {"on": date(2026, 7, 2)}, [False, False]),
        (DUE | {"reregistration_due": None}, [False, None]),
        (DUE | {"registered_on": ON}, [True]),
        (DUE | {"reregistration_requested_on": ON + DAY}, [False]),
        (DUE | {"reregistration_requested_on": None}, [None]),
        (DUE | {"reregistration_requested_on": None, "registered_on": ON, "reregistration_due": ON}, [True]),
    ],
)
def test_the_whole_of_an_answer_on_registering_again(change: dict[str, Any], holds: list[bool | None]) -> None:
    more = registration(**HAULER | change).reasons[4:]
    assert [(reason.holds, reason.cite) for reason in more] == [(held, "F-41") for held in holds]


def test_the_whole_of_an_answer_on_an_animal() -> None:
    ruling = animal(as_of="2026-06-01T10:00", **DEATH)
    assert (ruling.rule, ruling.code) == ("dead-animal", "2006-03-14")
    assert [(r.holds, r.cite) for r in ruling.reasons] == [(True, "II.1.b"), (True, "F-60"), (None, "F-60")]
    assert animal(as_of="2026-06-01T10:00").rule == "dead-animal"
    assert not any("later of the two" in reason.text for reason in ruling.reasons)


def test_no_article_before_the_code() -> None:
    assert rules()["registration"].ask({"business": "other", "on": "1964-01-01"}, date(1964, 12, 31)).outcome == NO_LAW
    assert rules()["registration"].ask({"business": "other", "on": "1964-01-01"}, date(1965, 1, 1)).outcome != NO_LAW
    facts = {"as_of": "2026-06-01T10:00", **DEATH}
    assert rules()["dead-animal"].ask(facts, date(1964, 12, 31)).outcome == NO_LAW
    assert rules()["dead-animal"].ask(facts, date(1965, 1, 1)).outcome == "within"


DAYS = st.dates(date(2025, 1, 1), date(2027, 12, 31))


@given(
    on=DAYS,
    registered_on=st.none() | DAYS,
    reregistration_requested_on=st.none() | DAYS,
    reregistration_due=st.none() | DAYS,
    business=st.sampled_from(["refuse-collection", "well-drilling", "water-hauling"]),
)
def test_registering_today_always_settles_it(on: date, registered_on: date | None, **facts: Any) -> None:
    before = registration(on=on, registered_on=registered_on, in_county=True, **facts).outcome
    after = registration(on=on, registered_on=on, in_county=True, **facts).outcome
    asked, due = facts["reregistration_requested_on"], facts["reregistration_due"]
    assert after == ("registered" if asked is not None or due is None or on >= due else "undetermined")
    assert before != "not-required"
    assert registration(on=on, registered_on=registered_on, in_county=False, **facts).outcome == "not-required"
    assert registration(on=on, registered_on=registered_on, **facts).outcome == "undetermined"
