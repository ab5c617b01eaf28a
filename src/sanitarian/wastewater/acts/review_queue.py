"""The reports that wait for review stand on the worklist, among the clear ones or among those that need an eye."""

from sanitarian.core.records import open_task, ref
from sanitarian.wastewater.assessment import Assessment, assess
from sanitarian.wastewater.models import Report, System

REVIEW = "wastewater.review"


def queue_for_review(report: Report, assessment: Assessment) -> None:
    """Put a report on the worklist, with the first reason why it needs an eye. Part of an act."""
    why = "".join(f": {reason.text}" for reason in assessment.proposal.needs_an_eye[:1])
    open_task(
        REVIEW,
        ref(report),
        f"Review report {report.number}{why}",
        role="sanitarian",
        where=report.street_address or report.place_text,
        due=report.submitted_on,
        cite="V.V.A",
        needs_an_eye=not assessment.proposal.clear,
    )


def queue_again(system: System) -> None:
    """Sort the waiting reports of a system anew, after what is on record of the system has changed."""
    waiting = system.reports.filter(state=Report.State.SUBMITTED)
    for report in waiting.select_related("system__town", "parcel", "inspector__party"):
        queue_for_review(report, assess(report))
