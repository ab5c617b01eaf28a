"""My page: what a signed-in outside person does here."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from sanitarian.portal.my.panels import panels_for, plain_roles


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """After signing in: staff go to their desk, everybody else to their page."""
    staff = request.actor.is_staff  # type: ignore[attr-defined]
    return redirect("desk:today" if staff else "portal:my")


@require_safe
def my(request: HttpRequest) -> HttpResponse:
    """One panel for each role held today."""
    actor = request.actor  # type: ignore[attr-defined]
    return render(request, "my/my.html", {"panels": panels_for(actor), "plain_roles": plain_roles(actor)})
