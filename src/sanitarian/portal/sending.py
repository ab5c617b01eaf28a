"""What anybody may send without an account: once for each form, not too often, and not by a machine."""

import uuid
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from sanitarian.core.limits import too_many

TRAP = "website"  # people do not see this field; it stands in portal/_trap.html
SENT_PER_MINUTE, SENT_PER_HOUR = 5, 30
TOO_OFTEN = (
    "Too much was sent from your network in a short time. What you typed is kept below: wait a few minutes, then send "
    "it again."
)


class SendingForm(forms.Form):
    """A form with its token: sent twice, it is taken once."""

    token = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {}).setdefault("token", uuid.uuid4())
        kwargs.setdefault("use_required_attribute", False)
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        if self.data.get(TRAP):
            raise ValidationError("A field that people do not see was filled in, perhaps by your browser. Send again.")
        return super().clean() or {}


def sent_too_often(request: HttpRequest, purpose: str) -> bool:
    """Count one more sending of this client; whether that is more than people send."""
    in_a_minute = too_many(request, purpose, times=SENT_PER_MINUTE, seconds=60)
    in_an_hour = too_many(request, f"{purpose}-hour", times=SENT_PER_HOUR, seconds=3_600)
    return in_a_minute or in_an_hour
