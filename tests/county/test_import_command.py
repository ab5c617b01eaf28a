"""`sanitarian import parcels`: preview first, ask, apply; rejected rows as a file."""

import argparse
import csv
from pathlib import Path
from typing import Any

import pytest

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused
from sanitarian.county.commands import parcels
from sanitarian.county.models import Parcel
from tests.county.import_files import lot, state_row, write_csv, write_spatial


def run(actor: Actor, path: Path, *options: str) -> int:
    parser = argparse.ArgumentParser()
    parcels.add_arguments(parser)
    args = parser.parse_args([str(path), *options])
    args.actor = actor
    return parcels.run(args)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    rows = [
        state_row(1),
        state_row(2, SBL="WATER"),
        state_row(3, SWIS="500700"),
        state_row(4, PRINT_KEY="=1+1", ACRES="-1"),
    ]
    return write_csv(tmp_path / "roll.csv", rows)


def answer(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("builtins.input", lambda _: text)


@pytest.mark.parametrize(("answered", "status", "parcels_after"), [("y", 0, 1), ("n", 1, 0), ("", 1, 0)])
def test_nothing_is_written_before_a_yes(
    answered: str, status: int, parcels_after: int, clerk: Actor, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, answered)
    assert run(clerk, file) == status
    assert Parcel.objects.count() == parcels_after


def test_the_preview_adds_up_and_a_trial_run_writes_nothing(
    clerk: Actor, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(clerk, file, "--dry-run", "--yes", "--as-of", "2026-01-05") == 0
    said = capsys.readouterr().out
    for line in ("4  rows read", "1    new parcels", "1    skipped", "2    rejected", "roll as of January 5, 2026"):
        assert line in said
    assert "rejected: row 4, SWIS = '500700': SWIS 500700 is another county's" in said
    assert not Parcel.objects.exists()


def test_rejects_go_to_a_file_that_runs_nothing(clerk: Actor, tmp_path: Path) -> None:
    path = write_csv(tmp_path / "roll.csv", [state_row(1), state_row(2, ACRES='=HYPERLINK("http://example.invalid")')])
    out = tmp_path / "rejects.csv"
    run(clerk, path, "--yes", "--rejects", str(out))
    with out.open(encoding="utf-8-sig", newline="") as opened:
        head, reject = csv.reader(opened)
    assert head == ["row", "field", "value", "reason"]
    assert reject == ["3", "ACRES", '\'=HYPERLINK("http://example.invalid")', "this is not a number"]


def test_a_named_confirmation_retires_many(clerk: Actor, tmp_path: Path) -> None:
    run(clerk, write_csv(tmp_path / "1.csv", [state_row(n) for n in range(1, 11)]), "--yes", "--as-of", "2026-01-05")
    short = write_csv(tmp_path / "2.csv", [state_row(n) for n in range(1, 8)])
    with pytest.raises(ActRefused, match="--confirm-retired 3"):
        run(clerk, short, "--yes")
    assert run(clerk, short, "--yes", "--confirm-retired", "3") == 0
    assert Parcel.objects.exclude(retired_on=None).count() == 3


def test_the_county_is_a_setting(clerk: Actor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mapping = Path(__file__).parents[2] / "docs" / "examples" / "tompkins.toml"
    row: dict[str, Any] = {"key": "500700_1.-1-15", "lon": "-76.5", "lat": "42.4635"}
    row |= {"roll_section": "8", "prop_class": "650", "asmt_acres": "2.9", "parcel_location_address": "1 Sample Dr"}
    path = write_csv(tmp_path / "list.csv", [row])
    with pytest.raises(ActRefused, match="No row of this file can be taken"):
        run(clerk, path, "--mapping", str(mapping), "--yes")
    monkeypatch.setenv("SANITARIAN_COUNTY", "tompkins")
    assert run(clerk, path, "--mapping", str(mapping), "--yes") == 0
    parcel = Parcel.objects.get()
    assert (parcel.key_scheme, parcel.key, str(parcel.municipality)) == ("print-key", "1.-1-15", "City of Ithaca")


def test_a_fault_in_the_county_setting_is_said_plainly(
    clerk: Actor, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANITARIAN_COUNTY", "atlantis")
    with pytest.raises(ActRefused, match="SANITARIAN_COUNTY"):
        run(clerk, file)


def test_layer_and_coordinate_system_reach_the_reader(clerk: Actor, tmp_path: Path) -> None:
    path = write_spatial(tmp_path / "p.shp", [{"SWIS": "052889", "SBL": "01200000030041200000"}], [lot(0)])
    path.with_suffix(".prj").unlink()
    assert run(clerk, path, "--crs", "2261", "--layer", "p", "--yes") == 0
    assert Parcel.objects.get().x == pytest.approx(lot(0).centroid.x)
