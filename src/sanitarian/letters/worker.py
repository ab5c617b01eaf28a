"""The worker for letters and messages: sweeps both queues until it is told to stop, or its site is gone."""

import logging
import os
import signal
import threading
from types import FrameType

from django.db import Error, close_old_connections

from sanitarian.letters.acts import sweep as render_waiting
from sanitarian.letters.mail.sending import sweep as send_waiting

_log = logging.getLogger(__name__)
_BATCH = 50


def work(stopping: threading.Event, *, pause_seconds: float = 2.0) -> None:
    """Sweep again and again; rest only when nothing waits. A database that is away is tried again."""
    parent = os.getppid()
    while not stopping.is_set() and os.getppid() == parent:
        close_old_connections()
        try:
            tried = max(render_waiting(_BATCH), send_waiting(_BATCH))
        except Error:
            _log.exception("the queues cannot be read; trying again")
            tried = 0
        if tried < _BATCH:
            stopping.wait(pause_seconds)


def work_until_signalled() -> None:
    """Work until SIGTERM or SIGINT; the letter or message at hand is finished first."""
    stopping = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopping.set()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    work(stopping)
