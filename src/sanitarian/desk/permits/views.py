"""A permit's page: its standing and why, its conditions, its papers, and the acts that are open to the reader."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import today
from sanitarian.core.models import TimelineEntry
from sanitarian.core.permissions import may
from sanitarian.core.records import ref
from sanitarian.desk.access import staff_page
from sanitarian.desk.permits.forms import ConditionForm, ReasonForm, RenewForm, RevokeForm
from sanitarian.letters.acts import DamagedPaperError, pdf_of
from sanitarian.letters.models import Letter
from sanitarian.letters.queries import letters_of
from sanitarian.permits.acts import (
    meet_condition,
    reinstate_permit,
    revoke_permit,
    surrender_permit,
    suspend_permit,
)
from sanitarian.permits.facts import standing
from sanitarian.permits.kinds import kind_of
from sanitarian.permits.models import Condition, Permit
from sanitarian.wastewater.acts.permits import renew_for_balance

STANDINGS = {
    "in-force": ("In force", "good"), "continued": ("Continued", "good"), "not-yet": ("Not yet", "wait"),
    "expired": ("Expired", "bad"), "suspended": ("Suspended", "bad"), "revoked": ("Revoked", "bad"),
    "surrendered": ("Surrendered", "plain"),
}  # fmt: skip


@dataclass(frozen=True)
class Change:
    """A change of a permit's life: its act, where it may be made from, its words."""

    act: str
    do: Callable[..., Permit]
    form: type[forms.Form]
    label: str
    done: str
    cite: str
    from_standings: frozenset[str]


CHANGES = {
    "suspend": Change(
        "permits.permit.suspend", suspend_permit, ReasonForm, "Suspend", "The permit is suspended.", "I.7.C",
        frozenset({"in-force", "not-yet"}),
    ),
    "reinstate": Change(
        "permits.permit.reinstate", reinstate_permit, ReasonForm, "Reinstate", "The permit is reinstated.", "I.7.C",
        frozenset({"suspended"}),
    ),
    "surrender": Change(
        "permits.permit.surrender", surrender_permit, ReasonForm, "Record its surrender", "The surrender is on record.",
        "I.7.B.4", frozenset({"in-force", "not-yet", "expired", "suspended"}),
    ),
    "revoke": Change(
        "permits.permit.revoke", revoke_permit, RevokeForm, "Revoke", "The permit is revoked.", "I.7.C",
        frozenset({"in-force", "not-yet", "expired", "suspended"}),
    ),
}  # fmt: skip


def _permit(permit_id: int) -> Permit:
    related = ("holder", "parcel", "signed_by", "delegation", "renews", "discharge__system", "discharge__report")
    return get_object_or_404(Permit.objects.select_related(*related), pk=permit_id)


@staff_page
def permit_page(request: HttpRequest, permit_id: int) -> HttpResponse:
    """The permit as it stands today."""
    permit = _permit(permit_id)
    return render(request, "desk/permits/permit.html", _context(request, permit))


def _context(request: HttpRequest, permit: Permit, bound: dict[str, forms.Form] | None = None) -> dict[str, Any]:
    actor, bound = request.actor, bound or {}  # type: ignore[attr-defined]
    ruling = standing(permit, today())
    text, kind = STANDINGS[ruling.outcome]
    open_changes = [
        (name, change, bound.get(name) or change.form(prefix=name))
        for name, change in CHANGES.items()
        if ruling.outcome in change.from_standings and may(actor, change.act)
    ]
    return {
        "permit": permit,
        "kind_name": kind_of(permit.kind).name,
        "ruling": ruling,
        "standing_text": text,
        "standing_kind": kind,
        "conditions": [
            (item, bound.get(f"condition-{item.pk}") or ConditionForm(prefix=f"condition-{item.pk}"))
            for item in permit.conditions.all()
        ],
        "may_meet": may(actor, "permits.condition.meet"),
        "changes": open_changes,
        "renew_form": bound.get("renew") or (RenewForm(prefix="renew") if _may_renew(actor, permit) else None),
        "renewals": list(permit.renewals.all()),
        "letters": letters_of(ref(permit)),
        "entries": TimelineEntry.objects.filter(subject=ref(permit)).order_by("-on", "-pk")[:30],
    }


def _may_renew(actor: Any, permit: Permit) -> bool:
    """Whether a renewal for the balance is worth offering: the act itself decides."""
    discharge = getattr(permit, "discharge", None)
    return bool(
        may(actor, "wastewater.permit.renew_balance")
        and permit.kind == "discharge"
        and discharge is not None
        and discharge.next_due is not None
        and permit.through is not None
        and permit.through < discharge.next_due
        and not permit.renewals.exists()
    )


def _try(request: HttpRequest, permit: Permit, name: str, form: forms.Form, do: Callable[[], Any], said: str) -> HttpResponse:  # fmt: skip # noqa: E501
    """Do an act; what is refused is said at its form, and what was typed stays."""
    if form.is_valid():
        try:
            done = do()
            messages.success(request, said)
            return redirect("desk:permit", done.pk if isinstance(done, Permit) else permit.pk)
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
    permit = _permit(permit.pk)
    return render(request, "desk/permits/permit.html", _context(request, permit, {name: form}), status=422)


@staff_page
@require_POST
def change_permit(request: HttpRequest, permit_id: int, change: str) -> HttpResponse:
    """Suspend, reinstate, revoke, or record a surrender."""
    if change not in CHANGES:
        raise Http404
    permit, wanted = _permit(permit_id), CHANGES[change]
    form = wanted.form(request.POST, prefix=change)
    version = request.POST.get("version", "")
    seen = int(version) if version.isdigit() else None
    actor = request.actor  # type: ignore[attr-defined]
    return _try(
        request, permit, change, form,
        lambda: wanted.do(actor, permit.pk, version=seen, **form.cleaned_data), wanted.done,
    )  # fmt: skip


@staff_page
@require_POST
def condition_met(request: HttpRequest, permit_id: int, condition_id: int) -> HttpResponse:
    """Record the proof that a condition was met."""
    permit = _permit(permit_id)
    condition = get_object_or_404(Condition, pk=condition_id, permit=permit)
    name = f"condition-{condition.pk}"
    form = ConditionForm(request.POST, prefix=name)
    actor = request.actor  # type: ignore[attr-defined]
    return _try(
        request, permit, name, form,
        lambda: meet_condition(actor, condition.pk, **form.cleaned_data), "The condition is on record as met.",
    )  # fmt: skip


@staff_page
@require_POST
def renew(request: HttpRequest, permit_id: int) -> HttpResponse:
    """Renew for the balance to the next inspection (C-2)."""
    permit = _permit(permit_id)
    form = RenewForm(request.POST, prefix="renew")
    actor = request.actor  # type: ignore[attr-defined]
    return _try(
        request, permit, "renew", form,
        lambda: renew_for_balance(actor, permit.pk, **form.cleaned_data), "The permit is renewed for the balance.",
    )  # fmt: skip


@staff_page
def letter_pdf(request: HttpRequest, letter_id: int) -> HttpResponse:
    """An issued paper as it was frozen; rendered now if the worker has not come to it yet."""
    letter = get_object_or_404(Letter, pk=letter_id)
    try:
        content = pdf_of(letter)
    except DamagedPaperError:
        messages.error(request, "The stored paper is missing or is not the one that was issued. Tell an administrator.")
        return redirect(reverse("desk:today"))
    response = HttpResponse(content, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{letter.number or letter.code}.pdf"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
