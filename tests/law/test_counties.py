"""Another county's folder, chosen by one setting; a county without a law; the law while another is applied."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sanitarian.law.data import Law, applying, county_folder, limit
from sanitarian.law.registers import code_title, county_name, law_version, provisions, resolve
from sanitarian.law.registry import NO_LAW, rules
from sanitarian.law.ruling import NotInForce
from sanitarian.law.schedule import inspection_schedule, municipalities
from sanitarian.law.vectorised import feet, inspection_schedules, municipality_codes, shore_codes

TINY = Path(__file__).parent / "tiny"


@pytest.fixture
def tiny() -> Iterator[Law]:
    with applying(Law(TINY)) as law:
        yield law


@pytest.fixture
def lawless(tmp_path: Path) -> Iterator[Law]:
    with applying(Law(tmp_path)) as law:
        yield law


@pytest.mark.parametrize(
    ("facts", "outcome", "years", "due", "credit_from"),
    [
        ({"fronts": "mill-pond"}, "lake-front", 1, "2027-06-30", "2026-12-30"),
        ({"distance_ft": 250}, "near-lake", 3, "2029-06-30", "2028-12-30"),
        ({"distance_ft": 251, "watershed": "mill-pond"}, "lake-watershed", 6, "2032-06-30", "2031-12-30"),
        ({"distance_ft": 251, "watershed": "none"}, "town", 4, "2026-09-15", "2026-03-15"),
        ({}, "undetermined", None, None, None),
        ({"municipality": "Yon"}, "unscheduled", None, None, None),
    ],
)
def test_the_schedule_of_another_county(
    tiny: Law, facts: dict[str, Any], outcome: str, years: int | None, due: str | None, credit_from: str | None
) -> None:
    ruling = rules()["inspection-schedule"].ask({"municipality": "Hither", "as_of": "2026-07-01"} | facts)
    values = ruling.to_json()["values"]
    assert (ruling.outcome, values["cycle_years"], values["next_due"]) == (outcome, years, due)
    assert values["credit_from"] == credit_from
    assert values["pipe_next_due"] == ("2029-06-30" if "fronts" in facts else None)
    assert all(resolve(reason.cite) for reason in ruling.reasons)
    assert ruling.code == "2020-01-01"
    assert not any(word in reason.text for reason in ruling.reasons for word in ("Owasco", "500", "November", "12 "))


def test_its_law_by_date(tiny: Law) -> None:
    facts = {"municipality": "Hither", "distance_ft": 300, "watershed": "none", "as_of": "2026-07-01"}
    old = rules()["inspection-schedule"].ask(facts, date(2019, 12, 31))
    assert (old.values["cycle_years"], old.values["next_due"], old.code) == (10, date(2032, 9, 15), "2010-05-01")
    assert rules()["inspection-schedule"].ask(facts, date(2010, 4, 30)).outcome == NO_LAW


def test_what_it_has_no_law_on_is_said(tiny: Law) -> None:
    ruling = rules()["fee"].ask({"item": "business-permit", "on": "2026-01-01"})
    assert (ruling.outcome, ruling.code, ruling.values) == (NO_LAW, "2020-01-01", {})
    assert [(r.holds, r.text, r.cite) for r in ruling.reasons] == [
        (True, "No law: the county has no fees on file.", "PHL.347")
    ]
    pipe = {"first": {"result": "201", "unit": "CFU/100 mL", "sampled": "2026-06-01"}}
    assert "no figure for pipe limit" in rules()["drain-pipe"].ask(pipe).reasons[0].text


def test_facts_are_those_of_the_county(tiny: Law) -> None:
    schema = rules()["inspection-schedule"].schema()
    assert schema["properties"]["municipality"]["enum"] == ["Hither", "Yon"]
    assert schema["properties"]["fronts"]["enum"] == ["mill-pond", "none", None]


def test_the_vectorised_twin_applies_it_too(tiny: Law) -> None:
    found = inspection_schedules(
        municipality=municipality_codes(["Hither", "Hither", "Yon"]),
        fronts=shore_codes(["mill-pond", "none", "none"]),
        distance_ft=feet([None, 100, 100]),
        system_distance_ft=feet([None, None, None]),
        watershed=shore_codes([None, None, None]),
        as_of=date(2026, 7, 1),
    )
    assert found.cycle_years.tolist() == [1, 3, 3]
    assert found.next_due.astype(str).tolist() == ["2027-06-30", "2029-06-30", "2029-06-30"]
    assert found.credit_from.astype(str).tolist() == ["2026-12-30", "2028-12-30", "2028-12-30"]
    assert np.isnat(found.pipe_next_due).tolist() == [False, True, True]
    assert found.pipe_next_due[0] == np.datetime64("2029-06-30")


def test_the_state_law_holds_in_every_county(tiny: Law) -> None:
    assert "GCL.25-a" in provisions()
    ruling = rules()["period"].ask({"from": "2026-06-01", "days": 20})
    assert (ruling.values["act_by"], ruling.code) == (date(2026, 6, 22), "2020-01-01")


def test_one_law_does_not_leak_into_another() -> None:
    before = inspection_schedule(municipality="Niles", fronts="owasco-lake")
    with applying(Law(TINY)):
        assert limit("report_business_days") == 10
        assert (county_name(), code_title()) == ("Tiny County", "Sanitary Code of Tiny County")
        assert municipalities() == ("Hither", "Yon")
    assert limit("report_business_days") == 30
    assert county_name() == "Cayuga County"
    assert inspection_schedule(municipality="Niles", fronts="owasco-lake") == before


@pytest.mark.parametrize("name", list(rules()))
def test_a_county_without_a_law_answers_that_there_is_none(lawless: Law, name: str) -> None:
    rule = rules()[name]
    with applying(Law(county_folder("cayuga"))):
        facts = _some_facts(rule.schema())
    ruling = rule.ask(facts)
    assert ruling.outcome == NO_LAW
    assert ruling.code is None
    assert ruling.reasons[0].text.startswith("No law: ")
    assert resolve(ruling.reasons[0].cite)


def _some_facts(schema: dict[str, Any]) -> dict[str, Any]:
    """The least that a schema allows."""
    if schema.get("enum"):
        return schema["enum"][0]
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        wanted = list(schema["required"]) + [option["required"][0] for option in schema.get("oneOf", [])[:1]]
        return {name: _some_facts(schema["properties"][name]) for name in wanted}
    if kind in {"integer", "number"}:
        return schema.get("minimum", 0)
    if kind == "boolean":
        return True
    if kind == "array":
        return []
    return {"date": "2026-06-01", "iso-date-time": "2026-06-01T12:00"}.get(schema.get("format"), "2026") or "2026"


def test_the_setting_names_a_county_a_folder_or_a_file(tmp_path: Path) -> None:
    assert county_folder("cayuga") == county_folder("Cayuga")
    assert county_folder(str(tmp_path)) == tmp_path
    assert county_folder(str(tmp_path / "seneca.toml")) == tmp_path / "seneca"


def test_the_command_answers_by_the_county_of_the_setting() -> None:
    asked = subprocess.run(
        [sys.executable, "-m", "sanitarian.law.ask", "inspection-schedule"],
        input='{"municipality": "Hither", "fronts": "mill-pond", "as_of": "2026-07-01"}',
        env=os.environ | {"SANITARIAN_COUNTY": str(TINY)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert asked.returncode == 0, asked.stderr
    assert json.loads(asked.stdout)["values"]["next_due"] == "2027-06-30"


def test_a_law_that_is_not_there_has_no_version(lawless: Law) -> None:
    with pytest.raises(NotInForce, match="no code on file"):
        law_version()


def test_the_schema_of_a_county_without_a_law_is_refused(tmp_path: Path) -> None:
    asked = subprocess.run(
        [sys.executable, "-m", "sanitarian.law.ask", "inspection-schedule", "--schema"],
        env=os.environ | {"SANITARIAN_COUNTY": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (asked.returncode, asked.stdout) == (2, "")
    assert asked.stderr == "no law: the county has no schedule on file\n"
