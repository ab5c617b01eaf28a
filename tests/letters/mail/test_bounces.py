"""Whatever comes back is read for what it says, belongs to the message it names, and is never lost."""

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.core.models import JournalEntry, Task, TimelineEntry
from sanitarian.letters.mail.bounces import read_return
from sanitarian.letters.mail.reasons import reason_in_words
from sanitarian.letters.mail.returns import take_return
from sanitarian.letters.mail.sending import sweep
from sanitarian.letters.models import Message
from tests.letters.mail.returned import (
    EXIM,
    EXIM_WARNING,
    OUT_OF_OFFICE,
    QMAIL,
    READ_RECEIPT,
    TOKEN,
    notification,
    plain,
)
from tests.letters.mail.samples import again, queued


@pytest.mark.parametrize(
    ("raw", "verdict", "said"),
    [
        (notification(), "failed", "550 5.1.1 User unknown"),
        (notification(original_type="text/rfc822-headers"), "failed", "550 5.1.1 User unknown"),
        (notification(action="Failed (expired)", status="4.4.1", diagnostic="smtp; no answer"), "failed", "4.4.1 no"),
        (notification(action="delayed", status="4.4.1", diagnostic="smtp; timed out"), "delayed", "4.4.1 timed out"),
        (notification(action="delivered", status="2.0.0", diagnostic="smtp; 250 OK"), "delivered", "2.0.0 250 OK"),
        (notification(action="relayed", status="2.1.5", diagnostic=""), "delivered", "2.1.5"),
        (QMAIL, "failed", "Remote host said: 550 5.2.2 Mailbox full"),
        (EXIM, "failed", "Unrouteable address: no such user here"),
        (EXIM_WARNING, "delayed", "Connection timed out"),
        (notification().replace(b"message/delivery-status", b"text/x-lost"), "failed", "Status: 5.1.1"),
        (notification(sender="x@mx.example").replace(b"Action:", b"Axtion:"), "failed", "Undelivered Mail"),
        (OUT_OF_OFFICE, "unclear", ""),
        (READ_RECEIPT, "unclear", ""),
        (plain("Buy now", head="From: shop@shop.example"), "unclear", ""),
        (b"", "unclear", ""),
        (b"\x00\xff" * 500, "unclear", ""),
    ],
    ids=range(16),
)
def test_what_it_says(raw: bytes, verdict: str, said: str) -> None:
    found = read_return(raw)
    assert found.verdict == verdict
    assert found.said.startswith(said)


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
@pytest.mark.parametrize(
    "raw",
    [
        notification(),
        notification(original_type="text/rfc822-headers"),
        notification(original="X: y", to=f"bounce+{TOKEN}@county.example"),
        notification(original="X: y", to=f"BOUNCE+{TOKEN.upper()}@COUNTY.EXAMPLE"),
        notification(original="X: y").replace(b"To: ", f"Delivered-To: bounce+{TOKEN}@county.example\nTo: ".encode()),
        QMAIL, EXIM, EXIM_WARNING,
    ],
    ids=range(8),
)  # fmt: skip
def test_which_message_it_is_about(raw: bytes, line_end: bytes) -> None:
    assert read_return(raw.replace(b"\n", line_end)).tokens == (TOKEN,)


def test_a_report_that_was_wrapped_in_base64_is_read() -> None:
    text = base64.encodebytes(f"550 5.1.1 unknown\nMessage-ID: <{TOKEN}@county.example>".encode()).decode()
    head = "From: postmaster@mx.example\nContent-Type: text/plain\nContent-Transfer-Encoding: base64"
    found = read_return(plain(text, head=head))
    assert (found.tokens, found.verdict, found.said) == ((TOKEN,), "failed", "550 5.1.1 unknown")


def test_the_address_it_came_to_is_trusted_before_what_is_inside() -> None:
    other = "f" * 32
    raw = notification(to=f"bounce+{other}@county.example")
    assert read_return(raw).tokens == (other, TOKEN)


@given(st.binary(max_size=2000))
def test_no_bytes_stop_the_reader(raw: bytes) -> None:
    read_return(raw)
    read_return(notification()[:300] + raw + notification()[300:])


def test_parts_nested_without_end_do_not_stop_the_reader() -> None:
    nested = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(3000))
    assert read_return(b"From: mailer-daemon@mx.example\n" + nested).tokens == ()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("550 5.1.1 <a@b>: no", "the mailbox is unknown"),
        ("550 5.1.10 RESOLVER.ADR.RecipientNotFound", "the domain takes no mail"),
        ("554 5.7.26 DMARC", "their mail server refuses it"),
        ("552 mailbox is full", "the mailbox is full"),
        ("550 No such user here", "the mailbox is unknown"),
        ("Host or domain name not found", "the domain is unknown"),
        ("550 5.99.99 user unknown", "the mailbox is unknown"),
        ("192.5.1.1 said no", "it could not be delivered"),
        ("", "it could not be delivered"),
    ],
)
def test_reasons_in_words(said: str, words: str) -> None:
    assert reason_in_words(said) == words


# On record


def sent(**changes: Any) -> Message:
    message = queued(timelines=["report:12"], **changes)
    sweep()
    return again(message)


def about(message: Message, raw: bytes) -> bytes:
    return raw.replace(TOKEN.encode(), message.token.encode()).replace(TOKEN.upper().encode(), message.token.encode())


@pytest.mark.django_db
def test_a_message_that_came_back_is_a_task_and_on_the_timeline_once() -> None:
    message, other = sent(), sent()
    raw = about(message, notification())
    assert [take_return(raw).outcome for _ in range(3)] == ["bounced", "known", "known"]
    returned = again(message)
    assert (returned.state, returned.error, bool(returned.returned_at)) == ("bounced", "550 5.1.1 User unknown", True)
    task = Task.objects.get()
    assert (task.subject, task.role, task.title) == (
        f"message:{message.pk}", "clerk",
        "The message to Rita Inspector came back: the mailbox is unknown; write by post or correct the address",
    )  # fmt: skip
    assert TimelineEntry.objects.filter(subject="report:12", verb="message.returned").count() == 1
    entries = JournalEntry.objects.filter(act="letters.message.bounce")
    assert [(entry.actor, entry.subject) for entry in entries] == [("system", f"message:{message.pk}")]
    assert "inspections.example" not in entries[0].body
    assert again(other).state == "sent"


@pytest.mark.django_db
def test_a_delay_is_noted_and_a_return_after_it_still_counts() -> None:
    message = sent()
    delayed = about(message, notification(action="delayed", status="4.4.1", diagnostic="smtp; timed out"))
    assert [take_return(delayed).outcome for _ in range(2)] == ["delayed", "known"]
    assert (again(message).state, again(message).error) == ("sent", "4.4.1 timed out")
    assert not Task.objects.exists()
    assert take_return(about(message, notification())).outcome == "bounced"
    assert take_return(delayed).outcome == "known"
    assert (again(message).state, Task.objects.count()) == ("bounced", 1)


@pytest.mark.django_db
def test_a_delivery_receipt_changes_nothing() -> None:
    message = sent()
    raw = about(message, notification(action="delivered", status="2.0.0", diagnostic="smtp; 250"))
    assert take_return(raw).outcome == "delivered"
    assert (again(message).state, again(message).error) == ("sent", "")


@pytest.mark.django_db
@pytest.mark.parametrize("state", ["refused", "failed"])
def test_what_never_left_cannot_come_back(state: str) -> None:
    message = queued()
    Message.objects.filter(pk=message.pk).update(state=state)
    assert take_return(about(message, notification())).outcome == "known"
    assert again(message).state == state


@pytest.mark.django_db
def test_what_came_back_before_its_sender_could_say_so_is_not_sent_again() -> None:
    """The sender died after the mail server had taken the message."""
    message = queued(confidential=True)
    assert take_return(about(message, notification())).outcome == "bounced"
    assert sweep() == 0
    assert (again(message).state, again(message).text) == ("bounced", "")
    assert Task.objects.get().title.endswith("invite again")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "forge",
    [
        lambda message: notification(original=f"Message-ID: <{message.pk}@county.example>"),
        lambda message: notification(to=f"bounce+{message.pk}@county.example"),
        lambda message: notification(original=f"Message-ID: <{message.token[:-1]}@county.example>"),
        lambda message: notification(original="Final: rita@inspections.example"),
        lambda message: about(message, OUT_OF_OFFICE),
        lambda message: about(message, READ_RECEIPT),
    ],
)
def test_without_the_token_or_without_a_fault_nothing_comes_back(forge: Callable[[Message], bytes]) -> None:
    message = sent()
    assert take_return(forge(message)).outcome == "unmatched"
    assert again(message).state == "sent"


# The command


@pytest.fixture
def mail(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Callable[..., int]:
    """Runs ``sanitarian mail``, with bytes on standard input."""
    import argparse
    import io
    from types import SimpleNamespace

    from sanitarian.letters.commands.mail import add_arguments, run

    settings.VAR_DIR = tmp_path / "var"

    def command(*words: object, stdin: bytes = b"") -> int:
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(stdin)))
        parser = argparse.ArgumentParser()
        add_arguments(parser)
        return run(parser.parse_args([str(word) for word in words]))

    return command


@pytest.mark.django_db
def test_a_mail_through_the_pipe_is_taken_in(mail: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    message = sent()
    assert mail("bounce", stdin=about(message, QMAIL)) == 0
    assert f"message {message.pk} about report:12 came back" in capsys.readouterr().out
    assert again(message).state == "bounced"


@pytest.mark.django_db
def test_what_matches_nothing_is_kept_once_and_counted(
    mail: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for raw in (notification(), notification(), OUT_OF_OFFICE):
        assert mail("bounce", stdin=raw) == 0
    said = capsys.readouterr().err
    files = list((tmp_path / "var" / "mail-unmatched").glob("*.eml"))
    assert {path.read_bytes() for path in files} == {notification(), OUT_OF_OFFICE}
    assert all(str(path) in said for path in files)
    mail()
    assert "2 returned mails belong to no message" in capsys.readouterr().out


@pytest.mark.django_db
def test_a_database_that_is_away_asks_the_mail_server_to_try_again(
    mail: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from django.db import OperationalError

    def away(raw: bytes) -> None:
        raise OperationalError("no connection")

    monkeypatch.setattr("sanitarian.letters.commands.mail.take_return", away)
    assert mail("bounce", stdin=notification()) == 75
    assert "not taken in now: no connection" in capsys.readouterr().err


@pytest.mark.django_db
def test_a_folder_of_mails_is_taken_in_and_the_next_run_changes_nothing(
    mail: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    first, second = sent(), sent()
    for name, raw in (("a", about(first, EXIM)), ("b", about(second, QMAIL)), ("c", OUT_OF_OFFICE)):
        (tmp_path / f"{name}.eml").write_bytes(raw)
    assert mail("bounces", tmp_path) == 0
    said = capsys.readouterr().out
    assert "c.eml: it belongs to no message" in said
    assert "3 mails: 2 bounced, 1 unmatched" in said
    assert mail("bounces", tmp_path) == 0
    assert "3 mails: 2 known, 1 unmatched" in capsys.readouterr().out
    assert Task.objects.count() == 2


@pytest.mark.django_db
def test_of_a_maildir_what_is_taken_in_is_seen_and_what_matches_nothing_stays_new(
    mail: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("new", "cur", "tmp"):
        (tmp_path / name).mkdir()
    (tmp_path / "new" / "1.host").write_bytes(about(sent(), notification()))
    (tmp_path / "new" / "2.host").write_bytes(OUT_OF_OFFICE)
    assert mail("bounces", tmp_path) == 0
    assert [path.name for path in (tmp_path / "cur").iterdir()] == ["1.host:2,S"]
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["2.host"]
    assert "2 mails: 1 bounced, 1 unmatched" in capsys.readouterr().out


@pytest.mark.django_db
def test_a_folder_that_is_none_and_a_mail_that_cannot_be_read_are_named(
    mail: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert mail("bounces", tmp_path / "nowhere") == 1
    assert "nowhere is no folder" in capsys.readouterr().err
    (tmp_path / "a.eml").mkdir()
    (tmp_path / "b.eml").write_bytes(about(sent(), notification()))
    assert mail("bounces", tmp_path) == 1
    said = capsys.readouterr()
    assert "a.eml: cannot be read" in said.err
    assert "b.eml: message" in said.out


@pytest.mark.django_db
def test_the_status_counts_every_state_and_says_what_holds_one_back(
    mail: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    sent(), sent(), queued()
    Message.objects.filter(state="queued").update(error="451 later")
    assert mail() == 0
    said = capsys.readouterr().out
    assert "1  Waiting to be sent" in said
    assert "2  Sent" in said
    assert "The oldest that waits is of June 15, 2026." in said
    assert "451 later" in said
    assert mail("send") == 0
    assert "1 messages tried" in capsys.readouterr().out
