"""The pages of a system: put on record, correct, match, void, abandon."""

from datetime import date

import pytest
from django.test import Client

from sanitarian.core.actors import Actor, Role
from sanitarian.core.models import TimelineEntry
from sanitarian.county.models import ParcelZone
from sanitarian.parties.models import RoleGrant, User
from sanitarian.wastewater.acts.rounds import generate_rounds
from sanitarian.wastewater.acts.systems import register_system
from sanitarian.wastewater.models import System
from tests.places import parcel, system

pytestmark = pytest.mark.django_db


def _signed_in(role: Role) -> Client:
    user = User.objects.create_user(f"{role}.page@county.example", "correct horse battery", name="Page Reader")
    RoleGrant.objects.create(user=user, role=role, starts=date(2020, 1, 1))
    client = Client()
    client.force_login(user)
    return client


def test_a_system_is_put_on_record_with_its_next_round() -> None:
    place = parcel("Genoa")
    fields = {"description": "1,000-gallon tank", "built_year": "1988", "tank_gallons": "", "bedrooms": "3"}
    _signed_in(Role.CLERK).post(f"/desk/systems/new/?parcel={place.pk}", fields)
    made = System.objects.get()
    assert (made.built_year, made.tank_gallons, made.rounds.get().due) == (1988, None, date(2026, 12, 31))


def test_a_stale_page_keeps_what_was_typed_and_overwrites_nothing(clerk: Actor) -> None:
    made = register_system(clerk, [parcel("Genoa")], description="First")
    client = _signed_in(Role.CLERK)
    first = {"version": made.version, "amend-description": "By one"}
    assert client.post(f"/desk/systems/{made.pk}/amend/", first).status_code == 302
    second = {"version": made.version, "amend-description": "By another"}
    answer = client.post(f"/desk/systems/{made.pk}/amend/", second)
    made.refresh_from_db()
    assert (answer.status_code, made.description) == (422, "By one")
    assert "By another" in answer.content.decode()
    assert "Somebody else has changed this record" in answer.content.decode()


def test_a_provisional_record_is_matched_to_a_parcel_that_exists() -> None:
    record = system(status="provisional", description="End of Nowhere Rd")
    place = parcel("Genoa")
    client = _signed_in(Role.CLERK)
    wrong = client.post(f"/desk/systems/{record.pk}/match/", {"match-parcels": "99.-9-99"})
    assert "No parcel has the number 99.-9-99" in wrong.content.decode()
    client.post(f"/desk/systems/{record.pk}/match/", {"match-parcels": place.print_key})
    record.refresh_from_db()
    assert (record.status, record.parcels.get(), record.schedule_class) == ("in-use", place, "town")


def test_rounds_of_a_former_class_are_voided_by_who_may(clerk: Actor) -> None:
    place = parcel("Niles")
    made = register_system(clerk, [place])
    ParcelZone.objects.filter(pk=place.pk).update(watershed="owasco-lake")
    generate_rounds(clerk, made.pk)
    _signed_in(Role.CLERK).post(f"/desk/systems/{made.pk}/void-rounds/", {"void-reason": "New map"})
    assert made.rounds.filter(status="void").count() == 0
    _signed_in(Role.SANITARIAN).post(f"/desk/systems/{made.pk}/void-rounds/", {"void-reason": "New map"})
    assert made.rounds.filter(status="void").count() == 1


@pytest.mark.parametrize(("reason", "status"), [("", "in-use"), ("Public sewer since May", "abandoned")])
def test_a_system_goes_out_of_use_with_a_reason_only(clerk: Actor, reason: str, status: str) -> None:
    made = register_system(clerk, [parcel("Genoa")])
    _signed_in(Role.SANITARIAN).post(f"/desk/systems/{made.pk}/abandon/", {"abandon-reason": reason})
    made.refresh_from_db()
    assert made.status == status


def test_a_page_asks_at_most_twenty_queries(clerk: Actor, django_assert_max_num_queries: object) -> None:
    made = register_system(clerk, [parcel("Niles"), parcel("Niles")])
    client = _signed_in(Role.SANITARIAN)
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        assert client.get(f"/desk/systems/{made.pk}/").status_code == 200


@pytest.mark.parametrize(("town", "asked"), [("Niles", True), ("Sempronius", True), ("Genoa", False)])
def test_the_watershed_of_skaneateles_lake_is_asked_for_in_its_towns_only(clerk: Actor, town: str, asked: bool) -> None:
    made = register_system(clerk, [parcel(town)])
    client = _signed_in(Role.CLERK)
    page = client.get(f"/desk/systems/{made.pk}/").content.decode()
    assert ("amend-skaneateles_watershed" in page, "In the watershed of Skaneateles Lake</dt>" in page) == (
        asked,
        asked,
    )
    new = client.get(f"/desk/systems/new/?parcel={made.parcels.get().pk}").content.decode()
    assert ("skaneateles_watershed" in new) is asked
    client.post(
        f"/desk/systems/{made.pk}/amend/", {"version": made.version, "amend-skaneateles_watershed": "yes"}
    )  # fmt: skip
    made.refresh_from_db()
    assert made.skaneateles_watershed is (True if asked else None)


@pytest.mark.parametrize(("answer", "found", "told"), [("yes", True, "to lie in"), ("no", False, "to lie outside")])
def test_the_finding_on_the_watershed_is_told_with_its_section(
    clerk: Actor, answer: str, found: bool, told: str
) -> None:
    made = register_system(clerk, [parcel("Niles")], description="Tank")
    client = _signed_in(Role.CLERK)
    sent = {"version": made.version, "amend-description": "Tank", "amend-skaneateles_watershed": answer}
    client.post(f"/desk/systems/{made.pk}/amend/", sent)
    made.refresh_from_db()
    assert made.skaneateles_watershed is found
    line = TimelineEntry.objects.get(subject=f"system:{made.pk}", verb="system.amended")
    assert told in line.title
    assert line.cite == "B-18"
    client.post(
        f"/desk/systems/{made.pk}/amend/", {**sent, "version": made.version, "amend-description": "Larger tank"}
    )
    titles = TimelineEntry.objects.filter(subject=f"system:{made.pk}", verb="system.amended").values_list("title")
    assert [title for (title,) in titles.order_by("pk")][1:] == ["System record corrected"]
