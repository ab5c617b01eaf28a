"""The form of a rule, made from the facts that it declares; lists of entries are groups that can be added to."""

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict

from sanitarian.law.answering import law_day
from sanitarian.law.facts import Entries, Entry, Fact, declared
from sanitarian.law.registry import Rule
from sanitarian.law.ruling import ImpossibleFacts, Ruling
from sanitarian.portal.code.fields import DayField, field_for
from sanitarian.portal.code.wording import fact_label, in_american, wording

ADD, REMOVE, FILL = "_add", "_remove", "_fill"
MOST_ENTRIES = 30
LAW_OF = "law_of"
_NONE = "none"


@dataclass
class Row:
    """One entry: its facts by the names of their fields."""

    legend: str
    number: int
    names: dict[str, Fact] = field(default_factory=dict)
    blank: bool = True
    fields: list[BoundField] = field(default_factory=list)


@dataclass
class Group:
    """A fact that is an entry, or a list of entries."""

    fact: Fact
    label: str
    many: bool
    rows: list[Row]
    none_field: BoundField | None = None

    @property
    def can_grow(self) -> bool:
        """Whether there is room for one more entry."""
        return self.many and len(self.rows) < MOST_ENTRIES


class RuleForm(forms.Form):
    """The facts of a rule, and the day whose law is asked for.

    ``query`` holds what the address says. It is an answer to be given as soon as it holds a fact, unless it asks for
    one entry more or less, or to be filled in only.
    """

    def __init__(self, rule: Rule, query: QueryDict) -> None:
        self.rule, self.words = rule, wording(rule.name)
        self.groups: dict[str, Group] = {}
        self.paths: dict[str, Fact] = {}  # the fact behind each field
        self.ruling: Ruling | None = None
        typed = {name: query.get(name, "") for name in query if name not in {ADD, REMOVE, FILL}}
        made: dict[str, forms.Field] = {}
        untouched: dict[str, str] = {}
        for fact in rule.facts:
            self._make(fact, typed, query, made, untouched)
        given = {name: text for name, text in typed.items() if name in made or name == LAW_OF}
        still = any(name in query for name in (ADD, REMOVE, FILL))
        self.untouched = untouched
        data = untouched | given
        super().__init__(data if given and not still else None, initial=data, use_required_attribute=False)
        self.fields.update(made)
        self.fields[LAW_OF] = DayField(
            label="As the law stood on",
            required=False,
            help_text="Leave this blank for the newest law. Month/day/year, such as 11/01/2026",
        )
        self._bind(data, str(query.get(ADD, "")))

    def _make(
        self,
        fact: Fact,
        typed: dict[str, str],
        query: QueryDict,
        made: dict[str, forms.Field],
        untouched: dict[str, str],
    ) -> None:
        """The field of a fact, or its group of fields."""
        label = fact_label(self.words, fact.name, fact)
        if not isinstance(fact.kind, Entry | Entries):
            self._field(fact, fact.name, fact.name, label, _default(self.rule.function, fact), made, untouched)
            return
        many = isinstance(fact.kind, Entries)
        rows = [Row("", 0)]
        if many:
            count = _renumber(typed, fact.name, query)
            rows = [Row(f"Entry {index + 1}", index) for index in range(count)]
        self.groups[fact.name] = Group(fact, label, many, rows)
        for row in rows:
            prefix = f"{fact.name}-{row.number}" if many else fact.name
            for inner in declared(fact.kind.of):
                name, path = f"{prefix}-{inner.name}", f"{fact.name}.{inner.name}"
                inner_label = fact_label(self.words, path, inner)
                row.names[name] = inner
                self._field(inner, name, path, inner_label, _default(fact.kind.of, inner), made, untouched)
        if many:
            name = f"{fact.name}-{_NONE}"
            made[name] = forms.BooleanField(label="There is none", required=False)
            untouched[name] = ""

    def _field(
        self,
        fact: Fact,
        name: str,
        path: str,
        label: str,
        default: Any,
        made: dict[str, forms.Field],
        untouched: dict[str, str],
    ) -> None:
        made[name], untouched[name] = field_for(fact, path, default, label, self.words)
        self.paths[name] = fact

    def _bind(self, data: Mapping[str, str], added: str) -> None:
        """Tie the groups to their fields; what was just added takes the focus."""
        for name, group in self.groups.items():
            for row in group.rows:
                row.fields = [self[each] for each in row.names]
                row.blank = all(data.get(each, "").strip() in {"", self.untouched[each]} for each in row.names)
            if group.many:
                group.none_field = self[f"{name}-{_NONE}"]
            if name == added and group.rows:
                first = next(iter(group.rows[-1].names))
                self.fields[first].widget.attrs["autofocus"] = True

    @property
    def parts(self) -> Iterator[BoundField | Group]:
        """Fields and groups in the order of the facts."""
        for fact in self.rule.facts:
            yield self.groups.get(fact.name) or self[fact.name]

    @property
    def must(self) -> bool:
        """Whether anything has to be filled in."""
        return any(each.required for each in self.fields.values())

    def full_clean(self) -> None:
        """An entry that is left blank asks for nothing; a group that must be given asks for its first entry."""
        waived = []
        for group in self.groups.values():
            for index, row in enumerate(group.rows):
                must = group.fact.required and not group.many and index == 0
                if row.blank and not must:
                    waived += [self.fields[name] for name in row.names if self.fields[name].required]
        for each in waived:
            each.required = False
        super().full_clean()
        for each in waived:
            each.required = True

    def clean(self) -> dict[str, Any]:
        """Ask the rule, so that its own faults stand beside the fields."""
        cleaned = super().clean() or {}
        for name, fact in self.paths.items():
            if cleaned.get(name) is not None:
                self._read(name, fact, cleaned[name])
        self._none_or_some(cleaned)
        self._together(cleaned)
        if not self.errors:
            self._ask(cleaned)
        return cleaned

    def _read(self, name: str, fact: Fact, value: Any) -> None:
        try:
            fact.kind.read(value, "")
        except ImpossibleFacts as fault:
            for line in fault.faults:
                self.add_error(name, _sentence(line.removeprefix(": ")))

    def _none_or_some(self, cleaned: Mapping[str, Any]) -> None:
        for name, group in self.groups.items():
            filled = [row for row in group.rows if not row.blank]
            none = bool(cleaned.get(f"{name}-{_NONE}"))
            if none and filled:
                self.add_error(f"{name}-{_NONE}", "An entry is filled in. Clear it, or take the tick away.")
            if group.many and group.fact.required and not none and not filled:
                first = next(iter(group.rows[0].names))
                self.add_error(first, "Fill in an entry, or tick that there is none.")

    def _together(self, cleaned: Mapping[str, Any]) -> None:
        """What the rule says of facts together."""
        one_of = self.rule.exactly_one
        if one_of and not any(name in self.errors for name in one_of):
            given = [name for name in one_of if cleaned.get(name) is not None]
            if len(given) != 1:
                labels = ", ".join(f"“{self.fields[name].label}”" for name in one_of)
                self.add_error((given or list(one_of))[0], f"Answer exactly one of these: {labels}.")
        for later, earlier in self.rule.not_before:
            last, first = cleaned.get(later), cleaned.get(earlier)
            if last is not None and first is not None and self._precedes(later, last, earlier, first):
                self.add_error(later, f"This comes before “{self.fields[earlier].label}”. Correct one of the two.")

    def _precedes(self, later: str, last: Any, earlier: str, first: Any) -> bool:
        if later in self.errors or earlier in self.errors:
            return False
        return bool(self.paths[later].kind.read(last, later) < self.paths[earlier].kind.read(first, earlier))

    def _ask(self, cleaned: Mapping[str, Any]) -> None:
        try:
            self.ruling = self.rule.ask(self.given(cleaned), law_day(cleaned.get(LAW_OF), LAW_OF))
        except ImpossibleFacts as fault:
            for line in fault.faults:
                where, _, text = line.partition(": ")
                self.add_error(self._place(where), _sentence(text or where))

    def _place(self, where: str) -> str | None:
        """The field that a fault names: ``closing``, ``first.result``, ``pump_outs[0].date`` or several names."""
        name = re.sub(r"\[([0-9]+)\]", r"-\1", where.split(", ", maxsplit=1)[0]).replace(".", "-")
        return name if name in self.fields else None

    def given(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The facts in JSON types, those not shown left out."""
        found: dict[str, Any] = {}
        for fact in self.rule.facts:
            group = self.groups.get(fact.name)
            value = self._entries(group, cleaned) if group else cleaned.get(fact.name)
            if value is not None:
                found[fact.name] = value
        return found

    def _entries(self, group: Group, cleaned: Mapping[str, Any]) -> Any:
        entries = [
            {fact.name: cleaned[name] for name, fact in row.names.items() if cleaned.get(name) is not None}
            for row in group.rows
            if not row.blank
        ]
        if not group.many:
            return entries[0] if entries else None
        return entries or ([] if cleaned.get(f"{group.fact.name}-{_NONE}") else None)

    @property
    def address(self) -> str:
        """The query of this answer alone, without what was left untouched."""
        kept = {
            name: self.data[name]
            for name in self.fields
            if self.data.get(name, "").strip() not in {"", self.untouched.get(name, "")}
        }
        return urlencode(kept)

    @property
    def faults(self) -> list[tuple[str, str, str]]:
        """Every fault: the id to go to, whose field it is, and what to do."""
        found = []
        for name, lines in self.errors.items():
            if name not in self.fields:
                found += [("", "", str(line)) for line in lines]
                continue
            found += [(self[name].target_id, self._whose(name), str(line)) for line in lines]  # type: ignore[attr-defined]
        return found

    def _whose(self, name: str) -> str:
        for group in self.groups.values():
            for row in group.rows:
                if name in row.names:
                    return f"{row.legend}: {self.fields[name].label}" if row.legend else str(self.fields[name].label)
        return str(self.fields[name].label)


def _sentence(text: str) -> str:
    text = in_american(text.strip())
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "?", "!")) else ".")


def _default(owner: Any, fact: Fact) -> Any:
    default = inspect.signature(owner).parameters[fact.parameter].default
    return None if default is inspect.Parameter.empty else default


def _renumber(typed: dict[str, str], name: str, query: QueryDict) -> int:
    """Number the entries of a list from 0 without gaps, one fewer or one more if asked; returns how many."""
    pattern = re.compile(rf"{re.escape(name)}-([0-9]{{1,3}})-(.+)")
    found: dict[int, dict[str, str]] = {}
    for key in [key for key in typed if pattern.fullmatch(key)]:
        match = pattern.fullmatch(key)
        found.setdefault(int(match[1]), {})[match[2]] = typed.pop(key)  # type: ignore[index]
    order = [index for index in sorted(found) if query.get(REMOVE) != f"{name}-{index}"][:MOST_ENTRIES]
    for place, index in enumerate(order):
        typed.update({f"{name}-{place}-{key}": text for key, text in found[index].items()})
    more = 1 if query.get(ADD) == name and len(order) < MOST_ENTRIES else 0
    return max(len(order) + more, 1)


def example_query(rule: Rule) -> str:
    """The query that fills the form with the rule's example; blank where there is none."""
    pairs = dict(_flat(wording(rule.name).example))
    return urlencode({**pairs, FILL: "example"}) if pairs else ""


def _flat(facts: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in facts.items():
        where = f"{prefix}{name}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{where}-")
        elif isinstance(value, list):
            for index, entry in enumerate(value):
                yield from _flat(entry, f"{where}-{index}-")
        elif isinstance(value, bool):
            yield where, "yes" if value else "no"
        else:
            yield where, _typed(str(value))


def _typed(text: str) -> str:
    """A value of an example as one would type it."""
    try:
        moment = datetime.fromisoformat(text) if len(text) >= 10 else None
    except ValueError:
        moment = None
    if moment is None:
        return text
    clock = f" {moment.hour % 12 or 12}:{moment:%M} {'am' if moment.hour < 12 else 'pm'}" if "T" in text else ""
    return f"{moment:%m/%d}/{moment.year:04}{clock}"
