"""Pump-outs and firms at the desk: register, match, settle, places, loads."""

import csv
import io
import re
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sanitarian.core.actors import Role
from sanitarian.core.models import Task
from sanitarian.desk.links import address_of
from sanitarian.parties.models import User
from sanitarian.trades.models import Firm, License
from sanitarian.wastewater.models import DisposalPlace, PumpOut, PumpOutSuspicion
from sanitarian.wastewater.pump_out_queries import pump_out_facts, pump_outs_before
from sanitarian.wastewater.volumes import read_volume
from tests.places import parcel, system, town
from tests.wastewater.cases import user
from tests.wastewater.loads import at, firm, land, logged, plant

pytestmark = pytest.mark.django_db


@pytest.fixture
def clerk_(db: None) -> Any:
    return user("Cleo", Role.CLERK).actor()


@pytest.fixture
def client(clerk_: Any) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=clerk_.user_id))
    return client


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_the_register_filters_by_hauler_month_place_and_what_waits(client: Client, clerk_: Any) -> None:
    plant()
    one, two, site = firm(), firm("Other Pumping", licensed=False), land()
    logged(clerk_, one, manifest_number="a", place_note="unknown place")
    logged(clerk_, two, manifest_number="b", pumped_at=at("2026-05-02T09:00"))
    logged(clerk_, one, manifest_number="c", disposal_place=site, incorporated_at=at("2026-06-03T09:00"))

    def listed(**asked: Any) -> set[str]:
        response = client.get("/desk/pump-outs/", asked)
        return {row.manifest_number for row, _ in response.context["lines"]}

    assert listed() == {"a", "b", "c"}
    assert listed(hauler=two.pk) == {"b"}
    assert listed(month="05/2026") == {"b"}
    assert listed(place=site.pk) == {"c"}
    assert listed(what="match") == {"a"}
    assert listed(what="violation") == {"c"}
    assert listed(what="unlicensed") == {"b"}
    assert listed(what="nonsense") == {"a", "b", "c"}
    content = b"".join(client.get("/desk/pump-outs/?format=csv&what=match").streaming_content).decode("utf-8-sig")
    assert [line["Manifest number"] for line in csv.DictReader(io.StringIO(content))] == ["a"]


def test_the_register_takes_as_many_queries_as_a_short_one(client: Client, clerk_: Any) -> None:
    of = firm()

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            client.get("/desk/pump-outs/")
        return len(caught)

    logged(clerk_, of, parcel=parcel())
    few = queries()
    for number in range(10):
        logged(clerk_, firm(f"Firm {number}"), parcel=parcel(), manifest_number=f"n{number}")
    assert queries() == few


def test_a_place_is_matched_by_number_and_town(client: Client, clerk_: Any) -> None:
    served = system(parcel("Niles"))
    site, twin = served.parcels.get(), parcel("Genoa")
    for item in (site, twin):
        item.print_key = "1.-2-34"
        item.save()
    row = logged(clerk_, firm(), tax_map="1.-2-34", place_note="2 parcels have the number")
    address = f"/desk/pump-outs/{row.pk}/match/"
    asked = client.get(address, {"tax_map": "1.-2-34", "town": ""})
    assert asked.status_code == 422
    assert "2 parcels have the number 1.-2-34" in text_of(asked)
    assert client.get(address, {"tax_map": "9.-9-9", "town": ""}).status_code == 422
    found = client.get(address, {"tax_map": "1.-2-34", "town": town("Niles").pk})
    assert served.number in text_of(found)
    sent = {"tax_map": "1.-2-34", "town": town("Niles").pk, "system": served.pk, "version": 1}
    assert client.post(address, sent).headers["Location"] == f"/desk/pump-outs/{row.pk}/"
    row.refresh_from_db()
    assert (row.parcel, row.system) == (site, served)
    assert not Task.objects.filter(closed_at__isnull=True).exists()


def test_a_pair_is_settled_side_by_side(client: Client, clerk_: Any) -> None:
    of = firm()
    first = logged(clerk_, of, manifest_number="7")
    second = logged(clerk_, of, manifest_number="7", volume=read_volume("900 gal"))
    pair = PumpOutSuspicion.objects.get()
    assert f"{first.number} and {second.number}" in text_of(client.get("/desk/pump-outs/alike/"))
    shown = client.get(f"/desk/pump-outs/alike/{pair.pk}/")
    differing = {line["label"] for line in shown.context["lines"] if line["differs"]}
    assert differing >= {"Volume"}
    assert "Manifest number" not in differing
    address = f"/desk/pump-outs/alike/{pair.pk}/"
    assert client.post(address, {"answer": "", "reason": "x", "version": "1"}).status_code == 422
    client.post(address, {"answer": f"same-{second.pk}", "reason": "the second is right", "version": "1"})
    first.refresh_from_db()
    assert first.duplicate_of == second
    assert "Duplicate of" in text_of(client.get(f"/desk/pump-outs/{first.pk}/"))
    assert "Nothing to settle" in text_of(client.get("/desk/pump-outs/alike/"))
    stale = client.post(address, {"answer": "different", "reason": "x", "version": "1"})
    assert "Somebody else has changed this record" in text_of(stale)


def test_what_stood_out_is_looked_at_on_its_page(client: Client, clerk_: Any) -> None:
    row = logged(clerk_, firm(), disposal_place=land())
    address = f"/desk/pump-outs/{row.pk}/"
    assert "I have looked at it" in text_of(client.get(address))
    client.post(address, {"reason": "plowed at noon"})
    assert "I have looked at it" not in text_of(client.get(address))


def test_loads_add_up_by_place_and_month_without_duplicates(client: Client, clerk_: Any) -> None:
    of, one, two = firm(), plant("Plant one"), plant("Plant two")
    for number, (place, day) in enumerate(
        [(one, "2026-05-31"), (one, "2026-06-01"), (one, "2026-06-02"), (two, "2026-06-02"), (one, "2025-06-01")]
    ):
        logged(clerk_, of, disposal_place=place, pumped_at=at(f"{day}T09:00"), manifest_number=f"n{number}")
    twin = logged(clerk_, of, disposal_place=two, manifest_number="n3", pumped_at=at("2026-06-02T09:00"))
    PumpOut.objects.filter(pk=twin.pk).update(duplicate_of=PumpOut.objects.get(manifest_number="n3", pk__lt=twin.pk))
    shown = client.get("/desk/pump-outs/loads/", {"year": 2026})
    assert [(place["name"], place["loads"], int(place["gallons"])) for place in shown.context["places"]] == [
        ("Plant one", 3, 3000), ("Plant two", 1, 1000),
    ]  # fmt: skip
    content = b"".join(client.get("/desk/pump-outs/loads/?year=2026&format=csv").streaming_content).decode("utf-8-sig")
    lines = [(line["Disposal place"], line["Month"], line["Loads"]) for line in csv.DictReader(io.StringIO(content))]
    assert lines == [("Plant one", "2026-05", "1"), ("Plant one", "2026-06", "2"), ("Plant two", "2026-06", "1")]
    assert client.get("/desk/pump-outs/loads/", {"year": "soon"}).status_code == 200


def test_a_disposal_place_is_added_approved_and_its_loads_judged_again(client: Client, clerk_: Any) -> None:
    given = {"kind": "land", "name": "North field", "where": "Niles", "approved_from": "", "approved_through": ""}
    client.post("/desk/pump-outs/places/", given)
    place = DisposalPlace.objects.get()
    again = client.post("/desk/pump-outs/places/", given)
    assert "is on the list already" in text_of(again)
    row = logged(clerk_, firm(), disposal_place=place, incorporated_at=at("2026-06-01T12:00"))
    assert row.disposal_outcome == "undetermined"
    address = f"/desk/pump-outs/places/{place.pk}/"
    wrong = {"name": "North field", "where": "", "version": "1", "approved_through": "06/01/2026"}
    assert "Enter the first day of the approval" in text_of(client.post(address, wrong))
    client.post(address, wrong | {"approved_from": "01/01/2026", "approved_through": "12/31/2026"})
    client.post(address, {"do": "judge"})
    row.refresh_from_db()
    assert row.disposal_outcome == "lawful"


def test_a_firm_is_registered_and_its_permit_recorded_and_ended(client: Client) -> None:
    given = {
        "name": "Deep Pit Septic", "hauls": "on", "mail_line1": "5 Test Rd", "mail_city": "Auburn",
        "mail_state": "NY", "mail_zip": "13021",
    }  # fmt: skip
    assert client.post("/desk/firms/new/", given | {"hauls": ""}).status_code == 422
    client.post("/desk/firms/new/", given)
    made = Firm.objects.get()
    assert "on the register already as FM-0001" in text_of(client.post("/desk/firms/new/", given))
    address = f"/desk/firms/{made.pk}/"
    assert "Permits not shown" in text_of(client.get(address))
    for kind in ("state-hauler-permit", "business-permit"):
        client.post(address, {"do": "record", "record-kind": kind, "record-number": "7A-1",
                              "record-starts": "01/01/2026", "record-through": "12/31/2026"})  # fmt: skip
    assert "Permits in force" in text_of(client.get(address))
    assert "A permit is not in force" in text_of(client.get(address, {"as_of": "01/01/2027"}))
    item = License.objects.get(kind="state-hauler-permit")
    faulty = client.post(address, {"do": "withdraw", "withdraw-license": item.pk, "withdraw-on": "06/16/2026",
                                   "withdraw-reason": "Revoked"})  # fmt: skip
    assert "The day lies in the future" in text_of(faulty)
    client.post(address, {"do": "withdraw", "withdraw-license": item.pk, "withdraw-on": "06/01/2026",
                          "withdraw-reason": "Revoked by the DEC"})  # fmt: skip
    item.refresh_from_db()
    assert item.withdrawn_on == date(2026, 6, 1)
    assert "A permit is not in force" in text_of(client.get("/desk/firms/"))


def test_judging_again_from_the_firms_page(client: Client, clerk_: Any) -> None:
    of = firm(licensed=False)
    row = logged(clerk_, of)
    License.objects.create(firm=of, kind="state-hauler-permit", number="1", starts=date(2026, 1, 1),
                           through=date(2026, 12, 31), recorded_by="user:0")  # fmt: skip
    client.post(f"/desk/firms/{of.pk}/", {"do": "judge"})
    row.refresh_from_db()
    assert row.hauler_licensed is True
    assert client.post(f"/desk/firms/{of.pk}/", {"do": "nonsense"}).status_code == 403


def test_every_line_of_the_worklist_leads_to_a_page(client: Client, clerk_: Any) -> None:
    of = firm(licensed=False)
    logged(clerk_, of, manifest_number="7", place_note="unknown", disposal_place=plant("New", approved_from=None))
    logged(clerk_, of, manifest_number="7", disposal_place=None, disposal_text="a field",
           volume=read_volume("30000 gal"))  # fmt: skip
    kinds = set()
    for task in Task.objects.filter(closed_at__isnull=True):
        assert client.get(address_of(task.subject)).status_code == 200, task.subject
        kinds.add(task.kind.partition(".")[2])
    assert kinds == {
        "pumpout-match", "pumpout-unlisted", "pumpout-suspicion", "pumpout-volume", "hauler-standing",
        "disposal-approval",
    }  # fmt: skip


# What other matters ask


def test_pump_outs_before_an_inspection_count_once_and_not_on_its_day(clerk_: Any) -> None:
    of, served = firm(), system(parcel())
    site = served.parcels.get()
    earlier = logged(clerk_, of, system=served, parcel=site, pumped_at=at("2026-05-20T09:00"), manifest_number="1")
    by_parcel = logged(clerk_, of, parcel=site, pumped_at=at("2026-05-25T09:00"), manifest_number="2")
    logged(clerk_, of, system=served, parcel=site, pumped_at=at("2026-06-01T07:00"), manifest_number="3")
    gone = logged(clerk_, of, system=served, parcel=site, pumped_at=at("2026-05-26T09:00"), manifest_number="4")
    PumpOut.objects.filter(pk=gone.pk).update(duplicate_of=earlier)
    logged(clerk_, of, parcel=parcel(), pumped_at=at("2026-05-27T09:00"), manifest_number="5")
    assert list(pump_outs_before(served, date(2026, 6, 1))) == [by_parcel, earlier]


def test_a_transfers_facts_use_what_is_on_record_of_the_day_now(clerk_: Any) -> None:
    of, served = firm(licensed=False), system(parcel())
    logged(clerk_, of, system=served, parcel=served.parcels.get())
    assert [fact.hauler_licensed for fact in pump_out_facts(served)] == [None]
    License.objects.create(firm=of, kind="state-hauler-permit", number="1", starts=date(2026, 1, 1),
                           through=date(2026, 12, 31), recorded_by="user:0")  # fmt: skip
    (fact,) = pump_out_facts(served)
    assert (fact.date, fact.hauler_licensed, fact.filed, fact.buyer_copy) == (date(2026, 6, 1), True, True, None)
