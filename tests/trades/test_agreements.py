"""Agreements by which others inspect (V.XI): who may record, find and end, when, and what it is refused for."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused, NotPermitted, StaleVersion
from sanitarian.core.models import JournalEntry, RowVersion, TimelineEntry
from sanitarian.trades.agreements import end_agreement, find_law, record_agreement
from sanitarian.trades.models import SKANEATELES, Agreement
from sanitarian.trades.queries import agreement_on
from tests.places import town
from tests.wastewater.test_concurrency import at_once

pytestmark = pytest.mark.django_db
FROM, LAST = date(2026, 1, 1), date(2026, 12, 31)


def record(actor: Actor, area: str = "", **changes: Any) -> Agreement:
    given = {"by": "municipality", "document": "Local Law 2 of 2025", "starts": FROM, **changes}
    return record_agreement(actor, area=area or town("Genoa").swis, **given)


def test_an_agreement_is_recorded_with_its_paper(commissioner: Actor) -> None:
    made = record(commissioner, ends=LAST)
    assert (made.local_law_meets_minimum, made.recorded_by, made.ends) == (None, commissioner.ref, LAST)
    assert JournalEntry.objects.filter(act="trades.agreement.record", subject=f"agreement:{made.pk}").count() == 1
    assert TimelineEntry.objects.get(subject=f"agreement:{made.pk}").detail == "Local Law 2 of 2025"


def test_the_same_agreement_twice_is_one(commissioner: Actor) -> None:
    assert record(commissioner) == record(commissioner)
    assert JournalEntry.objects.filter(act="trades.agreement.record").count() == 1


@pytest.mark.parametrize("role", [role for role in Role if role != Role.COMMISSIONER])
def test_the_commissioner_alone_agrees_finds_and_ends(
    staff: Callable[[Role], Actor], commissioner: Actor, role: Role
) -> None:
    made, actor = record(commissioner), staff(role)
    for act in (
        lambda: record(actor, town("Niles").swis),
        lambda: find_law(actor, made.pk, meets_minimum=True, document="Memo 1"),
        lambda: end_agreement(actor, made.pk, ends=LAST, reason="Over"),
    ):
        with pytest.raises(NotPermitted):
            act()
    made.refresh_from_db()
    assert (made.version, made.local_law_meets_minimum, made.ends) == (1, None, None)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"document": "  "}, "Name the paper"),
        ({"ends": date(2025, 12, 31)}, "cannot end before it starts"),
        ({"area": "999999"}, "no municipality with this code"),
        ({"area": SKANEATELES}, "no municipality with this code"),
        ({"by": "watershed-inspector"}, "Say who inspects"),
        ({"by": "owner"}, "Say who inspects"),
    ],
)
def test_what_makes_no_agreement_is_refused(commissioner: Actor, changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ActRefused, match=says):
        record(commissioner, **{"area": town("Genoa").swis, **changes})
    assert not Agreement.objects.exists()


@pytest.mark.parametrize(
    ("starts", "ends", "overlaps"),
    [
        (date(2025, 1, 1), date(2025, 12, 31), False),
        (date(2025, 1, 1), FROM, True),
        (date(2026, 6, 1), date(2026, 6, 1), True),
        (LAST, None, True),
        (date(2027, 1, 1), None, False),
        (date(2025, 1, 1), None, True),
        (FROM, date(2026, 3, 1), True),
    ],
)
def test_agreements_for_one_area_do_not_overlap_by_a_day(
    commissioner: Actor, starts: date, ends: date | None, overlaps: bool
) -> None:
    record(commissioner, ends=LAST)
    record(commissioner, town("Niles").swis)  # another area is no matter
    if overlaps:
        with pytest.raises(ActRefused, match="01/01/2026 through 12/31/2026 already"):
            record(commissioner, starts=starts, ends=ends)
    else:
        assert record(commissioner, starts=starts, ends=ends).pk


def test_an_open_agreement_stands_in_the_way_of_any_later_one(commissioner: Actor) -> None:
    record(commissioner)
    with pytest.raises(ActRefused, match="runs from 01/01/2026 already"):
        record(commissioner, starts=date(2040, 1, 1))


@pytest.mark.parametrize(
    ("day", "there"), [(date(2025, 12, 31), False), (FROM, True), (LAST, True), (date(2027, 1, 1), False)]
)
def test_both_days_of_an_agreement_count(commissioner: Actor, day: date, there: bool) -> None:
    made = record(commissioner, ends=LAST)
    assert agreement_on("municipality", {made.area}, day) == (made if there else None)
    assert agreement_on("watershed-inspector", {made.area}, day) is None


def test_the_finding_is_in_writing_and_may_be_found_again(commissioner: Actor) -> None:
    made = record(commissioner)
    with pytest.raises(ActRefused, match="name the paper"):
        find_law(commissioner, made.pk, meets_minimum=True, document=" ")
    found = find_law(commissioner, made.pk, meets_minimum=False, document="Memo 1", version=1)
    assert (found.local_law_meets_minimum, found.found_on, found.version) == (False, date(2026, 6, 15), 2)
    again = find_law(commissioner, made.pk, meets_minimum=True, document="Memo 2", version=2)
    assert (again.local_law_meets_minimum, again.version) == (True, 3)
    kept = RowVersion.objects.filter(row=f"agreement:{made.pk}").order_by("version")
    assert [row.values["finding_document"] for row in kept] == ["", "Memo 1"]


def test_the_same_finding_twice_is_one(commissioner: Actor) -> None:
    made = record(commissioner)
    for _ in range(2):
        find_law(commissioner, made.pk, meets_minimum=True, document="Memo 1")
    assert JournalEntry.objects.filter(act="trades.agreement.find").count() == 1


def test_a_finding_on_what_somebody_else_changed_is_refused(commissioner: Actor) -> None:
    made = record(commissioner)
    find_law(commissioner, made.pk, meets_minimum=True, document="Memo 1", version=1)
    with pytest.raises(StaleVersion):
        find_law(commissioner, made.pk, meets_minimum=False, document="Memo 2", version=1)
    with pytest.raises(StaleVersion):
        end_agreement(commissioner, made.pk, ends=LAST, reason="Over", version=1)


def test_watershed_inspectors_rest_on_no_local_law(commissioner: Actor) -> None:
    made = record(commissioner, SKANEATELES, by="watershed-inspector")
    with pytest.raises(ActRefused, match="no local law"):
        find_law(commissioner, made.pk, meets_minimum=True, document="Memo 1")
    with pytest.raises(IntegrityError), transaction.atomic():
        Agreement.objects.filter(pk=made.pk).update(
            local_law_meets_minimum=True, finding_document="x", found_on=FROM
        )  # fmt: skip


def test_no_finding_stands_without_its_paper(commissioner: Actor) -> None:
    made = record(commissioner)
    with pytest.raises(IntegrityError), transaction.atomic():
        Agreement.objects.filter(pk=made.pk).update(local_law_meets_minimum=True)


@pytest.mark.parametrize(
    ("ends", "says"),
    [
        (date(2025, 12, 31), "cannot end before"),
        (LAST, "ends with 12/31/2026 already"),
        (date(2027, 1, 1), "record a new one"),
    ],
)
def test_an_agreement_is_shortened_only(commissioner: Actor, ends: date, says: str) -> None:
    made = record(commissioner, ends=LAST)
    with pytest.raises(ActRefused, match=says):
        end_agreement(commissioner, made.pk, ends=ends, reason="Over")


def test_an_agreement_ends_with_a_day_and_twice_says_so(commissioner: Actor) -> None:
    made = record(commissioner)
    with pytest.raises(ActRefused, match="Write why"):
        end_agreement(commissioner, made.pk, ends=LAST, reason=" ")
    assert end_agreement(commissioner, made.pk, ends=FROM, reason="Repealed").ends == FROM
    with pytest.raises(ActRefused, match="already"):
        end_agreement(commissioner, made.pk, ends=FROM, reason="Repealed")
    assert record(commissioner, starts=date(2026, 1, 2)).pk != made.pk


def test_what_is_not_there_is_neither_found_nor_ended(commissioner: Actor) -> None:
    with pytest.raises(ActRefused, match="no agreement with this number"):
        find_law(commissioner, 999, meets_minimum=True, document="Memo 1")
    with pytest.raises(ActRefused, match="no agreement with this number"):
        end_agreement(commissioner, 999, ends=LAST, reason="Over")


@pytest.mark.django_db(transaction=True)
def test_two_recorded_at_once_do_not_overlap(commissioner: Actor) -> None:
    area = town("Genoa").swis
    days = (FROM, date(2026, 2, 1))
    answers = at_once(*(lambda day=day: record(commissioner, area, starts=day) for day in days))  # type: ignore[misc]
    assert sorted(type(answer).__name__ for answer in answers) == ["ActRefused", "Agreement"]
    assert Agreement.objects.count() == 1
