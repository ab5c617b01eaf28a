"""What may be done with a permit of any kind (I.7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sanitarian.core import search
from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import today
from sanitarian.core.journal import digest
from sanitarian.core.records import keep_version, next_number, ref, tell
from sanitarian.county.models import Parcel
from sanitarian.law.fees import fee
from sanitarian.parties.models import Party, User
from sanitarian.permits.facts import standing
from sanitarian.permits.kinds import kind_of
from sanitarian.permits.models import Condition, Delegation, Permit
from sanitarian.permits.queries import delegation_of


@dataclass(frozen=True)
class NewCondition:
    """A condition to be written on a permit."""

    text: str
    cite: str = ""
    due: date | None = None


@dataclass(frozen=True)
class NewPermit:
    """What a permit is issued for. ``starts`` and ``through`` are days that count."""

    kind: str
    holder: Party
    parcel: Parcel | None
    place: str
    town: str
    purpose: str
    starts: date
    through: date | None
    sections: Sequence[str]
    conditions: Sequence[NewCondition] = ()
    renews: Permit | None = None


@act("permits.delegation.record")
def record_delegation(
    actor: Actor, *, official: User, kinds: Sequence[str], starts: date, ends: date | None, document: str
) -> Delegation:
    """Put the Commissioner's written delegation on record (C-29).

    Raises:
        ActRefused: no paper is named, a kind is not known, or it ends before it starts.
    """
    if not document.strip():
        raise ActRefused("Name the paper that delegates the signing, so that it can be found.")
    for code in kinds:
        kind_of(code)
    if ends is not None and ends < starts:
        raise ActRefused("A delegation cannot end before it starts. Correct the last day.")
    delegation = Delegation.objects.create(
        official=official, kinds=list(kinds), starts=starts, ends=ends, document=document.strip(), by=actor.ref
    )
    journal(actor, "permits.delegation.record", ref(delegation), official=ref(official), kinds=list(kinds))
    return delegation


@act("permits.delegation.end")
def end_delegation(actor: Actor, delegation_id: int, *, ends: date) -> Delegation:
    """End a delegation on a day; the day counts still."""
    delegation = Delegation.objects.select_for_update().get(pk=delegation_id)
    if ends < delegation.starts:
        raise ActRefused("A delegation cannot end before it starts. Correct the last day.")
    delegation.ends = ends
    delegation.save(update_fields=["ends"])
    journal(actor, "permits.delegation.end", ref(delegation), ends=ends)
    return delegation


def signing_authority(actor: Actor, kind: str, on: date) -> Delegation | None:
    """Under which delegation an official signs; the Commissioner needs none (I.7.B.1).

    Raises:
        ActRefused: neither the Commissioner nor delegated on that day (C-29).
    """
    if Role.COMMISSIONER in actor.roles:
        return None
    delegation = delegation_of(actor.user_id, kind, on)
    if delegation is None:
        name = kind_of(kind).name.lower()
        raise ActRefused(
            f"No written delegation to sign a {name} is on record for you on this day (I.7.B.1, C-29). "
            "Ask the Commissioner to record one, or leave the signing to someone who holds one."
        )
    return delegation


@act("permits.permit.issue")
def issue_permit(actor: Actor, new: NewPermit) -> Permit:
    """Issue a permit: number, term, conditions and fee are fixed now (I.7.B).

    Raises:
        ActRefused: the official may not sign this kind today.
    """
    issued = today()
    kind = kind_of(new.kind)
    delegation = signing_authority(actor, new.kind, issued)
    charge = fee(item=kind.fee_item, on=issued)
    permit = Permit.objects.create(
        number=f"{kind.series}-{issued.year}-{next_number(f'{kind.series}-{issued.year}'):05d}",
        kind=new.kind,
        holder=new.holder,
        parcel=new.parcel,
        place=new.place[:250],
        town=new.town,
        purpose=new.purpose,
        issued_on=issued,
        starts=new.starts,
        through=new.through,
        signed_by_id=actor.user_id,
        delegation=delegation,
        sections=list(new.sections),
        fee=Decimal(charge.values["amount"] or 0),
        fee_cite=charge.reasons[0].cite,
        renews=new.renews,
    )
    Condition.objects.bulk_create(
        Condition(permit=permit, position=position, text=item.text, cite=item.cite, due=item.due)
        for position, item in enumerate(new.conditions, start=1)
    )
    journal(
        actor,
        "permits.permit.issue",
        ref(permit),
        number=permit.number,
        kind=permit.kind,
        starts=permit.starts,
        through=permit.through,
        delegation=ref(delegation) if delegation else None,
    )
    search.reindex([ref(permit)])
    _tell(actor, permit, "issued", f"{kind.name} {permit.number} issued", cite="I.7.B.1")
    return permit


def _tell(actor: Actor, permit: Permit, verb: str, title: str, *, detail: str = "", cite: str = "") -> None:
    subjects = [ref(permit), *([f"parcel:{permit.parcel_id}"] if permit.parcel_id else [])]
    tell(actor, subjects, f"permit.{verb}", title, on=today(), detail=detail, reference=ref(permit), cite=cite)


def _change(
    actor: Actor,
    permit_id: int,
    name: str,
    column: str,
    *,
    reason: str,
    allowed: frozenset[str],
    cite: str,
    version: int | None,
) -> Permit:
    """Set one day of a permit's life, where its standing today allows it."""
    verb = name.rpartition(".")[2]
    if not reason.strip():
        raise ActRefused("Write the reason; the holder will read it.")
    permit = lock(Permit, permit_id, version=version)
    now_standing = standing(permit, today()).outcome
    if now_standing not in allowed:
        raise ActRefused(f"Permit {permit.number} is {now_standing.replace('-', ' ')}; it cannot be changed this way.")
    keep_version(actor, name, permit)
    setattr(permit, column, today())
    permit.status_reason = reason.strip()
    permit.save()
    search.reindex([ref(permit)])
    journal(actor, name, ref(permit), version=permit.version, reason=digest(reason.strip()))
    done = {"suspend": "suspended", "reinstate": "reinstated", "revoke": "revoked", "surrender": "surrendered"}[verb]
    _tell(actor, permit, done, f"Permit {permit.number} {done}", detail=reason.strip(), cite=cite)
    return permit


_IN_LIFE = frozenset({"in-force", "not-yet", "expired", "continued"})


@act("permits.permit.suspend")
def suspend_permit(actor: Actor, permit_id: int, *, reason: str, version: int | None = None) -> Permit:
    """Suspend for cause (I.7.C)."""
    return _change(
        actor, permit_id, "permits.permit.suspend", "suspended_on",
        reason=reason, allowed=frozenset({"in-force", "not-yet"}), cite="I.7.C", version=version,
    )  # fmt: skip


@act("permits.permit.reinstate")
def reinstate_permit(actor: Actor, permit_id: int, *, reason: str, version: int | None = None) -> Permit:
    """Lift a suspension (I.7.C)."""
    return _change(
        actor, permit_id, "permits.permit.reinstate", "reinstated_on",
        reason=reason, allowed=frozenset({"suspended"}), cite="I.7.C", version=version,
    )  # fmt: skip


@act("permits.permit.surrender")
def surrender_permit(actor: Actor, permit_id: int, *, reason: str, version: int | None = None) -> Permit:
    """Record that the holder gave the permit up (I.7.B.4)."""
    return _change(
        actor, permit_id, "permits.permit.surrender", "surrendered_on",
        reason=reason, allowed=_IN_LIFE | {"suspended"}, cite="I.7.B.4", version=version,
    )  # fmt: skip


@act("permits.permit.revoke")
def revoke_permit(actor: Actor, permit_id: int, *, reason: str, heard_on: date, version: int | None = None) -> Permit:
    """Revoke, after due notice and an opportunity to be heard (I.7.C).

    Raises:
        ActRefused: the hearing lies in the future, or the permit's standing does not allow it.
    """
    if heard_on > today():
        raise ActRefused("A permit is revoked after the hearing (I.7.C); the day of the hearing lies in the future.")
    return _change(
        actor, permit_id, "permits.permit.revoke", "revoked_on",
        reason=reason, allowed=_IN_LIFE | {"suspended"}, cite="I.7.C", version=version,
    )  # fmt: skip


@act("permits.condition.meet")
def meet_condition(actor: Actor, condition_id: int, *, met_on: date, proof: str) -> Condition:
    """Record the proof that a condition was met (I.7.B.3). It stays with its permit (C24)."""
    condition = Condition.objects.select_for_update().select_related("permit").get(pk=condition_id)
    if not proof.strip():
        raise ActRefused("Name the proof that shows the condition was met.")
    if condition.met_on is not None:
        raise ActRefused("This condition is on record as met already.")
    condition.met_on, condition.proof = met_on, proof.strip()
    condition.save(update_fields=["met_on", "proof"])
    journal(actor, "permits.condition.meet", ref(condition), permit=ref(condition.permit), met_on=met_on)
    _tell(actor, condition.permit, "condition-met", f"Condition {condition.position} met", cite="I.7.B.3")
    return condition
