"""Inspectors: register, course, certification, revocation (V.VI)."""

from datetime import date
from decimal import Decimal

from sanitarian.core import search
from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import today
from sanitarian.core.journal import digest
from sanitarian.core.records import keep_version, next_number, ref, tell
from sanitarian.parties.models import Party
from sanitarian.trades.models import Course, Inspector


@act("trades.inspector.register")
def register_inspector(
    actor: Actor,
    *,
    party: Party,
    qualification: str | None,
    contractor_years: Decimal | None = None,
    equivalence_accepted: bool | None = None,
) -> Inspector:
    """Put a person on the register of inspectors; certification is an act of its own (VI.A.5)."""
    inspector = Inspector.objects.create(
        party=party,
        number=f"IN-{next_number('IN'):04d}",
        qualification=qualification,
        contractor_years=contractor_years,
        equivalence_accepted=equivalence_accepted,
    )
    search.reindex([ref(inspector)])
    tell(
        actor, [ref(inspector)], "inspector.registered", "Put on the register of inspectors", on=today(), cite="V.VI.A"
    )
    journal(actor, "trades.inspector.register", ref(inspector), party=ref(party))
    return inspector


@act("trades.course.record")
def record_course(actor: Actor, inspector_id: int, *, completed: date, passed: bool | None) -> Course:
    """Record a course and its test (VI.A.5)."""
    if completed > today():
        raise ActRefused("A course that lies in the future cannot be completed yet. Correct the date.")
    course, made = Course.objects.get_or_create(
        inspector_id=inspector_id, completed=completed, defaults={"passed": passed}
    )
    if not made and course.passed is not None and course.passed != passed:
        raise ActRefused("The result of this course is on record already and says otherwise.")
    if course.passed is None and passed is not None:
        course.passed = passed
        course.save(update_fields=["passed"])
    title = "Inspection course completed" + (
        "" if passed is None else ", test passed" if passed else ", test not passed"
    )
    tell(actor, [f"inspector:{inspector_id}"], "inspector.course", title, on=completed, cite="V.VI.A.5")
    journal(actor, "trades.course.record", f"inspector:{inspector_id}", completed=completed, passed=passed)
    return course


@act("trades.inspector.certify")
def certify_inspector(actor: Actor, inspector_id: int, *, on: date) -> Inspector:
    """Certify an inspector from a day on (VI.A.5)."""
    inspector = lock(Inspector, inspector_id)
    keep_version(actor, "trades.inspector.certify", inspector)
    inspector.certified_on = on
    inspector.save()
    search.reindex([ref(inspector)])
    journal(actor, "trades.inspector.certify", ref(inspector), on=on)
    tell(actor, [ref(inspector)], "inspector.certified", "Certified by the department", on=on, cite="V.VI.A.5")
    return inspector


@act("trades.inspector.revoke")
def revoke_inspector(actor: Actor, inspector_id: int, *, on: date, reason: str, heard_on: date) -> Inspector:
    """Revoke a certification after notice and hearing (VI.B.3, I.7.C, D-17)."""
    if not reason.strip():
        raise ActRefused("Write the reason; the inspector will read it.")
    if heard_on > today():
        raise ActRefused("The day of the hearing lies in the future. Revoke after the hearing (I.7.C).")
    if heard_on > on:
        raise ActRefused("A certification is revoked after the hearing (I.7.C). Correct one of the two days.")
    inspector = lock(Inspector, inspector_id)
    keep_version(actor, "trades.inspector.revoke", inspector)
    inspector.revoked_on = on
    inspector.save()
    search.reindex([ref(inspector)])
    journal(actor, "trades.inspector.revoke", ref(inspector), on=on, reason=digest(reason.strip()))
    tell(actor, [ref(inspector)], "inspector.revoked", "Certification revoked", on=on, cite="V.VI.B.3")
    return inspector
