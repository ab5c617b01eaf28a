"""Firms and their permits: what speaks for a day, and what the record refuses."""

from datetime import date

import pytest

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, NotPermitted
from sanitarian.core.models import JournalEntry, RowVersion
from sanitarian.core.search import find
from sanitarian.parties.models import Party
from sanitarian.trades.facts import firm_standing, hauler_licensed, license_for
from sanitarian.trades.firms import record_license, register_firm, withdraw_license
from sanitarian.trades.models import Firm, License
from tests.wastewater.loads import firm, hauler

pytestmark = pytest.mark.django_db
STATE, COUNTY = "state-hauler-permit", "business-permit"


def give(made: Firm, kind: str, starts: date, through: date, **facts: object) -> License:
    number = f"N-{made.licenses.count()}"
    return License.objects.create(
        firm=made, kind=kind, number=number, starts=starts, through=through, recorded_by="user:0", **facts
    )


@pytest.mark.parametrize(
    ("day", "licensed"),
    [
        (date(2024, 12, 31), None),  # none on record had begun: not shown, not refused
        (date(2025, 1, 1), True),
        (date(2025, 12, 31), True),
        (date(2026, 1, 1), False),
    ],
)
def test_a_license_counts_from_its_first_day_through_its_last(day: date, licensed: bool | None) -> None:
    made = firm(licensed=False)
    give(made, STATE, date(2025, 1, 1), date(2025, 12, 31))
    assert hauler_licensed(made.licenses.all(), day) is licensed


def test_a_withdrawn_license_stops_on_its_day_and_another_one_stands() -> None:
    made = firm(licensed=False)
    give(made, STATE, date(2025, 1, 1), date(2026, 12, 31), withdrawn_on=date(2025, 6, 1))
    assert hauler_licensed(made.licenses.all(), date(2025, 5, 31)) is True
    assert hauler_licensed(made.licenses.all(), date(2025, 6, 1)) is False
    other = give(made, STATE, date(2025, 3, 1), date(2025, 9, 30))
    assert license_for(made.licenses.all(), STATE, date(2025, 6, 1)) == other
    assert hauler_licensed(made.licenses.all(), date(2025, 6, 1)) is True


@pytest.mark.parametrize(
    ("state", "county", "outcome", "missing"),
    [
        (True, True, "may-work", []),
        (False, True, "undetermined", ["state-hauler-permit"]),
        (True, False, "undetermined", ["business-permit"]),
        (False, False, "undetermined", ["business-permit", "state-hauler-permit"]),
    ],
)
def test_what_is_not_on_record_is_not_shown(state: bool, county: bool, outcome: str, missing: list[str]) -> None:
    ruling = firm_standing(firm(licensed=state, permitted=county), date(2026, 6, 1))
    assert ruling.outcome == outcome
    assert sorted(ruling.values["missing"]) == missing


def test_a_missing_county_permit_does_not_touch_the_license() -> None:
    made = firm(permitted=False)
    give(made, COUNTY, date(2025, 1, 1), date(2025, 12, 31))
    day = date(2026, 6, 1)
    assert firm_standing(made, day).outcome == "may-not-work"
    assert hauler_licensed(made.licenses.all(), day) is True


def test_a_firm_is_registered_once_and_gains_a_trade(clerk: Actor) -> None:
    party = Party.objects.create(name="Digger & Sons", kind="firm")
    made = register_firm(clerk, party=party, hauls=False, installs=True)
    again = register_firm(clerk, party=party, hauls=True, installs=False)
    assert (made.pk, again.number, again.hauls, again.installs) == (again.pk, "FM-0001", True, True)
    assert RowVersion.objects.filter(row=f"firm:{made.pk}").count() == 1
    assert [hit.ref for hit in find("digger").hits if hit.kind == "firm"] == [f"firm:{made.pk}"]
    with pytest.raises(ActRefused, match="what the firm does"):
        register_firm(clerk, party=Party.objects.create(name="Nothing"), hauls=False, installs=False)


def test_recording_a_license_twice_is_once_and_other_days_are_refused(clerk: Actor) -> None:
    made = firm(licensed=False)
    days = {"starts": date(2026, 1, 1), "through": date(2026, 12, 31)}
    first = record_license(clerk, made.pk, kind=STATE, number=" 7A-9 ", **days)
    assert record_license(clerk, made.pk, kind=STATE, number="7A-9", **days) == first
    assert JournalEntry.objects.filter(act="trades.license.record").count() == 1
    with pytest.raises(ActRefused, match="on record already, through 12/31/2026"):
        record_license(clerk, made.pk, kind=STATE, number="7A-9", starts=days["starts"], through=date(2027, 1, 1))
    with pytest.raises(ActRefused, match="cannot end before"):
        record_license(clerk, made.pk, kind=STATE, number="8", starts=date(2026, 1, 2), through=date(2026, 1, 1))
    with pytest.raises(ActRefused, match="number"):
        record_license(clerk, made.pk, kind=STATE, number=" ", **days)


def test_withdrawing_needs_a_reason_and_a_day_in_its_term(clerk: Actor) -> None:
    item = firm().licenses.get(kind=STATE)
    for on, reason, said in (
        (date(2026, 6, 1), " ", "who ended"),
        (date(2026, 6, 16), "gone", "future"),
        (date(2024, 12, 31), "gone", "began on"),
    ):
        with pytest.raises(ActRefused, match=said):
            withdraw_license(clerk, item.pk, on=on, reason=reason)
    withdraw_license(clerk, item.pk, on=date(2026, 6, 1), reason="Revoked by the DEC")
    assert hauler_licensed(item.firm.licenses.all(), date(2026, 6, 1)) is False
    with pytest.raises(ActRefused, match="withdrawn from 06/01/2026 already"):
        withdraw_license(clerk, item.pk, on=date(2026, 6, 2), reason="again")


def test_haulers_cannot_license_themselves() -> None:
    made = firm(licensed=False)
    with pytest.raises(NotPermitted):
        record_license(
            hauler(made), made.pk, kind=STATE, number="1", starts=date(2026, 1, 1), through=date(2026, 12, 31)
        )
