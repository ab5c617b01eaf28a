"""What programs may ask: which rules there are, what a rule needs to know, and its answer."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from sanitarian.law.answering import answer, decoded, from_json, law_day
from sanitarian.law.registers import law_version, provisions
from sanitarian.law.registry import Rule, rules
from sanitarian.law.ruling import NotInForce
from sanitarian.portal.api.answers import faults, for_programs, in_json
from sanitarian.portal.api.openapi import MOST_AT_ONCE, openapi
from sanitarian.portal.code.wording import wording

MOST_BYTES = 1_000_000


@for_programs("GET")
def rule_list(request: HttpRequest) -> HttpResponse:
    """Every rule, with the question that it answers and where to ask it."""
    try:
        code = law_version()
    except NotInForce:
        code = None
    return in_json({"code": code, "rules": [_described(rule) for rule in rules().values()]})


def _described(rule: Rule) -> dict[str, Any]:
    return {
        "name": rule.name,
        "section": rule.section,
        "summary": rule.summary,
        "question": wording(rule.name).question,
        "links": {
            "ask": reverse("api:rule", args=[rule.name]),
            "page": reverse("code:rule", args=[rule.name]),
            "section": reverse("code:provision", args=[rule.section]) if rule.section in provisions() else None,
        },
    }


@for_programs("GET", "POST")
def one_rule(request: HttpRequest, name: str) -> HttpResponse:
    """The schema of a rule's facts; its answer to the facts that are posted, or given as ``?facts=``."""
    rule = rules().get(name)
    if rule is None:
        return faults(404, f"there is no rule {name!r}; {reverse('api:rules')} lists them")
    if request.method != "POST" and "facts" not in request.GET:
        return in_json(rule.schema())
    given = request.GET["facts"] if request.method != "POST" else _body(request)
    if given is None:
        return faults(413, f"more than {MOST_BYTES:,} bytes; ask in parts")
    facts = from_json(given)
    if isinstance(facts, list) and len(facts) > MOST_AT_ONCE:
        return faults(413, f"more than {MOST_AT_ONCE:,} objects of facts; ask in parts")
    return in_json(answer(rule, facts, law_day(request.GET.get("law_of"), "law_of")))


def _body(request: HttpRequest) -> str | None:
    """What was posted, as text; None where it is too much. Its announced length counts: the server reads no more."""
    try:
        announced = int(request.headers.get("Content-Length") or 0)
    except ValueError:
        announced = 0
    return None if announced > MOST_BYTES else decoded(request.body)


@for_programs("GET")
def description(request: HttpRequest) -> HttpResponse:
    """The interface itself in OpenAPI 3.1."""
    return in_json(openapi())


@for_programs("GET", "POST")
def nothing_here(request: HttpRequest, **rest: Any) -> HttpResponse:
    """Any other address."""
    return faults(404, f"there is nothing at {request.path}; {reverse('api:rules')} lists the rules")
