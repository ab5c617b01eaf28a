"""The State's figures for household systems: Appendix 75-A of 10 NYCRR Part 75, dated, each with where it was read."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from sanitarian.law.data import in_force, state_table
from sanitarian.law.dates import american
from sanitarian.law.ruling import NotInForce, Reason


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure, or a table of them, as in force on a day. ``verified``: it was read in the State's own text."""

    value: Any
    section: str
    verified: bool


def figure(name: str, law_of: date | None = None) -> Figure:
    """A figure by its name; NotInForce for a day before the text on file."""
    entry = state_table("appendix_75a")[name]
    version = in_force(entry["versions"], law_of)
    if version is None:
        first = american(min(known["from"] for known in entry["versions"]))
        fault = f"no law on file: the text of Appendix 75-A that is on file begins on {first}; give that day or later"
        raise NotInForce(fault, cite=entry["section"])
    return Figure(version["value"], entry["section"], version["verified"])


def unchecked(*figures: Figure) -> tuple[Reason, ...]:
    """Says, once, that figures which decided were not read in the State's own text; nothing where all were."""
    first = next((known for known in figures if not known.verified), None)
    if first is None:
        return ()
    text = "Figures that decide here were read in a transcription and have not been checked against the official text."
    return (Reason(True, text, first.section),)
