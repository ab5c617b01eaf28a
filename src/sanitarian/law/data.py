"""The law that answers: dated data of the State and of one county, read once, when first asked for.

A county's law is a folder of TOML files. ``SANITARIAN_COUNTY`` chooses it: the name of one that is shipped beside this
module (``cayuga``), the path of a county's folder, or the path of a county's file, whose law lies in the folder of the
same name beside it. What the State prescribes everywhere lies in ``state/`` and holds for every county.
"""

import functools
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from sanitarian.law.ruling import NotInForce

_HERE = Path(__file__).parent
_STATE = _HERE / "state"
_MOST_REMEMBERED = 65_536


class Law:
    """One county's law with the State's beside it; ``replaced`` holds tables that stand instead of its files."""

    def __init__(self, county: Path, replaced: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        self.county = county
        self.replaced = dict(replaced or {})
        self.remembered: dict[Any, Any] = {}

    def table(self, name: str) -> Mapping[str, Any]:
        """A table of the county: ``schedule``, ``fees``, …; NotInForce where the county has none."""
        if name in self.replaced:
            return self.replaced[name]
        file = self.county / f"{name}.toml"
        if not file.is_file():
            raise NotInForce(f"no law: the county has no {name.replace('_', ' ')} on file", cite="PHL.347")
        return _read(file)

    def register(self, name: str) -> Mapping[str, Any]:
        """The State's table of that name with the county's over it, section by section; empty where neither has one."""
        tables = [_read(_STATE / f"{name}.toml")] if (_STATE / f"{name}.toml").is_file() else []
        with suppress(NotInForce):
            tables.append(self.table(name))
        sections = dict.fromkeys(section for part in tables for section in part)
        return {section: {k: v for part in tables for k, v in part.get(section, {}).items()} for section in sections}


@functools.cache
def _read(file: Path) -> Mapping[str, Any]:
    with file.open("rb") as opened:
        return tomllib.load(opened, parse_float=Decimal)  # numbers with a point are exact


def county_folder(name_or_path: str) -> Path:
    """The folder of a county's law, by the words of the setting."""
    if name_or_path.isalnum():
        return _HERE / name_or_path.lower()
    path = Path(name_or_path)
    return path.with_suffix("") if path.suffix == ".toml" else path


@functools.cache
def installed() -> Law:
    """The law of the county that this installation serves."""
    return Law(county_folder(os.environ.get("SANITARIAN_COUNTY", "").strip() or "cayuga"))


_applied: ContextVar[Law | None] = ContextVar("law", default=None)


def active() -> Law:
    """The law that answers now: the installation's, unless another is being applied."""
    return _applied.get() or installed()


@contextmanager
def applying(law: Law) -> Iterator[Law]:
    """Let another law answer for a while: another county's, or a draft amendment."""
    token = _applied.set(law)
    try:
        yield law
    finally:
        _applied.reset(token)


Function = TypeVar("Function", bound=Callable[..., Any])


def per_law(function: Function) -> Function:
    """Remember a function's answers for as long as the law that it was asked under."""

    @functools.wraps(function)
    def remembering(*arguments: Any) -> Any:
        remembered = active().remembered
        key = (function, arguments)
        try:
            return remembered[key]
        except KeyError:
            answer = function(*arguments)
        if len(remembered) >= _MOST_REMEMBERED:
            remembered.clear()
        remembered[key] = answer
        return answer

    return remembering  # type: ignore[return-value]


def table(name: str) -> Mapping[str, Any]:
    """A table of the county whose law answers; NotInForce where it has none."""
    return active().table(name)


def state_table(name: str) -> Mapping[str, Any]:
    """A table of the State, which holds in every county alike."""
    return _read(_STATE / f"{name}.toml")


def in_force(versions: Sequence[Mapping[str, Any]], on: date | None) -> Mapping[str, Any] | None:
    """The version in force on a day (the newest without a day), or None before the first."""
    begun = [version for version in versions if on is None or version["from"] <= on]
    return max(begun, key=lambda version: version["from"], default=None)


@per_law
def figures() -> Mapping[str, Any]:
    """Every figure of the State's and the county's ``limits.toml``, with its title, section and versions."""
    return active().register("limits")


@per_law
def limit(name: str, on: date | None = None) -> Any:
    """A figure as in force on a day; NotInForce before it was first set, or where no law sets it."""
    entry = figures().get(name)
    if entry is None:
        raise NotInForce(f"no law: no figure for {name.replace('_', ' ')} is on file", cite="PHL.347")
    version = in_force(entry["versions"], on)
    if version is None:
        raise NotInForce(
            f"no figure for {entry['title']} was in force on {on} ({entry['section']})", cite=entry["section"]
        )
    return version["value"]
