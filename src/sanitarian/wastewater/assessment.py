"""All that the law says of one report: asked once, shown on the review page, kept with the decision."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from sanitarian.core.dates import today
from sanitarian.county.models import Ownership, Parcel
from sanitarian.county.queries import owners_on
from sanitarian.law.classification import classification
from sanitarian.law.drain_pipes import CLEARED, Sample, drain_pipe
from sanitarian.law.reports import report_completeness, report_deadline, round_credit
from sanitarian.law.review import Proposal, most_restrictive, not_asked, proposal
from sanitarian.law.ruling import Ruling
from sanitarian.law.terms import discharge_permit_term
from sanitarian.parties.models import Party
from sanitarian.wastewater.credentials import credential, holds
from sanitarian.wastewater.facts import (
    SystemPlace,
    classification_facts,
    completeness_facts,
    place_system,
    schedule_of,
    site_of,
)
from sanitarian.wastewater.models import DrainPipe, DrainPipeResult, Report, Round


@dataclass(frozen=True)
class Assessment:
    """The rulings on a report, the facts they were asked on, and what they propose together."""

    place: SystemPlace | None
    rulings: dict[str, Ruling]
    facts: dict[str, Any]
    credits: list[tuple[Round, Ruling]]
    next_due: date | None
    proposal: Proposal

    @property
    def classification(self) -> str:
        return self.rulings["classification"].outcome

    @property
    def permit_kind(self) -> str:
        return str(self.rulings["classification"].values["permit"])

    def facts_as_json(self) -> Any:
        """The facts that the law was asked on, in JSON types."""
        return json.loads(json.dumps(self.facts, cls=DjangoJSONEncoder))

    def as_json(self) -> dict[str, Any]:
        """Everything that a decision keeps."""
        return {name: ruling.to_json() for name, ruling in self.rulings.items()}


def assess(report: Report) -> Assessment:
    """Ask the law about a report as it stands."""
    performed = report.performed
    place = None
    if report.system is not None:
        place = place_system(report.system, report.system.parcels.all(), as_of=performed)
    lake_front = place.lake_front if place else None
    rulings: dict[str, Ruling] = {}
    facts: dict[str, Any] = {}

    if place is not None:
        rulings["scope"], rulings["inspection-schedule"] = place.scope, place.ruling
        facts["place"] = {
            str(pk): asdict(found) | {"overridden": sorted(found.overridden)} for pk, found in place.places.items()
        }
    found = credential(report)
    if found is not None:
        rulings[found.rule] = found
    if performed is not None:
        rulings["report-deadline"] = report_deadline(performed=performed, submitted=report.submitted_on)

    facts["report-completeness"] = completeness_facts(report, lake_front=lake_front, certified=holds(found))
    rulings["report-completeness"] = report_completeness(**facts["report-completeness"])
    complete = rulings["report-completeness"].outcome == "complete"
    facts["classification"] = classification_facts(report, complete=complete)
    rulings["classification"] = classification(**facts["classification"])
    pipes = drain_pipe_rulings(report)
    rulings |= {f"drain-pipe:{label}": ruling for label, ruling in pipes.items()}

    credited = _credits(report)
    next_due = next_due_after(place, performed, credited)
    unscheduled = bool(place and place.ruling.outcome == "unscheduled")
    rulings["discharge-permit-term"] = discharge_permit_term(
        classification=rulings["classification"].outcome,
        issued=today(),
        next_due=next_due,
        unscheduled=unscheduled,
        renewal=False,
    )
    return Assessment(
        place=place,
        rulings=rulings,
        facts=facts,
        credits=credited,
        next_due=next_due,
        proposal=proposal(
            rulings=rulings,
            provisional=report.system is None or report.system.status == "provisional",
            inspector_interest=_interest(report),
            application_signed=application_stands(report),
            conforms_75a=report.conforms_75a,
        ),
    )


def application_stands(report: Report) -> bool:
    """Whether an owner on record, or an agent whose authorisation is on file, signed the application (I.7.A, C-28)."""
    if report.application_signed_on is None or not report.applicant_name.strip():
        return False
    if report.applicant_is_agent:
        return bool(report.agent_authorised)
    return report.applicant_is_agent is False and applying_owner(report, site_of(report)) is not None


def applying_owner(report: Report, site: Parcel | None) -> Party | None:
    """The owner of the place today for whom the permit is applied: who signed, or for whom an agent did."""
    owners = [ownership.party for ownership in owners_on(site, today())] if site is not None else []
    if report.applicant_is_agent:
        return owners[0] if owners else None
    if report.applicant_id is not None:
        return next((owner for owner in owners if owner.pk == report.applicant_id), None)
    signed = _plain_name(report.applicant_name)
    return next((owner for owner in owners if _plain_name(owner.name) == signed), None)


def _plain_name(name: str) -> str:
    return " ".join(name.replace(",", " ").replace(".", " ").casefold().split())


def _interest(report: Report) -> bool | None:
    """Whether the inspector has an interest in the place: as disclosed, or because the register names them as owner."""
    if report.inspector is not None:
        served = report.system.links.values("parcel") if report.system is not None else [report.parcel_id]
        owned = Ownership.objects.filter(party=report.inspector.party_id, ends__isnull=True)
        if owned.filter(parcel__in=served).exists():
            return True
    return report.inspector_interest


def drain_pipe_rulings(report: Report) -> dict[str, Ruling]:
    """What V.III.G says of each pipe that the report brings results of, over all results on record for it.

    The latest first sample and the retests after it count (A-3, A-4), from certified laboratories only (A-9).
    """
    rulings: dict[str, Ruling] = {}
    brought = report.pipe_results.select_related("pipe").prefetch_related("pipe__results")
    for pipe in {result.pipe_id: result.pipe for result in brought}.values():
        results = [result for result in pipe.results.all() if result.laboratory_certified]
        firsts = [result for result in results if not result.is_retest]
        if not firsts:
            rulings[pipe.label] = not_asked(
                "drain-pipe", "No result of a certified laboratory is on record.", "V.IV.A.1"
            )
            continue
        retests = [result for result in results if result.is_retest and result.sampled >= firsts[-1].sampled]
        rulings[pipe.label] = drain_pipe(
            first=_sample(firsts[-1]),
            notified=_notice_of(pipe, firsts[-1]),
            retests=[_sample(result) for result in retests],
            origin_elsewhere=pipe.origin_elsewhere,
            as_of=today(),
        )
    return rulings


def _notice_of(pipe: DrainPipe, first: DrainPipeResult) -> date | None:
    """The notice of this result: one given before the sample was of an earlier result (A-4)."""
    return pipe.notified_on if pipe.notified_on is not None and pipe.notified_on >= first.sampled else None


def _sample(result: DrainPipeResult) -> Sample:
    return Sample(result=result.result, unit=result.unit, sampled=result.sampled)


def _credits(report: Report) -> list[tuple[Round, Ruling]]:
    """Which open rounds of the system the inspection closes, in order of their due dates (B-11)."""
    if report.system is None or report.performed is None:
        return []
    rounds = report.system.rounds.filter(status=Round.Status.OPEN).order_by("due")
    return credit_of(rounds, report.performed)


def credit_of(rounds: Iterable[Round], performed: date) -> list[tuple[Round, Ruling]]:
    """What an inspection is worth for each round."""
    return [(item, round_credit(due=item.due, performed=performed)) for item in rounds]


def next_due_after(
    place: SystemPlace | None, performed: date | None, credited: list[tuple[Round, Ruling]]
) -> date | None:
    """The first due date after the round that the inspection serves; the schedule's next where it serves none."""
    if place is None or performed is None:
        return None
    served = [item.due for item, ruling in credited if ruling.outcome in {"satisfies", "late"}]
    upcoming = place.ruling.values["next_due"]
    if upcoming is not None and round_credit(due=upcoming, performed=performed).outcome == "satisfies":
        served.append(upcoming)
    if not served:
        return upcoming
    after = schedule_ruling_after(place, max(performed, max(served) + timedelta(days=1)))
    return after.values["next_due"] if after else None


def schedule_ruling_after(place: SystemPlace, as_of: date) -> Ruling | None:
    """The schedule asked again from another day on; None where the place has no due dates."""
    if place.ruling.values["next_due"] is None:
        return None
    again = [
        schedule_of(found, system_distance_ft=place.system_distance_ft, as_of=as_of) for found in place.places.values()
    ]
    return most_restrictive(again)


def pipes_cleared(found: Assessment) -> bool:
    """Whether every drain pipe with results stands cleared (A-13)."""
    outcomes = {ruling.outcome for name, ruling in found.rulings.items() if name.startswith("drain-pipe:")}
    return outcomes <= CLEARED
