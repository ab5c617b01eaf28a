"""Permits to discharge: issue, issue after waiting, renew for the balance (V.V, C-2)."""

from collections.abc import Sequence
from datetime import date, timedelta

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import today
from sanitarian.core.records import ref, tell
from sanitarian.county.models import Parcel
from sanitarian.law.data import limit, table
from sanitarian.law.terms import discharge_permit_term
from sanitarian.parties.models import Party
from sanitarian.permits.acts import NewCondition, NewPermit, issue_permit
from sanitarian.permits.facts import standing
from sanitarian.permits.models import Permit
from sanitarian.wastewater.acts.rounds import subjects_of_system
from sanitarian.wastewater.assessment import Assessment, applying_owner
from sanitarian.wastewater.facts import site_of
from sanitarian.wastewater.letters import send_permit_letter
from sanitarian.wastewater.models import Decision, DischargePermit, Report, System


def usual_conditions(ids: Sequence[str], issued: date) -> list[NewCondition]:
    """The conditions of V.V.E that the department chooses for an interim permit, with their usual times."""
    known = {entry["id"]: entry for entry in table("conditions")["condition"]}
    return [
        NewCondition(
            text=known[name]["text"],
            cite=known[name]["cite"],
            due=issued + timedelta(days=known[name]["days"]) if "days" in known[name] else None,
        )
        for name in ids
    ]


def holder_of(report: Report, parcel: Parcel | None) -> Party:
    """Who holds the permit: the owner on record who applied, or for whom an agent did (I.7.A, I.7.B.1).

    Raises:
        ActRefused: the register names no owner of the place.
    """
    owner = applying_owner(report, parcel)
    if owner is None:
        raise ActRefused(
            "The register does not name who applied as an owner of this place. "
            "Record the owner before a permit issues (I.7.B.1)."
        )
    return owner


def issue_discharge_permit(
    actor: Actor, report: Report, found: Assessment, decision: Decision, *, conditions: Sequence[NewCondition] = ()
) -> Permit:
    """Issue the permit that a decision grants. Part of an act."""
    kind = decision.permit_kind
    system = report.system
    if system is None:
        raise ActRefused("A permit names a system; match the provisional record first.")
    term = discharge_permit_term(
        classification=decision.classification,
        issued=today(),
        next_due=found.next_due,
        unscheduled=bool(found.place and found.place.ruling.outcome == "unscheduled"),
        renewal=False,
    )
    if term.values["from"] is None:
        raise ActRefused("The term of the permit cannot be determined: " + term.reasons[0].text)
    parcel = site_of(report)
    previous = current_permit(system)
    permit = issue_permit(
        actor,
        NewPermit(
            kind=kind,
            holder=holder_of(report, parcel),
            parcel=parcel,
            place=(parcel.address if parcel and parcel.address else report.street_address) or "no street address",
            town=str(system.town) if system.town else "",
            purpose=f"discharge of wastewater from system {system.number}",
            starts=term.values["from"],
            through=term.values["through"],
            sections=sections_of(decision, term.to_json()),
            conditions=conditions,
            renews=previous,
        ),
    )
    DischargePermit.objects.create(
        permit=permit, system=system, report=report, decision=decision,
        classification=decision.classification, next_due=found.next_due,
    )  # fmt: skip
    tell(
        actor, _others(system, parcel), "permit.issued", f"Permit {permit.number} issued", on=today(),
        reference=ref(permit), cite="V.V.B" if kind == "discharge" else "V.V.C",
    )  # fmt: skip
    send_permit_letter(actor, permit, render_at_once=not decision.in_batch)
    return permit


def _others(system: System, site: Parcel | None) -> list[str]:
    """Who is to be told besides the permit's own parcel, which the permit's act has told."""
    return [subject for subject in subjects_of_system(system) if site is None or subject != ref(site)]


def sections_of(decision: Decision, term: dict[str, object]) -> list[str]:
    """The sections that a permit rests on, as its paper prints them."""
    rulings = [decision.rulings.get("classification"), term]
    cited = [reason["cite"] for ruling in rulings if ruling for reason in ruling["reasons"] if reason["holds"]]
    return list(dict.fromkeys(["V.III.A", "V.IV.A", *cited]))[:10]


def current_permit(system: System) -> Permit | None:
    """The latest permit of a system."""
    latest = (
        system.discharge_permits.select_related("permit", "permit__holder", "permit__parcel")
        .order_by("-permit__issued_on", "-permit_id")
        .first()
    )
    return latest.permit if latest else None


@act("wastewater.permit.renew_balance")
def renew_for_balance(actor: Actor, permit_id: int, *, statement_on: date, nothing_changed: bool) -> Permit:
    """Renew a permit that ends before the next inspection is due, on the owner's statement that nothing changed (C-2).

    Raises:
        ActRefused: no such statement, the permit is not a discharge permit near its end or recently expired, or it
            runs to the next due date already.
    """
    if not nothing_changed:
        raise ActRefused("The owner does not state that nothing has changed: an early inspection is needed (C-2).")
    if statement_on > today():
        raise ActRefused("The owner's statement carries a day in the future. Correct the date.")
    old = lock(Permit, permit_id)
    discharge = DischargePermit.objects.select_related("system", "report").get(pk=old.pk)
    system = lock(System, discharge.system_id)
    if old.kind != "discharge" or standing(old, today()).outcome not in {"in-force", "expired"}:
        raise ActRefused("Only a permit to discharge that is in force or has run out is renewed for the balance.")
    if current_permit(system) != old:
        raise ActRefused("A later permit of this system is on record.")
    if old.through is None or discharge.next_due is None or old.through >= discharge.next_due:
        raise ActRefused("This permit runs to the next inspection already; there is no balance to renew for (C-2).")
    starts = max(today(), old.through + timedelta(days=1))
    days = limit("balance_renewal_days", today())
    if starts - timedelta(days=days) > today():
        runs = f"the permit runs through {old.through:%B %-d, %Y}"
        raise ActRefused(f"It is early: {runs}. Renew in its last {days} days (C-2).")
    term = discharge_permit_term(
        classification=discharge.classification, issued=starts, next_due=discharge.next_due, renewal=True
    )
    if old.holder is None:
        raise ActRefused("The old record names no holder; a new application is needed.")
    if term.values["through"] is None:
        raise ActRefused("No balance is left before the next inspection: " + term.reasons[0].text)
    permit = issue_permit(
        actor,
        NewPermit(
            kind="discharge", holder=old.holder, parcel=old.parcel, place=old.place, town=old.town,
            purpose=old.purpose, starts=term.values["from"], through=term.values["through"],
            sections=["V.III.A", "I.7.B.3", "C-2", "C-26"], renews=old,
        ),
    )  # fmt: skip
    DischargePermit.objects.create(
        permit=permit, system=system, report=discharge.report,
        classification=discharge.classification, next_due=discharge.next_due,
    )  # fmt: skip
    journal(actor, "wastewater.permit.renew_balance", ref(permit), renews=ref(old), statement_on=statement_on)
    title = f"Permit {permit.number} renews {old.number} for the balance"
    tell(actor, _others(system, old.parcel), "permit.renewed", title, on=today(), reference=ref(permit), cite="C-2")
    send_permit_letter(actor, permit)
    return permit
