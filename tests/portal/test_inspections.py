"""A certified inspector files from outside: in their own name, kept at every step, once."""

import re
import uuid
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from sanitarian.core import search
from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused, StaleVersion
from sanitarian.core.dates import use_today
from sanitarian.county.models import Municipality, Parcel
from sanitarian.parties.models import RoleGrant, User
from sanitarian.trades.models import Agreement, Inspector
from sanitarian.wastewater.acts.decisions import send_back
from sanitarian.wastewater.acts.reports import attach, detach, save_report, start_report, submit_report, withdraw_report
from sanitarian.wastewater.assessment import assess
from sanitarian.wastewater.filers import inspectors_of, reports_of
from sanitarian.wastewater.models import Attachment, Report
from tests.pictures import picture
from tests.places import parcel, system, town
from tests.wastewater.cases import DAY, LAKE_FRONT, clear_system, draft, fields, filed, inspector, signer

pytestmark = pytest.mark.django_db


def filer(name: str = "ina", role: Role = Role.INSPECTOR, area: str = "", who: Inspector | None = None) -> User:
    """Somebody with an account who inspects."""
    made = User.objects.create_user(f"{name}@inspections.example", None, name=name.title())
    RoleGrant.objects.create(user=made, role=role, party=(who or inspector()).party, area=area, starts=date(2020, 1, 1))
    return made


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def inspector_of(user: User) -> Inspector:
    return Inspector.objects.get(party__grants__user=user)


def own_draft(user: User, place: Parcel | None = None, **changes: Any) -> Report:
    """A draft in the filer's own name."""
    given = {"inspector": inspector_of(user), "parcel": place, **changes}
    return start_report(user.actor(), token=uuid.uuid4(), **given)


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


# Whose a report is


def test_a_filer_sees_their_own_reports_and_no_draft_of_the_department(clerk: Actor) -> None:
    ina, otto = filer("ina"), filer("otto")
    where = clear_system(clerk)
    own, paper = own_draft(ina), filed(clerk, where, inspector=inspector_of(ina))
    typing = draft(clerk, where, inspector=inspector_of(ina))
    others = own_draft(otto)
    assert set(reports_of(ina.actor())) == {own, paper}
    assert set(reports_of(otto.actor())) == {others}
    assert set(reports_of(clerk)) == {own, paper, typing, others}


def test_nobody_without_a_role_sees_a_report(clerk: Actor) -> None:
    filed(clerk, clear_system(clerk))
    assert list(reports_of(User.objects.create_user("x@y.example", None, name="X").actor())) == []


ACTS_ON_A_REPORT: dict[str, Callable[[Actor, Report], Any]] = {
    "save": lambda actor, report: save_report(actor, report.pk, version=report.version, remarks="mine now"),
    "submit": lambda actor, report: submit_report(actor, report.pk),
    "attach": lambda actor, report: attach(actor, report.pk, SimpleUploadedFile("a.pdf", b"%PDF-1.7 a")),
    "detach": lambda actor, report: detach(actor, report.pk, 1),
    "withdraw": lambda actor, report: withdraw_report(actor, report.pk, reason="not mine"),
    "start": lambda actor, report: start_report(actor, token=report.token, inspector=report.inspector),
}


@pytest.mark.parametrize("act", ACTS_ON_A_REPORT)
def test_anothers_report_is_answered_like_none(act: str) -> None:
    ina, otto = filer("ina"), filer("otto")
    report = own_draft(ina, performed=DAY)
    nowhere = Report(pk=999, token=report.token if act == "start" else uuid.uuid4(), inspector=inspector_of(otto))
    with pytest.raises(ActRefused) as anothers:
        ACTS_ON_A_REPORT[act](otto.actor(), report)
    assert str(anothers.value) == "There is no report with this number."
    if act != "start":
        with pytest.raises(ActRefused) as none:
            ACTS_ON_A_REPORT[act](otto.actor(), nowhere)
        assert str(none.value) == str(anothers.value)
    report.refresh_from_db()
    assert (report.remarks, report.state, report.attachments.count()) == ("", "draft", 0)


@pytest.mark.parametrize("when", ["begun", "changed"])
def test_nobody_files_in_anothers_name(when: str) -> None:
    ina, otto = filer("ina"), filer("otto")
    report = own_draft(ina)
    ways: dict[str, Callable[[], object]] = {
        "begun": lambda: own_draft(ina, inspector=inspector_of(otto)),
        "changed": lambda: save_report(ina.actor(), report.pk, version=1, inspector=inspector_of(otto)),
    }
    with pytest.raises(ActRefused, match="in your own name"):
        ways[when]()


def test_a_certified_inspector_does_not_file_as_a_municipality() -> None:
    with pytest.raises(ActRefused, match="in your own name"):
        own_draft(filer(), basis=Report.Basis.MUNICIPALITY)


@pytest.mark.parametrize("name", ["information_requested", "information_received", "agent_authorised"])
def test_what_the_department_finds_no_filer_says(clerk: Actor, name: str) -> None:
    ina = filer()
    report = own_draft(ina)
    with pytest.raises(ActRefused, match=name):
        save_report(ina.actor(), report.pk, version=1, **{name: True})
    typed = draft(clerk, clear_system(clerk))
    assert getattr(save_report(clerk, typed.pk, version=1, **{name: True}), name) is True


def test_a_role_that_ended_files_nothing() -> None:
    ina = filer()
    RoleGrant.objects.update(ends=date(2026, 6, 14))
    assert reports_of(ina.actor()).count() == 0
    assert inspectors_of(ina.actor()) == []


def test_a_filed_report_is_not_withdrawn_by_its_filer_and_keeps_its_files() -> None:
    ina = filer()
    report = own_draft(ina, parcel("Genoa"), performed=DAY)
    kept = attach(ina.actor(), report.pk, SimpleUploadedFile("a.pdf", b"%PDF-1.7 a"))
    submit_report(ina.actor(), report.pk)
    with pytest.raises(ActRefused, match="stays on record"):
        withdraw_report(ina.actor(), report.pk, reason="changed my mind")
    with pytest.raises(ActRefused, match="stay with it"):
        detach(ina.actor(), report.pk, kept.pk)


def test_filing_puts_a_system_on_record_without_the_role_for_it() -> None:
    ina = filer()
    report = submit_report(ina.actor(), own_draft(ina, parcel("Genoa"), performed=DAY).pk)
    assert (report.system.status, report.system.rounds.count()) == ("in-use", 1)
    provisional = submit_report(ina.actor(), own_draft(ina, place_text="past the mill", performed=DAY).pk)
    assert provisional.system.status == "provisional"


# Inspections by others (V.XI)


def municipal(area: str, **changes: Any) -> tuple[User, Inspector]:
    who = inspector(certified_on=None)
    return filer("mae", Role.MUNICIPALITY, area, who), who


def agreement(area: str, **changes: Any) -> Agreement:
    given = {"by": "municipality", "local_law_meets_minimum": True, "starts": date(2026, 1, 1), **changes}
    paper = {"finding_document": "Memorandum 1", "found_on": date(2026, 1, 1), "document": "Resolution 12"}
    return Agreement.objects.create(area=area, recorded_by="user:0", **paper, **given)


def test_a_municipality_files_within_its_area_only() -> None:
    genoa, niles = parcel("Genoa"), parcel("Niles")
    mae, who = municipal(genoa.municipality.swis)
    report = own_draft(mae, genoa, basis="municipality", inspector=who)
    with pytest.raises(ActRefused, match="outside the area"):
        own_draft(mae, niles, basis="municipality", inspector=who)
    with pytest.raises(ActRefused, match="outside the area"):
        save_report(mae.actor(), report.pk, version=1, parcel=niles)


def test_a_village_is_an_area_of_its_own() -> None:
    place = parcel("Genoa")
    village = Municipality.objects.create(swis="059901", name="Made-Up", kind="village", town=place.municipality)
    mae, who = municipal(village.swis)
    with pytest.raises(ActRefused, match="outside the area"):
        own_draft(mae, place, basis="municipality", inspector=who)
    Parcel.objects.update(village=village)
    assert own_draft(mae, Parcel.objects.get(), basis="municipality", inspector=who).pk


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ({}, "accepted"),
        ({"local_law_meets_minimum": None}, "undetermined"),
        ({"local_law_meets_minimum": False}, "not-accepted"),
        ({"starts": date(2026, 6, 2)}, "not-accepted"),
        ({"ends": date(2026, 5, 31)}, "not-accepted"),
        ({"ends": DAY}, "accepted"),
        ({"area": "000000"}, "not-accepted"),
    ],
)
def test_an_inspection_by_a_municipality_is_judged_by_its_agreement_on_the_day(
    clerk: Actor, changes: dict[str, Any], outcome: str
) -> None:
    where = clear_system(clerk)
    site = where.parcels.get()
    agreement(**{"area": site.municipality.swis, **changes})
    report = filed(clerk, where, basis="municipality", procedure_met=True)
    ruling = assess(report).rulings["outside-inspection"]
    assert ruling.outcome == outcome
    assert "inspector-standing" not in assess(report).rulings
    assert (assess(report).rulings["report-completeness"].outcome == "complete") is (outcome == "accepted")


@pytest.mark.parametrize(
    ("own", "ends", "outcome"),
    [("Genoa", None, "accepted"), ("Niles", None, "not-accepted"), ("Genoa", DAY, "accepted"),
     ("Genoa", date(2026, 5, 31), "not-accepted"), ("", None, "accepted")],
)  # fmt: skip
def test_the_agreement_of_another_municipality_does_not_count(
    clerk: Actor, own: str, ends: date | None, outcome: str
) -> None:
    where = clear_system(clerk)  # in Genoa; both towns inspect
    for name in ("Genoa", "Niles"):
        agreement(town(name).swis)
    who = inspector(certified_on=None)
    if own:
        filer("mae", Role.MUNICIPALITY, town(own).swis, who)
        RoleGrant.objects.update(ends=ends)
    report = filed(clerk, where, basis="municipality", procedure_met=True, inspector=who)
    assert assess(report).rulings["outside-inspection"].outcome == outcome


@pytest.mark.parametrize(
    ("course", "procedure", "outcome"),
    [
        (True, True, "accepted"), (False, True, "not-accepted"), (True, False, "not-accepted"),
        (True, None, "undetermined"),
    ],
)  # fmt: skip
def test_course_and_procedure_are_conditions(clerk: Actor, course: bool, procedure: bool | None, outcome: str) -> None:
    where = clear_system(clerk)
    agreement(where.parcels.get().municipality.swis)
    who = inspector()
    who.courses.update(completed=DAY if course else date(2026, 6, 2))
    report = filed(clerk, where, basis="municipality", procedure_met=procedure, inspector=who)
    assert assess(report).rulings["outside-inspection"].outcome == outcome


@pytest.mark.parametrize(
    ("town", "found", "outcome"),
    [("Niles", True, "accepted"), ("Niles", None, "undetermined"), ("Niles", False, "not-accepted"),
     ("Sempronius", True, "accepted"), ("Genoa", True, "not-accepted")],
)  # fmt: skip
def test_a_watershed_inspection_rests_on_an_officials_finding(
    clerk: Actor, town: str, found: bool | None, outcome: str
) -> None:
    where = clear_system(clerk, town)
    where.skaneateles_watershed = found
    where.save()
    report = filed(clerk, where, basis="watershed-inspector", procedure_met=True)
    assert assess(report).rulings["outside-inspection"].outcome == outcome


def test_a_watershed_inspector_files_in_the_watersheds_towns_only() -> None:
    wes = filer("wes", Role.WATERSHED_INSPECTOR, "skaneateles-lake")
    given: dict[str, Any] = {"basis": "watershed-inspector"}
    assert own_draft(wes, parcel("Niles"), **given).pk
    with pytest.raises(ActRefused, match="outside the area"):
        own_draft(wes, parcel("Genoa"), **given)


@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        (None, "No agreement in force in the Town of Genoa"),
        ({"local_law_meets_minimum": None}, "The finding on the local law is not recorded yet in the Town of Genoa"),
        ({"local_law_meets_minimum": False}, "The local law does not meet the minimum in the Town of Genoa"),
        ({"ends": date(2026, 12, 31)}, "Inspections are accepted in the Town of Genoa through December 31, 2026"),
        ({"ends": date(2026, 6, 14)}, "No agreement in force in the Town of Genoa"),
    ],
)
def test_a_municipal_inspector_sees_how_the_agreement_stands_and_why(
    changes: dict[str, Any] | None, shown: str
) -> None:
    area = town("Genoa").swis
    mae, _ = municipal(area)
    if changes is not None:
        agreement(area, **changes)
    page = text_of(client_of(mae).get("/my/"))
    assert shown in page
    assert "The inspector attended the department's course." in page.replace("&#x27;", "'")
    assert "Not certified" not in page


def test_a_watershed_inspector_sees_their_watershed() -> None:
    wes = filer("wes", Role.WATERSHED_INSPECTOR, "skaneateles-lake", inspector(certified_on=None))
    page = text_of(client_of(wes).get("/my/"))
    assert "Inspections are accepted in the Skaneateles Lake watershed" in page
    Inspector.objects.get().courses.all().delete()
    assert "No course on record yet in the Skaneateles Lake watershed" in text_of(client_of(wes).get("/my/"))


# The pages


def begin(client: Client, place: Parcel | None, **changes: Any) -> str:
    """Begin a draft through the page; the address of its first step."""
    sent = {"token": str(uuid.uuid4()), **({"parcel": place.pk} if place else {}), **changes}
    answer = client.post("/my/reports/new/start/", sent)
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def test_the_same_place_begun_twice_is_one_draft() -> None:
    client, place, token = client_of(filer()), parcel("Genoa"), str(uuid.uuid4())
    first, second = begin(client, place, token=token), begin(client, place, token=token)
    assert first == second
    report = Report.objects.get()
    assert (report.street_address, report.inspector.party.name) == (place.address, "Ina Spector 1")


@pytest.mark.parametrize("changes", [{"token": "x"}, {"parcel": "999"}, {"parcel": "x"}, {"basis": "municipality"}])
def test_nothing_begins_on_what_is_not_there(changes: dict[str, str]) -> None:
    sent = {"token": str(uuid.uuid4()), "parcel": str(parcel("Genoa").pk), **changes}
    assert client_of(filer()).post("/my/reports/new/start/", sent).status_code == 404
    assert not Report.objects.exists()


def answers(address: str, report: Report, **changes: str) -> dict[str, str]:
    return {"version": str(report.version), "page": str(uuid.uuid4()), "do": "next", **changes}


def test_a_step_keeps_what_is_sound_and_names_what_is_not() -> None:
    ina = filer()
    client, report = client_of(ina), own_draft(ina, parcel("Genoa"))
    address = f"/my/reports/{report.pk}/visit/"
    answer = client.post(address, answers(address, report, performed="13/45/2026", street_address="7 Mill Rd"))
    assert answer.status_code == 422
    assert "There is no such day" in text_of(answer)
    assert 'value="13/45/2026"' in answer.content.decode()
    report.refresh_from_db()
    assert (report.street_address, report.performed) == ("7 Mill Rd", None)


def test_a_step_leaves_the_answers_of_the_others_alone() -> None:
    ina = filer()
    report = own_draft(ina, parcel("Genoa"), sizes="1,000 gallons", sizes_extent="given", dates_extent="unknown")
    address = f"/my/reports/{report.pk}/test/"
    client_of(ina).post(address, answers(address, report, operation_tested="yes"))
    report.refresh_from_db()
    assert (report.operation_tested, report.sizes_extent, report.dates_extent) == (True, "given", "unknown")


def test_a_page_that_saves_by_itself_is_not_stale_to_itself() -> None:
    ina = filer()
    client, report = client_of(ina), own_draft(ina, parcel("Genoa"))
    address = f"/my/reports/{report.pk}/system/"
    typed = answers(address, report)  # of one page, opened once
    for fixtures, do in (("Two", "autosave"), ("Two baths", "autosave"), ("Two baths, kitchen", "next")):
        answer = client.post(address, {**typed, "fixtures": fixtures, "do": do})
        assert answer.status_code in {200, 302}
    report.refresh_from_db()
    assert report.fixtures == "Two baths, kitchen"


def test_another_device_is_told_and_nothing_is_overwritten() -> None:
    ina = filer()
    client, report = client_of(ina), own_draft(ina, parcel("Genoa"))
    address = f"/my/reports/{report.pk}/system/"
    phone, desk = answers(address, report), answers(address, report)
    client.post(address, {**phone, "fixtures": "by phone", "do": "autosave"})
    for do, status in (("autosave", 200), ("next", 409)):
        answer = client.post(address, {**desk, "fixtures": "at the desk", "do": do})
        assert (answer.status_code, Report.objects.get().fixtures) == (status, "by phone")
        assert "changed on another page or device" in text_of(answer)
        assert "Fixtures that discharge to the system" in text_of(answer)
    again = dict(re.findall(r'name="(version|page)"[^>]*value="([^"]+)"', answer.content.decode()))
    assert client.post(address, {**again, "fixtures": "at the desk", "do": "next"}).status_code == 302
    assert Report.objects.get().fixtures == "at the desk"


def test_the_fragment_of_a_save_carries_the_new_version_and_what_is_missing() -> None:
    ina = filer()
    client, report = client_of(ina), own_draft(ina, parcel("Genoa"))
    address = f"/my/reports/{report.pk}/system/"
    answer = client.post(address, answers(address, report, do="autosave", occupancy="Four people")).content.decode()
    assert 'id="version" value="2"' in answer
    assert "The description of occupancy and use is missing" not in answer
    assert "The list of fixtures is missing" in answer


def test_what_is_typed_outlives_the_session() -> None:
    ina = filer()
    client, report = client_of(ina), own_draft(ina, parcel("Genoa"))
    address = f"/my/reports/{report.pk}/system/"
    client.logout()
    answer = client.post(address, answers(address, report, fixtures="Two baths"))
    assert answer.headers["Location"] == f"/accounts/login/?next={address}%3Fkept%3D1"
    client.force_login(ina)
    assert "Two baths" in client.get(f"{address}?kept=1").content.decode()


def test_it_is_filed_once_however_often_it_is_sent() -> None:
    ina = filer()
    client, report = client_of(ina), own_draft(ina, parcel("Genoa"), performed=DAY)
    numbers = set()
    for _ in range(5):
        client.post(f"/my/reports/{report.pk}/submit/", {"version": "1"})
        numbers.add(Report.objects.get().number)
    assert numbers == {"IR-2026-00001"}


def test_what_keeps_a_report_from_being_filed_is_said_on_the_page() -> None:
    ina = filer()
    report = own_draft(ina, parcel("Genoa"))
    answer = client_of(ina).post(f"/my/reports/{report.pk}/submit/", {"version": "1"})
    assert answer.status_code == 409
    assert "Enter the inspector and the day of the inspection" in text_of(answer)


def test_drain_pipes_are_asked_of_places_at_a_lake_only() -> None:
    ina = filer()
    inland = own_draft(ina, parcel("Genoa"))
    lake = own_draft(ina, parcel("Owasco", fronts="owasco-lake", distance_ft=0))
    client = client_of(ina)
    assert client.get(f"/my/reports/{inland.pk}/pipes/").status_code == 404
    address = f"/my/reports/{lake.pk}/pipes/"
    rows = {"pipe-TOTAL_FORMS": "1", "pipe-INITIAL_FORMS": "0", "pipe-0-pipe": "north", "pipe-0-result": "150",
            "pipe-0-unit": "CFU/100 mL", "pipe-0-sampled": "6/1/2026"}  # fmt: skip
    sent = answers(address, lake, drain_pipe_count="1", **rows)
    assert client.post(address, {**sent, "pipe-0-result": "many"}).status_code == 422
    assert client.post(address, sent).status_code == 302
    assert list(lake.pipe_results.values_list("pipe__label", "result")) == [("north", "150")]


def test_where_a_photograph_was_taken_is_not_kept() -> None:
    ina = filer()
    client, report = client_of(ina), own_draft(ina, parcel("Genoa"))
    sent = picture(place=True)
    assert b"Made-Up Cameras" in sent
    files = [SimpleUploadedFile("tank.jpg", sent), SimpleUploadedFile("virus.exe", b"MZ")]
    answer = client.post(f"/my/reports/{report.pk}/files/", {"kind": "photograph", "attachments": files})
    assert "“virus.exe” is not a PDF, JPEG or PNG file" in text_of(answer)
    kept = Attachment.objects.get()
    assert (kept.kind, kept.name) == ("photograph", "tank.jpg")
    with kept.file.open("rb") as stored:
        assert b"Made-Up Cameras" not in stored.read()
    assert b"".join(client.get(f"/my/reports/{report.pk}/files/{kept.pk}/").streaming_content).startswith(b"\xff\xd8")
    client.post(f"/my/reports/{report.pk}/files/", {"remove": str(kept.pk)})
    assert not Attachment.objects.exists()


def test_pumped_shortly_before_is_worth_a_look() -> None:
    ina = filer()
    report = own_draft(ina, parcel("Genoa"), performed=DAY, pumped_before=date(2026, 5, 20))
    assert "pumped less than 30 days before" in text_of(client_of(ina).get(f"/my/reports/{report.pk}/check/"))


def test_the_credential_is_judged_on_the_day_of_the_inspection() -> None:
    ina = filer()
    report = own_draft(ina, parcel("Genoa"), performed=date(2025, 1, 14))  # the day before the course
    address = f"/my/reports/{report.pk}/check/"
    assert "not shown to be certified on that day" in text_of(client_of(ina).get(address))
    Report.objects.update(performed=date(2025, 1, 15))
    assert "The inspector was certified on that day" in text_of(client_of(ina).get(address))


def test_both_sides_see_that_a_report_is_late(clerk: Actor) -> None:
    ina = filer()
    report = own_draft(ina, parcel("Genoa"), performed=DAY)
    client = client_of(ina)
    assert "due by July 14, 2026" in text_of(client.get("/my/reports/"))
    with use_today(date(2026, 7, 15)):
        assert "late: was due by July 14, 2026" in text_of(client.get("/my/reports/"))
        submit_report(ina.actor(), report.pk)
        assert "late: it was due by July 14, 2026" in text_of(client.get(f"/my/reports/{report.pk}/"))
        sam = Client()
        sam.force_login(User.objects.get(pk=signer().user_id))
        assert "Late Due by July 14, 2026" in text_of(sam.get(f"/desk/review/{report.pk}/"))


def test_a_report_sent_back_says_why_and_what_was_changed_since(clerk: Actor) -> None:
    ina = filer()
    where = clear_system(clerk)
    typed = fields(where, inspector=inspector_of(ina), fixtures="")
    report = submit_report(ina.actor(), start_report(ina.actor(), token=uuid.uuid4(), **typed).pk)
    send_back(signer(), report.pk, codes=["fixtures"])
    client = client_of(ina)
    page = text_of(client.get(f"/my/reports/{report.pk}/"))
    assert "The list of fixtures is missing" in page
    assert "Mend the report" in page
    report.refresh_from_db()
    address = f"/my/reports/{report.pk}/system/"
    kept = {"description": report.description, "occupancy": report.occupancy, "sizes": report.sizes,
            "construction_dates_unknown": "on", "distances_unknown": "on"}  # fmt: skip
    client.post(address, answers(address, report, fixtures="Two baths", **kept))
    submit_report(ina.actor(), report.pk)
    sam = Client()
    sam.force_login(User.objects.get(email="sam@county.example"))
    desk = [sam.get(f"/desk/{page}/{report.pk}/") for page in ("review", "reports")]
    for page in (client.get(f"/my/reports/{report.pk}/"), *desk):
        assert "Fixtures that discharge to the system not shown Two baths" in text_of(page)
        assert text_of(page).count(" not shown Two baths") == 1
    assert Report.objects.get().number == report.number


def test_results_of_pipes_that_came_after_a_return_are_told(clerk: Actor) -> None:
    ina = filer()
    where = clear_system(clerk, "Owasco", **LAKE_FRONT)
    typed = fields(where, inspector=inspector_of(ina), drain_pipe_count=1)
    report = submit_report(ina.actor(), start_report(ina.actor(), token=uuid.uuid4(), **typed).pk)
    send_back(signer(), report.pk, codes=["drain_pipe_results"])
    report.refresh_from_db()
    rows = {"pipe-TOTAL_FORMS": "1", "pipe-INITIAL_FORMS": "0", "pipe-0-pipe": "north", "pipe-0-result": "150",
            "pipe-0-unit": "CFU/100 mL", "pipe-0-sampled": "6/1/2026"}  # fmt: skip
    client, address = client_of(ina), f"/my/reports/{report.pk}/pipes/"
    assert client.post(address, answers(address, report, drain_pipe_count="1", **rows)).status_code == 302
    assert "Drain pipe results – north 150 CFU/100 mL" in text_of(client.get(f"/my/reports/{report.pk}/"))


def test_nobody_reaches_anothers_report_or_file_by_guessing(clerk: Actor) -> None:
    ina, otto = filer("ina"), filer("otto")
    report = own_draft(ina, parcel("Genoa"), performed=DAY)
    kept = attach(ina.actor(), report.pk, SimpleUploadedFile("a.pdf", b"%PDF-1.7 a"))
    own = own_draft(otto, parcel("Genoa"))
    client = client_of(otto)
    for pk in range(1, report.pk + 3):
        if pk == own.pk:
            continue
        for path in ("", "visit/", "files/", "check/", f"files/{kept.pk}/"):
            assert client.get(f"/my/reports/{pk}/{path}").status_code == 404
        for path in ("visit/", "submit/", "discard/", "files/"):
            assert client.post(f"/my/reports/{pk}/{path}", {"do": "next"}).status_code == 404
    assert client.get(f"/my/reports/{own.pk}/files/{kept.pk}/").status_code == 404


# Finding the property


@pytest.fixture
def houses() -> list[Parcel]:
    places = [parcel("Genoa") for _ in range(7)]
    for place in places[:6]:
        Parcel.objects.filter(pk=place.pk).update(street_number="12", street="Test Rd", address="12 Test Rd")
    search.rebuild()
    return places


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("1.-2-7", 1), ("12 Test Rd", 5), ("7 Test Rd", 1), ("7 tset rd", 1), ("70 Test Rd", 0), ("Test Rd", 0),
     ("7", 0), ("Tess Made-Up", 0), ("%", 0), ("7 '", 0)],
)  # fmt: skip
def test_a_property_is_found_by_number_or_whole_address_only(houses: list[Parcel], typed: str, shown: int) -> None:
    page = client_of(filer()).get("/my/reports/new/", {"q": typed}).content.decode()
    assert page.count('name="parcel"') == shown
    assert "Tess Made-Up" not in page.replace(f'value="{typed}"', "")


def test_the_town_narrows(houses: list[Parcel]) -> None:
    other = parcel("Niles")
    Parcel.objects.filter(pk=other.pk).update(print_key="1.-2-7")
    client = client_of(filer())
    assert client.get("/my/reports/new/", {"q": "1.-2-7"}).content.decode().count('name="parcel"') == 2
    found = client.get("/my/reports/new/", {"q": "1.-2-7", "town": other.municipality.pk}).content.decode()
    assert f'name="parcel" value="{other.pk}"' in found
    assert found.count('name="parcel"') == 1


def test_what_is_due_is_no_list_for_soliciting_unless_the_department_says_so(clerk: Actor, settings: Any) -> None:
    where = clear_system(clerk)
    client, town = client_of(filer()), where.town.pk
    assert client.get("/my/reports/due/").status_code == 404
    assert "What is due" not in text_of(client.get("/my/"))
    settings.SANITARIAN_INSPECTORS_SEE_DUE = True
    page = text_of(client.get(f"/my/reports/due/?town={town}"))
    assert where.parcels.get().address in page
    assert "Tess Made-Up" not in page
    assert "What is due" in text_of(client.get("/my/"))


def test_lists_ask_few_questions(django_assert_max_num_queries: Any) -> None:
    ina = filer()
    client = client_of(ina)
    for _ in range(12):
        report = own_draft(ina, parcel("Genoa"), performed=DAY)
        submit_report(ina.actor(), report.pk)
        own_draft(ina, parcel("Genoa"))
    for address, most in (("/my/reports/", 8), ("/my/", 12), (f"/my/reports/{report.pk}/", 20)):
        with django_assert_max_num_queries(most):
            client.get(address)


def test_the_system_served_by_the_place_is_the_one(clerk: Actor) -> None:
    shared = parcel("Genoa")
    system(shared), system(shared)
    ina = filer()
    client = client_of(ina)
    address = begin(client, shared)
    report = Report.objects.get()
    assert "System inspected" in text_of(client.get(address))
    submit = client.post(f"/my/reports/{report.pk}/submit/", {"version": report.version})
    assert submit.status_code == 409
    with pytest.raises(StaleVersion):
        save_report(ina.actor(), report.pk, version=9, remarks="x")
