"""`sanitarian serve`: the site, one single-threaded worker per core, and beside it the letter worker."""

import argparse
import os
import subprocess
import sys
import threading
import time

import django.db
from django.conf import settings
from django.core.management import call_command

_RESTART_PAUSE_SECONDS = 2.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)


def run(args: argparse.Namespace) -> int:
    if not settings.DEBUG:
        call_command("collectstatic", interactive=False, verbosity=0)
    django.db.connections.close_all()
    stopping = threading.Event()
    supervisor = threading.Thread(target=_keep_letter_worker, args=(stopping,), daemon=True)
    supervisor.start()
    try:
        _serve(args.host, args.port, args.workers)
    finally:
        stopping.set()
        supervisor.join(timeout=5)
    return 0


def _serve(host: str, port: int, workers: int) -> None:
    from granian import Granian
    from granian.constants import Interfaces

    server = Granian(
        "sanitarian.config.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=1,
        respawn_failed_workers=True,
        log_access=False,
        log_level="warning",
    )
    server.serve()


def _keep_letter_worker(stopping: threading.Event) -> None:
    """Run the letter worker, and start it again when it ends, until the site stops."""
    while not stopping.is_set():
        worker = subprocess.Popen([sys.executable, "-m", "sanitarian.config.cli", "letters", "work"])
        while worker.poll() is None and not stopping.is_set():
            time.sleep(0.2)
        if worker.poll() is None:
            worker.terminate()
            worker.wait(timeout=10)
        stopping.wait(_RESTART_PAUSE_SECONDS)
