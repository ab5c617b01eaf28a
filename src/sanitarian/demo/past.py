"""What happened before the demo began: ten years of rounds, inspections and permits of one system after another.

Each system gets what the law would have given it then: the schedule's due dates, the credit of its inspections, and
terms of permits from the same functions that the acts ask.
"""

from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache

from sanitarian.demo.chance import Chance
from sanitarian.demo.systems import Site
from sanitarian.law.dates import add_years, next_business_day
from sanitarian.law.reports import report_deadline, round_credit
from sanitarian.law.schedule import due_dates
from sanitarian.law.terms import discharge_permit_term

YEARS = 10
REPAIRED = {"failed": "design-standards", "substandard": "existing-standards"}
_FIRST_CLASSES = (("existing-standards", 0.68), ("design-standards", 0.2), ("substandard", 0.09), ("failed", 0.03))
_SETTLED = timedelta(days=16)  # what was inspected until so long before the demo began was decided by then
_OUTCOMES = {"satisfies": "satisfied", "late": "late"}


@dataclass(slots=True)
class PastReport:
    """An inspection report that was accepted."""

    site: Site
    inspector_id: int
    performed: date
    submitted: date
    decided: date
    classification: str
    purpose: str
    signed: bool = True
    pipes: int | None = None
    id: int = 0
    number: str = ""


@dataclass(slots=True)
class PastRound:
    """A round; open ones have no report."""

    site: Site
    due: date
    status: str = "open"
    report: PastReport | None = None


@dataclass(slots=True)
class PastPermit:
    """A permit that was issued, on a report or as the renewal of another."""

    site: Site
    report: PastReport
    kind: str
    classification: str
    issued: date
    starts: date
    through: date
    next_due: date | None
    renews: "PastPermit | None" = None
    balance: bool = False
    surrendered: date | None = None
    id: int = 0
    number: str = ""


@dataclass
class Past:
    """The history of the whole county, in no order yet."""

    rounds: list[PastRound] = field(default_factory=list)
    reports: list[PastReport] = field(default_factory=list)
    permits: list[PastPermit] = field(default_factory=list)


@lru_cache(maxsize=65_536)
def _term(classification: str, issued: date, next_due: date | None, renewal: bool) -> tuple[date | None, date | None]:
    values = discharge_permit_term(
        classification=classification, issued=issued, next_due=next_due, unscheduled=next_due is None, renewal=renewal
    ).values
    return values["from"], values["through"]


@lru_cache(maxsize=65_536)
def _credit(due: date, performed: date) -> str:
    return round_credit(due=due, performed=performed).outcome


@lru_cache(maxsize=8_192)
def latest_filing(performed: date) -> date:
    """The last day on which a report of an inspection is on time (VI.B.2)."""
    last: date = report_deadline(performed=performed, submitted=None).values["due"]
    return last


def make_past(sites: list[Site], inspector_ids: list[int], on: date, began: date, chance: Chance) -> Past:
    """The history of all systems up to the day before ``began``; open rounds stand as of ``on``."""
    past = Past()
    for site in sites:
        _Story(past, site, inspector_ids, on, began, chance).tell()
    return past


class _Story:
    """One system's ten years."""

    def __init__(self, past: Past, site: Site, inspector_ids: list[int], on: date, began: date, chance: Chance) -> None:
        self.past, self.site, self.chance = past, site, chance
        self.inspector_ids = inspector_ids
        self.on, self.began = on, began
        self.state = self._first_class()
        self.waiting: list[PastRound] = []
        self.permit: PastPermit | None = None

    def tell(self) -> None:
        if self.site.ruling.values["cycle_years"] is None:
            self._unscheduled()
        else:
            self._scheduled()
        if self.permit is not None:
            self._renew_until(self.began)
        if self.permit is not None and self.chance.happens(0.004):
            self._abandon()

    def _first_class(self) -> str:
        draw = self.chance.share()
        for name, share in _FIRST_CLASSES:
            draw -= share
            if draw < 0:
                return name
        return _FIRST_CLASSES[0][0]

    def _unscheduled(self) -> None:
        """Only a sale brings an inspection."""
        if self.chance.happens(0.4):
            performed = self.began - timedelta(days=self.chance.between(30, 365 * YEARS))
            self._inspect(next_business_day(performed), "transfer", None)

    def _scheduled(self) -> None:
        first = max(add_years(self.on, -YEARS), date(self.site.built + 1, 1, 1))
        after = self.site.ruling.values["next_due"]
        dues = [due for due in due_dates(self.site.ruling, first, self.on) if due < after]
        for due in dues:
            self._round(due, self._past_inspection(due))
        performed = self._early_inspection(after)
        self._round(after, performed)
        if performed is not None:
            following = self._after(after)
            self.site.next_due = following
            self.past.rounds.append(PastRound(self.site, following))

    def _after(self, due: date) -> date:
        return due.replace(year=due.year + self.site.ruling.values["cycle_years"])

    def _past_inspection(self, due: date) -> date | None:
        draw = self.chance.share()
        if draw < 0.9:
            performed = due - timedelta(days=self.chance.between(3, 340))
        elif draw < 0.965:
            performed = due + timedelta(days=self.chance.between(4, 260))
        else:
            return None
        return performed if performed < self.began - _SETTLED else None

    def _early_inspection(self, due: date) -> date | None:
        """An inspection for the round that stands, where its year has begun already."""
        opens = due.replace(year=due.year - 1)
        days = (self.began - _SETTLED - opens).days
        if days < 1 or not self.chance.happens(0.7 * min(days / 365, 1.0)):
            return None
        return opens + timedelta(days=self.chance.between(0, days - 1))

    def _round(self, due: date, performed: date | None) -> None:
        item = PastRound(self.site, due)
        self.past.rounds.append(item)
        self.waiting.append(item)
        if performed is None:
            return
        purpose = "transfer" if self.chance.happens(0.08) else "routine"
        self._inspect(next_business_day(performed), purpose, self._after(due))

    def _inspect(self, performed: date, purpose: str, next_due: date | None) -> None:
        """An inspection, the rounds that it closes, its permit; a failed system is repaired and looked at again."""
        if performed.year < self.site.built:
            return
        if self.permit is not None:
            self._renew_until(performed)
        report = self._report(performed, purpose)
        still = []
        for item in self.waiting:
            credit = _credit(item.due, performed)
            if credit in _OUTCOMES:
                item.status, item.report = _OUTCOMES[credit], report
            else:
                still.append(item)
        self.waiting = still
        self._issue(report, next_due)
        if self.state in REPAIRED and self.chance.happens(0.9 if self.state == "failed" else 0.5):
            again = next_business_day(performed + timedelta(days=self.chance.between(50, 240)))
            if again < self.began - _SETTLED and (next_due is None or again < next_due):
                self.state = REPAIRED[self.state]
                if self.permit is not None:
                    self._renew_until(again)
                self._issue(self._report(again, "complaint"), next_due)
        elif self.state == "existing-standards" and self.chance.happens(0.03):
            self.state = self.chance.pick(("failed", "substandard", "substandard"))

    def _report(self, performed: date, purpose: str) -> PastReport:
        late = self.chance.happens(0.03)
        days = (latest_filing(performed) - performed).days
        wait = days + self.chance.between(1, 9) if late else self.chance.between(2, days - 10)
        wait = min(wait, (self.began - performed).days - 8)
        submitted = next_business_day(performed + timedelta(days=wait))
        report = PastReport(
            site=self.site, inspector_id=self.chance.pick(self.inspector_ids), performed=performed, submitted=submitted,
            decided=min(next_business_day(submitted + timedelta(days=self.chance.between(1, 9))), self.began),
            classification=self.state, purpose=purpose,
        )  # fmt: skip
        self.past.reports.append(report)
        self.site.classification, self.site.last_inspected = self.state, performed
        return report

    def _issue(self, report: PastReport, next_due: date | None) -> None:
        if report.classification == "failed":
            return
        starts, through = _term(report.classification, report.decided, next_due, False)
        if starts is None or through is None:
            return
        kind = "interim" if report.classification == "substandard" else "discharge"
        self._permit(
            PastPermit(
                self.site, report, kind, report.classification, report.decided, starts, through, next_due, self.permit
            )
        )

    def _permit(self, permit: PastPermit) -> None:
        self.permit = permit
        self.past.permits.append(permit)

    def _renew_until(self, until: date) -> None:
        """Renewals that came before a day: for the balance of a round (C-2), or of an interim permit, year by year."""
        while self.permit is not None and self.permit.through < until:
            old = self.permit
            issued = next_business_day(old.through - timedelta(days=self.chance.between(2, 40)))
            starts = max(issued, old.through + timedelta(days=1))
            balance = old.kind == "discharge"
            if balance and (old.next_due is None or old.through >= old.next_due):
                return
            if starts >= self.began or not self.chance.happens(0.9 if balance else 0.72):
                return
            first, through = _term(old.classification, starts, old.next_due, balance)
            if first is None or through is None:
                return
            self._permit(
                PastPermit(
                    self.site, old.report, old.kind, old.classification, min(issued, self.began), first, through,
                    old.next_due, old, balance,
                )
            )  # fmt: skip

    def _abandon(self) -> None:
        """The house was connected to the public sewer: the permit is given up, what is open no longer holds."""
        permit = self.permit
        assert permit is not None  # noqa: S101 - the caller asked
        day = next_business_day(max(permit.starts, self.began - timedelta(days=900)) + timedelta(days=20))
        if day >= self.began:
            return
        permit.surrendered = day
        self.site.abandoned_on, self.site.next_due = day, None
        for item in self.past.rounds[::-1]:
            if item.site is not self.site:
                break
            if item.status == "open":
                item.status = "void"
