"""What was answered is kept: when the server is killed, and when fifty filers submit at once.

A real server runs in a process of its own on the test's database.
"""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection

from sanitarian.core import journal
from sanitarian.core.models import Task
from sanitarian.parties.models import User
from sanitarian.wastewater.models import Report
from tests.places import parcel
from tests.portal.test_inspections import filer, own_draft
from tests.wastewater.cases import DAY, fields

pytestmark = [pytest.mark.django_db(transaction=True)]
FILERS = 50
CSRF = "a" * 32


def _database_url() -> str:
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{found['NAME']}"
    return f"postgresql://{found['USER']}:{found['PASSWORD']}@{found['HOST']}:{found['PORT']}/{found['NAME']}"


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


class Server:
    """`sanitarian serve` in a process group of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = _free_port()
        self.log = (folder / "server.log").open("ab")
        self.environment = {
            **os.environ, "SANITARIAN_DATABASE_URL": _database_url(), "SANITARIAN_VAR": str(folder),
            "SANITARIAN_SECRET_KEY": settings.SECRET_KEY, "PYTHONPATH": str(Path(__file__).parents[2] / "src"),
            "DJANGO_SETTINGS_MODULE": "sanitarian.config.settings",
        }  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "sanitarian.config.cli", "serve", "--port", str(self.port), "--workers", "2"]
        self.process = subprocess.Popen(
            command, env=self.environment, start_new_session=True, stdout=self.log, stderr=self.log
        )
        for _ in range(600):
            assert self.process.poll() is None, "the server ended"
            try:
                if self.request(None, "GET", "/").status == 200:
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """Kill -9 the server with its workers and the letter worker."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def request(self, session: str | None, method: str, path: str, sent: dict[str, str] | None = None) -> Any:
        """One request, with the body read: status, headers, ``text``."""
        talk = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        cookie = f"csrftoken={CSRF}" + (f"; sessionid={session}" if session else "")
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": CSRF}
        try:
            talk.request(method, path, urlencode(sent or {}), headers)
            answer = talk.getresponse()
            answer.text = answer.read().decode()  # type: ignore[attr-defined]
            return answer
        finally:
            talk.close()


@pytest.fixture
def server(transactional_db: None, tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    made.start()
    yield made
    made.kill()
    made.log.close()


def signed_in(user: User) -> str:
    """A session of this user, as signing in makes it."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


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
