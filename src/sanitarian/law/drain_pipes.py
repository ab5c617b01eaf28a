"""Bacteria in private drain pipes at Owasco Lake and Little Sodus Bay (V.III.G)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Annotated, Any

from sanitarian.law.data import limit
from sanitarian.law.dates import add_days, american, next_business_day
from sanitarian.law.facts import Entries, Entry, as_entry, one_of, shown
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import ImpossibleFacts, Reason, Ruling

# The outcomes with which a pipe stands in the way of no permit (V.III.G): within the limit, by its first result or by
# the mean of more samples, or proven not to be the owner's.
CLEARED = frozenset({"complies", "cleared-by-retest", "cleared-by-origin"})
UNITS = {"CFU/100 mL": 1, "MPN/100 mL": 1, "CFU/mL": 100, "MPN/mL": 100}  # times this for 100 mL
_RESULT = re.compile(r"([<>]?) ?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,18})(\.[0-9]{1,18})?")


@dataclass(frozen=True, slots=True)
class Reading:
    """A laboratory's result: plain (no sign), below (<) or above (>) a number, or TNTC without one."""

    sign: str
    number: Fraction

    @property
    def plain(self) -> bool:
        """Whether it is a number, without a sign."""
        return self.sign == ""


def read_result(text: str) -> Reading:
    """A result as a laboratory writes it: ``260``, ``<1``, ``>2419.6``, ``TNTC``, ``1,200``; per whatever unit."""
    text = text.strip()
    if text.upper() == "TNTC":
        return Reading("TNTC", Fraction(0))
    match = _RESULT.fullmatch(text)
    if match is None:
        raise ImpossibleFacts(f"{shown(text)} is no laboratory result; write it like 260, <1, >2419.6, 1,200 or TNTC")
    number = Fraction(match[2].replace(",", "") + (match[3] or ""))
    if match[1] == "<" and number == 0:
        raise ImpossibleFacts(f"{shown(text)} is impossible; no count is below zero")
    return Reading(match[1], number)


@dataclass(frozen=True, slots=True)
class Result:
    """The kind of fact that is a laboratory result in text."""

    def read(self, value: Any, where: str) -> str:
        if not isinstance(value, str):
            raise ImpossibleFacts(f"{where}: {shown(value)} is not a text; laboratory results stand in quotation marks")
        try:
            read_result(value)
        except ImpossibleFacts as fault:
            raise ImpossibleFacts(f"{where}: {fault}") from None
        return value

    def schema(self) -> dict[str, Any]:
        below_zero = r"(?!\s*< ?[0,]+(\.0+)?\s*$)"
        return {"type": "string", "pattern": rf"^{below_zero}\s*({_RESULT.pattern}|[Tt][Nn][Tt][Cc])\s*$"}


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample: the result in the laboratory's words, its unit, and the day it was taken."""

    result: Annotated[str, Result(), "as the laboratory writes it: 260, <1, >2419.6, 1,200, TNTC"]
    unit: Annotated[str, one_of(*UNITS)]
    sampled: Annotated[date, "the day the sample was taken"]

    def reading(self) -> Reading:
        """The result per 100 mL."""
        found = read_result(self.result)
        return Reading(found.sign, found.number * UNITS[self.unit])


@dataclass(slots=True)
class _Case:
    """What the ruling has found so far."""

    values: dict[str, Any]
    reasons: list[Reason]
    code: str

    def decide(self, outcome: str, *reasons: Reason) -> Ruling:
        return Ruling("drain-pipe", outcome, self.values, (*self.reasons, *reasons), self.code)


@rule("drain-pipe", "V.III.G", "Whether a drain pipe's bacteria exceed the limit, and what follows")
def drain_pipe(
    *,
    first: Annotated[Sample | Mapping[str, Any], Entry(Sample), "the first sample"],
    notified: Annotated[date | None, "the day the owner was given the first result"] = None,
    retests: Annotated[Sequence[Sample | Mapping[str, Any]] | None, Entries(Sample), "the additional samples"] = None,
    origin_elsewhere: Annotated[bool | None, "proven to come from elsewhere, to the department's satisfaction"] = None,
    as_of: Annotated[date | None, "the day asked about"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``complies``, ``cleared-by-origin``, ``option-open``, ``cleared-by-retest``, ``prohibited``, ``undetermined``."""
    most = limit("pipe_limit", law_of)
    names = ("limit", "retest_by", "mean", "retests_left", "between_readings")
    case = _Case(dict.fromkeys(names), [], law_version(law_of, "V"))
    first = as_entry(Sample, first)
    reading = first.reading()
    exceeds = _exceeds(reading, most)
    between = exceeds is False and reading.plain and reading.number > limit("pipe_limit_literal", law_of)
    case.values |= {"limit": str(most), "between_readings": between}
    case.reasons.append(_first_reason(first, reading, exceeds, most))
    if between:
        text = "The result lies between the two readings of the limit, 100 and 200 per 100 mL."
        case.reasons.append(Reason(True, text, "A-1"))
    if exceeds is None:
        return case.decide("undetermined")
    if not exceeds:
        return case.decide("complies")
    if notified is not None:
        days = limit("pipe_retest_days", law_of)
        case.values["retest_by"] = next_business_day(add_days(notified, days))
    if origin_elsewhere is not None:
        case.reasons.append(Reason(origin_elsewhere, "The bacteria are proven to come from elsewhere.", "A-8"))
    if origin_elsewhere:
        return case.decide("cleared-by-origin")
    return _after_retests(
        case,
        sampled=first.sampled,
        notified=notified,
        retests=None if retests is None else [as_entry(Sample, sample) for sample in retests],
        as_of=as_of,
        law_of=law_of,
    )


def _exceeds(reading: Reading, most: int) -> bool | None:
    """Whether a first result lies above the limit; None where it cannot be told."""
    if reading.plain:
        return reading.number > most
    if reading.sign == "<":
        return False if reading.number <= most else None
    if reading.sign == ">":
        return True if reading.number >= most else None
    return None


def _first_reason(first: Sample, reading: Reading, exceeds: bool | None, most: int) -> Reason:
    result = f"{first.result.strip()} {first.unit}"
    if UNITS[first.unit] != 1 and reading.sign != "TNTC":
        result += f" ({reading.sign}{_plainly(reading.number)} per 100 mL)"
    if reading.sign == "TNTC":
        return Reason(None, "TNTC counts colonies of all kinds and gives no number; sample again.", "F-61")
    if exceeds is None:
        return Reason(None, f"{result} does not show on which side of {most} per 100 mL it lies.", "V.III.G")
    cite = "A-2" if reading.number == most else "V.III.G"
    return Reason(exceeds, f"The first result, {result}, is above {most} per 100 mL.", cite)


def _after_retests(
    case: _Case,
    *,
    sampled: date,
    notified: date | None,
    retests: Sequence[Sample] | None,
    as_of: date | None,
    law_of: date | None,
) -> Ruling:
    """What the three additional samples decide, once there are three."""
    needed = limit("pipe_retests", law_of)
    if notified is None:
        case.values["retests_left"] = needed
        text = "It is not shown when the owner was given the result, so the time for more samples has not begun."
        return case.decide("option-open", Reason(None, text, "A-4"))
    retest_by = case.values["retest_by"]
    within = sorted((s for s in retests or () if sampled <= s.sampled <= retest_by), key=lambda sample: sample.sampled)
    counted = within[:needed]
    taken = None if retests is None else len(counted) == needed
    case.reasons.append(Reason(taken, f"Three additional samples were taken through {american(retest_by)}.", "A-3"))
    if len(counted) < needed:
        if as_of is None or as_of <= retest_by:
            case.values["retests_left"] = needed - len(counted)
            over = None if as_of is None else False
            return case.decide(
                "option-open", Reason(over, f"The time for them, {american(retest_by)}, is over.", "A-4")
            )
        return case.decide("prohibited", Reason(True, f"The time for them, {american(retest_by)}, is over.", "A-7"))
    return _by_mean(case, [sample.reading() for sample in counted], limit("pipe_limit", law_of))


def _by_mean(case: _Case, readings: Sequence[Reading], most: int) -> Ruling:
    """Decide by the bounds of the arithmetic mean (A-6), exactly; only what is shown is rounded."""
    count = len(readings)
    low = sum((r.number for r in readings if r.sign in {"", ">"}), Fraction(0)) / count
    bounded = all(r.sign in {"", "<"} for r in readings)
    high = sum((r.number for r in readings), Fraction(0)) / count if bounded else None
    if all(reading.plain for reading in readings):
        case.values["mean"] = _two_decimals(low)
    mean = case.values["mean"]
    what = "The mean of the three additional samples" + ("" if mean is None else f", {mean},")
    text = f"{what} is below {most} per 100 mL."
    if high is not None and high < most:
        return case.decide("cleared-by-retest", Reason(True, text, "A-6"))
    if low >= most:
        return case.decide("prohibited", Reason(False, text, "A-2" if low == most else "A-6"))
    text = f"The three additional samples do not show whether their mean is below {most} per 100 mL; analyze afresh."
    return case.decide("undetermined", Reason(None, text, "A-6"))


def _plainly(number: Fraction) -> str:
    """A number that a laboratory wrote with at most 18 decimals, in full."""
    whole, rest = divmod(number * 10**18, 10**18)
    return f"{whole:,}" + (f".{int(rest):018d}".rstrip("0") if rest else "")


def _two_decimals(number: Fraction) -> Decimal:
    """For display: two decimals, a half goes up."""
    return Decimal(floor(number * 100 + Fraction(1, 2))).scaleb(-2)
