"""Rows of this room as the law's typed facts: one translation for pages, acts, batches and commands."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sanitarian.county.facts import PlaceFacts
from sanitarian.county.models import Parcel
from sanitarian.county.queries import places_of
from sanitarian.law.logic import any_of
from sanitarian.law.review import most_restrictive, not_asked
from sanitarian.law.ruling import Ruling
from sanitarian.law.schedule import fronts_a_lake, inspection_schedule
from sanitarian.law.scope import scope
from sanitarian.wastewater.models import Report, System

_NO_SCHEDULE = dict.fromkeys(
    ("cycle_years", "anchor_year", "previous_due", "next_due", "act_by", "credit_from", "pipe_next_due")
)
_EXTENT = {"given": True, "unknown": "unknown", "missing": None}


def site_of(report: Report) -> Parcel | None:
    """The parcel on which the inspected system lies; the report's own where the system has none."""
    if report.system is not None:
        link = report.system.links.select_related("parcel").order_by("-is_site", "id").first()
        if link is not None:
            return link.parcel
    return report.parcel


@dataclass(frozen=True)
class SystemPlace:
    """Where a system's parcels lie, and what the schedule says for each; the most restrictive stands (B-16)."""

    rulings: dict[int, Ruling]
    places: dict[int, PlaceFacts]
    ruling: Ruling
    scope: Ruling
    lake_front: bool | None
    system_distance_ft: Decimal | None = None


def scope_of(parcel: Parcel, place: PlaceFacts) -> Ruling:
    """Whether Article V applies to a parcel (I.B, I.C). Only a shown public sewer takes it out (C26)."""
    return scope_by_sewer(parcel.sewer, fronts_a_lake(place.municipality, place.fronts, place.distance_ft))


def scope_by_sewer(sewer: str | None, borders: bool | None = None) -> Ruling:
    """Whether Article V applies, by the parcel's sewer; whether it borders a lake matters to its drain pipes only."""
    sewered = {"public": True, "private": False, "none": False}.get(sewer or "")
    return scope(
        in_county="wholly",
        public_sewer=sewered,
        municipal_spdes_plant=False,
        lake_border_drain_pipe=False if borders is False else None,
    )


def borders_a_lake(places: Iterable[PlaceFacts]) -> bool | None:
    """Whether one of the places that a system serves borders a lake; not shown where there is no place."""
    found = [fronts_a_lake(place.municipality, place.fronts, place.distance_ft) for place in places]
    return any_of(found) if found else None


def schedule_of(place: PlaceFacts, *, system_distance_ft: Any = None, as_of: date | None = None) -> Ruling:
    """What the inspection schedule says for a place (V.IV.A); a place without a town is not asked about."""
    if place.municipality is None:
        return not_asked("inspection-schedule", "The municipality is not shown.", "V.IV.A", **_NO_SCHEDULE)
    return inspection_schedule(
        municipality=place.municipality,
        fronts=place.fronts,
        distance_ft=place.distance_ft,
        system_distance_ft=system_distance_ft,
        watershed=place.watershed,
        as_of=as_of,
    )


def place_system(system: System, parcels: Iterable[Parcel], as_of: date | None = None) -> SystemPlace:
    """Ask the schedule for a system, over all parcels that it serves."""
    parcels = list(parcels)
    places = places_of(parcels)
    rulings = {
        pk: schedule_of(place, system_distance_ft=system.surveyed_distance_ft, as_of=as_of)
        for pk, place in places.items()
    }
    scopes = [scope_of(parcel, places[parcel.pk]) for parcel in parcels]
    return SystemPlace(
        rulings=rulings,
        places=places,
        ruling=most_restrictive(list(rulings.values())) if rulings else schedule_of(PlaceFacts(municipality=None)),
        scope=_widest(scopes),
        system_distance_ft=system.surveyed_distance_ft,
        lake_front=borders_a_lake(places.values()),
    )


def _widest(scopes: list[Ruling]) -> Ruling:
    """A system that serves a place in scope is in scope; it is out only where every place is."""
    order = {"applies": 0, "undetermined": 1, "does-not-apply": 2}
    if not scopes:
        return not_asked("scope", "No parcel is on record for the system.", "V.I.C.1")
    return min(scopes, key=lambda ruling: order[ruling.outcome])


def completeness_facts(
    report: Report,
    *,
    lake_front: bool | None,
    certified: bool | None,
    pipes_with_results: int | None = None,
    copy_attached: bool | None = None,
) -> dict[str, Any]:
    """The report as V.IV.C asks for it. The last two are given for a report that is still being typed."""
    if pipes_with_results is None:
        pipes_with_results = len({result.pipe_id for result in report.pipe_results.all()})
    if copy_attached is None and report.has_spdes:
        copy_attached = report.attachments.exists()
    return {
        "street_address": bool(report.street_address.strip()) or None,
        "tax_map": bool(report.tax_map.strip()) or None,
        "description": bool(report.description.strip()) or None,
        "sizes": _EXTENT[report.sizes_extent],
        "construction_dates": _EXTENT[report.dates_extent],
        "fixtures": bool(report.fixtures.strip()) or None,
        "occupancy": bool(report.occupancy.strip()) or None,
        "distances": _EXTENT[report.distances_extent],
        "operation_tested": report.operation_tested,
        "inspector_certified": certified,
        "has_spdes": report.has_spdes,
        "spdes_copy": (copy_attached or None) if report.has_spdes else None,
        "information_requested": report.information_requested,
        "information_received": report.information_received or None,
        "lake_front": lake_front,
        "drain_pipes": report.drain_pipe_count,
        "drain_pipe_results": pipes_with_results if report.drain_pipe_count is not None else None,
    }


def classification_facts(report: Report, *, complete: bool) -> dict[str, Any]:
    """The findings as V.V.A-B asks for them."""
    return {
        "report_complete": complete,
        "surface_discharge": report.surface_discharge,
        "watercourse_discharge": report.watercourse_discharge,
        "dec_discharge_permit": report.spdes_in_force if report.has_spdes else report.has_spdes,
        "broken_component": report.broken_component,
        "pollution_likely": report.pollution_likely,
        "overflow_points": report.overflow_points,
        "components_good": report.components_good,
        "conforms_75a": report.conforms_75a,
        "valid_permit": report.valid_permit,
        "tank_ok": report.tank_ok,
        "vertical_separation_ft": report.vertical_separation_ft,
        "watercourse_distance_ft": report.watercourse_distance_ft,
    }
