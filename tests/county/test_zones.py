"""Zones on record: written whole, unchanged by a second run, changed by a new layer, overridden by an official."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
import shapely

from sanitarian.config.cli import main
from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import now
from sanitarian.core.models import JournalEntry, RowVersion, TimelineEntry
from sanitarian.county.acts.layers import import_layer
from sanitarian.county.acts.zones import determine_zones, end_zone_override, override_zone
from sanitarian.county.counties import load_county
from sanitarian.county.imports.places import ensure_places
from sanitarian.county.layers import LayerPlan
from sanitarian.county.models import Municipality, Parcel, ParcelShape, ParcelZone, ZoneOverride, ZoneRun
from sanitarian.county.queries import places_of
from sanitarian.county.zoning.explain import ZoneFact, explain
from sanitarian.county.zoning.findings import Feature
from sanitarian.county.zoning.register import make_plan
from tests.county.zone_maps import (
    BAY_SHED,
    BAY_SHORE,
    FLEMING,
    NILES,
    OWASCO_SHED,
    OWASCO_SHORE,
    X,
    Y,
    box,
    flood_zone,
)

pytestmark = pytest.mark.django_db
CAYUGA = load_county("cayuga")
LAYERS: dict[str, list[Feature]] = {
    "municipalities": [FLEMING, NILES],
    "watersheds": [OWASCO_SHED, BAY_SHED],
    "shorelines": [OWASCO_SHORE, BAY_SHORE],
    "flood": [flood_zone(box(0, 0, 20_000, 10_000), "X"), flood_zone(box(5_000, 0, 5_300, 10_000), "AE", 717.5)],
}


def load(actor: Actor, kind: str, features: list[Feature], name: str = "first.gpkg", *, proxy: bool = False) -> None:
    plan = LayerPlan(kind=kind, file_name=name, sha256=name, options={}, provisional=proxy, features=features)
    import_layer(actor, plan)


def lot(shape: Any, number: int = 1, swis: str = "052800") -> Parcel:
    row = Parcel.objects.create(swis=swis, key=f"{number:020d}")
    if isinstance(shape, shapely.Point):
        Parcel.objects.filter(pk=row.pk).update(x=shape.x, y=shape.y)
    elif shape is not None:
        ParcelShape.objects.create(parcel=row, wkb=shape.wkb, digest="d")
    return row


def determined(actor: Actor) -> ZoneRun | None:
    return determine_zones(actor, make_plan(CAYUGA), CAYUGA)


def facts_of(parcel: Parcel) -> dict[str, ZoneFact]:
    zone = ParcelZone.objects.select_related("municipality", "run").filter(pk=parcel.pk).first()
    overrides = ZoneOverride.objects.filter(parcel=parcel, ended_at__isnull=True)
    return {fact.fact: fact for fact in explain(zone, overrides)}


@pytest.fixture
def mapped(clerk: Actor) -> Actor:
    """A clerk in a county whose four layers are loaded."""
    for kind, features in LAYERS.items():
        load(clerk, kind, features)
    return clerk


def test_a_zone_is_stored_with_its_evidence_and_explained(mapped: Actor) -> None:
    place = lot(box(5_210, 0, 5_310, 100))
    determined(mapped)
    zone = ParcelZone.objects.select_related("municipality").get(pk=place.pk)
    assert (zone.municipality and zone.municipality.name, zone.fronts, zone.distance_ft, zone.watershed) == (
        "Fleming", "none", Decimal("210.0"), "owasco-lake",
    )  # fmt: skip
    assert (zone.in_floodplain, zone.in_floodway, zone.flood_zone) == (True, False, "AE")
    assert (zone.flood_elevation_ft, zone.flood_datum) == (Decimal("717.50"), "NAVD88")
    facts = facts_of(place)
    assert facts["distance_ft"].value == "210.0 ft"
    assert facts["distance_ft"].sentence == (
        "210 ft from the mean high-water mark of Owasco Lake, measured from the parcel's nearest point on shoreline "
        "layer version 1 (first.gpkg, June 15, 2026)."
    )
    assert "wholly in Fleming" in facts["municipality"].sentence
    assert "wholly in that of Owasco Lake" in facts["watershed"].sentence
    assert "90 % in zone AE" in facts["in_floodplain"].sentence
    assert "717.50 ft NAVD88" in facts["in_floodplain"].sentence


@pytest.mark.parametrize(
    ("shape", "fact", "value", "said"),
    [
        (box(4_900, 0, 5_100, 100), "fronts", "Owasco Lake", "reaches the mean high-water mark of Owasco Lake"),
        (box(5_003, 0, 5_100, 100), "fronts", "Owasco Lake", "comes within 3 ft"),
        (box(5_020, 0, 5_100, 100), "fronts", "None", "checked on the ground"),
        (box(11_900, 0, 12_900, 100), "watershed", "Owasco Lake", "10 % in that of Owasco Lake"),
        (box(11_997, 0, 12_997, 100), "watershed", "None", "Only a sliver lies inside (0.3 %"),
        (box(15_000, 0, 15_100, 100), "watershed", "None", "No part of the parcel"),
        (box(9_800, 0, 10_800, 100), "municipality", "Town of Niles", "80 % in Niles and 20 % in Fleming"),
        (box(9_800, 0, 10_800, 100), "municipality", "Town of Niles", "have the code checked"),
        (box(-900, 0, -100, 100), "municipality", "", "outside every municipality"),
        (box(25_000, 0, 25_100, 100), "in_floodplain", "", "not mapped is not shown to be dry"),
        (None, "fronts", "", "no shape and no point"),
        (shapely.Point(X + 6_000, Y), "fronts", "", "1,000 ft from the mean high-water mark of Owasco Lake"),
        (shapely.Point(X + 13_000, Y + 9), "watershed", "", "near enough"),
        (shapely.Point(X + 15_000, Y + 9), "distance_ft", "10,000.0 ft", "the one point on record"),
        (shapely.Point(X + 15_000, Y + 9), "in_floodplain", "", "Only a point"),
    ],
)  # fmt: skip
def test_every_fact_says_why(mapped: Actor, shape: Any, fact: str, value: str, said: str) -> None:
    place = lot(shape)
    determined(mapped)
    found = facts_of(place)[fact]
    assert (found.value, found.shown) == (value, bool(value))
    assert said in found.sentence


def test_what_no_layer_shows_is_not_shown_and_says_so(clerk: Actor) -> None:
    place = lot(box(0, 0, 100, 100))
    assert {fact.sentence for fact in facts_of(place).values()} == {"Not determined yet."}
    determined(clerk)
    facts = facts_of(place)
    assert not any(fact.shown for fact in facts.values())
    assert facts["in_floodplain"].sentence == "No flood layer is loaded."


def test_a_missing_lake_is_named(clerk: Actor) -> None:
    load(clerk, "shorelines", [OWASCO_SHORE])
    place = lot(box(6_000, 0, 6_100, 100), swis="055600")
    determined(clerk)
    fact = facts_of(place)["fronts"]
    assert not fact.shown
    assert "lacks Little Sodus Bay" in fact.sentence


def test_a_provisional_layer_is_called_so(clerk: Actor) -> None:
    load(clerk, "watersheds", LAYERS["watersheds"], proxy=True)
    place = lot(box(0, 0, 100, 100))
    determined(clerk)
    assert "provisional: it stands in for the legal map" in facts_of(place)["watershed"].sentence


def test_a_second_run_without_new_layers_changes_nothing(mapped: Actor) -> None:
    for number, left in enumerate((0, 5_000, 9_990, 11_995, 30_000)):
        lot(box(left, 0, left + 100, 100), number)
    lot(None, 90)
    lot(shapely.Point(X, Y), 91)
    assert determined(mapped) is not None
    before = list(ParcelZone.objects.order_by("pk").values())
    assert determined(mapped) is None
    assert list(ParcelZone.objects.order_by("pk").values()) == before
    assert ZoneRun.objects.count() == 1


def test_a_new_layer_shows_what_would_change_and_then_changes_that(
    mapped: Actor, capsys: pytest.CaptureFixture[str], staff: Callable[[Role], Actor]
) -> None:
    staff(Role.SANITARIAN)
    inside, outside = lot(box(0, 0, 100, 100), 1), lot(box(15_000, 0, 15_100, 100), 2, "054400")
    first = determined(mapped)
    wider = Feature(box(0, 0, 16_000, 10_000), "owasco-lake", "Owasco Lake")
    load(mapped, "watersheds", [wider, BAY_SHED], "second.gpkg")
    assert main(["zones", "--dry-run"]) == 0
    assert "watershed: none -> owasco-lake: 1 parcel\n" in (said := capsys.readouterr().out)
    assert "changed 1, new evidence only 1, unchanged 0" in said
    assert ParcelZone.objects.get(pk=outside.pk).watershed == "none"

    assert main(["zones", "--as", "sanitarian@county.example"]) == 0
    assert ParcelZone.objects.get(pk=outside.pk).watershed == "owasco-lake"
    assert "version 2 (second.gpkg" in facts_of(inside)["watershed"].sentence
    kept = RowVersion.objects.get(row=f"parcelzone:{outside.pk}")
    assert (kept.version, kept.values["watershed"]) == (first and first.pk, "none")
    told = TimelineEntry.objects.get(verb="county.zone.determined")
    assert (told.subject, told.title) == (f"parcel:{outside.pk}", "Watershed by the map: none -> owasco-lake")


def test_zones_of_retired_parcels_stay_as_they_are(mapped: Actor) -> None:
    gone = lot(box(0, 0, 100, 100))
    determined(mapped)
    Parcel.objects.filter(pk=gone.pk).update(retired_on=now().date())
    load(mapped, "watersheds", [BAY_SHED], "second.gpkg")
    determined(mapped)
    assert ParcelZone.objects.get(pk=gone.pk).watershed == "owasco-lake"


def test_a_plan_that_is_out_of_date_is_refused(mapped: Actor) -> None:
    lot(box(0, 0, 100, 100))
    plan = make_plan(CAYUGA)
    load(mapped, "watersheds", [BAY_SHED], "second.gpkg")
    with pytest.raises(ActRefused, match="changed since"):
        determine_zones(mapped, plan, CAYUGA)
    assert not ParcelZone.objects.exists()


def test_a_failure_in_the_middle_leaves_the_zones_as_they_were(mapped: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    place = lot(box(15_000, 0, 15_100, 100))
    determined(mapped)
    load(mapped, "watersheds", [Feature(box(0, 0, 16_000, 9_000), "owasco-lake"), BAY_SHED], "second.gpkg")
    plan = make_plan(CAYUGA)
    monkeypatch.setattr("sanitarian.county.zoning.register.facts_of", lambda row: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        determine_zones(mapped, plan, CAYUGA)
    assert ParcelZone.objects.get(pk=place.pk).watershed == "none"
    assert ZoneRun.objects.count() == 1


def test_a_town_that_the_countys_list_lacks_is_kept_as_the_layer_names_it(clerk: Actor) -> None:
    load(clerk, "municipalities", [Feature(box(0, 0, 100, 100), "059800", "Newtown", {"kind": "town"})])
    place = lot(box(0, 0, 10, 10))
    determined(clerk)
    town = ParcelZone.objects.get(pk=place.pk).municipality
    assert town is not None
    assert (town.swis, town.name, town.verified) == ("059800", "Newtown", False)


def test_the_journal_names_layers_and_counts(mapped: Actor) -> None:
    lot(box(0, 0, 100, 100))
    run = determined(mapped)
    entry = JournalEntry.objects.get(act="county.zones.determine")
    assert entry.subject == f"zonerun:{run and run.pk}"
    assert '"parcels":1' in entry.body


# --- findings of officials ---


def test_a_finding_stands_before_the_map_and_survives_a_new_run(mapped: Actor, sanitarian: Actor) -> None:
    place = lot(box(15_000, 0, 15_100, 100))
    determined(mapped)
    finding = override_zone(sanitarian, place.pk, fact="watershed", value="owasco-lake", reason="drains east")
    load(mapped, "watersheds", [OWASCO_SHED, BAY_SHED], "second.gpkg")
    assert determined(mapped) is not None
    assert places_of([place])[place.pk].watershed == "owasco-lake"
    fact = facts_of(place)["watershed"]
    assert (fact.value, fact.override_id) == ("Owasco Lake", finding.pk)
    assert "drains east." in fact.sentence
    assert "The map says: None." in fact.sentence

    end_zone_override(sanitarian, finding.pk, reason="surveyed")
    assert places_of([place])[place.pk].watershed == "none"
    assert list(
        TimelineEntry.objects.filter(subject=f"parcel:{place.pk}").order_by("pk").values_list("verb", flat=True)
    ) == [
        "county.zone.overridden",
        "county.zone.override_ended",
    ]


def test_a_second_finding_about_a_fact_ends_the_first(sanitarian: Actor) -> None:
    place = lot(None)
    first = override_zone(sanitarian, place.pk, "distance_ft", "480", "taped")
    second = override_zone(sanitarian, place.pk, "distance_ft", Decimal("512.5"), "surveyed")
    first.refresh_from_db()
    assert (first.ended_by, second.ended_at) == (sanitarian.ref, None)
    assert places_of([place])[place.pk].distance_ft == Decimal("512.5")


def test_a_finding_can_be_that_a_fact_is_not_shown(mapped: Actor, sanitarian: Actor) -> None:
    place = lot(box(0, 0, 100, 100))
    determined(mapped)
    override_zone(sanitarian, place.pk, "fronts", None, "the shore has moved")
    fact = facts_of(place)["fronts"]
    assert (fact.shown, places_of([place])[place.pk].fronts) == (False, None)


@pytest.mark.parametrize(
    ("fact", "value", "reason", "said"),
    [
        ("fronts", "cayuga-lake", "seen", "owasco-lake"),
        ("watershed", True, "seen", "owasco-lake"),
        ("in_floodway", "yes", "seen", "yes or no"),
        ("distance_ft", -1, "seen", "number of feet"),
        ("distance_ft", "NaN", "seen", "number of feet"),
        ("municipality", "Atlantis", "seen", "Name a town"),
        ("colour", "red", "seen", "not a fact"),
        ("fronts", "none", "  ", "Give the reason"),
    ],
)
def test_a_finding_that_cannot_be_is_refused(sanitarian: Actor, fact: str, value: Any, reason: str, said: str) -> None:
    place = lot(None)
    with pytest.raises(ActRefused, match=said):
        override_zone(sanitarian, place.pk, fact, value, reason)
    assert not ZoneOverride.objects.exists()


def test_a_municipality_is_found_by_name(sanitarian: Actor) -> None:
    ensure_places(CAYUGA)
    place = lot(None)
    override_zone(sanitarian, place.pk, "municipality", "Owasco", "deed")
    assert Municipality.objects.filter(name="Owasco", kind="town").exists()
    assert places_of([place])[place.pk].municipality == "Owasco"


def test_a_finding_ends_once(sanitarian: Actor) -> None:
    finding = override_zone(sanitarian, lot(None).pk, "fronts", "none", "seen")
    end_zone_override(sanitarian, finding.pk, "no longer")
    with pytest.raises(ActRefused, match="ended already"):
        end_zone_override(sanitarian, finding.pk, "again")
    with pytest.raises(ActRefused, match="no finding"):
        end_zone_override(sanitarian, 999_999, "none")


def test_the_command_names_who_acts(mapped: Actor, capsys: pytest.CaptureFixture[str]) -> None:
    lot(box(0, 0, 100, 100))
    assert main(["zones"]) == 1
    assert "--as" in capsys.readouterr().err
    assert not ZoneRun.objects.exists()
