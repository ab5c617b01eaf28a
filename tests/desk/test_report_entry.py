"""Entering a report at the desk: place, draft, submission, sent twice, stale, sign-out, files."""

import re
import uuid
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from sanitarian.core.actors import Actor, Role
from sanitarian.parties.models import User
from sanitarian.wastewater.acts.decisions import send_back
from sanitarian.wastewater.acts.reports import attach, save_report
from sanitarian.wastewater.models import Report, System
from tests.pictures import picture
from tests.places import parcel, system
from tests.wastewater.cases import LAKE_FRONT, clear_system, draft, filed, inspector, signer, user

pytestmark = pytest.mark.django_db
QUERIES = 20


@pytest.fixture
def desk(client: Client, clerk: Actor) -> Client:
    client.force_login(User.objects.get(pk=clerk.user_id))
    return client


def form(where: System | None = None, **changes: Any) -> dict[str, Any]:
    """A complete report as the browser posts it."""
    inspected_by = inspector()
    place = {"place": "free", "place_text": "past the mill"}
    owner = None
    if where is not None:
        site = where.parcels.get()
        owner = site.ownerships.get().party
        place = {"parcel": site.pk, "system": where.pk}
    return {
        "token": str(uuid.uuid4()), "version": "", **place, "street_address": "1 Test Rd", "tax_map": "1.-2-1",
        "purpose": "routine", "inspector": inspected_by.pk, "performed": "6/1/2026", "inspector_interest": "no",
        "description": "Concrete tank", "sizes_unknown": "on", "construction_dates_unknown": "on",
        "distances_unknown": "on", "fixtures": "Two bathrooms", "occupancy": "Four people", "has_spdes": "no",
        "operation_tested": "yes", "surface_discharge": "no", "watercourse_discharge": "no", "overflow_points": "no",
        "components_good": "yes", "broken_component": "no", "conforms_75a": "yes", "applicant_is_agent": "owner",
        "applicant": owner.pk if owner else "", "application_signed_on": "6/1/2026",
        "pipe-TOTAL_FORMS": "2", "pipe-INITIAL_FORMS": "0", "do": "submit", **changes,
    }  # fmt: skip


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_a_report_is_entered_and_answers_with_its_number(desk: Client, clerk: Actor) -> None:
    where = clear_system(clerk)
    answer = desk.post("/desk/reports/new/", form(where), follow=True)
    report = Report.objects.get()
    assert (report.state, report.system, report.sizes_extent, report.conforms_75a) == (
        "submitted",
        where,
        "unknown",
        True,
    )
    assert report.applicant_name == "Tess Made-Up"
    assert "IR-2026-00001" in text_of(answer)


def test_five_posts_are_one_report_and_every_answer_shows_its_number(desk: Client, clerk: Actor) -> None:
    sent = form(clear_system(clerk))
    for _ in range(5):
        assert "IR-2026-00001" in text_of(desk.post("/desk/reports/new/", sent, follow=True))
    assert Report.objects.count() == 1
    late = desk.post("/desk/reports/new/", {**sent, "remarks": "typed after going back"}, follow=True)
    assert "Already received as IR-2026-00001" in text_of(late)
    assert Report.objects.get().remarks == ""


def test_opening_the_form_leaves_nothing_on_record(desk: Client, clerk: Actor) -> None:
    where = clear_system(clerk)
    assert desk.get(f"/desk/reports/new/?system={where.pk}").status_code == 200
    assert not Report.objects.exists()


def test_a_draft_may_lack_anything_and_is_gone_on_with(desk: Client, clerk: Actor) -> None:
    where = clear_system(clerk)
    sent = form(where, do="save", inspector="", performed="", fixtures="")
    assert "Draft saved" in text_of(desk.post("/desk/reports/new/", sent, follow=True))
    report = Report.objects.get()
    assert (report.state, report.number) == ("draft", None)
    page = text_of(desk.get(f"/desk/reports/{report.pk}/edit/"))
    assert "The list of fixtures is missing." in page
    listed = desk.get("/desk/reports/").content.decode()
    assert f"/desk/reports/{report.pk}/edit/" in listed


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"inspector": ""}, "Choose the inspector"),
        ({"performed": ""}, "Enter the day of the inspection"),
        ({"performed": "13/1/2026"}, "There is no such day"),
        ({"performed": "6/16/2026"}, "lies in the future"),
        ({"sizes": "1,000 gallons"}, "not both"),
        ({"gallons_run": "-5"}, "greater than or equal to 0"),
        ({"vertical_separation_ft": "about two"}, "Enter a number"),
        ({"pipe-0-pipe": "north", "pipe-0-result": "Absent", "pipe-0-sampled": "6/1/2026"}, "no laboratory result"),
        ({"pipe-0-pipe": "north", "pipe-0-result": "260"}, "Enter the day the sample was taken"),
        ({"pipe-0-result": "260", "pipe-0-sampled": "6/1/2026"}, "Name the pipe"),
    ],
)
def test_a_fault_is_named_and_keeps_what_was_typed(
    desk: Client, clerk: Actor, changes: dict[str, str], message: str
) -> None:
    answer = desk.post("/desk/reports/new/", form(clear_system(clerk), occupancy="Nobody in winter", **changes))
    assert answer.status_code == 200
    assert message in text_of(answer)
    assert "Nobody in winter" in answer.content.decode()
    assert not Report.objects.exists()


def test_drain_pipe_results_come_in_by_rows(desk: Client, clerk: Actor) -> None:
    where = clear_system(clerk, "Niles", **LAKE_FRONT)
    row = {"pipe-0-pipe": "north", "pipe-0-result": "1,200", "pipe-0-unit": "MPN/100 mL", "pipe-0-sampled": "6/1/2026",
           "pipe-0-laboratory_certified": "yes"}  # fmt: skip
    desk.post("/desk/reports/new/", form(where, drain_pipe_count="1", **row))
    item = Report.objects.get().pipe_results.get()
    assert (item.pipe.label, item.result, item.unit, item.laboratory_certified) == (
        "north",
        "1,200",
        "MPN/100 mL",
        True,
    )


def test_a_row_is_added_without_losing_or_judging_anything(desk: Client, clerk: Actor) -> None:
    where = clear_system(clerk, "Niles", **LAKE_FRONT)
    answer = desk.post("/desk/reports/new/", form(where, do="add-pipe", inspector="", performed="6/32/2026"))
    page = answer.content.decode()
    assert 'name="pipe-2-result"' in page
    assert 'value="6/32/2026"' in page
    assert "no such day" not in page
    assert not Report.objects.exists()


def test_a_stale_page_says_who_changed_what_and_keeps_what_was_typed(desk: Client, clerk: Actor) -> None:
    where = clear_system(clerk)
    report = draft(clerk, where)
    other = user("Wilma Other", Role.CLERK).actor()
    save_report(other, report.pk, version=1, remarks="the tank is behind the shed")
    sent = form(where, do="save", version="1", occupancy="Five people")
    answer = desk.post(f"/desk/reports/{report.pk}/edit/", sent)
    assert answer.status_code == 409
    page = text_of(answer)
    assert "Wilma Other on June 15, 2026: Remarks" in page
    assert "Five people" in answer.content.decode()
    assert Report.objects.get().remarks == "the tank is behind the shed"
    again = desk.post(f"/desk/reports/{report.pk}/edit/", {**sent, "version": "2", "remarks": "both"}, follow=True)
    assert "Draft saved" in text_of(again)


def test_what_was_typed_is_there_after_signing_in_again(client: Client, clerk: Actor) -> None:
    where = clear_system(clerk)
    sent = form(where, occupancy="Typed before the session ended")
    answer = client.post("/desk/reports/new/", sent)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/?next=/desk/reports/new/%3Fkept%3D1")
    assert not Report.objects.exists()
    client.force_login(User.objects.get(pk=clerk.user_id))
    page = client.get("/desk/reports/new/?kept=1").content.decode()
    assert "Typed before the session ended" in page
    assert "choose files again" in page
    assert sent["token"] in page
    assert "Typed before" not in client.get("/desk/reports/new/?kept=1").content.decode()


def test_a_very_large_form_is_not_kept_for_nobody(client: Client, db: None) -> None:
    client.post("/desk/reports/new/", {"remarks": "x" * 200_000})
    assert "kept_typing" not in client.session


def test_a_place_not_on_record_is_taken_as_written(desk: Client) -> None:
    answer = desk.post("/desk/reports/new/", form(None), follow=True)
    assert "The number to quote" in text_of(answer)
    assert Report.objects.get().system.status == "provisional"
    missing = desk.post("/desk/reports/new/", form(None, place_text=""))
    assert "Write where the system is" in text_of(missing)


def test_several_systems_ask_which_was_inspected(desk: Client, clerk: Actor) -> None:
    shared = parcel("Genoa")
    first, second = system(shared), system(shared)
    sent = form(first, system="")
    assert "Choose the one that was inspected" in text_of(desk.post("/desk/reports/new/", sent))
    desk.post("/desk/reports/new/", {**sent, "system": second.pk})
    assert Report.objects.get().system == second


def test_the_place_is_found_by_key_or_owner(desk: Client, clerk: Actor) -> None:
    from sanitarian.core.search import rebuild

    where = clear_system(clerk)
    rebuild()
    site = where.parcels.get()
    page = desk.get(f"/desk/reports/new/?q={site.print_key}").content.decode()
    assert f"?parcel={site.pk}" in page
    assert where.number in page
    assert "Nothing is found" in desk.get("/desk/reports/new/?q=nowhere-at-all").content.decode()


def test_the_panel_says_what_is_missing_as_it_is_typed(desk: Client, clerk: Actor) -> None:
    where = clear_system(clerk)
    full = text_of(desk.post("/desk/reports/missing/", form(where)))
    assert "Nothing that the code asks for is missing" in full
    lacking = text_of(desk.post("/desk/reports/missing/", form(where, fixtures="", performed="nonsense")))
    assert "The list of fixtures is missing." in lacking
    assert not Report.objects.exists()


def test_a_report_sent_back_is_mended_under_its_number(desk: Client, clerk: Actor) -> None:
    where = clear_system(clerk)
    report = filed(clerk, where, fixtures="")
    send_back(signer(), report.pk, codes=["fixtures"])
    report.refresh_from_db()
    page = text_of(desk.get(f"/desk/reports/{report.pk}/edit/"))
    assert "Why it was sent back The list of fixtures is missing." in page
    sent = form(where, version=str(report.version), fixtures="Three bathrooms")
    for _ in range(2):
        assert report.number in text_of(desk.post(f"/desk/reports/{report.pk}/edit/", sent, follow=True))
    report.refresh_from_db()
    assert (report.state, report.fixtures) == ("submitted", "Three bathrooms")


def test_files_come_with_the_report_and_stay_with_it(desk: Client, clerk: Actor) -> None:
    where = clear_system(clerk)
    files = [SimpleUploadedFile("plan.pdf", b"%PDF-1.7 a"), SimpleUploadedFile("tank.png", picture("PNG"))]
    desk.post("/desk/reports/new/", form(where, attachments=files))
    report = Report.objects.get()
    other = draft(clerk, where)
    first = report.attachments.order_by("pk").first()
    answer = desk.get(f"/desk/reports/{report.pk}/files/{first.pk}/")
    assert (answer.headers["Content-Type"], b"".join(answer.streaming_content)) == ("application/pdf", b"%PDF-1.7 a")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "plan.pdf" in answer.headers["Content-Disposition"]
    for address in (f"/desk/reports/{other.pk}/files/{first.pk}/", f"/desk/reports/{report.pk}/files/999/"):
        assert desk.get(address).status_code == 404
    assert Client().get(f"/desk/reports/{report.pk}/files/{first.pk}/").status_code == 302
    without_role = User.objects.create_user("none@county.example", "correct horse battery", name="No Role")
    stranger = Client()
    stranger.force_login(without_role)
    assert stranger.get(f"/desk/reports/{report.pk}/files/{first.pk}/").status_code == 403


def test_a_wrong_file_is_refused_by_name(desk: Client, clerk: Actor) -> None:
    sent = form(clear_system(clerk), attachments=[SimpleUploadedFile("macro.pdf", b"MZ program")])
    assert "“macro.pdf” is not a PDF, JPEG or PNG file" in text_of(desk.post("/desk/reports/new/", sent))
    assert not Report.objects.exists()


@pytest.mark.parametrize("address", ["/desk/reports/999/", "/desk/reports/999/edit/", "/desk/reports/999/received/"])
def test_a_report_that_is_not_on_record_is_not_found(desk: Client, address: str) -> None:
    assert desk.get(address).status_code == 404


def test_pages_of_reports_ask_few_questions(desk: Client, clerk: Actor, django_assert_max_num_queries: Any) -> None:
    where = clear_system(clerk, "Niles", **LAKE_FRONT)
    report = filed(clerk, where, drain_pipe_count=0)
    for _ in range(30):
        filed(clerk, where, drain_pipe_count=0)
    kept = draft(clerk, where)
    attach(clerk, kept.pk, SimpleUploadedFile("plan.pdf", b"%PDF-1.7 a"))
    for address in (
        "/desk/reports/", f"/desk/reports/{report.pk}/", f"/desk/reports/new/?system={where.pk}",
        f"/desk/reports/{kept.pk}/edit/", f"/desk/reports/{report.pk}/received/",
    ):  # fmt: skip
        with django_assert_max_num_queries(QUERIES, info=address):
            assert desk.get(address).status_code == 200
    typed = form(where)
    with django_assert_max_num_queries(QUERIES):
        desk.post("/desk/reports/missing/", typed)


def test_the_list_is_paged_by_key(desk: Client, clerk: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sanitarian.desk.reports.queries.PAGE", 2)
    where = clear_system(clerk)
    numbers = [filed(clerk, where, performed=date(2026, 6, day)).number for day in range(1, 6)]
    address, seen = "/desk/reports/", []
    for _ in range(3):
        page = desk.get(address).content.decode()
        seen += re.findall(r"IR-2026-\d{5}", page)
        following = re.search(r'href="(\?before=\d+)"[^>]*rel="next"', page)
        address = f"/desk/reports/{following.group(1)}" if following else ""
    assert (seen, address) == (numbers[::-1], "")
