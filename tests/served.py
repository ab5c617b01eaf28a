"""A real server in a process of its own, on this process's database."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection

from sanitarian.parties.models import User

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


def signed_in(user: User) -> str:
    """A session of this user, as signing in makes it."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)
