"""Rounds: generated once, voided by an official where the class changed, never by themselves."""

from datetime import date
from decimal import Decimal

import pytest

from sanitarian.core.actors import SYSTEM, Actor
from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import use_today
from sanitarian.core.models import JournalEntry, Task, TimelineEntry
from sanitarian.county.models import ParcelZone
from sanitarian.wastewater.acts.all_rounds import batches
from sanitarian.wastewater.acts.rounds import generate_rounds, void_stale_rounds
from sanitarian.wastewater.acts.systems import abandon_system, register_system
from sanitarian.wastewater.models import Round
from tests.places import parcel, system

pytestmark = pytest.mark.django_db

LAKE_FRONT = {"fronts": "owasco-lake", "distance_ft": Decimal(0), "watershed": "owasco-lake"}


@pytest.mark.parametrize(
    ("municipality", "zone", "found", "due", "act_by"),
    [
        ("Niles", LAKE_FRONT, "lake-front", date(2026, 11, 1), date(2026, 11, 2)),
        ("Niles", {"distance_ft": Decimal(500)}, "near-lake", date(2028, 11, 1), date(2028, 11, 1)),
        ("Niles", {"watershed": "owasco-lake"}, "lake-watershed", date(2026, 11, 1), date(2026, 11, 2)),
        ("Genoa", {}, "town", date(2026, 12, 31), date(2026, 12, 31)),
    ],
)
def test_the_next_round_stands_when_a_system_is_registered(
    clerk: Actor, municipality: str, zone: dict[str, object], found: str, due: date, act_by: date
) -> None:
    made = register_system(clerk, [parcel(municipality, **zone)])
    item = made.rounds.get()
    assert (item.schedule_class, item.due, item.act_by, item.town.name) == (found, due, act_by, municipality)


@pytest.mark.parametrize("municipality", ["Auburn", "Moravia"])
def test_an_unscheduled_place_has_no_round(clerk: Actor, municipality: str) -> None:
    made = register_system(clerk, [parcel(municipality)])
    assert (made.schedule_class, made.rounds.count()) == ("unscheduled", 0)


def test_a_place_on_public_sewer_has_no_round_and_an_unknown_sewer_is_not_public(clerk: Actor) -> None:
    public = register_system(clerk, [parcel("Genoa", sewer="public")])
    unknown = register_system(clerk, [parcel("Genoa", sewer="unknown")])
    assert (public.rounds.count(), unknown.rounds.count()) == (0, 1)


def test_a_round_is_generated_once_per_system_and_due_date(clerk: Actor) -> None:
    made = register_system(clerk, [parcel("Genoa")])
    entries = JournalEntry.objects.count()
    generate_rounds(SYSTEM, made.pk)
    assert (made.rounds.count(), JournalEntry.objects.count()) == (1, entries)
    with use_today(date(2027, 1, 1)):
        generate_rounds(SYSTEM, made.pk)
    assert list(made.rounds.order_by("due").values_list("due", flat=True)) == [date(2026, 12, 31), date(2033, 12, 31)]


def test_a_system_on_two_parcels_takes_the_shorter_cycle(clerk: Actor) -> None:
    made = register_system(clerk, [parcel("Niles"), parcel("Niles", **LAKE_FRONT)])
    assert made.schedule_class == "lake-front"


def test_rounds_of_a_former_class_become_a_task_and_are_voided_by_an_official(clerk: Actor, sanitarian: Actor) -> None:
    place = parcel("Niles")
    made = register_system(clerk, [place])
    ParcelZone.objects.filter(pk=place.pk).update(watershed="owasco-lake")
    made = generate_rounds(clerk, made.pk)
    assert sorted(made.rounds.values_list("due", "status")) == [
        (date(2026, 11, 1), "open"),
        (date(2032, 12, 31), "open"),
    ]
    assert Task.objects.get(subject=f"system:{made.pk}").closed_at is None
    assert void_stale_rounds(sanitarian, made.pk, reason="Watershed layer version 2") == 1
    assert sorted(made.rounds.values_list("due", "status")) == [
        (date(2026, 11, 1), "open"),
        (date(2032, 12, 31), "void"),
    ]
    assert Task.objects.get(subject=f"system:{made.pk}").closed_at is not None
    assert TimelineEntry.objects.filter(subject=f"parcel:{place.pk}", verb="rounds.voided").exists()
    with pytest.raises(ActRefused, match="nothing to void"):
        void_stale_rounds(sanitarian, made.pk, reason="again")


def test_an_abandoned_system_has_no_open_rounds_and_keeps_the_closed_ones(clerk: Actor, sanitarian: Actor) -> None:
    made = register_system(clerk, [parcel("Genoa")])
    Round.objects.create(
        system=made, due=date(2019, 12, 31), act_by=date(2019, 12, 31), credit_from=date(2018, 12, 31),
        schedule_class="town", cycle_years=7, status="satisfied", performed=date(2019, 5, 1),
    )  # fmt: skip
    abandon_system(sanitarian, made.pk, reason="Connected to the public sewer")
    assert sorted(made.rounds.values_list("status", flat=True)) == ["satisfied", "void"]
    generate_rounds(SYSTEM, made.pk)
    assert made.rounds.filter(status="open").count() == 0


def test_the_whole_county_agrees_with_one_system_at_a_time(clerk: Actor) -> None:
    places = [parcel("Niles", **LAKE_FRONT), parcel("Genoa"), parcel("Auburn"), parcel("Genoa", sewer="public")]
    singly = [register_system(clerk, [place]) for place in places]
    expected = [
        (one.schedule_class, one.next_due, one.town_id, list(one.rounds.values_list("due", "act_by", "credit_from")))
        for one in singly
    ]
    together = [system(place) for place in places]
    for _ in batches(dry_run=False, actor=clerk):
        pass
    found = []
    for one in together:
        one.refresh_from_db()
        rounds = list(one.rounds.values_list("due", "act_by", "credit_from"))
        found.append((one.schedule_class, one.next_due, one.town_id, rounds))
    assert found == expected


def test_a_dry_run_says_what_a_run_does_and_changes_nothing(clerk: Actor) -> None:
    system(parcel("Genoa"))
    planned = [(batch.new_rounds, dict(batch.changed)) for batch in batches(dry_run=True, actor=clerk)]
    assert Round.objects.count() == 0
    done = [(batch.new_rounds, dict(batch.changed)) for batch in batches(dry_run=False, actor=clerk)]
    assert planned == done == [(1, {"undetermined -> town": 1})]
    again = [(batch.new_rounds, dict(batch.changed)) for batch in batches(dry_run=False, actor=clerk)]
    assert again == [(0, {})]


def test_a_batch_asks_the_same_number_of_queries_however_many_systems(
    clerk: Actor, django_assert_max_num_queries: object
) -> None:
    for _ in range(30):
        system(parcel("Genoa"))
    with django_assert_max_num_queries(25):  # type: ignore[operator]
        list(batches(dry_run=False, actor=clerk))
