"""The due list: statuses by day, filters, paging by key, the command."""

import csv
import io
import json
from datetime import date

import pytest

from sanitarian.config.cli import main
from sanitarian.core.actors import Actor
from sanitarian.core.dates import use_today
from sanitarian.wastewater.acts.systems import register_system
from sanitarian.wastewater.models import Round, System
from sanitarian.wastewater.queries import DueFilter, due_count, due_page, due_rows, status_on
from tests.places import parcel, town

pytestmark = pytest.mark.django_db


def _round(system: System, due: date, **values: object) -> Round:
    facts = {"act_by": due, "credit_from": due.replace(year=due.year - 1), "schedule_class": "town", "cycle_years": 7}
    return Round.objects.create(system=system, due=due, town=system.town, **{**facts, **values})


@pytest.fixture
def genoa(clerk: Actor) -> System:
    """Registered in June 2026: its round is due on December 31, 2026."""
    return register_system(clerk, [parcel("Genoa")])


@pytest.mark.parametrize(
    ("values", "day", "status"),
    [
        ({}, date(2026, 11, 2), "open"),
        ({}, date(2026, 11, 3), "overdue"),
        ({"status": "satisfied", "performed": date(2026, 5, 1)}, date(2026, 5, 1), "satisfied"),
        ({"status": "satisfied", "performed": date(2026, 5, 1)}, date(2026, 4, 30), "open"),
        ({"status": "late", "performed": date(2026, 11, 9)}, date(2026, 11, 9), "late"),
        ({"status": "late", "performed": date(2026, 11, 9)}, date(2026, 11, 8), "overdue"),
        ({"status": "void"}, date(2026, 5, 1), "void"),
    ],
)
def test_a_round_has_the_status_of_its_day_in_row_and_in_filter(
    genoa: System, values: dict[str, object], day: date, status: str
) -> None:
    item = _round(genoa, date(2026, 11, 1), **{"act_by": date(2026, 11, 2), **values})
    assert status_on(item, day) == status
    with use_today(date(2026, 12, 1)):
        for asked in ("open", "overdue", "satisfied", "late", "void"):
            rows = due_page(DueFilter(status=asked, as_of=day))
            assert (item.pk in {row.key[1] for row in rows}) == (asked == status), asked


def test_filters_move_by_themselves(genoa: System, clerk: Actor) -> None:
    niles = register_system(clerk, [parcel("Niles", watershed="owasco-lake")])
    _round(genoa, date(2033, 12, 31))

    def found(**asked: object) -> list[tuple[str, date | None]]:
        return [(row.system, row.due) for row in due_page(DueFilter(**asked))]  # type: ignore[arg-type]

    assert found(year=2026) == [(niles.number, date(2026, 11, 1)), (genoa.number, date(2026, 12, 31))]
    assert found(year=2033) == [(genoa.number, date(2033, 12, 31))]
    assert found(town=town("Niles")) == [(niles.number, date(2026, 11, 1))]
    assert found(schedule_class="town", year=2026) == [(genoa.number, date(2026, 12, 31))]
    assert found(year=2027) == []


@pytest.mark.parametrize(
    ("municipality", "zone", "status", "cite"),
    [
        ("Auburn", {}, "unscheduled", "B-4"),
        ("Moravia", {}, "unscheduled", "B-5"),
        ("Niles", {"watershed": None}, "undetermined", "V.IV.A"),
    ],
)
def test_places_without_a_date_are_listed_with_the_reason(
    clerk: Actor, municipality: str, zone: dict[str, object], status: str, cite: str
) -> None:
    made = register_system(clerk, [parcel(municipality, **zone)])
    (row,) = due_page(DueFilter(status=status))
    assert (row.system, row.due) == (made.number, None)
    assert cite in row.why


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50])
def test_pages_by_key_cover_the_list_once_in_both_directions(genoa: System, size: int) -> None:
    for year in range(2000, 2010):
        _round(genoa, date(year, 12, 31))
    everything = [row.key for row in due_rows(DueFilter())]
    assert everything == sorted(everything)
    assert len(everything) == due_count(DueFilter()) == 11
    forward, page = [], due_page(DueFilter(), size=size)
    while page:
        forward += [row.key for row in page]
        last = page
        page = due_page(DueFilter(), after=page[-1].key, size=size)
    assert forward == everything
    backward, page = [row.key for row in last], due_page(DueFilter(), before=last[0].key, size=size)
    while page:
        backward = [row.key for row in page] + backward
        page = due_page(DueFilter(), before=page[0].key, size=size)
    assert backward == everything


@pytest.mark.parametrize("asked", [DueFilter(), DueFilter(status="unscheduled")])
def test_a_page_asks_few_queries_however_long(
    clerk: Actor, asked: DueFilter, django_assert_max_num_queries: object
) -> None:
    for _ in range(25):
        register_system(clerk, [parcel("Genoa")])
        register_system(clerk, [parcel("Auburn")])
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        assert len(due_page(asked)) == 25


def test_the_command_prints_table_csv_and_json_that_agree(
    genoa: System, clerk: Actor, capsys: pytest.CaptureFixture[str]
) -> None:
    register_system(clerk, [parcel("Auburn")])
    assert main(["due", "--year", "2026"]) == 0
    table = capsys.readouterr().out
    assert "2026-12-31" in table
    assert "1 lines" in table
    assert "1 systems without a date" in table
    assert main(["due", "--year", "2026", "--format", "csv"]) == 0
    (record,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert main(["due", "--year", "2026", "--format", "json"]) == 0
    (same,) = json.loads(capsys.readouterr().out)
    assert record["due"] == same["due"] == "2026-12-31"
    assert record["system"] == same["system"] == genoa.number


def test_the_command_names_the_towns_when_one_is_not_known(genoa: System, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["due", "--town", "Gotham"]) == 1
    said = capsys.readouterr().err
    assert "Gotham" in said
    assert "Genoa" in said
