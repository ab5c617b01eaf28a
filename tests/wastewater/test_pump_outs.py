"""Pump-outs: who may log one, how it is judged, what becomes of it."""

import dataclasses
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError

from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused, NotPermitted, StaleVersion
from sanitarian.core.models import JournalEntry, RowVersion, Task, TimelineEntry
from sanitarian.core.search import find
from sanitarian.trades.models import License
from sanitarian.wastewater.acts import pump_out_tasks as tasks
from sanitarian.wastewater.acts.pump_out_review import (
    judge_pump_outs_again,
    look_over_pump_out,
    match_pump_out,
    settle_suspicion,
)
from sanitarian.wastewater.acts.pump_outs import correct_pump_out, log_pump_out, withdraw_pump_out
from sanitarian.wastewater.models import PumpOut, PumpOutSuspicion
from sanitarian.wastewater.volumes import read_volume
from tests.places import parcel, system
from tests.wastewater.loads import at, firm, hauler, land, logged, new, plant

pytestmark = pytest.mark.django_db


def open_kinds(subject: str = "") -> list[str]:
    found = Task.objects.filter(closed_at__isnull=True)
    return sorted((found.filter(subject=subject) if subject else found).values_list("kind", flat=True))


# Logging


def test_a_pump_out_gets_a_number_its_rulings_and_its_place_in_the_timelines() -> None:
    of = firm()
    served = system(parcel(), tank_gallons=1_000)
    site = served.parcels.get()
    row = logged(hauler(of), of, parcel=site, system=served, manifest_number="A 1017", volume=read_volume("3785 L"))
    assert (row.number, row.state, row.source) == ("PO-2026-00001", "filed", "portal")
    assert (row.gallons, row.volume_written, row.unit_written) == (Decimal("999.9"), "3785", "L")
    assert (row.hauler_licensed, row.hauler_standing, row.disposal_outcome) == (True, "may-work", "lawful")
    assert {name: ruling["rule"] for name, ruling in row.rulings.items()} == {
        "hauler": "business-permit", "disposal": "septage-disposal",
    }  # fmt: skip
    told = TimelineEntry.objects.filter(verb="pumpout.logged")
    assert set(told.values_list("subject", flat=True)) == {
        f"pumpout:{row.pk}",
        f"system:{served.pk}",
        f"parcel:{site.pk}",
    }
    assert set(told.values_list("on", flat=True)) == {date(2026, 6, 1)}
    for words in ("PO-2026-00001", "a1017"):
        assert [hit.ref for hit in find(words).hits if hit.kind == "pumpout"] == [f"pumpout:{row.pk}"]
    assert open_kinds() == []


def test_a_hauler_logs_for_their_own_firm_only(clerk: Actor) -> None:
    mine, other = firm(), firm("Other Pumping")
    with pytest.raises(ActRefused, match="There is no firm with this number"):
        logged(hauler(mine), other)
    assert PumpOut.objects.count() == 0
    assert logged(clerk, other).source == "staff"


def test_who_holds_no_such_role_logs_nothing(staff: Any) -> None:
    of = firm()
    for role in (Role.INSPECTOR, Role.OWNER, Role.BOARD_SECRETARY):
        with pytest.raises(NotPermitted):
            logged(staff(role), of)


def test_one_form_is_one_record_and_a_form_of_another_firm_shows_nothing() -> None:
    mine, other = firm(), firm("Other Pumping")
    entry = new(mine)
    first = log_pump_out(hauler(mine), entry)
    assert log_pump_out(hauler(mine, "Hank"), entry) == first
    assert JournalEntry.objects.filter(act="wastewater.pumpout.log").count() == 1
    with pytest.raises(ActRefused, match="another firm"):
        log_pump_out(hauler(other, "Ole"), dataclasses.replace(new(other), token=entry.token))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"pumped_at": at("2026-06-16T00:00")}, "Pumped at: this lies in the future"),
        ({"pumped_at": at("1994-08-08T23:59")}, "no law on septage"),
        ({"disposed_at": at("2026-06-01T08:59")}, "Disposed at: the load cannot be disposed of before"),
        ({"disposed_at": at("2026-06-16T00:00")}, "Disposed at: this lies in the future"),
        ({"incorporated_at": at("2026-06-01T08:59")}, "cannot be plowed under before"),
        ({"incorporated_at": at("2026-06-01T12:00")}, "a treatment plant plows nothing under"),
        ({"place_text": " "}, "give the place"),
        ({"disposal_place": None}, "say where the load went"),
    ],
)
def test_what_cannot_be_is_refused_by_field(clerk: Actor, changes: dict[str, Any], said: str) -> None:
    of = firm()
    with pytest.raises(ActRefused, match=said):
        logged(clerk, of, **changes)
    assert PumpOut.objects.count() == 0


def test_the_first_day_of_the_article_is_taken(clerk: Actor) -> None:
    assert logged(clerk, firm(), pumped_at=at("1994-08-09T00:00")).hauler_licensed is None


def test_the_database_refuses_a_load_of_nothing(clerk: Actor) -> None:
    row = logged(clerk, firm())
    with pytest.raises(IntegrityError):
        PumpOut.objects.filter(pk=row.pk).update(gallons=0)


# What the law says never blocks the filing


def test_permits_are_judged_on_the_day_of_the_pump_out(clerk: Actor) -> None:
    of = firm(permitted=False)
    License.objects.filter(firm=of).update(through=date(2026, 5, 31))
    before = logged(clerk, of, pumped_at=at("2026-05-31T23:30"))
    after = logged(clerk, of, pumped_at=at("2026-06-01T00:30"))
    assert (before.hauler_licensed, after.hauler_licensed) == (True, False)
    assert after.hauler_standing == "may-not-work"
    assert open_kinds(f"firm:{of.pk}") == [tasks.STANDING]


def test_a_plants_permit_is_judged_on_the_day_of_disposal(clerk: Actor) -> None:
    ended = plant(approved_through=date(2026, 6, 1))
    today_ = logged(clerk, firm(), disposal_place=ended, disposed_at=at("2026-06-01T23:59"))
    next_day = logged(clerk, today_.hauler, disposal_place=ended, disposed_at=at("2026-06-02T00:10"))
    assert (today_.disposal_outcome, next_day.disposal_outcome) == ("lawful", "violation")
    assert open_kinds(f"pumpout:{next_day.pk}") == [tasks.DISPOSAL]


@pytest.mark.parametrize(
    ("plowed", "outcome", "waits"),
    [
        ("2026-06-02T09:00", "lawful", []),
        ("2026-06-02T09:01", "violation", [tasks.DISPOSAL]),
        (None, "undetermined", [tasks.DISPOSAL]),
    ],
)
def test_land_disposal_is_ruled_on_the_hours(clerk: Actor, plowed: str | None, outcome: str, waits: list[str]) -> None:
    row = logged(clerk, firm(), disposal_place=land(), incorporated_at=at(plowed) if plowed else None)
    assert row.disposal_outcome == outcome
    assert open_kinds(f"pumpout:{row.pk}") == waits


def test_an_hour_that_the_clock_repeats_counts_as_it_passes(clerk: Actor) -> None:
    """From 1:30 on the day before the clock goes back to 1:00 on the day itself are 23.5 hours, to 2:00 are 25.5."""
    of, site = firm(), land()
    early = logged(
        clerk, of, disposal_place=site, pumped_at=at("2025-11-01T01:30"), incorporated_at=at("2025-11-02T01:00")
    )
    late = logged(
        clerk, of, disposal_place=site, pumped_at=at("2025-11-01T01:30"), incorporated_at=at("2025-11-02T02:00")
    )
    assert (early.disposal_outcome, late.disposal_outcome) == ("lawful", "violation")


def test_a_place_that_is_not_on_the_list_is_kept_as_written_and_waits(clerk: Actor) -> None:
    row = logged(clerk, firm(), disposal_place=None, disposal_text="Uncle Bob's back field")
    assert row.disposal_outcome == "undetermined"
    assert open_kinds(f"pumpout:{row.pk}") == [tasks.UNLISTED]


def test_a_place_without_an_approval_on_record_waits_once(clerk: Actor) -> None:
    place, of = plant(approved_from=None), firm()
    assert {logged(clerk, of, disposal_place=place).disposal_outcome for _ in range(2)} == {"undetermined"}
    assert open_kinds(f"disposalplace:{place.pk}") == [tasks.APPROVAL]


@pytest.mark.parametrize(
    ("on_record", "stated", "waits"),
    [(1_000, None, True), (None, 1_000, True), (7_500, 1_000, False), (None, None, False)],
)
def test_far_more_than_the_tank_holds_is_filed_and_waits(
    clerk: Actor, on_record: int | None, stated: int | None, waits: bool
) -> None:
    served = system(parcel(), tank_gallons=on_record)
    row = logged(
        clerk, firm(), parcel=served.parcels.get(), system=served, tank_gallons=stated,
        volume=read_volume("15,000", "gal"),
    )  # fmt: skip
    assert (tasks.VOLUME in open_kinds(f"pumpout:{row.pk}")) is waits


def test_looking_over_closes_what_stood_out_and_keeps_what_was_found(clerk: Actor) -> None:
    row = logged(clerk, firm(), disposal_place=land())
    with pytest.raises(ActRefused, match="Write what you found"):
        look_over_pump_out(clerk, row.pk, reason=" ")
    look_over_pump_out(clerk, row.pk, reason="The hauler plowed at noon, says his log")
    assert open_kinds(f"pumpout:{row.pk}") == []
    assert TimelineEntry.objects.get(verb="pumpout.looked-over", subject=f"pumpout:{row.pk}").detail
    with pytest.raises(ActRefused, match="Nothing about"):
        look_over_pump_out(clerk, row.pk, reason="again")


# Correcting and withdrawing


def test_a_correction_keeps_what_stood_before_and_asks_the_law_anew() -> None:
    of = firm()
    actor = hauler(of)
    entry = new(of, disposal_place=land())
    row = log_pump_out(actor, entry)
    fixed = dataclasses.replace(entry, incorporated_at=at("2026-06-01T15:00"), volume=read_volume("1.5", "kgal"))
    corrected = correct_pump_out(actor, row.pk, fixed, version=1, reason="plowed the same day")
    assert (corrected.state, corrected.version, corrected.gallons) == ("corrected", 2, Decimal(1500))
    assert corrected.disposal_outcome == "lawful"
    assert RowVersion.objects.get(row=f"pumpout:{row.pk}").values["gallons"] == "1000.0"
    assert open_kinds(f"pumpout:{row.pk}") == []
    assert correct_pump_out(actor, row.pk, fixed, version=2, reason="").version == 2
    with pytest.raises(StaleVersion):
        correct_pump_out(actor, row.pk, entry, version=1, reason="from an old page")
    with pytest.raises(ActRefused, match="Write why it is corrected"):
        correct_pump_out(actor, row.pk, entry, version=2, reason=" ")


def test_what_is_anothers_is_answered_like_what_does_not_exist() -> None:
    mine, other = firm(), firm("Other Pumping")
    row = logged(hauler(mine), mine)
    stranger = hauler(other, "Ole")
    for number in (row.pk, 999_999):
        with pytest.raises(ActRefused, match=r"There is no pump-out with this number\."):
            withdraw_pump_out(stranger, number, reason="mine now")
        with pytest.raises(ActRefused, match=r"There is no pump-out with this number\."):
            correct_pump_out(stranger, number, new(other), version=1, reason="mine now")
    row.refresh_from_db()
    assert row.state == "filed"


def test_a_withdrawn_pump_out_stays_and_counts_no_more() -> None:
    of = firm()
    actor = hauler(of)
    row = logged(actor, of, disposal_place=land())
    with pytest.raises(ActRefused, match="Write why"):
        withdraw_pump_out(actor, row.pk, reason="")
    assert withdraw_pump_out(actor, row.pk, reason="entered twice").state == "withdrawn"
    assert withdraw_pump_out(actor, row.pk, reason="once more").version == 2
    assert not PumpOut.objects.get().counts
    assert open_kinds(f"pumpout:{row.pk}") == []
    with pytest.raises(ActRefused, match="withdrawn; it cannot be corrected"):
        correct_pump_out(actor, row.pk, new(of), version=2, reason="back")


# Matching


def test_matching_links_the_place_and_finds_its_twin(clerk: Actor) -> None:
    of = firm()
    served = system(parcel())
    site = served.parcels.get()
    first = logged(clerk, of, parcel=site, system=served)
    row = logged(clerk, of, place_text="the yellow house", place_note="no parcel has this number")
    assert open_kinds(f"pumpout:{row.pk}") == [tasks.MATCH]
    assert PumpOutSuspicion.objects.count() == 0
    matched = match_pump_out(clerk, row.pk, parcel=site, system=served)
    assert (matched.parcel, matched.system, matched.place_note, matched.place_text) == (
        site,
        served,
        "",
        "the yellow house",
    )
    assert open_kinds(f"pumpout:{row.pk}") == []
    assert [(pair.first, pair.second) for pair in PumpOutSuspicion.objects.all()] == [(first, row)]
    assert match_pump_out(clerk, row.pk, parcel=site, system=served).version == 2


def test_a_system_of_another_parcel_is_no_match(clerk: Actor) -> None:
    row = logged(clerk, firm(), place_note="unknown")
    with pytest.raises(ActRefused, match="does not serve this parcel"):
        match_pump_out(clerk, row.pk, parcel=parcel(), system=system(parcel()))


def test_haulers_match_and_settle_nothing() -> None:
    of = firm()
    actor = hauler(of)
    row = logged(actor, of, place_note="unknown")
    with pytest.raises(NotPermitted):
        match_pump_out(actor, row.pk, parcel=parcel(), system=None)
    with pytest.raises(NotPermitted):
        settle_suspicion(actor, 1, outcome="same", keep=row.pk, reason="mine")


# What may be told twice


def pair_of(clerk: Actor, **changes: Any) -> tuple[PumpOut, PumpOut, PumpOutSuspicion]:
    of = firm()
    first = logged(hauler(of), of, manifest_number="M-7")
    second = logged(clerk, of, manifest_number="m 7".replace(" ", "-"), **changes)
    return first, second, PumpOutSuspicion.objects.get()


def test_one_manifest_number_twice_is_suspected_and_both_count(clerk: Actor) -> None:
    first, second, pair = pair_of(clerk)
    assert (pair.first, pair.second, pair.why, pair.outcome) == (first, second, "manifest", "open")
    assert first.counts
    assert second.counts
    assert open_kinds(f"pumpoutsuspicion:{pair.pk}") == [tasks.SUSPECTED]


@pytest.mark.parametrize(
    ("changes", "suspected"),
    [
        ({}, True),
        ({"pumped_at": at("2026-06-01T16:00")}, True),
        ({"pumped_at": at("2026-06-02T09:00")}, False),
        ({"volume": read_volume("3785 L")}, True),
        ({"volume": read_volume("1010 gal")}, False),
    ],
)
def test_same_parcel_day_and_volume_are_suspected(clerk: Actor, changes: dict[str, Any], suspected: bool) -> None:
    of, other = firm(), firm("Other Pumping")
    site = parcel()
    logged(clerk, of, parcel=site)
    logged(clerk, other, parcel=site, **changes)
    assert PumpOutSuspicion.objects.filter(why="place").exists() is suspected


def test_places_not_known_and_manifests_that_stand_for_none_are_not_alike(clerk: Actor) -> None:
    of = firm()
    for manifest in ("", "", "N/A", "n/a", "none", "None", "0", "0"):
        logged(clerk, of, manifest_number=manifest)
    assert PumpOutSuspicion.objects.count() == 0


def test_a_number_used_often_is_paired_with_the_first(clerk: Actor) -> None:
    of = firm()
    rows = [logged(clerk, of, manifest_number="7") for _ in range(4)]
    assert {(pair.first, pair.second) for pair in PumpOutSuspicion.objects.all()} == {
        (rows[0], row) for row in rows[1:]
    }


@pytest.mark.parametrize("kept", [0, 1])
def test_settled_as_one_the_other_stays_on_record_as_a_duplicate(clerk: Actor, kept: int) -> None:
    *rows, pair = pair_of(clerk)
    settle_suspicion(clerk, pair.pk, outcome="same", keep=rows[kept].pk, reason="one manifest in the drawer")
    for row in rows:
        row.refresh_from_db()
    assert rows[kept].counts
    assert rows[1 - kept].duplicate_of == rows[kept]
    assert rows[1 - kept].state == "filed"
    assert open_kinds() == []
    settle_suspicion(clerk, pair.pk, outcome="different", reason="two trucks after all", version=2)
    assert all(row.counts for row in PumpOut.objects.all())


def test_settling_needs_a_reason_a_choice_and_the_version_seen(clerk: Actor) -> None:
    first, _, pair = pair_of(clerk)
    for facts, said in (
        ({"outcome": "same", "keep": first.pk, "reason": ""}, "rest it on"),
        ({"outcome": "same", "keep": None, "reason": "x"}, "Choose which"),
        ({"outcome": "same", "keep": 999, "reason": "x"}, "Choose which"),
        ({"outcome": "moot", "reason": "x"}, "one pump-out or two"),
    ):
        with pytest.raises(ActRefused, match=said):
            settle_suspicion(clerk, pair.pk, **facts)  # type: ignore[arg-type]
    with pytest.raises(StaleVersion):
        settle_suspicion(clerk, pair.pk, outcome="different", reason="x", version=5)


def test_when_the_record_that_counts_is_withdrawn_its_duplicate_counts(clerk: Actor) -> None:
    first, second, pair = pair_of(clerk)
    settle_suspicion(clerk, pair.pk, outcome="same", keep=first.pk, reason="one")
    withdraw_pump_out(clerk, first.pk, reason="filed by mistake")
    second.refresh_from_db()
    assert second.counts


def test_withdrawing_one_of_a_pair_leaves_nothing_to_settle(clerk: Actor) -> None:
    _, second, pair = pair_of(clerk)
    withdraw_pump_out(clerk, second.pk, reason="the same load")
    pair.refresh_from_db()
    assert pair.outcome == "moot"
    assert open_kinds() == []
    with pytest.raises(ActRefused, match="withdrawn"):
        settle_suspicion(clerk, pair.pk, outcome="same", keep=second.pk, reason="x")


def test_a_chain_of_duplicates_has_one_root(clerk: Actor) -> None:
    of = firm()
    first, second, third = (logged(clerk, of, manifest_number="7") for _ in range(3))
    one, two = PumpOutSuspicion.objects.order_by("pk")
    settle_suspicion(clerk, two.pk, outcome="same", keep=third.pk, reason="third is right")
    settle_suspicion(clerk, one.pk, outcome="same", keep=second.pk, reason="second is right")
    for row in (first, second, third):
        row.refresh_from_db()
    assert [row.duplicate_of for row in (first, second, third)] == [second, None, second]


# Judged anew


def test_a_permit_recorded_later_lets_the_load_count(clerk: Actor) -> None:
    of = firm(licensed=False)
    row = logged(clerk, of)
    assert row.hauler_licensed is None
    License.objects.create(
        firm=of, kind="state-hauler-permit", number="1", starts=date(2026, 1, 1), through=date(2026, 12, 31),
        recorded_by="user:0",
    )  # fmt: skip
    assert judge_pump_outs_again(clerk, firm=of) == 1
    row.refresh_from_db()
    assert (row.hauler_licensed, row.hauler_standing, row.version) == (True, "may-work", 2)
    assert open_kinds() == []
    assert judge_pump_outs_again(clerk, firm=of) == 0
    with pytest.raises(ActRefused, match="Name the firm"):
        judge_pump_outs_again(clerk)


def test_an_approval_recorded_later_settles_where_loads_went(clerk: Actor) -> None:
    place = plant(approved_from=None)
    row = logged(clerk, firm(), disposal_place=place)
    place.approved_from = date(2026, 6, 2)
    place.save()
    assert judge_pump_outs_again(clerk, place=place) == 1
    row.refresh_from_db()
    assert row.disposal_outcome == "violation"
    assert open_kinds() == [tasks.DISPOSAL]
