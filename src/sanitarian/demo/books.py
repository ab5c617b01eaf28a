"""Puts the past on record in bulk: systems, rounds, reports, permits and what timelines tell of them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import models, transaction

from sanitarian.core.dates import county_zone
from sanitarian.core.models import NumberSeries, Task, TimelineEntry
from sanitarian.county.imports.bulk import insert, reserve_ids
from sanitarian.demo.chance import SEED, Chance
from sanitarian.demo.findings import FINDINGS, description, items
from sanitarian.demo.past import Past, PastPermit, PastReport
from sanitarian.demo.systems import Site
from sanitarian.law.dates import next_business_day
from sanitarian.parties.models import Party
from sanitarian.permits.kinds import kind_of
from sanitarian.permits.models import Permit
from sanitarian.wastewater.acts.decisions import FAILED
from sanitarian.wastewater.models import (
    DischargePermit,
    DrainPipe,
    DrainPipeResult,
    Report,
    Round,
    System,
    SystemParcel,
)

_LABORATORY = "Finger Lakes Water Laboratory"
_CLEAN = ("<1", "4", "12", "36", "88", "140", "200")


def add(model: type[models.Model], rows: Iterable[dict[str, Any]]) -> None:
    """Insert rows given by column, the others with their defaults."""
    names, defaults, calls = [], [], []
    for place, column in enumerate(model._meta.concrete_fields):
        names.append(column.attname)
        made_per_row = callable(column.default)
        defaults.append(None if made_per_row else column.get_default())
        if made_per_row:
            calls.append((place, column))
    places = {name: place for place, name in enumerate(names)}

    def full(row: dict[str, Any]) -> list[Any]:
        values = defaults.copy()
        for place, column in calls:
            if column.attname not in row:
                values[place] = column.get_default()
        for name, value in row.items():
            values[places[name]] = value
        return values

    keep_id = [name for name in names if name != "id"]
    rows = iter(rows)
    first = next(rows, None)
    if first is None:
        return
    if "id" in first or "id" not in places:
        insert(model, names, (full(row) for row in _again(first, rows)))
    else:
        insert(model, keep_id, (full(row)[1:] for row in _again(first, rows)))


def _again(first: dict[str, Any], rest: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    yield first
    yield from rest


@transaction.atomic
def write(past: Past, sites: Sequence[Site], on: date) -> None:
    """Put the whole past on record."""
    chance = Chance(SEED, 61)
    _write_systems(sites, chance)
    _number(past)
    _write_reports(past.reports, chance)
    _write_rounds(past)
    _write_permits(past.permits)
    _write_pipes(past.reports, chance)
    _write_timelines(past, sites)
    _write_tasks(past, sites, on)


def _write_systems(sites: Sequence[Site], chance: Chance) -> None:
    for place, (site, pk) in enumerate(zip(sites, reserve_ids(System, len(sites)), strict=True), start=1):
        site.id, site.number = pk, f"WS-{place:06d}"
    add(
        System,
        (
            {
                "id": site.id,
                "number": site.number,
                "status": System.Status.ABANDONED if site.abandoned_on else System.Status.IN_USE,
                "description": description(site, chance),
                "built_year": site.built,
                "tank_gallons": site.tank,
                "bedrooms": site.bedrooms,
                "surveyed_distance_ft": site.surveyed_ft,
                "schedule_class": site.ruling.outcome,
                "cycle_years": site.ruling.values["cycle_years"],
                "next_due": site.next_due,
                "town_id": site.town_id,
                "classification": site.classification,
                "last_inspected": site.last_inspected,
                "abandoned_on": site.abandoned_on,
            }
            for site in sites
        ),
    )
    add(
        SystemParcel,
        (
            {"system_id": site.id, "parcel_id": parcel.pk, "is_site": place == 0}
            for site in sites
            for place, parcel in enumerate(site.parcels)
        ),
    )
    NumberSeries.objects.update_or_create(name="WS", defaults={"last": len(sites)})


def _number(past: Past) -> None:
    """Numbers and rows in the order of filing and issue, as they would have been given."""
    series: Counter[str] = Counter()
    past.reports.sort(key=lambda report: (report.submitted, report.site.number, report.performed))
    for report, pk in zip(past.reports, reserve_ids(Report, len(past.reports)), strict=True):
        name = f"IR-{report.submitted.year}"
        series[name] += 1
        report.id, report.number = pk, f"{name}-{series[name]:05d}"
    past.permits.sort(key=lambda permit: (permit.issued, permit.site.number, permit.starts))
    for permit, pk in zip(past.permits, reserve_ids(Permit, len(past.permits)), strict=True):
        name = f"{kind_of(permit.kind).series}-{permit.issued.year}"
        series[name] += 1
        permit.id, permit.number = pk, f"{name}-{series[name]:05d}"
    NumberSeries.objects.bulk_create(NumberSeries(name=name, last=last) for name, last in sorted(series.items()))


def at_noon(day: date) -> datetime:
    """A moment on a day of the past, of which only the day is known."""
    return datetime.combine(day, time(12), county_zone())


def _write_reports(reports: Sequence[PastReport], chance: Chance) -> None:
    names = dict(Party.objects.filter(pk__in={r.site.holder_id for r in reports}).values_list("id", "name"))

    def rows() -> Iterator[dict[str, Any]]:
        for report in reports:
            site = report.site
            report.pipes = _pipe_count(site, chance) if site.lake_front else None
            yield {
                "id": report.id,
                "number": report.number,
                "state": Report.State.ACCEPTED,
                "token": chance.token().hex,  # both databases take it as text
                "purpose": report.purpose,
                "system_id": site.id,
                "parcel_id": site.parcel.pk,
                "inspector_id": report.inspector_id,
                "performed": report.performed,
                "submitted_on": report.submitted,
                "received_at": at_noon(report.submitted),
                **items(site, report.performed, chance),
                **FINDINGS[report.classification],
                "drain_pipe_count": report.pipes,
                "applicant_id": site.holder_id,
                "applicant_name": names.get(site.holder_id or 0, ""),
                "entered_by": "migration",
                "migrated": True,
            }

    add(Report, rows())


def _pipe_count(site: Site, chance: Chance) -> int:
    if not site.drain_pipes:
        site.drain_pipes = 1 + (chance.pick((1, 1, 2, 3)) if chance.happens(0.35) else 0)
    return site.drain_pipes - 1


def _write_rounds(past: Past) -> None:
    past.rounds.sort(key=lambda item: (item.due, item.site.number))
    add(
        Round,
        (
            {
                "system_id": item.site.id,
                "due": item.due,
                "act_by": next_business_day(item.due),
                "credit_from": item.due.replace(year=item.due.year - 1),
                "schedule_class": item.site.ruling.outcome,
                "cycle_years": item.site.ruling.values["cycle_years"],
                "town_id": item.site.town_id,
                "status": item.status,
                "satisfied_by_id": item.report.id if item.report else None,
                "performed": item.report.performed if item.report else None,
                "void_reason": "The system is abandoned" if item.status == "void" else "",
                "migrated": item.status != Round.Status.OPEN,
            }
            for item in past.rounds
        ),
    )


def _write_permits(permits: Sequence[PastPermit]) -> None:
    add(
        Permit,
        (
            {
                "id": permit.id,
                "number": permit.number,
                "kind": permit.kind,
                "holder_id": permit.site.holder_id,
                "parcel_id": permit.site.parcel.pk,
                "place": permit.site.parcel.address[:250],
                "town": permit.site.town,
                "purpose": f"discharge of wastewater from system {permit.site.number}",
                "issued_on": permit.issued,
                "starts": permit.starts,
                "through": permit.through,
                "surrendered_on": permit.surrendered,
                "status_reason": "Connected to the public sewer." if permit.surrendered else "",
                "sections": ["V.III.A", "V.IV.A", "C-2" if permit.balance else "V.V.A"],
                "renews_id": permit.renews.id if permit.renews else None,
                "migrated": True,
            }
            for permit in permits
        ),
    )
    add(
        DischargePermit,
        (
            {
                "permit_id": permit.id,
                "system_id": permit.site.id,
                "report_id": permit.report.id,
                "classification": permit.classification,
                "next_due": permit.next_due,
            }
            for permit in permits
        ),
    )


def _write_pipes(reports: Sequence[PastReport], chance: Chance) -> None:
    """The drain pipes of fronting places, and the results that came with the latest report of each."""
    latest = {report.site.id: report for report in reports if report.pipes}
    pipes = [(report, f"Pipe {number}") for report in latest.values() for number in range(1, (report.pipes or 0) + 1)]
    pipes = list({(report.site.parcel.pk, label): (report, label) for report, label in pipes}.values())
    ids = reserve_ids(DrainPipe, len(pipes))
    add(
        DrainPipe,
        (
            {"id": pk, "parcel_id": report.site.parcel.pk, "label": label}
            for pk, (report, label) in zip(ids, pipes, strict=True)
        ),
    )
    add(
        DrainPipeResult,
        (
            {
                "report_id": report.id,
                "pipe_id": pk,
                "result": chance.pick(_CLEAN),
                "sampled": report.performed,
                "laboratory": _LABORATORY,
                "laboratory_certified": True,
            }
            for pk, (report, _) in zip(ids, pipes, strict=True)
        ),
    )


def _write_timelines(past: Past, sites: Sequence[Site]) -> None:
    lines: dict[date, list[dict[str, Any]]] = defaultdict(list)

    def tell(site: Site, day: date, verb: str, title: str, ref: str, cite: str, *more: str) -> None:
        subjects = [f"system:{site.id}", *(f"parcel:{parcel.pk}" for parcel in site.parcels), *more]
        lines[day].extend(
            {"subject": subject, "on": day, "verb": verb, "title": title, "ref": ref, "cite": cite, "migrated": True}
            for subject in subjects
        )

    for report in past.reports:
        title = f"Report {report.number} accepted: {report.classification.replace('-', ' ')}"
        ref = f"report:{report.id}"
        tell(report.site, report.decided, "report.accepted", title, ref, "V.V.A", ref)
    for permit in past.permits:
        ref, renewed = f"permit:{permit.id}", permit.renews is not None and permit.report is permit.renews.report
        title = f"Permit {permit.number} {'renews ' + permit.renews.number if renewed and permit.renews else 'issued'}"
        cite = "C-2" if permit.balance else "V.V.B" if permit.kind == "discharge" else "V.V.C"
        tell(permit.site, permit.issued, "permit.renewed" if renewed else "permit.issued", title, ref, cite, ref)
        if permit.surrendered:
            tell(
                permit.site, permit.surrendered, "permit.surrendered", f"Permit {permit.number} surrendered", ref,
                "I.7.B.4", ref,
            )  # fmt: skip
    for site in sites:
        if site.abandoned_on:
            tell(
                site, site.abandoned_on, "system.abandoned", f"System {site.number} abandoned", f"system:{site.id}", ""
            )
    add(TimelineEntry, (line for day in sorted(lines) for line in lines[day]))


def _write_tasks(past: Past, sites: Sequence[Site], on: date) -> None:
    """Systems that failed in the last three years and were not repaired stand on the worklist."""
    last: dict[int, PastReport] = {report.site.id: report for report in past.reports}
    recent = on - timedelta(days=3 * 365)
    Task.objects.bulk_create(
        Task(
            kind=FAILED,
            subject=f"system:{site.id}",
            title=f"System {site.number} has failed: order repairs",
            where=site.parcel.address,
            role="sanitarian",
            due=last[site.id].decided,
            cite="V.V.G.4",
            opened_at=at_noon(last[site.id].decided),
        )
        for site in sites
        if site.classification == "failed" and not site.abandoned_on and last[site.id].decided > recent
    )
