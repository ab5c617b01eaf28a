"""What can be found about systems, reports and pump-outs: by their numbers.

Where they are is found by the parcel; a record whose place is not a parcel yet is found by the place as written.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from sanitarian.core.search import Doc, key_words, place_words
from sanitarian.county.search import place_titles
from sanitarian.wastewater.models import PumpOut, Report, System, SystemParcel

SYSTEM_KINDS = {"system": 3}
REPORT_KINDS = {"report": 5}
PUMP_OUT_KINDS = {"pumpout": 8}
_CHUNK = 2_000
_Place = tuple[str, str]  # how it is named, its town
_NOWHERE: _Place = ("", "")
T = TypeVar("T")


def _chunks(rows: Iterable[T]) -> Iterator[list[T]]:
    iterator = iter(rows)
    while some := list(islice(iterator, _CHUNK)):
        yield some


def system_docs(ids: Sequence[int] | None) -> Iterator[Doc]:
    """Documents of these systems, or of all."""
    systems = System.objects.order_by("pk")
    if ids is not None:
        systems = systems.filter(pk__in=ids)
    for some in _chunks(systems.iterator(chunk_size=_CHUNK)):
        links: dict[int, list[int]] = {}
        rows = SystemParcel.objects.filter(system__in=[system.pk for system in some]).order_by("-is_site", "pk")
        for system_id, parcel_id in rows.values_list("system_id", "parcel_id"):
            links.setdefault(system_id, []).append(parcel_id)
        places = place_titles([parcel for parcels in links.values() for parcel in parcels])
        for system in some:
            yield _system_doc(system, [places[parcel] for parcel in links.get(system.pk, [])])


def _system_doc(system: System, places: list[_Place]) -> Doc:
    gone = system.status == System.Status.ABANDONED
    return Doc(
        kind="system",
        ref=f"system:{system.pk}",
        title=system.number,
        subtitle="; ".join(title for title, _ in places) or system.description,
        town=places[0][1] if places else "",
        note="" if system.status == System.Status.IN_USE else system.get_status_display().lower(),
        head=f"{key_words(system.number)} {'' if places else place_words(system.description)}",
        standing=1 if gone else 0,
    )


def report_docs(ids: Sequence[int] | None) -> Iterator[Doc]:
    """Documents of these reports, or of all; drafts have no number and are not found."""
    reports = (
        Report.objects.filter(number__isnull=False)
        .select_related("inspector__party")
        .only("number", "state", "performed", "place_text", "street_address", "parcel_id", "inspector__party__name")
        .order_by("pk")
    )
    if ids is not None:
        reports = reports.filter(pk__in=ids)
    for some in _chunks(reports.iterator(chunk_size=_CHUNK)):
        places = place_titles([report.parcel_id for report in some if report.parcel_id])
        for report in some:
            yield _report_doc(report, places.get(report.parcel_id or 0, _NOWHERE))


def _report_doc(report: Report, place: _Place) -> Doc:
    title, town = place
    written = report.place_text or report.street_address
    inspector = report.inspector.party.name if report.inspector else ""
    inspected = f"inspected {report.performed:%m/%d/%Y}" if report.performed else ""
    return Doc(
        kind="report",
        ref=f"report:{report.pk}",
        title=report.number or "",
        subtitle=" · ".join(part for part in (title or written, inspected, inspector) if part),
        town=town,
        note="" if report.state == Report.State.ACCEPTED else report.get_state_display().lower(),
        head=f"{key_words(report.number or '')} {'' if report.parcel_id else place_words(written)}",
        standing=1 if report.state == Report.State.WITHDRAWN else 0,
    )


def pump_out_docs(ids: Sequence[int] | None) -> Iterator[Doc]:
    """Documents of these pump-outs, or of all: by number and by manifest."""
    pump_outs = (
        PumpOut.objects.select_related("hauler__party")
        .only(
            "number", "state", "duplicate_of_id", "pumped_on", "place_text", "parcel_id", "manifest_number",
            "hauler__party__name",
        )
        .order_by("pk")
    )  # fmt: skip
    if ids is not None:
        pump_outs = pump_outs.filter(pk__in=ids)
    for some in _chunks(pump_outs.iterator(chunk_size=_CHUNK)):
        places = place_titles([item.parcel_id for item in some if item.parcel_id])
        for item in some:
            yield _pump_out_doc(item, places.get(item.parcel_id or 0, _NOWHERE))


def _pump_out_doc(item: PumpOut, place: _Place) -> Doc:
    title, town = place
    manifest = f"manifest {item.manifest_number}" if item.manifest_number else ""
    parts = (title or item.place_text, f"pumped {item.pumped_on:%m/%d/%Y}", item.hauler.party.name, manifest)
    return Doc(
        kind="pumpout",
        ref=f"pumpout:{item.pk}",
        title=item.number,
        subtitle=" \u00b7 ".join(part for part in parts if part),
        town=town,
        note="" if item.counts else "duplicate" if item.duplicate_of_id else item.get_state_display().lower(),
        head=f"{key_words(item.number)} {key_words(item.manifest_number)}",
        standing=0 if item.counts else 1,
    )
