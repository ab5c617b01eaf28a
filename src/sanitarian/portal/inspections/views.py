"""A filer's own reports, and what is due where the department shows it."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from sanitarian.core.files import file_response
from sanitarian.county.models import Municipality
from sanitarian.portal.inspections import queries
from sanitarian.portal.inspections.filing import number_in, open_report
from sanitarian.wastewater.models import Report
from sanitarian.wastewater.queries import PAGE, DueFilter, due_page
from sanitarian.wastewater.returned import changes_since_return, latest_reasons
from sanitarian.wastewater.shown import report_sections


@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """What I have to go on with, and what I filed."""
    actor, before = request.actor, number_in(request.GET.get("before"))  # type: ignore[attr-defined]
    filed, more = queries.filed_lines(actor, before)
    context = {
        "open": [] if before else queries.open_lines(actor),
        "filed": filed,
        "first_page": before is None,
        "next_url": f"?before={filed[-1].report.pk}" if filed and more else "",
    }
    return render(request, "inspections/reports.html", context)


@require_safe
def report(request: HttpRequest, report_id: int) -> HttpResponse:
    """One of my reports, as it is on record."""
    found = open_report(request, report_id)
    if found.state == Report.State.DRAFT:
        return redirect("portal:report-step", found.pk, "visit")
    permit = found.discharge_permits.select_related("permit").order_by("-permit").first()
    context = {
        "report": found,
        "tone": queries.TONES[Report.State(found.state)],
        "deadline": queries.deadline_of(found),
        "sections": report_sections(found),
        "attachments": list(found.attachments.order_by("pk")),
        "pipe_results": list(found.pipe_results.select_related("pipe")),
        "return_reasons": latest_reasons(found),
        "changes": changes_since_return(found),
        "classification": found.decisions.filter(final=True).values_list("classification", flat=True).first(),
        "permit": permit.permit if permit else None,
    }
    return render(request, "inspections/report.html", context)


@require_safe
def file(request: HttpRequest, report_id: int, file_id: int) -> HttpResponseBase:
    """A file of one of my reports; one of another report is not here (C37)."""
    found = open_report(request, report_id).attachments.filter(pk=file_id).first()
    if found is None:
        raise Http404
    return file_response(found.file, name=found.name, content_type=found.content_type)


@require_safe
def due(request: HttpRequest) -> HttpResponse:
    """Which systems are due, by town: only where the department shows inspectors this list."""
    if not settings.SANITARIAN_INSPECTORS_SEE_DUE:
        raise Http404
    towns = list(Municipality.objects.exclude(kind=Municipality.Kind.VILLAGE))
    town = next((item for item in towns if str(item.pk) == request.GET.get("town")), None)
    rows = due_page(DueFilter(town=town, status="open"), size=PAGE) if town else []
    return render(request, "inspections/due.html", {"towns": towns, "town": town, "rows": rows})
