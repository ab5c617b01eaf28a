"""Files of pump-outs: what is read, rejected, suspected; taken in once, piece by piece."""

import io
from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from openpyxl import Workbook

from sanitarian.core import journal
from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, StaleVersion
from sanitarian.core.models import Task
from sanitarian.county.imports.findings import ImportRefused
from sanitarian.trades.models import Firm
from sanitarian.wastewater.acts import pump_out_tasks as tasks
from sanitarian.wastewater.acts.pump_out_files import confirm_file, drop_file, look_at_file, take_in_piece
from sanitarian.wastewater.models import PumpOut, PumpOutFile, PumpOutFileRow, PumpOutSuspicion
from tests.places import parcel, system, town
from tests.wastewater.loads import at, firm, hauler, logged, plant

pytestmark = pytest.mark.django_db
HEAD = ("Date pumped", "Time pumped", "Town", "Tax map number", "Street address", "Volume", "Unit", "Disposal place",
        "Manifest number")  # fmt: skip
GOOD: dict[str, Any] = {
    "Date pumped": "06/01/2026", "Time pumped": "9:30 AM", "Town": "Niles", "Street address": "12 Test Rd",
    "Volume": "1000", "Unit": "gal", "Disposal place": "Auburn plant",
}  # fmt: skip


def as_csv(rows: Sequence[dict[str, Any]], head: Sequence[str] = HEAD) -> bytes:
    lines = [",".join(head), *(",".join(str(row.get(name, "")) for name in head) for row in rows)]
    return "\n".join(lines).encode()


def as_xlsx(rows: Sequence[dict[str, Any]], head: Sequence[str] = HEAD, sheets: int = 1) -> bytes:
    book = Workbook()
    for number in range(sheets):
        sheet = book.active if number == 0 else book.create_sheet()
        sheet.append(list(head))  # type: ignore[union-attr]
        for row in rows:
            sheet.append([row.get(name) for name in head])  # type: ignore[union-attr]
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def good(**changes: Any) -> dict[str, Any]:
    return GOOD | {name.replace("_", " "): value for name, value in changes.items()}


@pytest.fixture
def of(db: None) -> Firm:
    plant("Auburn plant")
    town("Niles")
    return firm()


@pytest.fixture
def actor(of: Firm) -> Actor:
    return hauler(of)


def take_all(actor: Actor, file: PumpOutFile, *, leave_out: bool | None = None, size: int = 500) -> PumpOutFile:
    confirm_file(actor, file.pk, leave_out_suspected=leave_out)
    while True:
        file = take_in_piece(actor, file.pk, size=size)
        if file.state != "running":
            return file


# Cells


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        ({"Date_pumped": "sometime"}, "Date pumped", "not a date"),
        ({"Date_pumped": "6/1/26"}, "Date pumped", "four-digit year"),
        ({"Date_pumped": "02/30/2026"}, "Date pumped", "no such day"),
        ({"Date_pumped": ""}, "Date pumped", "the day is missing"),
        ({"Date_pumped": 12.5}, "Date pumped", "this is a number"),
        ({"Date_pumped": "06/16/2026"}, "date pumped", "future"),
        ({"Date_pumped": "08/08/1994"}, "date pumped", "no law on septage"),
        ({"Time_pumped": ""}, "Time pumped", "the time is missing"),
        ({"Time_pumped": "noonish"}, "Time pumped", "not a time of day"),
        ({"Time_pumped": "13:00 PM"}, "Time pumped", "not a time of day"),
        ({"Time_pumped": "25:00"}, "Time pumped", "not a time of day"),
        ({"Date_pumped": "03/08/2026", "Time_pumped": "2:30 AM"}, "Time pumped", "the clock went forward"),
        ({"Volume": ""}, "Volume", "missing"),
        ({"Volume": 0}, "Volume", "above zero"),
        ({"Volume": -500}, "Volume", "above zero"),
        ({"Volume": "a lot"}, "Volume", "not a number"),
        ({"Volume": date(2026, 6, 1)}, "Volume", "date"),
        ({"Volume": 3785.0, "Unit": ""}, "Unit", "the unit is missing: write gal, kgal, L or m3"),
        ({"Unit": "barrels"}, "Unit", "'barrels' is not a unit known here"),
        ({"Tax_map_number": date(2003, 1, 2)}, "Tax map number", "this cell is a date; a tax map number was expected"),
        ({"Tax_map_number": 7.1}, "Tax map number", "the number 7.1"),
        ({"Tax_map_number": 1331}, "Tax map number", "zeros may be lost"),
        ({"Manifest_number": 9.40711189956e21}, "Manifest number", "digits are lost"),
        ({"Manifest_number": date(2026, 1, 2)}, "Manifest number", "date"),
        ({"Manifest_number": "X" * 41}, "Manifest number", "longer than 40"),
        ({"Disposal_place": ""}, "Disposal place", "say where the load went"),
        ({"Street_address": ""}, "", ""),
    ],
)
def test_a_bad_cell_rejects_its_row_with_field_and_reason(
    actor: Actor, of: Firm, changes: dict[str, Any], field: str, reason: str
) -> None:
    row = good(**changes)
    if not field:
        row |= {"Town": ""}
        field, reason = "place", "tax map number or a street address"
    file = look_at_file(actor, of, "june.xlsx", as_xlsx([row, good()]))
    assert (file.counts["rejected"], file.counts["new"]) == (1, 1)
    rejected = file.rows.get(standing="rejected")
    assert rejected.row == 2
    assert [fault["field"] for fault in rejected.faults] == [field]
    assert reason in rejected.faults[0]["reason"]


@pytest.mark.parametrize(
    ("changes", "gallons", "moment"),
    [
        ({}, "1000.0", "2026-06-01T09:30"),
        ({"Volume": 3785, "Unit": "L"}, "999.9", "2026-06-01T09:30"),
        ({"Volume": 1.5, "Unit": "kgal"}, "1500.0", "2026-06-01T09:30"),
        ({"Volume": "1,000 gal", "Unit": ""}, "1000.0", "2026-06-01T09:30"),
        ({"Date_pumped": "2026-06-01", "Time_pumped": "14:05"}, "1000.0", "2026-06-01T14:05"),
        ({"Date_pumped": "6/1/2026 2:05 p.m.", "Time_pumped": ""}, "1000.0", "2026-06-01T14:05"),
        ({"Date_pumped": datetime(2026, 6, 1, 8, 15), "Time_pumped": None}, "1000.0", "2026-06-01T08:15"),
        ({"Date_pumped": date(2026, 6, 1), "Time_pumped": time(8, 15)}, "1000.0", "2026-06-01T08:15"),
        ({"Date_pumped": 46174, "Time_pumped": 0.5}, "1000.0", "2026-06-01T12:00"),
        ({"Time_pumped": "12:15 am"}, "1000.0", "2026-06-01T00:15"),
    ],
)
def test_what_spreadsheets_make_of_a_cell_is_read(
    actor: Actor, of: Firm, changes: dict[str, Any], gallons: str, moment: str
) -> None:
    file = take_all(actor, look_at_file(actor, of, "june.xlsx", as_xlsx([good(**changes)])))
    row = PumpOut.objects.get()
    assert (row.gallons, row.pumped_at) == (Decimal(gallons), at(moment))
    assert (row.file, row.source, file.counts["filed"]) == (file, "file", 1)


def test_a_column_called_gallons_needs_no_unit(actor: Actor, of: Firm) -> None:
    head = ["Gallons" if name == "Volume" else name for name in HEAD if name != "Unit"]
    content = as_csv([good() | {"Gallons": 750}], head)
    take_all(actor, look_at_file(actor, of, "june.csv", content))
    assert (PumpOut.objects.get().gallons, PumpOut.objects.get().unit_written) == (Decimal(750), "gal")


def test_whole_manifest_numbers_are_taken_with_a_remark(actor: Actor, of: Firm) -> None:
    file = look_at_file(actor, of, "june.xlsx", as_xlsx([good(Manifest_number=1017), good(Manifest_number="0018")]))
    assert file.notices == ["1 row: manifest numbers were stored as numbers; zeros in front of them may be lost."]
    take_all(actor, file, leave_out=False)
    assert sorted(PumpOut.objects.values_list("manifest_number", flat=True)) == ["0018", "1017"]


# Files


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("june.csv", b"", "empty"),
        ("june.pdf", b"%PDF-1.7", "neither CSV nor an Excel workbook"),
        ("june.xlsx", b"not a zip", "neither CSV nor"),
        ("june.xlsx", b"PK\x03\x04 broken", "not a readable workbook"),
        ("june.csv", as_csv([]), "no rows"),
        ("june.csv", as_csv([GOOD], ("Date pumped", "Volume", "Town")), "Disposal place, Tax map number or Street"),
        ("june.csv", as_csv([GOOD], (*HEAD, "Date")), "'Date pumped' and 'Date' mean the same"),
        ("june.csv", as_csv([GOOD], (*HEAD, "Unit")), "Two columns are called 'Unit'"),
        ("june.csv", b"x" * (5 * 1024 * 1024 + 1), "larger than 5 MB"),
        ("june.xlsx", as_xlsx([GOOD], sheets=2), "Keep the pump-outs on one sheet"),
    ],
    ids=["empty", "pdf", "no-zip", "broken", "no-rows", "columns", "same", "twice", "large", "sheets"],
)
def test_a_file_that_cannot_be_read_says_what_to_do(
    actor: Actor, of: Firm, name: str, content: bytes, said: str
) -> None:
    with pytest.raises(ImportRefused, match=said):
        look_at_file(actor, of, name, content)
    assert PumpOutFile.objects.count() == 0


def test_formulas_that_our_own_files_protected_come_back_as_written(actor: Actor, of: Firm) -> None:
    head = (*HEAD, "Remarks")
    take_all(actor, look_at_file(actor, of, "june.csv", as_csv([good() | {"Remarks": "'=1+1"}], head)))
    assert PumpOut.objects.get().remarks == "=1+1"


def test_columns_that_are_not_read_are_named(actor: Actor, of: Firm) -> None:
    file = look_at_file(actor, of, "june.csv", as_csv([GOOD], (*HEAD, "Truck", "What to mend")))
    assert file.notices == ["Columns that are not read: Truck."]


# Places (C01, C02, C11)


def place_of(actor: Actor, of: Firm, **changes: Any) -> PumpOut:
    take_all(actor, look_at_file(actor, of, "june.xlsx", as_xlsx([good(**changes)])))
    return PumpOut.objects.get()


def test_a_number_of_two_towns_goes_to_neither_without_the_town(actor: Actor, of: Firm) -> None:
    sites = [parcel("Niles"), parcel("Genoa")]
    for site in sites:
        site.print_key = "1.-2-34"
        site.save()
    row = place_of(actor, of, Tax_map_number="1.-2-34", Town="")
    assert (row.parcel, row.system) == (None, None)
    assert "2 parcels have the number 1.-2-34 (Town of Genoa and Town of Niles)" in row.place_note
    assert Task.objects.get(kind=tasks.MATCH).subject == f"pumpoutfile:{row.file_id}"


def test_the_town_tells_them_apart(actor: Actor, of: Firm) -> None:
    sites = [system(parcel("Niles")).parcels.get(), system(parcel("Genoa")).parcels.get()]
    for site in sites:
        site.print_key = "1.-2-34"
        site.save()
    row = place_of(actor, of, Tax_map_number="1.-2-34", Town="town of genoa")
    assert (row.parcel, row.system, row.place_note) == (sites[1], sites[1].systems.get(), "")


@pytest.mark.parametrize(
    ("written", "note"),
    [
        ("1.-23-4", "no parcel in Niles has the number 1.-23-4"),
        ("1234", "no parcel in Niles has the number 1234"),
        ("12.-3-4.12/HOME", "no parcel in Niles has the number 12.-3-4.12/HOME"),
    ],
)
def test_punctuation_is_part_of_a_number(actor: Actor, of: Firm, written: str, note: str) -> None:
    site = parcel("Niles")
    site.print_key = "1.-2-34"
    site.save()
    row = place_of(actor, of, Tax_map_number=written)
    assert (row.parcel, row.place_note) == (None, note)


def test_of_two_numbers_the_one_on_record_is_linked_and_the_other_reported(actor: Actor, of: Firm) -> None:
    site = system(parcel("Niles")).parcels.get()
    row = place_of(actor, of, Tax_map_number=f"{site.print_key} & 12.-3-99")
    assert row.parcel == site
    assert row.place_note == "no parcel in Niles has the number 12.-3-99"


def test_two_parcels_of_one_system_are_that_system(actor: Actor, of: Firm) -> None:
    served = system(parcel("Niles"), parcel("Niles"))
    keys = "; ".join(site.print_key for site in served.parcels.all())
    row = place_of(actor, of, Tax_map_number=keys)
    assert (row.system, row.place_note) == (served, "")


@pytest.mark.parametrize(
    ("count", "note"), [(0, "no system is on record"), (2, "2 systems serve this parcel"), (1, "")]
)
def test_the_system_is_linked_where_there_is_one(actor: Actor, of: Firm, count: int, note: str) -> None:
    site = parcel("Niles")
    for _ in range(count):
        system(site)
    row = place_of(actor, of, Tax_map_number=site.print_key)
    assert row.parcel == site
    assert (row.system is not None) is (count == 1)
    assert row.place_note.startswith(note) if note else row.place_note == ""


@pytest.mark.parametrize(
    ("address", "where", "linked"),
    [
        ("1 Test Rd", "Niles", True),
        ("1  TEST RD.", "Niles", True),
        ("1 Test Rd", "", False),
        ("1 Test Rd", "Genoa", False),
    ],
)
def test_an_address_finds_its_parcel_in_its_town_only(
    actor: Actor, of: Firm, address: str, where: str, linked: bool
) -> None:
    site = parcel("Niles")
    town("Genoa")
    row = place_of(actor, of, Street_address=address, Town=where)
    assert (row.parcel == site) is linked
    assert row.place_note


def test_one_address_on_two_parcels_is_neither(actor: Actor, of: Firm) -> None:
    for site in (parcel("Niles"), parcel("Niles")):
        site.address = "12 Test Rd"
        site.save()
    assert place_of(actor, of).parcel is None


# Taking in


def test_nothing_is_on_record_before_it_is_confirmed(actor: Actor, of: Firm) -> None:
    file = look_at_file(actor, of, "C:\\logs\\june.csv", as_csv([good(), good(Volume=900)]))
    assert (file.name, file.state, PumpOut.objects.count(), Task.objects.count()) == ("june.csv", "preview", 0, 0)
    assert take_in_piece(actor, file.pk).state == "preview"
    assert drop_file(actor, file.pk).state == "dropped"
    with pytest.raises(ActRefused, match="put aside"):
        confirm_file(actor, file.pk, leave_out_suspected=None)
    assert look_at_file(actor, of, "june.csv", as_csv([good(), good(Volume=900)])).pk == file.pk
    assert file.rows.count() == 2


def test_the_same_file_twice_changes_nothing(actor: Actor, of: Firm) -> None:
    content = as_csv([good(Manifest_number=f"M-{number}") for number in range(5)])
    done = take_all(actor, look_at_file(actor, of, "june.csv", content))
    assert (done.state, done.counts["filed"]) == ("done", 5)
    again = look_at_file(actor, of, "renamed.csv", content)
    assert (again.pk, again.state) == (done.pk, "done")
    take_all(actor, again)
    assert (PumpOut.objects.count(), PumpOutSuspicion.objects.count()) == (5, 0)
    assert journal.verify()[1] == []


def test_a_run_that_stopped_goes_on_where_it_was(actor: Actor, of: Firm) -> None:
    content = as_csv([good(Manifest_number=f"M-{number}") for number in range(7)])
    file = look_at_file(actor, of, "june.csv", content)
    confirm_file(actor, file.pk, leave_out_suspected=None)
    first = take_in_piece(actor, file.pk, size=3)
    assert (first.state, first.counts["filed"], first.counts["new"]) == ("running", 3, 4)
    assert look_at_file(actor, of, "june.csv", content).state == "running"
    done = take_all(actor, file, size=3)
    assert (done.state, PumpOut.objects.count()) == ("done", 7)
    assert list(PumpOut.objects.order_by("number").values_list("manifest_number", flat=True)) == [
        f"M-{number}" for number in range(7)
    ]
    with pytest.raises(ActRefused, match="on record already"):
        drop_file(actor, file.pk)


def test_what_looks_alike_is_asked_about_and_never_merged(actor: Actor, of: Firm) -> None:
    earlier = logged(actor, of, manifest_number="M-1")
    rows = [good(Manifest_number="M-1"), good(Manifest_number="M-2", Volume=800), good(Manifest_number="M-2")]
    file = look_at_file(actor, of, "june.csv", as_csv(rows))
    assert {row.row: (row.standing, row.like) for row in file.rows.all()} == {
        2: ("suspected", earlier.number), 3: ("new", ""), 4: ("suspected", "row 3"),
    }  # fmt: skip
    with pytest.raises(ActRefused, match="Say whether"):
        confirm_file(actor, file.pk, leave_out_suspected=None)
    take_all(actor, file, leave_out=False)
    assert (PumpOut.objects.count(), PumpOutSuspicion.objects.count()) == (4, 2)
    assert Task.objects.get(kind=tasks.SUSPECTED).title.endswith("2 pump-outs may be told twice")


def test_rows_left_out_stay_in_the_files_record(actor: Actor, of: Firm) -> None:
    logged(actor, of, manifest_number="M-1")
    file = look_at_file(actor, of, "june.csv", as_csv([good(Manifest_number="M-1"), good(Manifest_number="M-2")]))
    done = take_all(actor, file, leave_out=True)
    assert (done.counts["left-out"], done.counts["filed"]) == (1, 1)
    assert PumpOutSuspicion.objects.count() == 0


def test_another_haulers_record_is_suspected_without_naming_it(clerk: Actor, actor: Actor, of: Firm) -> None:
    logged(clerk, firm("Other Pumping"), manifest_number="M-1")
    file = look_at_file(actor, of, "june.csv", as_csv([good(Manifest_number="M-1")]))
    assert file.rows.get().like == "a record on file"


def test_a_preview_that_was_replaced_is_not_confirmed(actor: Actor, of: Firm) -> None:
    content = as_csv([good()])
    seen = look_at_file(actor, of, "june.csv", content)
    look_at_file(actor, of, "june.csv", content)
    with pytest.raises(StaleVersion):
        confirm_file(actor, seen.pk, leave_out_suspected=None, version=seen.version)


def test_only_rejected_rows_leave_nothing_to_confirm(actor: Actor, of: Firm) -> None:
    file = look_at_file(actor, of, "june.csv", as_csv([good(Unit="barrels")]))
    with pytest.raises(ActRefused, match="Mend the rejected rows"):
        confirm_file(actor, file.pk, leave_out_suspected=None)


def test_what_is_another_firms_is_answered_like_what_does_not_exist(actor: Actor, of: Firm) -> None:
    other = firm("Other Pumping")
    stranger = hauler(other, "Ole")
    file = look_at_file(actor, of, "june.csv", as_csv([good()]))
    with pytest.raises(ActRefused, match="There is no firm"):
        look_at_file(stranger, of, "june.csv", as_csv([good()]))
    for number in (file.pk, 999_999):
        for run in (take_in_piece, drop_file):
            with pytest.raises(ActRefused, match=r"There is no file"):
                run(stranger, number)
        with pytest.raises(ActRefused, match=r"There is no file"):
            confirm_file(stranger, number, leave_out_suspected=None)


def test_a_files_lines_wait_as_one_and_violations_alone(clerk: Actor, actor: Actor, of: Firm) -> None:
    rows = [good(Manifest_number=f"M-{number}", Disposal_place="Bob's field") for number in range(9)]
    rows.append(good(Manifest_number="big", Volume=30_000))
    take_all(actor, look_at_file(actor, of, "june.csv", as_csv(rows)))
    found = {task.kind: task for task in Task.objects.all()}
    assert Task.objects.count() == 3
    assert found[tasks.UNLISTED].title.endswith("9 loads went to places not on the list")
    assert found[tasks.MATCH].title.endswith("10 places to match")
    assert found[tasks.VOLUME].subject == f"pumpout:{PumpOut.objects.get(manifest_number='big').pk}"


def test_five_thousand_rows_take_a_bounded_number_of_queries(actor: Actor, of: Firm) -> None:
    def queries(count: int, run: Any) -> int:
        with CaptureQueriesContext(connection) as caught:
            run()
        return len(caught)

    def content(count: int) -> bytes:
        return as_csv([good(Manifest_number=f"{count}-{number}") for number in range(count)])

    few = queries(40, lambda: look_at_file(actor, of, "few.csv", content(40)))
    many = queries(400, lambda: look_at_file(actor, of, "many.csv", content(400)))
    assert many <= few + 400 // 90  # SQLite takes a thousand values at a time

    ready = {file.name: file for file in PumpOutFile.objects.all()}
    for file in ready.values():
        confirm_file(actor, file.pk, leave_out_suspected=None)
    few = queries(40, lambda: take_in_piece(actor, ready["few.csv"].pk))
    many = queries(400, lambda: take_in_piece(actor, ready["many.csv"].pk))
    assert PumpOutFileRow.objects.filter(standing="filed").count() == 440
    assert many <= few + 400 // 10
