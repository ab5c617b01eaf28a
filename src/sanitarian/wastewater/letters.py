"""The papers of this room: what they are made from, and who signs them."""

from collections.abc import Sequence

from sanitarian.core.actors import Actor
from sanitarian.core.dates import today
from sanitarian.core.records import ref
from sanitarian.law.registers import code_title
from sanitarian.letters.acts import queue_letter
from sanitarian.letters.contexts import (
    DischargePermitContext,
    PermitCondition,
    ReportReturnedContext,
)
from sanitarian.letters.contexts import ReturnReason as ReasonOnPaper
from sanitarian.letters.letterhead import the_letterhead
from sanitarian.letters.mail.acts import queue_message
from sanitarian.letters.mail.addresses import is_address
from sanitarian.letters.mail.writing import written
from sanitarian.letters.models import Letter
from sanitarian.parties.models import User
from sanitarian.permits.models import Permit
from sanitarian.wastewater.models import Report, ReturnReason

PERMIT_LETTER = "discharge_permit"
RETURN_LETTER = "report_returned"
_RENEWED = "Renewed for the balance of its round, on the owner's statement that nothing has changed."
_CLASSIFICATIONS = {
    "design-standards": "Meets design standards",
    "existing-standards": "Meets existing standards",
    "substandard": "Substandard",
}


def send_permit_letter(actor: Actor, permit: Permit, *, render_at_once: bool = True) -> Letter:
    """Put the permit's paper on record, with the data of this moment. Part of an act."""
    discharge = permit.discharge
    signer = permit.signed_by
    authority = "Commissioner of Health (I.7.B.1)"
    if permit.delegation is not None:
        authority = f"by written delegation of the Commissioner of {permit.delegation.starts:%B %-d, %Y}"
    holder = permit.holder
    context = DischargePermitContext(
        letterhead=the_letterhead(),
        interim=permit.kind == "interim",
        number=permit.number,
        holder=holder.name if holder else "",
        holder_address=tuple(holder.address_lines) if holder else (),
        place=permit.place,
        town=permit.town,
        tax_map_number=permit.parcel.shown_key if permit.parcel else "",
        system_number=discharge.system.number,
        system_description=discharge.system.description,
        classification=_CLASSIFICATIONS[discharge.classification],
        issued_on=permit.issued_on,
        starts=permit.starts,
        through=permit.through or permit.starts,
        conditions=tuple(
            PermitCondition(text=item.text, due=item.due, cite=item.cite) for item in permit.conditions.all()
        ),
        finding=discharge.decision.finding if discharge.decision else _RENEWED,
        sections=tuple(permit.sections),
        code_name=code_title(),
        signed_by=signer.name if signer else "",
        signed_title=signer.title if signer else "",
        authority=authority,
        renews=permit.renews.number if permit.renews else "",
    )
    return queue_letter(PERMIT_LETTER, ref(permit), context, number=permit.number, render_at_once=render_at_once)


def send_report_back_letter(
    actor: Actor, report: Report, reasons: Sequence[ReturnReason], remark: str, *, timelines: Sequence[str] = ()
) -> Letter:
    """Put the letter to the filer on record, and a message that brings it where an address is known. Part of an act."""
    signer = User.objects.get(pk=actor.user_id or 0)
    party = report.inspector.party if report.inspector else None
    context = ReportReturnedContext(
        letterhead=the_letterhead(),
        number=report.number or "",
        filer=party.name if party else "",
        filer_address=tuple(party.address_lines) if party else (),
        place=report.street_address or report.place_text,
        town=str(report.system.town) if report.system and report.system.town else "",
        tax_map_number=report.tax_map,
        inspected_on=report.performed or today(),
        received_on=report.submitted_on or today(),
        returned_on=today(),
        reasons=tuple(ReasonOnPaper(code=item.code, text=item.text, cite=item.cite) for item in reasons),
        reply_by=None,
        note=remark,
        signed_by=signer.name,
        signed_title=signer.title,
    )
    letter = queue_letter(RETURN_LETTER, ref(report), context, number=report.number or "")
    if party and is_address(party.email):
        heading, text = written(RETURN_LETTER, context)
        queue_message(
            RETURN_LETTER, ref(report), to=party.email, name=party.name, heading=heading, text=text,
            letters=[letter], timelines=timelines,
        )  # fmt: skip
    return letter
