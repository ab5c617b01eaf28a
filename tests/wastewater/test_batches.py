"""Signing clear reports together: only the clear ones, each by itself, and never the random share."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.conf import LazySettings

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused
from sanitarian.core.models import Task
from sanitarian.permits.models import Permit
from sanitarian.wastewater.acts.batches import is_drawn, plan_batch, sign_one_of_batch
from sanitarian.wastewater.acts.pipes import NewPipeResult
from sanitarian.wastewater.models import Decision, Report
from tests.wastewater.cases import FAILED, LAKE_FRONT, SUBSTANDARD, clear_system, filed, signer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_drawn(settings: LazySettings) -> None:
    settings.SANITARIAN_BATCH_SINGLE_REVIEW_SHARE = 0.0


def test_a_batch_is_one_decision_and_one_permit_each(clerk: Actor) -> None:
    reports = [filed(clerk, clear_system(clerk)) for _ in range(3)]
    official = signer()
    numbers = [sign_one_of_batch(official, report.pk).permit.number for report in reports]
    assert numbers == ["DP-2026-00001", "DP-2026-00002", "DP-2026-00003"]
    assert Decision.objects.filter(in_batch=True).exclude(finding="").count() == 3


UNCLEAR: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "failed": ("Genoa", {}, FAILED),
    "incomplete": ("Genoa", {}, {"fixtures": ""}),
    "undetermined": ("Genoa", {}, {"overflow_points": None}),
    "interim": ("Genoa", {}, SUBSTANDARD),
    "no-application": ("Genoa", {}, {"application_signed_on": None}),
    "interest": ("Genoa", {}, {"inspector_interest": True}),
    "interest-not-shown": ("Genoa", {}, {"inspector_interest": None}),
    "late": ("Genoa", {}, {"performed": date(2026, 3, 2)}),
    "sewer-not-shown": ("Genoa", {"sewer": "unknown"}, {}),
    "public-sewer": ("Genoa", {"sewer": "public"}, {}),
    "frontage-not-shown": ("Niles", {"fronts": None, "distance_ft": None}, {"drain_pipe_count": 0}),
    "counsel": (
        "Niles", LAKE_FRONT,
        {"drain_pipe_count": 1, "pipes": [
            NewPipeResult(pipe="north", result="150", unit="CFU/100 mL", sampled=date(2026, 6, 1),
                          laboratory_certified=True)
        ]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", UNCLEAR)
def test_what_is_not_clear_is_set_aside_with_why(clerk: Actor, kind: str) -> None:
    municipality, zone, shown = UNCLEAR[kind]
    report = filed(clerk, clear_system(clerk, municipality, **zone), **shown)
    plan = plan_batch([report.pk])
    assert (plan.to_sign, plan.drawn, len(plan.set_aside)) == ((), (), 1)
    assert plan.set_aside[0][1]
    task = Task.objects.get(kind="wastewater.review", subject=f"report:{report.pk}")
    assert task.needs_an_eye
    assert ": " in task.title
    with pytest.raises(ActRefused, match="not clear"):
        sign_one_of_batch(signer(), report.pk)
    assert not Permit.objects.exists()


def test_a_clear_one_stands_among_the_clear_ones(clerk: Actor) -> None:
    report = filed(clerk, clear_system(clerk))
    assert not Task.objects.get(kind="wastewater.review").needs_an_eye
    assert plan_batch([report.pk]).to_sign == (report.pk,)


def test_what_changed_since_the_list_was_shown_is_not_signed(clerk: Actor) -> None:
    report = filed(clerk, clear_system(clerk))
    Report.objects.filter(pk=report.pk).update(vertical_separation_ft=Decimal(1), conforms_75a=False, tank_ok=False)
    with pytest.raises(ActRefused, match="not clear any more"):
        sign_one_of_batch(signer(), report.pk)


def test_a_report_signed_already_is_not_signed_again(clerk: Actor) -> None:
    report, official = filed(clerk, clear_system(clerk)), signer()
    sign_one_of_batch(official, report.pk)
    with pytest.raises(ActRefused, match="does not wait"):
        sign_one_of_batch(official, report.pk)
    assert Permit.objects.count() == 1


def test_the_drawn_share_is_reviewed_by_itself(clerk: Actor, settings: LazySettings) -> None:
    settings.SANITARIAN_BATCH_SINGLE_REVIEW_SHARE = 1.0
    report = filed(clerk, clear_system(clerk))
    assert plan_batch([report.pk]).drawn == (report.pk,)
    with pytest.raises(ActRefused, match="drawn"):
        sign_one_of_batch(signer(), report.pk)


def test_about_the_share_is_drawn_and_asking_again_changes_nothing(settings: LazySettings) -> None:
    settings.SANITARIAN_BATCH_SINGLE_REVIEW_SHARE = 0.2
    drawn = [number for number in range(2_000) if is_drawn(number)]
    assert 300 < len(drawn) < 500
    assert drawn == [number for number in range(2_000) if is_drawn(number)]
