"""A draft amendment tried over a county: the same answers as one by one, sums that add up, nothing hidden."""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sanitarian.config.cli import main
from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import now
from sanitarian.county.facts import PlaceFacts
from sanitarian.county.models import Parcel, ParcelZone, ZoneOverride
from sanitarian.law.amendments import Amendment, read_amendment
from sanitarian.law.data import Law, applying, installed
from sanitarian.law.dates import add_months
from sanitarian.law.review import most_restrictive
from sanitarian.law.ruling import Ruling
from sanitarian.law.schedule import due_dates
from sanitarian.wastewater.facts import SystemPlace, place_system, schedule_of, scope_of
from sanitarian.wastewater.models import System
from sanitarian.wastewater.trial import Move, Standing, Trial, try_amendment
from sanitarian.wastewater.trial_files import FILES, as_json, write_files
from sanitarian.wastewater.trial_text import MOVES_NOTHING, text
from tests.conftest import TODAY
from tests.places import parcel, system, town

pytestmark = pytest.mark.django_db

BEGINS = date(2027, 1, 1)
HEAD = 'title = "A draft"\nfrom = 2027-01-01\n'
WATERSHED = "[schedule.lake-watershed]\nyears = 3\nanchor = 2027\n"
AUBURN = "[schedule.town_anchors]\nAuburn = 2028\n"
IN_WATERSHED = {"fronts": "none", "distance_ft": Decimal(900), "watershed": "owasco-lake"}
ON_THE_LAKE = {"fronts": "owasco-lake", "distance_ft": Decimal(0), "watershed": "owasco-lake"}
NOTHING_SHOWN = {"fronts": None, "distance_ft": None, "watershed": None}


def draft(body: str, head: str = HEAD) -> Amendment:
    return read_amendment((head + body).encode(), "draft.toml", installed())


def trial(body: str, as_of: date = TODAY) -> Trial:
    return try_amendment(draft(body), as_of=as_of)


def override(where: Parcel, fact: str, value: Any, *, ended: bool = False) -> None:
    from django.db.models import JSONField, Value

    stored = Value(None, JSONField()) if value is None else value
    ZoneOverride.objects.create(
        parcel=where, fact=fact, value=stored, reason="Seen", by="user:1", at=now(), ended_at=now() if ended else None
    )


# --- the same as one by one ---------------------------------------------------------------------------------------


def every_kind_of_system() -> None:
    """Systems on every kind of place, with findings, without a town, without a zone, on several parcels."""
    towns = ("Niles", "Venice", "Auburn", "Moravia", "Genoa")
    shores = ("none", "owasco-lake", None)
    for name, fronts, distance in product(towns, shores, (None, Decimal(0), Decimal("300.5"), Decimal(900))):
        for shed in ("none", "owasco-lake", None):
            system(parcel(name, owner="", fronts=fronts, distance_ft=distance, watershed=shed))
    for feet in (Decimal("250.0"), Decimal("500.1")):
        system(parcel("Niles", owner="", **ON_THE_LAKE), surveyed_distance_ft=feet)
    for fact, value in (
        ("municipality", "Auburn"), ("municipality", None), ("fronts", "owasco-lake"), ("fronts", None),
        ("distance_ft", "300.5"), ("distance_ft", 0), ("distance_ft", None), ("watershed", "owasco-lake"),
        ("watershed", None), ("in_floodway", True),
    ):  # fmt: skip
        for ended in (False, True):
            found = parcel("Niles", owner="")
            override(found, fact, value, ended=ended)
            system(found)
    without_town, by_roll, bare = (parcel("Niles", owner="") for _ in range(3))
    Parcel.objects.filter(pk=without_town.pk).update(municipality=None)
    ParcelZone.objects.filter(pk__in=[without_town.pk, by_roll.pk]).update(municipality=None)
    ParcelZone.objects.filter(pk=bare.pk).delete()
    for served in (without_town, by_roll, bare):
        system(served)
    moved_by_map = parcel("Niles", owner="")
    ParcelZone.objects.filter(pk=moved_by_map.pk).update(municipality=town("Genoa"))
    system(moved_by_map)
    kinds = ({}, IN_WATERSHED, ON_THE_LAKE, NOTHING_SHOWN, {"fronts": "none", "distance_ft": Decimal(400)})
    for first, second in product(kinds, kinds):
        system(parcel("Niles", owner="", **first), parcel("Auburn", owner="", **second))
    shared = parcel("Niles", owner="", **ON_THE_LAKE)
    system(shared), system(shared)
    system(parcel("Niles", owner="", sewer="public"), parcel("Niles", owner="", sewer="unknown"))
    system()


def read_one_by_one() -> list[tuple[System, SystemPlace]]:
    """Every system in scope with its places, read as the pages read them."""
    found = []
    for row in System.objects.filter(status="in-use").order_by("pk"):
        links = row.links.select_related("parcel").order_by("-is_site", "id")
        place = place_system(row, [link.parcel for link in links])
        if place.scope.outcome != "does-not-apply":
            found.append((row, place))
    return found


def ask_one(row: System, place: SystemPlace, day: date) -> Ruling:
    """What the pages' own path says by the law that answers now."""
    asked = [
        schedule_of(where, system_distance_ft=row.surveyed_distance_ft, as_of=day)
        for where in place.places.values() or [PlaceFacts(municipality=None)]
    ]
    return most_restrictive(asked)


def standings(systems: list[tuple[System, SystemPlace]], law: Law, day: date) -> dict[str, Standing]:
    with applying(law):
        rulings = {row.number: ask_one(row, place, day) for row, place in systems}
    return {
        number: Standing(ruling.outcome, ruling.values["cycle_years"], ruling.values["next_due"])
        for number, ruling in rulings.items()
    }


EVERY_AMENDMENT = {
    "cycle": WATERSHED,
    "town": AUBURN,
    "near": "[schedule]\nnear_ft = 250",
    "nearer": "[schedule]\nnear_ft = 300.5",
    "added": '[schedule]\nadd_watershed_towns = ["Venice", "Auburn"]',
    "removed": '[schedule]\nremove_watershed_towns = ["Niles", "Moravia"]',
    "day": "[schedule.town]\nmonth = 6\nday = 30",
    "everything": f"[schedule]\nnear_ft = 0\n{WATERSHED}{AUBURN}[schedule.lake-front]\nyears = 4\n",
    "fee": '[fees]\nbusiness-permit = "1.00"',
}


def test_the_county_answers_as_its_systems_do_one_by_one() -> None:
    every_kind_of_system()
    systems = read_one_by_one()
    for (kind, body), as_of in product(
        EVERY_AMENDMENT.items(), (TODAY, date(2027, 11, 1), date(2027, 11, 2), date(2031, 7, 4))
    ):
        amendment = draft(body)
        found = try_amendment(amendment, as_of=as_of)
        day = max(as_of, BEGINS)
        assert (found.day, found.total.systems) == (day, len(systems))
        before, after = (standings(systems, law, day) for law in (installed(), amendment.law))
        moves = {move.number: (move.before, move.after) for move in found.moves()}
        expected = {number: (before[number], after[number]) for number in before if before[number] != after[number]}
        assert moves == expected, (kind, day)
        assert found.moves_inspections == bool(moves) == (kind != "fee")
        for line in found.classes:
            counts = (sum(side.schedule_class == line.name for side in sides.values()) for sides in (before, after))
            assert (line.before, line.after) == tuple(counts), (kind, day, line.name)


def test_rounds_of_ten_years_are_those_of_each_system() -> None:
    every_kind_of_system()
    systems = read_one_by_one()
    body = f"{WATERSHED}[schedule.pipes]\nyears = 4\n"
    amendment, day, last = draft(body), date(2028, 7, 5), date(2037, 12, 31)
    found = try_amendment(amendment, as_of=day)
    for law, side, pipe_years in ((installed(), "before", 2), (amendment.law, "after", 4)):
        rounds, pipes = Counter[int](), Counter[int]()
        fronting: dict[int, date] = {}
        with applying(law):
            for row, place in systems:
                rounds.update(due.year for due in due_dates(ask_one(row, place, day), day, last))
                for pk, where in place.places.items():
                    if due := schedule_of(where, as_of=day).values["pipe_next_due"]:
                        fronting[pk] = due
        for due in fronting.values():
            pipes.update(range(due.year, last.year + 1, pipe_years))
        years = range(2028, 2038)
        assert {line.year: getattr(line, side) for line in found.years} == {year: rounds[year] for year in years}
        assert {line.year: getattr(line, f"pipes_{side}") for line in found.years} == {y: pipes[y] for y in years}
        assert sum(pipes.values()) > 0
        assert len(fronting) > 30


def test_sums_of_the_towns_are_the_totals() -> None:
    every_kind_of_system()
    for body in EVERY_AMENDMENT.values():
        found = trial(body)
        assert list(found.total[1:]) == [sum(column) for column in list(zip(*found.towns, strict=True))[1:]]
        assert found.total.systems == sum(line.before for line in found.classes)
        assert found.total.systems == sum(line.after for line in found.classes)
        assert found.total.moved == len(list(found.moves()))


# --- by hand ------------------------------------------------------------------------------------------------------


def small_town() -> None:
    """Niles: two in the watershed, one on the lake, one in the town's row, one not to be determined; Auburn: one."""
    for facts in (IN_WATERSHED, IN_WATERSHED, ON_THE_LAKE, {}, NOTHING_SHOWN):
        system(parcel("Niles", owner="", **facts))
    system(parcel("Auburn", owner=""))


def test_a_small_town_by_hand() -> None:
    small_town()
    found = trial(WATERSHED)  # before: 2026 + 5, so next on November 1, 2031; after: November 1, 2027
    niles = next(line for line in found.towns if line.town == "Niles")
    assert niles == ("Niles", 5, 0, 2, 2, 0, 2, 0, 0, 2)
    assert next(found.moves()) == Move(
        "WS-000001", "Niles",
        Standing("lake-watershed", 5, date(2031, 11, 1)), Standing("lake-watershed", 3, date(2027, 11, 1)),
    )  # fmt: skip
    # lake front in even years; the town of Niles every 7 from 2004: 2032
    assert {line.year: (line.before, line.after) for line in found.years} == {
        2027: (0, 2), 2028: (1, 1), 2029: (0, 0), 2030: (1, 3), 2031: (2, 0),
        2032: (2, 2), 2033: (0, 2), 2034: (1, 1), 2035: (0, 0), 2036: (3, 3),
    }  # fmt: skip
    assert [line.pipes_before for line in found.years] == [0, 1, 0, 1, 0, 1, 0, 1, 0, 1]
    assert {line.name: line.before for line in found.classes} == {
        "undetermined": 1, "unscheduled": 1, "lake-front": 1, "near-lake": 0, "lake-watershed": 2, "town": 1
    }  # fmt: skip


def test_a_town_joins_and_a_class_goes() -> None:
    small_town()
    found = trial(AUBURN)
    assert [line for line in found.towns if line.moved] == [("Auburn", 1, 1, 1, 0, 0, 0, 1, 0, 1)]
    assert [move.after for move in found.moves()] == [Standing("town", 7, date(2028, 12, 31))]
    gone = trial('[schedule]\nremove_watershed_towns = ["Niles"]')
    assert gone.total.class_changed == 2
    assert {move.after for move in gone.moves()} == {Standing("town", 7, date(2032, 12, 31))}
    system(parcel("Moravia", owner="", **IN_WATERSHED))
    off = trial('[schedule]\nremove_watershed_towns = ["Moravia"]')
    assert [line for line in off.towns if line.moved] == [("Moravia", 1, 1, 1, 0, 0, 0, 0, 1, 1)]


@pytest.mark.parametrize(("day", "due_soon"), [(date(2026, 10, 31), 0), (date(2026, 11, 1), 0), (date(2027, 11, 2), 0)])
def test_what_is_due_soon_anyway_is_not_newly_due(day: date, due_soon: int) -> None:
    system(parcel("Niles", owner="", **ON_THE_LAKE))
    assert trial(WATERSHED, day).total.newly_due_soon == due_soon


@pytest.mark.parametrize(("month", "newly"), [(1, 1), (2, 0)])
def test_twelve_months_include_the_last_day(month: int, newly: int) -> None:
    system(parcel("Niles", owner=""))  # next due on December 31, 2032
    found = trial(f"[schedule.town]\nmonth = {month}\nday = 1\n[schedule.town_anchors]\nNiles = 2028")
    assert add_months(BEGINS, 12) == date(2028, 1, 1)
    assert found.total.newly_due_soon == newly


def test_later_is_told_from_earlier() -> None:
    system(parcel("Niles", owner="", **IN_WATERSHED))
    found = trial("[schedule.lake-watershed]\nanchor = 2034")
    assert (found.total.due_earlier, found.total.due_later, found.total.cycle_changed) == (0, 1, 0)


# --- what is counted ----------------------------------------------------------------------------------------------


def test_what_is_out_of_scope_is_counted_apart() -> None:
    system(parcel("Niles", owner="", sewer="public", **IN_WATERSHED))
    system(parcel("Niles", owner="", sewer="public"), parcel("Niles", owner="", **IN_WATERSHED))
    System.objects.create(number="WS-9", status="abandoned")
    found = trial(WATERSHED)
    assert (found.total.systems, found.out_of_scope, found.total.moved) == (1, 1, 1)
    assert "1 system in use, which moves. Out of Article V and not counted: 1 on a public sewer." in text(
        found
    ).replace("\n", " ")


@pytest.mark.parametrize("sewer", ["public", "private", "none", "unknown"])
def test_scope_is_the_same_as_elsewhere(sewer: str) -> None:
    served = parcel("Niles", owner="", sewer=sewer)
    place = place_system(system(served), [served]).places[served.pk]
    assert trial(WATERSHED).out_of_scope == int(scope_of(served, place).outcome == "does-not-apply")


def test_a_system_without_a_parcel_or_town_is_shown_as_not_determined() -> None:
    system()
    served = parcel("Niles", owner="")
    override(served, "municipality", None)
    system(served)
    found = trial(WATERSHED)
    assert [(line.town, line.systems) for line in found.towns] == [("", 2)]
    assert next(line.before for line in found.classes if line.name == "undetermined") == 2
    system(parcel("Niles", owner="", **IN_WATERSHED))
    assert re.search("^not shown +2 +0 ", text(trial(WATERSHED)), re.MULTILINE)


@pytest.mark.parametrize("facts", [{"fronts": "cayuga-lake"}, {"watershed": "cayuga-lake"}])
def test_a_place_that_the_law_does_not_know_is_not_determined(facts: dict[str, Any]) -> None:
    system(parcel("Niles", owner="", **facts))
    system(parcel("Ithaca", owner="", **ON_THE_LAKE))
    found = trial(WATERSHED)
    assert next(line.before for line in found.classes if line.name == "undetermined") == 2
    assert {line.town for line in found.towns} == {"Niles", "Ithaca"}
    assert not any(line.pipes_before for line in found.years)


def test_an_empty_county_is_tried_too() -> None:
    found = trial(WATERSHED)
    assert (found.total.systems, found.total.moved, found.towns, list(found.moves())) == (0, 0, (), [])
    assert MOVES_NOTHING in text(found).replace("\n", " ")


def test_a_county_is_read_in_two_queries_whatever_its_size() -> None:
    counts = []
    for build in (small_town, every_kind_of_system):
        build()
        with CaptureQueriesContext(connection) as queries:
            trial(WATERSHED)
        counts.append(len(queries))
    assert counts == [2, 2]


def test_nothing_is_changed_and_the_old_law_answers_again() -> None:
    small_town()
    before = list(System.objects.order_by("pk").values())
    trial(WATERSHED)
    assert list(System.objects.order_by("pk").values()) == before
    served = System.objects.order_by("pk")[0].parcels.get()
    assert place_system(System(), [served]).ruling.values["cycle_years"] == 5


def test_progress_is_told() -> None:
    small_town()
    heard: list[int] = []
    try_amendment(draft(WATERSHED), as_of=TODAY, progress=heard.append)
    assert heard[-1] == 6


# --- what is printed and written ----------------------------------------------------------------------------------


def test_the_text_fits_a_terminal_and_says_which_day_and_why() -> None:
    every_kind_of_system()
    said = text(trial(WATERSHED))
    assert max(len(line) for line in said.splitlines()) <= 80
    flat = " ".join(said.split())
    assert "It would take effect on January 1, 2027." in flat
    assert "Both laws are asked as of January 1, 2027: the day it would take effect, because before that day" in flat
    later = " ".join(text(trial(WATERSHED, date(2030, 7, 4))).split())
    assert "Both laws are asked as of July 4, 2030: as if it had been in effect since January 1, 2027." in later
    assert "2030, from July 4" in later
    same = " ".join(text(trial(WATERSHED, BEGINS)).split())
    assert "Both laws are asked as of January 1, 2027: the day it would take effect." in same


@pytest.mark.parametrize("body", ['[fees]\nconstruction-permit = "100"', "[limits]\ncredit_months = 18"])
def test_what_moves_no_inspection_says_so_and_shows_its_figures(body: str) -> None:
    small_town()
    said = " ".join(text(trial(body)).split())
    assert MOVES_NOTHING in said
    assert ("75.00 -> 100.00" in said) or ("12 -> 18" in said)
    assert "BEFORE" not in said


def test_pipes_that_move_have_a_chart_of_their_own() -> None:
    small_town()
    found = trial("[schedule.pipes]\nyears = 4\nanchor = 2028")
    assert (found.total.moved, found.moves_inspections) == (0, True)
    assert [line.pipes_after for line in found.years] == [0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
    assert "Parcels whose drain pipes are due in each year" in text(found)
    assert "Parcels whose drain pipes are due in each year" not in text(trial(WATERSHED))


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    def write(found: Trial, *, force: bool = False) -> Path:
        write_files(found, tmp_path / "out", force=force)
        return tmp_path / "out"

    return write


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def test_the_tables(written: Callable[..., Path]) -> None:
    small_town()
    found = trial(WATERSHED)
    folder = written(found)
    assert sorted(file.name for file in folder.iterdir()) == sorted(FILES)
    towns = rows(folder / "by-town.csv")
    assert [(line["town"], line["systems"], line["moved"]) for line in towns] == [
        ("Auburn", "1", "0"),
        ("Niles", "5", "2"),
    ]
    years = rows(folder / "by-year.csv")
    assert len(years) == 10
    assert years[0] == {
        "year": "2027", "counted_from": "2027-01-01", "before": "0", "after": "2", "difference": "2",
        "drain_pipes_before": "0", "drain_pipes_after": "0", "drain_pipes_difference": "0",
    }  # fmt: skip
    assert rows(folder / "systems.csv") == [
        {
            "system": number, "town": "Niles", "class_before": "lake-watershed", "cycle_years_before": "5",
            "next_due_before": "2031-11-01", "class_after": "lake-watershed", "cycle_years_after": "3",
            "next_due_after": "2027-11-01",
        }
        for number in ("WS-000001", "WS-000002")
    ]  # fmt: skip


def test_a_system_without_a_date_has_an_empty_cell(written: Callable[..., Path]) -> None:
    small_town()
    (line,) = rows(written(trial(AUBURN)) / "systems.csv")
    assert (line["class_before"], line["cycle_years_before"], line["next_due_before"]) == ("unscheduled", "", "")


def test_no_cell_runs_in_a_spreadsheet(written: Callable[..., Path]) -> None:
    served = system(parcel("Niles", owner="", **IN_WATERSHED))
    System.objects.filter(pk=served.pk).update(number="=1+1")
    (line,) = rows(written(trial(WATERSHED)) / "systems.csv")
    assert line["system"] == "'=1+1"


def test_the_chart_is_well_formed_and_tells_itself(written: Callable[..., Path]) -> None:
    small_town()
    amendment = draft(WATERSHED, 'title = "Lakes & <rivers>"\nfrom = 2027-01-01\n')
    folder = written(try_amendment(amendment, as_of=TODAY))
    root = ElementTree.fromstring((folder / "chart.svg").read_text(encoding="utf-8"))  # noqa: S314 - our own
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg"
    title, described = root.find(f"{space}title"), root.find(f"{space}desc")
    assert title is not None
    assert described is not None
    assert title.text == "Lakes & <rivers>: inspections before and after"
    assert "2030: 1 before, 3 after" in (described.text or "")
    assert root.get("aria-labelledby") == f"{title.get('id')} {described.get('id')}"
    labels = [label.text for label in root.iter(f"{space}text")]
    assert labels.count("before") == labels.count("after") == 10
    assert {str(year) for year in range(2027, 2037)} <= set(labels)
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "Lakes &amp; &lt;rivers&gt;" in page
    assert "<rivers>" not in page
    assert not any(word in page for word in ("http://1", "https://", "src=", "<link", "<script"))


def test_the_page_says_when_nothing_moves(written: Callable[..., Path]) -> None:
    small_town()
    page = (written(trial("[limits]\ncredit_months = 18")) / "report.html").read_text(encoding="utf-8")
    assert MOVES_NOTHING in page


def test_files_are_replaced_only_by_force(written: Callable[..., Path]) -> None:
    small_town()
    folder = written(trial(WATERSHED))
    (folder / "chart.svg").write_text("mine")
    (folder / "by-town.csv").unlink()
    with pytest.raises(ActRefused, match=r"holds by-year\.csv, systems\.csv, chart\.svg, report\.html already"):
        written(trial(WATERSHED))
    assert (folder / "chart.svg").read_text() == "mine"
    assert not (folder / "by-town.csv").exists()
    written(trial(WATERSHED), force=True)
    assert (folder / "chart.svg").read_text().startswith("<svg")
    assert sorted(file.name for file in folder.iterdir()) == sorted(FILES)


def test_a_write_that_is_cut_short_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_town()

    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    found = trial(WATERSHED)
    monkeypatch.setattr("sanitarian.wastewater.trial_files.write_table", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_files(found, tmp_path, force=False)
    assert list(tmp_path.iterdir()) == []


def test_json_has_every_figure() -> None:
    small_town()
    found = json.loads(as_json(trial(WATERSHED)))
    assert found["title"] == "A draft"
    assert (found["from"], found["as_of"], found["compared_with"]) == ("2027-01-01", "2027-01-01", "2006-03-14")
    assert found["changes"][0] == {
        "where": "[schedule.lake-watershed] years", "title": "years from one inspection to the next",
        "before": 5, "after": 3,
    }  # fmt: skip
    assert found["total"]["moved"] == 2
    assert found["by_town"][1]["town"] == "Niles"
    assert found["years"][3]["after"] == 3
    assert found["moves_inspections"] is True


# --- the command --------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], str]:
    def write(content: str) -> str:
        path = tmp_path / "draft.toml"
        path.write_text(content, encoding="utf-8")
        return str(path)

    return write


Output = pytest.CaptureFixture[str]


def test_the_command_prints_and_writes(file: Callable[[str], str], tmp_path: Path, capsys: Output) -> None:
    small_town()
    assert main(["law", "try", file(HEAD + WATERSHED), "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("A draft\n")
    assert said.err == ""
    assert (tmp_path / "out" / "report.html").is_file()
    assert main(["law", "try", file(HEAD + WATERSHED), "--out", str(tmp_path / "out")]) == 1
    refused = capsys.readouterr()
    assert refused.out == ""
    assert "--force" in refused.err
    assert main(["law", "try", file(HEAD + WATERSHED), "--out", str(tmp_path / "out"), "--force", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["total"]["moved"] == 2


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (HEAD + "[schedule]\nnear_ft = -1\nx = 1", 2),
        ("title =", 1),
        (HEAD.replace("2027", "9999") + WATERSHED, 1),
    ],
)
def test_the_command_names_faults_and_does_nothing_else(
    content: str, lines: int, file: Callable[[str], str], tmp_path: Path, capsys: Output
) -> None:
    assert main(["law", "try", file(content), "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == lines
    assert not (tmp_path / "out").exists() or list((tmp_path / "out").iterdir()) == []


def test_the_command_names_a_file_that_is_not_there(tmp_path: Path, capsys: Output) -> None:
    assert main(["law", "try", str(tmp_path / "no.toml")]) == 2
    assert "no.toml: it cannot be read" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_named(file: Callable[[str], str], tmp_path: Path, capsys: Output) -> None:
    path = file(HEAD + WATERSHED)
    assert main(["law", "try", path, "--out", str(tmp_path / "draft.toml" / "out")]) == 1
    assert "name another folder" in capsys.readouterr().err


def test_the_command_stops_when_it_is_told_to(
    file: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    def interrupted(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sanitarian.wastewater.trial.read_places", interrupted)
    assert main(["law", "try", file(HEAD + WATERSHED)]) == 130
    assert capsys.readouterr() == ("", "")
