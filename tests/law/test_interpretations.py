"""The readings of what the code leaves open: whole, in order, tied to the law they read and to what they control."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from sanitarian import law
from sanitarian.law.data import figures, table
from sanitarian.law.registers import (
    DECIDERS,
    IMPACTS,
    STATUSES,
    Interpretation,
    interpretation,
    interpretations,
    provisions,
)

LAW = Path(law.__file__).parent
READINGS = list(interpretations().values())
LEFT_OUT = {"B-2", "F-5", "F-36", "F-37", "F-57"}
LAST = {"A": 15, "B": 20, "C": 29, "D": 17, "E": 15, "F": 62}


def cited() -> Iterator[tuple[str, str]]:
    """Every reading that the law's own text names in quotes, with the file that does."""
    for file in sorted([*LAW.rglob("*.py"), *LAW.rglob("*.toml")]):
        if file.name != "interpretations.toml":
            for key in re.findall(r"""["']([A-F]-\d+)["']""", file.read_text(encoding="utf-8")):
                yield file.relative_to(LAW).as_posix(), key


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.id)
def test_a_reading_is_whole(reading: Interpretation) -> None:
    for text in (reading.problem, reading.reading, reading.alternatives):
        assert text[:1].isupper() or text[:1].isdigit()
        assert text.endswith(".")
        assert not text.endswith("..")
    assert reading.title
    assert not reading.title.endswith(".")
    assert reading.status in STATUSES
    assert reading.impact in IMPACTS
    assert reading.decides in DECIDERS
    assert reading.section in provisions()


def test_readings_are_numbered_letter_by_letter() -> None:
    keys = list(interpretations())
    assert all(re.fullmatch(r"[A-F]-[1-9][0-9]?", key) for key in keys)
    numbered = [(key[0], int(key[2:])) for key in keys]
    assert numbered == sorted(set(numbered)), "in order, each number once"


def test_no_number_is_skipped_but_those_left_out_with_a_reason() -> None:
    wanted = {f"{letter}-{number}" for letter, last in LAST.items() for number in range(1, last + 1)}
    assert set(interpretations()) == wanted - LEFT_OUT
    heading = (LAW / "cayuga" / "interpretations.toml").read_text(encoding="utf-8").partition("\n[")[0]
    for key in LEFT_OUT:
        assert key in heading, f"the note on top says why {key} is left out"


def test_titles_tell_readings_apart() -> None:
    titles = [reading.title for reading in READINGS]
    assert sorted(set(titles)) == sorted(titles)


def test_only_counsel_ends_a_wait_for_counsel() -> None:
    for reading in READINGS:
        assert (reading.status == "counsel_review") == (reading.decides == "county counsel"), reading.id


@pytest.mark.parametrize(
    ("key", "controlled"),
    [
        ("B-11", ("credit_months",)),
        ("A-1", ("pipe_limit", "pipe_limit_literal")),
        ("C-26", ("discharge_days_past_due",)),
        ("A-14", ()),
    ],
)
def test_a_reading_names_the_figures_that_it_controls(key: str, controlled: tuple[str, ...]) -> None:
    assert interpretation(key).figures == controlled


def test_figures_and_readings_point_at_each_other() -> None:
    from_figures = {(entry["setting"], name) for name, entry in figures().items() if "setting" in entry}
    from_readings = {(f"interp.{reading.id}", name) for reading in READINGS for name in reading.figures}
    assert from_figures == from_readings
    assert from_figures


def _newest(root: Mapping[str, Any], step: str) -> Mapping[str, Any]:
    return root if step in root else max(root["versions"], key=lambda version: version["from"])


@pytest.mark.parametrize(
    "reading", [reading for reading in READINGS if reading.setting], ids=lambda reading: reading.id
)
def test_a_setting_names_data_of_the_county(reading: Interpretation) -> None:
    name, first, *rest = reading.setting.split(".")
    found: Any = _newest(table(name), first)[first]
    for step in rest:
        found = found[step]
    assert found


def test_places_off_the_schedule_name_the_reading_that_leaves_them_off() -> None:
    for key in table("schedule")["geography"]["unscheduled"].values():
        assert interpretation(key).setting == "schedule.geography.unscheduled"


def test_every_reading_that_the_law_names_is_on_file() -> None:
    found = list(cited())
    assert ("schedule.py", "B-20") in found
    assert ("cayuga/schedule.toml", "B-4") in found
    assert not [place for place in found if place[1] not in interpretations()]
