"""A message stands and falls with the act that writes it, and nothing typed into it becomes a header."""

import hashlib
from email.utils import getaddresses
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, transaction

from sanitarian.core.acts import ActRefused
from sanitarian.core.models import JournalEntry
from sanitarian.letters.mail.sending import sweep
from sanitarian.letters.models import Message
from tests.letters.mail.samples import again, queued

pytestmark = pytest.mark.django_db


def test_queueing_freezes_text_address_and_heading_and_sends_nothing(settings: Any) -> None:
    settings.SANITARIAN_DEMO = True
    message = queued()
    assert (message.state, message.to, message.name) == ("queued", "rita@inspections.example", "Rita Inspector")
    assert message.text.startswith(
        "Dear Rita,\n\nthe report needs another look.\n\n-- \nCayuga County Health Department"
    )
    assert "(315) 555-0100" in message.text
    assert message.text_sha256 == hashlib.sha256(message.text.encode()).hexdigest()
    assert mail.outbox == []


def test_tokens_are_long_and_differ() -> None:
    tokens = {queued().token for _ in range(20)}
    assert len(tokens) == 20
    assert {len(token) for token in tokens} == {32}


@pytest.mark.django_db(transaction=True)
def test_a_message_falls_with_its_act_and_needs_one() -> None:
    @transaction.atomic
    def act_that_fails() -> None:
        queued()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        act_that_fails()
    assert not Message.objects.exists()
    from sanitarian.letters.mail.acts import queue_message

    with pytest.raises(RuntimeError, match="inside an act"):
        queue_message("report_returned", "report:1", to="a@b.example", name="", heading="x", text="x")


def test_an_unknown_kind_is_a_fault() -> None:
    with pytest.raises(KeyError, match="no room has declared the message kind 'ransom'"):
        queued(kind="ransom")


@pytest.mark.parametrize(
    "address",
    [
        "", "rita", "rita@", "a@b.example, c@d.example", "a@b.example\nBcc: all@county.example",
        "a@b.example\r\nBcc: c@d.example", "Rita <a@b.example>", "a b@c.example", "x" * 250 + "@c.example",
    ],
)  # fmt: skip
@pytest.mark.parametrize("field", ["to", "reply_to"])
def test_what_is_no_single_address_is_refused_in_words(address: str, field: str) -> None:
    if field == "reply_to" and not address:
        return
    with pytest.raises(ActRefused, match="is not an e-mail address"):
        queued(**{field: address})
    assert not Message.objects.exists()


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r", "\x0b", "\x85", "\u2028"])
@pytest.mark.parametrize("field", ["heading", "name"])
def test_a_line_end_in_a_heading_or_name_begins_no_header(end: str, field: str) -> None:
    queued(**{field: f"Hello{end}Bcc: victim@county.example"})
    sweep()
    (sent,) = mail.outbox
    read = sent.message()
    assert read["Bcc"] is None
    assert [address for _, address in getaddresses([read["To"]])] == ["rita@inspections.example"]
    assert "Hello Bcc: victim@county.example" in getattr(again(Message.objects.get()), field)


def test_a_confidential_text_is_gone_once_the_message_is_sent() -> None:
    message = queued(text="Open https://county.example/invitation/secret-1", confidential=True)
    assert "secret-1" in again(message).text
    sweep()
    sent = again(message)
    assert (sent.state, sent.text, sent.text_sha256) == ("sent", "", message.text_sha256)
    assert "secret-1" in mail.outbox[0].body
    assert not any("secret" in entry.body for entry in JournalEntry.objects.all())


def test_the_database_keeps_no_confidential_text_of_a_message_that_left() -> None:
    message = queued(confidential=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Message.objects.filter(pk=message.pk).update(state="failed")
