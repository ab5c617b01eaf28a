"""The property file: why each fact is so, as of any day, and an official's finding before the map."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from sanitarian.core.actors import Actor, Role
from sanitarian.core.models import RowVersion
from sanitarian.county.models import Ownership, Parcel, ZoneOverride
from sanitarian.desk.property.queries import property_file
from sanitarian.parties.models import Party, RoleGrant, User
from sanitarian.wastewater.acts.systems import register_system
from sanitarian.wastewater.queries import DueFilter, due_page
from tests.places import parcel

pytestmark = pytest.mark.django_db


def _signed_in(role: Role) -> Client:
    user = User.objects.create_user(f"{role}.page@county.example", "correct horse battery", name="Page Reader")
    RoleGrant.objects.create(user=user, role=role, starts=date(2020, 1, 1))
    client = Client()
    client.force_login(user)
    return client


def test_the_file_says_the_due_date_of_the_due_list(clerk: Actor) -> None:
    place = parcel("Niles", watershed="owasco-lake")
    register_system(clerk, [place])
    (row,) = due_page(DueFilter(year=2026))
    (system,) = property_file(place.pk, date(2026, 6, 15)).systems
    assert system.ruling.values["next_due"] == row.due == date(2026, 11, 1)
    assert [status for _, status in system.rounds] == [row.status_text]


def test_owners_are_those_of_the_day() -> None:
    place = parcel("Niles", owner="")
    for name, starts, ends in (
        ("Former Owner", date(2015, 1, 1), date(2024, 5, 31)),
        ("Present Owner", date(2024, 6, 1), None),
    ):
        Ownership.objects.create(parcel=place, party=Party.objects.create(name=name), starts=starts, ends=ends)
    found = {
        day: [item.party.name for item in property_file(place.pk, day).owners]
        for day in (date(2024, 5, 31), date(2024, 6, 1))
    }
    assert found == {date(2024, 5, 31): ["Former Owner"], date(2024, 6, 1): ["Present Owner"]}
    assert [item.party.name for item in property_file(place.pk, date(2026, 6, 15)).former_owners] == ["Former Owner"]


def test_the_roll_is_read_as_it_stood_on_the_day() -> None:
    place = parcel("Niles")
    zone = ZoneInfo("America/New_York")
    for version, bedrooms, at in ((1, 2, datetime(2022, 3, 1, 12, tzinfo=zone)), (2, 3, datetime(2024, 3, 1, 12, tzinfo=zone))):  # fmt: skip # noqa: E501
        RowVersion.objects.create(
            row=f"parcel:{place.pk}",
            version=version,
            at=at,
            actor="system",
            act="import",
            values={"bedrooms": bedrooms},
        )
    Parcel.objects.filter(pk=place.pk).update(bedrooms=4)
    known = {day: property_file(place.pk, day).values["bedrooms"] for day in (date(2022, 2, 28), date(2023, 1, 1), date(2024, 3, 1), date(2026, 6, 15))}  # fmt: skip # noqa: E501
    assert list(known.values()) == [2, 3, 4, 4]


def test_a_page_asks_at_most_twenty_queries(clerk: Actor, django_assert_max_num_queries: object) -> None:
    places = [parcel("Niles"), parcel("Niles", fronts="owasco-lake")]
    register_system(clerk, places)
    client = _signed_in(Role.SANITARIAN)
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        answer = client.get(f"/desk/property/{places[0].pk}/")
    assert answer.status_code == 200


def test_a_finding_stands_before_the_map_and_moves_the_due_date(clerk: Actor) -> None:
    place = parcel("Niles")
    made = register_system(clerk, [place])
    client = _signed_in(Role.SANITARIAN)
    fields = {"fact": "watershed", "value": "Owasco-Lake", "reason": "Drains east, seen on site"}
    client.post(f"/desk/property/{place.pk}/override/", fields)
    made.refresh_from_db()
    assert made.schedule_class == "lake-watershed"
    page = client.get(f"/desk/property/{place.pk}/").content.decode()
    assert "Drains east, seen on site" in page
    finding = ZoneOverride.objects.get()
    client.post(f"/desk/property/{place.pk}/override/{finding.pk}/end/", {"reason": "Survey of 2026"})
    made.refresh_from_db()
    assert made.schedule_class == "town"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"fact": "watershed", "value": "Lake Placid", "reason": "x"}, "owasco-lake"),
        ({"fact": "distance_ft", "value": "far", "reason": "x"}, "number of feet"),
        ({"fact": "watershed", "value": "none", "reason": ""}, "required"),
    ],
)
def test_a_finding_with_a_fault_is_refused_and_says_what_to_enter(fields: dict[str, str], said: str) -> None:
    place = parcel("Niles")
    client = _signed_in(Role.SANITARIAN)
    answer = client.post(f"/desk/property/{place.pk}/override/", fields, follow=True)
    assert said in answer.content.decode()
    assert not ZoneOverride.objects.exists()


def test_a_clerk_may_not_find_otherwise_than_the_map() -> None:
    place = parcel("Niles")
    client = _signed_in(Role.CLERK)
    assert "Find otherwise than the map" not in client.get(f"/desk/property/{place.pk}/").content.decode()
    client.post(f"/desk/property/{place.pk}/override/", {"fact": "watershed", "value": "none", "reason": "x"})
    assert not ZoneOverride.objects.exists()


def test_a_property_that_is_not_there_is_a_plain_404() -> None:
    assert _signed_in(Role.CLERK).get("/desk/property/999999/").status_code == 404
