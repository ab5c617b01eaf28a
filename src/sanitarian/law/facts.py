"""The kinds of fact a rule may ask for: how each is read from JSON, and how its JSON Schema looks.

A rule's signature declares its facts: ``on: date``, ``public_sewer: bool | None = None``,
``days: Annotated[int | None, Count(1), "calendar days"] = None``. A parameter without a default is required.
"""

import json
import re
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from sanitarian.law.moments import SkippedTime, new_york
from sanitarian.law.ruling import ImpossibleFacts

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MONEY = re.compile(r"[0-9]{1,300}(\.[0-9]{1,2})?")
# What a JSON Schema can say of a date where "format" is not enforced: the days of a month are not counted.
_DATE_PATTERN = "^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
# A day and a time of it; the offset has seconds where it is that of a year before standard time.
_MOMENT_PATTERN = (
    _DATE_PATTERN[:-1]
    + r"T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6})?)?"
    + r"(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?)?$"
)
# Every JSON reader can hold numbers of this size. The law sets no upper limit to a distance or a count.
_MOST = Decimal("1e308")


class Kind(Protocol):
    """One kind of fact."""

    def read(self, value: Any, where: str) -> Any:
        """The value as the rule takes it; ImpossibleFacts, each fault naming ``where``, if it cannot be one."""

    def schema(self) -> dict[str, Any]:
        """Its JSON Schema."""


def shown(value: Any) -> str:
    """A value as it stands in a message, shortened."""
    if isinstance(value, Decimal):
        return shortened(str(value))
    try:
        return shortened(json.dumps(value, default=str))
    except (ValueError, RecursionError):
        return "the value"


def shortened(text: str) -> str:
    """A text of any length, cut for a message."""
    return text if len(text) <= 60 else text[:57] + "..."


@dataclass(frozen=True, slots=True)
class Day:
    """A calendar date."""

    def read(self, value: Any, where: str) -> date:
        if not isinstance(value, str):
            raise ImpossibleFacts(f'{where}: {shown(value)} is not a date; write it as text, like "2026-06-30"')
        if not _DATE.fullmatch(value):
            raise ImpossibleFacts(
                f'{where}: {shown(value)} is not a date; write year, month and day, like "2026-06-30"'
            )
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise ImpossibleFacts(f"{where}: {shown(value)} is not in the calendar; give a date that exists") from None

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date", "pattern": _DATE_PATTERN}


@dataclass(frozen=True, slots=True)
class Moment:
    """A day with a time, in New York time unless it carries an offset; read with New York's offset of that time."""

    def read(self, value: Any, where: str) -> datetime:
        if not isinstance(value, str) or not re.fullmatch(_MOMENT_PATTERN, value):
            remedy = 'write both as text, like "2026-06-30T14:05"'
            raise ImpossibleFacts(f"{where}: {shown(value)} is not a day with a time; {remedy}")
        try:
            return new_york(datetime.fromisoformat(value))
        except SkippedTime:
            fault = "does not exist, for clocks go forward over it; give the time that they showed"
        except (ValueError, OverflowError):
            fault = "is not in the calendar; give a day and time that exist"
        raise ImpossibleFacts(f"{where}: {shown(value)} {fault}")

    def schema(self) -> dict[str, Any]:
        # "date-time" would demand an offset; "iso-date-time" is the usual name of the form that may leave it out.
        return {"type": "string", "format": "iso-date-time", "pattern": _MOMENT_PATTERN}


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, value: Any, where: str) -> bool:
        if not isinstance(value, bool):
            raise ImpossibleFacts(f"{where}: {shown(value)} is neither true nor false; leave it out if it is not shown")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class FlagOrUnknown:
    """True, false, or the text "unknown" where the code lets a report say so."""

    def read(self, value: Any, where: str) -> bool | str:
        if value == "unknown" or isinstance(value, bool):
            return value
        raise ImpossibleFacts(f'{where}: {shown(value)} is neither true, false nor "unknown"')

    def schema(self) -> dict[str, Any]:
        return {"enum": [True, False, "unknown"]}


@dataclass(frozen=True, slots=True)
class Text:
    """A text, such as a name."""

    def read(self, value: Any, where: str) -> str:
        if not isinstance(value, str):
            raise ImpossibleFacts(f"{where}: {shown(value)} is not a text; put it in quotation marks")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words; ``options`` is called when they are needed, so that data files are read late."""

    options: Callable[[], Sequence[str]]
    what: str = "a known word"

    def read(self, value: Any, where: str) -> str:
        options = self.options()
        if not isinstance(value, str) or value not in options:
            raise ImpossibleFacts(f"{where}: {shown(value)} is not {self.what}; give one of {', '.join(options)}")
        return value

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.options())}


def one_of(*options: str) -> Choice:
    """A choice of fixed words."""
    return Choice(lambda: options, "one of the words for it")


def _number(value: Any, where: str) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal | float):
        remedy = "write it without quotation marks" if isinstance(value, str) else "give a number"
        raise ImpossibleFacts(f"{where}: {shown(value)} is not a number; {remedy}")
    number = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if not -_MOST <= number <= _MOST:
        raise ImpossibleFacts(f"{where}: {shown(value)} is too large to be true; check it")
    return number


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number, at least ``minimum``, and at most ``maximum`` if there is one."""

    minimum: int = 0
    maximum: int | None = None

    def read(self, value: Any, where: str) -> int:
        number = _number(value, where)
        if number != number.to_integral_value():
            raise ImpossibleFacts(f"{where}: {shown(value)} is not a whole number; give one")
        if number < self.minimum:
            raise ImpossibleFacts(f"{where}: {shown(value)} is impossible; the least is {self.minimum}")
        _not_above(number, self.maximum, value, where)
        return int(number)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.minimum, "maximum": _most(self.maximum)}


def _not_above(number: Decimal, maximum: int | None, value: Any, where: str) -> None:
    if maximum is not None and number > maximum:
        raise ImpossibleFacts(f"{where}: {shown(value)} is impossible; the most is {maximum}")


def _most(maximum: int | None) -> int | float:
    return float(_MOST) if maximum is None else maximum


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that cannot be negative: feet, years, gallons, hours; at most ``maximum`` if there is one."""

    maximum: int | None = None

    def read(self, value: Any, where: str) -> Decimal:
        number = _number(value, where)
        if number < 0:
            raise ImpossibleFacts(f"{where}: {shown(value)} is impossible; it cannot be negative")
        _not_above(number, self.maximum, value, where)
        return number

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": 0, "maximum": _most(self.maximum)}


@dataclass(frozen=True, slots=True)
class Elevation:
    """A height in feet above a datum, or below it."""

    def read(self, value: Any, where: str) -> Decimal:
        return _number(value, where)

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": -float(_MOST), "maximum": float(_MOST)}


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in dollars, as text: digits, and at most two decimals."""

    def read(self, value: Any, where: str) -> Decimal:
        if not isinstance(value, str):
            raise ImpossibleFacts(
                f'{where}: {shown(value)} is not a text; write money in quotation marks, like "75.00"'
            )
        if not _MONEY.fullmatch(value):
            raise ImpossibleFacts(
                f'{where}: {shown(value)} is no amount; write digits and at most two decimals, like "75.00"'
            )
        return Decimal(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{_MONEY.pattern}$"}


@dataclass(frozen=True, slots=True)
class Entry:
    """An object with facts of its own, read into a dataclass."""

    of: type

    def read(self, value: Any, where: str) -> Any:
        if not isinstance(value, dict):
            raise ImpossibleFacts(f"{where}: {shown(value)} is not an object; write it in braces")
        return self.of(**read_facts(declared(self.of), value, where + "."))

    def schema(self) -> dict[str, Any]:
        return object_schema(declared(self.of))


EntryT = TypeVar("EntryT")


def as_entry(of: type[EntryT], given: EntryT | Mapping[str, Any]) -> EntryT:
    """An entry as its dataclass, also where a caller in Python passed a mapping of its facts."""
    return of(**given) if isinstance(given, Mapping) else given


@dataclass(frozen=True, slots=True)
class Entries:
    """A list of such objects."""

    of: type

    def read(self, value: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise ImpossibleFacts(f"{where}: {shown(value)} is not a list; write it in square brackets")
        read: list[Any] = []
        faults: list[str] = []
        for index, item in enumerate(value):
            try:
                read.append(Entry(self.of).read(item, f"{where}[{index}]"))
            except ImpossibleFacts as fault:
                faults += fault.faults
        if faults:
            raise ImpossibleFacts(*faults)
        return tuple(read)

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": Entry(self.of).schema()}


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a rule: its name in JSON, the parameter that takes it, its kind and meaning."""

    name: str
    parameter: str
    kind: Kind
    required: bool
    meaning: str = ""


_BY_TYPE: Mapping[Any, Kind] = {
    date: Day(), datetime: Moment(), bool: Flag(), str: Text(), int: Count(), Decimal: Measure(),
}  # fmt: skip


_declared: dict[Any, tuple[Fact, ...]] = {}


def declared(owner: Callable[..., Any]) -> tuple[Fact, ...]:
    """The facts that a rule's function, or the dataclass of an entry, declares in its signature."""
    if owner not in _declared:
        hints = get_type_hints(owner, include_extras=True)
        names = [name for name in hints if name not in {"law_of", "return"}]
        required = _required(owner)
        _declared[owner] = tuple(_fact(name, hints[name], name in required) for name in names)
    return _declared[owner]


def _required(owner: Any) -> set[str]:
    import inspect

    return {p.name for p in inspect.signature(owner).parameters.values() if p.default is p.empty}


def _fact(name: str, hint: Any, required: bool) -> Fact:
    extras = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    kind = next((extra for extra in extras if not isinstance(extra, str)), None)
    meaning = next((extra for extra in extras if isinstance(extra, str)), "")
    return Fact(name.rstrip("_"), name, kind or _BY_TYPE[_bare(hint)], required, meaning)


def _bare(hint: Any) -> Any:
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) in {Union, types.UnionType}:
        hint = next(option for option in get_args(hint) if option is not type(None))
    return hint


def read_facts(facts: Sequence[Fact], given: Mapping[str, Any], where: str = "") -> dict[str, Any]:
    """The given values by parameter, those not shown left out; ImpossibleFacts with every fault there is."""
    known = {fact.name: fact for fact in facts}
    names = ", ".join(known)
    unknown = [shortened(name) or '""' for name in given if name not in known]
    faults = [f"{where}{name}: there is no such fact; the facts are {names}" for name in unknown]
    read = {}
    for fact in facts:
        value = given.get(fact.name)
        if value is None:
            if fact.required:
                faults.append(f"{where}{fact.name}: this fact is required; give it")
            continue
        try:
            read[fact.parameter] = fact.kind.read(value, where + fact.name)
        except ImpossibleFacts as fault:
            faults += fault.faults
    if faults:
        raise ImpossibleFacts(*faults)
    return read


def object_schema(facts: Sequence[Fact]) -> dict[str, Any]:
    """The JSON Schema of an object of facts."""
    return {
        "type": "object",
        "properties": {fact.name: _property(fact) for fact in facts},
        "required": [fact.name for fact in facts if fact.required],
        "additionalProperties": False,
    }


def _property(fact: Fact) -> dict[str, Any]:
    schema = fact.kind.schema()
    if not fact.required:  # null says: not shown
        if "enum" in schema:
            schema["enum"] = [*schema["enum"], None]
        else:
            schema["type"] = [schema["type"], "null"]
    return schema | ({"description": fact.meaning} if fact.meaning else {})
