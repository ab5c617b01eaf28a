"""The register of inspectors: list, registration, one inspector's page and the acts on it."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from sanitarian.core.actors import Role
from sanitarian.desk.inspectors import queries
from sanitarian.law.inspectors import Course as CourseFact
from sanitarian.law.inspectors import inspector_standing
from sanitarian.parties.models import Party, RoleGrant, User
from sanitarian.trades.models import Agreement, Course, Inspector
from sanitarian.wastewater.models import Report
from tests.conftest import TODAY
from tests.places import town

pytestmark = pytest.mark.django_db

REGISTRATION = {
    "name": "Wren Made-Up", "mail_line1": "5 Test Rd", "mail_line2": "", "mail_city": "Auburn", "mail_state": "NY",
    "mail_zip": "13021", "email": "", "phone": "", "qualification": "contractor", "contractor_years": "4.5",
}  # fmt: skip


def _signed_in(role: Role) -> Client:
    user, _ = User.objects.get_or_create(email=f"{role}.page@county.example", defaults={"name": "Page Reader"})
    RoleGrant.objects.get_or_create(user=user, role=role, starts=date(2020, 1, 1))
    client = Client()
    client.force_login(user)
    return client


def _inspector(name: str = "Tess Made-Up", *, course: date | None = date(2025, 3, 4), **facts: Any) -> Inspector:
    values = {"qualification": "engineer", "certified_on": date(2025, 4, 1), **facts}
    party = Party.objects.create(name=name, mail_line1="5 Test Rd", mail_zip="13021")
    row = Inspector.objects.create(party=party, number=f"IN-{Inspector.objects.count() + 1:04d}", **values)
    if course:
        Course.objects.create(inspector=row, completed=course, passed=True)
    return row


def _page(client: Client, row: Inspector, **query: str) -> str:
    return client.get(f"/desk/inspectors/{row.pk}/", query).content.decode()


@pytest.mark.parametrize(
    ("facts", "shown"),
    [
        ({}, "Certified"),
        ({"course": None}, "Not certified"),
        ({"course": date(2019, 1, 2)}, "Not certified"),
        ({"qualification": None}, "Not certified"),
        ({"certified_on": None}, "Not certified"),
        ({"revoked_on": date(2026, 1, 2)}, "Not certified"),
        ({"revoked_on": TODAY + timedelta(days=1)}, "Certified"),
        ({"qualification": "contractor", "contractor_years": Decimal(1)}, "Not certified"),
    ],
)
def test_the_standing_shown_is_the_laws(facts: dict[str, Any], shown: str) -> None:
    row = _inspector(**facts)
    ruling = inspector_standing(
        on=TODAY,
        qualification=row.qualification,
        contractor_years=row.contractor_years,
        courses=[CourseFact(course.completed, course.passed) for course in row.courses.all()],
        certified_on=row.certified_on,
        revoked_on=row.revoked_on,
    )
    client = _signed_in(Role.CLERK)
    line = client.get("/desk/inspectors/").context["lines"][0]
    assert (line.ruling, line.text) == (ruling, shown)
    page = _page(client, row)
    assert f">{shown}</span>" in page
    assert [reason.text for reason in ruling.reasons if escape(reason.text) not in page] == []


def test_the_standing_is_asked_for_another_day() -> None:
    row = _inspector()
    client = _signed_in(Role.CLERK)
    earlier = _page(client, row, as_of="03/31/2025")
    assert "Standing on March 31, 2025" in earlier
    assert ">Not certified</span>" in earlier
    wrong = _page(client, row, as_of="3/31/25")
    assert "four-digit year" in wrong
    assert 'value="3/31/25"' in wrong


def test_the_list_is_paged_by_name_and_filtered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "PAGE", 2)
    for name in ("Cora", "Abe", "Eve", "Bea", "Abe"):
        _inspector(name)
    client = _signed_in(Role.CLERK)
    seen, address = [], "/desk/inspectors/"
    for _ in range(3):
        context = client.get(address).context
        seen.append([line.inspector.party.name for line in context["lines"]])
        address = f"/desk/inspectors/{context['next_url']}"
    assert seen == [["Abe", "Abe"], ["Bea", "Cora"], ["Eve"]]
    assert context["next_url"] == ""
    back = client.get(f"/desk/inspectors/{context['previous_url']}").context
    assert [line.inspector.party.name for line in back["lines"]] == ["Bea", "Cora"]
    first = client.get(f"/desk/inspectors/{back['previous_url']}").context
    assert ([line.inspector.party.name for line in first["lines"]], first["previous_url"]) == (["Abe", "Abe"], "")
    for wanted, names in (("ev", ["Eve"]), ("in-0001", ["Cora"]), ("nobody", [])):
        lines = client.get("/desk/inspectors/", {"name": wanted}).context["lines"]
        assert [line.inspector.party.name for line in lines] == names


def test_lists_ask_few_queries(django_assert_max_num_queries: Any) -> None:
    rows = [_inspector(f"Inspector {number}") for number in range(30)]
    for day in range(25):
        Report.objects.create(inspector=rows[0], performed=TODAY, submitted_on=TODAY, number=f"R-{day}")
    client = _signed_in(Role.COMMISSIONER)
    for address in ("/desk/inspectors/", f"/desk/inspectors/{rows[0].pk}/"):
        with django_assert_max_num_queries(20):
            assert client.get(address).status_code == 200


def test_a_person_is_registered_once_with_name_address_and_qualification() -> None:
    client = _signed_in(Role.CLERK)
    client.post("/desk/inspectors/new/", {**REGISTRATION, "equivalence_accepted": "unknown"})
    row = Inspector.objects.get()
    assert (row.party.name, row.party.kind, row.party.mail_zip) == ("Wren Made-Up", "person", "13021")
    assert (row.qualification, row.contractor_years, row.equivalence_accepted) == ("contractor", Decimal("4.5"), None)
    again = client.post("/desk/inspectors/new/", REGISTRATION)
    assert (again.status_code, Party.objects.count()) == (422, 1)
    assert f"on the register already as {row.number}" in again.content.decode()


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("name", "", "This field is required"),
        ("mail_city", "", "This field is required"),
        ("contractor_years", "many", "Enter a number"),
        ("contractor_years", "-3", "greater than or equal to 0"),
        ("qualification", "wizard", "Select a valid choice"),
        ("email", "not-an-address", "valid email address"),
    ],
)
def test_a_fault_in_a_registration_is_explained_and_keeps_the_rest(field: str, typed: str, says: str) -> None:
    answer = _signed_in(Role.CLERK).post("/desk/inspectors/new/", {**REGISTRATION, field: typed})
    page = answer.content.decode()
    assert (answer.status_code, Inspector.objects.count(), Party.objects.count()) == (422, 0, 0)
    assert says in page
    assert 'value="5 Test Rd"' in page
    assert field in {"qualification"} or not typed or f'value="{typed}"' in page


ACTS = {
    "course": {"course-completed": "06/01/2026", "course-passed": "yes"},
    "certify": {"certify-on": "06/15/2026"},
    "revoke": {"revoke-reason": "Filed no reports", "revoke-heard_on": "06/01/2026", "revoke-on": "06/15/2026"},
}


@pytest.mark.parametrize(
    ("role", "open_to"),
    [
        (Role.CLERK, {"course"}),
        (Role.SANITARIAN, {"course", "certify"}),
        (Role.COMMISSIONER, {"course", "certify", "revoke"}),
        (Role.ADMINISTRATOR, {"course"}),
    ],
)
def test_each_role_sees_and_posts_what_it_may(role: Role, open_to: set[str]) -> None:
    row = _inspector()
    client = _signed_in(role)
    page = _page(client, row)
    assert {key for key in ACTS if f'name="do" value="{key}"' in page} == open_to
    for key, fields in ACTS.items():
        answer = client.post(f"/desk/inspectors/{row.pk}/", {"do": key, **fields})
        assert answer.status_code == (302 if key in open_to else 403)
    row.refresh_from_db()
    assert row.courses.count() == 2
    assert (row.certified_on == TODAY) == ("certify" in open_to)
    assert (row.revoked_on == TODAY) == ("revoke" in open_to)


@pytest.mark.parametrize(
    ("key", "change", "says"),
    [
        ("course", {"course-completed": "06/16/2026"}, "lies in the future"),
        ("course", {"course-completed": "June 1"}, "four-digit year"),
        ("course", {"course-passed": ""}, "Choose passed, failed or not known yet"),
        ("course", {"course-completed": "03/04/2025", "course-passed": "no"}, "on record already and says otherwise"),
        ("certify", {"certify-on": "02/30/2026"}, "There is no such day"),
        ("revoke", {"revoke-reason": " "}, "Write the reason"),
        ("revoke", {"revoke-heard_on": "06/16/2026"}, "has not been held yet"),
        ("revoke", {"revoke-on": "05/30/2026"}, "revoked after the hearing"),
    ],
)
def test_a_fault_is_explained_and_what_was_typed_is_kept(key: str, change: dict[str, str], says: str) -> None:
    row = _inspector()
    fields = {**ACTS[key], **change}
    answer = _signed_in(Role.COMMISSIONER).post(f"/desk/inspectors/{row.pk}/", {"do": key, **fields})
    page = answer.content.decode()
    row.refresh_from_db()
    assert (answer.status_code, row.courses.count(), row.version, row.revoked_on) == (422, 1, 1, None)
    assert says in page
    dates = [value for value in fields.values() if value.startswith("0")]
    assert all(f'value="{value}"' in page for value in dates)


@pytest.mark.parametrize("facts", [{"certified_on": None}, {"revoked_on": date(2026, 1, 5)}])
def test_a_certification_that_does_not_stand_cannot_be_revoked(facts: dict[str, Any]) -> None:
    row = _inspector(**facts)
    client = _signed_in(Role.COMMISSIONER)
    assert 'value="revoke"' not in _page(client, row)
    answer = client.post(f"/desk/inspectors/{row.pk}/", {"do": "revoke", **ACTS["revoke"]}, follow=True)
    row.refresh_from_db()
    assert row.revoked_on == facts.get("revoked_on")
    assert "There is no certification to revoke" in answer.content.decode()


def test_a_report_filed_late_is_marked_with_its_deadline() -> None:
    row = _inspector()
    for number, performed, submitted in (("R-LATE", date(2026, 1, 5), date(2026, 6, 1)), ("R-GOOD", TODAY, TODAY)):
        Report.objects.create(inspector=row, number=number, performed=performed, submitted_on=submitted)
    Report.objects.create(inspector=row, performed=TODAY)
    client = _signed_in(Role.CLERK)
    filed = client.get(f"/desk/inspectors/{row.pk}/").context["reports"]
    assert [(item.report.number, item.late) for item in filed] == [("R-GOOD", False), ("R-LATE", True)]
    assert _page(client, row).count(">Late</span>") == 1


def _inspects_for(row: Inspector, role: Role, area: str, **days: Any) -> None:
    account = User.objects.create_user(f"{row.number}@town.example", None, name=row.party.name)
    RoleGrant.objects.create(
        user=account, role=role, party=row.party, area=area, **{"starts": date(2020, 1, 1), **days}
    )  # fmt: skip


@pytest.mark.parametrize(
    ("role", "area", "where"),
    [
        (Role.MUNICIPALITY, "", "Town of Genoa"),
        (Role.WATERSHED_INSPECTOR, "skaneateles-lake", "Skaneateles Lake watershed"),
    ],
)
def test_who_inspects_for_others_is_not_shown_as_lacking_a_certification(role: Role, area: str, where: str) -> None:
    row = _inspector(qualification="code-officer", certified_on=None)
    _inspects_for(row, role, area or town("Genoa").swis)
    client = _signed_in(Role.CLERK)
    listed = client.get("/desk/inspectors/")
    line = listed.context["lines"][0]
    assert (line.text, line.tone, line.certified) == ("Inspects under V.XI", "plain", False)
    assert f"for the {where}" in listed.content.decode()
    assert ">Not certified</span>" not in listed.content.decode()
    page = _page(client, row)
    assert ">Inspects under V.XI</span>" in page
    assert f"For the {where}" in page
    assert 's-tag--bad">Not certified' not in page


@pytest.mark.parametrize(
    ("days", "shown"), [({"ends": TODAY}, True), ({"ends": TODAY - timedelta(days=1)}, False),
                        ({"starts": TODAY}, True), ({"starts": TODAY + timedelta(days=1)}, False)],
)  # fmt: skip
def test_the_area_counts_while_the_role_is_held(days: dict[str, date], shown: bool) -> None:
    row = _inspector(certified_on=None)
    _inspects_for(row, Role.MUNICIPALITY, town("Genoa").swis, **days)
    assert (">Inspects under V.XI</span>" in _page(_signed_in(Role.CLERK), row)) is shown


def test_a_certified_inspector_who_inspects_for_a_town_as_well_is_shown_as_both() -> None:
    row = _inspector()
    _inspects_for(row, Role.MUNICIPALITY, town("Genoa").swis)
    page = _page(_signed_in(Role.CLERK), row)
    assert ">Certified</span>" in page
    assert "For the Town of Genoa" in page


@pytest.mark.parametrize(
    ("found", "course", "standing"),
    [
        (None, True, "No agreement in force"),
        ({}, True, "The finding on the local law is not recorded yet"),
        ({"local_law_meets_minimum": False, "finding_document": "M", "found_on": TODAY}, True, "does not meet"),
        ({"local_law_meets_minimum": True, "finding_document": "M", "found_on": TODAY}, False, "No course on record"),
        (
            {"local_law_meets_minimum": True, "finding_document": "M", "found_on": TODAY},
            True,
            "Inspections are accepted",
        ),
    ],
)
def test_the_standing_of_a_municipal_inspector_follows_agreement_finding_and_course(
    found: dict[str, Any] | None, course: bool, standing: str
) -> None:
    row = _inspector(certified_on=None)
    if not course:
        row.courses.all().delete()
    area = town("Genoa").swis
    _inspects_for(row, Role.MUNICIPALITY, area)
    if found is not None:
        Agreement.objects.create(
            by="municipality", area=area, document="L", starts=TODAY, recorded_by="user:0", **found
        )
    page = _page(_signed_in(Role.CLERK), row)
    assert standing in page
    assert page.count("Inspections are accepted") == (standing == "Inspections are accepted")


def test_the_list_asks_as_few_questions_with_many_who_inspect_for_others(django_assert_max_num_queries: Any) -> None:
    for _ in range(30):
        _inspects_for(_inspector(certified_on=None), Role.MUNICIPALITY, town("Genoa").swis)
    client = _signed_in(Role.CLERK)
    with django_assert_max_num_queries(14):
        assert client.get("/desk/inspectors/").content.decode().count("for the Town of Genoa") == 30
