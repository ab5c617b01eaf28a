"""What a draft amendment makes of the schedule, the figures and the fees: each table with one more version."""

from calendar import monthrange
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from sanitarian.law.amendment_reading import Reader, key_shown
from sanitarian.law.data import figures, in_force
from sanitarian.law.dates import month_day
from sanitarian.law.facts import Money, shown
from sanitarian.law.ruling import ImpossibleFacts
from sanitarian.law.schedule import LAKE_ROWS, municipalities

_YEARS, _ANCHORS, _FEET = (1, 100), (1900, 2999), (0, 1_000_000)
_MOST_DOLLARS = 1_000_000
# What the parts of a row of the schedule mean, and the least and the most that they can be.
_ROW = {
    "years": ("years from one inspection to the next", _YEARS),
    "anchor": ("first year", _ANCHORS),
    "month": ("month of the due date", (1, 12)),
    "day": ("day of the due date", (1, 31)),
}
# A figure of limits.toml is bounded by the unit in its name.
_UNITS = {"years": _YEARS, "months": (0, 1_200), "days": (0, 36_500), "hours": (0, 10_000)}
_ANY_FIGURE = (0, 1_000_000_000)
_WATERSHED = ("watershed_towns", "add_watershed_towns", "remove_watershed_towns")


def with_version(table: Mapping[str, Any], version: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**table, "versions": [*table["versions"], version]}


def amended_schedule(
    reader: Reader, table: Mapping[str, Any], given: Mapping[str, Any], begins: date | None
) -> Mapping[str, Any]:
    """The inspection schedule with the amendment's version."""
    base = standing(table["versions"], begins)
    version = {**base, "from": begins, "source": "draft amendment"}
    rows = (*LAKE_ROWS, "pipes", "town")
    known = (*rows, "town_anchors", "near_ft", *_WATERSHED)
    for key, value in given.items():
        if key in rows:
            version[key] = _row(reader, key, base.get(key, {}), value)
        elif key == "town_anchors":
            version[key] = _anchors(reader, base.get(key, {}), value)
        elif key == "near_ft":
            feet = reader.number(value, "[schedule] near_ft", _FEET)
            reader.change("[schedule] near_ft", "feet that count as near a lake", base.get(key), feet)
            version[key] = base.get(key) if feet is None else feet
        elif key not in _WATERSHED:
            reader.unknown("[schedule]", key, known, "key")
    if any(key in given for key in _WATERSHED):
        version["watershed_towns"] = _watershed_towns(reader, base.get("watershed_towns", []), given)
    if version.get("town_anchors") and not version.get("town"):
        text = "no row of the towns is in force; add [schedule.town] with years, month and day"
        reader.fault("[schedule.town_anchors]", text)
    return with_version(table, version)


def standing(versions: Sequence[Mapping[str, Any]], begins: date | None) -> Mapping[str, Any]:
    """The version to start from; where the date is at fault the newest, so that everything else is checked too."""
    return in_force(versions, begins) or in_force(versions, None) or {}


def _row(reader: Reader, name: str, base: Mapping[str, Any], value: Any) -> Mapping[str, Any]:
    """A row of the schedule, merged; its day must exist in every year."""
    where, row = f"[schedule.{name}]", dict(base)
    keys = [key for key in _ROW if key != "anchor" or name != "town"]
    for key, entry in reader.table(value, where).items():
        if key not in keys:
            if key == "anchor":
                reader.fault(f"{where} anchor", "each town has a first year of its own; write [schedule.town_anchors]")
            else:
                reader.unknown(where, key, keys, "key")
            continue
        title, between = _ROW[key]
        number = reader.whole(entry, f"{where} {key}", between)
        if number is not None:
            reader.change(f"{where} {key}", title, base.get(key), number)
            row[key] = number
    missing = [key for key in keys if key not in row and f"{where} {key}" not in reader.faulty]
    if missing and value:
        reader.fault(where, f"no such row is in force, so it needs {', '.join(missing)} too")
    if "month" in row and "day" in row and row["day"] > monthrange(2001, row["month"])[1]:  # a common year
        last = month_day(row["month"], monthrange(2001, row["month"])[1])
        key = "day" if isinstance(value, dict) and "day" in value else "month"
        reader.fault(f"{where} {key}", f"{month_day(row['month'], row['day'])} does not exist in every year; "
                                       f"the month's last day is {last}")  # fmt: skip
    return row


def _anchors(reader: Reader, base: Mapping[str, int], value: Any) -> Mapping[str, int]:
    """The first year of each town's cycle, merged."""
    where, anchors = "[schedule.town_anchors]", dict(base)
    for town, entry in reader.table(value, where).items():
        if town not in municipalities():
            reader.unknown(where, town, municipalities(), "town or city in the county")
            continue
        year = reader.whole(entry, f"{where} {town}", _ANCHORS)
        if year is not None:
            reader.change(f"{where} {town}", f"first year of {town}", base.get(town), year)
            anchors[town] = year
    return anchors


def _watershed_towns(reader: Reader, base: Sequence[str], given: Mapping[str, Any]) -> Sequence[str]:
    """The towns whose watershed properties have a row of their own: named anew, or added and taken away."""
    lists = {key: _towns(reader, given[key], f"[schedule] {key}") for key in _WATERSHED if key in given}
    if "watershed_towns" in lists and len(lists) > 1:
        reader.fault("[schedule] watershed_towns", "it names all the towns, so nothing can be added or removed; "
                                                   "leave one of the keys out")  # fmt: skip
    add, remove = lists.get("add_watershed_towns", []), lists.get("remove_watershed_towns", [])
    for town in dict.fromkeys(add):
        if town in base:
            reader.fault("[schedule] add_watershed_towns", f"{town} is among the watershed towns already; leave it out")
    for town in dict.fromkeys(remove):
        if town not in base:
            reader.fault("[schedule] remove_watershed_towns", f"{town} is not among the watershed towns; leave it out")
    named = lists.get("watershed_towns", [town for town in [*base, *add] if town not in remove])
    after = sorted(dict.fromkeys(named))
    reader.change("[schedule] watershed_towns", "towns with a watershed row", tuple(sorted(base)), tuple(after))
    return after


def _towns(reader: Reader, value: Any, where: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(town, str) for town in value):
        reader.fault(where, f'{shown(value)} is no list of towns; write them like ["Venice", "Niles"]')
        return []
    for town in value:
        if town not in municipalities():
            reader.unknown(where, town, municipalities(), "town or city in the county")
    return [town for town in value if town in municipalities()]


def amended_limits(
    reader: Reader, table: Mapping[str, Any], given: Mapping[str, Any], begins: date | None
) -> Mapping[str, Any]:
    """The county's figures, those that are named with the amendment's version."""
    amended = dict(table)
    for name, value in given.items():
        where = f"[limits] {key_shown(name)}"
        if name not in table:
            if name in figures():
                reader.fault(where, "this figure is the State's, which no county amends; leave it out")
            else:
                reader.unknown("[limits]", name, table, "figure of the county")
            continue
        before = standing(table[name]["versions"], begins).get("value")
        after = _figure(reader, name, value, before)
        if after is not None:
            reader.change(where, table[name]["title"], before, after)
            amended[name] = with_version(table[name], {"from": begins, "value": after})
    _in_order(reader, amended, given)
    return amended


def _figure(reader: Reader, name: str, value: Any, before: Any) -> Any:
    """A figure of the kind that it has been, within what its unit allows."""
    where = f"[limits] {name}"
    between = next((_UNITS[word] for word in name.split("_") if word in _UNITS), _ANY_FIGURE)
    if type(before) is int and not name.endswith("_ft"):
        return reader.whole(value, where, between)
    if type(before) in {int, Decimal}:
        return reader.number(value, where, between)
    reader.fault(where, "this is no single number, and cannot be tried in this way; leave it out")
    return None


def _in_order(reader: Reader, amended: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """A least figure that exceeds the most has no meaning."""
    for name in amended:
        other = name.replace("_at_least", "_at_most")
        if other == name or other not in amended or not {name, other} & set(given):
            continue
        least, most = (amended[key]["versions"][-1]["value"] for key in (name, other))
        if least > most:
            key = name if name in given else other
            reader.fault(
                f"[limits] {key}", f"{name} would be {least} and {other} {most}; the least cannot exceed the most"
            )


def amended_fees(
    reader: Reader, table: Mapping[str, Any], given: Mapping[str, Any], begins: date | None
) -> Mapping[str, Any]:
    """The fees with the amendment's version."""
    base = standing(table["versions"], begins)
    items = dict(base.get("items", {}))
    for name, value in given.items():
        where = f"[fees] {key_shown(name)}"
        if name not in items:
            reader.unknown("[fees]", name, items, "fee")
            continue
        try:
            amount = Money().read(value, where)
        except ImpossibleFacts as fault:
            reader.faults += [f"{reader.file}: {line}" for line in fault.faults]
            continue
        if amount > _MOST_DOLLARS:
            reader.fault(where, f"{shown(value)} is impossible; write an amount up to {_MOST_DOLLARS} dollars")
        after = f"{amount:.2f}"
        reader.change(where, items[name]["name"], items[name]["amount"], after)
        items[name] = {**items[name], "amount": after}
    return with_version(table, {"from": begins, "source": "draft amendment", "items": items})
