"""A report comes in: once however often it is sent, changed by one at a time, with its results and files."""

import uuid
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, StaleVersion
from sanitarian.core.dates import use_today
from sanitarian.core.models import JournalEntry, Task
from sanitarian.wastewater.acts.decisions import accept_report, send_back
from sanitarian.wastewater.acts.pipes import NewPipeResult
from sanitarian.wastewater.acts.reports import (
    attach,
    enter_report,
    save_report,
    start_report,
    submit_report,
    withdraw_report,
)
from sanitarian.wastewater.models import DrainPipeResult, Report
from tests.pictures import picture
from tests.places import parcel, system
from tests.wastewater.cases import LAKE_FRONT, clear_system, draft, fields, filed, signer

pytestmark = pytest.mark.django_db
PDF = b"%PDF-1.7 made up"


def upload(content: bytes = PDF, name: str = "plan.pdf") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def pipe(result: str = "150", *, sampled: date = date(2026, 5, 20), **changes: Any) -> NewPipeResult:
    values = {"pipe": "north", "unit": "CFU/100 mL", "laboratory_certified": True, **changes}
    return NewPipeResult(result=result, sampled=sampled, **values)


def test_one_form_sent_again_is_one_report_with_one_number(clerk: Actor) -> None:
    token, typed = uuid.uuid4(), fields(clear_system(clerk))
    numbers = set()
    for _ in range(5):
        saved = enter_report(clerk, token=token, version=None, fields=typed, uploads=[upload()])
        numbers.add(submit_report(clerk, saved.pk, version=saved.version).number)
    assert (Report.objects.count(), numbers) == (1, {"IR-2026-00001"})
    assert Report.objects.get().attachments.count() == 1


def test_two_forms_are_two_reports(clerk: Actor) -> None:
    where = clear_system(clerk)
    assert {filed(clerk, where).number, filed(clerk, where).number} == {"IR-2026-00001", "IR-2026-00002"}


def test_a_stale_page_is_told_and_overwrites_nothing(clerk: Actor) -> None:
    report = draft(clerk, clear_system(clerk))
    save_report(clerk, report.pk, version=1, remarks="the first to save")
    with pytest.raises(StaleVersion):
        save_report(clerk, report.pk, version=1, remarks="the second to save")
    assert Report.objects.get().remarks == "the first to save"


def test_what_is_on_record_as_typed_is_no_change(clerk: Actor) -> None:
    report = draft(clerk, clear_system(clerk))
    entries = JournalEntry.objects.count()
    assert save_report(clerk, report.pk, version=1, remarks=report.remarks).version == 1
    assert JournalEntry.objects.count() == entries


@pytest.mark.parametrize("field", ["number", "state", "submitted_on", "system_id", "entered_by", "migrated"])
def test_what_acts_keep_cannot_be_typed(clerk: Actor, field: str) -> None:
    with pytest.raises(ActRefused, match=field):
        start_report(clerk, token=uuid.uuid4(), **{field: "x"})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"inspector": None}, "inspector and the day"),
        ({"performed": None}, "inspector and the day"),
        ({"performed": date(2026, 6, 16)}, "future"),
    ],
)
def test_a_filing_needs_inspector_and_day(clerk: Actor, changes: dict[str, Any], message: str) -> None:
    report = draft(clerk, clear_system(clerk), **changes)
    with pytest.raises(ActRefused, match=message):
        submit_report(clerk, report.pk)
    assert Report.objects.get().number is None


def test_several_systems_on_a_parcel_ask_which(clerk: Actor) -> None:
    shared = parcel("Genoa")
    system(shared)
    system(shared)
    report = draft(clerk, None, place=shared)
    with pytest.raises(ActRefused, match="Several systems"):
        submit_report(clerk, report.pk)


def test_a_parcel_without_a_system_gets_one(clerk: Actor) -> None:
    report = filed(clerk, None, place=parcel("Genoa"))
    assert (report.system.status, report.system.rounds.count()) == ("in-use", 1)


def test_a_place_not_on_record_gets_a_provisional_record(clerk: Actor) -> None:
    report = filed(clerk, None, place_text="the yellow house past the mill", street_address="")
    assert (report.system.status, report.system.description) == ("provisional", "the yellow house past the mill")
    assert Task.objects.filter(kind="wastewater.provisional", closed_at=None).count() == 1
    task = Task.objects.get(kind="wastewater.review")
    assert (task.needs_an_eye, ": " in task.title) == (True, True)


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "empty"), (b"MZ program", "not a PDF"), (b"<html><script>", "not a PDF")],
)
def test_only_papers_and_pictures_are_attached(clerk: Actor, content: bytes, message: str) -> None:
    report = draft(clerk, clear_system(clerk))
    with pytest.raises(ActRefused, match=message):
        attach(clerk, report.pk, upload(content))


def test_a_file_is_known_by_its_content_and_keeps_its_name_without_a_path(clerk: Actor) -> None:
    report = draft(clerk, clear_system(clerk))
    found = attach(clerk, report.pk, upload(picture(), name="..\\..\\tank.exe"))
    assert (found.name, found.content_type) == ("tank.exe", "image/jpeg")
    assert found.file.name.endswith(".jpg")


def test_results_of_a_report_are_those_typed_last(clerk: Actor) -> None:
    where = clear_system(clerk, "Niles", **LAKE_FRONT)
    token, typed = uuid.uuid4(), fields(where, drain_pipe_count=1)
    enter_report(clerk, token=token, version=None, fields=typed, pipes=[pipe("150"), pipe("150")])
    enter_report(clerk, token=token, version=1, fields=typed, pipes=[pipe(">2419.6")])
    assert list(DrainPipeResult.objects.values_list("result", flat=True)) == [">2419.6"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"result": "Absent"}, "no laboratory result"),
        ({"unit": "ppm"}, "no unit"),
        ({"pipe": " "}, "Name the drain pipe"),
        ({"sampled": date(2026, 6, 16)}, "future"),
    ],
)
def test_a_result_that_is_none_is_refused(clerk: Actor, changes: dict[str, Any], message: str) -> None:
    where = clear_system(clerk, "Niles", **LAKE_FRONT)
    values = {"result": "150", **changes}
    with pytest.raises(ActRefused, match=message):
        draft(clerk, where, pipes=[pipe(**values)])
    assert not Report.objects.exists()


@pytest.mark.parametrize("result", ["<1", ">2419.6", "TNTC", "1,200", "260"])
def test_a_result_is_kept_in_the_laboratorys_words(clerk: Actor, result: str) -> None:
    report = draft(clerk, clear_system(clerk, "Niles", **LAKE_FRONT), pipes=[pipe(result)])
    assert report.pipe_results.get().result == result


STATES = ("draft", "submitted", "sent-back", "accepted", "withdrawn")


def in_state(clerk: Actor, state: str) -> Report:
    """A report brought into a state by the acts."""
    where = clear_system(clerk)
    if state == "draft":
        return draft(clerk, where)
    report = filed(clerk, where)
    if state == "withdrawn":
        return withdraw_report(clerk, report.pk, reason="sent for another place")
    if state == "sent-back":
        send_back(signer("Wanda"), report.pk, codes=["fixtures"])
    if state == "accepted":
        accept_report(signer("Wanda"), report.pk)
    return Report.objects.get(pk=report.pk)


ACTS = {
    "save": (lambda actor, report: save_report(actor, report.pk, remarks="new"), {"draft", "sent-back"}),
    "attach": (lambda actor, report: attach(actor, report.pk, upload()), {"draft", "sent-back"}),
    "submit": (lambda actor, report: submit_report(actor, report.pk), {"draft", "submitted", "sent-back", "accepted"}),
    "withdraw": (
        lambda actor, report: withdraw_report(actor, report.pk, reason="wrong"),
        {"draft", "submitted", "sent-back"},
    ),
    "accept": (lambda actor, report: accept_report(actor, report.pk), {"submitted"}),
    "send-back": (lambda actor, report: send_back(actor, report.pk, codes=["fixtures"]), {"submitted"}),
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", ACTS)
def test_each_act_is_for_some_states_only(clerk: Actor, name: str, state: str) -> None:
    report = in_state(clerk, state)
    actor = signer()
    do, allowed = ACTS[name]
    if name in {"save", "attach", "submit", "withdraw"}:
        actor = clerk
    if state in allowed:
        do(actor, report)
        return
    with pytest.raises(ActRefused):
        do(actor, report)
    assert Report.objects.get(pk=report.pk).state == state


def test_a_mended_report_keeps_its_number_and_its_first_day(clerk: Actor) -> None:
    report = in_state(clerk, "sent-back")
    save_report(clerk, report.pk, fixtures="Three bathrooms")
    with use_today(date(2026, 9, 1)):
        again = submit_report(clerk, report.pk)
    assert (again.number, again.submitted_on, again.state) == (report.number, date(2026, 6, 15), "submitted")
    assert again.received_at.date() == date(2026, 9, 1)
