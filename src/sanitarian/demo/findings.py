"""What an inspector writes: the nine items of V.IV.C and the findings, by the class that they lead to."""

from datetime import date, timedelta
from typing import Any

from sanitarian.demo.chance import Chance
from sanitarian.demo.systems import Site

_KINDS = ("septic tank and absorption field", "septic tank, pump and raised bed", "septic tank and seepage pit")
_PITCHES = ("", " with a distribution box", " in two laterals", " with an outlet filter")
_SOUND: dict[str, Any] = {
    "surface_discharge": False, "watercourse_discharge": False, "broken_component": False, "pollution_likely": False,
    "overflow_points": False, "components_good": True, "conforms_75a": False, "valid_permit": False, "tank_ok": True,
    "vertical_separation_ft": "3.0", "watercourse_distance_ft": "180.0",
}  # fmt: skip
FINDINGS: dict[str, dict[str, Any]] = {
    "design-standards": {**_SOUND, "conforms_75a": True, "valid_permit": True},
    "existing-standards": _SOUND,
    "substandard": {**_SOUND, "vertical_separation_ft": "1.0", "watercourse_distance_ft": "70.0"},
    "failed": {**_SOUND, "surface_discharge": True, "overflow_points": True, "components_good": False},
    "broken": {**_SOUND, "broken_component": True, "pollution_likely": True, "components_good": False},
    "undetermined": {**_SOUND, "overflow_points": None, "components_good": None},
}


def description(site: Site, chance: Chance) -> str:
    """A system in one line."""
    return f"{site.tank:,} gal {chance.pick(_KINDS)}{chance.pick(_PITCHES)}, {site.bedrooms} bedrooms"


def items(site: Site, performed: date, chance: Chance) -> dict[str, Any]:
    """A complete report but for the findings and the drain pipes, signed for by the owner."""
    baths = chance.between(1, 3)
    unknown = chance.happens(0.12)
    return {
        "street_address": site.parcel.address,
        "tax_map": site.parcel.shown_key,
        "description": f"{description(site, chance)}; concrete tank, gravel trenches behind the house",
        "sizes_extent": "unknown" if unknown else "given",
        "sizes": "" if unknown else f"Tank {site.tank:,} gal; field {chance.between(12, 40) * 10} ft of 2-ft trench",
        "dates_extent": "unknown" if chance.happens(0.2) else "given",
        "construction_dates": f"Built about {site.built}",
        "fixtures": f"{baths} bath{'s' if baths > 1 else ''}, kitchen, dishwasher, washing machine",
        "occupancy": f"Single family, {site.bedrooms} bedrooms, {chance.between(1, 5)} people",
        "distances_extent": "given",
        "distances": f"Well {chance.between(90, 260)} ft; house {chance.between(14, 60)} ft; no watercourse nearby",
        "has_spdes": False,
        "operation_tested": True,
        "gallons_run": min(20 * site.bedrooms, 100),
        "dye_used": True,
        "pumped_before": performed - timedelta(days=chance.between(40, 400)) if chance.happens(0.3) else None,
        "inspector_interest": False,
        "application_signed_on": performed,
        "applicant_is_agent": False,
    }
