"""A report as pages show it: its facts by section, who changed what, its papers, the lists of reports."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from sanitarian.core.models import JournalEntry, TimelineEntry
from sanitarian.core.records import ref
from sanitarian.letters.models import Letter
from sanitarian.parties.models import User
from sanitarian.wastewater.models import Report

PAGE = 50
TAGS: dict[str, str] = {
    Report.State.DRAFT: "plain", Report.State.SUBMITTED: "wait", Report.State.SENT_BACK: "due",
    Report.State.ACCEPTED: "good", Report.State.WITHDRAWN: "plain",
}  # fmt: skip
_WORDS = {True: "Yes", False: "No", None: None}
RELATED = ("system__town", "parcel__municipality", "inspector__party", "applicant")


def report_with_all(report_id: int) -> Report | None:
    """A report with what its page names."""
    return Report.objects.select_related(*RELATED).filter(pk=report_id).first()


def _fact(label: str, value: Any, cite: str = "", hint: str = "") -> dict[str, Any]:
    return {"label": label, "value": _WORDS.get(value, value) if isinstance(value, bool) else value,
            "cite": cite, "hint": hint}  # fmt: skip


def _or_unknown(extent: str, text: str) -> str | None:
    return "Not known, says the report" if extent == Report.Extent.UNKNOWN else text or None


def report_sections(report: Report) -> list[tuple[str, list[dict[str, Any]]]]:
    """What the report says, section by section, in the order of the form."""
    return [
        ("Inspection", _inspection(report)),
        ("The system", _items(report)),
        ("What was found", _findings(report)),
        ("Application for the permit", _application(report)),
    ]


def _inspection(report: Report) -> list[dict[str, Any]]:
    inspector = report.inspector
    return [
        _fact("Reason", report.get_purpose_display()),
        _fact("Inspector", str(inspector) if inspector else None, "V.VI"),
        _fact("Interest of the inspector", report.inspector_interest, "D-10"),
        _fact("Day of the inspection", report.performed and f"{report.performed:%B} {report.performed.day}, "
              f"{report.performed.year}"),
        _fact("Tested in operation", report.operation_tested, "V.V.B.2"),
        _fact("Gallons run", report.gallons_run),
        _fact("Dye used", report.dye_used),
        _fact("Last pumped before", report.pumped_before and f"{report.pumped_before:%m/%d/%Y}"),
    ]  # fmt: skip


def _items(report: Report) -> list[dict[str, Any]]:
    number = f"SPDES {report.spdes_number}" if report.spdes_number else ""
    return [
        _fact("Street address", report.street_address or report.place_text, "V.IV.C.1"),
        _fact("Tax map", report.tax_map, "V.IV.C.1"),
        _fact("Description", report.description, "V.IV.C.2"),
        _fact("Sizes", _or_unknown(report.sizes_extent, report.sizes), "V.IV.C.2"),
        _fact("Built, repaired", _or_unknown(report.dates_extent, report.construction_dates), "V.IV.C.3"),
        _fact("Fixtures", report.fixtures, "V.IV.C.4"),
        _fact("Occupancy and use", report.occupancy, "V.IV.C.5"),
        _fact("Distances", _or_unknown(report.distances_extent, report.distances), "V.IV.C.6"),
        _fact("State discharge permit", report.has_spdes, "V.IV.C.7", number),
        *([_fact("In force for the discharge", report.spdes_in_force, "C-27")] if report.has_spdes else []),
        *([_fact("Information asked for came in", report.information_received, "V.IV.C.8")]
          if report.information_requested else []),
        *([_fact("Drain pipes", report.drain_pipe_count, "V.III.G")] if report.drain_pipe_count is not None else []),
    ]  # fmt: skip


def _findings(report: Report) -> list[dict[str, Any]]:
    permit = report.valid_permit_detail
    return [
        _fact("Discharge to the surface", report.surface_discharge, "V.III.D"),
        _fact("Discharge to a watercourse", report.watercourse_discharge, "V.III.D"),
        _fact("Overflow points", report.overflow_points, "V.V.B.3"),
        _fact("Components in good order", report.components_good, "V.V.B.4"),
        _fact("A component is broken", report.broken_component, "C-5"),
        *([_fact("Pollution is likely", report.pollution_likely, "C-5")] if report.broken_component else []),
        _fact("Conforms with 75-A", report.conforms_75a, "V.V.B.5"),
        _fact("Built under a valid permit", report.valid_permit, "C-6", permit),
        _fact("Tank suits", report.tank_ok, "C-9"),
        _fact("Vertical separation", _feet(report.vertical_separation_ft), "V.V.B.5"),
        _fact("To a watercourse", _feet(report.watercourse_distance_ft), "C-11"),
        *([_fact("Remarks", report.remarks)] if report.remarks else []),
    ]


def _feet(value: Any) -> str | None:
    return None if value is None else f"{value.normalize():f} feet"


def _application(report: Report) -> list[dict[str, Any]]:
    role = {True: "agent of the owner", False: "owner", None: ""}[report.applicant_is_agent]
    signed = report.application_signed_on
    facts = [
        _fact("Signed by", report.applicant_name, "C-28", role),
        _fact("Signed on", signed and f"{signed:%B} {signed.day}, {signed.year}"),
    ]
    if report.applicant_is_agent:
        facts.append(_fact("Authorisation on file", bool(report.agent_authorised), "I.7.A"))
    return facts


@dataclass(frozen=True)
class Change:
    """Who saved a report since a version, when, and which fields."""

    by: str
    at: str
    fields: list[str]


def changes_since(report: Report, version: int, labels: dict[str, Any]) -> list[Change]:
    """What was saved after ``version``, oldest first, with the labels of the form."""
    entries = JournalEntry.objects.filter(subject=ref(report), act="wastewater.report.save").order_by("seq")
    told = [json.loads(body) for body in entries.values_list("body", flat=True)]
    later = [entry for entry in told if entry["details"].get("version", 0) > version]
    names = names_of(entry["actor"] for entry in later)
    return [
        Change(
            by=names.get(entry["actor"], entry["actor"]),
            at=entry["at"],
            fields=[labels.get(name, name.replace("_", " ")) for name in entry["details"]["fields"]],
        )
        for entry in later
    ]


def names_of(references: Iterable[str]) -> dict[str, str]:
    """The names behind references such as ``user:3``, in one query."""
    users = {reference for reference in references if reference.startswith("user:")}
    if not users:
        return {}
    found = User.objects.filter(pk__in=[int(reference.partition(":")[2]) for reference in users])
    return {f"user:{user.pk}": user.name for user in found}


def timeline_of(reference: str) -> list[dict[str, Any]]:
    """The history of a report or permit, newest first, for the timeline part."""
    entries = list(TimelineEntry.objects.filter(subject=reference).order_by("-on", "-pk")[:30])
    names = names_of(entry.actor for entry in entries)
    return [
        {
            "on": entry.on, "title": entry.title, "detail": entry.detail, "cite": entry.cite,
            "by": names.get(entry.actor, ""), "migrated": entry.migrated,
        }
        for entry in entries
    ]  # fmt: skip


def letters_about(references: list[str]) -> list[Letter]:
    """The papers about a report and its permits, newest first."""
    return list(Letter.objects.filter(subject__in=references).order_by("-pk")[:20])


def open_entries() -> list[Report]:
    """Drafts and reports sent back: what somebody has to go on with, latest first."""
    states = [Report.State.DRAFT, Report.State.SENT_BACK]
    return list(_listed().filter(state__in=states).order_by("-pk")[:PAGE])


def filed_reports(state: str, *, before: int | None = None, after: int | None = None) -> list[Report]:
    """One row more than a page of filed reports, the latest first, by key."""
    reports = _listed().filter(state=state) if state else _listed().filter(number__isnull=False)
    if after is not None:
        return list(reports.filter(pk__gt=after).order_by("pk")[: PAGE + 1])[::-1]
    if before is not None:
        reports = reports.filter(pk__lt=before)
    return list(reports.order_by("-pk")[: PAGE + 1])


def _listed() -> QuerySet[Report]:
    return Report.objects.select_related("system", "parcel", "inspector__party").filter(Q(migrated=False))
