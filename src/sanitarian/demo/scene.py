"""The demo's three weeks: reports that came in, decisions, permits changed, all by the acts themselves, day by day."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from sanitarian.core.actors import Actor
from sanitarian.core.dates import today, use_today
from sanitarian.demo.chance import SEED, Chance
from sanitarian.demo.findings import FINDINGS, items
from sanitarian.demo.inspectors import Inspectors
from sanitarian.demo.office import Office
from sanitarian.demo.systems import Site
from sanitarian.law.dates import is_business_day
from sanitarian.parties.models import Party
from sanitarian.trades.models import Inspector
from sanitarian.wastewater.acts.decisions import accept_report, decide_otherwise, send_back
from sanitarian.wastewater.acts.permits import usual_conditions
from sanitarian.wastewater.acts.pipes import NewPipeResult, notify_of_result
from sanitarian.wastewater.acts.reports import enter_report, submit_report, withdraw_report
from sanitarian.wastewater.models import Report, System

DAYS = 21
CLEAR = 40
_LABORATORY = "Finger Lakes Water Laboratory"
_UNIT = "CFU/100 mL"
_COPY = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    b"trailer<</Root 1 0 R>>\n%%EOF\n"
)


@dataclass(frozen=True)
class Filing:
    """A report to be filed: on what kind of place, by whom, what it says otherwise than a sound report would."""

    name: str
    place: str = "any"
    findings: str = "existing-standards"
    inspector: str = "steady"
    age: int = 16  # days from the inspection to the filing
    changes: Mapping[str, Any] = field(default_factory=dict)
    pipes: Sequence[tuple[str, str, bool]] = ()  # label, result, certified laboratory
    retests: Sequence[str] = ()  # results of the first pipe's three additional samples
    notified: bool = False
    copy: bool = False
    filed: bool = True


_UNSIGNED = {"application_signed_on": None, "applicant_name": "", "applicant_id": None}
UNCLEAR = (
    Filing("filed late", age=64),
    Filing("interest disclosed", changes={"inspector_interest": True}),
    Filing("interest not shown", changes={"inspector_interest": None}),
    Filing("the inspector owns the place", place="owned", inspector="owner"),
    Filing("certificate ran out", inspector="lapsed"),
    Filing("certificate revoked", inspector="revoked"),
    Filing("contractor for three years", inspector="too_new"),
    Filing("equivalence not accepted", inspector="not_accepted"),
    Filing("items missing", changes={"fixtures": "", "sizes_extent": "missing", "operation_tested": None}),
    Filing("findings not shown", findings="undetermined"),
    Filing("substandard", findings="substandard"),
    Filing("failed", findings="failed"),
    Filing("broken tank", findings="broken"),
    Filing("no application", changes=_UNSIGNED),
    Filing("agent without authorisation", changes={"applicant_is_agent": True, "agent_authorised": None}),
    Filing(
        "State permit without its copy",
        changes={"has_spdes": True, "spdes_number": "NY0270001", "spdes_in_force": True},
    ),
    Filing(
        "State permit with its copy",
        changes={"has_spdes": True, "spdes_number": "NY0270002", "spdes_in_force": True, "surface_discharge": True},
        copy=True,
    ),
    Filing("place not on record", place="unknown"),
    Filing("sewer not shown", place="sewer-unknown"),
    Filing("where it lies is not shown", place="undetermined"),
    Filing("not on the schedule", place="unscheduled"),
    Filing("pipe complies", place="lake-front", pipes=(("Pipe N", "12", True),)),
    Filing("pipe between the two readings", place="lake-front", pipes=(("Pipe N", "160", True),)),
    Filing("pipe exceeds", place="lake-front", pipes=(("Pipe N", "1,200", True), ("Pipe S", "<1", True))),
    Filing("pipe exceeds, owner notified", place="lake-front", pipes=(("Pipe N", "310", True),), notified=True, age=6),
    Filing(
        "pipe cleared by retests",
        place="lake-front",
        pipes=(("Pipe N", "260", True),),
        notified=True,
        retests=("150", "190", "<1"),
        age=25,
    ),
    Filing(
        "pipe prohibited after retests",
        place="lake-front",
        pipes=(("Pipe N", "260", True),),
        notified=True,
        retests=("199", "200", "201"),
        age=25,
    ),
    Filing("pipe too numerous to count", place="lake-front", pipes=(("Pipe N", "TNTC", True),)),
    Filing("laboratory not certified", place="lake-front", pipes=(("Pipe N", "18", False),)),
    Filing(
        "pipe without a result", place="lake-front", changes={"drain_pipe_count": 2}, pipes=(("Pipe N", "9", True),)
    ),
    Filing("surveyed far from the lake", place="surveyed"),
    Filing("sale of a house", changes={"purpose": "transfer"}),
)
DRAFTS = (
    Filing("draft, nearly done", filed=False),
    Filing(
        "draft, items missing", changes={"distances_extent": "missing", "distances": "", "dye_used": None}, filed=False
    ),
    Filing("draft without inspector", inspector="none", filed=False),
    Filing("draft for a lake-front place", place="lake-front", filed=False),
)
_DECIDED = (
    *(Filing(f"accepted {number}", findings="existing-standards") for number in range(9)),
    *(Filing(f"accepted to design {number}", findings="design-standards") for number in range(4)),
    *(Filing(f"interim {number}", findings="substandard") for number in range(3)),
    *(Filing(f"failed {number}", findings="failed") for number in range(2)),
    *(Filing(f"waits for its application {number}", changes=_UNSIGNED) for number in range(2)),
)  # fmt: skip
_RETURNED = (
    (Filing("sent back for items", changes={"fixtures": "", "occupancy": ""}), ("fixtures", "occupancy"), ""),
    (Filing("sent back for the certificate", inspector="lapsed"), ("inspector_certified",), ""),
    (Filing("sent back with a remark", findings="undetermined"), ("findings", "other"),
     "Please say whether the pump alarm sounded when it was tried."),
)  # fmt: skip


class Scene:
    """Plays the three weeks before ``on``. Every site takes part at most once."""

    def __init__(self, sites: Sequence[Site], inspectors: Inspectors, actors: Mapping[str, Actor], on: date) -> None:
        self.on, self.actors, self.inspectors = on, actors, inspectors
        self.chance = Chance(SEED, 71)
        self.holders = Party.objects.in_bulk([site.holder_id for site in sites if site.holder_id])
        self.pools = _pools(sites, inspectors, on, self.chance)
        weeks = (on - timedelta(days=back) for back in range(DAYS - 1, -1, -1))
        self.days = [day for day in weeks if is_business_day(day)]
        self.events: list[tuple[date, int, Callable[[], object]]] = []

    def play(self, clear: int = CLEAR) -> None:
        """File, decide and change permits, in the order of days."""
        for days, event in Office(self.actors, self.on).events():
            self._at(max(day for day in self.days if day <= self.on - timedelta(days=days)), event)
        for filing in _DECIDED:
            self._at(self._day(0.0, 0.6), self._decided(filing))
        for filing, codes, remark in _RETURNED:
            self._at(self._day(0.1, 0.8), self._returned(filing, codes, remark))
        self._at(self._day(0.2, 0.5), self._otherwise(Filing("decided otherwise", findings="existing-standards")))
        self._at(self._day(0.2, 0.5), self._withdrawn(Filing("withdrawn")))
        for filing in (*UNCLEAR, *DRAFTS):
            self._at(self._day(0.3, 1.0), partial(self.file, filing))
        for number in range(clear):
            place = "lake-front" if number % 9 == 4 else "any"
            changes = {"drain_pipe_count": 0} if place == "lake-front" else {}
            filing = Filing(f"clear {number}", place=place, changes=changes, findings=self._sound())
            self._at(self._day(0.55, 1.0), partial(self.file, filing))
        for day, _, event in sorted(self.events, key=lambda entry: entry[:2]):
            with use_today(day):
                event()

    def _at(self, day: date, event: Callable[[], object]) -> None:
        self.events.append((day, len(self.events), event))

    def _day(self, first: float, last: float) -> date:
        share = first + (last - first) * self.chance.share()
        return self.days[min(int(share * len(self.days)), len(self.days) - 1)]

    def _sound(self) -> str:
        return "design-standards" if self.chance.happens(0.3) else "existing-standards"

    def take(self, place: str) -> Site:
        """The next free place of a kind; in a small county, which may have none, any place."""
        return (self.pools[place] or self.pools["any"]).pop()

    def file(self, filing: Filing) -> Report:
        """Enter a report as the clerk does, and submit it unless it stays a draft."""
        clerk = self.actors["clerk"]
        performed = today() - timedelta(days=filing.age)
        fields = self._fields(filing, performed)
        fields = self._fields(filing, performed)
        uploads = [SimpleUploadedFile("spdes-permit.pdf", _COPY, "application/pdf")] if filing.copy else []
        report = enter_report(
            clerk, token=self.chance.token(), version=None, fields=fields, uploads=uploads,
            pipes=[*_results(filing.pipes, performed), *_retests(filing, performed)],
        )  # fmt: skip
        if filing.notified and report.parcel is not None:
            for pipe in report.parcel.drain_pipes.filter(results__report=report).distinct():
                notify_of_result(clerk, pipe.pk, on=performed + timedelta(days=3))
        return submit_report(clerk, report.pk) if filing.filed else report

    def _fields(self, filing: Filing, performed: date) -> dict[str, Any]:
        site = self.take("any" if filing.place == "unknown" else filing.place)
        holder = self.holders.get(site.holder_id or 0)
        fields = {
            **items(site, performed, self.chance),
            **FINDINGS[filing.findings],
            "inspector": self._inspector(filing.inspector),
            "performed": performed,
            "applicant": holder,
            "applicant_name": holder.name if holder else "",
            "drain_pipe_count": len(filing.pipes) if site.lake_front else None,
        }
        if filing.place == "unknown":
            fields |= {
                "place_text": "Camp at the end of Rockledge Rd, past the second gate", "street_address": "Rockledge Rd",
                "tax_map": "not known to the inspector", "applicant": None,
            }  # fmt: skip
        else:
            fields |= {"system": System.objects.get(pk=site.id), "parcel": site.parcel}
        changes = dict(filing.changes)
        if changes.pop("applicant_id", holder) is None:
            changes["applicant"] = None
        return fields | changes

    def _inspector(self, name: str) -> Inspector | None:
        if name == "none":
            return None
        if name == "steady":
            return self.chance.pick(self.inspectors.steady)
        found: Inspector = getattr(self.inspectors, name)
        return found

    def _decided(self, filing: Filing) -> Callable[[], object]:
        def event() -> None:
            report = self.file(filing)
            conditions = usual_conditions(("no-expansion", "repair", "pump-out", "report-failures"), today())
            interim = filing.findings == "substandard"
            accept_report(self.actors["sanitarian"], report.pk, conditions=conditions if interim else ())

        return event

    def _returned(self, filing: Filing, codes: Sequence[str], remark: str) -> Callable[[], object]:
        return lambda: send_back(self.actors["sanitarian"], self.file(filing).pk, codes=codes, remark=remark)

    def _otherwise(self, filing: Filing) -> Callable[[], object]:
        return lambda: decide_otherwise(
            self.actors["commissioner"], self.file(filing).pk, classification="substandard", permit_kind="interim",
            reason="The tank was found cracked at the outlet when it was pumped; the owner agrees to replace it.",
            conditions=usual_conditions(("repair", "report-failures"), self.on),
        )  # fmt: skip

    def _withdrawn(self, filing: Filing) -> Callable[[], object]:
        return lambda: withdraw_report(
            self.actors["clerk"],
            self.file(filing).pk,
            reason="Entered for the wrong property; filed again for the right one.",
        )


def _results(pipes: Sequence[tuple[str, str, bool]], sampled: date) -> list[NewPipeResult]:
    return [NewPipeResult(label, result, _UNIT, sampled, _LABORATORY, certified) for label, result, certified in pipes]


def _retests(filing: Filing, performed: date) -> list[NewPipeResult]:
    return [
        NewPipeResult(
            filing.pipes[0][0], result, _UNIT, performed + timedelta(days=4 + 2 * place), _LABORATORY, True, True
        )
        for place, result in enumerate(filing.retests)
    ]


def _pools(sites: Sequence[Site], inspectors: Inspectors, on: date, chance: Chance) -> dict[str, list[Site]]:
    """Free places of each kind, the first to be taken at the end. Clear cases come from rounds that are open now."""
    pools: dict[str, list[Site]] = {
        name: [] for name in ("any", "lake-front", "surveyed", "unscheduled", "undetermined", "sewer-unknown", "owned")
    }
    for site in chance.some(sites, len(sites)):
        if not site.abandoned_on and site.holder_id:
            pools[_pool_of(site, inspectors)].append(site)
    for name in ("any", "lake-front"):
        order = {site.number: (_round_open(site, on), chance.share()) for site in pools[name]}
        pools[name].sort(key=lambda site: order[site.number])
    return pools


def _pool_of(site: Site, inspectors: Inspectors) -> str:
    if site.holder_id == inspectors.owner.party_id:
        return "owned"
    if site.surveyed_ft is not None:
        return "surveyed"
    if any(parcel.x is None for parcel in site.parcels):
        return "undetermined"
    if site.ruling.outcome in {"unscheduled", "undetermined"}:
        return site.ruling.outcome
    if site.parcel.sewer != "private":
        return "sewer-unknown"
    return "lake-front" if site.lake_front else "any"


def _round_open(site: Site, on: date) -> bool:
    """Whether an inspection of last month counts for the round that stands."""
    return site.next_due is not None and site.next_due.replace(year=site.next_due.year - 1) <= on - timedelta(days=50)
