"""Review at the desk: the queue, one report beside the law, signing together, what waits, a permit's page."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from sanitarian.core.actors import Actor, Role
from sanitarian.core.dates import use_today
from sanitarian.permits.models import Permit
from sanitarian.wastewater.acts.decisions import accept_report
from sanitarian.wastewater.acts.pipes import NewPipeResult
from sanitarian.wastewater.models import Decision, DrainPipe, Report
from tests.wastewater.cases import FAILED, LAKE_FRONT, SUBSTANDARD, clear_system, draft, filed, signer, user

pytestmark = pytest.mark.django_db
QUERIES = 20


@pytest.fixture(autouse=True)
def nobody_drawn(settings: Any) -> None:
    settings.SANITARIAN_BATCH_SINGLE_REVIEW_SHARE = 0.0


@pytest.fixture
def desk(client: Client) -> Client:
    """The pages as a sanitarian sees them who signs by delegation."""
    client.force_login(user("Sam", Role.SANITARIAN, delegated=("discharge", "interim")))
    return client


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def decide(desk: Client, report: Report, **sent: Any) -> Any:
    version = Report.objects.get(pk=report.pk).version
    return desk.post(f"/desk/review/{report.pk}/", {"version": version, **sent}, follow=True)


def test_the_queue_keeps_clear_ones_from_those_that_need_an_eye(desk: Client, clerk: Actor) -> None:
    clear = filed(clerk, clear_system(clerk))
    unclear = filed(clerk, clear_system(clerk), inspector_interest=True)
    eye, signed = text_of(desk.get("/desk/review/")), text_of(desk.get("/desk/review/?group=clear"))
    assert unclear.number in eye
    assert clear.number not in eye
    assert "The inspector has an interest in the property." in eye
    assert clear.number in signed
    assert unclear.number not in signed
    for shown in (eye, signed):
        assert "Need an eye: 1" in shown
        assert "Clear: 1" in shown


@pytest.mark.parametrize("state", ["draft", "accepted"])
def test_only_what_waits_is_in_the_queue(desk: Client, clerk: Actor, state: str) -> None:
    where = clear_system(clerk)
    report = draft(clerk, where) if state == "draft" else filed(clerk, where)
    if state == "accepted":
        accept_report(signer("Ann"), report.pk)
    assert "No report waits here" in text_of(desk.get("/desk/review/?group=clear"))
    assert desk.get(f"/desk/review/{report.pk}/").headers["Location"] == f"/desk/reports/{report.pk}/"


def test_the_queue_is_paged_by_key(desk: Client, clerk: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sanitarian.desk.review.views.PAGE", 2)
    where = clear_system(clerk)
    numbers = [filed(clerk, where, inspector_interest=True).number for _ in range(5)]
    address, seen = "/desk/review/", []
    for _ in range(3):
        page = desk.get(address).content.decode()
        seen += re.findall(r">(IR-2026-\d{5})<", page)
        following = re.search(r'href="(\?group=eye&amp;after=[^"]+)"', page)
        address = f"/desk/review/{following.group(1)}".replace("&amp;", "&") if following else ""
    assert (seen, address) == (numbers, "")


def test_the_page_says_what_the_law_says_and_why(desk: Client, clerk: Actor) -> None:
    page = text_of(desk.get(f"/desk/review/{filed(clerk, clear_system(clerk)).pk}/"))
    for said in (
        "Is the report complete? Complete", "Did it come in on time? On time", "Due by July 14, 2026",
        "Was the inspector certified on June 1, 2026? Certified", "Does Article V apply here? Applies",
        "Which inspections does it serve? 1 inspection", "Due December 31, 2026: in time",
        "How is the system classified? Design standards", "Which permit, and for how long? Permit to discharge",
        "From June 15, 2026 through June 14, 2031", "C-26", "Accept and issue the permit",
    ):  # fmt: skip
        assert said in page, said


def test_accepting_issues_the_permit(desk: Client, clerk: Actor) -> None:
    report = filed(clerk, clear_system(clerk))
    page = text_of(decide(desk, report, do="accept"))
    assert "Permit DP-2026-00001 is issued" in page
    again = text_of(decide(desk, report, do="accept"))
    assert "is decided already: accepted, permit issued, by Sam" in again
    assert Permit.objects.count() == 1


@pytest.mark.parametrize(
    ("shown", "button", "classification"),
    [
        ({"application_signed_on": None}, "Accept and classify, no permit now", "design-standards"),
        (FAILED, "Accept and classify, no permit now", "failed"),
        (SUBSTANDARD, "Accept and issue the interim permit", "substandard"),
    ],
)
def test_the_first_button_is_what_the_law_proposes(
    desk: Client, clerk: Actor, shown: dict[str, Any], button: str, classification: str
) -> None:
    report = filed(clerk, clear_system(clerk), **shown)
    page = desk.get(f"/desk/review/{report.pk}/").content.decode()
    primary = re.findall(r'class="usa-button" type="submit" name="do"[^>]*>([^<]+)<', page)
    assert primary == [button]
    decide(desk, report, do="accept")
    assert Decision.objects.get().classification == classification


def test_an_incomplete_report_proposes_its_reasons_and_goes_back(desk: Client, clerk: Actor) -> None:
    report = filed(clerk, clear_system(clerk), fixtures="", description="")
    page = desk.get(f"/desk/review/{report.pk}/").content.decode()
    ticked = re.findall(r'name="back-codes" value="(\w+)"[^>]*checked', page)
    assert ticked == ["description", "fixtures"]
    assert 'value="accept"' not in page
    answer = decide(desk, report, do="send-back", **{"back-codes": ticked, "back-remark": ""})
    assert "is sent back" in text_of(answer)
    assert Report.objects.get().state == "sent-back"


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"do": "send-back"}, "Choose at least one reason."),
        ({"do": "send-back", "back-codes": ["other"]}, "Write a remark that says what is wanted."),
        ({"do": "otherwise", "otherwise-classification": "failed", "otherwise-permit_kind": "none"}, "Write why"),
        (
            {"do": "otherwise", "otherwise-classification": "substandard", "otherwise-permit_kind": "discharge",
             "otherwise-reason": "typed reason"},
            "goes with design or existing standards",
        ),
    ],
)  # fmt: skip
def test_what_stands_in_the_way_is_said_and_what_was_typed_stays(
    desk: Client, clerk: Actor, sent: dict[str, Any], message: str
) -> None:
    report = filed(clerk, clear_system(clerk))
    answer = decide(desk, report, **sent)
    assert message in text_of(answer)
    assert "typed reason" in answer.content.decode() or "otherwise-reason" not in sent
    assert not Decision.objects.exists()


def test_deciding_otherwise_with_a_reason(desk: Client, clerk: Actor) -> None:
    report = filed(clerk, clear_system(clerk))
    sent = {
        "otherwise-classification": "substandard",
        "otherwise-permit_kind": "interim",
        "otherwise-reason": "It leaks.",
        "other-conditions-set_pump-out": "on",
        "other-conditions-due_pump-out": "9/1/2026",
    }
    decide(desk, report, do="otherwise", **sent)
    permit = Permit.objects.get()
    assert (permit.kind, [item.due for item in permit.conditions.all()]) == ("interim", [date(2026, 9, 1)])
    shown = text_of(desk.get(f"/desk/reports/{report.pk}/"))
    assert "Decided otherwise" in shown
    assert "It leaks." in shown


@pytest.mark.parametrize("shown", [FAILED, {"fixtures": ""}])
def test_no_permit_can_be_chosen_for_a_failed_system_or_an_incomplete_report(
    desk: Client, clerk: Actor, shown: dict[str, Any]
) -> None:
    report = filed(clerk, clear_system(clerk), **shown)
    page = desk.get(f"/desk/review/{report.pk}/").content.decode()
    assert re.findall(r'name="otherwise-permit_kind" value="(\w+)"', page) == ["none"]
    decide(desk, report, do="otherwise", **{"otherwise-classification": "design-standards",
           "otherwise-permit_kind": "discharge", "otherwise-reason": "please"})  # fmt: skip
    assert not Permit.objects.exists()


def test_conditions_are_set_with_their_days(desk: Client, clerk: Actor) -> None:
    report = filed(clerk, clear_system(clerk), **SUBSTANDARD)
    sent = {
        "conditions-set_pump-out": "on",
        "conditions-due_pump-out": "8/14/2026",
        "conditions-due_repair": "9/13/2026",
        "conditions-text_own": "Keep the roof drain away",
        "conditions-due_own": "",
    }
    over = decide(desk, report, do="accept", **{**sent, "conditions-due_pump-out": "6/1/2026"})
    assert "This day is over" in text_of(over)
    decide(desk, report, do="accept", **sent)
    rows = Permit.objects.get().conditions.values_list("due", "cite")
    assert list(rows) == [(date(2026, 8, 14), "V.V.E.3"), (None, "I.7.B.3")]


def test_who_may_not_sign_is_told_before(client: Client, clerk: Actor, sanitarian: Actor) -> None:
    from sanitarian.parties.models import User

    report = filed(clerk, clear_system(clerk))
    client.force_login(User.objects.get(pk=sanitarian.user_id))
    for address in (f"/desk/review/{report.pk}/", "/desk/review/batch/"):
        page = client.get(address)
        assert "No written delegation" in text_of(page)
        assert "Accept and issue" not in text_of(page)
        assert "Sign 1 permit" not in text_of(page)
    client.force_login(User.objects.get(pk=clerk.user_id))
    assert "A sanitarian or the Commissioner decides" in text_of(client.get(f"/desk/review/{report.pk}/"))
    refused = client.post(f"/desk/review/{report.pk}/", {"version": report.version, "do": "accept"})
    assert "You may not do this" in text_of(refused)


def test_clear_reports_are_signed_together(desk: Client, clerk: Actor) -> None:
    reports = [filed(clerk, clear_system(clerk)) for _ in range(3)]
    unclear = filed(clerk, clear_system(clerk), inspector_interest=True)
    page = desk.get("/desk/review/batch/").content.decode()
    ticked = re.findall(r'name="report" value="(\d+)"[^>]*checked', page)
    assert ticked == [str(report.pk) for report in reports]
    assert "Sign 3 permits" in page
    answer = desk.post("/desk/review/batch/", {"report": [*ticked, unclear.pk, 999]}, follow=True)
    done = text_of(answer)
    assert "3 permits signed" in done
    for number in ("DP-2026-00001", "DP-2026-00002", "DP-2026-00003"):
        assert number in done
    assert f"{unclear.number} : This report is not clear any more" in done
    assert "A report that is not on record: There is no report" in done
    assert Permit.objects.count() == 3


def test_a_batch_needs_a_tick_and_has_a_limit(desk: Client, clerk: Actor) -> None:
    assert "No report is ticked" in text_of(desk.post("/desk/review/batch/", {}, follow=True))
    many = desk.post("/desk/review/batch/", {"report": list(range(1, 102))}, follow=True)
    assert "At most 100" in text_of(many)


def test_the_drawn_share_stands_apart(desk: Client, clerk: Actor, settings: Any) -> None:
    settings.SANITARIAN_BATCH_SINGLE_REVIEW_SHARE = 1.0
    report = filed(clerk, clear_system(clerk))
    page = desk.get("/desk/review/batch/")
    assert 'name="report"' not in page.content.decode()
    assert f"A random share of the clear reports is always looked at one by one. {report.number}" in text_of(page)
    assert "drawn for review by itself" in text_of(desk.get("/desk/review/?group=clear"))


def test_a_permit_waits_and_issues_at_the_desk(desk: Client, clerk: Actor) -> None:
    report = filed(clerk, clear_system(clerk), application_signed_on=None)
    decide(desk, report, do="accept")
    assert "What the permit waits for" in text_of(desk.get(f"/desk/reports/{report.pk}/"))
    address = f"/desk/review/{report.pk}/waiting/"
    assert "signed application for the permit is not on file" in text_of(desk.get(address))
    owner = report.parcel.ownerships.get().party
    sent = {"do": "application", "application-role": "owner", "application-applicant": owner.pk}
    assert "This field is required" in text_of(desk.post(address, sent))
    page = desk.post(address, {**sent, "application-signed_on": "6/14/2026"}, follow=True)
    assert "Nothing stands in the way" in text_of(page)
    assert "Permit DP-2026-00001 is issued" in text_of(desk.post(address, {"do": "issue"}, follow=True))
    assert desk.get(address).headers["Location"] == f"/desk/reports/{report.pk}/"


def test_drain_pipes_are_followed_up_at_the_desk(desk: Client, clerk: Actor) -> None:
    brought = NewPipeResult("north", "900", "CFU/100 mL", date(2026, 6, 1), laboratory_certified=True)
    where = clear_system(clerk, "Niles", **LAKE_FRONT)
    report = filed(clerk, where, drain_pipe_count=1, pipes=[brought])
    elsewhere = NewPipeResult("south", "5", "CFU/100 mL", date(2026, 6, 1), laboratory_certified=True)
    filed(clerk, clear_system(clerk, "Niles", **LAKE_FRONT), drain_pipe_count=1, pipes=[elsewhere])
    decide(desk, report, do="accept")
    address, pipe = f"/desk/review/{report.pk}/waiting/", DrainPipe.objects.get(label="north")
    desk.post(address, {"do": "notice", "pipe": pipe.pk, "notice-on": "6/3/2026"})
    pipe.refresh_from_db()
    assert pipe.notified_on == date(2026, 6, 3)
    foreign = DrainPipe.objects.get(label="south")
    assert desk.post(address, {"do": "notice", "pipe": foreign.pk, "notice-on": "6/3/2026"}).status_code == 404
    sent = {"do": "result", "result-pipe": "north", "result-result": "Absent", "result-unit": "CFU/100 mL",
            "result-sampled": "6/10/2026", "result-laboratory_certified": "yes", "result-is_retest": "on"}  # fmt: skip
    assert "no laboratory result" in text_of(desk.post(address, sent))
    for day in (10, 11, 12):
        desk.post(address, {**sent, "result-result": "100", "result-sampled": f"6/{day}/2026"})
    assert "Nothing stands in the way" in text_of(desk.get(address))


@pytest.fixture
def permit(clerk: Actor) -> Permit:
    return accept_report(signer("Ann"), filed(clerk, clear_system(clerk), **SUBSTANDARD).pk).permit  # type: ignore[return-value]


def test_a_permits_page_says_what_it_is_and_why_it_stands(desk: Client, permit: Permit) -> None:
    page = text_of(desk.get(f"/desk/permits/{permit.pk}/"))
    for said in ("Interim Permit to Discharge IP-2026-00001", "In force", "Tess Made-Up", "through June 14, 2027",
                 "Substandard".lower(), "Letter 1", "Papers"):  # fmt: skip
        assert said in page, said


def test_the_commissioner_suspends_and_lifts_with_a_reason(client: Client, permit: Permit, commissioner: Actor) -> None:
    from sanitarian.parties.models import User

    client.force_login(User.objects.get(pk=commissioner.user_id))
    address = f"/desk/permits/{permit.pk}/"
    assert "Write the reason" in text_of(client.post(address, {"do": "suspend", "version": 1, "suspend-reason": ""}))
    sent = {"do": "suspend", "version": 1, "suspend-reason": "Sewage on the lawn"}
    assert "Permit suspended: IP-2026-00001" in text_of(client.post(address, sent, follow=True))
    stale = text_of(client.post(address, {"do": "reinstate", "version": 1, "reinstate-reason": "mended"}))
    assert "Somebody else has changed this record" in stale
    client.post(address, {"do": "reinstate", "version": 2, "reinstate-reason": "mended"})
    permit.refresh_from_db()
    assert (permit.suspended_on, permit.reinstated_on) == (date(2026, 6, 15), date(2026, 6, 15))


def test_what_is_not_open_to_a_reader_is_neither_shown_nor_done(desk: Client, permit: Permit) -> None:
    page = desk.get(f"/desk/permits/{permit.pk}/").content.decode()
    assert 'value="suspend"' not in page
    assert 'value="surrender"' in page
    desk.post(f"/desk/permits/{permit.pk}/", {"do": "suspend", "version": 1, "suspend-reason": "because"})
    permit.refresh_from_db()
    assert permit.suspended_on is None


def test_a_condition_is_met_by_its_proof(desk: Client, clerk: Actor) -> None:
    report = filed(clerk, clear_system(clerk), **SUBSTANDARD)
    decide(desk, report, do="accept", **{"conditions-set_repair": "on", "conditions-due_repair": "9/13/2026"})
    permit = Permit.objects.get()
    condition = permit.conditions.get()
    sent = {"do": "proof", "condition": condition.pk, "proof-met_on": "6/15/2026", "proof-proof": "Visit of June 15"}
    address = f"/desk/permits/{permit.pk}/"
    assert "lies in the future" in text_of(desk.post(address, {**sent, "proof-met_on": "6/16/2026"}))
    assert "Condition 1 is on record as met" in text_of(desk.post(address, sent, follow=True))
    assert desk.post(address, {**sent, "condition": 999}).status_code == 404


def test_a_permit_is_renewed_for_the_balance_at_the_desk(desk: Client, clerk: Actor) -> None:
    old = accept_report(signer("Ann"), filed(clerk, clear_system(clerk)).pk).permit
    assert old is not None
    with use_today(date(2031, 5, 1)):
        address = f"/desk/permits/{old.pk}/"
        sent = {"do": "renew", "version": 1, "renew-statement_on": "4/28/2031"}
        assert "an early inspection is needed" in text_of(desk.post(address, sent))
        page = desk.post(address, {**sent, "renew-nothing_changed": "on"}, follow=True)
        assert "DP-2031-00001" in text_of(page)


def test_a_paper_is_given_out_as_pdf_to_staff_only(desk: Client, permit: Permit) -> None:
    page = desk.get(f"/desk/permits/{permit.pk}/").content.decode()
    address = re.search(r'href="(/desk/papers/\d+/)"', page)
    assert address is not None
    answer = desk.get(address.group(1))
    assert (answer.headers["Content-Type"], answer.content[:5]) == ("application/pdf", b"%PDF-")
    assert Client().get(address.group(1)).status_code == 302
    assert desk.get("/desk/papers/999/").status_code == 404


def test_pages_ask_few_questions(desk: Client, clerk: Actor, django_assert_max_num_queries: Any) -> None:
    brought = [
        NewPipeResult(f"pipe {number}", "900", "CFU/100 mL", date(2026, 6, 1), laboratory_certified=True)
        for number in range(6)
    ]
    lake = clear_system(clerk, "Niles", **LAKE_FRONT)
    waiting = filed(clerk, lake, drain_pipe_count=6, pipes=brought)
    decide(desk, waiting, do="accept")
    report = filed(clerk, lake, drain_pipe_count=6, pipes=brought)
    for _ in range(12):
        filed(clerk, clear_system(clerk))
    permit = accept_report(signer("Ann"), filed(clerk, clear_system(clerk), **SUBSTANDARD).pk).permit
    for address in (
        "/desk/review/", "/desk/review/?group=clear", "/desk/review/batch/", f"/desk/review/{report.pk}/",
        f"/desk/review/{waiting.pk}/waiting/", f"/desk/reports/{waiting.pk}/", f"/desk/permits/{permit.pk}/",
    ):  # fmt: skip
        with django_assert_max_num_queries(QUERIES, info=address):
            assert desk.get(address).status_code == 200
