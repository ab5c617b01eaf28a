"""Signing clear reports together: look at the list, sign, see what was signed and what was not."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from sanitarian.core.acts import ActRefused
from sanitarian.core.permissions import may
from sanitarian.desk.review.queries import clear_for_batch, signing_problem, waiting_counts
from sanitarian.permits.models import Permit
from sanitarian.wastewater.acts.batches import BATCH_LIMIT, sign_one_of_batch
from sanitarian.wastewater.models import Report

_RESULTS = "batch_results"


def review_batch(request: HttpRequest) -> HttpResponse:
    """The clear reports, all ticked; those drawn for review by themselves stand apart."""
    actor: Any = request.actor  # type: ignore[attr-defined]
    if request.method == "POST":
        return _sign(request, actor)
    rows, drawn = clear_for_batch()
    context = {
        "rows": rows,
        "drawn": drawn,
        "counts": waiting_counts(),
        "limit": BATCH_LIMIT,
        "may_sign": may(actor, "wastewater.reports.sign_batch"),
        "signing_problem": signing_problem(actor, "discharge"),
    }
    return render(request, "desk/review/batch.html", context)


def _sign(request: HttpRequest, actor: Any) -> HttpResponse:
    """One act, and one transaction, for each report: one that fails costs the others nothing."""
    chosen = [int(pk) for pk in dict.fromkeys(request.POST.getlist("report")) if pk.isascii() and pk.isdigit()]
    if not chosen:
        messages.error(request, "No report is ticked. Tick those that you sign.")
        return redirect("desk:review-batch")
    if len(chosen) > BATCH_LIMIT:
        messages.error(request, f"At most {BATCH_LIMIT} reports are signed together. Tick fewer.")
        return redirect("desk:review-batch")
    results: list[tuple[int, int | None, str]] = []
    for report_id in chosen:
        try:
            decided = sign_one_of_batch(actor, report_id)
        except ActRefused as refusal:
            results.append((report_id, None, str(refusal)))
        else:
            results.append((report_id, decided.permit.pk if decided.permit else None, ""))
    request.session[_RESULTS] = results
    return redirect("desk:review-batch-done")


def review_batch_done(request: HttpRequest) -> HttpResponse:
    """What was signed, permit by permit, and what was not, with why."""
    results: list[tuple[int, int | None, str]] = request.session.get(_RESULTS, [])
    reports = Report.objects.in_bulk([report_id for report_id, _, _ in results])
    permits = Permit.objects.select_related("holder").in_bulk([pk for _, pk, _ in results if pk])
    context = {
        "signed": [(reports[pk], permits.get(permit)) for pk, permit, why in results if not why and pk in reports],
        "refused": [(reports.get(pk), why) for pk, _, why in results if why],
        "counts": waiting_counts(),
    }
    return render(request, "desk/review/batch_done.html", context)
