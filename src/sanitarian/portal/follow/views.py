"""Follow a report or a request by number and PIN, without an account. Neither stands in an address."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from sanitarian.core.limits import limited, too_many
from sanitarian.portal.follow.forms import FollowForm
from sanitarian.portal.follow.status import followed

TRIES_PER_MINUTE = 20
TRIES_AT_ONE_NUMBER, QUARTER_OF_AN_HOUR = 10, 900
UNKNOWN = "Nothing has this number and this PIN. Compare both with what you wrote down."
TOO_MANY_TRIES = "Too many tries for this number from your network. Wait a quarter of an hour, then try again."


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("follow", TRIES_PER_MINUTE)
def follow(request: HttpRequest) -> HttpResponse:
    """The form, and how the matter stands. A wrong number and a wrong PIN get the same answer."""
    form = FollowForm(request.POST if request.method == "POST" else None, use_required_attribute=False)
    status = 200
    if form.is_bound and form.is_valid():
        number, pin = form.cleaned_data["number"], form.cleaned_data["pin"]
        if too_many(request, "follow-one", times=TRIES_AT_ONE_NUMBER, seconds=QUARTER_OF_AN_HOUR, of=number):
            form.add_error(None, TOO_MANY_TRIES)
            status = 429
        elif (matter := followed(number, pin)) is not None:
            return render(request, "follow/status.html", {"matter": matter})
        else:
            form.add_error(None, UNKNOWN)
    if form.errors and status == 200:
        status = 422
    return render(request, "follow/follow.html", {"form": form}, status=status)
