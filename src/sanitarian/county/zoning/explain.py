"""Why a property lies where it does: one plain sentence for each fact, from the evidence that was stored with it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from sanitarian.county.zoning.lakes import lakes

_LABELS = {
    "municipality": ("Municipality", "V.IV.A.2", "municipalities"),
    "fronts": ("Lake frontage", "V.IV.A.1", "shorelines"),
    "distance_ft": ("Distance to mean high water", "V.IV.A.1", "shorelines"),
    "watershed": ("Watershed", "V.IV.A.1", "watersheds"),
    "in_floodway": ("In a floodway", "V.X", "flood"),
    "in_floodplain": ("In a floodplain", "V.X", "flood"),
}
ZONE_LABELS = {fact: label for fact, (label, _, _) in _LABELS.items()}
_LAYER_NAMES = {
    "municipalities": "municipality layer",
    "shorelines": "shoreline layer",
    "watersheds": "watershed layer",
    "flood": "flood layer",
}
_REASONS = {
    "no-layer": "No {layer} is loaded.",
    "no-shape": "The parcel has no shape and no point on record, so it cannot be laid on the map.",
    "lake-missing": "{on} lacks {lakes}, which this property may concern.",
    "outside": "The parcel lies outside every municipality of {on_small}.",
    "not-mapped": "{on} does not cover the whole parcel, and land that is not mapped is not shown to be dry.",
    "not-studied": "The parcel lies in zone D of {on_small}: flooding is possible and was not studied.",
    "no-floodways": "{on} does not say which zones are floodways.",
}
_POINT_ONLY = {
    "municipality": "Only a point of the parcel is on record.",
    "watershed": "Only a point of the parcel is on record. It lies outside the watersheds of {on_small}, but near "
    "enough that other parts of the parcel may lie inside.",
    "shore": "Only a point of the parcel is on record, {feet} ft from the mean high-water mark of {lake}; how near its "
    "nearest point comes is not known.",
    "flood": "Only a point of the parcel is on record; whether other parts of it lie in a flood zone is not known.",
}
_CLOSE_FT = 50


class ZoneLike(Protocol):
    """What is read of a stored zone."""

    municipality: Any
    fronts: Any
    distance_ft: Any
    watershed: Any
    in_floodway: Any
    in_floodplain: Any
    flood_zone: Any
    flood_elevation_ft: Any
    flood_datum: Any
    evidence: Any
    run: Any


class OverrideLike(Protocol):
    """What is read of an official's finding."""

    pk: Any
    fact: Any
    value: Any
    reason: Any
    at: Any
    ended_at: Any


@dataclass(frozen=True, slots=True)
class ZoneFact:
    """A fact about where a property lies, as a page shows it. ``override_id`` is that of the finding in force."""

    fact: str
    label: str
    value: str
    shown: bool
    sentence: str
    cite: str
    override_id: int | None = None


def explain(zone: ZoneLike | None, overrides: Iterable[OverrideLike] = ()) -> list[ZoneFact]:
    """Every fact with its value and the reason for it. Asks no database if ``zone`` came with its run and town."""
    standing = {override.fact: override for override in overrides if override.ended_at is None}
    facts = []
    for fact, (label, cite, _) in _LABELS.items():
        on_map = None if zone is None else getattr(zone, fact)
        sentence = _sentence(zone, fact)
        override = standing.get(fact)
        if override is None:
            facts.append(ZoneFact(fact, label, value_said(fact, on_map), on_map is not None, sentence, cite))
            continue
        map_says = value_said(fact, on_map) if on_map is not None else "not shown"
        found = f"An official's finding of {_day(override.at)}: {_ended(override.reason)} The map says: {map_says}."
        facts.append(
            ZoneFact(
                fact, label, value_said(fact, override.value), override.value is not None, found, cite, override.pk
            )
        )
    return facts


def value_said(fact: str, value: Any) -> str:
    """A fact's value in words; blank where it is not shown."""
    if value is None:
        return ""
    if fact == "distance_ft":
        return f"{float(value):,.1f} ft"
    if fact in {"in_floodway", "in_floodplain"}:
        return "Yes" if value else "No"
    if fact in {"fronts", "watershed"}:
        return lakes()[value].name if value in lakes() else "None"
    return str(value)


def _sentence(zone: ZoneLike | None, fact: str) -> str:
    if zone is None:
        return "Not determined yet."
    entry: Mapping[str, Any] = zone.evidence.get(fact) or {}
    on = _layer(zone.run, _LABELS[fact][2])
    if not entry:
        value = value_said(fact, getattr(zone, fact)) or "not shown"
        return f"Determined on {_day(zone.run.at)}: {value}. No evidence was kept."
    if why := entry.get("why"):
        return _not_shown(fact, why, entry, on)
    sentences = {
        "municipality": _of_municipality,
        "fronts": _of_frontage,
        "distance_ft": _of_distance,
        "watershed": _of_watershed,
        "in_floodway": _of_flood,
        "in_floodplain": _of_flood,
    }
    return sentences[fact](zone, fact, entry, on)


def _not_shown(fact: str, why: str, entry: Mapping[str, Any], on: str) -> str:
    kind = _LABELS[fact][2]
    if why == "point-only":
        template = _POINT_ONLY.get("shore" if kind == "shorelines" else kind if kind == "flood" else fact, "")
    else:
        template = _REASONS[why]
    return template.format(
        layer=_LAYER_NAMES[kind],
        on=on[0].upper() + on[1:],
        on_small=on,
        lakes=" or ".join(lake.name for lake in lakes().values() if lake.code != entry.get("lake")),
        lake=entry.get("name", "a lake"),
        feet=_feet(entry.get("feet", 0)),
    )


def _of_municipality(zone: ZoneLike, fact: str, entry: Mapping[str, Any], on: str) -> str:
    parts = [f"{_percent(share)} in {name or code}" for code, name, share in entry["met"]]
    note = ""
    if "elsewhere" in entry:
        note = (
            f" The roll's code {entry['roll']} names another town than the map does for "
            f"{_percent(entry['elsewhere'])} of the parcel: have the code checked."
        )
    return f"Lies {_listed(parts)}, on {on}. The largest share decides.{note}"


def _of_frontage(zone: ZoneLike, fact: str, entry: Mapping[str, Any], on: str) -> str:
    name, feet = entry["name"], entry["feet"]
    if zone.fronts in lakes():
        touch = "reaches" if feet == 0 else f"comes within {_feet(feet)} ft of"
        return f"The parcel {touch} the mean high-water mark of {name} on {on}."
    close = ""
    if feet <= _CLOSE_FT:
        close = " So small a gap may be a difference between two maps: have it checked on the ground."
    return f"The nearest shore, {name}, is {_feet(feet)} ft away on {on}.{close}"


def _of_distance(zone: ZoneLike, fact: str, entry: Mapping[str, Any], on: str) -> str:
    start = "the one point on record" if entry.get("from") == "point" else "the parcel's nearest point"
    return f"{_feet(entry['feet'])} ft from the mean high-water mark of {entry['name']}, measured from {start} on {on}."


def _of_watershed(zone: ZoneLike, fact: str, entry: Mapping[str, Any], on: str) -> str:
    met = [(name or lakes()[code].name, share) for code, name, share in entry["met"] if code in lakes()]
    if zone.watershed in lakes():
        parts = [f"{_percent(share)} in that of {name}" for name, share in met]
        return f"Lies {_listed(parts)}, on {on}. Any part inside counts."
    if met:
        parts = [f"{_percent(share)} in that of {name}" for name, share in met]
        return f"Only a sliver lies inside ({_listed(parts)}) on {on}, too thin to tell from a drawing difference."
    return (
        f"No part of the parcel lies in the watershed of {' or '.join(lake.name for lake in lakes().values())} on {on}."
    )


def _of_flood(zone: ZoneLike, fact: str, entry: Mapping[str, Any], on: str) -> str:
    parts = [f"{_percent(share)} in zone {name or code}" for code, name, share in entry["met"]]
    if not getattr(zone, fact):
        return f"Lies {_listed(parts)}, on {on}."
    height = (
        f"Flood elevation {zone.flood_elevation_ft} ft {zone.flood_datum}".strip() + "."
        if zone.flood_elevation_ft is not None
        else "The map gives no flood elevation for it."
    )
    return f"Lies {_listed(parts)}, on {on}. The worst, {entry.get('worst', zone.flood_zone)}, decides. {height}"


def _layer(run: Any, kind: str) -> str:
    """How a sentence names the layer version that a run rests on."""
    name = _LAYER_NAMES[kind]
    label = run.layers.get(kind) if run is not None else None
    if not isinstance(label, Mapping):
        return f"the {name}"
    proxy = ", provisional: it stands in for the legal map" if label.get("provisional") else ""
    loaded = date.fromisoformat(label["loaded"])
    return f"{name} version {label['version']} ({label['file']}, {_day(loaded)}{proxy})"


def _day(day: Any) -> str:
    return f"{day:%B} {day.day}, {day.year}"


def _feet(feet: float) -> str:
    return f"{feet:,.1f}".removesuffix(".0")


def _percent(share: float) -> str:
    if share >= 1:
        return "wholly"
    if share >= 0.1:
        return f"{min(share * 100, 99.9):.1f} %".replace(".0 %", " %")
    return f"{share * 100:.2g} %"


def _listed(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _ended(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."
