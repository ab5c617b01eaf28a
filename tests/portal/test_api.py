"""The rules asked by programs: what they answer, and how they refuse."""

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
from django.core.cache import cache
from django.test import Client

from sanitarian.law.registry import rules
from sanitarian.portal.api.answers import QUESTIONS_PER_MINUTE
from sanitarian.portal.api.openapi import MOST_AT_ONCE
from sanitarian.portal.api.views import MOST_BYTES

VENICE = {"municipality": "Venice", "fronts": "none", "distance_ft": 4000, "as_of": "2026-06-01"}
SCHEDULE = "/api/v1/ask/inspection-schedule/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A program that has asked nothing yet; one minute, however long the test takes."""
    cache.clear()
    monkeypatch.setattr("sanitarian.core.limits.time", SimpleNamespace(time=lambda: 1_000_000.0))
    yield Client()
    cache.clear()


def posted(program: Client, facts: Any, address: str = SCHEDULE) -> tuple[int, Any]:
    text = facts if isinstance(facts, str) else json.dumps(facts)
    response = program.post(address, text, content_type="application/json")
    assert response["Content-Type"] == "application/json"
    return response.status_code, response.json()


def test_the_list_names_every_rule_and_leads_to_it(program: Client) -> None:
    listed = program.get("/api/v1/ask/").json()["rules"]
    assert [each["name"] for each in listed] == list(rules())
    for each in listed:
        assert program.get(each["links"]["ask"]).json() == json.loads(json.dumps(rules()[each["name"]].schema()))


@pytest.mark.parametrize("address", [SCHEDULE, SCHEDULE.rstrip("/")])
def test_a_rule_answers_what_is_posted_as_the_command_line_does(program: Client, address: str) -> None:
    status, answered = posted(program, VENICE, address)
    assert status == 200
    assert answered == json.loads(json.dumps(rules()["inspection-schedule"].ask(VENICE).to_json()))
    assert (answered["outcome"], answered["values"]["next_due"]) == ("town", "2027-12-31")


def test_facts_may_stand_in_the_address(program: Client) -> None:
    assert program.get(SCHEDULE, {"facts": json.dumps(VENICE)}).json() == posted(program, VENICE)[1]


def test_many_are_answered_in_order(program: Client) -> None:
    status, answered = posted(program, [VENICE, VENICE | {"municipality": "Cato"}])
    assert status == 200
    assert [each["values"]["next_due"] for each in answered] == ["2027-12-31", "2028-12-31"]


def test_the_law_of_a_day(program: Client) -> None:
    status, answered = posted(program, VENICE, f"{SCHEDULE}?law_of=1990-01-01")
    assert (status, answered["outcome"]) == (200, "no-law")
    status, answered = posted(program, VENICE, f"{SCHEDULE}?law_of=01/01/1990")
    assert status == 422
    assert answered["faults"][0].startswith("law_of:")


@pytest.mark.parametrize(
    ("sent", "status", "begins"),
    [
        ("{", 400, ""),
        ("", 400, ""),
        ("[1]", 422, ""),
        ("{}", 422, "municipality:"),
        ({"municipality": "Ithaca"}, 422, "municipality:"),
        (VENICE | {"distance_ft": -1}, 422, "distance_ft:"),
        (VENICE | {"distance_ft": "4000"}, 422, "distance_ft:"),
        (VENICE | {"as_of": "2026-02-30"}, 422, "as_of:"),
        (VENICE | {"lake": True}, 422, "lake:"),
    ],
)
def test_what_is_wrong_is_named_with_its_remedy(program: Client, sent: Any, status: int, begins: str) -> None:
    answered = posted(program, sent)
    assert answered[0] == status
    (fault,) = answered[1]["faults"]
    assert fault.startswith(begins)
    assert len(fault) > len(begins) + 10


def test_one_wrong_among_many_names_its_place_and_nothing_is_answered(program: Client) -> None:
    status, answered = posted(program, [VENICE, {"municipality": "Ithaca"}])
    assert status == 422
    assert list(answered) == ["faults"]
    assert answered["faults"][0].startswith("[1]")


def test_too_much_is_refused(program: Client) -> None:
    assert posted(program, [VENICE] * (MOST_AT_ONCE + 1))[0] == 413
    assert posted(program, " " * (MOST_BYTES + 1))[0] == 413
    assert posted(program, [VENICE] * 3)[0] == 200


def test_an_unknown_rule_leads_to_the_list(program: Client) -> None:
    for address in ("/api/v1/ask/no-such-rule/", "/api/v1/nothing"):
        response = program.get(address)
        assert response.status_code == 404
        assert "/api/v1/ask/" in response.json()["faults"][0]


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(program: Client, method: str) -> None:
    response = getattr(program, method)(SCHEDULE)
    assert response.status_code == 405
    assert response["Allow"] == "GET, POST, HEAD, OPTIONS"


def test_any_page_may_read_the_answers(program: Client) -> None:
    response = program.options(SCHEDULE)
    assert response.status_code == 204
    assert response["Access-Control-Allow-Origin"] == "*"


def test_one_address_asks_at_a_bearable_pace(program: Client) -> None:
    for _ in range(QUESTIONS_PER_MINUTE):
        assert program.get(SCHEDULE).status_code == 200
    response = program.get(SCHEDULE)
    assert response.status_code == 429
    assert "wait a minute" in response.json()["faults"][0]
    assert Client(REMOTE_ADDR="198.51.100.7").get(SCHEDULE).status_code == 200


def test_the_description_has_every_rule_with_its_facts_and_an_answer_fits_it(program: Client) -> None:
    described = program.get("/api/v1/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    asked = {path["post"]["operationId"] for path in described["paths"].values() if "post" in path}
    assert asked == {f"ask-{name}" for name in rules()}
    resolver = {"components": described["components"]}
    for name in rules():
        facts = described["components"]["schemas"][f"{name}.facts"]
        jsonschema.Draft202012Validator.check_schema(facts)
        assert set(facts["properties"]) == {fact.name for fact in rules()[name].facts}
    jsonschema.validate(posted(program, VENICE)[1], {"$ref": "#/components/schemas/ruling", **resolver})
    jsonschema.validate(posted(program, {})[1], {"$ref": "#/components/schemas/faults", **resolver})
