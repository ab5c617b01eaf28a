"""The figures that the public pages print: each with its section and versions, the newest first."""

from datetime import date, timedelta

from sanitarian.law.data import limit
from sanitarian.law.figures import Published, published


def figure(name: str) -> Published:
    (found,) = [each for each in published() if each.name == name]
    return found


def test_every_kind_of_figure_is_published_once() -> None:
    names = [each.name for each in published()]
    assert len(names) == len(set(names))
    # the county's limits, the State's, a table of the State, and the first and the last fee
    assert {"pump_out_months", "hearing_notice_days", "septic_tank", "construction-permit", "tank-replacement"} <= set(
        names
    )


def test_versions_stand_newest_first_and_a_day_finds_its_own() -> None:
    for each in published():
        days = [version.since for version in each.versions]
        assert days == sorted(days, reverse=True)
        assert each.on() == each.versions[0]
        for version in each.versions:
            assert each.on(version.since) == version
        before = days[-1] - timedelta(1)
        assert each.on(before) is None


def test_a_figure_that_changed_has_both_its_versions() -> None:
    penalty = figure("penalty_per_charge")
    assert [version.since for version in penalty.versions] == [date(2011, 8, 9), date(1994, 8, 9)]
    assert penalty.on(date(2011, 8, 8)) == penalty.versions[1]
    assert [version.value for version in penalty.versions] == [
        limit("penalty_per_charge", date(2011, 8, 9)),
        limit("penalty_per_charge", date(2011, 8, 8)),
    ]


def test_what_nobody_has_read_in_its_text_says_so() -> None:
    assert figure("pump_out_months").verified is True
    assert figure("water_people").verified is False
    assert figure("water_people").versions[0].source
    assert figure("datum_tolerance_ft").verified is False


def test_a_figure_left_to_the_department_names_its_reading() -> None:
    assert figure("transfer_inspection_months").reading == "E-5"
    assert figure("pump_out_months").reading == ""


def test_a_fee_names_its_section_and_amount() -> None:
    fee = figure("construction-permit")
    assert fee.section == "V.XIII.1"
    assert fee.title.startswith("the fee for ")
    assert fee.versions[0].value.startswith("$")
