"""What the command line says when the machine, not the user, is in the way."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = (sys.executable, "-m", "sanitarian.config.cli")
AMENDMENT = Path(__file__).parents[2] / "docs" / "examples" / "amendment-watershed-three-years.toml"


def run(tmp_path: Path, *arguments: str, url: str | None = None, out: str = "") -> tuple[int, str]:
    """The status and what stands on the error stream."""
    url = url or f"sqlite:///{tmp_path / 'empty.sqlite3'}"
    settings = {"SANITARIAN_VAR": str(tmp_path), "SANITARIAN_DATABASE_URL": url}
    with Path(out or os.devnull).open("w") as stdout:
        done = subprocess.run(
            [*COMMAND, *arguments], env=os.environ | settings, stdin=subprocess.DEVNULL, stdout=stdout,
            stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    return done.returncode, done.stderr


@pytest.mark.parametrize("arguments", [("rounds",), ("due",), ("law", "try", str(AMENDMENT))])
def test_a_database_that_is_not_set_up_is_named_with_its_remedy(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert run(tmp_path, *arguments) == (2, "sanitarian: the database is not set up; run 'sanitarian setup' first\n")


def test_a_database_that_is_not_reached_is_named(tmp_path: Path) -> None:
    status, said = run(tmp_path, "due", url="postgresql://nobody@127.0.0.1:1/none")
    assert status == 2
    assert said.startswith("sanitarian: the database is not reached (")
    assert said.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("arguments", [("ask", "--list"), ("law", "report", "--json")])
def test_output_that_cannot_be_written_is_a_fault(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    said = "sanitarian: the output could not be written; there is no space left\n"
    assert run(tmp_path, *arguments, out="/dev/full") == (1, said)


@pytest.mark.parametrize("arguments", [("ask", "--list"), ("law", "report"), ("--help",)])
def test_a_closed_output_is_a_fault(arguments: tuple[str, ...]) -> None:
    closed = ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, *arguments]
    done = subprocess.run(closed, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    said = "sanitarian: the output could not be written; standard output is closed\n"
    assert (done.returncode, done.stderr) == (1, said)
