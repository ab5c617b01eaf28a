"""From a report on record to the form's first values, and what is missing while it is typed."""

from dataclasses import dataclass
from typing import Any

from sanitarian.core.dates import today
from sanitarian.law.reports import report_completeness, report_deadline
from sanitarian.law.review import RETURN_CODES, items_lacking
from sanitarian.law.ruling import Reason, Ruling
from sanitarian.law.transfers import pumped_before_inspection
from sanitarian.wastewater.credentials import credential, holds
from sanitarian.wastewater.facts import completeness_facts
from sanitarian.wastewater.forms.report import MAY_BE_UNKNOWN, EntryForm
from sanitarian.wastewater.models import Report
from sanitarian.wastewater.places import Place


def first_values(place: Place, report: Report | None) -> dict[str, Any]:
    """What the form shows when it is opened: the report on record, or what the register knows of the place."""
    if report is None:
        found: dict[str, Any] = {"purpose": Report.Purpose.ROUTINE}
        if place.parcel is not None:
            found |= {"street_address": place.parcel.address, "tax_map": place.parcel.shown_key}
        return found
    names = [column.name for column in Report._meta.concrete_fields]
    found = {name: report.serializable_value(name) for name in names}
    for _, tick, extent in MAY_BE_UNKNOWN:
        found[tick] = found[extent] == Report.Extent.UNKNOWN
    if found["applicant_is_agent"] is not None:
        found["applicant_is_agent"] = "agent" if found["applicant_is_agent"] else "owner"
    return found


def first_rows(report: Report | None) -> list[dict[str, Any]]:
    """The drain pipe results on record, for the rows of the form."""
    if report is None:
        return []
    yes_no = {True: "yes", False: "no", None: ""}
    return [
        {
            "pipe": item.pipe.label,
            "result": item.result,
            "unit": item.unit,
            "sampled": item.sampled,
            "laboratory": item.laboratory,
            "laboratory_certified": yes_no[item.laboratory_certified],
            "is_retest": item.is_retest,
        }
        for item in report.pipe_results.select_related("pipe")
    ]


@dataclass(frozen=True)
class Missing:
    """What a report still lacks, in words, each with its section; and whether the inspector and the day will do."""

    lacks: list[tuple[str, str]]
    standing: Ruling | None
    deadline: Ruling | None
    warnings: tuple[Reason, ...] = ()

    @property
    def complete(self) -> bool:
        return not self.lacks


def missing_on_form(form: EntryForm, pipes: set[str], *, files: bool) -> Missing:
    """What the form lacks as it stands; what was typed with a fault counts as not there."""
    form.is_valid()
    columns = {column.name for column in Report._meta.concrete_fields}
    typed = {name: value for name, value in form.values().items() if name in columns}
    return missing_of(Report(**typed), form.place, pipes=len(pipes), files=files)


def missing_of(report: Report, place: Place, *, pipes: int | None = None, files: bool | None = None) -> Missing:
    """What a report lacks. ``pipes`` with results and whether there are ``files`` are given while it is typed."""
    found = credential(report, place.parcel)
    facts = completeness_facts(
        report,
        lake_front=place.lake_front,
        certified=holds(found),
        pipes_with_results=pipes,
        copy_attached=files,
    )
    others = found if found is not None and found.rule == "outside-inspection" else None
    lacking = items_lacking(report_completeness(**facts), others)
    submitted = report.submitted_on or today()
    late = None
    if report.performed is not None and report.performed <= submitted:
        late = report_deadline(performed=report.performed, submitted=submitted)
    return Missing([RETURN_CODES[name] for name in lacking], found, late, _warnings(report))


def _warnings(report: Report) -> tuple[Reason, ...]:
    """What is worth a look, though the code does not ask for it."""
    if report.performed is None or report.pumped_before is None:
        return ()
    found = pumped_before_inspection(report.performed, [report.pumped_before])
    return (found,) if found else ()
