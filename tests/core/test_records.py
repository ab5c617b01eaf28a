"""Row history, numbers, worklist."""

import pytest

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, StaleVersion, lock
from sanitarian.core.export import csv_safe
from sanitarian.core.models import RowVersion, Task
from sanitarian.core.records import close_tasks, keep_version, next_number, open_task
from sanitarian.parties.models import Party


def test_numbers_of_a_series_have_no_gaps_and_series_do_not_mix(db: None) -> None:
    assert [next_number("DP-2026"), next_number("DP-2026"), next_number("IP-2026"), next_number("DP-2026")] == [
        1,
        2,
        1,
        3,
    ]


def test_a_version_keeps_what_was_there_before(clerk: Actor) -> None:
    party = Party.objects.create(name="Old Name")
    keep_version(clerk, "parties.party.amend", party)
    party.name = "New Name"
    party.save()
    kept = RowVersion.objects.get(row=f"party:{party.pk}")
    assert (kept.version, kept.values["name"], party.version) == (1, "Old Name", 2)


def test_a_stale_version_is_refused(clerk: Actor) -> None:
    party = Party.objects.create(name="Somebody", version=3)
    assert lock(Party, party.pk, version=3) == party
    with pytest.raises(StaleVersion):
        lock(Party, party.pk, version=2)
    with pytest.raises(ActRefused, match="no party"):
        lock(Party, party.pk + 1)


def test_a_task_is_open_once_and_may_open_again_after_it_was_closed(clerk: Actor) -> None:
    first = open_task("review", "report:1", "Review", role="sanitarian")
    again = open_task("review", "report:1", "Review again", role="sanitarian")
    assert (first.pk, Task.objects.get().title) == (again.pk, "Review again")
    assert close_tasks(clerk, "report:1") == 1
    open_task("review", "report:1", "Review", role="sanitarian")
    assert Task.objects.filter(subject="report:1").count() == 2


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ('=HYPERLINK("x")', '\'=HYPERLINK("x")'),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("+1 (315) 555-0100", "'+1 (315) 555-0100"),
        ("\t=1+1", "'\t=1+1"),
        ("−12 Elm St", "−12 Elm St"),
        (-75.63, -75.63),
        ("12 Test Rd", "12 Test Rd"),
        (None, None),
    ],
)
def test_a_text_cell_cannot_run_as_a_formula(value: object, cell: object) -> None:
    assert csv_safe(value) == cell
