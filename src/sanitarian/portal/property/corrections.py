"""Something about a property is wrong: the public's form."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from sanitarian.core.acts import ActRefused
from sanitarian.county.acts.corrections import ask_for_correction
from sanitarian.portal.property.forms import CorrectionForm
from sanitarian.portal.property.views import property_or_404
from sanitarian.portal.sending import TOO_OFTEN, sent_too_often


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def ask(request: HttpRequest, parcel_id: int) -> HttpResponse:
    """The form; sent, it answers with a number and a PIN. Sent again, with the same."""
    found = property_or_404(parcel_id)
    form = CorrectionForm(request.POST if request.method == "POST" else None)
    context = {
        "property": found,
        "form": form,
        "crumbs": [{"label": found.title, "url": reverse("portal:property", args=[found.id])}],
    }
    status = 200
    if form.is_bound and sent_too_often(request, "correction"):
        form.add_error(None, TOO_OFTEN)
        status = 429
    elif form.is_bound and form.is_valid():
        try:
            received = ask_for_correction(request.actor, parcel_id=found.id, **form.cleaned_data)  # type: ignore[attr-defined]
            context |= {"number": received.request.number, "pin": received.pin, "again": received.again}
            return render(request, "property/correction_received.html", context)
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
    if form.errors and status == 200:
        status = 422
    return render(request, "property/correction.html", context, status=status)
