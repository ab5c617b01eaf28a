"""A trial of an amendment as files: CSV tables, the chart, a page to project in a meeting, and JSON."""

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from sanitarian.core.acts import ActRefused
from sanitarian.core.export import csv_safe
from sanitarian.wastewater.trial import Standing, TownLine, Trial
from sanitarian.wastewater.trial_chart import chart
from sanitarian.wastewater.trial_text import (
    CLASS_NAMES,
    MOVES_NOTHING,
    TOWN_COLUMNS,
    compared_text,
    counted_text,
    difference_text,
    town_name,
    value_text,
    year_text,
)

Row = Iterable[Any]
_STANDING = ("class", "cycle_years", "next_due")


def town_rows(trial: Trial) -> Iterator[Row]:
    """by-town.csv: a line for each town; without a line of totals, so that a column can be summed up."""
    yield TownLine._fields
    for line in trial.towns:
        yield (town_name(line.town), *line[1:])


def year_rows(trial: Trial) -> Iterator[Row]:
    """by-year.csv: the inspections of ten years, before and after."""
    yield ("year", "counted_from", "before", "after", "difference",
           "drain_pipes_before", "drain_pipes_after", "drain_pipes_difference")  # fmt: skip
    for line in trial.years:
        yield (line.year, line.starts.isoformat(), line.before, line.after, line.after - line.before,
               line.pipes_before, line.pipes_after, line.pipes_after - line.pipes_before)  # fmt: skip


def system_rows(trial: Trial) -> Iterator[Row]:
    """systems.csv: each system that moves, before and after."""
    yield ("system", "town", *(f"{name}_before" for name in _STANDING), *(f"{name}_after" for name in _STANDING))
    for move in trial.moves():
        yield (move.number, town_name(move.town), *_cells(move.before), *_cells(move.after))


def _cells(standing: Standing) -> Row:
    return standing.schedule_class, standing.cycle_years, standing.next_due.isoformat() if standing.next_due else None


TABLES: dict[str, Callable[[Trial], Iterator[Row]]] = {
    "by-town.csv": town_rows,
    "by-year.csv": year_rows,
    "systems.csv": system_rows,
}


def context(trial: Trial) -> dict[str, Any]:
    """What pages show of a trial."""
    classes = {line.name: (line, difference_text(line.before, line.after)) for line in trial.classes}
    return {
        "trial": trial,
        "compared": compared_text(trial),
        "counted": counted_text(trial),
        "moves_nothing": "" if trial.moves_inspections else MOVES_NOTHING,
        "changes": [
            (change.where, change.title, value_text(change.before), value_text(change.after))
            for change in trial.amendment.changes
        ],
        "town_columns": TOWN_COLUMNS,
        "towns": [(town_name(line.town), line[1:]) for line in trial.towns],
        "total": trial.total[1:],
        "classes": [(shown, classes[name]) for name, shown in CLASS_NAMES.items()],
        "years": [(year_text(line), line, difference_text(line.before, line.after)) for line in trial.years],
        "chart": mark_safe(chart(trial)),  # noqa: S308 - made here, every word of it escaped
    }


def report(trial: Trial) -> str:
    """report.html: one page that needs nothing besides itself."""
    return render_to_string("wastewater/trial.html", context(trial))


PAGES: dict[str, Callable[[Trial], str]] = {"chart.svg": chart, "report.html": report}
FILES = (*TABLES, *PAGES)


def write_table(rows: Iterable[Row], file: TextIO) -> None:
    """Rows as CSV that runs nothing in a spreadsheet."""
    csv.writer(file, lineterminator="\n").writerows([csv_safe(cell) for cell in row] for row in rows)


def check_folder(folder: Path, *, force: bool) -> None:
    """Refuse a folder that cannot be written to, or that holds one of the files already (unless ``force``)."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ActRefused(f"--out: {folder} cannot be made ({error.strerror}); name another folder") from None
    standing = [name for name in FILES if (folder / name).exists()]
    if standing and not force:
        names = ", ".join(standing)
        raise ActRefused(f"--out: {folder} holds {names} already; name another folder, or add --force to replace them")


def write_files(trial: Trial, folder: Path, *, force: bool) -> None:
    """Write all files, each whole or not at all; those that stand there are replaced with ``force`` only.

    ActRefused where one stands there already, or the folder cannot be written to.
    """
    check_folder(folder, force=force)
    try:
        for name in FILES:
            _write(trial, folder / name, force=force)
    except OSError as error:
        raise ActRefused(f"--out: {folder} cannot be written to ({error.strerror}); name another folder") from None


def _write(trial: Trial, path: Path, *, force: bool) -> None:
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with unfinished.open("w", encoding="utf-8", newline="") as file:
            if path.name in TABLES:
                write_table(TABLES[path.name](trial), file)
            else:
                file.write(PAGES[path.name](trial))
        if not force and path.exists():
            raise ActRefused(f"--out: {path} has come to stand there meanwhile; name another folder")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def as_json(trial: Trial) -> str:
    """All figures of a trial; the systems that move are in systems.csv."""
    amendment = trial.amendment
    return json.dumps(
        {
            "title": amendment.title,
            "from": amendment.begins.isoformat(),
            "proposed_by": amendment.proposed_by or None,
            "source": amendment.source or None,
            "as_of": trial.day.isoformat(),
            "compared_with": trial.version.isoformat(),
            "schedule_of": trial.schedule_version.isoformat(),
            "changes": [
                {"where": c.where, "title": c.title, "before": _plain(c.before), "after": _plain(c.after)}
                for c in amendment.changes
            ],
            "moves_inspections": trial.moves_inspections,
            "out_of_scope": trial.out_of_scope,
            "total": {name: value for name, value in trial.total._asdict().items() if name != "town"},
            "by_town": [{**line._asdict(), "town": line.town or None} for line in trial.towns],
            "classes": [line._asdict() for line in trial.classes],
            "years": [{**line._asdict(), "starts": line.starts.isoformat()} for line in trial.years],
        },
        indent=2,
        ensure_ascii=False,
    )


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return value if value is None or isinstance(value, int) else str(value)
