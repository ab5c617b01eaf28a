"""What the register of inspectors and the page of one of them show, in a bounded number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from sanitarian.law.reports import report_deadline
from sanitarian.law.ruling import ImpossibleFacts, Ruling
from sanitarian.trades.facts import standing
from sanitarian.trades.models import Inspector
from sanitarian.wastewater.models import Report
from sanitarian.wastewater.others import Mandate, mandates

PAGE = 50
REPORTS = 20


@dataclass(frozen=True)
class Line:
    """An inspector, the law's answer about the certification on a day, and for whom else they inspect (V.XI)."""

    inspector: Inspector
    ruling: Ruling
    mandates: Sequence[Mandate] = ()

    @property
    def certified(self) -> bool:
        return self.ruling.outcome == "certified"

    @property
    def by_others_only(self) -> bool:
        """Whether they inspect for a municipality or for Syracuse, which asks for no certification."""
        return bool(self.mandates) and not self.certified

    @property
    def text(self) -> str:
        if self.by_others_only:
            return "Inspects under V.XI"
        return "Certified" if self.certified else "Not certified"

    @property
    def tone(self) -> str:
        """The colour: where nothing speaks against and something is not shown, it is not known."""
        if self.by_others_only:
            return "plain"
        if self.certified:
            return "good"
        return "bad" if any(reason.holds is False for reason in self.ruling.reasons) else "unknown"


@dataclass(frozen=True)
class Filed:
    """A report that was filed, and whether in time; no ruling where its dates do not allow one."""

    report: Report
    deadline: Ruling | None

    @property
    def late(self) -> bool:
        return self.deadline is not None and self.deadline.outcome == "late"


def matching(name: str) -> QuerySet[Inspector]:
    """Inspectors whose name holds ``name`` or whose number it is; all of them for blank."""
    found = Inspector.objects.select_related("party")
    return found.filter(Q(party__name__icontains=name) | Q(number__iexact=name)) if name else found


def page_of(name: str, day: date, *, after: int | None = None, before: int | None = None) -> tuple[list[Line], bool]:
    """A page of the register by name, and whether there is more in the direction of reading.

    ``after`` and ``before`` are the ids of the inspectors next to whom the page stands.
    """
    rows = matching(name).prefetch_related("courses")
    anchor = Inspector.objects.select_related("party").filter(pk=before or after or 0).first()
    backwards = anchor is not None and bool(before)
    if anchor is not None:
        last = anchor.party.name
        side = "lt" if backwards else "gt"
        rows = rows.filter(Q(**{f"party__name__{side}": last}) | Q(party__name=last, **{f"pk__{side}": anchor.pk}))
    order = ("-party__name", "-pk") if backwards else ("party__name", "pk")
    found = list(rows.order_by(*order)[: PAGE + 1])
    more = len(found) > PAGE
    found = found[:PAGE][::-1] if backwards else found[:PAGE]
    others = mandates(found, day)
    return [Line(row, standing(row, day, row.courses.all()), others.get(row.pk, ())) for row in found], more


def reports_filed(inspector: Inspector) -> list[Filed]:
    """The latest reports that came in from an inspector, each with the law on its deadline (V.VI.B.2)."""
    reports = inspector.reports.filter(submitted_on__isnull=False).select_related("system")
    return [Filed(report, _deadline(report)) for report in reports.order_by("-submitted_on", "-pk")[:REPORTS]]


def _deadline(report: Report) -> Ruling | None:
    if report.performed is None:
        return None
    try:
        ruling: Ruling = report_deadline(performed=report.performed, submitted=report.submitted_on)
    except ImpossibleFacts:  # old records may say that a report came in before its inspection
        return None
    return ruling
