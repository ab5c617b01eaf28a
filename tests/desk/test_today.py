"""Today: every open task stands behind exactly one count, and the counts lead to their rows."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from sanitarian.core.actors import SYSTEM, Actor, Role
from sanitarian.core.dates import now
from sanitarian.core.models import Task
from sanitarian.core.records import close_tasks, open_task
from sanitarian.county.models import ImportReject, ImportRun
from sanitarian.desk.today import queries
from sanitarian.parties.models import User
from sanitarian.wastewater.acts.decisions import FAILED
from sanitarian.wastewater.acts.reports import REVIEW

pytestmark = pytest.mark.django_db

TODAY = date(2026, 6, 15)


def client_of(actor: Actor) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=actor.user_id))
    return client


def task(kind: str, number: int, *, role: str = "sanitarian", due: date | None = None, **more: object) -> Task:
    return open_task(kind, f"system:{number}", f"{kind} {number}", role=role, due=due, cite="V.V.A", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "days", "eye", "group"),
    [
        ("matter", -1, True, "overdue"),
        ("matter", 0, True, "soon"),
        ("matter", 14, True, "soon"),
        ("matter", 15, True, "other"),
        ("matter", None, True, "other"),
        (REVIEW, -40, False, "clear"),
        (REVIEW, 0, True, "eye"),
        (REVIEW, None, True, "other"),
        (FAILED, -3, True, "failed"),
        (FAILED, 3, True, "failed"),
        (queries.LETTERS_FAILED, None, True, "letters"),
    ],
)
def test_the_group_of_a_task(kind: str, days: int | None, eye: bool, group: str) -> None:
    task(kind, 1, due=None if days is None else TODAY + timedelta(days=days), needs_an_eye=eye)
    counts = queries.counts(Task.objects.all(), queries.groups(TODAY))
    assert {name for name, count in counts.items() if count} == {group}


def test_whose_work_it_is(sanitarian: Actor, clerk: Actor) -> None:
    task("for-field", 1)
    task("for-clerks", 2, role="clerk")
    task("mine", 3, role="clerk", assignee=sanitarian.ref)
    task("of-a-colleague", 4, assignee="user:999999")
    close_tasks(SYSTEM, task("done", 5).subject)

    def kinds(actor: Actor, scope: str) -> set[str]:
        return set(queries.tasks_for(actor, scope).values_list("kind", flat=True))

    assert kinds(sanitarian, "me") == {"mine"}
    assert kinds(sanitarian, "role") == {"mine", "for-field"}
    assert kinds(clerk, "role") == {"for-clerks"}
    assert kinds(sanitarian, "office") == {"mine", "for-field", "for-clerks", "of-a-colleague"}


@pytest.mark.parametrize(
    ("role", "scope"),
    [(Role.CLERK, "role"), (Role.SANITARIAN, "role"), (Role.COMMISSIONER, "office"), (Role.ADMINISTRATOR, "office")],
)
def test_who_heads_the_office_sees_the_office_first(staff: Callable[[Role], Actor], role: Role, scope: str) -> None:
    task("for-field", 1)
    answer = client_of(staff(role)).get("/desk/")
    assert answer.context["scope"] == scope


def test_a_count_leads_to_its_rows_page_by_page(sanitarian: Actor) -> None:
    numbers = range(1, queries.PAGE + 8)
    for number in numbers:
        task("matter", number, due=TODAY - timedelta(days=number % 5 + 1))
    client = client_of(sanitarian)
    assert f"<strong>{len(numbers)}</strong> Overdue" in client.get("/desk/").content.decode()
    seen: list[int] = []
    address = "/desk/?group=overdue&for=role"
    while address:
        answer = client.get(address)
        lines = answer.context["lines"]
        seen += [line.task.pk for line in lines]
        address = answer.context["next_url"]
    assert sorted(seen) == sorted(Task.objects.values_list("pk", flat=True))
    dues = list(Task.objects.in_bulk(seen).values())
    assert seen == [t.pk for t in sorted(dues, key=lambda t: (t.due or date.max, t.pk))]


def test_pages_of_tasks_without_a_date_are_whole(sanitarian: Actor) -> None:
    for number in range(queries.PAGE + 3):
        task("matter", number, due=TODAY + timedelta(days=99) if number < 2 else None)
    group = next(group for group in queries.groups(TODAY) if group.name == "other")
    first, key = queries.page_of(Task.objects.all(), group, None)
    second, last = queries.page_of(Task.objects.all(), group, key)
    assert len({line.task.pk for line in (*first, *second)}) == queries.PAGE + 3
    assert [line.task.due is None for line in first[:3]] == [False, False, True]
    assert last is None


def test_a_row_says_what_where_until_when_and_by_which_rule(sanitarian: Actor) -> None:
    task("matter", 7, due=TODAY, where="4512 West Lake Road")
    page = client_of(sanitarian).get("/desk/").content.decode()
    for text in ("matter 7", "4512 West Lake Road", "June 15, 2026", "V.V.A", 'href="/desk/systems/7/"'):
        assert text in page


@pytest.mark.parametrize(
    "address", ["/desk/?group=none", "/desk/?group=overdue&after=x", "/desk/?for=nobody", "/desk/?group=clear&after=~9"]
)
def test_odd_addresses_do_not_break_the_page(sanitarian: Actor, address: str) -> None:
    assert client_of(sanitarian).get(address).status_code in {200, 404}


def test_nothing_to_do_leads_on(sanitarian: Actor) -> None:
    task("for-clerks", 2, role="clerk")
    page = client_of(sanitarian).get("/desk/").content.decode()
    assert "Nothing waits here for you" in page
    assert "?for=office" in page


def import_run(kind: str, rejects: int) -> ImportRun:
    run = ImportRun.objects.create(
        kind=kind, file_name=f"{kind}.csv", sha256="0" * 64, started_at=now(), by="system", status="applied",
        counts={"read": 9, "rejected": rejects}, notices=[{"text": "A remark", "count": 1, "rows": [1]}],
    )  # fmt: skip
    ImportReject.objects.bulk_create(
        ImportReject(run=run, row=row, field="SBL", value="=1+1", reason="It is blank.")
        for row in range(2, 2 + rejects)
    )
    return run


def test_a_later_import_of_a_kind_settles_the_earlier(sanitarian: Actor) -> None:
    import_run("parcels", 3)
    import_run("parcels", 0)
    flood = import_run("flood", 2)
    assert [(item.run.pk, item.rejects) for item in queries.imports_with_rejects()] == [(flood.pk, 2)]
    assert f'href="/desk/imports/{flood.pk}/"' in client_of(sanitarian).get("/desk/").content.decode()


def test_every_rejected_row_is_shown_with_its_reason(clerk: Actor) -> None:
    run, client = import_run("parcels", 103), client_of(clerk)
    address = reverse("desk:import", args=[run.pk])
    first = client.get(address)
    second = client.get(first.context["next_url"])
    shown = [reject.row for answer in (first, second) for reject in answer.context["rejects"]]
    assert shown == list(range(2, 105))
    assert not second.context["next_url"]
    for text in ("SBL", "=1+1", "It is blank.", "A remark"):
        assert text in first.content.decode()
    lines = client.get(address, {"format": "csv"}).content.decode().splitlines()
    assert lines[0] == "row,field,value,reason"
    assert lines[1] == "2,SBL,'=1+1,It is blank."
    assert len(lines) == 104
    assert client.get("/desk/imports/999999/").status_code == 404


def test_queries_stay_few(sanitarian: Actor, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(60):
        task("matter", number, due=TODAY + timedelta(days=number - 30))
        task(REVIEW, number, due=TODAY, needs_an_eye=bool(number % 2))
        task(FAILED, number, due=TODAY)
        task(queries.LETTERS_FAILED, number)
    import_run("parcels", 2)
    client = client_of(sanitarian)
    with django_assert_max_num_queries(20):
        client.get("/desk/")
    with django_assert_max_num_queries(10):
        client.get("/desk/?group=overdue")
    with django_assert_max_num_queries(10):
        client.get(f"/desk/imports/{ImportRun.objects.get().pk}/")
