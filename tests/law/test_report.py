"""The report counts what stands in the registers, whatever county's law answers."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from sanitarian.config.cli import COMMANDS, main
from sanitarian.law.data import Law, active, applying, figures
from sanitarian.law.figures import published
from sanitarian.law.registers import interpretation, interpretations, provision, provisions
from sanitarian.law.registry import rules
from sanitarian.law.report import WIDTH, add_arguments, coverage, run

TINY = Path(__file__).parent / "tiny"


def printed(capsys: pytest.CaptureFixture[str], **options: bool) -> str:
    assert run(Namespace(**{"json": False} | options)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def with_table(name: str, table: Mapping[str, Any]) -> Law:
    """The county's law with one table replaced."""
    return Law(active().county, {name: table})


def row(text: str, first: str) -> list[str]:
    """The cells of the one row of a table that begins so."""
    (found,) = (line.split() for line in text.splitlines() if line.startswith(first + "  "))
    return found


def test_every_provision_is_counted_once() -> None:
    found = coverage()["provisions"]
    assert list(found)[:6] == ["I", "II", "III", "IV", "V", "VI"]
    counts = [row[column] for row in found.values() for column in ("headings", "served", "planned", "text")]
    assert sum(counts) == len(provisions())
    assert found["III"] == {
        "source": "Sanitary Code of the Cayuga County Health District, Article III",
        "headings": 1, "served": 0, "planned": 0, "text": 0,
    }  # fmt: skip
    assert found["VI"]["planned"] == sum(
        key.startswith("VI.") and provision(key).status == "planned" for key in provisions()
    )


def test_a_provision_moves_in_the_report_as_in_the_register() -> None:
    before = coverage()
    register = dict(active().register("provisions"))
    moved = register["provisions"]["VI.V"] | {"status": "served", "rules": ["backup-power"]}
    changed = register | {"provisions": register["provisions"] | {"VI.V": moved}}
    with applying(with_table("provisions", changed)):
        after = coverage()
    assert after["provisions"]["VI"]["planned"] == before["provisions"]["VI"]["planned"] - 1
    assert after["provisions"]["VI"]["served"] == before["provisions"]["VI"]["served"] + 1
    assert after["provisions"]["V"] == before["provisions"]["V"]
    assert set(before["planned"]) - set(after["planned"]) == {"VI.V"}
    served = {row["rule"]: row["provisions"] for row in after["rules"]}
    assert "VI.V" in served["backup-power"]


def test_planned_are_duties_and_powers_and_no_headings() -> None:
    planned = coverage()["planned"]
    assert "IV.2.a" in planned
    assert "V.IV.B" not in planned, "a heading states nothing of its own"
    assert provision("V.IV.B").status == "planned"


def test_every_rule_has_its_line() -> None:
    lines = {row["rule"]: row for row in coverage()["rules"]}
    assert list(lines) == list(rules())
    pipe = lines["drain-pipe"]
    assert pipe["section"] == "V.III.G"
    assert "V.III.G" in pipe["provisions"]
    assert {"A-1", "A-4"} <= set(pipe["readings"])
    for line in lines.values():
        assert line["section"] in line["provisions"]
        assert {interpretation(key).section for key in line["readings"]} <= set(line["provisions"])


def test_readings_by_status_and_impact() -> None:
    found = coverage()
    assert list(found["readings"]) == ["settled", "policy", "counsel_review"]
    assert sum(sum(row.values()) for row in found["readings"].values()) == len(interpretations())
    assert sum(found["readings"]["counsel_review"].values()) == len(found["for_counsel"])
    assert "A-1" in found["for_counsel"]


def test_figures_that_were_not_read_in_their_official_text_are_named() -> None:
    found = coverage()["figures"]
    assert found["verified"] + len(found["unverified"]) == len(published())
    names = {figure["figure"] for figure in found["unverified"]}
    assert {"water_connections", "septic_tank"} <= names
    assert not {"pipe_limit", "dead_animal_hours", "construction-permit"} & names
    assert all(figure["source"] and figure["section"] in provisions() for figure in found["unverified"])


def test_a_figure_is_verified_only_if_every_version_of_it_is() -> None:
    limits = dict(figures())
    old, new = date(2000, 1, 1), date(2001, 1, 1)
    limits["pipe_limit"] = limits["pipe_limit"] | {
        "versions": [
            {"from": old, "value": 1, "verified": False, "source": "a letter"},
            {"from": new, "value": 2, "verified": True, "source": "the code"},
        ]
    }
    with applying(with_table("limits", limits)):
        (figure,) = (row for row in coverage()["figures"]["unverified"] if row["figure"] == "pipe_limit")
    assert figure["source"] == "a letter"


def test_state_law_from_a_secondary_source_is_named() -> None:
    found = coverage()["not_verified"]
    assert "PHL.348" in found
    assert "GCL.24" not in found


def test_the_text_says_the_same_and_fits(capsys: pytest.CaptureFixture[str]) -> None:
    text, found = printed(capsys), coverage()
    assert max(map(len, text.splitlines())) <= WIDTH
    assert not any(line != line.rstrip() for line in text.splitlines())
    article = found["provisions"]["V"]
    cells = [article[column] for column in ("headings", "served", "planned", "text")]
    assert row(text, "V") == ["V", *map(str, cells), str(sum(cells))]
    assert f"built for them: {len(found['planned'])} provisions" in " ".join(text.split())
    pipe = next(line for line in found["rules"] if line["rule"] == "drain-pipe")
    assert row(text, "drain-pipe")[1:] == ["V.III.G", str(len(pipe["provisions"])), str(len(pipe["readings"]))]
    assert row(text, "settled")[1:4] == [str(count) for count in found["readings"]["settled"].values()]
    assert f"Waiting for counsel: {', '.join(found['for_counsel'])}." in " ".join(text.split())
    for figure in found["figures"]["unverified"]:
        assert f"{figure['figure']} ({figure['section']})" in text
        assert figure["source"] in " ".join(text.split())
    assert "  2003-06-30  Article V, Section IV, Subdivision A, paragraphs 1 and 2 amended\n" in text


def test_the_whole_column_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    first = printed(capsys).split("Planned, which")[0]
    rows = [line.split() for line in first.splitlines()[4:] if line and not line.startswith("-")]
    *parts, (_, _, *total) = rows
    assert [sum(int(part[column]) for part in parts) for column in range(1, 6)] == [int(cell) for cell in total]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, json=True))
    assert found == coverage()
    assert found["code"]["version"] == "2006-03-14"
    assert found["code"]["versions"][0] == {"from": "1965-01-01", "what": "The code takes effect"}


def test_a_county_without_law(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with applying(Law(tmp_path)):
        found, text = coverage(), printed(capsys)
    assert found["code"] is None
    assert set(found["provisions"]) == {"GCL", "PHL", "SSC", "75-A"}
    assert (found["for_counsel"], found["readings"]["settled"]) == ([], {"high": 0, "medium": 0, "low": 0})
    assert text.startswith("This county has no code on file; what follows is State law.\n")
    assert "Versions of the code" not in text
    assert "Waiting for counsel" not in text
    assert "septic_tank" in text


def test_another_county(capsys: pytest.CaptureFixture[str]) -> None:
    with applying(Law(TINY)):
        found, text = coverage(), printed(capsys)
    assert text.startswith("Sanitary Code of Tiny County (Tiny County), version of 2020-01-01.\n")
    assert list(found["provisions"])[:2] == ["I", "V"]
    assert found["provisions"]["V"]["served"] == 4


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["law", "report", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == coverage()
    assert [command.needs_django for command in COMMANDS if command.words == ("law", "report")] == [False]
    parser = ArgumentParser()
    add_arguments(parser)
    assert parser.parse_args([]).json is False


def test_what_the_text_counts_is_what_the_register_holds(capsys: pytest.CaptureFixture[str]) -> None:
    text, found = printed(capsys), coverage()
    planned = [key for key, each in provisions().items() if each.status == "planned" and each.kind != "heading"]
    assert found["planned"] == planned
    assert f"built for them: {len(planned)} provisions." in " ".join(text.split())
    unread = sum(not each.verified for each in published())
    flat = " ".join(text.split())
    assert f"Figures: {len(published())}, of which {unread} have not been read in their official text." in flat
    assert f"State law summed up from a secondary source: {', '.join(found['not_verified'])}." in flat
    heads = [line for line in text.splitlines() if line.startswith(("Provisions ", "Rules (", "Readings "))]
    lines = text.splitlines()
    assert [set(lines[lines.index(head) + 1]) for head in heads] == [{"-"}] * 3
