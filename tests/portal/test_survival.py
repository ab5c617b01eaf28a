"""What was answered is kept: when the server is killed, and when fifty filers submit at once.

A real server runs in a process of its own on the test's database.
"""

import http.client
import re
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from sanitarian.core import journal
from sanitarian.core.models import Task
from sanitarian.wastewater.models import Report
from tests.places import parcel
from tests.portal.test_inspections import filer, own_draft
from tests.served import Server, signed_in
from tests.wastewater.cases import DAY, fields

pytestmark = [pytest.mark.django_db(transaction=True)]
FILERS = 50


@pytest.fixture
def server(transactional_db: None, tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    made.start()
    yield made
    made.kill()
    made.log.close()


def test_a_draft_outlives_kill_9(server: Server) -> None:
    """Every save that was answered is there after the kill; the draft goes on where it was."""
    ina = filer()
    report, session = own_draft(ina, parcel("Genoa")), signed_in(ina)
    address, page = f"/my/reports/{report.pk}/system/", str(uuid.uuid4())
    answered: list[int] = []
    enough = threading.Event()

    def type_on() -> None:
        version = "1"
        for turn in range(10_000):
            typed = {"do": "autosave", "page": page, "version": version, "fixtures": f"bath {turn}"}
            try:
                answer = server.request(session, "POST", address, typed)
            except (OSError, http.client.HTTPException):
                return
            found = re.search(r'id="version" value="(\d+)"', answer.text)
            if answer.status != 200 or found is None:
                return
            version = found.group(1)
            answered.append(turn)
            if turn == 20:
                enough.set()

    typing = threading.Thread(target=type_on)
    typing.start()
    assert enough.wait(60)
    server.kill()
    typing.join(60)
    kept = Report.objects.get(pk=report.pk)
    last = int(kept.fixtures.removeprefix("bath "))
    assert last in {answered[-1], answered[-1] + 1}  # the answer to the last one may have died with the server
    server.start()
    assert f"bath {last}" in server.request(session, "GET", address).text
    again = {"do": "next", "page": page, "version": str(kept.version), "fixtures": "two baths"}
    assert server.request(session, "POST", address, again).status == 302
    assert Report.objects.get(pk=report.pk).fixtures == "two baths"
    assert journal.verify()[1] == []


def test_fifty_filers_submit_at_once_and_nothing_is_lost(server: Server, clerk: Any) -> None:
    work: list[tuple[str, str, Report]] = []
    for number in range(FILERS):
        user = filer(f"filer{number}")
        place = parcel("Genoa")
        typed = fields(None, place) | {"inspector": user.grants.get().party.inspector, "performed": DAY}
        report = own_draft(user, **typed)
        work.append((signed_in(user), f"/my/reports/{report.pk}/submit/", report))
    start = threading.Barrier(FILERS)

    def submit(item: tuple[str, str, Report]) -> list[int]:
        session, address, report = item
        start.wait()
        return [server.request(session, "POST", address, {"version": str(report.version)}).status for _ in range(2)]

    with ThreadPoolExecutor(FILERS) as pool:
        statuses = list(pool.map(submit, work))
    assert statuses == [[302, 302]] * FILERS
    numbers = sorted(Report.objects.values_list("number", flat=True))
    year = numbers[0].split("-")[1]
    assert numbers == [f"IR-{year}-{number:05d}" for number in range(1, FILERS + 1)]
    assert Task.objects.filter(kind="wastewater.review", closed_at=None).count() == FILERS
    assert Report.objects.filter(state="submitted", system__rounds__isnull=False).distinct().count() == FILERS
    assert journal.verify()[1] == []
