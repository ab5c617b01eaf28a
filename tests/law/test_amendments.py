"""Draft amendments: what each kind of change makes of the law, and a clear line for every fault."""

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitarian.law.amendments import Amendment, read_amendment
from sanitarian.law.data import Law, applying, installed, limit
from sanitarian.law.fees import fee
from sanitarian.law.registers import law_version
from sanitarian.law.ruling import ImpossibleFacts
from sanitarian.law.schedule import Schedule, inspection_schedule, schedule

BEGINS = date(2027, 1, 1)
EVE = date(2026, 12, 31)
HEAD = 'title = "A draft"\nfrom = 2027-01-01\n'


def read(body: str, head: str = HEAD, law: Law | None = None) -> Amendment:
    return read_amendment((head + body).encode(), "draft.toml", law or installed())


def faults(body: str, head: str = HEAD) -> list[str]:
    with pytest.raises(ImpossibleFacts) as refused:
        read(body, head)
    assert all("\n" not in line for line in refused.value.faults)
    return list(refused.value.faults)


def drafted(body: str, law_of: date | None = None) -> Schedule:
    with applying(read(body).law):
        return schedule(law_of)


def as_dict(found: Schedule) -> dict[str, Any]:
    """Every field, so that a test can say that nothing else has changed."""
    return {name: getattr(found, name) for name in Schedule.__slots__ if name != "code"}


# --- each kind of change of the schedule --------------------------------------------------------------------------

ROWS = ["lake-front", "near-lake", "lake-watershed", "pipes"]
ROW_KEYS = {"years": 4, "anchor": 2031, "month": 6, "day": 15}


@pytest.mark.parametrize("key", ROW_KEYS)
@pytest.mark.parametrize("row", ROWS)
def test_a_key_of_a_row_changes_alone(row: str, key: str) -> None:
    now, then = schedule(), drafted(f"[schedule.{row}]\n{key} = {ROW_KEYS[key]}")
    before, after = (found.pipes if row == "pipes" else found.cycles[row] for found in (now, then))
    for name in ("outcome", *ROW_KEYS):
        assert getattr(after, name) == (ROW_KEYS[key] if name == key else getattr(before, name))
    untouched = {name: cycle for name, cycle in now.cycles.items() if name != row}
    assert {name: cycle for name, cycle in then.cycles.items() if name != row} == untouched
    same = {name: value for name, value in as_dict(now).items() if name not in {"cycles", "pipes"}}
    assert {name: value for name, value in as_dict(then).items() if name not in {"cycles", "pipes"}} == same
    assert (row == "pipes") == (then.pipes != now.pipes)


@pytest.mark.parametrize("key", ["years", "month", "day"])
def test_the_row_of_the_towns_changes_for_every_town(key: str) -> None:
    value = {"years": 6, "month": 10, "day": 30}[key]
    now, then = schedule(), drafted(f"[schedule.town]\n{key} = {value}")
    assert set(now.towns) == set(then.towns)
    for name, cycle in then.towns.items():
        for part in ("years", "anchor", "month", "day"):
            assert getattr(cycle, part) == (value if part == key else getattr(now.towns[name], part))


def test_first_years_of_towns_are_merged() -> None:
    now, then = schedule(), drafted("[schedule.town_anchors]\nAuburn = 2028\nNiles = 2029")
    assert {name: cycle.anchor for name, cycle in then.towns.items()} == {
        **{name: cycle.anchor for name, cycle in now.towns.items()}, "Auburn": 2028, "Niles": 2029
    }  # fmt: skip
    assert (then.towns["Auburn"].years, then.towns["Auburn"].month, then.towns["Auburn"].day) == (7, 12, 31)


def test_an_inline_table_reads_like_a_table() -> None:
    inline = drafted("[schedule]\ntown_anchors = { Auburn = 2028 }\nlake-watershed = { years = 3 }")
    tables = drafted("[schedule.town_anchors]\nAuburn = 2028\n[schedule.lake-watershed]\nyears = 3")
    assert as_dict(inline) == as_dict(tables)


@pytest.mark.parametrize(("written", "feet"), [("250", "250"), ("0", "0"), ("250.5", "250.5"), ("1000000", "1000000")])
def test_how_near_is_near(written: str, feet: str) -> None:
    assert drafted(f"[schedule]\nnear_ft = {written}").near_ft == Decimal(feet)


SIX = {"Fleming", "Moravia", "Niles", "Owasco", "Scipio", "Sterling"}


@pytest.mark.parametrize(
    ("written", "towns"),
    [
        ('watershed_towns = ["Venice", "Niles", "Niles"]', {"Venice", "Niles"}),
        ("watershed_towns = []", set()),
        ('add_watershed_towns = ["Venice"]', SIX | {"Venice"}),
        ('remove_watershed_towns = ["Moravia"]', SIX - {"Moravia"}),
        ('add_watershed_towns = ["Venice"]\nremove_watershed_towns = ["Moravia"]', SIX - {"Moravia"} | {"Venice"}),
    ],
)
def test_the_towns_with_a_watershed_row(written: str, towns: set[str]) -> None:
    assert drafted(f"[schedule]\n{written}").watershed_towns == towns


# --- figures and fees ---------------------------------------------------------------------------------------------


def test_a_figure_changes_alone_and_from_its_day_on() -> None:
    with applying(read("[limits]\ncredit_months = 18").law):
        assert (limit("credit_months"), limit("credit_months", BEGINS), limit("credit_months", EVE)) == (18, 18, 12)
        assert limit("interim_years") == 1
        assert schedule().credit_months == 18
    assert limit("credit_months") == 12


def test_a_figure_in_feet_may_have_a_point() -> None:
    with applying(read("[limits]\nvertical_separation_ft = 2.5").law):
        assert limit("vertical_separation_ft") == Decimal("2.5")


@pytest.mark.parametrize(("written", "amount"), [('"100.00"', "100.00"), ('"100"', "100.00"), ('"0.5"', "0.50")])
def test_a_fee_changes_alone_and_from_its_day_on(written: str, amount: str) -> None:
    def amounts(on: date) -> tuple[str, str]:
        asked = (fee(item=item, on=on).values["amount"] for item in ("construction-permit", "business-permit"))
        first, second = (str(found) for found in asked)
        return first, second

    with applying(read(f"[fees]\nconstruction-permit = {written}").law):
        assert amounts(BEGINS) == (amount, "100.00")
        assert amounts(EVE) == ("75.00", "100.00")
    assert amounts(BEGINS) == ("75.00", "100.00")


# --- dates, versions, and the law as it is -------------------------------------------------------------------------


def test_before_its_day_the_old_law_answers() -> None:
    body = "[schedule.lake-watershed]\nyears = 3\nanchor = 2027"
    assert as_dict(drafted(body, EVE)) == as_dict(schedule(EVE))
    assert drafted(body, BEGINS).cycles["lake-watershed"].years == 3
    assert drafted(body, date(2000, 1, 1)).knows_towns is False


def test_the_code_is_versioned_by_the_amendments_date() -> None:
    with applying(read('[fees]\nbusiness-permit = "1.00"').law):
        assert (law_version(), law_version(BEGINS), law_version(EVE)) == ("2027-01-01", "2027-01-01", "2006-03-14")
        ruling = inspection_schedule(municipality="Aurelius")
        assert ruling.code == "2027-01-01"
    assert law_version() == "2006-03-14"


def test_the_law_in_force_is_untouched() -> None:
    before = {name: repr(installed().table(name)) for name in ("schedule", "limits", "fees", "code")}
    read('[schedule]\nnear_ft = 1\nadd_watershed_towns = ["Venice"]\n[schedule.town]\nyears = 1\n'
         '[schedule.town_anchors]\nAuburn = 2028\n[limits]\ncredit_months = 1\n'
         '[fees]\ninterim-permit = "5"')  # fmt: skip
    assert {name: repr(installed().table(name)) for name in before} == before
    assert installed().replaced == {}


def test_an_amendment_builds_on_another() -> None:
    first = read("[schedule.lake-watershed]\nyears = 3")
    later = read("[schedule]\nnear_ft = 250", 'title = "Second"\nfrom = 2028-01-01\n', first.law)
    with applying(later.law):
        assert (schedule().cycles["lake-watershed"].years, schedule().near_ft) == (3, 250)
        assert (schedule(BEGINS).near_ft, schedule(EVE).cycles["lake-watershed"].years) == (500, 5)
    with pytest.raises(ImpossibleFacts, match="2027-01-01, the date of the newest version"):
        read("[schedule]\nnear_ft = 250", law=first.law)


@pytest.mark.parametrize(
    ("begins", "body", "newest"),
    [
        ("2006-03-14", "[schedule]\nnear_ft = 250", "2006-03-14"),
        ("1990-01-01", '[fees]\nbusiness-permit = "1.00"', "2006-03-14"),
        ("2006-03-15", "[schedule]\nnear_ft = 250", None),
    ],
)
def test_an_amendment_follows_the_newest_version(begins: str, body: str, newest: str | None) -> None:
    head = f'title = "A draft"\nfrom = {begins}\n'
    if newest is None:
        assert read(body, head).begins == date.fromisoformat(begins)
    else:
        (line,) = faults(body, head)
        assert line.startswith(f"draft.toml: from: {begins} is not after {newest}, the date of the newest version")
        assert line.endswith("give a later date")


def test_what_changes_is_listed_with_before_and_after() -> None:
    amendment = read('[schedule]\nadd_watershed_towns = ["Venice"]\n[schedule.lake-watershed]\nyears = 3\n'
                     '[schedule.town_anchors]\nAuburn = 2028\n[limits]\ncredit_months = 12\n'
                     '[fees]\nconstruction-permit = "100"')  # fmt: skip
    listed = {change.where: (change.before, change.after) for change in amendment.changes}
    assert listed == {
        "[schedule] watershed_towns": (tuple(sorted(SIX)), (*sorted(SIX), "Venice")),
        "[schedule.lake-watershed] years": (5, 3),
        "[schedule.town_anchors] Auburn": (None, 2028),
        "[limits] credit_months": (12, 12),
        "[fees] construction-permit": ("75.00", "100.00"),
    }
    assert all(change.title for change in amendment.changes)


def test_the_head_is_read() -> None:
    amendment = read("[schedule]\nnear_ft = 1", 'title = " T "\nfrom = 2027-02-28\nproposed_by = "B"\nsource = "S"\n')
    found = (amendment.title, amendment.begins, amendment.proposed_by, amendment.source)
    assert found == ("T", date(2027, 2, 28), "B", "S")


@pytest.mark.parametrize("name", ["watershed-three-years", "auburn-seven-years"])
def test_the_examples_are_sound(name: str) -> None:
    file = Path(__file__).parents[2] / "docs" / "examples" / f"amendment-{name}.toml"
    assert read_amendment(file.read_bytes(), file.name, installed()).changes


def test_a_byte_order_mark_does_no_harm() -> None:
    assert read_amendment(b"\xef\xbb\xbf" + (HEAD + "[schedule]\nnear_ft = 1").encode(), "x", installed()).changes


# --- faults -------------------------------------------------------------------------------------------------------

ONE_FAULT = {
    "unknown table": ("[schedul]\nx = 1\n[schedule]\nnear_ft = 1", "schedul: ", "did you mean schedule?"),
    "no table": ("schedule = 3", "[schedule]: 3 is no table", "a line for each change"),
    "empty table": ("[fees]", "[fees]: it is empty", "leave it out"),
    "empty row": ("[schedule.pipes]", "[schedule.pipes]: it is empty", "leave it out"),
    "row is no table": ("[schedule]\npipes = 2", "[schedule.pipes]: 2 is no table", "each change"),
    "unknown key": ("[schedule]\nnear_feet = 1", "[schedule] near_feet: ", "did you mean near_ft?"),
    "unknown key of a row": ("[schedule.pipes]\nyear = 1", "[schedule.pipes] year: ", "mean years?"),
    "anchor of all towns": ("[schedule.town]\nanchor = 2028", "[schedule.town] anchor: ", "town_anchors]"),
    "unknown town": ("[schedule.town_anchors]\nAubrun = 2028", "[schedule.town_anchors] Aubrun: ",
                     "did you mean Auburn?"),
    "unknown watershed town": ('[schedule]\nwatershed_towns = ["Venise"]', "[schedule] watershed_towns Ven",
                               "did you mean Venice?"),
    "a town that is nothing like any": ('[schedule]\nadd_watershed_towns = ["Qqq"]', "[schedule] add_water",
                                        "choose from Aurelius, Brutus"),
    "no list": ('[schedule]\nwatershed_towns = "Venice"', "[schedule] watershed_towns: ", '["Venice", "N'),
    "a list of numbers": ("[schedule]\nwatershed_towns = [1]", "[schedule] watershed_towns: ", "write them"),
    "named and added": ('[schedule]\nwatershed_towns = ["Niles"]\nadd_watershed_towns = ["Venice"]',
                        "[schedule] watershed_towns: ", "leave one of the keys out"),
    "added already": ('[schedule]\nadd_watershed_towns = ["Niles"]', "[schedule] add_watershed_towns: Niles",
                      "leave it out"),
    "removed without being there": ('[schedule]\nremove_watershed_towns = ["Venice"]',
                                    "[schedule] remove_watershed_towns: Venice", "leave it out"),
    "0 years": ("[schedule.pipes]\nyears = 0", "[schedule.pipes] years: 0 is impossible", "from 1 to 100"),
    "101 years": ("[schedule.town]\nyears = 101", "[schedule.town] years: 101 is", "from 1 to 100"),
    "a year before any": ("[schedule.pipes]\nanchor = 1899", "[schedule.pipes] anchor: ", "1900 to 2999"),
    "a year after all": ("[schedule.town_anchors]\nNiles = 3000", "[schedule.town_anchors] Niles: ", "2999"),
    "true is no year": ("[schedule.pipes]\nyears = true", "[schedule.pipes] years: true", "whole number"),
    "half a year": ("[schedule.pipes]\nyears = 2.5", "[schedule.pipes] years: 2.5 ",
                    "is not a whole number; write one from 1 to 100"),
    "years as text": ('[schedule.pipes]\nyears = "2"', "[schedule.pipes] years: ", "whole number"),
    "month 13": ("[schedule.near-lake]\nmonth = 13", "[schedule.near-lake] month: 13", "from 1 to 12"),
    "month 0": ("[schedule.near-lake]\nmonth = 0", "[schedule.near-lake] month: 0", "from 1 to 12"),
    "November 31": ("[schedule.near-lake]\nday = 31", "[schedule.near-lake] day: November 31", "November 30"),
    "day 32": ("[schedule.town]\nday = 32", "[schedule.town] day: 32", "from 1 to 31"),
    "a month too short for the day in force": ("[schedule.town]\nmonth = 2",
                                               "[schedule.town] month: February 31", "February 28"),
    "February 29": ("[schedule.pipes]\nmonth = 2\nday = 29", "[schedule.pipes] day: February 29", "28"),
    "negative feet": ("[schedule]\nnear_ft = -1", "[schedule] near_ft: -1", "from 0 to 1000000"),
    "feet without end": ("[schedule]\nnear_ft = inf", "[schedule] near_ft: ", "write one"),
    "feet as text": ('[schedule]\nnear_ft = "250"', "[schedule] near_ft: ", "without quotation marks"),
    "unknown figure": ("[limits]\ncredit_month = 18", "[limits] credit_month: ", "mean credit_months?"),
    "a figure of the State": ("[limits]\nwater_people = 30", "[limits] water_people: ", "leave it out"),
    "a figure as text": ('[limits]\ncredit_months = "18"', "[limits] credit_months: ", "whole number"),
    "negative months": ("[limits]\ncredit_months = -1", "[limits] credit_months: -1", "from 0 to 1200"),
    "a term of 0 years": ("[limits]\ninterim_years = 0", "[limits] interim_years: 0", "from 1 to 100"),
    "negative figure in feet": ("[limits]\nvertical_separation_ft = -0.5", "[limits] vertical_sep", "from 0"),
    "least above most": ("[limits]\ndischarge_years_at_least = 6", "[limits] discharge_years_at_least: ",
                         "the least cannot exceed the most"),
    "most below least": ("[limits]\ndischarge_years_at_most = 1", "[limits] discharge_years_at_most: ",
                         "the least cannot exceed the most"),
    "unknown fee": ('[fees]\nbuilding-permit = "1.00"', "[fees] building-permit: ", "mean business-permit?"),
    "a fee as a number": ("[fees]\nbusiness-permit = 100", "[fees] business-permit: ", '"75.00"'),
    "a negative fee": ('[fees]\nbusiness-permit = "-1.00"', "[fees] business-permit: ", '"75.00"'),
    "a fee of millions": ('[fees]\nbusiness-permit = "1000001"', "[fees] business-permit: ", "1000000"),
    "a key of several lines": ('[limits]\n"a\\nb" = 1', '[limits] "a\\nb": ', "choose from"),
}  # fmt: skip


@pytest.mark.parametrize("kind", ONE_FAULT)
def test_a_fault_is_one_line_with_its_place_and_remedy(kind: str) -> None:
    body, begins, remedy = ONE_FAULT[kind]
    (line,) = faults(body)
    assert line.startswith(f"draft.toml: {begins}")
    assert remedy in line


HEADS = {
    "no title": ("from = 2027-01-01\n", "draft.toml: title: it is missing"),
    "blank title": ('title = " "\nfrom = 2027-01-01\n', "draft.toml: title: it is missing"),
    "title is a number": ("title = 3\nfrom = 2027-01-01\n", "draft.toml: title: 3 is no text"),
    "title of two lines": ('title = "a\\nb"\nfrom = 2027-01-01\n', "draft.toml: title: it is no single line"),
    "title turned around": ('title = "a\\u202Eb"\nfrom = 2027-01-01\n', "draft.toml: title: it is no single line"),
    "title too long": (f'title = "{"x" * 201}"\nfrom = 2027-01-01\n', "draft.toml: title: it is no single line"),
    "proposer is a date": (HEAD + "proposed_by = 2027-01-01\n", "draft.toml: proposed_by: "),
    "source of two lines": (HEAD + 'source = """a\nb"""\n', "draft.toml: source: it is no single line"),
    "no date": ('title = "A"\n', "draft.toml: from: it is missing; write the day"),
    "date as text": ('title = "A"\nfrom = "2027-01-01"\n', 'draft.toml: from: "2027-01-01" is not a date'),
    "a date with a time": ('title = "A"\nfrom = 2027-01-01T00:00:00\n', "draft.toml: from: "),
    "an unknown key": (HEAD + "titel = 1\n", "draft.toml: titel: there is no such table or key; did you mean title?"),
}


@pytest.mark.parametrize("kind", HEADS)
def test_a_fault_of_the_head(kind: str) -> None:
    head, begins = HEADS[kind]
    (line,) = faults("[schedule]\nnear_ft = 1", head)
    assert line.startswith(begins)


def test_an_amendment_that_changes_nothing_is_none() -> None:
    assert faults("") == ["draft.toml: it changes nothing; add a table [schedule], [limits] or [fees]"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"title =", "is not TOML"),
        (b'title = "a"\ntitle = "b"', "is not TOML"),
        (b"\xff\xfe", "not text in UTF-8"),
        (b"a = " + b"[" * 5_000, "nested too deeply"),
        (b"a = " + b"9" * 5_000, "a number cannot be read"),
        (b"a = 1e9999999999999999999999", "a number cannot be read"),
        (b"#" * 1_000_001, "larger than a million bytes"),
    ],
)
def test_what_cannot_be_read_at_all(content: bytes, says: str) -> None:
    with pytest.raises(ImpossibleFacts) as refused:
        read_amendment(content, "draft.toml", installed())
    (line,) = refused.value.faults
    assert line.startswith("draft.toml: ")
    assert says in line


def test_every_fault_is_named_at_once() -> None:
    found = faults("[schedule.pipes]\nyears = 0\nmonth = 13\n[fees]\nx = 1", "title = 3\n")
    assert len(found) == 5


def test_a_county_without_a_law_has_none_to_amend(tmp_path: Path) -> None:
    with pytest.raises(ImpossibleFacts) as refused:
        read("[schedule]\nnear_ft = 1", law=Law(tmp_path))
    assert all(
        "no law" in line and line.endswith("an amendment needs a law to start from") for line in refused.value.faults
    )


# --- properties ---------------------------------------------------------------------------------------------------

SCALARS = st.one_of(st.integers(-5, 3_000), st.booleans(), st.text("ab1", max_size=3), st.just([]), st.floats(0, 9))


def _toml(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value).replace("'", '"')


@given(
    row=st.sampled_from([*ROWS, "town", "other"]),
    entries=st.dictionaries(st.sampled_from([*ROW_KEYS, "other"]), SCALARS, min_size=1),
)
def test_any_row_is_law_or_a_line_for_each_fault(row: str, entries: dict[str, Any]) -> None:
    body = f"[schedule.{row}]\n" + "\n".join(f"{key} = {_toml(value)}" for key, value in entries.items())
    lines: tuple[str, ...] = ()
    try:
        amendment = read(body)
    except ImpossibleFacts as refused:
        lines = refused.faults
    assert all(line.startswith("draft.toml: [schedule") for line in lines)
    if lines:
        return
    with applying(amendment.law):
        for place in ({"fronts": "owasco-lake"}, {"fronts": "none", "distance_ft": Decimal(900), "watershed": "none"}):
            ruling = inspection_schedule(municipality="Niles", as_of=BEGINS, law_of=BEGINS, **place)
            assert ruling.values["next_due"] >= BEGINS
