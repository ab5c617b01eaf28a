"""Messages leave the house in two steps: a row inside the act that decides, the sending after its commit."""

import hashlib
import secrets
from collections.abc import Sequence

from django.db import connection
from django.utils import timezone

from sanitarian.core.actors import Actor
from sanitarian.core.acts import act, journal, lock
from sanitarian.core.dates import now, today
from sanitarian.core.records import open_task, ref, tell
from sanitarian.letters.clean import clean_text
from sanitarian.letters.letterhead import the_letterhead
from sanitarian.letters.mail.addresses import checked_address, one_line
from sanitarian.letters.mail.kinds import message_kind
from sanitarian.letters.mail.reasons import reason_in_words
from sanitarian.letters.models import Letter, Message

UNDELIVERED = "letters.message.undelivered"
_FATES = {
    Message.State.REFUSED: "was refused",
    Message.State.BOUNCED: "came back",
    Message.State.FAILED: "could not be sent in two days",
}


def queue_message(
    kind: str,
    subject: str,
    *,
    to: str,
    name: str,
    heading: str,
    text: str,
    letters: Sequence[Letter] = (),
    reply_to: str = "",
    timelines: Sequence[str] = (),
    confidential: bool = False,
) -> Message:
    """Put a message on record inside the caller's act; the worker sends it after the commit, within seconds.

    Args:
        kind: a registered kind.
        subject: what the message is about, as a reference (``report:12``).
        to: one plain address; ``name`` is whose it is.
        heading: what stands over the message in a list of mail; line ends become spaces.
        text: plain text; the department's name and phone are put below it.
        letters: papers that go with it as PDF.
        timelines: references on whose timelines it shows once it is sent or came back.
        confidential: the text opens something, such as an account: it is not kept once the message is sent.

    Raises:
        ActRefused: ``to`` or ``reply_to`` is not an e-mail address.
        RuntimeError: there is no transaction that the message could stand or fall with.
    """
    message_kind(kind)
    if not connection.in_atomic_block:
        raise RuntimeError("queue_message() is called inside an act only")
    message = _new(
        kind=kind,
        subject=subject,
        to=checked_address(to),
        name=one_line(name),
        heading=one_line(heading),
        text=f"{clean_text(text).strip()}\n\n{_footer()}\n",
        reply_to=checked_address(reply_to) if reply_to else "",
        timelines=list(timelines),
        confidential=confidential,
    )
    message.letters.set(letters)
    return message


def _new(*, text: str, **values: object) -> Message:
    return Message.objects.create(
        token=secrets.token_hex(16),
        text=text,
        text_sha256=hashlib.sha256(text.encode()).hexdigest(),
        created_at=now(),
        not_before=timezone.now(),
        **values,
    )


def _footer() -> str:
    """Who writes, below every message; after the marker by which mail programs know a signature."""
    head = the_letterhead()
    who = ", ".join(part for part in (f"{head.county} {head.department}", head.division) if part)
    return "\n".join(line for line in ("-- ", who, *head.address, head.phone, head.web) if line)


@act("letters.message.record_outcome")
def record_outcome(actor: Actor, message_id: int, state: str, error: str = "") -> None:
    """Put on record that a message was sent, refused for good, or given up. What is on record already stands."""
    message = lock(Message, message_id)
    if message.state != Message.State.QUEUED:
        return
    message.state, message.error = state, error[:2000]
    if state == Message.State.SENT:
        message.sent_at = now()
        tell(
            actor, message.timelines, "message.sent", f"E-mail to {_whom(message)}",
            on=today(), detail=message.heading, reference=ref(message),
        )  # fmt: skip
    else:
        message.returned_at = now()
        _put_on_worklist(actor, message, reason_in_words(error))
    _keep(message)
    journal(
        actor, "letters.message.record_outcome", ref(message),
        about=message.subject, outcome=state, text_sha256=message.text_sha256,
    )  # fmt: skip


def _put_on_worklist(actor: Actor, message: Message, reason: str) -> None:
    """Ask somebody to do what the message was to do, and tell the timelines that it did not."""
    what = f"The message to {_whom(message)} {_FATES[Message.State(message.state)]}: {reason}"
    advice = "invite again" if message.confidential else "write by post or correct the address"
    open_task(UNDELIVERED, ref(message), f"{what}; {advice}", role=message_kind(message.kind).role)
    tell(actor, message.timelines, "message.returned", what, on=today(), detail=message.heading, reference=ref(message))


def _keep(message: Message) -> None:
    """Save what became of a message; a confidential text is not kept beyond its sending."""
    if message.confidential and message.state != Message.State.QUEUED:
        message.text = ""
    message.save(update_fields=["state", "error", "sent_at", "returned_at", "text"])


def _whom(message: Message) -> str:
    return (message.name or message.to)[:60]
