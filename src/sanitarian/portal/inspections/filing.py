"""Filing a report from outside: find the place, answer step by step, submit. Every answer is kept as it is given."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from sanitarian.core.access import keeps_typing, kept_typing
from sanitarian.core.acts import ActRefused, StaleVersion
from sanitarian.core.dates import now
from sanitarian.core.limits import limited
from sanitarian.portal.inspections.forms import FilesForm, PlaceForm, StepForm
from sanitarian.portal.inspections.places import engaged_for
from sanitarian.portal.inspections.queries import OPEN
from sanitarian.portal.inspections.steps import Step, after, step_called, steps_for
from sanitarian.wastewater import entry
from sanitarian.wastewater.acts.reports import (
    attach,
    detach,
    enter_report,
    save_report,
    start_report,
    submit_report,
    withdraw_report,
)
from sanitarian.wastewater.filers import inspectors_of, reports_of
from sanitarian.wastewater.forms.report import PipeFormSet
from sanitarian.wastewater.models import Report
from sanitarian.wastewater.places import Place, place_for, place_of
from sanitarian.wastewater.returned import changed_fields, changes_since_return, latest_reasons
from sanitarian.wastewater.shown import report_sections

SEARCHES_PER_MINUTE = 30
_RELATED = ("system__town", "parcel__municipality", "parcel__village", "inspector__party")


def number_in(text: str | None) -> int | None:
    """A row's number from an address or a form; None for what is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 else None


def _uuid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


@limited("inspection-place", SEARCHES_PER_MINUTE)
def place(request: HttpRequest) -> HttpResponse:
    """Which property was inspected: by its number or its address, one at a time."""
    grounds = inspectors_of(request.actor)  # type: ignore[attr-defined]
    form = PlaceForm(request.GET if "q" in request.GET else None, use_required_attribute=False)
    found = None
    if form.is_bound and form.is_valid():
        found = engaged_for(form.cleaned_data["q"], form.cleaned_data["town"])
    context = {"form": form, "found": found, "grounds": grounds, "bases": Report.Basis, "token": uuid.uuid4()}
    return render(request, "inspections/place.html", context)


@require_POST
def start(request: HttpRequest) -> HttpResponse:
    """Begin the draft on a place; the same page sent twice begins one."""
    actor = request.actor  # type: ignore[attr-defined]
    token = _uuid(request.POST.get("token", ""))
    grounds = dict(inspectors_of(actor))
    basis = request.POST.get("basis", next(iter(grounds), ""))
    if token is None or basis not in grounds:
        raise Http404
    where = _place_asked(request)
    fields: dict[str, Any] = {"inspector": grounds[basis], "basis": basis}
    fields |= {name: value for name, value in entry.first_values(where, None).items() if name != "tax_map" or value}
    try:
        report = start_report(actor, token=token, system=where.system, parcel=where.parcel, **fields)
    except ActRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("portal:report-place")
    return redirect("portal:report-step", report.pk, steps_for(where)[0].key)


def _place_asked(request: HttpRequest) -> Place:
    wanted = request.POST.get("parcel", "")
    if not wanted:
        return Place()
    found = place_for(parcel_id=number_in(wanted) or 0)
    if found is None:
        raise Http404
    return found


def open_report(request: HttpRequest, report_id: int) -> Report:
    """A report of this filer; one of somebody else is not found."""
    actor = request.actor  # type: ignore[attr-defined]
    report = reports_of(actor).select_related(*_RELATED).filter(pk=report_id).first()
    if report is None:
        raise Http404
    return report


@keeps_typing
def step(request: HttpRequest, report_id: int, key: str) -> HttpResponse:
    """One step of a report: shown, saved as it is typed, or sent."""
    report = open_report(request, report_id)
    if report.state not in OPEN:
        return redirect("portal:report", report.pk)
    where = place_of(report)
    asked = step_called(key, where)
    if asked is None:
        raise Http404
    if asked.key == "check":
        return _check_page(request, report, where, asked)
    if asked.key == "files":
        return _files_page(request, report, where, asked)
    return _Answers(request, report, where, asked).page()


class _Answers:
    """One step's questions: shown as on record, or as just sent."""

    def __init__(self, request: HttpRequest, report: Report, where: Place, asked: Step) -> None:
        self.request, self.report, self.where, self.step = request, report, where, asked
        self.kept = kept_typing(request)
        sent = request.POST if request.method == "POST" else self.kept
        self.do = sent.get("do", "") if sent is not None else ""
        self.version = number_in(sent.get("version")) if sent is not None else report.version
        self.page_token = (_uuid(sent.get("page", "")) if sent is not None else None) or uuid.uuid4()
        if sent is not None and self.do == "add-pipe":
            sent = sent.copy()
            sent["pipe-TOTAL_FORMS"] = str(min((number_in(sent.get("pipe-TOTAL_FORMS")) or 0) + 1, 40))
        self.form = StepForm(sent, initial=entry.first_values(where, report), place=where, step=asked, report=report)
        self.rows = None
        if asked.key == "pipes":
            self.rows = PipeFormSet(sent, initial=entry.first_rows(report), prefix="pipe")

    def page(self) -> HttpResponse:
        if self.request.method != "POST":
            if self.kept is not None:
                messages.warning(self.request, "You were signed out while you typed. All you typed is here.")
            return self._shown()
        if self.do == "add-pipe":
            return self._shown()
        try:
            sound = self._save()
        except StaleVersion:
            return self._elsewhere()
        except ActRefused as refusal:
            self.form.add_error(None, str(refusal))
            sound = False
        if self.do == "autosave":
            return self._saved(sound)
        return self._go_on() if sound else self._shown(status=422)

    def _save(self) -> bool:
        """Keep every sound answer; whether all of them are sound."""
        actor, values = self.request.actor, self.form.sound_values()  # type: ignore[attr-defined]
        options: Any = {"version": self.version, "page": self.page_token}
        if self.rows is not None and self.rows.is_valid():
            pipes = [row.row() for row in self.rows if row.is_row]
            saved = enter_report(actor, token=self.report.token, fields=values, pipes=pipes, **options)
        else:
            saved = save_report(actor, self.report.pk, **options, **values)
        self.report = open_report(self.request, saved.pk)
        self.version = saved.version
        return self.form.is_valid() and (self.rows is None or self.rows.is_valid())

    def _go_on(self) -> HttpResponse:
        following = after(self.step, self.where) if self.do != "leave" else None
        if following is None:
            messages.success(self.request, "Your draft is saved. Go on whenever you like, here or on another device.")
            return redirect("portal:reports")
        return redirect("portal:report-step", self.report.pk, following.key)

    def _saved(self, sound: bool) -> HttpResponse:
        context = {"report": self.report, "version": self.version, "sound": sound, "at": now(),
                   "missing": entry.missing_of(self.report, self.where)}  # fmt: skip
        return render(self.request, "inspections/_saved.html", context)

    def _elsewhere(self) -> HttpResponse:
        """The draft was saved from another page meanwhile: say so, keep what is typed here, take neither silently."""
        labels = {name: str(field.label or name) for name, field in StepForm.base_fields.items()}
        changes = changed_fields(self.report, self.version or 1)
        named = [labels.get(name, name) for name in changes]
        if self.do == "autosave":
            context = {"report": self.report, "step": self.step, "fields": named}
            return render(self.request, "inspections/_elsewhere.html", context)
        self.version = self.report.version
        return self._shown(status=409, elsewhere=named)

    def _shown(self, *, status: int = 200, elsewhere: list[str] | None = None) -> HttpResponse:
        groups = self.form.shown(self.step)  # type: ignore[arg-type]
        context = _frame(self.report, self.where, self.step) | {
            "form": self.form, "groups": groups, "rows": self.rows, "version": self.version or "",
            "page": self.page_token, "missing": entry.missing_of(self.report, self.where), "elsewhere": elsewhere,
        }  # fmt: skip
        return render(self.request, "inspections/step.html", context, status=status)


def _frame(report: Report, where: Place, asked: Step) -> dict[str, Any]:
    """What every step shows: where one is, and which steps there are."""
    steps = steps_for(where)
    at = steps.index(asked)
    shown = [
        {
            "label": item.title, "url": reverse("portal:report-step", args=[report.pk, item.key]),
            "state": "current" if item is asked else "done" if place < at else "to-do",
        }
        for place, item in enumerate(steps)
    ]  # fmt: skip
    previous = steps[at - 1] if at else None
    return {
        "report": report, "place": where, "step": asked, "steps": shown, "number": at + 1, "of": len(steps),
        "previous_url": reverse("portal:report-step", args=[report.pk, previous.key]) if previous else "",
        "return_reasons": latest_reasons(report),
    }  # fmt: skip


def _files_page(request: HttpRequest, report: Report, where: Place, asked: Step) -> HttpResponse:
    """Photographs and papers: added one lot after the other, each kept at once."""
    form = FilesForm(use_required_attribute=False)
    if request.method == "POST":
        remove = number_in(request.POST.get("remove"))
        if remove is not None:
            return _removed(request, report, remove)
        form = FilesForm(request.POST, request.FILES, use_required_attribute=False)
        if form.is_valid() and _attached(request, report, form):
            return redirect("portal:report-step", report.pk, asked.key)
    context = _frame(report, where, asked) | {"form": form, "attachments": list(report.attachments.order_by("pk")),
        "next_url": reverse("portal:report-step", args=[report.pk, after(asked, where).key])}  # fmt: skip
    return render(request, "inspections/files.html", context, status=422 if form.errors else 200)


def _attached(request: HttpRequest, report: Report, form: FilesForm) -> bool:
    """Keep what can be kept; a file that cannot costs the others nothing."""
    actor = request.actor  # type: ignore[attr-defined]
    for upload in form.cleaned_data["attachments"]:
        try:
            attach(actor, report.pk, upload, kind=form.cleaned_data["kind"])
        except ActRefused as refusal:
            form.add_error("attachments", str(refusal))
    return not form.errors


def _removed(request: HttpRequest, report: Report, file_id: int) -> HttpResponse:
    try:
        detach(request.actor, report.pk, file_id)  # type: ignore[attr-defined]
    except ActRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("portal:report-step", report.pk, "files")


def _check_page(request: HttpRequest, report: Report, where: Place, asked: Step, refused: str = "") -> HttpResponse:
    """All at a glance: what is missing and why, who inspected, until when it is due; and the button."""
    if request.method == "POST":
        raise Http404
    context = _frame(report, where, asked) | {
        "missing": entry.missing_of(report, where), "sections": report_sections(report), "refused": refused,
        "attachments": list(report.attachments.order_by("pk")), "pipe_results": entry.first_rows(report),
        "changes": changes_since_return(report),
    }  # fmt: skip
    return render(request, "inspections/check.html", context, status=409 if refused else 200)


@require_POST
def submit(request: HttpRequest, report_id: int) -> HttpResponse:
    """File it, once however often this is sent."""
    report = open_report(request, report_id)
    if report.state not in OPEN:
        if report.state == Report.State.WITHDRAWN:
            return redirect("portal:report", report.pk)
        messages.info(request, f"Already received as {report.number}. Nothing was filed twice.")
        return redirect("portal:report", report.pk)
    try:
        filed = submit_report(request.actor, report.pk, version=number_in(request.POST.get("version")))  # type: ignore[attr-defined]
    except ActRefused as refusal:
        where = place_of(report)
        request.method = "GET"
        return _check_page(request, report, where, steps_for(where)[-1], refused=str(refusal))
    messages.success(request, f"Received as {filed.number}. Quote this number when you ask about it.")
    return redirect("portal:report", filed.pk)


@require_POST
def discard(request: HttpRequest, report_id: int) -> HttpResponse:
    """Give up a draft that was never filed."""
    report = open_report(request, report_id)
    try:
        withdraw_report(request.actor, report.pk, reason="Given up by whoever began it")  # type: ignore[attr-defined]
        messages.success(request, "The draft is given up.")
    except ActRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("portal:reports")
