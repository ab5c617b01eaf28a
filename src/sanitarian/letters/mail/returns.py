"""Mail that came back, put on record with the message it belongs to. What belongs to none is kept and reported."""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from sanitarian.core.actors import SYSTEM
from sanitarian.letters.mail.acts import bounce_message
from sanitarian.letters.mail.bounces import DELAYED, DELIVERED, FAILED, UNCLEAR, read_return
from sanitarian.letters.models import Message

BOUNCED, KNOWN, UNMATCHED = "bounced", "known", "unmatched"
LARGEST = 5_000_000
"""Bytes of a returned mail that are looked at; a report stands at its beginning."""


@dataclass(frozen=True)
class Taken:
    """What became of one returned mail: bounced, delayed, delivered, known (nothing changed) or unmatched."""

    outcome: str
    message: Message | None = None

    def __str__(self) -> str:
        about = f"message {self.message.pk} about {self.message.subject}" if self.message else ""
        return {
            BOUNCED: f"{about} came back",
            DELAYED: f"{about} is delayed; the mail server still tries",
            DELIVERED: f"{about} was delivered",
            KNOWN: f"{about}: nothing new",
        }.get(self.outcome, "it belongs to no message of this house, or says nothing of its delivery")


def take_return(raw: bytes) -> Taken:
    """Put a returned mail on record with its message; the same again changes nothing."""
    found = read_return(raw[:LARGEST])
    by_token = {message.token: message for message in Message.objects.filter(token__in=found.tokens)}
    message = next((by_token[token] for token in found.tokens if token in by_token), None)
    if message is None or found.verdict == UNCLEAR:
        return Taken(UNMATCHED)
    if found.verdict == DELIVERED:
        return Taken(DELIVERED, message)
    changed = bounce_message(SYSTEM, message.pk, found.said, for_good=found.verdict == FAILED)
    if not changed:
        return Taken(KNOWN, message)
    return Taken(BOUNCED if found.verdict == FAILED else DELAYED, message)


def unmatched_folder() -> Path:
    """Where mail that came through the pipe and belongs to no message is kept."""
    return Path(settings.VAR_DIR) / "mail-unmatched"


def keep_unmatched(raw: bytes) -> Path:
    """Keep a returned mail that belongs to no message, once however often it comes."""
    folder = unmatched_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{hashlib.sha256(raw).hexdigest()[:32]}.eml"
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return path
    with os.fdopen(descriptor, "wb") as file:
        file.write(raw)
    return path


def number_unmatched() -> int:
    """How many returned mails are kept that belong to no message."""
    return sum(1 for _ in unmatched_folder().glob("*.eml"))


def returned_mail(folder: Path) -> Iterator[Path]:
    """The mails of a folder: what is new in a Maildir, otherwise every ``.eml`` file.

    Raises:
        NotADirectoryError: there is no such folder.
    """
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder")
    yield from sorted((folder / "new").iterdir() if is_maildir(folder) else folder.glob("*.eml"))


def is_maildir(folder: Path) -> bool:
    """Whether a folder is a mailbox in the Maildir format."""
    return (folder / "new").is_dir() and (folder / "cur").is_dir()


def mark_seen(path: Path) -> None:
    """Move a mail of a Maildir from what is new to what was seen."""
    path.rename(path.parent.parent / "cur" / f"{path.name.partition(':')[0]}:2,S")
