"""The review queue, and one report beside the law's answers, decided by a named official."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from sanitarian.core.acts import ActRefused
from sanitarian.core.permissions import may
from sanitarian.desk.reports.queries import report_with_all
from sanitarian.desk.review.forms import AcceptForm, ConditionsForm, OtherwiseForm, SendBackForm
from sanitarian.desk.review.queries import PAGE, Key, finding_links, law_lines, queue, signing_problem, waiting_counts
from sanitarian.law.review import return_codes_for, waits_for_department
from sanitarian.wastewater.acts.decisions import Decided, accept_report, decide_otherwise, send_back
from sanitarian.wastewater.assessment import Assessment, assess
from sanitarian.wastewater.models import Decision, Report
from sanitarian.wastewater.returned import changes_since_return
from sanitarian.wastewater.shown import report_sections


def _key(text: str) -> Key | None:
    day, _, pk = text.partition("~")
    try:
        return date.fromisoformat(day), int(pk)
    except ValueError:
        return None


def review(request: HttpRequest) -> HttpResponse:
    """What waits for a decision: the ones that need an eye, with why, and the clear ones."""
    clear = request.GET.get("group") == "clear"
    after, before = _key(request.GET.get("after", "")), _key(request.GET.get("before", ""))
    rows = queue(needs_an_eye=not clear, after=after, before=before, size=PAGE + 1)
    more = len(rows) > PAGE
    if more:
        rows = rows[1:] if before else rows[:PAGE]
    group = "clear" if clear else "eye"
    context = {
        "counts": waiting_counts(),
        "group": group,
        "rows": rows,
        "previous_url": _page(group, "before", rows[0].key) if rows and (after or (before and more)) else "",
        "next_url": _page(group, "after", rows[-1].key) if rows and (more or before) else "",
    }
    return render(request, "desk/review/queue.html", context)


def _page(group: str, name: str, key: Key) -> str:
    return f"?group={group}&{name}={key[0].isoformat()}~{key[1]}"


def review_report(request: HttpRequest, report_id: int) -> HttpResponse:
    """The report on the left, the law's answer on the right; one act proposed, the others at hand."""
    report = report_with_all(report_id)
    if report is None:
        raise Http404
    if report.state != Report.State.SUBMITTED:
        if request.method == "POST":
            messages.info(request, _already(report))
        return redirect("desk:report", report.pk)
    found = assess(report)
    forms = _Forms(request, found)
    if request.method == "POST" and (done := _decide(request, report, forms)) is not None:
        return done
    return render(request, "desk/review/report.html", _context(request, report, found, forms))


def _already(report: Report) -> str:
    latest = report.decisions.select_related("official").order_by("-pk").first()
    if latest is None:
        return f"Report {report} does not wait for a decision."
    return f"Report {report} is decided already: {latest.get_outcome_display().lower()}, by {latest.official.name}."


class _Forms:
    """The forms of the page; the one that was sent is bound."""

    def __init__(self, request: HttpRequest, found: Assessment) -> None:
        self.do = request.POST.get("do", "") if request.method == "POST" else ""
        data = request.POST
        suggested = return_codes_for(found.rulings) or (["application"] if not _signed(found) else [])
        self.accept = AcceptForm(data if self.do == "accept" else None, prefix="accept")
        self.back = SendBackForm(data if self.do == "send-back" else None, prefix="back", initial={"codes": suggested})
        first = {"classification": found.classification, "permit_kind": "none"}
        self.otherwise = OtherwiseForm(
            data if self.do == "otherwise" else None, prefix="otherwise", initial=first, found=found.classification
        )
        self.accept_conditions = ConditionsForm(data if self.do == "accept" else None, prefix="conditions")
        self.otherwise_conditions = ConditionsForm(data if self.do == "otherwise" else None, prefix="other-conditions")
        self.refusal = ""


def _signed(found: Assessment) -> bool:
    return all(reason.cite != "C-28" for reason in found.proposal.obstacles)


def _decide(request: HttpRequest, report: Report, forms: _Forms) -> HttpResponse | None:
    """Do what was asked; None where the page is to be shown again with what stands in the way."""
    version = request.POST.get("version", "")
    if not version.isdigit():
        raise Http404
    try:
        said = _act(request, report, forms, int(version))
    except ActRefused as refusal:
        current = report_with_all(report.pk)
        if current is not None and current.state != Report.State.SUBMITTED:
            messages.info(request, _already(current))
            return redirect("desk:report", report.pk)
        forms.refusal = str(refusal)
        return None
    if said is None:
        return None
    messages.success(request, said)
    return redirect("desk:report", report.pk)


def _act(request: HttpRequest, report: Report, forms: _Forms, version: int) -> str | None:
    actor: Any = request.actor  # type: ignore[attr-defined]
    if forms.do == "accept" and forms.accept.is_valid() & forms.accept_conditions.is_valid():
        conditions = forms.accept_conditions.conditions()
        finding = forms.accept.cleaned_data["finding"]
        return _told(accept_report(actor, report.pk, finding=finding, conditions=conditions, version=version))
    if forms.do == "send-back" and forms.back.is_valid():
        send_back(actor, report.pk, **forms.back.cleaned_data, version=version)
        return f"Report {report.number} is sent back. The letter to the filer is among its papers."
    if forms.do == "otherwise" and forms.otherwise.is_valid() & forms.otherwise_conditions.is_valid():
        chosen = forms.otherwise.cleaned_data
        conditions = forms.otherwise_conditions.conditions() if chosen["permit_kind"] != "none" else []
        return _told(decide_otherwise(actor, report.pk, **chosen, conditions=conditions, version=version))
    return None


def _told(decided: Decided) -> str:
    if decided.permit is not None:
        return f"Permit {decided.permit.number} is issued. Its paper is ready to be mailed."
    return f"The report is accepted; the system is classified as {decided.decision.classification.replace('-', ' ')}."


def _context(request: HttpRequest, report: Report, found: Assessment, forms: _Forms) -> dict[str, Any]:
    actor: Any = request.actor  # type: ignore[attr-defined]
    proposed = found.proposal
    kind = proposed.permit if proposed.act == "issue" else "none"
    waits = waits_for_department(found.rulings) and not return_codes_for(found.rulings)
    return {
        "report": report,
        "sections": report_sections(report),
        "changes": changes_since_return(report),
        "attachments": list(report.attachments.order_by("pk")),
        "pipe_results": list(report.pipe_results.select_related("pipe")),
        "lines": law_lines(report, found),
        "proposal": proposed,
        "waits": waits,
        "finding_links": finding_links(report, found.rulings["outside-inspection"]) if waits else [],
        "classification": found.classification,
        "may_decide": may(actor, "wastewater.report.accept"),
        "signing_problem": signing_problem(actor, kind) if may(actor, "wastewater.report.accept") else "",
        "forms": forms,
        "bound_form": {"accept": forms.accept, "send-back": forms.back, "otherwise": forms.otherwise}.get(forms.do),
        "interim": kind == "interim",
        "earlier": list(Decision.objects.filter(report=report).select_related("official").order_by("-pk")[:5]),
    }
