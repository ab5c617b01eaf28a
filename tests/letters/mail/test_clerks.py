"""What a clerk does about a message that did not arrive: send it again, or say how it was dealt with."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.db import transaction

from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused, NotPermitted
from sanitarian.core.models import JournalEntry, Task, TimelineEntry
from sanitarian.letters.acts import queue_letter
from sanitarian.letters.mail.acts import resend_message, settle_message
from sanitarian.letters.mail.returns import take_return
from sanitarian.letters.mail.sending import sweep
from sanitarian.letters.models import Message
from tests.letters.mail.returned import TOKEN, notification
from tests.letters.mail.samples import again, queued
from tests.letters.samples import returned_context

pytestmark = pytest.mark.django_db


def bounced(**changes: Any) -> Message:
    message = queued(timelines=["report:12"], **changes)
    sweep()
    take_return(notification().replace(TOKEN.encode(), message.token.encode()))
    return again(message)


def test_sent_again_it_is_a_new_message_that_points_to_the_old_one(clerk: Actor) -> None:
    with transaction.atomic():
        letter = queue_letter("report_returned", "report:12", returned_context(), number="R-1")
    old = bounced(letters=[letter], reply_to="desk@county.example")
    new = resend_message(clerk, old.pk, to=" rita@new.example ")
    same = ("kind", "subject", "timelines", "name", "reply_to", "heading", "text", "text_sha256")
    assert [getattr(new, name) for name in same] == [getattr(old, name) for name in same]
    assert (new.to, new.repeats, new.state, list(new.letters.all())) == ("rita@new.example", old, "queued", [letter])
    assert new.token != old.token
    assert again(old).state == "bounced"
    assert not Task.objects.filter(closed_at=None).exists()
    sweep()
    assert mail.outbox[-1].to == ["Rita Inspector <rita@new.example>"]
    entry = JournalEntry.objects.get(act="letters.message.resend")
    assert f"message:{old.pk}" in entry.body
    assert "new.example" not in entry.body


def test_without_another_address_it_goes_to_the_same_one(clerk: Actor) -> None:
    assert resend_message(clerk, bounced().pk).to == "rita@inspections.example"


def test_what_was_sent_again_is_not_sent_a_third_time_by_a_second_click(clerk: Actor) -> None:
    old = bounced()
    new = resend_message(clerk, old.pk)
    with pytest.raises(ActRefused, match="sent again already, to rita@inspections"):
        resend_message(clerk, old.pk)
    sweep()
    assert resend_message(clerk, new.pk).repeats == new  # what went out may be wanted once more
    assert Message.objects.count() == 3


def test_what_waits_and_what_was_not_kept_are_not_sent_again(clerk: Actor) -> None:
    with pytest.raises(ActRefused, match="still waits to be sent"):
        resend_message(clerk, queued().pk)
    with pytest.raises(ActRefused, match="text of this message was not kept"):
        resend_message(clerk, bounced(confidential=True).pk)
    with pytest.raises(ActRefused, match="is not an e-mail address"):
        resend_message(clerk, bounced().pk, to="rita")
    with pytest.raises(ActRefused, match="There is no message with this number"):
        resend_message(clerk, 999)
    assert not Message.objects.exclude(repeats=None).exists()


def test_a_clerk_says_how_it_was_dealt_with_once(clerk: Actor) -> None:
    message = bounced()
    with pytest.raises(ActRefused, match="Say how you dealt with it"):
        settle_message(clerk, message.pk, " \n ")
    settle_message(clerk, message.pk, "Sent by post,\ntoday")
    assert (again(message).settled, bool(again(message).settled_at)) == ("Sent by post, today", True)
    assert Task.objects.get().closed_by == clerk.ref
    told = TimelineEntry.objects.get(verb="message.settled")
    assert told.title == "Instead of the e-mail to Rita Inspector: Sent by post, today"
    with pytest.raises(ActRefused, match="dealt with this message already"):
        settle_message(clerk, message.pk, "Called")
    assert again(message).settled == "Sent by post, today"


def test_what_arrived_or_waits_or_was_sent_again_is_not_settled(clerk: Actor) -> None:
    message = queued()
    with pytest.raises(ActRefused, match="did not come back"):
        settle_message(clerk, message.pk, "By post")
    sweep()
    with pytest.raises(ActRefused, match="did not come back"):
        settle_message(clerk, message.pk, "By post")
    old = bounced()
    resend_message(clerk, old.pk)
    with pytest.raises(ActRefused, match="dealt with this message already"):
        settle_message(clerk, old.pk, "By post")


@pytest.mark.parametrize("role", [Role.INSPECTOR, Role.HAULER, Role.BOARD_SECRETARY])
def test_nobody_else_does_either(role: Role, staff: Callable[[Role], Actor]) -> None:
    message, actor = bounced(), staff(role)
    with pytest.raises(NotPermitted):
        resend_message(actor, message.pk)
    with pytest.raises(NotPermitted):
        settle_message(actor, message.pk, "By post")


def test_account_messages_are_the_administrators_matter() -> None:
    bounced(kind="account", subject="user:3", confidential=True)
    assert Task.objects.get().role == "administrator"
