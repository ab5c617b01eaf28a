"""Messages leave the house in two steps: a row inside the act that decides, the sending after its commit."""

import hashlib
import secrets
from collections.abc import Sequence

from django.db import connection
from django.utils import timezone

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import now, today
from sanitarian.core.records import close_tasks, open_task, ref, tell
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


@act("letters.message.bounce")
def bounce_message(actor: Actor, message_id: int, said: str, *, for_good: bool) -> bool:
    """Put on record that a message came back, or that a mail server still tries; the same again changes nothing.

    Returns whether anything changed. ``said`` is what the mail server that returned it gave as its reason.
    """
    message = lock(Message, message_id)
    said = one_line(said, 2000)
    if not for_good:
        if message.state != Message.State.SENT or message.error == said:
            return False
        message.error = said
        message.save(update_fields=["error"])
        journal(actor, "letters.message.bounce", ref(message), about=message.subject, outcome="delayed")
        return True
    # One whose sender died after the mail server took it may come back while it still waits to be sent again.
    if message.state not in {Message.State.SENT, Message.State.QUEUED}:
        return False
    message.state, message.error, message.returned_at = Message.State.BOUNCED, said, now()
    _keep(message)
    _put_on_worklist(actor, message, reason_in_words(said))
    journal(actor, "letters.message.bounce", ref(message), about=message.subject, outcome="bounced")
    return True


@act("letters.message.resend")
def resend_message(actor: Actor, message_id: int, *, to: str = "") -> Message:
    """Send a message again as a new one that repeats it, to the same address or to the right one.

    Raises:
        ActRefused: it still waits, was sent again already, its text was not kept, or ``to`` is no e-mail address.
    """
    old = lock(Message, message_id)
    if old.state == Message.State.QUEUED:
        raise ActRefused("This message still waits to be sent; it goes out by itself.")
    if old.confidential:
        raise ActRefused("The text of this message was not kept. Do again what it was written for, such as inviting.")
    if newer := Message.objects.filter(repeats=old).first():
        raise ActRefused(f"This message was sent again already, to {newer.to}. Open that one.")
    copied = {name: getattr(old, name) for name in ("kind", "subject", "timelines", "name", "reply_to", "heading")}
    message = _new(text=old.text, to=checked_address(to or old.to), repeats=old, **copied)
    message.letters.set(old.letters.all())
    close_tasks(actor, ref(old), [UNDELIVERED])
    journal(
        actor, "letters.message.resend", ref(message),
        about=message.subject, repeats=ref(old), other_address=message.to != old.to,
    )  # fmt: skip
    return message


@act("letters.message.settle")
def settle_message(actor: Actor, message_id: int, how: str) -> Message:
    """Put on record how somebody dealt with a message that did not arrive, such as by post.

    Raises:
        ActRefused: nothing is said, the message did not come back, or it is settled or sent again already.
    """
    message = lock(Message, message_id)
    how = one_line(how)
    if not how:
        raise ActRefused("Say how you dealt with it, such as: sent by post.")
    if message.state in {Message.State.QUEUED, Message.State.SENT}:
        raise ActRefused("This message did not come back; there is nothing to settle.")
    if message.settled_at is not None or Message.objects.filter(repeats=message).exists():
        raise ActRefused("Somebody has dealt with this message already.")
    message.settled, message.settled_at = how, now()
    message.save(update_fields=["settled", "settled_at"])
    close_tasks(actor, ref(message), [UNDELIVERED])
    tell(
        actor, message.timelines, "message.settled", f"Instead of the e-mail to {_whom(message)}: {how}",
        on=today(), reference=ref(message),
    )  # fmt: skip
    journal(actor, "letters.message.settle", ref(message), about=message.subject)
    return message
