"""The review queue, and the law's answers on one report as the page shows them."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date

from django.db.models import Count, Q
from django.urls import reverse

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import today
from sanitarian.core.models import Task
from sanitarian.core.permissions import may
from sanitarian.core.records import ref_id
from sanitarian.core.templatetags.sanitarian import american_date, in_words
from sanitarian.law.review import RETURN_CODES, items_lacking
from sanitarian.law.ruling import Ruling
from sanitarian.permits.acts import signing_authority
from sanitarian.permits.kinds import kind_of
from sanitarian.wastewater.acts.batches import BATCH_LIMIT, is_drawn
from sanitarian.wastewater.acts.review_queue import REVIEW
from sanitarian.wastewater.assessment import Assessment
from sanitarian.wastewater.credentials import agreement_for
from sanitarian.wastewater.facts import site_of
from sanitarian.wastewater.models import Report
from sanitarian.wastewater.others import area_names

PAGE = 50
Key = tuple[date, int]


@dataclass(frozen=True)
class QueueRow:
    """A report that waits, and why it needs an eye."""

    key: Key
    report: Report
    why: str
    drawn: bool


def waiting_counts() -> dict[str, int]:
    """How many reports wait: those that need an eye, and the clear ones."""
    open_ones = Task.objects.filter(kind=REVIEW, closed_at__isnull=True)
    found = open_ones.aggregate(
        eye=Count("pk", filter=Q(needs_an_eye=True)), clear=Count("pk", filter=Q(needs_an_eye=False))
    )
    return {"eye": found["eye"], "clear": found["clear"]}


def queue(
    *, needs_an_eye: bool, after: Key | None = None, before: Key | None = None, size: int = PAGE
) -> list[QueueRow]:
    """The reports of one group, the one that came in first on top, by key."""
    tasks = Task.objects.filter(kind=REVIEW, closed_at__isnull=True, needs_an_eye=needs_an_eye, due__isnull=False)
    if before is not None:
        tasks = tasks.filter(due__lte=before[0]).filter(Q(due__lt=before[0]) | Q(pk__lt=before[1]))
        found = list(tasks.order_by("-due", "-pk")[:size])[::-1]
    else:
        if after is not None:
            tasks = tasks.filter(due__gte=after[0]).filter(Q(due__gt=after[0]) | Q(pk__gt=after[1]))
        found = list(tasks.order_by("due", "pk")[:size])
    return _rows(found)


def _rows(tasks: Iterable[Task]) -> list[QueueRow]:
    tasks = list(tasks)
    ids = [ref_id(task.subject) for task in tasks]
    reports = Report.objects.select_related("system", "parcel", "inspector__party").in_bulk(ids)
    return [
        QueueRow(
            key=(task.due or today(), task.pk),
            report=reports[pk],
            why=task.title.partition(": ")[2],
            drawn=not task.needs_an_eye and is_drawn(pk),
        )
        for task, pk in zip(tasks, ids, strict=True)
        if pk in reports
    ]


def clear_for_batch() -> tuple[list[QueueRow], list[QueueRow]]:
    """The clear reports to sign together, at most a batch of them, and those drawn for review by themselves."""
    rows = queue(needs_an_eye=False, size=BATCH_LIMIT)
    return [row for row in rows if not row.drawn], [row for row in rows if row.drawn]


@dataclass(frozen=True)
class LawLine:
    """One question about a report and the law's answer, with its reasons."""

    question: str
    answer: str
    tone: str
    ruling: Ruling | None
    detail: str = ""
    more: list[tuple[str, Ruling]] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)


_TONES = {
    "complete": "good", "incomplete": "bad", "on-time": "good", "late": "bad", "pending": "wait",
    "accepted": "good", "not-accepted": "bad",
    "certified": "good", "not-certified": "bad", "applies": "good", "does-not-apply": "bad", "undetermined": "unknown",
    "design-standards": "good", "existing-standards": "good", "substandard": "due", "failed": "bad",
    "discharge": "good", "interim": "due", "none": "bad", "complies": "good", "cleared-by-retest": "good",
    "cleared-by-origin": "good", "option-open": "due", "prohibited": "bad", "unscheduled": "plain",
}  # fmt: skip
_CREDIT = {"satisfies": "in time", "late": "late", "too-early": "too early, not served"}


def law_lines(report: Report, found: Assessment) -> list[LawLine]:
    """The law's answers, question by question, in the order in which an official asks."""
    lines = [
        _line(found, "report-completeness", "Is the report complete?"),
        _line(found, "report-deadline", "Did it come in on time?"),
        _credential(report, found),
        _line(found, "scope", "Does Article V apply here?"),
        _schedule(found),
        *(
            _line(found, name, f"Drain pipe “{name.partition(':')[2]}”")
            for name in found.rulings
            if name.startswith("drain-pipe:")
        ),
        _line(found, "classification", "How is the system classified?"),
        _term(found),
    ]
    return [line for line in lines if line is not None]


def _line(found: Assessment, name: str, question: str) -> LawLine | None:
    ruling = found.rulings.get(name)
    if ruling is None:
        return LawLine(question, "Not shown", "unknown", None)
    due = ruling.values.get("due") if name == "report-deadline" else None
    detail = f"Due by {american_date(due)}" if due else ""
    if name == "report-completeness":
        lacking = items_lacking(ruling, found.rulings.get("outside-inspection"))
        detail = " ".join(RETURN_CODES[code][0] for code in lacking)
    return LawLine(question, str(in_words(ruling.outcome)), _TONES.get(ruling.outcome, "plain"), ruling, detail)


def _credential(report: Report, found: Assessment) -> LawLine | None:
    """Whether who inspected was entitled to: by certification, or as a municipality or watershed inspector."""
    if report.basis == Report.Basis.CERTIFICATION:
        return _line(found, "inspector-standing", f"Was the inspector certified on {american_date(report.performed)}?")
    line = _line(found, "outside-inspection", "Does the department accept this inspection by others?")
    if line is None or line.ruling is None:
        return line
    return replace(line, detail=_by_whom(report), links=finding_links(report, line.ruling))


def _by_whom(report: Report) -> str:
    """Who inspected, and under which agreement."""
    who = report.get_basis_display()
    if report.basis != Report.Basis.MUNICIPALITY:
        return who
    agreement = agreement_for(report, site_of(report))
    if agreement is None:
        return f"{who}. No agreement with the inspector’s municipality covers this place on that day."
    return f"{who}. {area_names([agreement.area])[agreement.area]}: {agreement.document}."


def finding_links(report: Report, ruling: Ruling) -> list[tuple[str, str]]:
    """Where the department records what it has not found yet of an inspection by others: words and address."""
    missing, links = ruling.values["missing"], []
    if "local_law_meets_minimum" in missing:
        agreement = agreement_for(report, site_of(report))
        if agreement is None:
            links.append(("See the agreements", reverse("desk:agreements")))
        elif agreement.local_law_meets_minimum is None:
            address = reverse("desk:agreement", args=[agreement.pk])
            links.append(("Record the finding on the local law", address))
    if "within_area" in missing and ruling.outcome == "undetermined" and report.system_id is not None:
        links.append(("Record where the system lies", f"{reverse('desk:system', args=[report.system_id])}#correct"))
    if "course_attended" in missing and report.inspector_id is not None:
        links.append(("Record the inspector’s course", reverse("desk:inspector", args=[report.inspector_id])))
    return links


def _schedule(found: Assessment) -> LawLine | None:
    ruling = found.rulings.get("inspection-schedule")
    if ruling is None:
        return LawLine("Which inspections does it serve?", "Not shown", "unknown", None)
    served = [(item, credit) for item, credit in found.credits if credit.outcome != "too-early"]
    rounds = [(f"Due {american_date(item.due)}: {_CREDIT[credit.outcome]}", credit) for item, credit in found.credits]
    answer = f"{len(served)} inspection{'' if len(served) == 1 else 's'}" if served else "None that is open"
    following = f"The next one is due by {american_date(found.next_due)}." if found.next_due else "None is scheduled."
    years = ruling.values["cycle_years"]
    place = f"{in_words(ruling.outcome)}{f', every {years} years' if years else ''}. {following}"
    tone = "good" if served else "unknown" if ruling.outcome == "undetermined" else "plain"
    return LawLine("Which inspections does it serve?", answer, tone, ruling, place, rounds)


def _term(found: Assessment) -> LawLine:
    ruling = found.rulings["discharge-permit-term"]
    names = {"discharge": "Permit to discharge", "interim": "Interim permit", "none": "No permit"}
    first, last = ruling.values["from"], ruling.values["through"]
    detail = f"From {american_date(first)} through {american_date(last)}" if first else ""
    answer = names.get(ruling.outcome, str(in_words(ruling.outcome)))
    return LawLine("Which permit, and for how long?", answer, _TONES.get(ruling.outcome, "plain"), ruling, detail)


def signing_problem(actor: Actor, kind: str) -> str:
    """Why an official cannot sign a kind of permit today; empty where nothing is in the way."""
    if kind == "none":
        return ""
    if not may(actor, "permits.permit.issue"):
        return (
            f"Your role does not sign permits. A sanitarian or the Commissioner signs a {kind_of(kind).name.lower()}."
        )
    try:
        signing_authority(actor, kind, today())
    except ActRefused as refusal:
        return str(refusal)
    return ""
