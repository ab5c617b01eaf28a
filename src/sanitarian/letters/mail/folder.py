"""Mail into a folder: each message a file of its own that any mail program opens. For the demo and for trying out."""

import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from sanitarian.core.dates import now


class EmailBackend(BaseEmailBackend):
    """Writes ``.eml`` files into the folder that ``SANITARIAN_EMAIL_URL`` names; only their owner may read them."""

    def __init__(self, fail_silently: bool = False, **options: Any) -> None:
        super().__init__(fail_silently=fail_silently)
        self.folder = Path(settings.EMAIL_FILE_PATH)

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write each message whole or not at all.

        Raises:
            OSError: the folder cannot be written to.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            name = f"{now():%Y%m%d-%H%M%S-%f}-{secrets.token_hex(4)}"
            unfinished = self.folder / f".{name}.part"
            descriptor = os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(message.message().as_bytes())
            unfinished.rename(self.folder / f"{name}.eml")
        return len(email_messages)
