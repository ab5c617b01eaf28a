"""``sanitarian law report``: what of the code is on file, what serves it, and what has not been checked yet."""

import argparse
import json
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sanitarian.law.data import table
from sanitarian.law.figures import Published, published
from sanitarian.law.registers import (
    SERVED,
    STATUSES,
    code_title,
    county_name,
    interpretations,
    law_version,
    provisions,
)
from sanitarian.law.registry import rules
from sanitarian.law.ruling import NotInForce

WIDTH = 100
IMPACTS = ("high", "medium", "low")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--json", action="store_true", help="print the same as JSON, with every identifier")


def run(options: argparse.Namespace) -> int:
    """Print the report on standard output; 0."""
    found = coverage()
    sys.stdout.write((json.dumps(found, indent=2) if options.json else _text(found)) + "\n")
    return 0


def coverage() -> dict[str, Any]:
    """The report as data in JSON types. A county without a code has the State's law only, and no versions."""
    return {
        "code": _code(),
        "provisions": _provisions(),
        "planned": _planned(),
        "rules": _rules(),
        "readings": _readings(),
        "for_counsel": [key for key, reading in interpretations().items() if reading.status == "counsel_review"],
        "figures": _figures(),
        "not_verified": [key for key, found in provisions().items() if not found.verified],
    }


def _code() -> dict[str, Any] | None:
    """The code that answers, with its versions, or None where the county has none on file."""
    try:
        versions = table("code")["versions"]
        return {
            "county": county_name(),
            "title": code_title(),
            "version": law_version(),
            "versions": [{"from": version["from"].isoformat(), "what": version["what"]} for version in versions],
        }
    except NotInForce:
        return None


def _provisions() -> dict[str, dict[str, Any]]:
    """How many provisions of each article, and of each State law, have which status. Headings are counted apart."""
    sources: dict[str, dict[str, Any]] = {}
    for key, found in provisions().items():
        row = sources.setdefault(key.split(".")[0], {"source": found.source, "headings": 0} | dict.fromkeys(SERVED, 0))
        row["headings" if found.kind == "heading" else found.status] += 1
    articles = _articles()
    order = [*(name for name in articles if name in sources), *(name for name in sources if name not in articles)]
    return {name: sources[name] for name in order}


def _planned() -> list[str]:
    """The provisions, without headings, for which a part of the system is still to be built."""
    return [key for key, found in provisions().items() if found.status == "planned" and found.kind != "heading"]


def _articles() -> Sequence[str]:
    """The articles of the county's code, in its order."""
    try:
        return list(table("code")["articles"])
    except NotInForce:
        return []


def _rules() -> list[dict[str, Any]]:
    """Every rule, the provisions that it serves, and the readings on these, which its answers may cite."""
    return [
        {
            "rule": rule.name,
            "section": rule.section,
            "provisions": (served := [key for key, found in provisions().items() if rule.name in found.rules]),
            "readings": [key for key, reading in interpretations().items() if reading.section in served],
        }
        for rule in rules().values()
    ]


def _readings() -> dict[str, dict[str, int]]:
    """How many readings have which status and impact."""
    counted = Counter((reading.status, reading.impact) for reading in interpretations().values())
    return {status: {impact: counted[status, impact] for impact in IMPACTS} for status in STATUSES}


def _figures() -> dict[str, Any]:
    """How many figures were read in the official text, in every version on file, and which were not."""
    unverified = [figure for figure in published() if not all(version.verified for version in figure.versions)]
    return {
        "verified": len(published()) - len(unverified),
        "unverified": [
            {"figure": figure.name, "title": figure.title, "section": figure.section, "source": _source(figure)}
            for figure in unverified
        ],
    }


def _source(figure: Published) -> str:
    """Where the versions that are not verified were read."""
    return "; ".join(dict.fromkeys(version.source for version in figure.versions if not version.verified))


# The same as text


def _text(found: Mapping[str, Any]) -> str:
    parts = (_head, _provisions_text, _rules_text, _readings_text, _figures_text, _versions_text)
    return "\n\n".join(text for part in parts if (text := part(found)))


def _head(found: Mapping[str, Any]) -> str:
    code = found["code"]
    if code is None:
        return "This county has no code on file; what follows is State law."
    return _wrapped(f"{code['title']} ({code['county']}), version of {code['version']}.")


def _provisions_text(found: Mapping[str, Any]) -> str:
    columns = ("headings", *SERVED)
    counts = {name: [row[column] for column in columns] for name, row in found["provisions"].items()}
    counts["in all"] = [sum(column) for column in zip(*counts.values(), strict=True)]
    rows = [(name, *row, sum(row)) for name, row in counts.items()]
    planned = len(found["planned"])
    said = (
        f"Planned, which is to say that a part of the system is still to be built for them: {planned} provisions. "
        "Text leaves nothing for a system to do."
    )
    return "\n".join([_table(("Provisions", *columns, "in all"), rows), "", _wrapped(said)])


def _rules_text(found: Mapping[str, Any]) -> str:
    rows = [(row["rule"], row["section"], len(row["provisions"]), len(row["readings"])) for row in found["rules"]]
    heads = (f"Rules ({len(rows)})", "section", "provisions served", "readings on these")
    return _table(heads, rows)


def _readings_text(found: Mapping[str, Any]) -> str:
    rows = [(name.replace("_", " "), *row.values(), sum(row.values())) for name, row in found["readings"].items()]
    rows.append(("in all", *(sum(column) for column in zip(*(row[1:] for row in rows), strict=True))))
    counted = _table(("Readings", *(f"{impact} impact" for impact in IMPACTS), "in all"), rows)
    waiting = found["for_counsel"]
    return "\n\n".join([counted, _wrapped(f"Waiting for counsel: {', '.join(waiting)}.")] if waiting else [counted])


def _figures_text(found: Mapping[str, Any]) -> str:
    figures = found["figures"]
    unverified = figures["unverified"]
    in_all = figures["verified"] + len(unverified)
    lines = [_wrapped(f"Figures: {in_all}, of which {len(unverified)} have not been read in their official text.")]
    for figure in unverified:
        lines.append(_wrapped(f"{figure['figure']} ({figure['section']}): {figure['title']}", "  "))
        lines.append(_wrapped(figure["source"] or "no source on file", "      "))
    if found["not_verified"]:
        lines += ["", _wrapped(f"State law summed up from a secondary source: {', '.join(found['not_verified'])}.")]
    return "\n".join(lines)


def _versions_text(found: Mapping[str, Any]) -> str:
    versions = found["code"]["versions"] if found["code"] else []
    lines = [_wrapped(f"{version['from']}  {version['what']}", "  ") for version in versions]
    return "\n".join(["Versions of the code", *lines]) if lines else ""


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str | int]]) -> str:
    """Columns under their heads: words to the left, numbers to the right."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    numbers = [all(cell.isdigit() for cell in column) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(row, widths, numbers, strict=True)
        ).rstrip()
        for row in [list(heads), *cells]
    ]
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])
