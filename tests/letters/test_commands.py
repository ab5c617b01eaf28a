"""`sanitarian letters` in the shell."""

import argparse
import threading
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from pypdf import PdfReader

from sanitarian.letters.acts import queue_letter
from sanitarian.letters.commands.letters import add_arguments, run
from sanitarian.letters.models import Letter
from sanitarian.letters.worker import work
from tests.letters.samples import permit_context, returned_context

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


def command(*words: object) -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args([str(word) for word in words]))


def queued(kind: str = "discharge_permit", context: Any = None) -> Letter:
    with transaction.atomic():
        return queue_letter(kind, "permit:12", context or permit_context(), number="DP-1")


def test_sweep_renders_what_waits_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    queued(), queued(), queued()
    assert command("sweep", "--limit", 2) == 0
    assert "2 letters tried, 1 still wait, 0 failed" in capsys.readouterr().out


def test_a_letter_is_written_by_number_and_by_code(tmp_path: Path) -> None:
    letter = queued()
    assert command("render", letter.pk, tmp_path / "a.pdf") == 0
    assert command("render", letter.code.lower(), tmp_path / "b.pdf") == 0
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_letters_are_printed_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    permits = [queued().pk, queued().pk]
    assert command("print", tmp_path / "run.pdf", *permits) == 0
    assert len(PdfReader(tmp_path / "run.pdf").pages) == 2
    other = queued("report_returned", returned_context()).pk
    assert command("print", tmp_path / "run.pdf", *permits, other) == 1
    assert "letters of one kind are printed together" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["999", "KT4WM-XR7PC-N3GHV-D9QYF", "nonsense"])
def test_an_unknown_letter_is_refused_in_words(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("render", name, tmp_path / "a.pdf") == 1
    assert f"there is no letter '{name}'" in capsys.readouterr().err


def test_a_folder_that_does_not_exist_is_refused_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("render", queued().pk, tmp_path / "no" / "a.pdf") == 1
    assert "No such file" in capsys.readouterr().err


def test_the_worker_empties_the_queue_and_stops_when_told(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = [queued(), queued()]
    stopping = threading.Event()
    monkeypatch.setattr("sanitarian.letters.worker.close_old_connections", lambda: None)
    monkeypatch.setattr(stopping, "wait", lambda seconds: stopping.set())
    work(stopping)
    assert [Letter.objects.get(pk=letter.pk).state for letter in letters] == ["rendered", "rendered"]
