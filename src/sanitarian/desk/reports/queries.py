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
RELATED = ("system__town", "parcel__municipality", "inspector__party", "applicant")


def report_with_all(report_id: int) -> Report | None:
    """A report with what its page names."""
    return Report.objects.select_related(*RELATED).filter(pk=report_id).first()


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
