"""Pump-outs that come in at the same moment: one form once, one manifest number twice suspected, none lost."""

import uuid

import pytest

from sanitarian.core import journal
from sanitarian.core.acts import ActRefused
from sanitarian.wastewater.acts.pump_out_review import settle_suspicion
from sanitarian.wastewater.acts.pump_outs import log_pump_out, withdraw_pump_out
from sanitarian.wastewater.models import PumpOut, PumpOutSuspicion
from tests.wastewater.cases import signer
from tests.wastewater.loads import firm, hauler, logged, new, plant
from tests.wastewater.test_concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_form_sent_five_times_is_one_record_with_one_number() -> None:
    of, token = firm(), uuid.uuid4()
    actor, entry = hauler(of), new(of, token=token)
    answers = at_once(*[lambda: log_pump_out(actor, entry).number] * 5)
    assert answers == ["PO-2026-00001"] * 5
    assert PumpOut.objects.count() == 1
    assert journal.verify()[1] == []


def test_one_manifest_number_logged_twice_at_once_is_stored_twice_and_suspected_once() -> None:
    of, other, place = firm(), firm("Other Pumping"), plant()
    one, two = hauler(of), hauler(other, "Ole")
    first = new(of, manifest_number="M-1", disposal_place=place)
    second = new(other, manifest_number="M 1".replace(" ", "-"), disposal_place=place)
    answers = at_once(lambda: log_pump_out(one, first), lambda: log_pump_out(two, second))
    assert [type(answer) for answer in answers] == [PumpOut, PumpOut]
    assert {row.number for row in answers} == {"PO-2026-00001", "PO-2026-00002"}
    pair = PumpOutSuspicion.objects.get()
    assert {pair.first_id, pair.second_id} == {row.pk for row in answers}
    assert all(row.counts for row in PumpOut.objects.all())


def test_one_settles_while_the_hauler_withdraws() -> None:
    of = firm()
    actor, official = hauler(of), signer()
    first = logged(actor, of, manifest_number="7")
    second = logged(actor, of, manifest_number="7")
    pair = PumpOutSuspicion.objects.get()
    answers = at_once(
        lambda: settle_suspicion(official, pair.pk, outcome="same", keep=first.pk, reason="one manifest"),
        lambda: withdraw_pump_out(actor, first.pk, reason="entered twice"),
    )
    assert not any(isinstance(answer, Exception) and not isinstance(answer, ActRefused) for answer in answers)
    second.refresh_from_db()
    assert second.counts, "whichever came first, one of the two goes on counting"
