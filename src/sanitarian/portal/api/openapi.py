"""The interface for programs described in OpenAPI 3.1, made from the rules' own schemas."""

from typing import Any

from django.urls import reverse

from sanitarian.core.context import PROGRAM_VERSION
from sanitarian.law.registry import Rule, rules
from sanitarian.law.ruling import NotInForce
from sanitarian.portal.code.wording import wording

MOST_AT_ONCE = 1000

_TEXT = {"type": "string"}
_RULING = {
    "type": "object",
    "description": "The law's answer. Dates are in ISO form, exact numbers and money are text.",
    "properties": {
        "rule": _TEXT,
        "outcome": {"type": "string", "description": "one of the rule's words, or no-law where no law answers"},
        "values": {"type": "object", "description": "null stands for what does not apply"},
        "reasons": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "properties": {
                    "holds": {"type": ["boolean", "null"], "description": "null: the fact is not shown"},
                    "text": _TEXT,
                    "cite": {"type": "string", "description": "a section, or the id of a reading"},
                },
                "required": ["holds", "text", "cite"],
            },
        },
        "code": {"type": ["string", "null"], "description": "the version of the code that answered, by its date"},
    },
    "required": ["rule", "outcome", "values", "reasons", "code"],
}
_FAULTS = {
    "type": "object",
    "properties": {"faults": {"type": "array", "items": _TEXT, "minItems": 1}},
    "required": ["faults"],
}
_LAW_OF = {
    "name": "law_of",
    "in": "query",
    "description": "apply the law as it stood on this day; otherwise the newest",
    "schema": {"type": "string", "format": "date"},
}
_STATUSES = {
    "400": "The facts are not JSON.",
    "413": f"More than 1,000,000 bytes, or more than {MOST_AT_ONCE:,} objects.",
    "422": "Facts are missing, unknown or impossible.",
    "429": "Too many requests in a minute.",
}


def openapi() -> dict[str, Any]:
    """The whole description. A path for each rule, so that a program's types are the rule's own facts."""
    paths: dict[str, Any] = {
        reverse("api:rules"): {
            "get": {
                "operationId": "list-rules",
                "summary": "Every rule, with the question that it answers",
                "responses": {"200": _answered("the rules", {"type": "object"})},
            }
        }
    }
    schemas: dict[str, Any] = {"ruling": _RULING, "faults": _FAULTS}
    for rule in rules().values():
        paths[reverse("api:rule", args=[rule.name])] = _path(rule)
        schemas[f"{rule.name}.facts"] = _facts(rule)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sanitarian: the sanitary code, asked by programs",
            "version": PROGRAM_VERSION,
            "description": "Each rule of the code answers facts with an outcome and its reasons. Read only, no "
            "sign-in. An answer is neither a permit nor an order.",
        },
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _path(rule: Rule) -> dict[str, Any]:
    question = wording(rule.name).question
    faults = {status: _answered(text, _ref("faults")) for status, text in _STATUSES.items()}
    return {
        "get": {
            "operationId": f"read-{rule.name}",
            "summary": f"The schema of the facts, or the answer to ?facts=: {question}",
            "parameters": [{"name": "facts", "in": "query", "description": "JSON", "schema": _TEXT}, _LAW_OF],
            "responses": {"200": _answered("the schema, or the ruling", {"type": "object"}), **faults},
        },
        "post": {
            "operationId": f"ask-{rule.name}",
            "summary": question,
            "description": f"{rule.summary} ({rule.section})",
            "parameters": [_LAW_OF],
            "requestBody": {"required": True, "content": _json(_one_or_many(_ref(f"{rule.name}.facts")))},
            "responses": {
                "200": _answered("the ruling, or one for each object of an array", _one_or_many(_ref("ruling"))),
                **faults,
            },
        },
    }


def _facts(rule: Rule) -> dict[str, Any]:
    try:
        return {key: value for key, value in rule.schema().items() if key != "$schema"}
    except NotInForce as none:  # the words of a fact are the county's, and it has none on file
        return {"type": "object", "description": f"{rule.summary} ({rule.section}); {none}"}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _one_or_many(schema: dict[str, Any]) -> dict[str, Any]:
    return {"oneOf": [schema, {"type": "array", "items": schema, "maxItems": MOST_AT_ONCE}]}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _answered(text: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": text, "content": _json(schema)}
