"""Inspections by municipalities and watershed inspectors in review: the law's answer, and where findings are made."""

import re
from datetime import date
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused
from sanitarian.core.models import Task
from sanitarian.parties.models import RoleGrant, User
from sanitarian.trades.agreements import end_agreement, find_law
from sanitarian.trades.models import Agreement
from sanitarian.wastewater.acts.batches import plan_batch, sign_one_of_batch
from sanitarian.wastewater.acts.decisions import send_back
from sanitarian.wastewater.acts.systems import amend_system, match_system
from sanitarian.wastewater.assessment import assess
from sanitarian.wastewater.models import Report
from tests.places import parcel, town
from tests.wastewater.cases import clear_system, filed, inspector, signer

pytestmark = pytest.mark.django_db
MUNICIPAL: dict[str, Any] = {"basis": "municipality", "procedure_met": True}
WATERSHED: dict[str, Any] = {"basis": "watershed-inspector", "procedure_met": True}


@pytest.fixture(autouse=True)
def nobody_drawn(settings: LazySettings) -> None:
    settings.SANITARIAN_BATCH_SINGLE_REVIEW_SHARE = 0.0


@pytest.fixture
def official() -> Actor:
    return signer()


@pytest.fixture
def desk(official: Actor) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=official.user_id))
    return client


def agreement(name: str = "Genoa", found: bool | None = True) -> Agreement:
    paper = {} if found is None else {"finding_document": "Memo 1", "found_on": date(2026, 1, 2)}
    return Agreement.objects.create(
        by="municipality", area=town(name).swis, starts=date(2026, 1, 1), document="Local Law 2",
        recorded_by="user:0", local_law_meets_minimum=found, **paper,
    )  # fmt: skip


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def task_of(report: Report) -> Task:
    return Task.objects.get(kind="wastewater.review", subject=f"report:{report.pk}", closed_at__isnull=True)


def test_an_accepted_one_is_reviewed_like_any_and_signed_with_others(
    clerk: Actor, official: Actor, desk: Client
) -> None:
    agreement()
    report = filed(clerk, clear_system(clerk), **MUNICIPAL)
    page = text_of(desk.get(f"/desk/review/{report.pk}/"))
    assert "Does the department accept this inspection by others? Accepted" in page
    assert "Municipality under home rule. Town of Genoa: Local Law 2." in page
    assert "Was the inspector certified" not in page
    assert "Tested by the department’s procedure, or stricter Yes" in page
    assert not task_of(report).needs_an_eye
    assert plan_batch([report.pk]).to_sign == (report.pk,)
    assert sign_one_of_batch(official, report.pk).permit is not None


def test_what_waits_for_a_finding_leads_to_where_it_is_made(
    clerk: Actor, commissioner: Actor, official: Actor, desk: Client
) -> None:
    made = agreement(found=None)
    report = filed(clerk, clear_system(clerk), **MUNICIPAL)
    assert "Whether the department accepts this inspection by others is not shown" in task_of(report).title
    assert plan_batch([report.pk]).to_sign == ()
    page = desk.get(f"/desk/review/{report.pk}/")
    assert f'href="/desk/inspectors/others/{made.pk}/"' in page.content.decode()
    assert "waits for a finding of the department itself" in text_of(page)
    assert "The law proposes to send the report back" not in text_of(page)
    with pytest.raises(ActRefused, match="not clear any more"):
        sign_one_of_batch(official, report.pk)
    find_law(commissioner, made.pk, meets_minimum=True, document="Memo 1")
    page = text_of(desk.get(f"/desk/review/{report.pk}/"))
    assert "waits for a finding" not in page
    assert "Accept and issue the permit" in page
    assert sign_one_of_batch(official, report.pk).permit is not None


def test_a_law_that_does_not_suffice_is_no_matter_of_a_missing_finding(clerk: Actor, desk: Client) -> None:
    agreement(found=False)
    report = filed(clerk, clear_system(clerk), **MUNICIPAL)
    page = text_of(desk.get(f"/desk/review/{report.pk}/"))
    assert "The department does not accept this inspection by others" in page
    assert "The law proposes to send the report back" in page
    assert "Record the finding" not in page
    assert plan_batch([report.pk]).to_sign == ()


def test_a_watershed_inspection_waits_for_the_finding_on_the_system(clerk: Actor, desk: Client) -> None:
    where = clear_system(clerk, "Niles")
    report = filed(clerk, where, **WATERSHED)
    page = desk.get(f"/desk/review/{report.pk}/").content.decode()
    assert f'href="/desk/systems/{where.pk}/#correct"' in page
    assert task_of(report).needs_an_eye
    where.refresh_from_db()
    amend_system(clerk, where.pk, version=where.version, skaneateles_watershed=True)
    assert not task_of(report).needs_an_eye, "sorted anew with the finding"
    assert "waits for a finding" not in text_of(desk.get(f"/desk/review/{report.pk}/"))
    where.refresh_from_db()
    amend_system(clerk, where.pk, version=where.version, skaneateles_watershed=False)
    assert "does not accept" in task_of(report).title


def test_what_is_missing_besides_goes_back_all_the_same(clerk: Actor, desk: Client) -> None:
    agreement(found=None)
    report = filed(clerk, clear_system(clerk), **MUNICIPAL, fixtures="")
    page = text_of(desk.get(f"/desk/review/{report.pk}/"))
    assert "The law proposes to send the report back" in page
    assert "Record the finding on the local law" in page


def test_an_agreement_that_ends_takes_its_reports_out_of_the_batch(
    clerk: Actor, commissioner: Actor, official: Actor
) -> None:
    made = agreement()
    report = filed(clerk, clear_system(clerk), **MUNICIPAL)
    assert plan_batch([report.pk]).to_sign == (report.pk,)
    end_agreement(commissioner, made.pk, ends=date(2026, 5, 31), reason="Repealed")
    with pytest.raises(ActRefused, match="not clear any more"):
        sign_one_of_batch(official, report.pk)


def test_a_place_matched_outside_the_inspectors_town_is_not_accepted(clerk: Actor, desk: Client) -> None:
    """The filer named a place that was not on record; staff find that it lies in the next town, which inspects too."""
    for name in ("Genoa", "Niles"):
        agreement(name)
    who = inspector(certified_on=None)
    account = User.objects.create_user("mae@genoa.example", None, name="Mae")
    RoleGrant.objects.create(
        user=account, role=Role.MUNICIPALITY, party=who.party, area=town("Genoa").swis, starts=date(2020, 1, 1)
    )
    report = filed(clerk, None, **MUNICIPAL, inspector=who, place_text="Past the mill")
    assert assess(report).rulings["outside-inspection"].outcome == "undetermined"
    match_system(clerk, report.system.pk, [parcel("Niles")])
    report.refresh_from_db()
    assert assess(report).rulings["outside-inspection"].outcome == "not-accepted"
    page = text_of(desk.get(f"/desk/review/{report.pk}/"))
    assert "Does the department accept this inspection by others? Not accepted" in page
    assert "No agreement with the inspector’s municipality covers this place on that day" in page
    assert "does not accept" in task_of(report).title


def test_a_report_by_others_goes_back_with_its_own_reason(clerk: Actor, official: Actor, desk: Client) -> None:
    report = filed(clerk, clear_system(clerk), **MUNICIPAL)
    page = desk.get(f"/desk/review/{report.pk}/").content.decode()
    assert re.search(r'value="others"[^>]*checked', page)
    assert not re.search(r'value="inspector_certified"[^>]*checked', page)
    send_back(official, report.pk, codes=["others"])
    report.refresh_from_db()
    assert "accepts this inspection by others" in report.return_reasons.get().text


def test_a_missing_course_leads_to_the_inspector(clerk: Actor, desk: Client) -> None:
    agreement()
    who = inspector(certified_on=None)
    who.courses.all().delete()
    report = filed(clerk, clear_system(clerk), **MUNICIPAL, inspector=who)
    assert f'href="/desk/inspectors/{who.pk}/"' in desk.get(f"/desk/review/{report.pk}/").content.decode()
