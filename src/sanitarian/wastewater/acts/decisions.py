"""What officials decide on reports: accept and issue, issue what had to wait, send back, decide otherwise."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import now, today
from sanitarian.core.journal import digest
from sanitarian.core.records import close_tasks, keep_version, open_task, ref, tell
from sanitarian.law.registers import law_version
from sanitarian.law.review import RETURN_CODES, official_may
from sanitarian.permits.acts import NewCondition, signing_authority
from sanitarian.permits.models import Permit
from sanitarian.wastewater.acts.permits import issue_discharge_permit
from sanitarian.wastewater.acts.reports import REVIEW, subjects_of
from sanitarian.wastewater.acts.rounds import remember_schedule, stand_next_round
from sanitarian.wastewater.assessment import (
    Assessment,
    application_stands,
    assess,
    credit_of,
    pipes_cleared,
    schedule_ruling_after,
)
from sanitarian.wastewater.letters import send_report_back_letter
from sanitarian.wastewater.models import Decision, Report, ReturnReason, Round, System

FAILED = "wastewater.failed-system"
WAITING = "wastewater.permit-waits"
PERMITTING = {"discharge": {"design-standards", "existing-standards"}, "interim": {"substandard"}}
DECIDABLE = frozenset({"design-standards", "existing-standards", "substandard", "failed"})


@dataclass(frozen=True)
class Decided:
    """A decision and the permit that followed, if one did."""

    decision: Decision
    permit: Permit | None


def _lock_submitted(report_id: int, version: int | None) -> Report:
    report = lock(Report, report_id, version=version)
    if report.state != Report.State.SUBMITTED:
        raise ActRefused(f"Report {report} is {report.get_state_display().lower()}; it does not wait for a decision.")
    return report


def _record(
    actor: Actor, report: Report, found: Assessment, outcome: str, *,
    final: bool, finding: str, reason: str = "", permit_kind: str = "none", classification: str = "",
    in_batch: bool = False,
) -> Decision:  # fmt: skip
    """Keep the decision with everything that the law answered and was asked."""
    if actor.user_id is None:
        raise ActRefused("A named official decides; sign in as one.")
    decision = Decision.objects.create(
        report=report,
        outcome=outcome,
        final=final,
        classification=classification or found.classification,
        permit_kind=permit_kind,
        official_id=actor.user_id,
        at=now(),
        decided_on=today(),
        finding=finding,
        reason=reason,
        rulings=found.as_json(),
        facts=found.facts_as_json(),
        law_version=law_version(),
        in_batch=in_batch,
    )
    journal(
        actor,
        f"wastewater.report.{'send_back' if outcome == 'send-back' else 'decide'}",
        ref(report),
        decision=ref(decision),
        outcome=outcome,
        classification=decision.classification,
        rulings=digest(decision.rulings),
        facts=digest(decision.facts),
        law=decision.law_version,
        reason=digest(reason) if reason else None,
    )
    return decision


@act("wastewater.report.accept")
def accept_report(
    actor: Actor,
    report_id: int,
    *,
    finding: str = "",
    conditions: Sequence[NewCondition] = (),
    version: int | None = None,
    in_batch: bool = False,
) -> Decided:
    """Accept a report as the law proposes: classify the system, close its rounds, and issue the permit if one may.

    Raises:
        ActRefused: it is decided already, the law proposes to send it back, or the official may not sign.
    """
    report = _lock_submitted(report_id, version)
    found = assess(report)
    if found.proposal.act == "send-back":
        raise ActRefused("The report is not complete, or cannot be classified. Send it back with the reasons.")
    permit_kind = found.permit_kind if found.proposal.act == "issue" else "none"
    return _accept(
        actor, report, found, permit_kind=permit_kind, finding=finding, conditions=conditions, in_batch=in_batch
    )


@act("wastewater.report.decide_otherwise")
def decide_otherwise(
    actor: Actor,
    report_id: int,
    *,
    classification: str,
    permit_kind: str,
    reason: str,
    conditions: Sequence[NewCondition] = (),
    version: int | None = None,
) -> Decided:
    """Decide otherwise than the law proposes, with a written reason; both are kept.

    Raises:
        ActRefused: no reason, a permit that no decision can issue, or one that does not go with the classification.
    """
    if not reason.strip():
        raise ActRefused("Write why you decide otherwise; the reason is kept beside what the law proposed.")
    report = _lock_submitted(report_id, version)
    found = assess(report)
    barred = official_may(
        found.proposal,
        permit_kind,
        application_signed=application_stands(report),
        pipes_cleared=pipes_cleared(found),
    )
    if barred is not None:
        raise ActRefused(f"{barred.text} ({barred.cite})")
    if classification not in DECIDABLE | {found.classification} or permit_kind not in {"none", *PERMITTING}:
        raise ActRefused("Choose a classification of V.V.A and the permit that goes with it, or none.")
    if permit_kind != "none" and classification not in PERMITTING[permit_kind]:
        raise ActRefused("A permit to discharge goes with design or existing standards, an interim with substandard.")
    if found.classification in {"failed", "incomplete"} and classification != found.classification:
        raise ActRefused(f"The report shows the system {found.classification}; no decision changes that (V.V.A).")
    return _accept(
        actor, report, found, permit_kind=permit_kind, classification=classification,
        finding=reason, reason=reason.strip(), conditions=conditions, outcome=Decision.Outcome.OTHERWISE,
    )  # fmt: skip


def _accept(
    actor: Actor, report: Report, found: Assessment, *, permit_kind: str, finding: str,
    conditions: Sequence[NewCondition] = (), reason: str = "", classification: str = "", outcome: str = "",
    in_batch: bool = False,
) -> Decided:  # fmt: skip
    if permit_kind != "none":
        signing_authority(actor, permit_kind, today())
    classified = classification or found.classification
    decision = _record(
        actor, report, found,
        outcome or (Decision.Outcome.ACCEPT if permit_kind == "none" else Decision.Outcome.ISSUE),
        final=True, finding=finding.strip() or _finding(classified), reason=reason, permit_kind=permit_kind,
        classification=classified, in_batch=in_batch,
    )  # fmt: skip
    keep_version(actor, "wastewater.report.accept", report)
    report.state = Report.State.ACCEPTED
    report.save()
    system = lock(System, report.system_id or 0)
    if report.performed and (system.last_inspected is None or report.performed >= system.last_inspected):
        system.classification, system.last_inspected = classified, report.performed
        system.save(update_fields=["classification", "last_inspected"])
    close_rounds(actor, report, found)
    tell(
        actor, subjects_of(report), "report.accepted",
        f"Report {report.number} accepted: {classified.replace('-', ' ')}",
        on=today(), detail=decision.finding, reference=ref(report), cite="V.V.A",
    )  # fmt: skip
    close_tasks(actor, ref(report), [REVIEW])
    permit = None
    if permit_kind != "none":
        permit = issue_discharge_permit(actor, report, found, decision, conditions=conditions)
    elif classified == "failed":
        open_task(
            FAILED, ref(system), f"System {system.number} has failed: order repairs", role="sanitarian",
            where=report.street_address, due=today(), cite="V.V.G.4",
        )  # fmt: skip
    elif found.permit_kind != "none" and found.proposal.obstacles:
        obstacle = found.proposal.obstacles[0]
        open_task(
            WAITING, ref(report), f"Permit for {system.number} waits: {obstacle.text[:120]}", role="sanitarian",
            where=report.street_address, cite=obstacle.cite,
        )  # fmt: skip
    return Decided(decision, permit)


def _finding(classification: str) -> str:
    return (
        "The report is complete and was reviewed against Article V, section V. "
        f"The system is classified as: {classification.replace('-', ' ')}."
    )


def close_rounds(actor: Actor, report: Report, found: Assessment) -> list[Round]:
    """Close the rounds that the inspection serves, and let the next one stand."""
    if found.place is None or report.system is None or report.performed is None:
        return []
    remember_schedule(report.system, found.place)
    upcoming = stand_next_round(report.system, found.place.ruling)
    closed = []
    rounds = {item.pk: (item, ruling) for item, ruling in found.credits}
    if upcoming is not None and upcoming.pk not in rounds and upcoming.status == Round.Status.OPEN:
        rounds |= {item.pk: (item, ruling) for item, ruling in credit_of([upcoming], report.performed)}
    for item, ruling in rounds.values():
        if ruling.outcome == "too-early":
            continue
        keep_version(actor, "wastewater.report.accept", item)
        item.status = Round.Status.SATISFIED if ruling.outcome == "satisfies" else Round.Status.LATE
        item.satisfied_by, item.performed = report, report.performed
        item.save()
        closed.append(item)
        journal(actor, "wastewater.round.close", ref(item), report=ref(report), credit=ruling.outcome)
    after = max((item.due for item in closed), default=None)
    as_of = max(day for day in (after and after + timedelta(days=1), today()) if day)
    following = schedule_ruling_after(found.place, as_of)
    if following is not None:
        stand_next_round(report.system, following)
        System.objects.filter(pk=report.system.pk).update(next_due=following.values["next_due"])
    return closed


@act("wastewater.report.send_back")
def send_back(
    actor: Actor, report_id: int, *, codes: Sequence[str], remark: str = "", version: int | None = None
) -> Decision:
    """Send a report back with coded reasons, each with its section; the filer gets a letter.

    Raises:
        ActRefused: no reason is chosen, one that is not known, or "other" without a remark.
    """
    if not codes:
        raise ActRefused("Choose at least one reason for sending the report back.")
    if unknown := [code for code in codes if code not in RETURN_CODES]:
        raise ActRefused(f"There is no reason called {', '.join(unknown)}.")
    if "other" in codes and not remark.strip():
        raise ActRefused("Write a remark that says what is wanted.")
    report = _lock_submitted(report_id, version)
    found = assess(report)
    decision = _record(
        actor, report, found, Decision.Outcome.SEND_BACK, final=False,
        finding="Sent back: " + ", ".join(codes), reason=remark.strip(),
    )  # fmt: skip
    reasons = [
        ReturnReason(
            report=report, code=code, text=remark.strip()[:300] if code == "other" else RETURN_CODES[code][0],
            cite=RETURN_CODES[code][1], given_on=today(), by=actor.ref,
        )
        for code in codes
    ]  # fmt: skip
    ReturnReason.objects.bulk_create(reasons)
    keep_version(actor, "wastewater.report.send_back", report)
    report.state = Report.State.SENT_BACK
    report.save()
    tell(
        actor, subjects_of(report), "report.sent-back", f"Report {report.number} sent back",
        on=today(), detail=" ".join(reason.text for reason in reasons), reference=ref(report), cite="V.IV.C",
    )  # fmt: skip
    close_tasks(actor, ref(report), [REVIEW])
    note = "" if "other" in codes else remark.strip()  # the remark stands among the reasons already
    send_report_back_letter(actor, report, reasons, note, timelines=subjects_of(report))
    return decision


@act("wastewater.permit.issue_waiting")
def issue_waiting_permit(
    actor: Actor, report_id: int, *, conditions: Sequence[NewCondition] = (), version: int | None = None
) -> Decided:
    """Issue the permit of an accepted report whose application, pipe results or owner were missing then (C-28, A-13).

    The acceptance stays as it was decided; this is a finding of its own, with the rulings of today.

    Raises:
        ActRefused: it is not accepted, has its permit already, was decided otherwise, or something stands in the way.
    """
    report = lock(Report, report_id, version=version)
    accepted = report.decisions.filter(final=True).first()
    if report.state != Report.State.ACCEPTED or accepted is None:
        raise ActRefused(f"Report {report} is not accepted yet.")
    if report.discharge_permits.exists():
        raise ActRefused(f"A permit was issued on report {report} already.")
    found = assess(report)
    if accepted.outcome == Decision.Outcome.OTHERWISE or found.classification != accepted.classification:
        raise ActRefused(
            f"Report {report} was decided as {accepted.classification.replace('-', ' ')}, which is not what the law "
            "proposes on it today. A new inspection report is needed for a permit."
        )
    if found.proposal.act != "issue":
        raise ActRefused("; ".join(reason.text for reason in found.proposal.obstacles) or "No permit is proposed.")
    decision = _record(
        actor, report, found, Decision.Outcome.ISSUE, final=False, permit_kind=found.permit_kind,
        finding=f"{accepted.finding} What the permit waited for is on file.",
    )  # fmt: skip
    permit = issue_discharge_permit(actor, report, found, decision, conditions=conditions)
    close_tasks(actor, ref(report), [WAITING])
    return Decided(decision, permit)
