"""A draft change of the county's law, read from TOML, and the law as it would stand with it.

An amendment names a day and what changes from that day on. Each table that it touches gets a new dated version: the one
in force on that day, changed only where the amendment says so. The law in force is left as it is; what is read here is
another ``Law``, which ``data.applying`` lets answer, and which answers by the old version for days before.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sanitarian.law.amendment_reading import Change, Reader, parsed
from sanitarian.law.amendment_tables import amended_fees, amended_limits, amended_schedule
from sanitarian.law.data import Law, applying
from sanitarian.law.facts import shown
from sanitarian.law.ruling import NotInForce

__all__ = ["Amendment", "Change", "read_amendment"]

_HEAD = ("title", "from", "proposed_by", "source")
_MOST_LETTERS = 200
_AMENDED: Mapping[str, Callable[[Reader, Mapping[str, Any], Mapping[str, Any], date | None], Mapping[str, Any]]] = {
    "schedule": amended_schedule,
    "limits": amended_limits,
    "fees": amended_fees,
}
TABLES = tuple(_AMENDED)


@dataclass(frozen=True, slots=True)
class Amendment:
    """A draft change of the law. ``begins`` is its first day; ``law`` is the county's law with it."""

    title: str
    begins: date
    proposed_by: str
    source: str
    law: Law
    changes: tuple[Change, ...]


def read_amendment(content: bytes, file: str, law: Law) -> Amendment:
    """The amendment that a TOML file describes, over ``law``.

    ImpossibleFacts names, a line each, every fault: the file, the table, the key, and what to write instead.
    """
    reader = Reader(file)
    given = parsed(content, reader)
    with applying(law):
        head = _head(reader, given)
        begins = head["from"]
        tables: dict[str, Mapping[str, Any]] = {}
        for name in TABLES:
            if name in given:
                _touch(reader, law, tables, name, given[name], begins)
        _date_it(reader, law, tables, begins, head["title"])
    reader.finish()
    return Amendment(
        title=head["title"],
        begins=head["from"],
        proposed_by=head["proposed_by"],
        source=head["source"],
        law=Law(law.county, {**law.replaced, **tables}),
        changes=tuple(reader.changes),
    )


def _head(reader: Reader, given: Mapping[str, Any]) -> dict[str, Any]:
    """Title, first day, and who proposes it on what paper."""
    for key in given:
        if key not in (*_HEAD, *TABLES):
            reader.unknown("", key, (*_HEAD, *TABLES), "table or key")
    if not any(name in given for name in TABLES):
        reader.fault("", "it changes nothing; add a table [schedule], [limits] or [fees]")
    return {
        "title": _line(reader, given, "title", required=True),
        "from": _first_day(reader, given),
        "proposed_by": _line(reader, given, "proposed_by"),
        "source": _line(reader, given, "source"),
    }


def _line(reader: Reader, given: Mapping[str, Any], key: str, *, required: bool = False) -> str:
    value = given.get(key, "")
    if key in given and not isinstance(value, str):
        reader.fault(key, f"{shown(value)} is no text; write it in quotation marks")
        return ""
    if required and not value.strip():
        reader.fault(key, 'it is missing; write one line that names the amendment, like title = "Local Law 1"')
    elif len(value) > _MOST_LETTERS or not value.isprintable():
        reader.fault(key, f"it is no single line of text; write at most {_MOST_LETTERS} letters on one line")
    return value.strip()


def _first_day(reader: Reader, given: Mapping[str, Any]) -> date | None:
    value = given.get("from")
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    fault = f"{shown(value)} is not a date" if "from" in given else "it is missing"
    reader.fault("from", f"{fault}; write the day it would take effect without quotation marks, like from = 2027-01-01")
    return None


def _touch(
    reader: Reader, law: Law, tables: dict[str, Mapping[str, Any]], name: str, value: Any, begins: date | None
) -> None:
    """Put a table of the law with the amendment's version among ``tables``."""
    given = reader.table(value, f"[{name}]")
    try:
        tables[name] = _AMENDED[name](reader, law.table(name), given, begins)
    except NotInForce as none:
        reader.fault(f"[{name}]", f"{none}; an amendment needs a law to start from")


def _date_it(reader: Reader, law: Law, tables: dict[str, Mapping[str, Any]], begins: date | None, title: str) -> None:
    """Let the code have a version of the amendment's date, which must follow every version that it builds on."""
    try:
        code = law.table("code")
    except NotInForce as none:
        reader.fault("", f"{none}; an amendment needs a law to start from")
        return
    if begins is None:
        return
    known = {"code": code["versions"]}
    known |= {name: law.table(name)["versions"] for name in ("schedule", "fees") if name in tables}
    if "limits" in tables:
        old = law.table("limits")
        touched = [old[name]["versions"] for name, entry in tables["limits"].items() if entry is not old[name]]
        known["limits"] = [version for versions in touched for version in versions]
    newest, name = max(((version["from"], name) for name, versions in known.items() for version in versions))
    if begins <= newest:
        what = {"code": "code", "schedule": "inspection schedule", "limits": "figures named", "fees": "fees"}[name]
        reader.fault("from", f"{begins} is not after {newest}, the date of the newest version of the {what}; "
                             "give a later date")  # fmt: skip
    tables["code"] = {**code, "versions": [*code["versions"], {"from": begins, "what": title}]}
