"""Entering reports: choose the place, type, save, submit; and the report as it is on record."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from sanitarian.core.access import keeps_typing, kept_typing
from sanitarian.core.acts import ActRefused, StaleVersion
from sanitarian.core.files import file_response
from sanitarian.core.permissions import may
from sanitarian.core.records import ref
from sanitarian.desk.reports import queries
from sanitarian.desk.reports.places import find_places
from sanitarian.wastewater import entry
from sanitarian.wastewater.acts.reports import enter_report, submit_report, withdraw_report
from sanitarian.wastewater.forms.report import FILES, PIPES, EntryForm, PipeFormSet
from sanitarian.wastewater.models import Report
from sanitarian.wastewater.places import Place, place_for, place_of
from sanitarian.wastewater.returned import changes_since_return
from sanitarian.wastewater.shown import report_sections

OPEN = {Report.State.DRAFT, Report.State.SENT_BACK}


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 else None


def reports(request: HttpRequest) -> HttpResponse:
    """Drafts, reports sent back, and what was filed, latest first."""
    state = request.GET.get("state", "")
    state = state if state in {"submitted", "accepted", "withdrawn"} else ""
    before, after = _number(request.GET.get("before")), _number(request.GET.get("after"))
    rows = queries.filed_reports(state, before=before, after=after)
    more = len(rows) > queries.PAGE
    if more:
        rows = rows[1:] if after is not None else rows[: queries.PAGE]
    keep = f"&state={state}" if state else ""
    context = {
        "open_entries": [(report, queries.TAGS[report.state]) for report in queries.open_entries()],
        "rows": [(report, queries.TAGS[report.state]) for report in rows],
        "state": state,
        "states": [("", "All"), ("submitted", "Submitted"), ("accepted", "Accepted"), ("withdrawn", "Withdrawn")],
        "previous_url": f"?after={rows[0].pk}{keep}" if rows and (before is not None or (after and more)) else "",
        "next_url": f"?before={rows[-1].pk}{keep}" if rows and (more or after is not None) else "",
    }
    return render(request, "desk/reports/list.html", context)


@keeps_typing
def report_new(request: HttpRequest) -> HttpResponse:
    """A new report: first the place, then the form. Nothing is on record until it is saved."""
    kept = kept_typing(request)
    asked = kept if kept is not None else request.POST if request.method == "POST" else request.GET
    place = _asked_place(asked)
    if place is None:
        query = asked.get("q", "").strip()
        context = {"query": query, "found": find_places(query) if query else []}
        return render(request, "desk/reports/choose.html", context)
    return _entry(request, place, None, kept)


def _asked_place(asked: QueryDict) -> Place | None:
    parcel, system = _number(asked.get("parcel")), _number(asked.get("system"))
    if parcel is None and system is None:
        return Place() if asked.get("place") == "free" else None
    return place_for(parcel_id=parcel, system_id=system)


@keeps_typing
def report_edit(request: HttpRequest, report_id: int) -> HttpResponse:
    """Go on with a draft, or mend a report that was sent back."""
    report = _report(report_id)
    if report.state not in OPEN:
        if request.method == "POST" and report.number:
            return _already(request, report)
        return redirect("desk:report", report.pk)
    return _entry(request, place_of(report), report, kept_typing(request))


def _report(report_id: int) -> Report:
    report = queries.report_with_all(report_id)
    if report is None:
        raise Http404
    return report


def _already(request: HttpRequest, report: Report) -> HttpResponse:
    messages.info(request, f"Already received as {report.number}. Nothing was filed twice.")
    return redirect("desk:report-received", report.pk)


def _entry(request: HttpRequest, place: Place, report: Report | None, kept: QueryDict | None) -> HttpResponse:
    """The form, opened or sent."""
    if request.method == "POST":
        return _sent(request, place, report)
    token = report.token if report else uuid.uuid4()
    if kept is not None:
        messages.warning(request, "You were signed out while you typed. All you typed is here; choose files again.")
        form, rows = EntryForm(kept, place=place), PipeFormSet(kept, prefix="pipe")
        version = _number(kept.get("version"))
        return _form_page(request, form, rows, report, token=kept.get("token") or token, version=version)
    form = EntryForm(initial=entry.first_values(place, report), place=place)
    rows = PipeFormSet(initial=entry.first_rows(report), prefix="pipe")
    return _form_page(request, form, rows, report, token=token, version=report.version if report else None)


def _sent(request: HttpRequest, place: Place, report: Report | None) -> HttpResponse:
    do, version = request.POST.get("do", "save"), _number(request.POST.get("version"))
    token = _token(request.POST.get("token", "")) if report is None else report.token
    known = Report.objects.filter(token=token).first()
    if known is not None and known.state not in OPEN:
        return _already(request, known)
    data: QueryDict = request.POST
    if do == "add-pipe":
        data = data.copy()
        data["pipe-TOTAL_FORMS"] = str(min((_number(data.get("pipe-TOTAL_FORMS")) or 0) + 1, 40))
    form = EntryForm(data, request.FILES, place=place, submitting=do == "submit")
    rows = PipeFormSet(data, prefix="pipe")
    if do == "add-pipe" or not (form.is_valid() & rows.is_valid()):
        return _form_page(request, form, rows, report or known, token=token, version=version, plain=do == "add-pipe")
    try:
        saved = enter_report(
            request.actor,  # type: ignore[attr-defined]
            token=token,
            version=version,
            fields=form.values(),
            pipes=[row.row() for row in rows if row.is_row],
            uploads=form.cleaned_data["attachments"],
        )
        version = saved.version
        if do == "submit":
            saved = submit_report(request.actor, saved.pk, version=saved.version)  # type: ignore[attr-defined]
    except StaleVersion as stale:
        form.add_error(None, str(stale))
        return _form_page(
            request, form, rows, Report.objects.get(token=token), token=token, version=version, stale=True
        )
    except ActRefused as refusal:
        known = Report.objects.filter(token=token).first()
        if known is not None and known.state not in OPEN:  # the same form, sent at the same time
            return _already(request, known)
        form.add_error(None, str(refusal))
        return _form_page(request, form, rows, report or known, token=token, version=version)
    if do == "submit":
        return redirect("desk:report-received", saved.pk)
    messages.success(request, "Draft saved. You can go on now, or later from the list of reports.")
    return redirect("desk:report-edit", saved.pk)


def _token(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        raise Http404 from None


def _form_page(
    request: HttpRequest, form: EntryForm, rows: Any, report: Report | None, *,
    token: Any, version: int | None, stale: bool = False, plain: bool = False,
) -> HttpResponse:  # fmt: skip
    pipes = {row["pipe"].value() for row in rows if row["pipe"].value() and row["result"].value()}
    files = bool(request.FILES) or (report is not None and report.attachments.exists())
    changes = []
    if stale and report is not None:
        labels = {name: field.label or name for name, field in form.fields.items()}
        changes = queries.changes_since(report, version or 1, labels)
        version = report.version
    if form.is_bound:
        lacking = entry.missing_on_form(form, pipes, files=files)
    else:
        lacking = entry.missing_of(_unsaved(form, report), form.place, pipes=len(pipes), files=files)
    if plain:
        form = EntryForm(initial=_typed(form), place=form.place)
    context = {
        "form": form,
        "rows": rows,
        "report": report,
        "place": form.place,
        "token": token,
        "version": version or "",
        "changes": changes,
        "missing": lacking,
        "pipes_section": PIPES,
        "files_key": FILES.key,
        "attachments": list(report.attachments.order_by("pk")) if report else [],
        "return_reasons": list(report.return_reasons.order_by("pk")) if report and report.number else [],
    }
    return render(request, "desk/reports/entry.html", context, status=409 if stale else 200)


def _typed(form: EntryForm) -> dict[str, Any]:
    """What a form holds without judging it, to show it again."""
    return {name: form[name].value() for name in form.fields if name != "attachments"}


def _unsaved(form: EntryForm, report: Report | None) -> Report:
    """What is on record of a report, or what a new one begins with, for asking what it lacks."""
    if report is not None:
        return report
    columns = {column.name for column in Report._meta.concrete_fields}
    return Report(**{name: value for name, value in form.initial.items() if name in columns})


@require_POST
def report_missing(request: HttpRequest) -> HttpResponse:
    """What the form lacks as it is typed: a part of the page. Nothing is saved."""
    place = _asked_place(request.POST) or Place()
    form, rows = EntryForm(request.POST, place=place), PipeFormSet(request.POST, prefix="pipe")
    known = Report.objects.filter(token=_token(request.POST.get("token", ""))).first()
    files = bool(request.POST.get("attachments")) or (known is not None and known.attachments.exists())
    pipes = {row["pipe"].value() for row in rows if row["pipe"].value() and row["result"].value()}
    lacking = entry.missing_on_form(form, pipes, files=files)
    return render(request, "wastewater/missing.html", {"missing": lacking})


def report_received(request: HttpRequest, report_id: int) -> HttpResponse:
    """The number to quote, after a report was filed."""
    report = _report(report_id)
    if report.number is None:
        return redirect("desk:report-edit", report.pk)
    return render(request, "desk/reports/received.html", {"report": report})


def report(request: HttpRequest, report_id: int) -> HttpResponse:
    """A report as it is on record, with its files, decisions, papers and history."""
    found = _report(report_id)
    decisions = list(found.decisions.select_related("official", "discharge_permit__permit").order_by("-pk"))
    permits = list(found.discharge_permits.select_related("permit").order_by("-permit"))
    waits = found.state == Report.State.ACCEPTED and not permits and _may_have_permit(decisions)
    actor = request.actor  # type: ignore[attr-defined]
    context = {
        "report": found,
        "tag": queries.TAGS[found.state],
        "sections": report_sections(found),
        "changes": changes_since_return(found),
        "attachments": list(found.attachments.order_by("pk")),
        "pipe_results": list(found.pipe_results.select_related("pipe")),
        "return_reasons": list(found.return_reasons.order_by("-given_on", "pk")),
        "decisions": decisions,
        "permits": permits,
        "letters": queries.letters_about([ref(found), *(ref(item.permit) for item in permits)]),
        "entries": queries.timeline_of(ref(found)),
        "waits": waits,
        "may_decide": may(actor, "wastewater.report.accept"),
        "may_edit": found.state in OPEN and may(actor, "wastewater.report.save"),
        "may_withdraw": found.state in OPEN | {Report.State.SUBMITTED} and may(actor, "wastewater.report.withdraw"),
    }
    return render(request, "desk/reports/report.html", context)


def _may_have_permit(decisions: list[Any]) -> bool:
    """Whether the report's classification allows a permit that has not been issued."""
    final = next((decision for decision in decisions if decision.final), None)
    return bool(
        final and final.outcome == "accept" and final.classification not in {"failed", "incomplete", "undetermined"}
    )


@require_POST
def report_withdraw(request: HttpRequest, report_id: int) -> HttpResponse:
    """Withdraw a report that is not decided."""
    found = _report(report_id)
    try:
        withdraw_report(request.actor, found.pk, reason=request.POST.get("reason", ""))  # type: ignore[attr-defined]
    except ActRefused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, f"Report {found} is withdrawn. It stays on record.")
    return redirect("desk:report", found.pk)


def report_file(request: HttpRequest, report_id: int, file_id: int) -> HttpResponseBase:
    """A file that came with this report; one of another report is not here (C37)."""
    found = _report(report_id).attachments.filter(pk=file_id).first()
    if found is None:
        raise Http404
    return file_response(found.file, name=found.name, content_type=found.content_type)
