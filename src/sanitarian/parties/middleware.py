"""Who acts in a request."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from sanitarian.core.actors import NOBODY, Actor


def _actor(request: HttpRequest) -> Actor:
    return request.user.actor() if request.user.is_authenticated else NOBODY


def acting_person(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Set ``request.actor``: the signed-in user with today's roles, or nobody; asked for when first used."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.actor = SimpleLazyObject(lambda: _actor(request))  # type: ignore[attr-defined]
        return get_response(request)

    return middleware
