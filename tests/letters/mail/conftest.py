"""A mail server of our own on 127.0.0.1, which says what a test tells it to say."""

import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message as Mail
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from sanitarian.config.settings.mail import mail_from_url


@dataclass
class MailServer:
    """What came in, and what is said to each recipient (``answers``) or after the text (``after_data``)."""

    port: int
    answers: dict[str, list[str]] = field(default_factory=dict)
    after_data: list[str] = field(default_factory=list)
    hangs_up: bool = False
    connections: int = 0
    envelopes: list[Envelope] = field(default_factory=list)

    @property
    def mails(self) -> list[Mail]:
        """The messages taken, as the recipients' programs read them."""
        return [message_from_bytes(envelope.original_content or b"") for envelope in self.envelopes]

    async def handle_EHLO(  # noqa: N802 - the server's name for it
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        self.connections += 1
        return responses

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        answers = self.answers.get(address, [])
        answer = answers.pop(0) if answers else "250 OK"
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        answer = self.after_data.pop(0) if self.after_data else "250 OK"
        if answer.startswith("250"):
            self.envelopes.append(envelope)
        if self.hangs_up and server.transport is not None:
            server.transport.abort()
        return answer


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def mail_goes_to(settings: Any) -> Callable[[str], None]:
    """Sets where mail goes, as ``SANITARIAN_EMAIL_URL`` would."""

    def goes_to(url: str) -> None:
        for name, value in mail_from_url(url).items():
            setattr(settings, name, value)

    return goes_to


@pytest.fixture
def server(mail_goes_to: Callable[[str], None]) -> Iterator[MailServer]:
    """A running mail server to which mail goes."""
    mail_server = MailServer(free_port())
    controller = Controller(mail_server, hostname="127.0.0.1", port=mail_server.port)
    controller.start()
    mail_goes_to(f"smtp://127.0.0.1:{mail_server.port}")
    try:
        yield mail_server
    finally:
        controller.stop()
