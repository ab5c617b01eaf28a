"""An accepted report whose permit waits: the application, the drain pipes, and issuing it at last."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import today
from sanitarian.core.forms.fields import AmericanDateField
from sanitarian.core.permissions import may
from sanitarian.county.queries import owners_on
from sanitarian.desk.reports.queries import report_with_all
from sanitarian.desk.review.forms import ConditionsForm
from sanitarian.desk.review.queries import law_lines, signing_problem
from sanitarian.parties.models import Party
from sanitarian.wastewater.acts.decisions import issue_waiting_permit
from sanitarian.wastewater.acts.pipes import find_origin, notify_of_result
from sanitarian.wastewater.acts.reports import record_application, record_later_result
from sanitarian.wastewater.assessment import assess
from sanitarian.wastewater.forms.report import PipeForm
from sanitarian.wastewater.models import DrainPipe, Report


class ApplicationForm(forms.Form):
    """The signed application that came later (C-28)."""

    role = forms.ChoiceField(
        label="Who signed it?", choices=[("owner", "The owner"), ("agent", "An agent of the owner")],
        widget=forms.RadioSelect,
    )  # fmt: skip
    applicant = forms.ModelChoiceField(
        Party.objects.none(), required=False, label="Owner on record", empty_label="Nobody of those on record"
    )
    name = forms.CharField(label="Name as signed", max_length=200, required=False)
    authorised = forms.BooleanField(label="The owner’s authorisation of the agent is on file", required=False)
    signed_on = AmericanDateField(label="Signed on")

    def __init__(self, *args: Any, report: Report, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        owners = owners_on(report.parcel, today()) if report.parcel is not None else []
        rows = Party.objects.filter(pk__in=[owner.party_id for owner in owners])
        self.fields["applicant"].queryset = rows  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if not found.get("name") and not found.get("applicant"):
            self.add_error("name", "Choose the owner, or enter the name as signed.")
        return found


class NoticeForm(forms.Form):
    """The day on which the owner was given an exceeding result (A-4)."""

    on = AmericanDateField(label="Owner was given the result on")


class OriginForm(forms.Form):
    """Whether the bacteria are proven to come from elsewhere (A-8)."""

    elsewhere = forms.TypedChoiceField(
        label="Where do the bacteria come from?", coerce=lambda value: value == "yes", widget=forms.RadioSelect,
        choices=[("yes", "Proven to come from elsewhere"), ("no", "Not proven to come from elsewhere")],
    )  # fmt: skip
    evidence = forms.CharField(label="Evidence", max_length=1_000, widget=forms.Textarea({"rows": 3}))


def review_waiting(request: HttpRequest, report_id: int) -> HttpResponse:
    """What keeps the permit of an accepted report back, and the forms that mend it."""
    report = report_with_all(report_id)
    if report is None:
        raise Http404
    if report.state != Report.State.ACCEPTED or report.discharge_permits.exists():
        return redirect("desk:report", report.pk)
    found = _forms(request, report)
    refusal = ""
    if request.method == "POST":
        try:
            said = _act(request, report, found)
        except ActRefused as refused:
            refusal = str(refused)
        else:
            if said:
                messages.success(request, said)
                issued = request.POST.get("do") == "issue"
                return redirect("desk:report" if issued else "desk:review-waiting", report.pk)
    return render(request, "desk/review/waiting.html", _context(request, report, found, refusal))


def _forms(request: HttpRequest, report: Report) -> dict[str, Any]:
    do = request.POST.get("do", "")
    sent: Callable[[str], Any] = lambda name: request.POST if do == name else None  # noqa: E731
    return {
        "application": ApplicationForm(sent("application"), prefix="application", report=report),
        "result": PipeForm(sent("result"), prefix="result", initial={"is_retest": True, "laboratory_certified": "yes"}),
        "notice": NoticeForm(sent("notice"), prefix="notice"),
        "origin": OriginForm(sent("origin"), prefix="origin"),
        "issue": ConditionsForm(sent("issue"), prefix="conditions"),
    }


def _act(request: HttpRequest, report: Report, found: dict[str, Any]) -> str:
    """Do what was asked and say so; nothing where a form has a fault."""
    actor: Any = request.actor  # type: ignore[attr-defined]
    do = request.POST.get("do", "")
    if do not in found or not found[do].is_valid():
        return ""
    values = found[do].cleaned_data
    if do == "application":
        owner = values["applicant"]
        record_application(
            actor, report.pk, applicant=owner, applicant_name=values["name"] or owner.name,
            applicant_is_agent=values["role"] == "agent", agent_authorised=values["authorised"],
            signed_on=values["signed_on"],
        )  # fmt: skip
        return "The application is on file."
    if do == "result" and found[do].is_row:
        record_later_result(actor, report.pk, found[do].row())
        return "The result is on file."
    if do in {"notice", "origin"}:
        pipe = _pipe_of(report, request.POST.get("pipe", ""))
        if do == "notice":
            notify_of_result(actor, pipe.pk, on=values["on"])
            return "The owner's notice is on record."
        find_origin(actor, pipe.pk, **values)
        return "The finding is on record."
    if do == "issue":
        permit = issue_waiting_permit(actor, report.pk, conditions=found[do].conditions()).permit
        return f"Permit {permit.number if permit else ''} is issued. Its paper is ready to be mailed."
    return ""


def _pipe_of(report: Report, number: str) -> DrainPipe:
    """A pipe that this report brings results of, and no other (C37)."""
    pipe = DrainPipe.objects.filter(pk=int(number) if number.isdigit() else 0, results__report=report).first()
    if pipe is None:
        raise Http404
    return pipe


def _context(request: HttpRequest, report: Report, found: dict[str, Any], refusal: str) -> dict[str, Any]:
    actor: Any = request.actor  # type: ignore[attr-defined]
    assessed = assess(report)
    kind = assessed.permit_kind
    results = list(report.pipe_results.select_related("pipe"))
    pipes = {item.pipe_id: item.pipe for item in results}
    do = request.POST.get("do", "")
    return {
        "report": report,
        "obstacles": assessed.proposal.obstacles,
        "ready": assessed.proposal.act == "issue",
        "lines": law_lines(report, assessed),
        "pipes": [(pipe, assessed.rulings.get(f"drain-pipe:{pipe.label}")) for pipe in pipes.values()],
        "results": results,
        "needs_application": any(reason.cite == "C-28" for reason in assessed.proposal.obstacles),
        "forms": found,
        "bound_form": found.get(do),
        "interim": kind == "interim",
        "refusal": refusal,
        "signing_problem": signing_problem(actor, kind) if may(actor, "wastewater.permit.issue_waiting") else "",
        "may_issue": may(actor, "wastewater.permit.issue_waiting"),
        "may_find_origin": may(actor, "wastewater.pipe.find_origin"),
    }
