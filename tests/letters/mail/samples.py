"""Messages to send, and what is found out about them."""

from typing import Any

from django.db import transaction

from sanitarian.letters.mail.acts import queue_message
from sanitarian.letters.models import Message


def queued(**changes: Any) -> Message:
    """A message that waits, with whatever a test wants to be different."""
    values: dict[str, Any] = {
        "to": "rita@inspections.example",
        "name": "Rita Inspector",
        "heading": "Report R-2026-000456 came back",
        "text": "Dear Rita,\n\nthe report needs another look.",
    }
    with transaction.atomic():
        return queue_message(
            changes.pop("kind", "report_returned"), changes.pop("subject", "report:12"), **{**values, **changes}
        )


def again(message: Message) -> Message:
    """The message as it is on record now."""
    return Message.objects.get(pk=message.pk)
