"""What a filer sees: their own reports, in lists and one by one."""

from dataclasses import dataclass
from datetime import date

from sanitarian.core.actors import Actor
from sanitarian.core.dates import today
from sanitarian.law.reports import report_deadline
from sanitarian.law.ruling import Ruling
from sanitarian.wastewater.filers import reports_of
from sanitarian.wastewater.models import Report

PAGE = 25
OPEN = frozenset({Report.State.DRAFT, Report.State.SENT_BACK})
TONES = {
    Report.State.DRAFT: "plain", Report.State.SUBMITTED: "wait", Report.State.SENT_BACK: "due",
    Report.State.ACCEPTED: "good", Report.State.WITHDRAWN: "plain",
}  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A report in the filer's lists: its state, and until when it is or was to be filed (V.VI.B.2)."""

    report: Report
    deadline: Ruling | None

    @property
    def tone(self) -> str:
        return TONES[Report.State(self.report.state)]

    @property
    def late(self) -> bool:
        return self.deadline is not None and self.deadline.outcome == "late"

    @property
    def due(self) -> date | None:
        return self.deadline.values["due"] if self.deadline else None


def deadline_of(report: Report) -> Ruling | None:
    """Until when the report is due, judged by the day it came in, or by today while it has not."""
    performed, on = report.performed, report.submitted_on or today()
    return None if performed is None or performed > on else report_deadline(performed=performed, submitted=on)


def open_lines(actor: Actor) -> list[Line]:
    """What the filer has to go on with: sent back first, then drafts, latest first."""
    rows = reports_of(actor).filter(state__in=OPEN, migrated=False).select_related("parcel", "system")
    return [Line(report, deadline_of(report)) for report in rows.order_by("-state", "-pk")[: 2 * PAGE]]


def filed_lines(actor: Actor, before: int | None) -> tuple[list[Line], bool]:
    """A page of what was filed, the latest first, and whether there is more."""
    rows = reports_of(actor).filter(number__isnull=False, migrated=False).exclude(state=Report.State.SENT_BACK)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.select_related("parcel", "system").order_by("-pk")[: PAGE + 1])
    return [Line(report, deadline_of(report)) for report in found[:PAGE]], len(found) > PAGE
