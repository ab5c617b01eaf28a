"""What officials decide: the law proposes, a named official signs; nothing issues that may not."""

from datetime import date, timedelta
from typing import Any

import pytest

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, NotPermitted, StaleVersion
from sanitarian.core.dates import use_today
from sanitarian.core.models import Task
from sanitarian.law.data import Law, active, applying
from sanitarian.letters.models import Letter
from sanitarian.permits.acts import NewCondition
from sanitarian.permits.models import Permit
from sanitarian.permits.status import public_status
from sanitarian.wastewater.acts.decisions import (
    accept_report,
    decide_otherwise,
    issue_waiting_permit,
    send_back,
)
from sanitarian.wastewater.acts.permits import renew_for_balance, usual_conditions
from sanitarian.wastewater.acts.pipes import NewPipeResult, find_origin, notify_of_result
from sanitarian.wastewater.acts.reports import record_application, record_later_result
from sanitarian.wastewater.assessment import assess
from sanitarian.wastewater.models import Decision, DischargePermit, DrainPipe, Report, Round, System
from tests.wastewater.cases import (
    FAILED,
    LAKE_FRONT,
    SUBSTANDARD,
    clear_system,
    filed,
    inspector,
    signer,
    user,
)

pytestmark = pytest.mark.django_db


def test_accepting_issues_the_permit_closes_the_round_and_keeps_the_rulings(clerk: Actor) -> None:
    where = clear_system(clerk)
    report = filed(clerk, where)
    decided = accept_report(signer(), report.pk)
    permit, decision = decided.permit, decided.decision
    assert (permit.number, permit.holder.name, permit.town) == ("DP-2026-00001", "Tess Made-Up", "Town of Genoa")
    # The next inspection is due on December 31, 2033; five years are the most.
    assert (permit.starts, permit.through) == (date(2026, 6, 15), date(2031, 6, 14))
    assert set(decision.rulings) >= {"classification", "report-completeness", "inspection-schedule", "scope"}
    assert decision.facts["classification"]["conforms_75a"] is True
    assert (decision.law_version, decision.outcome) == ("2006-03-14", "issue")
    assert list(where.rounds.order_by("due").values_list("due", "status")) == [
        (date(2026, 12, 31), "satisfied"), (date(2033, 12, 31), "open"),
    ]  # fmt: skip
    assert System.objects.get().classification == "design-standards"
    assert not Task.objects.filter(kind="wastewater.review", closed_at=None).exists()


def test_the_permits_paper_verifies_without_names(clerk: Actor) -> None:
    permit = accept_report(signer(), filed(clerk, clear_system(clerk)).pk).permit
    letter = Letter.objects.get(subject=f"permit:{permit.pk}")
    assert letter.context["holder"] == "Tess Made-Up"
    shown = public_status(permit.pk)
    assert (shown.status, shown.place, shown.through) == ("In force", permit.place, permit.through)
    assert "Tess" not in repr(shown)


def test_approving_twice_makes_one_permit(clerk: Actor) -> None:
    report, official = filed(clerk, clear_system(clerk)), signer()
    accept_report(official, report.pk)
    with pytest.raises(ActRefused, match="accepted"):
        accept_report(official, report.pk)
    assert (Permit.objects.count(), Decision.objects.count()) == (1, 1)


def test_a_stale_review_decides_nothing(clerk: Actor) -> None:
    report = filed(clerk, clear_system(clerk))
    with pytest.raises(StaleVersion):
        accept_report(signer(), report.pk, version=report.version - 1)
    assert not Decision.objects.exists()


def test_without_a_delegation_nothing_is_decided(clerk: Actor, sanitarian: Actor) -> None:
    report = filed(clerk, clear_system(clerk))
    with pytest.raises(ActRefused, match="No written delegation"):
        accept_report(sanitarian, report.pk)
    assert Report.objects.get().state == "submitted"
    with pytest.raises(NotPermitted):
        accept_report(clerk, report.pk)


def test_the_commissioner_needs_no_delegation(clerk: Actor, commissioner: Actor) -> None:
    permit = accept_report(commissioner, filed(clerk, clear_system(clerk)).pk).permit
    assert permit.delegation is None


def test_sending_back_tells_the_filer_why_and_the_report_may_come_again(clerk: Actor) -> None:
    report, official = filed(clerk, clear_system(clerk), fixtures=""), signer()
    with pytest.raises(ActRefused, match="Send it back"):
        accept_report(official, report.pk)
    send_back(official, report.pk, codes=["fixtures", "other"], remark="Count the sinks too.")
    reasons = Report.objects.get().return_reasons.values_list("code", "cite")
    assert list(reasons) == [("fixtures", "V.IV.C.4"), ("other", "V.IV.C.8")]
    letter = Letter.objects.get(kind="report_returned")
    assert [reason["code"] for reason in letter.context["reasons"]] == ["fixtures", "other"]
    assert (letter.context["reasons"][1]["text"], letter.context["note"]) == ("Count the sinks too.", "")


@pytest.mark.parametrize(
    ("codes", "remark", "message"),
    [([], "", "at least one"), (["nonsense"], "", "no reason called"), (["other"], " ", "Write a remark")],
)
def test_a_return_without_reason_is_refused(clerk: Actor, codes: list[str], remark: str, message: str) -> None:
    report = filed(clerk, clear_system(clerk))
    with pytest.raises(ActRefused, match=message):
        send_back(signer(), report.pk, codes=codes, remark=remark)


@pytest.mark.parametrize("permit_kind", ["discharge", "interim"])
@pytest.mark.parametrize("classification", ["design-standards", "existing-standards", "substandard"])
@pytest.mark.parametrize(
    "shown",
    [
        pytest.param(FAILED, id="failed-by-discharge"),
        pytest.param({"broken_component": True, "pollution_likely": True}, id="failed-by-breakage"),
        pytest.param({"fixtures": ""}, id="incomplete"),
        pytest.param({"operation_tested": None}, id="not-tested"),
        pytest.param({"application_signed_on": None}, id="no-application"),
    ],
)
def test_no_decision_issues_what_may_not_issue(
    clerk: Actor, shown: dict[str, Any], classification: str, permit_kind: str
) -> None:
    report = filed(clerk, clear_system(clerk), **shown)
    with pytest.raises(ActRefused):
        decide_otherwise(
            signer(), report.pk, classification=classification, permit_kind=permit_kind, reason="I know better"
        )
    assert (Permit.objects.count(), Decision.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("classification", "permit_kind", "message"),
    [
        ("substandard", "discharge", "goes with"),
        ("design-standards", "interim", "goes with"),
        ("failed", "discharge", "goes with"),
        ("excellent", "none", "Choose a classification"),
        ("design-standards", "lifelong", "Choose a classification"),
    ],
)
def test_class_and_permit_go_together(clerk: Actor, classification: str, permit_kind: str, message: str) -> None:
    report = filed(clerk, clear_system(clerk))
    with pytest.raises(ActRefused, match=message):
        decide_otherwise(signer(), report.pk, classification=classification, permit_kind=permit_kind, reason="why")


def test_deciding_otherwise_keeps_both(clerk: Actor) -> None:
    report = filed(clerk, clear_system(clerk))
    official = signer()
    with pytest.raises(ActRefused, match="Write why"):
        decide_otherwise(official, report.pk, classification="substandard", permit_kind="interim", reason=" ")
    decided = decide_otherwise(
        official, report.pk, classification="substandard", permit_kind="interim", reason="The tank leaked when I came."
    )
    assert (decided.permit.kind, decided.decision.outcome) == ("interim", "otherwise")
    assert decided.decision.rulings["classification"]["outcome"] == "design-standards"
    assert decided.decision.reason == "The tank leaked when I came."


def test_a_failed_system_lands_on_the_worklist_without_a_permit(clerk: Actor) -> None:
    decided = accept_report(signer(), filed(clerk, clear_system(clerk), **FAILED).pk)
    assert (decided.permit, decided.decision.classification) == (None, "failed")
    assert Task.objects.filter(kind="wastewater.failed-system", closed_at=None).count() == 1


def test_an_interim_permit_carries_its_conditions_for_one_year(clerk: Actor) -> None:
    report = filed(clerk, clear_system(clerk), **SUBSTANDARD)
    conditions = [*usual_conditions(["pump-out", "no-expansion"], date(2026, 6, 15)), NewCondition("Keep drains away")]
    permit = accept_report(signer(), report.pk, conditions=conditions).permit
    assert (permit.kind, permit.number, permit.through) == ("interim", "IP-2026-00001", date(2027, 6, 14))
    assert list(permit.conditions.values_list("position", "due", "cite")) == [
        (1, date(2026, 8, 14), "V.V.E.3"), (2, None, "V.V.E.1"), (3, None, ""),
    ]  # fmt: skip


def _round(where: System, due: date, **values: Any) -> Round:
    credit_from = due.replace(year=due.year - 1)
    return Round.objects.create(
        system=where, due=due, act_by=due, credit_from=credit_from, schedule_class=where.schedule_class,
        cycle_years=where.cycle_years, **values,
    )  # fmt: skip


def test_one_report_closes_a_late_round_and_serves_the_next(clerk: Actor) -> None:
    where = clear_system(clerk, "Niles", **LAKE_FRONT)
    _round(where, date(2024, 11, 1))
    permit = accept_report(signer(), filed(clerk, where, drain_pipe_count=0).pk).permit
    assert list(where.rounds.order_by("due").values_list("due", "status")) == [
        (date(2024, 11, 1), "late"), (date(2026, 11, 1), "satisfied"), (date(2028, 11, 1), "open"),
    ]  # fmt: skip
    assert permit.through == date(2028, 11, 1) + timedelta(days=90)


def test_an_inspection_too_early_leaves_the_round_open(clerk: Actor) -> None:
    where = clear_system(clerk, "Cato")  # due on December 31, 2028
    decided = accept_report(signer(), filed(clerk, where).pk)
    assert list(where.rounds.values_list("due", "status")) == [(date(2028, 12, 31), "open")]
    assert decided.permit.discharge.next_due == date(2028, 12, 31)


def test_an_old_late_round_does_not_set_the_term_by_a_date_that_is_over(clerk: Actor) -> None:
    where = clear_system(clerk, "Cato")
    _round(where, date(2014, 12, 31))
    decided = accept_report(signer(), filed(clerk, where).pk)
    assert decided.permit.discharge.next_due == date(2028, 12, 31)


def test_a_later_report_of_an_earlier_day_does_not_reclassify(clerk: Actor) -> None:
    where, official = clear_system(clerk), signer()
    accept_report(official, filed(clerk, where).pk)
    accept_report(official, filed(clerk, where, performed=date(2026, 3, 2), **SUBSTANDARD).pk)
    where.refresh_from_db()
    assert (where.classification, where.last_inspected) == ("design-standards", date(2026, 6, 1))


def test_a_permit_waits_for_the_application_and_issues_when_it_is_on_file(clerk: Actor) -> None:
    report, official = filed(clerk, clear_system(clerk), application_signed_on=None), signer()
    first = accept_report(official, report.pk)
    assert (first.permit, first.decision.classification) == (None, "design-standards")
    assert Task.objects.filter(kind="wastewater.permit-waits", closed_at=None).count() == 1
    with pytest.raises(ActRefused, match="signed application"):
        issue_waiting_permit(official, report.pk)
    owner = report.parcel.ownerships.get().party
    record_application(
        clerk, report.pk, applicant=owner, applicant_name=owner.name, applicant_is_agent=False,
        agent_authorised=False, signed_on=date(2026, 6, 14),
    )  # fmt: skip
    second = issue_waiting_permit(official, report.pk)
    first.decision.refresh_from_db()
    assert (second.permit.holder, first.decision.permit_kind, first.decision.final) == (owner, "none", True)
    with pytest.raises(ActRefused, match="already"):
        issue_waiting_permit(official, report.pk)
    assert not Task.objects.filter(kind="wastewater.permit-waits", closed_at=None).exists()


@pytest.mark.parametrize(
    ("changes", "stands"),
    [
        ({}, True),
        ({"applicant": None}, True),
        ({"applicant": None, "applicant_name": "MADE-UP, TESS"}, False),
        ({"applicant": None, "applicant_name": "tess  made-up"}, True),
        ({"applicant": None, "applicant_name": "Somebody Else"}, False),
        ({"applicant_is_agent": None}, False),
        ({"applicant_is_agent": True, "applicant_name": "An Agent"}, False),
        ({"applicant_is_agent": True, "applicant_name": "An Agent", "agent_authorised": True}, True),
    ],
)
def test_who_may_apply(clerk: Actor, changes: dict[str, Any], stands: bool) -> None:
    report = filed(clerk, clear_system(clerk), **changes)
    assert all(reason.cite != "C-28" for reason in assess(report).proposal.obstacles) == stands


def test_what_was_decided_otherwise_does_not_issue_by_waiting(clerk: Actor) -> None:
    report, official = filed(clerk, clear_system(clerk)), signer()
    decide_otherwise(official, report.pk, classification="substandard", permit_kind="none", reason="It leaks.")
    with pytest.raises(ActRefused, match="not what the law"):
        issue_waiting_permit(official, report.pk)


def _sample(result: str, day: int, **changes: Any) -> NewPipeResult:
    values = {"pipe": "north", "unit": "CFU/100 mL", "laboratory_certified": True, **changes}
    return NewPipeResult(result=result, sampled=date(2026, 6, day), **values)


def test_a_lake_front_permit_waits_for_its_pipes(clerk: Actor) -> None:
    where, official = clear_system(clerk, "Niles", **LAKE_FRONT), signer()
    report = filed(clerk, where, performed=date(2026, 6, 2), drain_pipe_count=1, pipes=[_sample("900", 2)])
    assert accept_report(official, report.pk).permit is None
    pipe = DrainPipe.objects.get()
    notify_of_result(clerk, pipe.pk, on=date(2026, 6, 4))
    for day in (10, 11):
        record_later_result(clerk, report.pk, _sample("120", day, is_retest=True))
    with pytest.raises(ActRefused, match="north"):
        issue_waiting_permit(official, report.pk)
    record_later_result(clerk, report.pk, _sample("130", 12, is_retest=True))
    assert issue_waiting_permit(official, report.pk).permit.number == "DP-2026-00001"
    with pytest.raises(ActRefused, match="does not wait"):
        record_later_result(clerk, report.pk, _sample("5", 13))


@pytest.mark.parametrize(
    ("result", "certified", "issues"),
    [
        ("200", True, True), ("<200", True, True), ("201", True, False), ("TNTC", True, False),
        (">2419.6", True, False), ("5", False, False), ("5", None, False),
    ],
)  # fmt: skip
def test_only_a_cleared_pipe_lets_a_permit_issue(
    clerk: Actor, result: str, certified: bool | None, issues: bool
) -> None:
    where = clear_system(clerk, "Niles", **LAKE_FRONT)
    brought = [_sample(result, 1, laboratory_certified=certified)]
    report = filed(clerk, where, drain_pipe_count=1, pipes=brought)
    assert (assess(report).proposal.act == "issue") == issues
    if not issues:
        with pytest.raises(ActRefused, match="A-13"):
            decide_otherwise(
                signer(), report.pk, classification="design-standards", permit_kind="discharge", reason="clean lake"
            )


def test_a_missing_result_makes_a_lake_front_report_incomplete(clerk: Actor) -> None:
    where = clear_system(clerk, "Niles", **LAKE_FRONT)
    report = filed(clerk, where, drain_pipe_count=2, pipes=[_sample("5", 1)])
    found = assess(report)
    assert found.rulings["report-completeness"].values["missing"] == ("drain_pipe_results",)
    assert found.proposal.act == "send-back"


def test_bacteria_from_elsewhere_clear_a_pipe_with_evidence(clerk: Actor) -> None:
    where, official = clear_system(clerk, "Niles", **LAKE_FRONT), signer()
    report = filed(clerk, where, drain_pipe_count=1, pipes=[_sample("900", 1)])
    accept_report(official, report.pk)
    pipe = DrainPipe.objects.get()
    with pytest.raises(ActRefused, match="what proves it"):
        find_origin(official, pipe.pk, elsewhere=True, evidence=" ")
    find_origin(official, pipe.pk, elsewhere=True, evidence="Upstream samples of June 5 to 7")
    assert issue_waiting_permit(official, report.pk).permit is not None


@pytest.mark.parametrize(("on", "message"), [(date(2026, 6, 16), "future"), (date(2026, 5, 31), "before the sample")])
def test_a_notice_has_a_possible_day(clerk: Actor, on: date, message: str) -> None:
    where = clear_system(clerk, "Niles", **LAKE_FRONT)
    filed(clerk, where, drain_pipe_count=1, pipes=[_sample("900", 1)])
    with pytest.raises(ActRefused, match=message):
        notify_of_result(clerk, DrainPipe.objects.get().pk, on=on)


def test_the_notice_of_an_earlier_result_does_not_start_the_clock_of_a_new_one(clerk: Actor) -> None:
    where = clear_system(clerk, "Niles", **LAKE_FRONT)
    first = filed(clerk, where, drain_pipe_count=1, pipes=[_sample("900", 1)])
    notify_of_result(clerk, DrainPipe.objects.get().pk, on=date(2026, 6, 2))
    second = filed(clerk, where, drain_pipe_count=1, pipes=[_sample("900", 9)])
    assert first.system_id == second.system_id
    assert assess(second).rulings["drain-pipe:north"].values["retest_by"] is None


def test_a_provisional_record_gets_no_permit_until_it_is_matched(clerk: Actor) -> None:
    report = filed(clerk, None, place_text="past the mill", street_address="past the mill")
    found = assess(report)
    assert (found.proposal.act, found.proposal.clear) == ("send-back", False)


@pytest.mark.parametrize(
    ("days", "day", "early"),
    [
        (90, date(2031, 3, 16), True),
        (90, date(2031, 3, 17), False),  # the new permit would begin on June 15
        (60, date(2031, 4, 15), True),
        (60, date(2031, 4, 16), False),
    ],
)
def test_how_early_a_permit_is_renewed_is_the_laws_figure(clerk: Actor, days: int, day: date, early: bool) -> None:
    official = signer()
    old = accept_report(official, filed(clerk, clear_system(clerk)).pk).permit
    figures = dict(active().table("limits"))
    versions = [{"from": date(1994, 8, 9), "value": days}]
    figures["balance_renewal_days"] = figures["balance_renewal_days"] | {"versions": versions}
    with use_today(day), applying(Law(active().county, {"limits": figures})):
        if early:
            with pytest.raises(ActRefused, match=f"its last {days} days"):
                renew_for_balance(official, old.pk, statement_on=day, nothing_changed=True)
        else:
            new = renew_for_balance(official, old.pk, statement_on=day, nothing_changed=True)
            assert new.starts == date(2031, 6, 15)


def test_a_permit_is_renewed_for_the_balance(clerk: Actor) -> None:
    official = signer()
    old = accept_report(official, filed(clerk, clear_system(clerk)).pk).permit
    with pytest.raises(ActRefused, match="early"):
        renew_for_balance(official, old.pk, statement_on=date(2026, 6, 15), nothing_changed=True)
    with use_today(date(2031, 5, 1)):
        for statement_on, unchanged, message in (
            (date(2031, 4, 28), False, "early inspection"),
            (date(2031, 5, 2), True, "future"),
        ):
            with pytest.raises(ActRefused, match=message):
                renew_for_balance(official, old.pk, statement_on=statement_on, nothing_changed=unchanged)
        new = renew_for_balance(official, old.pk, statement_on=date(2031, 4, 28), nothing_changed=True)
        # December 31, 2033 and 90 days, which is less than five years from the end of the old one.
        assert (new.starts, new.through, new.renews) == (date(2031, 6, 15), date(2034, 3, 31), old)
        with pytest.raises(ActRefused, match="later permit"):
            renew_for_balance(official, old.pk, statement_on=date(2031, 4, 28), nothing_changed=True)
    assert DischargePermit.objects.count() == 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [({"revoked_on": date(2026, 6, 15)}, "in force or has run out"), ({"kind": "interim"}, "in force or has run out")],
)
def test_only_a_discharge_permit_in_force_is_renewed(clerk: Actor, changes: dict[str, Any], message: str) -> None:
    official = signer()
    old = accept_report(official, filed(clerk, clear_system(clerk)).pk).permit
    Permit.objects.filter(pk=old.pk).update(**changes)
    with use_today(date(2031, 5, 1)), pytest.raises(ActRefused, match=message):
        renew_for_balance(official, old.pk, statement_on=date(2031, 4, 28), nothing_changed=True)


def test_an_inspector_who_owns_the_place_has_an_interest_whatever_was_disclosed(clerk: Actor) -> None:
    where = clear_system(clerk)
    owning = inspector()
    owning.party = where.parcels.get().ownerships.get().party
    owning.save()
    report = filed(clerk, where, inspector=owning, inspector_interest=False)
    assert "D-10" in [reason.cite for reason in assess(report).proposal.obstacles]


def test_asking_the_law_about_a_report_takes_few_queries(clerk: Actor, django_assert_max_num_queries: Any) -> None:
    where = clear_system(clerk, "Niles", **LAKE_FRONT)
    pipes = [_sample("5", 1, pipe=f"pipe {number}") for number in range(8)]
    report = filed(clerk, where, drain_pipe_count=8, pipes=pipes)
    report = Report.objects.select_related("system", "parcel", "inspector__party").get(pk=report.pk)
    with django_assert_max_num_queries(14):
        assess(report)


def test_staff_who_left_sign_no_more(clerk: Actor) -> None:
    from sanitarian.core.actors import Role

    leaving = user("Lea", Role.SANITARIAN, delegated=("discharge",))
    report = filed(clerk, clear_system(clerk))
    leaving.delegations.update(ends=date(2026, 6, 14))
    with pytest.raises(ActRefused, match="delegation"):
        accept_report(leaving.actor(), report.pk)
