"""Find a property: never the wrong one of two, by nobody's name; and what its page says."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.html import strip_tags
from pytest_django import DjangoAssertNumQueries

from sanitarian.core import search
from sanitarian.core.actors import Actor, Role
from sanitarian.core.search import vocabulary
from sanitarian.county.acts.zones import override_zone
from sanitarian.county.models import Parcel
from sanitarian.portal.property.facts import PublicPermit, PublicProperty, PublicSystem, PublicZone
from sanitarian.wastewater.acts.decisions import accept_report, send_back
from sanitarian.wastewater.models import Round, System
from tests.places import parcel as place
from tests.places import system as make_system
from tests.wastewater.cases import LAKE_FRONT, clear_system, filed, signer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh() -> None:
    vocabulary.forget()
    cache.clear()


def indexed(*parcels: Parcel) -> None:
    search.reindex([f"parcel:{parcel.pk}" for parcel in parcels])


def found(client: Client, query: str, status: int = 200, **more: str) -> str:
    answer = client.get("/property/", {"q": query, **more})
    assert answer.status_code == status
    return answer.content.decode()


def opened(client: Client, query: str, **more: str) -> str | None:
    answer = client.get("/property/", {"q": query, **more})
    return answer.headers.get("Location") if answer.status_code == 302 else None


def listed(client: Client, query: str, **more: str) -> list[int]:
    text = found(client, query, **more)
    return [pk for pk in Parcel.objects.order_by("pk").values_list("pk", flat=True) if f'"/property/{pk}/"' in text]


def page(client: Client, parcel: Parcel) -> str:
    answer = client.get(f"/property/{parcel.pk}/")
    assert answer.status_code == 200
    return " ".join(strip_tags(answer.content.decode().replace("</dt>", " ").replace("</dd>", " ")).split())


# Finding


def test_one_tax_map_number_in_two_towns_is_a_question(client: Client) -> None:
    one, other = place("Niles", key="00100000020340000000"), place("Venice", key="00100000020340000000")
    Parcel.objects.update(print_key="1.-2-34")
    indexed(one, other)
    assert opened(client, "1.-2-34") is None
    assert listed(client, "1.-2-34") == [one.pk, other.pk]
    assert "2 properties have exactly this address or number" in found(client, "1.-2-34")
    assert opened(client, "1.-2-34", town=str(other.municipality_id)) == f"/property/{other.pk}/"


def test_numbers_that_differ_in_punctuation_are_both_listed(client: Client) -> None:
    one, other = place("Niles", key="A"), place("Niles", key="B")
    Parcel.objects.filter(pk=one.pk).update(print_key="1.-2-34")
    Parcel.objects.filter(pk=other.pk).update(print_key="1.-23-4")
    indexed(one, other)
    assert opened(client, "1234") is None
    assert listed(client, "1234") == [one.pk, other.pk]
    assert opened(client, "1.-23-4") == f"/property/{other.pk}/"


def test_one_address_on_two_parcels_is_a_question(client: Client) -> None:
    one, other = place("Niles"), place("Venice")
    Parcel.objects.update(address="12 Test Rd")
    indexed(one, other)
    assert opened(client, "12 Test Road") is None
    assert listed(client, "12 Test Road") == [one.pk, other.pk]
    assert opened(client, "12 test rd", town=str(one.municipality_id)) == f"/property/{one.pk}/"


def test_units_of_one_house_are_all_listed(client: Client) -> None:
    units = [place("Niles") for _ in range(3)]
    Parcel.objects.update(address="7 Shore Ln", shares_shape=True)
    indexed(*units)
    assert opened(client, "7 Shore Ln", town=str(units[0].municipality_id)) is None
    assert listed(client, "7 Shore Ln") == [unit.pk for unit in units]


def test_the_one_address_that_is_meant_opens_and_a_part_of_it_does_not(client: Client) -> None:
    one = place("Niles")
    Parcel.objects.update(address="4512 W Lake Rd")
    indexed(one)
    assert opened(client, "4512 west lake road") == f"/property/{one.pk}/"
    assert opened(client, "4512 W LAKE RD") == f"/property/{one.pk}/"
    assert opened(client, "west lake") is None
    assert opened(client, "4512 west lake road", list="yes") is None


def test_typing_errors_are_forgiven_and_said(client: Client) -> None:
    one = place("Niles")
    Parcel.objects.update(address="88 Rockefeller Rd")
    indexed(one)
    assert opened(client, "88 rockefeler rd") is None
    assert listed(client, "88 rockefeler rd") == [one.pk]
    assert "showing “88 rockefeller" in found(client, "88 rockefeler rd")


@pytest.mark.parametrize("query", ["'", "%", "' OR 1=1 --", "%%", "a", "🙂", "x" * 120])
def test_odd_queries_find_nothing_and_break_nothing(client: Client, query: str) -> None:
    indexed(place("Niles"))
    assert listed(client, query) == []


def test_a_query_too_long_is_said_and_kept(client: Client) -> None:
    assert "x" * 121 in found(client, "x" * 121, status=422)
    assert "Null characters are not allowed" in found(client, "1 Test\x00", status=422)


# Nobody's name


def test_no_name_finds_a_property_nor_narrows_a_search(client: Client) -> None:
    owned = place("Niles", owner="ROCKEFELLER LAURA")
    others = [place("Niles", owner="Somebody Else") for _ in range(3)]
    Parcel.objects.update(address="12 Test Rd")
    indexed(owned, *others)
    assert search.find("rockefeller").hits, "the staff find her"
    for query in ("rockefeller", "laura rockefeller", "12 test rd rockefeller", "rockefeler", "rockef"):
        text = found(client, query)
        assert listed(client, query) == [], query
        assert "ROCKEFELLER" not in text, query
    assert listed(client, "12 test rd") == [owned.pk, *(other.pk for other in others)]
    assert "ROCKEFELLER" not in found(client, "12 test rd")


def test_only_places_are_found_whatever_else_is_on_record(client: Client) -> None:
    actor = signer()
    system = clear_system(actor)
    report = filed(actor, system)
    permit = accept_report(actor, report.pk).permit
    assert permit is not None
    search.rebuild()
    queries = (report.number, system.number, permit.number, "IN-0001", "Ina Spector", "Tess Made-Up")
    kinds = {hit.kind for query in queries for hit in search.find(query or "").hits}
    assert kinds == {"report", "system", "permit", "inspector", "owner", "parcel"}
    for query in map(str, queries):
        assert listed(client, query) == [], query
    assert {hit.kind for hit in search.find("test", kinds=["place"]).hits} == {"place"}
    assert "place" not in {hit.kind for hit in search.find("test").hits}


def test_a_provisional_record_is_no_public_place(client: Client) -> None:
    one = place("Niles")
    Parcel.objects.update(provisional=True)
    indexed(one)
    assert listed(client, one.address) == []
    assert client.get(f"/property/{one.pk}/").status_code == 404
    assert client.get(f"/property/{one.pk}/correction/").status_code == 404
    assert client.get("/property/999999/").content == client.get(f"/property/{one.pk}/").content


# The page


def test_the_page_has_these_facts_and_no_others() -> None:
    assert set(PublicProperty.__slots__) == {
        "id", "address", "municipality", "village", "tax_map_number", "retired_on", "sewer", "scope", "systems",
        "permits", "zone",
    }  # fmt: skip
    assert set(PublicSystem.__slots__) == {"schedule_class", "schedule", "scope", "due", "waits", "last_inspected"}
    assert set(PublicPermit.__slots__) == {"number", "kind", "standing", "tone", "through"}
    assert set(PublicZone.__slots__) == {"label", "value", "source", "cite"}


def test_a_system_with_its_permit_and_its_next_inspection(client: Client) -> None:
    actor = signer()
    system = clear_system(actor, "Genoa")
    permit = accept_report(actor, filed(actor, system).pk).permit
    assert permit is not None
    parcel = system.parcels.get()
    shown = page(client, parcel)
    due = System.objects.get(pk=system.pk).rounds.filter(status="open").earliest("due").due
    for text in (
        "1 Test Rd", "Genoa", "1.-2-1", "Private system", "Wastewater treatment system on record Yes",
        f"Due by {due:%B} {due.day}, {due.year}", "Last inspection on record June 1, 2026", permit.number,
        "Permit to Discharge", "In force", "Ask the code what this sale needs",
    ):  # fmt: skip
        assert text in shown, text
    assert "Made-Up" not in shown


def test_the_reasons_are_those_of_the_date_that_is_shown(client: Client) -> None:
    actor = signer()
    system = clear_system(actor, "Niles", **LAKE_FRONT)
    assert "November 1, 2026 is no business day" in page(client, system.parcels.get())
    accept_report(actor, filed(actor, system, drain_pipe_count=0).pk)
    shown = page(client, system.parcels.get())
    assert "Due by November 1, 2028" in shown
    assert "November 1, 2026" not in shown


def test_what_is_not_known_says_so(client: Client) -> None:
    parcel = place("Niles", sewer="unknown", fronts=None, distance_ft=None, watershed=None)
    shown = page(client, parcel)
    assert "Sewer Not known" in shown
    assert "Lake frontage Not known" in shown
    assert "Watershed Not known" in shown
    assert "Wastewater treatment system on record No" in shown
    assert "does not mean that there is none" in shown
    Parcel.objects.filter(pk=parcel.pk).update(municipality=None, sewer="none")
    parcel.zone.delete()
    shown = page(client, parcel)
    assert "Municipality Not known" in shown
    assert "Sewer No sewage" in shown
    assert "Not determined yet" in shown


def test_an_unknown_sewer_is_no_public_sewer(client: Client) -> None:
    parcel = place("Genoa", sewer="unknown")
    make_system(parcel)
    assert "Due by" in page(client, parcel)
    Parcel.objects.filter(pk=parcel.pk).update(sewer="public")
    shown = page(client, parcel)
    assert "Due by" not in shown
    assert "None is asked for here" in shown


def test_only_an_accepted_inspection_is_an_inspection(client: Client) -> None:
    actor = signer()
    system = clear_system(actor, "Genoa")
    parcel = system.parcels.get()
    report = filed(actor, system)
    assert "Last inspection on record Not known" in page(client, parcel)
    send_back(actor, report.pk, codes=["other"], remark="Canary")
    shown = page(client, parcel)
    assert "Last inspection on record Not known" in shown
    assert "Canary" not in shown


def test_a_date_that_has_passed_is_not_moved_on(client: Client) -> None:
    parcel = place("Genoa")
    system = make_system(parcel)
    Round.objects.create(
        system=system, due=date(2023, 12, 31), act_by=date(2024, 1, 2), credit_from=date(2022, 12, 31),
        schedule_class="town", cycle_years=5,
    )  # fmt: skip
    assert "Was due by December 31, 2023; no accepted inspection for that date is on record" in page(client, parcel)


def test_where_it_lies_and_which_map_says_so(client: Client, sanitarian: Actor) -> None:
    parcel = place("Niles", **{**LAKE_FRONT, "distance_ft": Decimal(0)})
    run = parcel.zone.run
    run.layers = {
        "shorelines": {"version": 3, "file": "C:/Users/dana/owasco.gpkg", "loaded": "2026-05-02", "provisional": True}
    }
    run.save()
    shown = page(client, parcel)
    assert "Owasco Lake" in shown
    assert "map of the shorelines, version 3 of May 2, 2026, which stands in for the legal map" in shown
    assert "dana" not in shown
    override_zone(sanitarian, parcel.pk, "fronts", "none", "Mr. Neighbour says so")
    shown = page(client, parcel)
    assert "Found by an official of the department on June 15, 2026." in shown
    assert "Neighbour" not in shown


def test_an_abandoned_system_and_a_provisional_one_are_no_system(client: Client) -> None:
    parcel = place("Genoa")
    make_system(parcel, status="abandoned")
    make_system(parcel, status="provisional")
    assert "Wastewater treatment system on record No" in page(client, parcel)


def test_a_parcel_that_left_the_roll_says_so(client: Client) -> None:
    parcel = place("Genoa")
    Parcel.objects.update(retired_on=date(2025, 7, 1))
    assert "Retired from the roll" in page(client, parcel)


def test_a_page_asks_the_database_a_bounded_number_of_times(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    actor = signer()
    systems = [clear_system(actor, "Genoa") for _ in range(2)]
    parcel = systems[0].parcels.get()
    systems[1].links.create(parcel=parcel)
    for system in systems:
        accept_report(actor, filed(actor, system).pk)
    with django_assert_max_num_queries(32):
        page(client, parcel)
    indexed(*(place("Genoa") for _ in range(40)))
    with django_assert_max_num_queries(22):
        found(client, "test rd")


def test_strangers_are_not_let_through_the_register_by_the_thousand(client: Client) -> None:
    parcel = place("Genoa")
    statuses = [client.get(f"/property/{parcel.pk}/").status_code for _ in range(121)]
    assert (set(statuses[:120]), statuses[120]) == ({200}, 429)
    assert client.post(f"/property/{parcel.pk}/").status_code in {405, 429}


# A correction


CORRECTION = {"wrong": "It is on the public sewer.", "right": "It has a septic tank.", "name": "Ann Canary"}


def ask(client: Client, parcel: Parcel, **changes: str) -> Any:
    address = f"/property/{parcel.pk}/correction/"
    token = client.get(address).context["form"]["token"].value()
    return client.post(address, {"token": str(token), **CORRECTION, **changes})


def test_a_correction_gets_a_number_a_task_and_an_answer(client: Client, staff: Callable[[Role], Actor]) -> None:
    from sanitarian.core.models import Task
    from sanitarian.county.acts.corrections import answer_correction
    from sanitarian.county.models import CorrectionRequest

    parcel = place("Genoa")
    answer = ask(client, parcel, email="ann@example.org")
    number, pin = answer.context["number"], answer.context["pin"]
    assert number == "CR-2026-00001"
    assert pin in answer.content.decode()
    request = CorrectionRequest.objects.get()
    assert (request.wrong, request.email, request.parcel_id) == (CORRECTION["wrong"], "ann@example.org", parcel.pk)
    task = Task.objects.get(closed_at=None)
    assert (task.role, task.subject, task.due) == ("clerk", f"correctionrequest:{request.pk}", date(2026, 6, 30))
    shown = client.post("/follow/", {"number": number, "pin": pin}).content.decode()
    assert "Received" in shown
    assert "Canary" not in shown
    answer_correction(staff(Role.CLERK), request.pk, accepted=True, answer="The sewer line ends before the lot.")
    shown = client.post("/follow/", {"number": number.lower(), "pin": f" {pin.lower()} "}).content.decode()
    assert "Corrected" in shown
    assert "The sewer line ends before the lot." in shown
    assert not Task.objects.filter(closed_at=None).exists()


def test_the_same_form_is_one_request(client: Client) -> None:
    from sanitarian.county.models import CorrectionRequest

    parcel = place("Genoa")
    form = client.get(f"/property/{parcel.pk}/correction/").context["form"]
    sent = {"token": str(form["token"].value()), **CORRECTION}
    answers = [client.post(f"/property/{parcel.pk}/correction/", sent) for _ in range(3)]
    assert len({(answer.context["number"], answer.context["pin"]) for answer in answers}) == 1
    assert [answer.context["again"] for answer in answers] == [False, True, True]
    assert CorrectionRequest.objects.count() == 1


def test_bad_input_keeps_what_was_typed(client: Client) -> None:
    answer = ask(client, place("Genoa"), right=" ", email="no address")
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "Write what is right instead." in text
    assert CORRECTION["wrong"] in text
    assert 'value="no address"' in text


def test_a_machine_that_fills_everything_in_is_stopped_and_a_person_is_not(client: Client) -> None:
    parcel = place("Genoa")
    answer = ask(client, parcel, website="http://spam.example")
    assert answer.status_code == 422
    assert "Send again" in answer.content.decode()
    assert "spam.example" not in answer.content.decode()
    again = {name: answer.context["form"][name].value() for name in ("token", *CORRECTION)}
    assert client.post(f"/property/{parcel.pk}/correction/", again).context["number"]


def test_too_many_requests_keep_what_was_typed(client: Client) -> None:
    parcel = place("Genoa")
    answers = [ask(client, parcel) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert CORRECTION["wrong"] in answers[5].content.decode()
    assert ask(Client(REMOTE_ADDR="198.51.100.7"), parcel).status_code == 200


def test_wrong_number_and_wrong_pin_get_the_same_answer(client: Client) -> None:
    received = ask(client, place("Genoa"))
    number, pin = received.context["number"], received.context["pin"]

    def said(typed_number: str, typed_pin: str) -> str:
        answer = client.post("/follow/", {"number": typed_number, "pin": typed_pin})
        assert answer.status_code == 422
        text = answer.content.decode()
        return text.replace(typed_number, "N").replace(typed_pin, "P").replace(str(answer.context["csrf_token"]), "")

    assert said(number, "CCCCC-CCCCC") == said("CR-2026-99999", pin) == said("CR-2026-99999", "nonsense")


def test_a_pin_cannot_be_tried_out(client: Client) -> None:
    received = ask(client, place("Genoa"))
    number, pin = received.context["number"], received.context["pin"]
    tries = [client.post("/follow/", {"number": number, "pin": "CCCCC-CCCCC"}).status_code for _ in range(10)]
    assert tries == [422] * 10
    assert client.post("/follow/", {"number": number, "pin": pin}).status_code == 429
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert elsewhere.post("/follow/", {"number": number, "pin": pin}).status_code == 200


# The desk


def test_the_desk_reads_and_answers_once(client: Client, clerk: Actor) -> None:
    from sanitarian.county.models import CorrectionRequest
    from sanitarian.parties.models import User

    ask(client, place("Genoa"), wrong="<b>bold</b>\nsecond line")
    asked = CorrectionRequest.objects.get()
    desk = Client()
    desk.force_login(User.objects.get(pk=clerk.user_id))
    assert asked.number in desk.get("/desk/corrections/").content.decode()
    shown = desk.get(f"/desk/corrections/{asked.pk}/").content.decode()
    assert "&lt;b&gt;bold&lt;/b&gt;<br>second line" in shown
    assert "Ann Canary" in shown
    blank = desk.post(f"/desk/corrections/{asked.pk}/", {"version": "1", "accepted": "no"})
    assert (blank.status_code, CorrectionRequest.objects.get().state) == (422, "open")
    sent = {"version": "1", "accepted": "no", "answer": "It stands."}
    assert desk.post(f"/desk/corrections/{asked.pk}/", sent).status_code == 302
    assert CorrectionRequest.objects.get().answered_by == clerk.ref
    stale = desk.post(f"/desk/corrections/{asked.pk}/", {**sent, "answer": "Another answer"})
    assert stale.status_code == 422
    assert "Another answer" in stale.content.decode()
    assert CorrectionRequest.objects.get().answer == "It stands."
    assert "No request in this state" in desk.get("/desk/corrections/").content.decode()
    assert asked.number in desk.get("/desk/corrections/?state=declined").content.decode()
