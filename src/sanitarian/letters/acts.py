"""Letters leave the house in two steps: a row inside the act that decides, a PDF after its commit."""

import hashlib
import logging
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from sanitarian.core.actors import SYSTEM, Actor
from sanitarian.core.acts import act, journal, lock
from sanitarian.core.dates import now
from sanitarian.core.records import open_task, ref
from sanitarian.letters.codes import new_code
from sanitarian.letters.contexts import freeze
from sanitarian.letters.kinds import kind_of
from sanitarian.letters.models import Letter
from sanitarian.letters.render import Rendered, RenderError, render

_log = logging.getLogger(__name__)
# Leases and pauses run on the machine's clock, which no trial of another day may stop; dates on papers do not.
LEASE = timedelta(minutes=2)
"""How long a renderer may take before another one takes the letter to be left by a crash."""
_RETRY_AFTER = timedelta(seconds=20)
_ATTEMPTS = 5


class DamagedPaperError(Exception):
    """The stored PDF is missing or is not the one that was issued."""


def queue_letter(
    kind: str,
    subject: str,
    context: Any,
    *,
    number: str = "",
    replaces: Letter | None = None,
    render_at_once: bool = True,
) -> Letter:
    """Put a paper on record inside the caller's act: code, number and frozen data. Its PDF follows the commit.

    Args:
        kind: a registered kind; ``context`` must be of its context class.
        subject: what the paper is about, as a reference (``permit:12``).
        replaces: the paper that this one is a reissue of.
        render_at_once: render right after the commit; otherwise the worker does.

    Raises:
        TypeError: the context is of another class than the kind asks for.
        RuntimeError: there is no transaction that the paper could stand or fall with.
    """
    declared = kind_of(kind)
    if not isinstance(context, declared.context_class):
        raise TypeError(f"a {kind} letter is made from {declared.context_class.__name__}, not {type(context).__name__}")
    if not connection.in_atomic_block:
        raise RuntimeError("queue_letter() is called inside an act only")
    code = new_code()
    letter = Letter.objects.create(
        code=code,
        kind=kind,
        subject=subject,
        number=number,
        dated=context.dated,
        context={**freeze(context), "envelope": _envelope(code)},
        replaces=replaces,
        created_at=now(),
        not_before=timezone.now(),
    )
    if render_at_once:
        transaction.on_commit(lambda: _render_quietly(letter.pk), robust=True)
    return letter


def _envelope(code: str) -> dict[str, Any]:
    base = settings.SANITARIAN_BASE_URL
    address = urlsplit(base)
    return {
        "code": code,
        "verify_url": f"{base}/verify/{code}",
        "verify_at": f"{address.netloc}{address.path}/verify",
        "specimen": bool(settings.SANITARIAN_DEMO),
    }


def withdraw_letter(letter: Letter, on: date, reason: str) -> None:
    """Mark a paper as withdrawn, inside the caller's act. It stays on record, and its code says so."""
    Letter.objects.filter(pk=letter.pk, withdrawn_on=None).update(withdrawn_on=on, withdrawn_reason=reason[:200])
    letter.refresh_from_db(fields=["withdrawn_on", "withdrawn_reason"])


def render_letter(letter_id: int) -> Letter:
    """Render a letter and store its PDF, once: a letter that is rendered, or being rendered, is returned as it is.

    What goes wrong is kept on the letter; after five attempts it is marked failed and put on the worklist.
    """
    moment = timezone.now()
    waiting = Letter.objects.filter(pk=letter_id, state=Letter.State.QUEUED, not_before__lte=moment)
    claimed = waiting.update(not_before=moment + LEASE, attempts=F("attempts") + 1)
    letter = Letter.objects.get(pk=letter_id)
    if not claimed:
        return letter
    try:
        rendered = render(kind_of(letter.kind), letter.context)
        path = _store(letter, rendered.pdf)
        record_rendering(SYSTEM, letter_id, path, rendered)
    except (RenderError, KeyError, OSError) as error:
        _record_failure(letter, error)
    letter.refresh_from_db()
    return letter


@act("letters.letter.render")
def record_rendering(actor: Actor, letter_id: int, path: str, rendered: Rendered) -> None:
    """Put the finished PDF on record, its hash in the journal too. The first one stands."""
    letter = lock(Letter, letter_id)
    if letter.state == Letter.State.RENDERED:
        return
    letter.state = Letter.State.RENDERED
    letter.file = path
    letter.sha256 = hashlib.sha256(rendered.pdf).hexdigest()
    letter.replaced_characters = " ".join(sorted(rendered.replaced))[:200]
    letter.rendered_at = now()
    letter.error = ""
    letter.save(update_fields=["state", "file", "sha256", "replaced_characters", "rendered_at", "error"])
    journal(actor, "letters.letter.render", ref(letter), code=letter.code, about=letter.subject, sha256=letter.sha256)


def _store(letter: Letter, pdf: bytes) -> str:
    """Keep the PDF under a name made of its content, so that a half-written file of a crash is seen and replaced."""
    name = f"letters/{letter.dated:%Y/%m}/{letter.code}-{hashlib.sha256(pdf).hexdigest()[:16]}.pdf"
    if default_storage.exists(name):
        with default_storage.open(name) as file:
            if file.read() == pdf:
                return name
        default_storage.delete(name)
    return default_storage.save(name, ContentFile(pdf))


def _record_failure(letter: Letter, error: Exception) -> None:
    _log.warning("letter %s was not rendered: %s", letter.pk, error)
    failed = letter.attempts >= _ATTEMPTS
    with transaction.atomic():
        Letter.objects.filter(pk=letter.pk, state=Letter.State.QUEUED).update(
            state=Letter.State.FAILED if failed else Letter.State.QUEUED,
            error=f"{type(error).__name__}: {error}"[:2000],
            not_before=timezone.now() + _RETRY_AFTER * letter.attempts**2,
        )
        if failed:
            title = f"The paper {letter.number or letter.code} could not be rendered"
            open_task("letters.failed", ref(letter), title, role="administrator")


def _render_quietly(letter_id: int) -> None:
    """After a commit nothing may fail any more: the sweep takes up what does."""
    try:
        render_letter(letter_id)
    except Exception:  # noqa: BLE001 - whatever it is, the act is done
        _log.exception("letter %s is left to the sweep", letter_id)


def sweep(limit: int = 100) -> int:
    """Render what waits, and what a crash left behind, oldest first; return how many letters were tried."""
    waiting = Letter.objects.filter(state=Letter.State.QUEUED, not_before__lte=timezone.now()).order_by(
        "not_before", "id"
    )
    ids = list(waiting.values_list("pk", flat=True)[:limit])
    for letter_id in ids:
        _render_quietly(letter_id)
    return len(ids)


def pdf_of(letter: Letter) -> bytes:
    """The PDF of a letter: the stored one, rendered now if it still waits.

    Raises:
        DamagedPaperError: the stored file is missing or was changed since it was issued.
        RenderError: it waits, and cannot be rendered.
    """
    if letter.state == Letter.State.QUEUED:
        letter = render_letter(letter.pk)
    if letter.state != Letter.State.RENDERED:  # another renderer holds it, or it failed: equal data, equal paper
        return render(kind_of(letter.kind), letter.context).pdf
    try:
        with default_storage.open(letter.file) as file:
            pdf = file.read()
    except OSError as error:
        raise DamagedPaperError(f"The PDF of {letter} is not in the store ({letter.file}).") from error
    if hashlib.sha256(pdf).hexdigest() != letter.sha256:
        raise DamagedPaperError(f"The PDF of {letter} was changed since it was issued ({letter.file}).")
    return bytes(pdf)
