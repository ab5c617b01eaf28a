"""Sending what waits: claim the row, hand the message to the mail server, put the outcome on record.

A message is sent at least once: where the server took it and the answer was lost, it is sent again after the lease,
under the same Message-ID, by which mail programs know a message that they have. Two workers never send one at once.
"""

import logging
import smtplib
from dataclasses import dataclass
from datetime import timedelta
from email.utils import formataddr, parseaddr

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import F
from django.utils import timezone

from sanitarian.core.actors import SYSTEM
from sanitarian.letters.acts import DamagedPaperError, pdf_of
from sanitarian.letters.letterhead import the_letterhead
from sanitarian.letters.mail.acts import record_outcome
from sanitarian.letters.models import Letter, Message
from sanitarian.letters.render import RenderError

_log = logging.getLogger(__name__)
# Leases and pauses run on the machine's clock, which no trial of another day may stop.
LEASE = timedelta(minutes=5)
"""How long a sender may take before another one takes the message to be left by a crash."""
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 480, 720, 1440))
"""After each attempt in turn: what is not sent in two days is given up."""
_OUR_OWN_FAULT = frozenset({530, 535, 538})  # the server wants a sign-in, or another one: no fault of the address


@dataclass(frozen=True)
class Fault:
    """Why a message was not sent: for good, or for now; ``of_server`` where the next message would fare no better."""

    text: str
    for_good: bool = False
    of_server: bool = False


def sweep(limit: int = 100) -> int:
    """Send what waits, and what a crash left behind, oldest first; return how many messages were tried.

    All go over one connection. A mail server that is away ends the sweep: the others keep their attempts.
    """
    waiting = Message.objects.filter(state=Message.State.QUEUED, not_before__lte=timezone.now())
    ids = list(waiting.order_by("not_before", "id").values_list("pk", flat=True)[:limit])
    if not ids:
        return 0
    mail_server: BaseEmailBackend = get_connection()
    tried = 0
    try:
        for message_id in ids:
            tried += 1
            fault = send_message(message_id, mail_server)
            if fault is not None:
                _close(mail_server)
            if fault is not None and fault.of_server:
                break
    finally:
        _close(mail_server)
    return tried


def send_message(message_id: int, mail_server: BaseEmailBackend) -> Fault | None:
    """Send one message that waits, once; what is sent, or held by another sender, is left as it is."""
    moment = timezone.now()
    waiting = Message.objects.filter(pk=message_id, state=Message.State.QUEUED, not_before__lte=moment)
    if not waiting.update(not_before=moment + LEASE, attempts=F("attempts") + 1):
        return None
    message = Message.objects.get(pk=message_id)
    if message.attempts > len(PAUSES) + 1:
        fault: Fault | None = Fault("Every attempt to send it was cut short.")
    else:
        fault = _hand_over(message, mail_server)
    if fault is None:
        record_outcome(SYSTEM, message.pk, Message.State.SENT)
    elif fault.for_good:
        record_outcome(SYSTEM, message.pk, Message.State.REFUSED, fault.text)
    elif message.attempts > len(PAUSES):
        record_outcome(SYSTEM, message.pk, Message.State.FAILED, fault.text)
    else:
        _log.warning("message %s waits: %s", message.pk, fault.text)
        pause = PAUSES[message.attempts - 1]
        waiting = Message.objects.filter(pk=message.pk, state=Message.State.QUEUED)
        waiting.update(error=fault.text[:2000], not_before=timezone.now() + pause)
    return fault


def _hand_over(message: Message, mail_server: BaseEmailBackend) -> Fault | None:
    """Give the message to the mail server; None if the server took it."""
    try:
        mail = _compose(message)
    except (DamagedPaperError, RenderError, KeyError, ValueError, OSError) as error:
        return Fault(f"A paper that goes with it, or its head, could not be made. {type(error).__name__}: {error}")
    try:
        mail_server.open()
        mail_server.send_messages([mail])
    except smtplib.SMTPRecipientsRefused as refused:
        code, answer = next(iter(refused.recipients.values()))
        return _answered(code, answer)
    except smtplib.SMTPDataError as error:
        return _answered(error.smtp_code, error.smtp_error)
    except (
        smtplib.SMTPResponseException
    ) as error:  # at the greeting, the sign-in or the sender: our own fault or theirs
        return Fault(_said(error.smtp_code, error.smtp_error), of_server=True)
    except OSError as error:  # not reached, hung up, no encryption where it is asked for
        return Fault(f"The mail server is not reached. {type(error).__name__}: {error}", of_server=True)
    except Exception as error:  # noqa: BLE001 - one message that cannot be written must not stop the others
        return Fault(f"The message could not be written. {type(error).__name__}: {error}")
    return None


def _answered(code: int, answer: bytes | str) -> Fault:
    """What the server said to this one message; 421 means that it takes no more from us now."""
    ours = code in _OUR_OWN_FAULT
    return Fault(_said(code, answer), for_good=code >= 500 and not ours, of_server=ours or code == 421)


def _said(code: int, answer: bytes | str) -> str:
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    return f"{code} {' '.join(text.split())}"


def _close(mail_server: BaseEmailBackend) -> None:
    try:
        mail_server.close()
    except OSError:  # the server hung up first
        _log.debug("the mail server was gone already")


def _compose(message: Message) -> EmailMessage:
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    head = the_letterhead()
    sender = formataddr((name or f"{head.county} {head.department}", address))
    mail = EmailMessage(
        subject=message.heading,
        body=message.text,
        from_email=_return_address(message, address),
        to=[formataddr((message.name, message.to))],
        reply_to=[message.reply_to] if message.reply_to else None,
        headers={
            "From": sender,
            "Message-ID": f"<{message.token}@{address.rpartition('@')[2]}>",
            "Auto-Submitted": "auto-generated",
        },
    )
    for letter in message.letters.order_by("pk"):
        mail.attach(_file_name(letter), pdf_of(letter), "application/pdf")
    return mail


def _return_address(message: Message, sender: str) -> str:
    """Where a mail server returns the message to: with the token in it, so that it is known whatever comes back."""
    if not settings.SANITARIAN_BOUNCE_ADDRESS:
        return sender
    local, _, domain = settings.SANITARIAN_BOUNCE_ADDRESS.rpartition("@")
    return f"{local}+{message.token}@{domain}"


def _file_name(letter: Letter) -> str:
    number = letter.number or letter.code
    return "".join(sign if sign.isalnum() or sign in "-_." else "-" for sign in number) + ".pdf"
