"""Requests for corrections from the public: read, and answered."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from sanitarian.core.acts import ActRefused
from sanitarian.core.permissions import may
from sanitarian.county.acts.corrections import answer_correction
from sanitarian.county.models import CorrectionRequest

PAGE = 50
_CHOICES = [("yes", "Corrected: it was wrong"), ("no", "Not changed: it stands as it is")]


class StateForm(forms.Form):
    """Which requests are listed."""

    state = forms.ChoiceField(choices=CorrectionRequest.State.choices, initial="open", required=False)


class AnswerForm(forms.Form):
    """What became of a request."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    accepted = forms.ChoiceField(
        label="What became of it",
        choices=_CHOICES,
        widget=forms.RadioSelect,
        error_messages={"required": "Say whether the record was corrected."},
    )
    answer = forms.CharField(
        label="Answer",
        max_length=2_000,
        widget=forms.Textarea({"rows": 4}),
        help_text="Whoever asked reads it. Name nobody in it.",
        error_messages={"required": "Write the answer; whoever asked will read it."},
    )


def correction_list(request: HttpRequest) -> HttpResponse:
    """The requests in one state, the oldest first."""
    form = StateForm({"state": request.GET.get("state") or "open"})
    state = form.cleaned_data["state"] if form.is_valid() else "open"
    after = request.GET.get("after", "")
    rows = CorrectionRequest.objects.filter(state=state, pk__gt=int(after) if after.isdecimal() else 0)
    found = list(rows.select_related("parcel__municipality").order_by("pk")[: PAGE + 1])
    context = {
        "form": form,
        "requests": found[:PAGE],
        "state": state,
        "next_url": f"?{urlencode({'state': state, 'after': found[PAGE - 1].pk})}" if len(found) > PAGE else "",
        "previous_url": "",
    }
    return render(request, "desk/corrections/list.html", context)


def correction(request: HttpRequest, request_id: int) -> HttpResponse:
    """One request; while it is open, the form that answers it."""
    asked = get_object_or_404(CorrectionRequest.objects.select_related("parcel"), pk=request_id)
    actor: Any = request.actor  # type: ignore[attr-defined]
    is_open = asked.state == CorrectionRequest.State.OPEN
    form = None
    if may(actor, "county.correction.answer") and (is_open or request.method == "POST"):
        form = AnswerForm(request.POST if request.method == "POST" else None, initial={"version": asked.version})
        if form.is_bound and form.is_valid() and _answered(request, asked, form):
            return redirect("desk:correction", asked.pk)
    context = {
        "asked": asked,
        "form": form,
        "crumbs": [{"label": "Corrections", "url": reverse("desk:corrections")}],
    }
    status = 422 if form is not None and form.errors else 200
    return render(request, "desk/corrections/correction.html", context, status=status)


def _answered(request: HttpRequest, asked: CorrectionRequest, form: AnswerForm) -> bool:
    said = form.cleaned_data
    try:
        answer_correction(
            request.actor,  # type: ignore[attr-defined]
            asked.pk,
            accepted=said["accepted"] == "yes",
            answer=said["answer"],
            version=said["version"],
        )
    except ActRefused as refusal:
        form.add_error(None, str(refusal))
        return False
    messages.success(request, f"{asked.number} is answered.")
    return True
