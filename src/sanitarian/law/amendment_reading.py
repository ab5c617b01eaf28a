"""Reading a draft amendment: its TOML, and each value of it, with one line for every fault."""

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from sanitarian.law.facts import shown
from sanitarian.law.ruling import ImpossibleFacts

_LARGEST_FILE = 1_000_000


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that an amendment changes: where it stands, what it is, and its value before (None: none) and after."""

    where: str
    title: str
    before: Any
    after: Any


@dataclass
class Reader:
    """What has been read so far, and every fault in it."""

    file: str
    faults: list[str] = field(default_factory=list)
    faulty: set[str] = field(default_factory=set)
    changes: list[Change] = field(default_factory=list)

    def fault(self, where: str, text: str) -> None:
        """Note what is wrong, at which table and key (blank: the whole file), and what to write instead."""
        self.faulty.add(where)
        place = f"{key_shown(self.file)}: {where}" if where else key_shown(self.file)
        self.faults.append(f"{place}: {text}")

    def finish(self) -> None:
        """Go no further where there is a fault: ImpossibleFacts."""
        if self.faults:
            raise ImpossibleFacts(*self.faults)

    def change(self, where: str, title: str, before: Any, after: Any) -> None:
        """Note what the amendment changes."""
        self.changes.append(Change(where, title, before, after))

    def table(self, value: Any, where: str) -> Mapping[str, Any]:
        """A table of keys, or none with a fault."""
        if isinstance(value, dict):
            if not value:
                self.fault(where, "it is empty; name what changes, or leave it out")
            return value
        self.fault(where, f"{shown(value)} is no table; write {where} and below it a line for each change")
        return {}

    def whole(self, value: Any, where: str, between: tuple[int, int]) -> int | None:
        """A whole number within bounds, or None with a fault."""
        if type(value) is not int:
            self.fault(where, f"{shown(value)} is not a whole number; write one from {between[0]} to {between[1]}")
        elif not between[0] <= value <= between[1]:
            self.fault(where, f"{shown(value)} is impossible; write a number from {between[0]} to {between[1]}")
        else:
            return value
        return None

    def number(self, value: Any, where: str, between: tuple[int, int]) -> int | Decimal | None:
        """A number within bounds, whole or with a point, or None with a fault."""
        if not (type(value) is int or isinstance(value, Decimal)):
            self.fault(where, f"{shown(value)} is not a number; write it without quotation marks")
        elif isinstance(value, Decimal) and not value.is_finite():
            self.fault(where, f"{value} is not a number to reckon with; write one")
        elif not between[0] <= value <= between[1]:
            self.fault(where, f"{shown(value)} is impossible; write a number from {between[0]} to {between[1]}")
        else:
            return value
        return None

    def unknown(self, where: str, key: str, known: Iterable[str], what: str) -> None:
        """The fault that there is no such key, with the likeliest one or all that there are."""
        names = list(known)
        close = difflib.get_close_matches(key, names, n=1)
        remedy = f"did you mean {close[0]}?" if close else f"choose from {', '.join(names) or 'none'}"
        self.fault(f"{where} {key_shown(key)}".strip(), f"there is no such {what}; {remedy}")


def key_shown(key: str) -> str:
    """A key or a file's name as it stands in a message of one line."""
    return key if key.isprintable() and 0 < len(key) <= 60 else shown(key)


def parsed(content: bytes, reader: Reader) -> dict[str, Any]:
    """The file's tables; it cannot be read on where it is no TOML."""
    if len(content) > _LARGEST_FILE:
        reader.fault("", "the file is larger than a million bytes; an amendment is a page of TOML")
        reader.finish()
    try:
        return tomllib.loads(content.decode("utf-8-sig"), parse_float=_decimal)
    except UnicodeDecodeError:
        reader.fault("", "the file is not text in UTF-8; save it as UTF-8")
    except tomllib.TOMLDecodeError as error:
        reader.fault("", f"the file is not TOML ({' '.join(str(error).split())}); correct it there")
    except RecursionError:
        reader.fault("", "the file is nested too deeply; write tables and lines of key = value")
    except ValueError as error:  # a number of thousands of digits, or one beyond any exponent
        reader.fault("", f"a number cannot be read ({shown(str(error))}); correct it")
    reader.finish()
    raise AssertionError("a file that could not be read has a fault")


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError(text) from None
