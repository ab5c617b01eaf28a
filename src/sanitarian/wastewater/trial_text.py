"""A trial of an amendment in words, tables and bars of plain text, 80 columns wide."""

from collections.abc import Iterator, Sequence
from typing import Any

from sanitarian.law.amendments import Change
from sanitarian.law.dates import american, month_day
from sanitarian.law.vectorised import OUTCOMES
from sanitarian.wastewater.trial import SOON_MONTHS, TownLine, Trial, YearLine

WIDTH = 80
NOT_SHOWN = "not shown"
MOVES_NOTHING = "This amendment moves no inspection: no system changes its class, its cycle or its next due date."
CLASS_NAMES = {
    "lake-front": "Lake front",
    "near-lake": "Near a lake",
    "lake-watershed": "Lake watershed",
    "town": "Town",
    "unscheduled": "Not on the schedule",
    "undetermined": "Cannot be determined",
}
assert set(CLASS_NAMES) == set(OUTCOMES)  # noqa: S101
TOWN_COLUMNS = (
    ("systems", "systems in use"),
    ("class", "class changes"),
    ("cycle", "years between inspections change"),
    ("earlier", "next due date moves earlier"),
    ("later", "next due date moves later"),
    ("soon", f"newly due within {SOON_MONTHS} months"),
    ("on", "newly on the schedule"),
    ("off", "newly not on the schedule, or not to be determined"),
    ("moved", "move in any of these ways"),
)


def town_name(town: str) -> str:
    """A town as tables show it."""
    return town or NOT_SHOWN


def value_text(value: Any) -> str:
    """A figure of the law, before or after, as tables show it."""
    if value is None:
        return "none"
    return ", ".join(value) or "none" if isinstance(value, tuple) else str(value)


def year_text(line: YearLine) -> str:
    """A year, and from which day on it is counted where that is not its first."""
    month, day = line.starts.month, line.starts.day
    return str(line.year) if (month, day) == (1, 1) else f"{line.year}, from {month_day(month, day)}"


def difference_text(before: int, after: int) -> str:
    """How many more or fewer."""
    return f"{after - before:+,}" if after != before else "0"


def compared_text(trial: Trial) -> str:
    """Which laws are compared, as of which day and why."""
    begins = trial.amendment.begins
    code, table = (american(day) for day in (trial.version, trial.schedule_version))
    compared = f"It is compared with the code as amended on {code}, its inspection schedule being of {table}."
    if trial.day > trial.asked:
        why = f"the day it would take effect, because before that day, on {american(trial.asked)}, it moves nothing"
    elif trial.day == begins:
        why = "the day it would take effect"
    else:
        why = f"as if it had been in effect since {american(begins)}"
    return f"{compared} Both laws are asked as of {american(trial.day)}: {why}."


def counted_text(trial: Trial) -> str:
    """What was counted, and what was not."""
    systems, moved = trial.total.systems, trial.total.moved
    counted = f"{systems:,} systems in use; {moved:,} of them {'moves' if moved == 1 else 'move'}."
    if systems == 1:
        counted = f"1 system in use, which {'moves' if moved else 'does not move'}."
    apart = (
        f" Out of Article V and not counted: {trial.out_of_scope:,} on a public sewer." if trial.out_of_scope else ""
    )
    return counted + apart


def text(trial: Trial) -> str:
    """The whole trial, to print."""
    parts = [_head(trial), _changes(trial.amendment.changes), *_wrapped(counted_text(trial))]
    if not trial.moves_inspections:
        parts += ["", *_wrapped(MOVES_NOTHING)]
    else:
        parts += ["", *_towns(trial), "", *_classes(trial), "", *_years(trial), "", *_bars(trial)]
    return "\n".join(parts)


def _wrapped(long: str, indent: str = "") -> list[str]:
    import textwrap

    return textwrap.wrap(long, WIDTH, initial_indent=indent, subsequent_indent=indent)


def _head(trial: Trial) -> str:
    amendment = trial.amendment
    lines = [*_wrapped(amendment.title)]
    for label, value in (("Proposed by", amendment.proposed_by), ("Source", amendment.source)):
        lines += _wrapped(f"{label}: {value}") if value else []
    lines += _wrapped(f"It would take effect on {american(amendment.begins)}. {compared_text(trial)}")
    return "\n".join([*lines, ""])


def _changes(changes: Sequence[Change]) -> str:
    lines = ["What it changes"]
    for change in changes:
        same = " (as now)" if change.before == change.after else ""
        moved = f"{value_text(change.before)} -> {value_text(change.after)}{same}"
        lines += _wrapped(f"{change.where}: {change.title}", "  ") + _wrapped(moved, "      ")
    return "\n".join([*lines, ""])


def _towns(trial: Trial) -> Iterator[str]:
    yield "By town"
    yield f"{'TOWN':<15}{'SYSTEMS':>9}" + "".join(f"{name.upper():>8}" for name, _ in TOWN_COLUMNS[1:-1])
    for line in (*trial.towns, trial.total):
        yield _town(line, "All" if line is trial.total else town_name(line.town))
    yield ""
    for name, meaning in TOWN_COLUMNS[1:-1]:
        yield f"  {name.upper():<8} {meaning}"


def _town(line: TownLine, name: str) -> str:
    _, systems, *counts, _ = line
    return f"{name[:14]:<15}{systems:>9,}" + "".join(f"{count:>8,}" for count in counts)


def _classes(trial: Trial) -> Iterator[str]:
    yield f"{'CLASS':<24}{'BEFORE':>12}{'AFTER':>12}{'DIFFERENCE':>12}"
    by_name = {line.name: line for line in trial.classes}
    for name, shown in CLASS_NAMES.items():
        line = by_name[name]
        yield f"{shown:<24}{line.before:>12,}{line.after:>12,}{difference_text(line.before, line.after):>12}"


def _years(trial: Trial) -> Iterator[str]:
    yield "Inspections that fall due, and parcels whose drain pipes do"
    yield f"{'YEAR':<20}{'BEFORE':>10}{'AFTER':>10}{'DIFFERENCE':>12}{'PIPES BEFORE':>14}{'PIPES AFTER':>13}"
    for line in trial.years:
        yield _year(year_text(line), line.before, line.after, line.pipes_before, line.pipes_after)
    sums = [sum(column) for column in list(zip(*trial.years, strict=True))[2:]]
    yield _year("All", *sums)


def _year(name: str, before: int, after: int, *pipes: int) -> str:
    changed = difference_text(before, after)
    return f"{name:<20}{before:>10,}{after:>10,}{changed:>12}{pipes[0]:>14,}{pipes[1]:>13,}"


def _bars(trial: Trial) -> Iterator[str]:
    """Two bars a year: # before, = after. A second chart for drain pipes where they move."""
    yield from _chart("Inspections due in each year", [(line.year, line.before, line.after) for line in trial.years])
    if any(line.pipes_before != line.pipes_after for line in trial.years):
        pipes = [(line.year, line.pipes_before, line.pipes_after) for line in trial.years]
        yield ""
        yield from _chart("Parcels whose drain pipes are due in each year", pipes)


def _chart(title: str, rows: Sequence[tuple[int, int, int]]) -> Iterator[str]:
    most = max(max(before, after) for _, before, after in rows)
    room = WIDTH - 14 - len(f" {most:,}")
    yield title
    for year, before, after in rows:
        for label, count, mark in ((f"{year} before", before, "#"), ("after", after, "=")):
            length = 0 if most == 0 else -(-count * room // most)  # one mark at least for anything
            bar = mark * length
            yield f"{label:>11}  {bar}{' ' if bar else ''}{count:,}"
