"""Every message is sent, over a real mail server; what goes wrong is told apart and never lost."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.mail import get_connection
from django.db import transaction
from django.utils import timezone

from sanitarian.core.models import JournalEntry, Task, TimelineEntry
from sanitarian.letters.acts import queue_letter
from sanitarian.letters.mail import sending
from sanitarian.letters.mail.sending import PAUSES, send_message, sweep
from sanitarian.letters.models import Message
from tests.letters.mail.conftest import MailServer, free_port
from tests.letters.mail.samples import again, queued
from tests.letters.samples import returned_context

pytestmark = pytest.mark.django_db
RITA = "rita@inspections.example"


def let_time_pass(message: Message) -> None:
    """As if its pause were over."""
    Message.objects.filter(pk=message.pk).update(not_before=timezone.now() - timedelta(seconds=1))


def test_the_server_gets_what_was_frozen(server: MailServer, settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL = "health@county.example"
    settings.SANITARIAN_BOUNCE_ADDRESS = "bounce@county.example"
    message = queued(name="Renée Inspector", heading="Zurück: Bericht", text="Grüße\n.\nFrom here on", reply_to=RITA)
    assert sweep() == 1
    (envelope,), (mail,) = server.envelopes, server.mails
    assert envelope.mail_from == f"bounce+{message.token}@county.example"
    assert envelope.rcpt_tos == [RITA]
    assert mail["Message-ID"] == f"<{message.token}@county.example>"
    assert (mail["From"], mail["Reply-To"]) == ("Cayuga County Health Department <health@county.example>", RITA)
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail.get_payload(decode=True).decode() == message.text.replace("\n", "\r\n")  # type: ignore[union-attr]
    sent = again(message)
    assert (sent.state, sent.attempts, sent.error, bool(sent.sent_at)) == ("sent", 1, "", True)


def test_without_an_address_for_returns_they_go_to_the_sender(server: MailServer, settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL = "Environmental Health <health@county.example>"
    queued()
    sweep()
    assert server.envelopes[0].mail_from == "health@county.example"
    assert server.mails[0]["From"] == "Environmental Health <health@county.example>"


def test_the_papers_go_with_it_rendered_if_they_wait(server: MailServer) -> None:
    with transaction.atomic():
        letter = queue_letter("report_returned", "report:12", returned_context(), number="R-2026/1\r\n")
    queued(letters=[letter])
    sweep()
    _, paper = server.mails[0].get_payload()
    assert (paper.get_content_type(), paper.get_filename()) == ("application/pdf", "R-2026-1--.pdf")  # type: ignore[union-attr]
    assert paper.get_payload(decode=True).startswith(b"%PDF")  # type: ignore[union-attr]


def test_sending_is_told_on_the_timelines_and_in_the_journal_without_the_text(server: MailServer) -> None:
    message = queued(timelines=["report:12", "system:3"])
    sweep()
    told = TimelineEntry.objects.filter(verb="message.sent")
    assert {(entry.subject, entry.title, entry.ref) for entry in told} == {
        ("report:12", "E-mail to Rita Inspector", f"message:{message.pk}"),
        ("system:3", "E-mail to Rita Inspector", f"message:{message.pk}"),
    }
    entry = JournalEntry.objects.get(act="letters.message.record_outcome")
    assert message.text_sha256 in entry.body
    assert RITA not in entry.body


def test_many_go_over_one_connection_and_nothing_is_sent_twice(server: MailServer) -> None:
    for _ in range(3):
        queued()
    assert (sweep(), sweep()) == (3, 0)
    assert (len(server.envelopes), server.connections) == (3, 1)


def test_an_address_refused_for_good_is_a_task_at_once(server: MailServer) -> None:
    server.answers[RITA] = ["550 5.1.1 <rita@inspections.example>: Recipient address rejected: User unknown"]
    message = queued(timelines=["report:12"])
    other = queued(to="otto@inspections.example")
    sweep()
    refused = again(message)
    assert (refused.state, refused.attempts, bool(refused.returned_at)) == ("refused", 1, True)
    assert refused.error.startswith("550 5.1.1 <rita@")
    task = Task.objects.get()
    assert (task.subject, task.role) == (f"message:{message.pk}", "clerk")
    assert task.title == (
        "The message to Rita Inspector was refused: the mailbox is unknown; write by post or correct the address"
    )
    assert TimelineEntry.objects.get(subject="report:12").verb == "message.returned"
    assert again(other).state == "sent"  # the next one is not held up
    let_time_pass(message)
    assert sweep() == 0


def test_a_text_refused_for_good_is_a_task_at_once(server: MailServer) -> None:
    server.after_data = ["552 5.3.4 Message too big"]
    message = queued()
    sweep()
    assert again(message).state == "refused"
    assert "the message is too large" in Task.objects.get().title


@pytest.mark.parametrize("answer", ["451 4.7.1 Greylisted, come back later", "450 4.2.2 Mailbox full", "452 4.3.1 No"])
def test_what_is_refused_for_now_is_tried_again_after_its_pause(server: MailServer, answer: str) -> None:
    server.answers[RITA] = [answer]
    message, other = queued(), queued(to="otto@inspections.example")
    before = timezone.now()
    sweep()
    waits = again(message)
    assert (waits.state, waits.attempts, waits.error) == ("queued", 1, answer)
    assert before + PAUSES[0] <= waits.not_before <= timezone.now() + PAUSES[0]
    assert again(other).state == "sent"
    assert sweep() == 0
    let_time_pass(message)
    sweep()
    assert (again(message).state, again(message).attempts, again(message).error) == ("sent", 2, "")
    assert not Task.objects.exists()


def test_pauses_grow_and_after_the_last_attempt_it_is_given_up_once(server: MailServer) -> None:
    attempts = len(PAUSES) + 1
    server.answers[RITA] = ["451 later"] * attempts
    message = queued()
    pauses = []
    for number in range(attempts):
        assert again(message).state == "queued", number
        let_time_pass(message)
        now = timezone.now()
        sweep()
        pauses.append(again(message).not_before - now)
    given_up = again(message)
    assert (given_up.state, given_up.attempts, given_up.error) == ("failed", attempts, "451 later")
    assert pauses[:-1] == sorted(pauses[:-1])
    assert "could not be sent in two days" in Task.objects.get().title
    assert JournalEntry.objects.filter(act="letters.message.record_outcome").count() == 1


def test_a_message_whose_sender_always_died_is_given_up(server: MailServer) -> None:
    message = queued()
    Message.objects.filter(pk=message.pk).update(attempts=len(PAUSES) + 1)
    sweep()
    assert (again(message).state, server.envelopes) == ("failed", [])


def test_a_server_that_hangs_up_after_the_text_gets_it_again_under_the_same_id(server: MailServer) -> None:
    """Whether it took the message nobody knows: at least once, and known by its Message-ID."""
    server.hangs_up = True
    message, other = queued(), queued(to="otto@inspections.example")
    assert sweep() == 1
    assert again(message).state == "queued"
    assert "The mail server is not reached" in again(message).error
    assert again(other).attempts == 0  # the sweep ended: the next would fare no better
    server.hangs_up = False
    let_time_pass(message)
    sweep()
    assert {again(message).state, again(other).state} == {"sent"}
    assert {mail["Message-ID"] for mail in server.mails if mail["To"].endswith(f"<{RITA}>")} == {
        f"<{message.token}@localhost>"
    }


def test_where_nothing_listens_the_message_waits_and_the_others_keep_their_attempts(
    mail_goes_to: Callable[[str], None],
) -> None:
    mail_goes_to(f"smtp://127.0.0.1:{free_port()}")
    first, second = queued(), queued()
    assert sweep() == 1
    assert "Connection refused" in again(first).error
    assert (again(first).state, again(first).attempts, again(second).attempts) == ("queued", 1, 0)


def test_a_server_that_takes_no_more_now_ends_the_sweep(server: MailServer) -> None:
    server.answers[RITA] = ["421 4.7.0 Too many messages"]
    first, second = queued(), queued(to="otto@inspections.example")
    assert sweep() == 1
    assert [again(message).state for message in (first, second)] == ["queued", "queued"]


@pytest.mark.parametrize("answer", ["530 5.7.0 Authentication required", "535 5.7.8 Wrong"])
def test_a_sign_in_that_is_wanted_is_no_fault_of_the_address(server: MailServer, answer: str) -> None:
    server.answers[RITA] = [answer]
    message = queued()
    sweep()
    assert (again(message).state, again(message).error) == ("queued", answer)


@pytest.mark.parametrize("url", ["smtp://127.0.0.1:{}?tls=starttls", "smtp://user:secret@127.0.0.1:{}"])
def test_a_server_without_what_is_asked_for_gets_nothing(
    server: MailServer, mail_goes_to: Callable[[str], None], url: str
) -> None:
    mail_goes_to(url.format(server.port))
    message = queued(text="secret text")
    sweep()
    assert (again(message).state, server.envelopes) == ("queued", [])
    assert "The mail server is not reached" in again(message).error


def test_what_another_sender_holds_is_left_alone_until_its_lease_ends(server: MailServer) -> None:
    message = queued()
    seen: list[Any] = []
    original = sending._hand_over

    def meanwhile(held: Message, mail_server: Any) -> Any:
        seen.append(sweep())
        seen.append(send_message(held.pk, get_connection()))
        return original(held, mail_server)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sending, "_hand_over", meanwhile)
        sweep()
    assert seen == [0, None]
    assert (len(server.envelopes), again(message).attempts) == (1, 1)


def test_what_a_crash_left_behind_is_taken_up_when_the_lease_ends(server: MailServer) -> None:
    message = queued()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sending, "_hand_over", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            sweep()
    assert (again(message).state, sweep()) == ("queued", 0)
    let_time_pass(message)
    assert sweep() == 1
    assert (again(message).state, again(message).attempts) == ("sent", 2)


def test_a_paper_that_is_damaged_holds_its_message_back_and_no_other(server: MailServer) -> None:
    with transaction.atomic():
        letter = queue_letter("report_returned", "report:12", returned_context(), number="R-1")
    letter.state, letter.file, letter.sha256, letter.rendered_at = "rendered", "nowhere.pdf", "0" * 64, timezone.now()
    letter.save()
    damaged, other = queued(letters=[letter]), queued()
    sweep()
    assert "DamagedPaperError" in again(damaged).error
    assert (again(damaged).state, again(other).state) == ("queued", "sent")


def test_a_folder_gets_each_message_as_a_file_of_its_own(mail_goes_to: Callable[[str], None], tmp_path: Any) -> None:
    folder = tmp_path / "some mail"
    mail_goes_to(folder.as_uri())
    queued(), queued()
    sweep()
    files = list(folder.iterdir())
    assert [path.suffix for path in files] == [".eml", ".eml"]
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    assert b"the report needs another look" in files[0].read_bytes()


def test_a_folder_that_cannot_be_written_to_is_tried_again(mail_goes_to: Callable[[str], None], tmp_path: Any) -> None:
    (tmp_path / "file").write_text("no folder")
    mail_goes_to((tmp_path / "file").as_uri())
    message = queued()
    sweep()
    assert (again(message).state, again(message).attempts) == ("queued", 1)
