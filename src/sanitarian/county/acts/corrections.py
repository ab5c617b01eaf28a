"""Something about a property is wrong: anybody may say so, and gets an answer."""

import uuid
from dataclasses import dataclass

from django.conf import settings
from django.db import IntegrityError, transaction

from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import now, today
from sanitarian.core.pins import pin_of, pin_record, token_digest
from sanitarian.core.records import close_tasks, keep_version, next_number, open_task, ref, tell
from sanitarian.county.models import CorrectionRequest, Parcel
from sanitarian.law.dates import add_business_days

CORRECTION = "county.correction"


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it was received. ``again`` says that the same form had come in before."""

    request: CorrectionRequest
    pin: str
    again: bool


@act("county.correction.ask")
def ask_for_correction(
    actor: Actor, *, token: uuid.UUID, parcel_id: int, wrong: str, right: str, name: str = "", email: str = "",
    phone: str = "",
) -> Asked:  # fmt: skip
    """Receive a request to correct what is on record about a property. The same form sent twice is one (C34).

    Raises:
        ActRefused: there is no such property, or a text is blank.
    """
    existing = CorrectionRequest.objects.filter(token_digest=token_digest(token)).first()
    if existing is not None:
        return Asked(existing, pin_of(token), again=True)
    if not wrong.strip() or not right.strip():
        raise ActRefused("Write what is wrong, and what is right instead.")
    parcel = Parcel.objects.filter(pk=parcel_id, provisional=False).first()
    if parcel is None:
        raise ActRefused("There is no property with this number.")
    try:
        with transaction.atomic():
            request = CorrectionRequest.objects.create(
                number=f"CR-{today().year}-{next_number(f'CR-{today().year}'):05d}",
                parcel=parcel, wrong=wrong.strip(), right=right.strip(), name=name, email=email, phone=phone,
                received_at=now(), received_on=today(), token_digest=token_digest(token), pin=pin_record(pin_of(token)),
            )  # fmt: skip
    except IntegrityError:  # the same form, in the same moment
        existing = CorrectionRequest.objects.get(token_digest=token_digest(token))
        return Asked(existing, pin_of(token), again=True)
    open_task(
        CORRECTION,
        ref(request),
        f"Correction {request.number} asked for",
        role=Role.CLERK,
        where=str(parcel),
        due=add_business_days(today(), settings.SANITARIAN_CORRECTION_BUSINESS_DAYS),
    )
    tell(
        actor, [ref(parcel)], "county.correction.asked", f"Correction {request.number} asked for",
        on=today(), reference=ref(request),
    )  # fmt: skip
    journal(actor, "county.correction.ask", ref(request), parcel=ref(parcel))
    return Asked(request, pin_of(token), again=False)


@act("county.correction.answer")
def answer_correction(
    actor: Actor, request_id: int, *, accepted: bool, answer: str, version: int | None = None
) -> CorrectionRequest:
    """Say what became of a request. The record itself is corrected by the act that its fact belongs to.

    Raises:
        ActRefused: no answer is written, or the request is answered already.
        StaleVersion: somebody else answered it since.
    """
    if not answer.strip():
        raise ActRefused("Write the answer; whoever asked will read it.")
    request = lock(CorrectionRequest, request_id, version=version)
    if request.state != CorrectionRequest.State.OPEN:
        raise ActRefused(f"Request {request} is answered already.")
    keep_version(actor, "county.correction.answer", request)
    request.state = CorrectionRequest.State.ACCEPTED if accepted else CorrectionRequest.State.DECLINED
    request.answer, request.answered_on, request.answered_by = answer.strip(), today(), actor.ref
    request.save()
    close_tasks(actor, ref(request), [CORRECTION])
    tell(
        actor, [f"parcel:{request.parcel_id}"], "county.correction.answered",
        f"Correction {request.number}: {request.get_state_display().lower()}", on=today(), reference=ref(request),
    )  # fmt: skip
    journal(actor, "county.correction.answer", ref(request), outcome=request.state)
    return request
