"""The desk's pages on inspections by others: who sees and does what, and that nothing typed is lost."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from sanitarian.core.actors import Role
from sanitarian.trades.models import Agreement
from tests.places import town
from tests.wastewater.cases import user

pytestmark = pytest.mark.django_db
NEW = {"document": "Local Law 2 of 2025", "starts": "1/1/2026", "ends": ""}


def client_as(role: Role) -> Client:
    client = Client()
    client.force_login(user(role, role))
    return client


def agreement(name: str = "Genoa", **changes: Any) -> Agreement:
    given = {"by": "municipality", "area": town(name).swis, "starts": date(2026, 1, 1), **changes}
    return Agreement.objects.create(document="Resolution 12", recorded_by="user:0", **given)


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


FOUND = {"local_law_meets_minimum": True, "finding_document": "Memo 1", "found_on": date(2026, 1, 1)}


@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        ({}, "Finding not recorded"),
        (FOUND, "Inspections are accepted"),
        (FOUND | {"local_law_meets_minimum": False}, "Local law does not meet the minimum"),
        (FOUND | {"ends": date(2026, 6, 15)}, "Inspections are accepted"),
        (FOUND | {"ends": date(2026, 6, 14)}, "Ended"),
        (FOUND | {"starts": date(2026, 6, 15)}, "Inspections are accepted"),
        (FOUND | {"starts": date(2026, 6, 16)}, "Not begun"),
        ({"by": "watershed-inspector", "area": "skaneateles-lake"}, "Inspections are accepted"),
    ],
)
def test_the_list_says_how_each_agreement_stands_today(changes: dict[str, Any], shown: str) -> None:
    agreement(**changes)
    page = text_of(client_as(Role.CLERK).get("/desk/inspectors/others/"))
    words = {"Finding not recorded", "Inspections are accepted", "Local law does not meet the minimum", "Ended",
             "Not begun"}  # fmt: skip
    assert {word for word in words if word in page} == {shown}
    assert ("Skaneateles Lake watershed" if changes.get("by") else "Town of Genoa") in page


def test_the_register_of_inspectors_leads_here_and_the_list_asks_few_questions(
    django_assert_max_num_queries: Any,
) -> None:
    client = client_as(Role.CLERK)
    assert 'href="/desk/inspectors/others/"' in client.get("/desk/inspectors/").content.decode()
    assert "No agreement is on record" in text_of(client.get("/desk/inspectors/others/"))
    for year in range(1960, 2020):
        agreement(starts=date(year, 1, 1), ends=date(year, 12, 31))
    with django_assert_max_num_queries(8):
        page = client.get("/desk/inspectors/others/").content.decode()
    assert page.count("Town of Genoa</a>") == 50
    following = re.search(r'href="(\?before=\d+)"', page)
    assert following is not None
    assert client.get(f"/desk/inspectors/others/{following[1]}").content.decode().count("Town of Genoa</a>") == 10


def test_the_commissioner_records_finds_and_ends() -> None:
    client = client_as(Role.COMMISSIONER)
    page = client.get("/desk/inspectors/others/new/").content.decode()
    assert "Skaneateles Lake watershed" in page
    swis = town("Genoa").swis
    client.post("/desk/inspectors/others/new/", {"area": swis, **NEW})
    made = Agreement.objects.get()
    address = f"/desk/inspectors/others/{made.pk}/"
    assert "no inspection in this area can be accepted before" in text_of(client.get(address))
    client.post(address, {"do": "find", "version": "1", "find-meets_minimum": "yes", "find-document": "Memo 1"})
    client.post(address, {"do": "end", "version": "2", "end-ends": "12/31/2026", "end-reason": "Repealed"})
    made.refresh_from_db()
    assert (made.local_law_meets_minimum, made.ends) == (True, date(2026, 12, 31))
    page = text_of(client.get(address))
    assert "Found June 15, 2026: Memo 1" in page
    assert "Repealed" in page


def test_syracuse_is_the_other_kind() -> None:
    client = client_as(Role.COMMISSIONER)
    client.post("/desk/inspectors/others/new/", {"area": "skaneateles-lake", **NEW})
    made = Agreement.objects.get()
    assert (made.by, made.area) == ("watershed-inspector", "skaneateles-lake")
    address = f"/desk/inspectors/others/{made.pk}/"
    assert "Record the finding" not in text_of(client.get(address))
    sent = {"do": "find", "version": "1", "find-meets_minimum": "yes", "find-document": "Memo 1"}
    assert client.post(address, sent).status_code == 403


@pytest.mark.parametrize("role", [Role.CLERK, Role.SANITARIAN, Role.ADMINISTRATOR, Role.BOARD_SECRETARY])
def test_others_of_the_department_see_and_do_nothing(role: Role) -> None:
    client, made = client_as(role), agreement()
    address = f"/desk/inspectors/others/{made.pk}/"
    assert "What may be done" not in text_of(client.get(address))
    assert "Record an agreement" not in text_of(client.get("/desk/inspectors/others/"))
    assert client.get("/desk/inspectors/others/new/").status_code == 403
    for do in ("find", "end"):
        sent = {"do": do, "version": "1", "find-meets_minimum": "yes", "find-document": "M", "end-ends": "7/1/2026",
                "end-reason": "r"}  # fmt: skip
        assert client.post(address, sent).status_code == 403
    made.refresh_from_db()
    assert made.version == 1


@pytest.mark.parametrize("role", [Role.INSPECTOR, Role.MUNICIPALITY, Role.WATERSHED_INSPECTOR, Role.OWNER])
def test_nobody_from_outside_opens_these_pages(role: Role) -> None:
    client, made = client_as(role), agreement()
    for path in ("", "new/", f"{made.pk}/"):
        assert client.get(f"/desk/inspectors/others/{path}").status_code == 403


def test_a_fault_keeps_what_was_typed() -> None:
    client, made = client_as(Role.COMMISSIONER), agreement()
    answer = client.post("/desk/inspectors/others/new/", {"area": made.area, **NEW, "starts": "13/1/2026"})
    assert answer.status_code == 422
    assert 'value="13/1/2026"' in answer.content.decode()
    answer = client.post("/desk/inspectors/others/new/", {"area": made.area, **NEW})
    assert "runs from 01/01/2026 already" in text_of(answer)
    address = f"/desk/inspectors/others/{made.pk}/"
    answer = client.post(address, {"do": "find", "version": "1", "find-document": "Memo 9"})
    assert answer.status_code == 422
    assert 'value="Memo 9"' in answer.content.decode()


def test_a_stale_page_says_so_and_can_be_sent_again() -> None:
    client, made = client_as(Role.COMMISSIONER), agreement()
    Agreement.objects.update(version=4)
    address = f"/desk/inspectors/others/{made.pk}/"
    sent = {"do": "end", "version": "1", "end-ends": "7/1/2026", "end-reason": "Repealed"}
    answer = client.post(address, sent)
    assert answer.status_code == 422
    assert "Somebody else has changed this record" in text_of(answer)
    version = re.search(r'name="version" value="(\d+)"', answer.content.decode())
    assert version is not None
    assert client.post(address, {**sent, "version": version[1]}).status_code == 302


def test_what_is_not_there_is_not_found() -> None:
    assert client_as(Role.CLERK).get("/desk/inspectors/others/9/").status_code == 404
