"""What must be on file before a property with a septic system changes hands."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.dates import add_months
from sanitarian.law.ruling import ImpossibleFacts, Ruling
from sanitarian.law.transfers import Inspection, PumpOut, transfer_readiness


def d(text: str) -> date:
    return date.fromisoformat(text)


def pump(day: str, **flags: bool | None) -> PumpOut:
    return PumpOut(d(day), **{"hauler_licensed": True, "filed": True, "buyer_copy": True} | flags)


def inspected(day: str, **flags: bool | None) -> Inspection:
    return Inspection(d(day), **{"inspector_certified": True, "filed": True, "buyer_copy": True} | flags)


def ask(closing: str = "2026-06-15", **facts: Any) -> Ruling:
    default = {"public_sewer": False, "has_system": True, "pump_outs": [pump("2026-05-20")]}
    default |= {"inspections": [inspected("2026-05-10")]}
    return transfer_readiness(closing=d(closing), **default | facts)


def holds(ruling: Ruling, cite: str) -> bool | None:
    (found,) = [reason.holds for reason in ruling.reasons if reason.cite == cite]
    return found


@pytest.mark.parametrize(
    ("sewer", "system", "outcome"),
    [
        (True, True, "not-applicable"),
        (True, False, "not-applicable"),
        (True, None, "not-applicable"),
        (False, False, "not-applicable"),
        (None, False, "not-applicable"),
        (False, None, "undetermined"),
        (None, None, "undetermined"),
        (False, True, "ready"),
        (None, True, "ready"),  # a sewer that is not shown is no public sewer
    ],
)
def test_whose_duty_it_is(sewer: bool | None, system: bool | None, outcome: str) -> None:
    ruling = ask(public_sewer=sewer, has_system=system)
    assert ruling.outcome == outcome
    without = outcome in {"not-applicable", "undetermined"}
    assert ruling.values == ({"missing": None, "warnings": None} if without else {"missing": (), "warnings": ()})
    assert bool([r for r in ruling.not_shown if r.cite == "E-2"]) is (system is None)


@pytest.mark.parametrize(
    ("pump_out", "counts"),
    [
        (pump("2025-06-14"), False),
        (pump("2025-06-15"), True),  # the same day a year before counts
        (pump("2026-06-15"), True),  # so does the day of the closing
        (pump("2026-06-16"), False),
        (pump("2026-05-20", hauler_licensed=False), False),
        (pump("2026-05-20", hauler_licensed=None), None),
        (pump("2026-05-20", filed=False), False),
        (pump("2026-05-20", filed=None), None),
        (pump("2026-05-20", filed=None, hauler_licensed=False), False),
        (pump("2025-06-14", filed=None), False),
        (pump("2026-05-20", buyer_copy=False), True),  # the buyer's copy is warned of, no more
    ],
)
def test_a_pump_out_that_counts(pump_out: PumpOut, counts: bool | None) -> None:
    ruling = ask(pump_outs=[pump_out])
    assert (ruling.outcome, ruling.values["missing"]) == (
        ("ready", ()) if counts else ("not-ready", ("pump-out",))
    )  # what is not shown does not count
    assert next(r.holds for r in ruling.reasons if r.cite == "V.IV.B.1") is counts


@pytest.mark.parametrize(
    ("inspection", "counts"),
    [
        (inspected("2025-06-14"), False),
        (inspected("2025-06-15"), True),
        (inspected("2026-06-15"), True),
        (inspected("2026-06-16"), False),
        (inspected("2026-05-10", inspector_certified=False), False),
        (inspected("2026-05-10", inspector_certified=None), None),
        (inspected("2026-05-10", filed=False), False),
        (inspected("2026-05-10", filed=None), None),
        (inspected("2026-05-10", buyer_copy=False), False),
        (inspected("2026-05-10", buyer_copy=None), None),
    ],
)
def test_an_inspection_that_counts(inspection: Inspection, counts: bool | None) -> None:
    ruling = ask(inspections=[inspection])
    assert (ruling.outcome, ruling.values["missing"]) == (("ready", ()) if counts else ("not-ready", ("inspection",)))
    assert holds(ruling, "V.IV.B.2") is counts


@pytest.mark.parametrize(("given_", "shown"), [(None, None), ([], False)])
def test_nothing_on_file(given_: Any, shown: bool | None) -> None:
    ruling = ask(pump_outs=given_, inspections=given_)
    assert (ruling.outcome, ruling.values) == (
        "not-ready",
        {"missing": ("pump-out", "inspection"), "warnings": ()},
    )
    assert (holds(ruling, "V.IV.B.1"), holds(ruling, "V.IV.B.2")) == (shown, shown)


def test_one_that_counts_is_enough() -> None:
    mixed = [pump("2024-01-01"), pump("2026-05-20", filed=None), pump("2026-04-01")]
    assert ask(pump_outs=mixed).values["missing"] == ()
    assert ask(pump_outs=[{"date": d("2026-05-20"), "hauler_licensed": True, "filed": True}]).values["missing"] == ()


def test_two_that_count_by_halves_are_not() -> None:
    halves = [inspected("2026-05-10", filed=False), inspected("2026-05-11", buyer_copy=False)]
    assert ask(inspections=halves).values["missing"] == ("inspection",)


@pytest.mark.parametrize(
    ("closing", "first"),
    [("2028-02-29", "2027-02-28"), ("2028-02-28", "2027-02-28"), ("2025-03-01", "2024-03-01")],
)
def test_a_year_before_a_leap_day(closing: str, first: str) -> None:
    before = (d(first) - timedelta(1)).isoformat()
    assert ask(closing, pump_outs=[pump(first)], inspections=[inspected(first)]).outcome == "ready"
    assert ask(closing, pump_outs=[pump(before)]).values["missing"] == ("pump-out", "inspection")


@pytest.mark.parametrize(
    ("pumped", "inspection", "warned"),
    [
        (pump("2026-05-10"), inspected("2026-05-10"), False),  # on one day: the order is not shown
        (pump("2026-05-10"), inspected("2026-05-11"), True),
        (pump("2026-05-10"), inspected("2026-06-08"), True),  # 29 days
        (pump("2026-05-10"), inspected("2026-06-09"), False),  # 30 days
        (pump("2026-05-11"), inspected("2026-05-10"), False),
        (pump("2026-05-10", hauler_licensed=False), inspected("2026-05-11"), True),  # every pump-out
        (pump("2025-06-01"), inspected("2025-06-20"), True),  # an early one too
        (pump("2026-05-10"), inspected("2026-05-11", filed=False), False),  # but a counted inspection
        (pump("2026-05-10"), inspected("2026-05-11", buyer_copy=None), False),
        (pump("2025-06-01"), inspected("2025-06-14"), False),
    ],
)
def test_pumped_before_the_inspection(pumped: PumpOut, inspection: Inspection, warned: bool) -> None:
    ruling = ask(pump_outs=[pump("2026-06-15"), pumped], inspections=[inspection])
    assert ("pumped-before-inspection" in ruling.values["warnings"]) is warned
    assert ("E-4" in ruling.interpretations) is warned


@pytest.mark.parametrize(
    ("pump_outs", "warned"),
    [
        ([pump("2026-05-20")], False),
        ([pump("2026-05-20", buyer_copy=False)], True),
        ([pump("2026-05-20", buyer_copy=None)], True),
        ([pump("2026-05-20", buyer_copy=None), pump("2026-05-21")], False),
        ([pump("2026-05-20", buyer_copy=None), pump("2025-06-14")], True),  # a copy of one that does not count
        ([pump("2026-05-20", buyer_copy=False, filed=False)], False),  # none counts
        ([pump("2026-05-20", buyer_copy=False, hauler_licensed=None)], False),
        ([pump("2026-06-16", buyer_copy=False)], False),
        (None, False),
    ],
)
def test_a_copy_that_is_not_shown(pump_outs: Any, warned: bool) -> None:
    assert ask(pump_outs=pump_outs).values["warnings"] == (("pump-out-copy-not-shown",) if warned else ())


def test_warnings_keep_their_order() -> None:
    facts = {"pump_outs": [pump("2026-05-01", buyer_copy=False)], "inspections": [inspected("2026-05-02")]}
    assert ask(**facts).values["warnings"] == ("pumped-before-inspection", "pump-out-copy-not-shown")


def test_a_closing_before_the_calendar() -> None:
    with pytest.raises(ImpossibleFacts, match="0001-06-15"):
        ask("0001-06-15")


FLAGS = st.sampled_from([True, False, None])
DAYS = st.dates(date(2024, 1, 1), date(2028, 12, 31))
PUMPS = st.builds(PumpOut, DAYS, FLAGS, FLAGS, FLAGS)
INSPECTIONS = st.builds(Inspection, DAYS, FLAGS, FLAGS, FLAGS)


@given(DAYS, st.lists(PUMPS, max_size=4), st.lists(INSPECTIONS, max_size=4), PUMPS, INSPECTIONS)
def test_more_on_file_never_makes_more_missing(
    closing: date, pumps: list[PumpOut], inspections: list[Inspection], more: PumpOut, another: Inspection
) -> None:
    fewer = transfer_readiness(closing=closing, has_system=True, pump_outs=pumps, inspections=inspections)
    after = transfer_readiness(
        closing=closing, has_system=True, pump_outs=[*pumps, more], inspections=[another, *inspections]
    )
    assert set(after.values["missing"]) <= set(fewer.values["missing"])
    assert (after.outcome == "ready") is (after.values["missing"] == ())
    assert {"pump-out-copy-not-shown"}.isdisjoint(after.values["warnings"]) or "pump-out" not in after.values["missing"]


@given(DAYS, DAYS)
def test_a_pump_out_counts_within_twelve_months(closing: date, day: date) -> None:
    ruling = transfer_readiness(closing=closing, has_system=True, pump_outs=[PumpOut(day, True, True)])
    assert ("pump-out" in ruling.values["missing"]) is not (add_months(closing, -12) <= day <= closing)
