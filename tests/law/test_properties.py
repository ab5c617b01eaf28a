"""What holds of the rules whatever the facts: days move forward, worse is never better, more facts never contradict."""

from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.dates import add_business_days, is_business_day, next_business_day
from sanitarian.law.registry import rules
from tests.law.facts_at_random import facts_for

DAYS = st.dates(date(1965, 1, 1), date(2100, 12, 31))
LONGEST_REST = 3  # days from a Saturday over a Monday that is a holiday to the Tuesday

FLAGS = st.sampled_from([True, False, None])
FEET = st.decimals(0, 300, places=1)
DISTANCES = ("vertical_separation_ft", "watercourse_distance_ft")
# From the worst to the best; what is incomplete or undetermined has no place among them.
CLASSES = ("failed", "substandard", "existing-standards", "design-standards")
WORSE = {
    "surface_discharge": True,
    "watercourse_discharge": True,
    "dec_discharge_permit": False,
    "broken_component": True,
    "pollution_likely": True,
    "overflow_points": True,
    "components_good": False,
    "conforms_75a": False,
    "valid_permit": False,
    "tank_ok": False,
}
SYSTEM = dict.fromkeys(WORSE, FLAGS) | {"vertical_separation_ft": FEET, "watercourse_distance_ft": FEET}

# Rules in which nothing that is not shown stands for yes or no: an answer once given stays.
# Of the others the register of interpretations says what stands for what.
CERTAIN = (
    "plan-preparer", "interim-renewal", "septage-disposal", "floodplain", "outside-inspection", "separation",
)  # fmt: skip
MANY = 3_000


@given(DAYS)
def test_rolling_never_moves_a_day_backwards(day: date) -> None:
    rolled = next_business_day(day)
    assert day <= rolled <= day + timedelta(LONGEST_REST)
    assert is_business_day(rolled)
    assert next_business_day(rolled) == rolled
    assert (rolled == day) == is_business_day(day)


@given(DAYS, DAYS)
def test_rolling_keeps_the_order_of_days(one: date, other: date) -> None:
    assert (next_business_day(one) <= next_business_day(other)) or one > other


@given(DAYS, st.integers(1, 60))
def test_business_days_are_counted_forward(day: date, count: int) -> None:
    end = add_business_days(day, count)
    between = [day + timedelta(n) for n in range(1, (end - day).days + 1)]
    assert sum(map(is_business_day, between)) == count
    assert is_business_day(end)


def classed(facts: dict[str, Any]) -> int | None:
    outcome = rules()["classification"].ask({"report_complete": True} | facts).outcome
    return CLASSES.index(outcome) if outcome in CLASSES else None


@given(st.fixed_dictionaries(SYSTEM), st.sampled_from(sorted(WORSE)))
def test_a_class_never_improves_when_a_condition_gets_worse(system: dict[str, Any], fact: str) -> None:
    better, worse = classed(system | {fact: not WORSE[fact]}), classed(system | {fact: WORSE[fact]})
    assert better is None or worse is None or worse <= better


@given(
    st.fixed_dictionaries(SYSTEM), st.sampled_from(["vertical_separation_ft", "watercourse_distance_ft"]), FEET, FEET
)
def test_a_class_never_improves_when_a_distance_shrinks(
    system: dict[str, Any], fact: str, one: Any, other: Any
) -> None:
    if one is None or other is None:
        return
    near, far = classed(system | {fact: min(one, other)}), classed(system | {fact: max(one, other)})
    assert near is None or far is None or near <= far


@pytest.mark.parametrize("name", CERTAIN)
def test_what_is_shown_later_never_contradicts_an_answer(name: str) -> None:
    rule, random = rules()[name], Random(f"{name} shown later")
    optional = {fact.name for fact in rule.facts if not fact.required}
    answered = 0
    for _ in range(MANY):
        whole = facts_for(rule, random)
        fewer = {key: value for key, value in whole.items() if key not in optional or random.random() < 0.7}
        first, later = rule.ask(fewer).outcome, rule.ask(whole).outcome
        assert first in {"undetermined", later}, (fewer, whole)
        answered += first != "undetermined"
    assert answered > MANY / 20, "the facts drawn are answered often enough to tell"
