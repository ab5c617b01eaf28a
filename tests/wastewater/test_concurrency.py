"""Two officials decide one report, five copies of a form come in at once: one decision, one permit, one number."""

import threading
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from sanitarian.core import journal
from sanitarian.core.actors import Role
from sanitarian.core.acts import ActRefused
from sanitarian.permits.models import Permit
from sanitarian.wastewater.acts.decisions import accept_report, send_back
from sanitarian.wastewater.acts.reports import enter_report, submit_report
from sanitarian.wastewater.models import Attachment, Decision, Report
from tests.wastewater.cases import clear_system, fields, filed, signer, user

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*tasks: Callable[[], Any]) -> list[Any]:
    """Do all tasks at the same moment, each in a thread and connection of its own; refusals are answers."""
    gate = threading.Barrier(len(tasks))
    answers: list[Any] = [None] * len(tasks)

    def work(place: int, task: Callable[[], Any]) -> None:
        gate.wait(timeout=30)
        try:
            answers[place] = task()
        except Exception as error:  # noqa: BLE001 - the test looks at what it was
            answers[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=item) for item in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return answers


def test_two_officials_decide_one_report() -> None:
    clerk = user("Cleo", Role.CLERK).actor()
    report = filed(clerk, clear_system(clerk))
    first, second = signer("Ann"), signer("Ben")
    answers = at_once(lambda: accept_report(first, report.pk), lambda: accept_report(second, report.pk))
    assert sorted(type(answer).__name__ for answer in answers) == ["ActRefused", "Decided"]
    assert (Decision.objects.count(), Permit.objects.count()) == (1, 1)
    assert journal.verify()[1] == []


def test_one_accepts_while_another_sends_back() -> None:
    clerk = user("Cleo", Role.CLERK).actor()
    report = filed(clerk, clear_system(clerk))
    first, second = signer("Ann"), signer("Ben")
    answers = at_once(lambda: accept_report(first, report.pk), lambda: send_back(second, report.pk, codes=["fixtures"]))
    refused = [answer for answer in answers if isinstance(answer, Exception)]
    assert [type(answer) for answer in refused] == [ActRefused]
    assert Decision.objects.count() == 1
    state = Report.objects.get().state
    assert Permit.objects.count() == (1 if state == "accepted" else 0)


def test_five_copies_of_a_form_are_one_report() -> None:
    clerk = user("Cleo", Role.CLERK).actor()
    token, typed = uuid.uuid4(), fields(clear_system(clerk))

    def send() -> str | None:
        files = [SimpleUploadedFile("plan.pdf", b"%PDF-1.7 made up")]
        saved = enter_report(clerk, token=token, version=None, fields=typed, uploads=files)
        return submit_report(clerk, saved.pk, version=saved.version).number

    answers = at_once(*[send] * 5)
    numbers = [answer for answer in answers if not isinstance(answer, ActRefused)]
    assert set(numbers) == {"IR-2026-00001"}
    assert (Report.objects.count(), Attachment.objects.count()) == (1, 1)
    assert journal.verify()[1] == []


def test_numbers_have_no_gap_and_no_twin() -> None:
    clerk = user("Cleo", Role.CLERK).actor()
    reports = [filed(clerk, clear_system(clerk)) for _ in range(4)]
    official = signer()
    tasks = [lambda pk=report.pk: accept_report(official, pk).permit.number for report in reports]
    assert sorted(at_once(*tasks)) == [f"DP-2026-0000{number}" for number in range(1, 5)]
