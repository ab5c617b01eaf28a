"""One permit: who, where, until when, its standing and why, conditions, papers, history, and what may be done."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import today
from sanitarian.core.permissions import may
from sanitarian.core.records import ref
from sanitarian.desk.permits.forms import ProofForm, ReasonForm, RenewForm, RevokeForm
from sanitarian.desk.reports.queries import letters_about, timeline_of
from sanitarian.letters.acts import DamagedPaperError, pdf_of
from sanitarian.letters.models import Letter
from sanitarian.letters.render import RenderError
from sanitarian.permits import acts
from sanitarian.permits.facts import standing
from sanitarian.permits.kinds import kind_of
from sanitarian.permits.models import Condition, Permit
from sanitarian.permits.status import STANDINGS
from sanitarian.wastewater.acts.permits import renew_for_balance
from sanitarian.wastewater.models import DischargePermit

_ALIVE = frozenset({"in-force", "not-yet", "expired", "continued"})


@dataclass(frozen=True)
class Change:
    """Something that may be done with a permit, where its standing allows it."""

    key: str
    act: str
    label: str
    form: type[forms.Form]
    standings: frozenset[str]
    run: Callable[..., Any]
    said: str
    cite: str


CHANGES = (
    Change("renew", "wastewater.permit.renew_balance", "Renew for the balance", RenewForm,
           frozenset({"in-force", "expired"}), renew_for_balance, "renewed", "C-2"),
    Change("suspend", "permits.permit.suspend", "Suspend", ReasonForm, frozenset({"in-force", "not-yet"}),
           acts.suspend_permit, "suspended", "I.7.C"),
    Change("reinstate", "permits.permit.reinstate", "Lift the suspension", ReasonForm, frozenset({"suspended"}),
           acts.reinstate_permit, "reinstated", "I.7.C"),
    Change("surrender", "permits.permit.surrender", "Record that the holder gave it up", ReasonForm,
           _ALIVE | {"suspended"}, acts.surrender_permit, "given up", "I.7.B.4"),
    Change("revoke", "permits.permit.revoke", "Revoke", RevokeForm, _ALIVE | {"suspended"}, acts.revoke_permit,
           "revoked", "I.7.C"),
)  # fmt: skip


def permit(request: HttpRequest, permit_id: int) -> HttpResponse:
    """The permit as it stands today."""
    related = ("holder", "parcel", "signed_by", "delegation", "renews")
    found = Permit.objects.select_related(*related).filter(pk=permit_id).first()
    if found is None:
        raise Http404
    discharge = DischargePermit.objects.select_related("system", "report").filter(pk=found.pk).first()
    actor: Any = request.actor  # type: ignore[attr-defined]
    now = standing(found, today())
    changes = [
        (change, change.form(request.POST if request.POST.get("do") == change.key else None, prefix=change.key))
        for change in CHANGES
        if now.outcome in change.standings and may(actor, change.act) and _fits(change, found, discharge)
    ]
    proof = ProofForm(request.POST if request.POST.get("do") == "proof" else None, prefix="proof")
    refusal = ""
    if request.method == "POST":
        try:
            done = _do(request, found, changes, proof)
        except ActRefused as refused:
            refusal, done = str(refused), None
        if done is not None:
            return done
    text, tone = STANDINGS[now.outcome]
    context = {
        "permit": found,
        "discharge": discharge,
        "kind": kind_of(found.kind),
        "standing": now,
        "standing_text": text,
        "standing_tone": tone,
        "conditions": list(found.conditions.all()),
        "changes": changes,
        "proof": proof,
        "proof_for": request.POST.get("condition", ""),
        "may_meet": may(actor, "permits.condition.meet"),
        "renewals": list(found.renewals.all()),
        "letters": letters_about([ref(found)]),
        "entries": timeline_of(ref(found)),
        "refusal": refusal,
        "bound_form": next((form for _, form in changes if form.is_bound), proof if proof.is_bound else None),
    }
    return render(request, "desk/permits/permit.html", context)


def _fits(change: Change, found: Permit, discharge: DischargePermit | None) -> bool:
    """Only a permit to discharge that ends before the next due date has a balance to renew for (C-2)."""
    if change.key != "renew":
        return True
    if found.kind != "discharge" or discharge is None or discharge.next_due is None or found.through is None:
        return False
    return found.through < discharge.next_due


def _do(
    request: HttpRequest, found: Permit, changes: list[tuple[Change, forms.Form]], proof: ProofForm
) -> HttpResponse | None:
    actor: Any = request.actor  # type: ignore[attr-defined]
    do = request.POST.get("do", "")
    if do == "proof":
        condition = Condition.objects.filter(permit=found, pk=_number(request.POST.get("condition", ""))).first()
        if condition is None:
            raise Http404
        if not proof.is_valid():
            return None
        acts.meet_condition(actor, condition.pk, **proof.cleaned_data)
        messages.success(request, f"Condition {condition.position} is on record as met.")
        return redirect("desk:permit", found.pk)
    chosen = next(((change, form) for change, form in changes if change.key == do), None)
    if chosen is None:
        raise ActRefused(
            "The permit does not stand as it did when you opened this page; it cannot be changed this way."
        )
    change, form = chosen
    if not form.is_valid():
        return None
    values = dict(form.cleaned_data)
    if do != "renew":
        values["version"] = _number(request.POST.get("version", ""))
    after = change.run(actor, found.pk, **values)
    number = f"{found.number}" if after == found else f"{found.number} by {after.number}"
    messages.success(request, f"Permit {change.said}: {number}.")
    return redirect("desk:permit", after.pk)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def letter(request: HttpRequest, letter_id: int) -> HttpResponse:
    """An issued paper as PDF, byte for byte as it was issued."""
    found = Letter.objects.filter(pk=letter_id).first()
    if found is None:
        raise Http404
    try:
        pdf = pdf_of(found)
    except (DamagedPaperError, RenderError) as fault:
        return render(request, "desk/permits/damaged.html", {"letter": found, "fault": fault}, status=409)
    response = HttpResponse(pdf, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{found.number or found.code}.pdf"'
    response.headers["Cache-Control"] = "private, no-store"
    return response
