"""The command: what it prints, and every way in which facts can be wrong."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sanitarian.law.ask import main
from sanitarian.law.registry import rules

DEADLINE = {"performed": "2026-06-23"}
PIPE = {"first": {"result": "260", "unit": "CFU/100 mL", "sampled": "2026-06-01"}}


class Asked:
    """One run of the command: its status, its output and its faults."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.faults = status, out, err.splitlines()

    @property
    def json(self) -> Any:
        assert self.status == 0, self.faults
        return json.loads(self.out)

    @property
    def fault(self) -> str:
        assert (self.status, self.out, len(self.faults)) == (2, "", 1), self.faults
        return self.faults[0]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str, facts: Any = None, raw: bytes | None = None) -> Asked:
        data = raw if raw is not None else json.dumps(facts).encode()
        monkeypatch.setattr(sys, "argv", ["ask", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        status = main()
        return Asked(status, *capsys.readouterr())

    return run


def test_one_object(ask: Any) -> None:
    answer = ask("report-deadline", facts=DEADLINE).json
    assert (answer["rule"], answer["outcome"], answer["values"]) == (
        "report-deadline",
        "pending",
        {"due": "2026-08-04"},
    )
    assert answer["code"] == "2006-03-14"
    assert {key for reason in answer["reasons"] for key in reason} == {"holds", "text", "cite"}


def test_an_array_answers_each_in_turn(ask: Any) -> None:
    answers = ask("report-deadline", facts=[DEADLINE, {"performed": "2026-11-02"}]).json
    assert [answer["values"]["due"] for answer in answers] == ["2026-08-04", "2026-12-17"]
    assert ask("report-deadline", facts=[]).json == []


def test_facts_from_a_file(ask: Any, tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_text("\ufeff" + json.dumps(DEADLINE), encoding="utf-8")
    assert ask("report-deadline", "--facts", str(file)).json["values"]["due"] == "2026-08-04"
    assert "cannot be read" in ask("report-deadline", "--facts", str(tmp_path / "none.json")).fault
    assert "cannot be read" in ask("report-deadline", "--facts", str(tmp_path)).fault


def test_list_names_every_rule_with_its_section(ask: Any) -> None:
    lines = ask("--list").out.splitlines()
    assert {line.split()[0] for line in lines} >= {
        "business-days", "period", "scope", "inspection-schedule", "round-credit", "report-deadline",
        "report-completeness", "classification", "discharge-permit-term", "inspector-standing", "permit-standing",
        "drain-pipe", "fee",
    }  # fmt: skip
    assert {line.split()[0]: line.split()[1] for line in lines}["drain-pipe"] == "V.III.G"


@pytest.mark.parametrize("name", list(rules()))
def test_schema(ask: Any, name: str) -> None:
    schema = ask(name, "--schema").json
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
    assert set(schema["properties"]) == {fact.name for fact in rules()[name].facts}


def test_schema_says_what_is_needed(ask: Any) -> None:
    schema = ask("fee", "--schema").json
    assert schema["required"] == ["item", "on"]
    validator = jsonschema.Draft202012Validator(ask("period", "--schema").json)
    assert validator.is_valid({"from": "2026-01-01", "days": 3, "months": None})
    assert not validator.is_valid({"from": "2026-01-01"})
    assert not validator.is_valid({"from": "2026-01-01", "days": 3, "months": 1})


@pytest.mark.parametrize(
    ("rule", "facts"),
    [
        ("report-deadline", {"performed": "2026-13-01"}),
        ("report-deadline", {"performed": "0000-01-01"}),
        ("report-deadline", {"performed": "2026-06-01T00:00"}),
        ("drain-pipe", {"first": PIPE["first"] | {"result": "<0.0"}}),
        ("drain-pipe", {"first": PIPE["first"] | {"result": 260}}),
        ("inspection-schedule", {"municipality": "Niles", "distance_ft": 10**309}),
    ],
)
def test_the_schema_alone_refuses_what_the_command_refuses(ask: Any, rule: str, facts: dict[str, Any]) -> None:
    assert not jsonschema.Draft202012Validator(rules()[rule].schema()).is_valid(facts)
    assert ask(rule, facts=facts).status == 2


def test_the_law_of_a_day(ask: Any) -> None:
    fee = {"item": "business-permit", "on": "2026-01-01"}
    old = ask("fee", "--law-of", "1994-08-08", facts=fee).json
    assert (old["outcome"], old["code"]) == ("none-in-force", "1972-05-15")
    assert ask("fee", "--law-of", "2003-07-01", facts=fee).json["code"] == "2003-06-30"
    assert ask("report-deadline", "--law-of", "June", facts=DEADLINE).fault.startswith("--law-of:")


@pytest.mark.parametrize(
    ("rule", "facts", "law_of", "code", "cite", "words"),
    [
        ("report-deadline", DEADLINE, "1994-08-09", "1994-08-09", None, None),
        ("report-deadline", DEADLINE, "1994-08-08", "1972-05-15", "I.8", "Article V was not in force on 1994-08-08"),
        ("drain-pipe", PIPE, "1990-01-01", "1972-05-15", "V.III.G", "coliform"),
        ("inspection-schedule", {"municipality": "Niles"}, "1990-01-01", "1972-05-15", "V.IV.A", "August 9, 1994"),
        ("business-days", {"from": "2026-01-02", "days": 3}, "1964-12-31", None, "I.8", "1965-01-01 or later"),
    ],
)
def test_no_law_in_force_is_an_answer(
    ask: Any, rule: str, facts: dict[str, Any], law_of: str, code: str | None, cite: str | None, words: str | None
) -> None:
    ruling = ask(rule, "--law-of", law_of, facts=facts).json
    assert ruling["code"] == code
    assert (ruling["outcome"] == "no-law") is (words is not None)
    if words:
        assert [(reason["holds"], reason["cite"]) for reason in ruling["reasons"]] == [(True, cite)]
        assert words in ruling["reasons"][0]["text"]
        assert ruling["values"] == {}


def test_null_is_not_shown(ask: Any) -> None:
    facts = {"in_county": "wholly", "public_sewer": None, "municipal_spdes_plant": None}
    assert ask("scope", facts=facts).json["outcome"] == "undetermined"


@pytest.mark.parametrize(
    ("rule", "facts", "names"),
    [
        ("fee", {}, ["item", "on"]),
        ("fee", {"item": None, "on": "2026-01-01"}, ["item"]),
        ("fee", {"item": "dog-licence", "on": "2026-02-30"}, ["item", "on"]),
        ("fee", {"item": "business-permit", "on": "2026-13-01"}, ["on"]),
        ("fee", {"item": "business-permit", "on": "2026-1-1"}, ["on"]),
        ("fee", {"item": "business-permit", "on": "20260101"}, ["on"]),
        ("fee", {"item": "business-permit", "on": "2026-01-01T00:00"}, ["on"]),
        ("fee", {"item": "business-permit", "on": "2026-W01-1"}, ["on"]),
        ("fee", {"item": "business-permit", "on": 20260101}, ["on"]),
        ("fee", {"item": ["business-permit"], "on": True}, ["item", "on"]),
        ("fee", {"item": "business-permit", "on": "2026-01-01", "amount": 3}, ["amount"]),
        ("scope", {"in_county": "wholly", "public_sewer": "yes"}, ["public_sewer"]),
        ("scope", {"in_county": "wholly", "public_sewer": 1}, ["public_sewer"]),
        ("scope", {"in_county": True}, ["in_county"]),
        ("inspection-schedule", {"municipality": "Ithaca"}, ["municipality"]),
        ("inspection-schedule", {"municipality": "niles"}, ["municipality"]),
        ("inspection-schedule", {"municipality": "Niles", "fronts": "cayuga-lake"}, ["fronts"]),
        ("inspection-schedule", {"municipality": "Niles", "distance_ft": "500"}, ["distance_ft"]),
        ("inspection-schedule", {"municipality": "Niles", "distance_ft": -0.5}, ["distance_ft"]),
        ("inspection-schedule", {"municipality": "Niles", "distance_ft": True}, ["distance_ft"]),
        ("inspection-schedule", {"municipality": "Niles", "distance_ft": [1]}, ["distance_ft"]),
        ("inspection-schedule", {"municipality": "Niles", "system_distance_ft": {}}, ["system_distance_ft"]),
        ("inspection-schedule", {"fronts": "x", "distance_ft": -1, "nearby": 1, "as_of": ""},
         ["nearby", "municipality", "fronts", "distance_ft", "as_of"]),
        ("business-days", {"from": "2026-01-01", "days": 0}, ["days"]),
        ("business-days", {"from": "2026-01-01", "days": 2.5}, ["days"]),
        ("business-days", {"from": "2026-01-01", "days": "2"}, ["days"]),
        ("business-days", {"from": "2026-01-01", "days": False}, ["days"]),
        ("business-days", {"from": "2026-01-01", "days": 1e300}, ["from, days"]),
        ("report-deadline", {"performed": "9999-12-01"}, ["performed"]),
        ("inspection-schedule", {"municipality": "Niles", "n" * 70: 1}, ["n" * 57 + "..."]),
        ("business-days", {"from_": "2026-01-01", "days": 1}, ["from_", "from"]),
        ("period", {"from": "2026-01-01"}, ["days, months, years"]),
        ("period", {"from": "2026-01-01", "days": 1, "years": 1}, ["days, months, years"]),
        ("period", {"from": "x", "days": 1.5, "years": 1}, ["from", "days", "days, months, years"]),
        ("period", {"from": "2026-01-01", "months": 0}, ["months"]),
        ("report-deadline", {"performed": "2026-06-23", "submitted": "2026-06-22"}, ["submitted"]),
        ("report-completeness", {"sizes": "known", "tax_map": "unknown", "drain_pipes": -1},
         ["tax_map", "sizes", "drain_pipes"]),
        ("classification", {"report_complete": True, "vertical_separation_ft": -2}, ["vertical_separation_ft"]),
        ("discharge-permit-term", {"classification": "good", "issued": "2026-01-01"}, ["classification"]),
        ("inspector-standing", {"on": "2026-01-01", "courses": {}}, ["courses"]),
        ("inspector-standing", {"on": "2026-01-01", "courses": ["2025-01-01"]}, ["courses[0]"]),
        ("inspector-standing", {"on": "2026-01-01", "courses": [{"passed": "yes", "grade": 1}]},
         ["courses[0].grade", "courses[0].completed", "courses[0].passed"]),
        ("inspector-standing", {"on": "2026-01-01", "courses": [{"completed": "2025-01-01"}, {"completed": None}]},
         ["courses[1].completed"]),
        ("permit-standing", {"on": "2026-01-01", "from": "2025-01-01", "holder": 7}, ["holder"]),
        ("drain-pipe", {}, ["first"]),
        ("drain-pipe", {"first": "260"}, ["first"]),
        ("drain-pipe", {"first": {}}, ["first.result", "first.unit", "first.sampled"]),
        ("drain-pipe", {"first": {"result": 260, "unit": "CFU/100 ml", "sampled": "2026-06-01", "lab": "x"}},
         ["first.lab", "first.result", "first.unit"]),
        ("drain-pipe", PIPE | {"retests": [{"result": "about 5", "unit": "CFU/mL", "sampled": "2026-06-02"}]},
         ["retests[0].result"]),
        ("drain-pipe", PIPE | {"retests": None, "notified": "soon"}, ["notified"]),
    ],
)  # fmt: skip
def test_every_fault_is_named(ask: Any, rule: str, facts: dict[str, Any], names: list[str]) -> None:
    found = ask(rule, facts=facts)
    assert (found.status, found.out) == (2, "")
    assert [line.rpartition(": ")[0].split(": ")[0] for line in found.faults] == names


def test_faults_in_an_array_name_their_place(ask: Any) -> None:
    found = ask(
        "report-deadline", facts=[DEADLINE, {"performed": "x", "y": 1}, 3, DEADLINE | {"submitted": "2020-01-01"}]
    )
    assert (found.status, found.out) == (2, "")
    assert [line.split(":")[0] for line in found.faults] == ["[1] y", "[1] performed", "[2] facts", "[3] submitted"]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b'{"performed": "2026-06-23",}', "not JSON"),
        (b'{"performed": NaN}', "NaN"),
        (b'{"performed": -Infinity}', "Infinity"),
        (b'{"performed": 1e99999999999999999999}', "number"),
        (b'{"performed": ' + b"1" * 5000 + b"}", "number"),
        (b'{"performed": "2026-06-23", "performed": "2026-06-24"}', "twice"),
        (b'"2026-06-23"', "object"),
        (b"null", "object"),
        (b"[" * 100_000, "nested"),
        (b"\xff\xfe{", "UTF-8"),
        (b'{"performed": "\\ud800"}', "date"),
    ],
)
def test_what_is_not_json(ask: Any, raw: bytes, text: str) -> None:
    assert text in ask("report-deadline", raw=raw).fault


def test_closed_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["ask", "report-deadline"])
    monkeypatch.setattr(sys, "stdin", None)
    assert (main(), "--facts" in capsys.readouterr().err) == (2, True)


def test_a_fault_stays_on_one_line(ask: Any) -> None:
    assert "\\n" in ask("report-deadline", facts={"performed": "a\nb"}).fault
    found = ask("report-deadline", facts={"performed": "2026-06-23", "a\nb\u2028c": 1})
    assert len(found.faults) == 1


def test_a_fault_cannot_command_the_terminal(ask: Any) -> None:
    found = ask("report-deadline", facts={"performed": "2026-06-23", "a\x1b[2J": 1, "": 2})
    assert [fault.partition(":")[0] for fault in found.faults] == ["a\\x1b[2J", '""']


@pytest.mark.parametrize("arguments", [(), ("no-such-rule",), ("no-such-rule", "--schema")])
def test_a_rule_must_be_named(ask: Any, arguments: tuple[str, ...]) -> None:
    assert "--list" in ask(*arguments, facts={}).fault


@pytest.mark.parametrize(
    ("rule", "facts", "outcome"),
    [
        ("business-days", {"from": "2026-07-03", "days": 1.0}, "date"),
        ("report-deadline", {"performed": "2026-06-23", "submitted": "2026-06-23"}, "on-time"),
        ("inspection-schedule", {"municipality": "Niles", "fronts": "none", "distance_ft": 500, "watershed": "none"},
         "near-lake"),
        ("permit-standing", {"on": "2026-01-01", "from": "2025-01-01"}, "in-force"),
    ],
)  # fmt: skip
def test_what_is_accepted(ask: Any, rule: str, facts: dict[str, Any], outcome: str) -> None:
    assert ask(rule, facts=facts).json["outcome"] == outcome


@pytest.mark.parametrize(("feet", "outcome"), [("500.00000000000000000000000001", "town"), ("500.0", "near-lake")])
def test_numbers_are_exact(ask: Any, feet: str, outcome: str) -> None:
    raw = f'{{"municipality": "Niles", "fronts": "none", "distance_ft": {feet}, "watershed": "none"}}'
    assert ask("inspection-schedule", raw=raw.encode()).json["outcome"] == outcome


def test_tiny_and_huge_numbers_are_answered(ask: Any) -> None:
    raw = b'{"municipality": "Niles", "distance_ft": 1e-999999999, "watershed": "none"}'
    assert ask("inspection-schedule", raw=raw).json["outcome"] == "near-lake"
    raw = b'{"municipality": "Niles", "distance_ft": 1.5e300, "watershed": "none"}'
    assert ask("inspection-schedule", raw=raw).json["outcome"] == "town"
    raw = b'{"municipality": "Niles", "distance_ft": 1e999999999, "watershed": "none"}'
    assert "too large" in ask("inspection-schedule", raw=raw).fault


def test_the_command_knows_neither_django_nor_another_room() -> None:
    program = (
        "import sys, io; sys.argv = ['ask', '--list']\n"
        "from sanitarian.law.ask import main; main()\n"
        "rooms = {m.split('.')[1] for m in sys.modules if m.startswith('sanitarian.')}\n"
        "assert rooms == {'law'}, rooms\n"
        "assert not {'django', 'numpy', 'sqlite3'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
