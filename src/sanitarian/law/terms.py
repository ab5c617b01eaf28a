"""How long a permit to discharge lasts (V.V.B-F)."""

from datetime import date
from typing import Annotated

from sanitarian.law.classification import CLASSES, PERMITS
from sanitarian.law.data import limit
from sanitarian.law.dates import add_days, american, term_through
from sanitarian.law.facts import one_of
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling


@rule("discharge-permit-term", "V.V.B", "The permit that a class allows, and the days on which it begins and ends")
def discharge_permit_term(
    *,
    classification: Annotated[str, one_of(*CLASSES), "the system's class"],
    issued: Annotated[date, "the day on which the permit begins"],
    next_due: Annotated[date | None, "the first due date after the round that this report satisfies"] = None,
    unscheduled: Annotated[bool, "the place is not on the inspection schedule"] = False,
    renewal: Annotated[bool, "the permit is renewed for the balance of its round"] = False,
    law_of: date | None = None,
) -> Ruling:
    """``discharge``, ``interim``, ``none`` or ``undetermined``; ``from`` and ``through`` are the first and last day."""
    code = law_version(law_of, "V")
    permit = PERMITS.get(classification, "none")
    if permit == "none":
        text = f"A system classed {classification} may have a permit to discharge."
        return _ruling("none", None, None, [Reason(False, text, "V.V.A")], code)
    if permit == "interim":
        years = limit("interim_years", law_of)
        reasons = [
            Reason(True, "A substandard system may have an interim permit.", "V.V.C"),
            Reason(True, f"An interim permit is given for {_years(years)}.", "C-3"),
        ]
        return _ruling("interim", issued, term_through(issued, years), reasons, code)
    reasons = [Reason(True, "A system that meets a standard may have a permit to discharge.", "V.V.A")]
    if unscheduled:
        years = limit("discharge_years_at_most", law_of)
        reasons.append(Reason(True, f"Where no inspection is scheduled, the term is {_years(years)}.", "V.V.B"))
        return _ruling("discharge", issued, term_through(issued, years), reasons, code)
    if next_due is None:
        reasons.insert(0, Reason(None, "It is not shown when the next inspection is due.", "V.V.B"))
        return _ruling("undetermined", None, None, reasons, code)
    return _scheduled(issued, next_due, renewal, reasons, law_of)


def _scheduled(issued: date, next_due: date, renewal: bool, reasons: list[Reason], law_of: date | None) -> Ruling:
    """A permit to discharge that lasts past the next due date, within the shortest and the longest term."""
    code = law_version(law_of, "V")
    days = limit("discharge_days_past_due", law_of)
    most, least = limit("discharge_years_at_most", law_of), limit("discharge_years_at_least", law_of)
    wanted = add_days(next_due, days)
    text = f"The day {days} days past the next due date, {american(next_due)}, is {american(wanted)}."
    reasons.append(Reason(True, text, "C-26"))
    longest = term_through(issued, most)
    if renewal and wanted < issued:
        reasons.insert(0, Reason(None, f"The balance to renew ended before {american(issued)}.", "C-2"))
        return _ruling("undetermined", None, None, reasons, code)
    shortest = issued if renewal else term_through(issued, least)
    through = min(max(wanted, shortest), longest)
    if renewal:
        reasons.append(Reason(True, "It is a renewal for the balance, so no shortest term applies.", "C-2"))
    elif wanted < shortest:
        reasons.append(Reason(True, f"The term is no shorter than {_years(least)}, to {american(through)}.", "C-1"))
    if wanted > longest:
        reasons.append(Reason(True, f"The term is no longer than {_years(most)}, to {american(through)}.", "V.V.B"))
    return _ruling("discharge", issued, through, reasons, code)


def _ruling(outcome: str, first: date | None, through: date | None, reasons: list[Reason], code: str) -> Ruling:
    return Ruling("discharge-permit-term", outcome, {"from": first, "through": through}, tuple(reasons), code)


def _years(years: int) -> str:
    return "one year" if years == 1 else f"{years} years"
