"""The whole county at once answers what the pure function answers, place by place."""

from datetime import date
from decimal import Decimal
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitarian.law import review
from sanitarian.law.ruling import ImpossibleFacts
from sanitarian.law.schedule import inspection_schedule, municipalities
from sanitarian.law.vectorised import (
    OUTCOMES,
    Schedules,
    feet,
    inspection_schedules,
    most_restrictive,
    municipality_codes,
    not_asked,
    shore_codes,
)

SHORES = (None, "none", "owasco-lake", "little-sodus-bay")
DISTANCES = (None, Decimal(0), Decimal("0.1"), Decimal(500), Decimal("500.1"))
DAYS = (None, date(1990, 5, 5), date(2004, 11, 1), date(2004, 11, 2), date(2026, 11, 1), date(2026, 12, 31))
DATED = ("previous_due", "next_due", "act_by", "credit_from", "pipe_next_due")


def _ask(places: list[dict[str, Any]], as_of: Any, law_of: date | None = None) -> Schedules:
    return inspection_schedules(
        municipality=municipality_codes(place["municipality"] for place in places),
        fronts=shore_codes(place["fronts"] for place in places),
        distance_ft=feet(place["distance_ft"] for place in places),
        system_distance_ft=feet(place["system_distance_ft"] for place in places),
        watershed=shore_codes(place["watershed"] for place in places),
        as_of=as_of,
        law_of=law_of,
    )


def _assert_same(places: list[dict[str, Any]], as_of: Any, days: list[date | None], law_of: date | None) -> None:
    found = _ask(places, as_of, law_of)
    columns = {name: getattr(found, name).tolist() for name in ("outcome", "cycle_years", "anchor_year", *DATED)}
    for row, (place, day) in enumerate(zip(places, days, strict=True)):
        ruling = inspection_schedule(**place, as_of=day, law_of=law_of)
        answer = {name: column[row] for name, column in columns.items()}
        expected = dict(ruling.values) | {
            "outcome": OUTCOMES.index(ruling.outcome),
            "cycle_years": ruling.values["cycle_years"] or 0,
            "anchor_year": ruling.values["anchor_year"] or 0,
        }
        assert answer == expected, (place, day, law_of)


@pytest.mark.parametrize("law_of", [None, date(2000, 1, 1)])
@pytest.mark.parametrize("day", DAYS)
def test_every_kind_of_place(day: date | None, law_of: date | None) -> None:
    names = ("municipality", "fronts", "distance_ft", "system_distance_ft", "watershed")
    places = [
        dict(zip(names, values, strict=True))
        for values in product(municipalities(), SHORES, DISTANCES, (None, Decimal(500), Decimal("500.1")), SHORES)
    ]
    _assert_same(places, day, [day] * len(places), law_of)


def distances() -> st.SearchStrategy[Decimal | None]:
    tenths = st.one_of(st.integers(0, 30), st.integers(4_980, 5_020), st.integers(0, 10**6))
    return st.none() | tenths.map(lambda tenth: Decimal(tenth) / 10)


PLACES = st.fixed_dictionaries(
    {
        "municipality": st.sampled_from(municipalities()),
        "fronts": st.sampled_from(SHORES),
        "distance_ft": distances(),
        "system_distance_ft": distances(),
        "watershed": st.sampled_from(SHORES),
    }
)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(PLACES, st.none() | st.dates(date(1900, 1, 1), date(2400, 12, 31))), min_size=1, max_size=25),
    st.none() | st.dates(date(1994, 8, 9), date(2030, 1, 1)),
)
def test_any_places_on_any_days(places: list[tuple[dict[str, Any], date | None]], law_of: date | None) -> None:
    days = [day for _, day in places]
    column = np.array([np.datetime64("NaT") if day is None else day for day in days], dtype="datetime64[D]")
    _assert_same([place for place, _ in places], column, days, law_of)


def test_an_empty_county() -> None:
    none = np.array([], dtype=np.int8)
    found = inspection_schedules(
        municipality=none, fronts=none, distance_ft=feet([]), system_distance_ft=feet([]), watershed=none,
        as_of=date(2026, 1, 1),
    )  # fmt: skip
    assert found.next_due.shape == (0,)


def test_a_place_outside_the_county_is_refused() -> None:
    with pytest.raises(ImpossibleFacts, match="Ithaca"):
        municipality_codes(["Niles", "Ithaca"])
    with pytest.raises(ImpossibleFacts, match="outside"):
        inspection_schedules(
            municipality=np.array([-1]), fronts=np.array([0]), distance_ft=feet([1]), system_distance_ft=feet([None]),
            watershed=np.array([0]),
        )  # fmt: skip


# A system's parcels often lie alike; few kinds of place make ties and doubts likely.
FEW = st.sampled_from(
    [
        {"municipality": town, "fronts": fronts, "distance_ft": distance, "system_distance_ft": None, "watershed": shed}
        for town in ("Niles", "Genoa", "Auburn")
        for fronts, distance, shed in (
            ("owasco-lake", Decimal(0), "owasco-lake"),
            ("none", Decimal(400), "none"),
            ("none", Decimal(900), "owasco-lake"),
            ("none", Decimal(900), "none"),
            (None, None, None),
        )
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.lists(FEW, min_size=1, max_size=4), max_size=8), st.none() | st.just(date(2026, 6, 15)))
def test_of_a_systems_parcels_the_same_one_stands(systems: list[list[dict[str, Any]]], day: date | None) -> None:
    places = [place for served in systems for place in served]
    number = np.array([n for n, served in enumerate(systems) for _ in served], dtype=np.int64)
    rows = most_restrictive(_ask(places, day), number).tolist()
    assert len(rows) == len(systems)
    first = 0
    for row, served in zip(rows, systems, strict=True):
        rulings = [inspection_schedule(**place, as_of=day) for place in served]
        standing = review.most_restrictive(rulings)
        assert row == first + next(n for n, ruling in enumerate(rulings) if ruling is standing)
        first += len(served)


def test_a_place_that_cannot_be_asked_about_is_undetermined_and_has_no_dates() -> None:
    place = {"municipality": "Niles", "fronts": "owasco-lake", "distance_ft": Decimal(0), "system_distance_ft": None}
    asked = _ask([{**place, "watershed": None}] * 2, date(2026, 6, 15))
    found = not_asked(asked, np.array([True, False]))
    first, second = ({name: getattr(found, name)[row].item() for name in Schedules.__slots__} for row in (0, 1))
    assert first == {"outcome": 0, "cycle_years": 0, "anchor_year": 0, **dict.fromkeys(DATED)}
    assert second == {name: getattr(asked, name)[1].item() for name in Schedules.__slots__}
    assert second["pipe_next_due"] == date(2026, 11, 1)


def test_rows_are_taken_in_every_column() -> None:
    place = {"fronts": "none", "distance_ft": Decimal(900), "system_distance_ft": None, "watershed": "none"}
    found = _ask([{**place, "municipality": name} for name in ("Niles", "Genoa", "Auburn")], date(2026, 6, 15))
    taken = found.take(np.array([2, 0]))
    for name in Schedules.__slots__:
        assert getattr(taken, name).tolist() == [getattr(found, name)[2].item(), getattr(found, name)[0].item()]
