"""Pump-outs that look alike, two by two, and what an official says of them."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from sanitarian.core.acts import ActRefused
from sanitarian.core.permissions import may
from sanitarian.desk.pump_outs.forms import SettleForm
from sanitarian.wastewater.acts.pump_out_review import settle_suspicion
from sanitarian.wastewater.models import PumpOutSuspicion
from sanitarian.wastewater.pump_out_shown import facts_of, tone_of

PAGE = 50
_WITH = tuple(
    f"{side}__{name}"
    for side in ("first", "second")
    for name in ("hauler__party", "parcel__municipality", "system", "disposal_place", "duplicate_of")
)


@require_safe
def suspicions(request: HttpRequest) -> HttpResponse:
    """What is not settled, the oldest first; or with ``settled`` what was."""
    settled = "settled" in request.GET
    rows = PumpOutSuspicion.objects.select_related(*_WITH)
    opened = PumpOutSuspicion.Outcome.OPEN
    rows = rows.exclude(outcome=opened).order_by("-pk") if settled else rows.filter(outcome=opened).order_by("pk")
    after = request.GET.get("after", "")
    if after.isascii() and after.isdigit():
        rows = rows.filter(pk__lt=int(after)) if settled else rows.filter(pk__gt=int(after))
    found = list(rows[: PAGE + 1])
    keep = "settled=1&" if settled else ""
    context = {
        "pairs": found[:PAGE],
        "settled": settled,
        "next_url": f"?{keep}after={found[PAGE - 1].pk}" if len(found) > PAGE else "",
        "crumbs": [{"label": "Pump-outs", "url": reverse("desk:pump-outs")}],
    }
    return render(request, "desk/pump_outs/suspicions.html", context)


def suspicion(request: HttpRequest, suspicion_id: int) -> HttpResponse:
    """Two pump-outs side by side, and the question."""
    pair = get_object_or_404(PumpOutSuspicion.objects.select_related(*_WITH), pk=suspicion_id)
    actor: Any = request.actor  # type: ignore[attr-defined]
    form = SettleForm(request.POST if request.method == "POST" else None, pair=pair, initial={"version": pair.version})
    if form.is_bound and form.is_valid():
        try:
            settle_suspicion(actor, pair.pk, **form.settled())
            messages.success(request, "It is settled. Both records stay on file.")
            following = PumpOutSuspicion.objects.filter(outcome=PumpOutSuspicion.Outcome.OPEN, pk__gt=pair.pk)
            after = following.order_by("pk").first()
            return redirect("desk:suspicion", after.pk) if after else redirect("desk:suspicions")
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
    first, second = facts_of(pair.first), facts_of(pair.second)
    labels = list(dict.fromkeys(fact["label"] for fact in (*first, *second)))
    sides = [{fact["label"]: fact for fact in side} for side in (first, second)]
    context = {
        "pair": pair,
        "form": form,
        "lines": [_line(label, sides[0].get(label), sides[1].get(label)) for label in labels],
        "tones": (tone_of(pair.first), tone_of(pair.second)),
        "may_settle": may(actor, "wastewater.pumpout.settle_suspicion"),
        "crumbs": [{"label": "Pump-outs that look alike", "url": reverse("desk:suspicions")}],
    }
    return render(request, "desk/pump_outs/suspicion.html", context, status=422 if form.errors else 200)


def _line(label: str, first: dict[str, Any] | None, second: dict[str, Any] | None) -> dict[str, Any]:
    """One fact of both, and whether they differ."""
    values = [side["value"] if side else None for side in (first, second)]
    return {"label": label, "first": values[0], "second": values[1], "differs": values[0] != values[1]}
