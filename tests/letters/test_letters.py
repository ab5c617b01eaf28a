"""From the act that decides to the paper in the store, once, whatever happens in between."""

import hashlib
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction
from django.utils import timezone

from sanitarian.core.models import JournalEntry, Task
from sanitarian.letters import acts
from sanitarian.letters.acts import DamagedPaperError, pdf_of, queue_letter, render_letter, sweep, withdraw_letter
from sanitarian.letters.models import Letter
from sanitarian.letters.queries import by_code, letters_of, verification
from sanitarian.letters.render import RenderError, render
from tests.letters.samples import permit_context, returned_context

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


def queued(**changes: Any) -> Letter:
    with transaction.atomic():
        return queue_letter("discharge_permit", "permit:12", permit_context(**changes), number="DP-2026-000123")


def files(media: Path) -> list[Path]:
    return [path for path in media.rglob("*") if path.is_file()]


def test_queueing_freezes_the_data_and_the_code_verifies_before_the_pdf_exists() -> None:
    letter = queued()
    assert letter.state == Letter.State.QUEUED
    assert letter.context["holder"] == "Margaret A. Lindqvist"
    assert letter.context["through"] == "2029-09-29"
    assert letter.context["envelope"]["verify_url"].endswith(f"/verify/{letter.code}")
    assert by_code(letter.code.lower().replace("-", " ")) == letter
    confirmed = verification(letter.code)
    assert confirmed is not None
    assert (confirmed.title, confirmed.number) == ("Permit to discharge", "DP-2026-000123")


def test_what_no_database_can_hold_is_cleaned_before_it_is_kept() -> None:
    assert queued(holder="A\x00B\ud800").context["holder"] == "AB"


def test_a_paper_needs_its_own_kind_of_context_and_an_act() -> None:
    with pytest.raises(TypeError, match="DischargePermitContext, not ReportReturnedContext"):
        queue_letter("discharge_permit", "permit:1", returned_context())
    with pytest.raises(KeyError, match="no room has declared"):
        queue_letter("ransom", "permit:1", returned_context())


@pytest.mark.django_db(transaction=True)
def test_a_paper_cannot_be_queued_outside_an_act() -> None:
    with pytest.raises(RuntimeError, match="inside an act"):
        queue_letter("discharge_permit", "permit:1", permit_context())


@pytest.mark.django_db(transaction=True)
def test_a_paper_stands_and_falls_with_its_act(media: Path) -> None:
    @transaction.atomic
    def act_that_fails() -> None:
        queue_letter("discharge_permit", "permit:12", permit_context())
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        act_that_fails()
    assert not Letter.objects.exists()
    assert files(media) == []


@pytest.mark.django_db(transaction=True)
def test_the_commit_renders_and_the_journal_keeps_the_hash(media: Path) -> None:
    letter = Letter.objects.get(pk=queued().pk)
    assert letter.state == Letter.State.RENDERED
    assert [hashlib.sha256(path.read_bytes()).hexdigest() for path in files(media)] == [letter.sha256]
    entry = JournalEntry.objects.get(act="letters.letter.render")
    assert letter.sha256 in entry.body
    assert "Lindqvist" not in entry.body


@pytest.mark.django_db(transaction=True)
def test_a_store_that_is_away_never_undoes_the_act(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any, **__: Any) -> str:
        raise OSError("the disk is full")

    monkeypatch.setattr(default_storage, "save", fails)
    letter = Letter.objects.get(pk=queued().pk)
    assert letter.state == Letter.State.QUEUED
    assert "the disk is full" in letter.error
    assert letter.not_before > timezone.now()


def test_rendering_twice_changes_nothing(media: Path) -> None:
    letter = queued()
    first = render_letter(letter.pk)
    second = render_letter(letter.pk)
    assert (first.sha256, first.rendered_at, first.file) == (second.sha256, second.rendered_at, second.file)
    assert len(files(media)) == 1
    assert JournalEntry.objects.filter(act="letters.letter.render").count() == 1


def test_what_another_renderer_holds_is_left_alone_until_its_lease_ends(media: Path) -> None:
    letter = queued()
    Letter.objects.filter(pk=letter.pk).update(not_before=timezone.now() + timedelta(seconds=60))
    assert sweep() == 0
    assert render_letter(letter.pk).state == Letter.State.QUEUED
    assert pdf_of(letter).startswith(b"%PDF")  # whoever asks for it meanwhile gets the same paper
    Letter.objects.filter(pk=letter.pk).update(not_before=timezone.now() - timedelta(seconds=1))
    assert sweep() == 1
    assert Letter.objects.get().state == Letter.State.RENDERED


def test_a_half_written_file_of_a_crash_is_replaced(media: Path) -> None:
    letter = queued()
    whole = render_letter(letter.pk)
    path = media / whole.file
    pdf = path.read_bytes()
    path.write_bytes(pdf[:1000])
    Letter.objects.filter(pk=letter.pk).update(state="queued", file="", sha256="", not_before=timezone.now())
    assert render_letter(letter.pk).sha256 == hashlib.sha256(pdf).hexdigest()
    assert [path.read_bytes() for path in files(media)] == [pdf]


def test_a_letter_that_cannot_be_rendered_is_tried_five_times_and_put_on_the_worklist(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: Any) -> None:
        raise RenderError("the template is broken")

    letter = queued()
    monkeypatch.setattr(acts, "render", fails)
    for attempt in range(1, 6):
        assert letter.state == Letter.State.QUEUED, f"gave up before attempt {attempt}"
        Letter.objects.filter(pk=letter.pk).update(not_before=timezone.now())
        letter = render_letter(letter.pk)
    assert letter.state == Letter.State.FAILED
    assert letter.error == "RenderError: the template is broken"
    assert Task.objects.get(kind="letters.failed").subject == f"letter:{letter.pk}"
    assert sweep() == 0


def test_the_stored_paper_is_given_out_and_a_changed_one_is_not(media: Path) -> None:
    letter = render_letter(queued().pk)
    path = media / letter.file
    assert pdf_of(letter) == path.read_bytes()
    path.write_bytes(path.read_bytes() + b"x")
    with pytest.raises(DamagedPaperError, match="changed since it was issued"):
        pdf_of(letter)
    path.unlink()
    with pytest.raises(DamagedPaperError, match="not in the store"):
        pdf_of(letter)


def test_a_letter_that_waits_is_rendered_when_somebody_asks(media: Path) -> None:
    letter = queued()
    assert pdf_of(letter).startswith(b"%PDF")
    assert Letter.objects.get().state == Letter.State.RENDERED


def test_a_later_change_of_names_leaves_the_issued_paper_as_it_is(settings: Any) -> None:
    # C32: what the letter is made from is frozen with it, the address of the site too.
    letter = render_letter(queued().pk)
    settings.SANITARIAN_BASE_URL = "https://elsewhere.example"
    from sanitarian.letters.kinds import kind_of

    again = render(kind_of(letter.kind), Letter.objects.get().context).pdf
    assert hashlib.sha256(again).hexdigest() == letter.sha256


def test_a_reissue_is_a_new_paper_and_the_old_code_says_so() -> None:
    old = queued()
    with transaction.atomic():
        new = queue_letter("discharge_permit", "permit:12", permit_context(), number="DP-2026-000123", replaces=old)
    assert new.code != old.code
    assert [letter.pk for letter in letters_of("permit:12")] == [new.pk, old.pk]
    confirmed, renewed = verification(old.code), verification(new.code)
    assert confirmed is not None
    assert renewed is not None
    assert (confirmed.replaced, renewed.replaced) == (True, False)
    with pytest.raises(IntegrityError), transaction.atomic():
        queue_letter("discharge_permit", "permit:12", permit_context(), replaces=old)


def test_a_withdrawn_paper_stays_and_is_marked() -> None:
    # C23: the result was corrected to a fail.
    letter = render_letter(queued().pk)
    withdraw_letter(letter, date(2026, 7, 1), "The result was corrected")
    withdraw_letter(letter, date(2026, 8, 1), "again")
    confirmed = verification(letter.code)
    assert confirmed is not None
    assert confirmed.withdrawn
    assert letter.withdrawn_on == date(2026, 7, 1)
    assert pdf_of(letter).startswith(b"%PDF")


def test_a_rendered_letter_without_its_file_is_no_record() -> None:
    letter = queued()
    with pytest.raises(IntegrityError), transaction.atomic():
        Letter.objects.filter(pk=letter.pk).update(state="rendered")
