"""The journal: written last, chained, append-only, without personal data."""

import threading
from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, transaction

from sanitarian.core import journal
from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import REGISTRY, act
from sanitarian.core.acts import journal as write
from sanitarian.core.models import JournalEntry, JournalHead
from sanitarian.parties.acts import create_user, grant_role
from sanitarian.parties.models import User


def _three_entries(administrator: Actor) -> None:
    for number in range(3):
        create_user(administrator, email=f"person{number}@county.example", name=f"Person {number}")


def test_entries_are_chained_and_verified(administrator: Actor) -> None:
    _three_entries(administrator)
    assert journal.verify() == (3, [])
    assert [entry.act for entry in JournalEntry.objects.order_by("seq")] == ["parties.user.create"] * 3


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda: JournalEntry.objects.filter(seq=2).update(body="{}" + " "), 2),
        (lambda: JournalEntry.objects.filter(seq=2).update(actor="user:999"), 2),
        (lambda: JournalEntry.objects.filter(seq=2).delete(), 2),
        (lambda: JournalEntry.objects.filter(seq=3).delete(), 3),
        (lambda: JournalHead.objects.update(hash="f" * 64), 3),
    ],
    ids=["text", "column", "gap", "cut off", "head"],
)
def test_every_kind_of_tampering_is_found(administrator: Actor, change: Callable[[], object], where: int) -> None:
    _three_entries(administrator)
    body_keeps_its_keys = JournalEntry.objects.get(seq=2).body
    change()
    if not JournalEntry.objects.filter(seq=2, body="{} ").exists():
        assert where in {fault.seq for fault in journal.verify()[1]}
        return
    JournalEntry.objects.filter(seq=2).update(body=body_keeps_its_keys.replace("user", "uzer", 1))
    assert where in {fault.seq for fault in journal.verify()[1]}


def test_the_database_refuses_to_change_or_delete_an_entry(administrator: Actor) -> None:
    _three_entries(administrator)
    journal.guard()
    try:
        for attack in (
            lambda: JournalEntry.objects.filter(seq=1).delete(),
            lambda: JournalEntry.objects.filter(seq=1).update(actor="user:2"),
        ):
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                attack()
    finally:
        journal.unguard()
    assert JournalEntry.objects.count() == 3


def test_the_journal_holds_no_names_and_no_addresses(administrator: Actor) -> None:
    create_user(administrator, email="tess@county.example", name="Tess O'Brien")
    body = JournalEntry.objects.get().body
    assert "tess" not in body.lower()
    assert "brien" not in body.lower()


def test_an_act_that_fails_leaves_no_trace(administrator: Actor) -> None:
    @act("parties.user.create")
    def half_done(actor: Actor) -> None:
        user = User.objects.create_user("half@county.example", None, name="Half")
        write(actor, "parties.user.create", f"user:{user.pk}")
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        half_done(administrator)
    assert not User.objects.filter(email="half@county.example").exists()
    assert journal.verify() == (0, [])


def test_an_act_within_an_act_journals_with_the_outer_one(administrator: Actor) -> None:
    @act("parties.user.create")
    def outer(actor: Actor) -> None:
        user = create_user(actor, email="inner@county.example", name="Inner")
        assert JournalEntry.objects.count() == 0
        grant_role(actor, user, Role.CLERK)

    REGISTRY["parties.user.create"] = create_user  # the table names the real one
    outer(administrator)
    assert [entry.act for entry in JournalEntry.objects.order_by("seq")] == [
        "parties.user.create",
        "parties.grant.give",
    ]


def test_writing_outside_an_act_is_a_fault_of_the_program(administrator: Actor) -> None:
    with pytest.raises(RuntimeError, match="inside an act"):
        write(administrator, "parties.user.create", "user:1")


@pytest.mark.django_db(transaction=True)
def test_what_an_act_leaves_for_after_its_commit_is_an_act_of_its_own() -> None:
    from tests.conftest import _staff

    administrator = _staff(Role.ADMINISTRATOR)
    user = create_user(administrator, email="later@county.example", name="Later")

    @act("parties.user.create")
    def first(actor: Actor) -> None:
        write(actor, "parties.user.create", "user:0")
        transaction.on_commit(lambda: grant_role(actor, user, Role.CLERK))

    REGISTRY["parties.user.create"] = create_user  # the table names the real one
    first(administrator)
    acts = [entry.act for entry in JournalEntry.objects.order_by("seq")]
    assert acts == ["parties.user.create", "parties.user.create", "parties.grant.give"]
    assert journal.verify()[1] == []


@pytest.mark.django_db(transaction=True)
def test_eight_writers_at_once_keep_one_chain() -> None:
    from tests.conftest import _staff

    administrator = _staff(Role.ADMINISTRATOR)
    failures: list[BaseException] = []

    def work(worker: int) -> None:
        try:
            for number in range(5):
                create_user(administrator, email=f"w{worker}-{number}@county.example", name="W")
        except BaseException as fault:  # noqa: BLE001 - reported below
            failures.append(fault)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert journal.verify() == (40, [])
