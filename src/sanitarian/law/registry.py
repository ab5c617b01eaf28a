"""Every rule, declared once: the name it is asked by, the section it stands on, its facts and its function."""

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from sanitarian.law.facts import Count, Fact, declared, object_schema, read_facts
from sanitarian.law.registers import law_version
from sanitarian.law.ruling import ImpossibleFacts, NotInForce, OutOfCalendar, Reason, Ruling

NO_LAW = "no-law"  # the outcome, of any rule, where no law answers

_MODULES = (
    "periods",
    "precedence",
    "hearings",
    "permits",
    "sanitation",
    "food",
    "scope",
    "discharging",
    "schedule",
    "transfers",
    "reports",
    "classification",
    "terms",
    "interim",
    "inspectors",
    "works",
    "drain_pipes",
    "variances",
    "septage",
    "floodplain",
    "home_rule",
    "fees",
    "waterworks",
    "design",
    "separations",
)

Function = TypeVar("Function", bound=Callable[..., Ruling])


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the code. ``exactly_one`` names facts of which one must be given; ``not_before`` pairs a date
    with the date that it cannot precede."""

    name: str
    section: str
    summary: str
    function: Callable[..., Ruling]
    exactly_one: tuple[str, ...] = ()
    not_before: tuple[tuple[str, str], ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts it asks for, from its function's signature."""
        return declared(self.function)

    def ask(self, given: Mapping[str, Any], law_of: date | None = None) -> Ruling:
        """The ruling on facts as read from JSON; ImpossibleFacts names every fault in them.

        Where no law was in force, or the county has none, the outcome is NO_LAW.
        """
        try:
            return self._answer(self._read(given), law_of)
        except NotInForce as none:
            return self._no_law(none, law_of)

    def _answer(self, read: Mapping[str, Any], law_of: date | None) -> Ruling:
        try:
            return self.function(**read, law_of=law_of)
        except OutOfCalendar as fault:
            raise ImpossibleFacts(f"{self._behind(fault, read)}: {fault}") from None

    def _no_law(self, none: NotInForce, law_of: date | None) -> Ruling:
        """That no law answers is an answer too."""
        try:
            code = law_version(law_of)
        except NotInForce:
            code = None
        text = f"{none}."
        return Ruling(self.name, NO_LAW, {}, (Reason(True, text[:1].upper() + text[1:], none.cite),), code)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its facts."""
        schema: dict[str, Any] = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.name,
            "description": f"{self.summary} ({self.section})",
            **object_schema(self.facts),
        }
        if self.exactly_one:
            kinds = {fact.name: fact.kind.schema()["type"] for fact in self.facts}
            schema["oneOf"] = [
                {"required": [name], "properties": {name: {"type": kinds[name]}}} for name in self.exactly_one
            ]
        return schema

    def _read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        faults: list[str] = []
        read: dict[str, Any] = {}
        try:
            read = read_facts(self.facts, given)
        except ImpossibleFacts as fault:
            faults += fault.faults
        if self.exactly_one and sum(given.get(name) is not None for name in self.exactly_one) != 1:
            faults.append(f"{', '.join(self.exactly_one)}: give exactly one of these")
        faults += self._order(given)
        if faults:
            raise ImpossibleFacts(*faults)
        return read

    def _behind(self, fault: OutOfCalendar, read: Mapping[str, Any]) -> str:
        """The facts that lead out of the calendar: the day from which it was left, and how far."""
        given = [fact for fact in self.facts if fact.parameter in read]
        names = [f.name for f in given if read[f.parameter] == fault.day or isinstance(f.kind, Count)]
        return ", ".join(names or [fact.name for fact in given])

    def _order(self, given: Mapping[str, Any]) -> list[str]:
        kinds = {fact.name: fact.kind for fact in self.facts}
        faults = []
        for later, earlier in self.not_before:
            try:
                last, first = (kinds[name].read(given.get(name), name) for name in (later, earlier))
            except ImpossibleFacts:  # reported already, or not shown
                continue
            if last < first:
                faults.append(f"{later}: {given[later]} lies before {earlier}, {given[earlier]}; correct one of them")
        return faults


_RULES: dict[str, Rule] = {}


def rule(
    name: str,
    section: str,
    summary: str,
    exactly_one: Sequence[str] = (),
    not_before: Sequence[tuple[str, str]] = (),
) -> Callable[[Function], Function]:
    """Declare a function as the rule of that name. The function itself stays as it is, for callers in Python.

    Python cannot spell the fact ``from`` as a parameter; a rule that has it takes ``from_`` and ``**{"from": day}``.
    """

    def declare(function: Function) -> Function:
        declared_ = _accepting_from(function) if "from_" in function.__annotations__ else function
        _RULES[name] = Rule(name, section, summary, declared_, tuple(exactly_one), tuple(not_before))
        return declared_

    return declare


def _accepting_from(function: Function) -> Function:
    @functools.wraps(function)
    def named(**facts: Any) -> Ruling:
        if "from" in facts:
            facts["from_"] = facts.pop("from")
        return function(**facts)

    return named  # type: ignore[return-value]


@functools.cache
def rules() -> Mapping[str, Rule]:
    """All rules by name, in the order of the code, in whatever order their modules were first needed."""
    order = {importlib.import_module(f"sanitarian.law.{module}").__name__: at for at, module in enumerate(_MODULES)}
    return dict(sorted(_RULES.items(), key=lambda known: order[known[1].function.__module__]))
