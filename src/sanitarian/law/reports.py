"""Inspection reports: until when one must be in, whether it is complete, and which round it serves (V.IV, V.VI)."""

from datetime import date
from typing import Annotated

from sanitarian.law.data import limit
from sanitarian.law.dates import add_business_days, add_months, american, next_business_day
from sanitarian.law.facts import Count, FlagOrUnknown
from sanitarian.law.logic import at_least
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling


@rule("round-credit", "V.IV.A", "Whether an inspection counts for the round that is due on a day")
def round_credit(
    *,
    due: Annotated[date, "the due date of the round"],
    performed: Annotated[date, "the day of the inspection"],
    law_of: date | None = None,
) -> Ruling:
    """``satisfies`` from 12 months before the due date (B-11) through the due date rolled (B-19)."""
    code = law_version(law_of, "V")
    months = limit("credit_months", law_of)
    credit_from = add_months(due, -months)
    act_by = next_business_day(due)
    early, late = performed < credit_from, performed > act_by
    outcome = "too-early" if early else "late" if late else "satisfies"
    done = f"The inspection of {american(performed)}"
    reasons = [
        Reason(not early, f"{done} is not earlier than {months} months before the due date, {american(due)}.", "B-11"),
        Reason(not late, f"{done} is not later than the due date, {american(due)}.", "V.IV.A"),
    ]
    if act_by != due:
        text = f"The due date is no business day; an inspection on {american(act_by)} is still on time."
        reasons[1] = Reason(not late, f"{done} is not later than {american(act_by)}.", "V.IV.A")
        reasons.append(Reason(True, text, "B-19"))
    return Ruling("round-credit", outcome, {}, tuple(reasons), code)


@rule(
    "report-deadline",
    "V.VI.B.2",
    "Until when an inspector must submit an inspection",
    not_before=[("submitted", "performed")],
)
def report_deadline(
    *,
    performed: Annotated[date, "the day of the inspection"],
    submitted: Annotated[date | None, "the day on which it came in"] = None,
    law_of: date | None = None,
) -> Ruling:
    """30 business days after the day of the inspection: ``pending``, ``on-time`` or ``late``."""
    code = law_version(law_of, "V")
    days = limit("report_business_days", law_of)
    due = add_business_days(performed, days)
    text = f"An inspection of {american(performed)} is to be submitted within {days} business days"
    reasons = [Reason(True, f"{text}, by {american(due)}.", "V.VI.B.2")]
    if submitted is None:
        outcome = "pending"
        reasons.append(Reason(None, "It is not shown that the inspection has been submitted.", "V.VI.B.2"))
    else:
        outcome = "on-time" if submitted <= due else "late"
        reasons.append(Reason(submitted <= due, f"It was submitted on {american(submitted)}, in time.", "V.VI.B.2"))
    return Ruling("report-deadline", outcome, {"due": due}, tuple(reasons), code)


# The flags of a report in the order in which faults are named: what each says, and its section.
_FLAGS = (
    ("street_address", "The report gives the street address.", "V.IV.C.1"),
    ("tax_map", "The report gives the tax map, block and lot numbers.", "V.IV.C.1"),
    ("description", "The report describes the system.", "V.IV.C.2"),
    ("sizes", "The report gives sizes and dimensions, or says that they are unknown.", "V.IV.C.2"),
    ("construction_dates", "The report dates construction and repairs, or says that they are unknown.", "V.IV.C.3"),
    ("fixtures", "The report lists the fixtures that discharge to the system.", "V.IV.C.4"),
    ("occupancy", "The report describes occupancy and use over the year.", "V.IV.C.5"),
    ("distances", "The report lists the distances to wells, water and lot lines, or says unknown.", "V.IV.C.6"),
    ("operation_tested", "The system was tested in operation.", "V.V.B.2"),
    ("inspector_certified", "The inspector was certified by the department.", "V.IV.C"),
)


@rule("report-completeness", "V.IV.C", "Whether an inspection report covers what the code asks for")
def report_completeness(
    *,
    street_address: bool | None = None,
    tax_map: bool | None = None,
    description: bool | None = None,
    sizes: Annotated[bool | str | None, FlagOrUnknown()] = None,
    construction_dates: Annotated[bool | str | None, FlagOrUnknown()] = None,
    fixtures: bool | None = None,
    occupancy: bool | None = None,
    distances: Annotated[bool | str | None, FlagOrUnknown()] = None,
    operation_tested: Annotated[bool | None, "the system was tested in operation (V.B.2)"] = None,
    inspector_certified: bool | None = None,
    has_spdes: Annotated[bool | None, "the system has a State discharge (SPDES) permit"] = None,
    spdes_copy: Annotated[bool | None, "a copy of it is with the report"] = None,
    information_requested: Annotated[bool, "the department has asked for more (item 8)"] = False,
    information_received: bool | None = None,
    lake_front: Annotated[bool | None, "the parcel borders a lake of the schedule"] = None,
    drain_pipes: Annotated[int | None, Count(), "how many drain pipes border the lake"] = None,
    drain_pipe_results: Annotated[int | None, Count(), "how many of them have a laboratory result"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``complete`` or ``incomplete``, with the names that fail in the order of the report's items."""
    code = law_version(law_of, "V")
    given = (
        street_address, tax_map, description, sizes, construction_dates,
        fixtures, occupancy, distances, operation_tested, inspector_certified,
    )  # fmt: skip
    items = [
        (name, None if value is None else bool(value), text, cite)
        for (name, text, cite), value in zip(_FLAGS, given, strict=True)
    ]
    items += _discharge_permit_items(has_spdes, spdes_copy)
    if information_requested:
        items.append(("information_received", information_received, "The information asked for came in.", "V.IV.C.8"))
    items += _drain_pipe_items(lake_front, drain_pipes, drain_pipe_results)
    missing = tuple(name for name, holds, _, _ in items if not holds)
    reasons = tuple(Reason(holds, text, cite) for _, holds, text, cite in items)
    outcome = "incomplete" if missing else "complete"
    return Ruling("report-completeness", outcome, {"missing": missing}, reasons, code)


Item = tuple[str, bool | None, str, str]


def _discharge_permit_items(has_spdes: bool | None, spdes_copy: bool | None) -> list[Item]:
    answered = True if has_spdes is not None else None
    items: list[Item] = [
        ("has_spdes", answered, "It is shown whether the system has a State discharge permit.", "V.IV.C.7")
    ]
    if has_spdes:
        items.append(("spdes_copy", spdes_copy, "A copy of the State discharge permit is with the report.", "V.IV.C.7"))
    return items


def _drain_pipe_items(lake_front: bool | None, pipes: int | None, results: int | None) -> list[Item]:
    answered = True if lake_front is not None else None
    items: list[Item] = [("lake_front", answered, "It is shown whether the parcel borders a lake.", "V.IV.A.1")]
    if lake_front:
        items.append(("drain_pipes", True if pipes is not None else None, "The drain pipes are counted.", "V.IV.A.1"))
        enough = at_least(results, pipes or 0)
        items.append(("drain_pipe_results", enough, "Every drain pipe has a laboratory result.", "A-13"))
    return items
