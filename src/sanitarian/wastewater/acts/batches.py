"""Signing clear reports together: which may be, which are drawn for single review, one act for each."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, lock
from sanitarian.wastewater.acts.decisions import Decided, accept_report
from sanitarian.wastewater.assessment import assess
from sanitarian.wastewater.models import Report

BATCH_LIMIT = 100
"""How many reports are signed together at most."""


@dataclass(frozen=True)
class BatchPlan:
    """Which of the reports asked for may be signed together, and which were drawn or set aside for single review."""

    to_sign: tuple[int, ...]
    drawn: tuple[int, ...]
    set_aside: tuple[tuple[int, str], ...]


def is_drawn(report_id: int) -> bool:
    """Whether a report is among the random share that is always reviewed by itself (a setting).

    The draw is fixed for a report, and not to be foreseen, so that waiting a day or asking again changes nothing.
    """
    share = settings.SANITARIAN_BATCH_SINGLE_REVIEW_SHARE
    return random.Random(f"{settings.SECRET_KEY}:{report_id}").random() < share  # noqa: S311 - no secret hangs on it


def plan_batch(report_ids: Sequence[int]) -> BatchPlan:
    """Look at each report by itself; set aside what was drawn for single review, and what is not clear."""
    reports = Report.objects.filter(pk__in=report_ids, state=Report.State.SUBMITTED).select_related(
        "system", "parcel", "inspector__party"
    )
    clear, set_aside = [], []
    for report in reports:
        proposed = assess(report).proposal
        if proposed.clear:
            clear.append(report.pk)
        else:
            why = proposed.needs_an_eye[0].text if proposed.needs_an_eye else "The law proposes another act."
            set_aside.append((report.pk, why))
    drawn = [pk for pk in clear if is_drawn(pk)]
    return BatchPlan(
        to_sign=tuple(pk for pk in clear if pk not in drawn), drawn=tuple(drawn), set_aside=tuple(set_aside)
    )


@act("wastewater.reports.sign_batch")
def sign_one_of_batch(actor: Actor, report_id: int) -> Decided:
    """Sign one report of a batch: it is asked about again, and signed only if it is clear still.

    A batch is one transaction per report, so that one that fails costs the others nothing.
    """
    lock(Report, report_id)
    plan = plan_batch([report_id])
    if report_id in plan.drawn:
        raise ActRefused("This report was drawn for review by itself.")
    if report_id not in plan.to_sign:
        why = dict(plan.set_aside).get(report_id, "it does not wait for a decision")
        raise ActRefused(f"This report is not clear any more: {why}")
    return accept_report(actor, report_id, in_batch=True)
