"""How the interface for programs answers: JSON, open to pages of every site, and a fault for everything wrong."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from sanitarian.core.limits import limited
from sanitarian.law.answering import NotJson, printed
from sanitarian.law.ruling import ImpossibleFacts, NotInForce

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
QUESTIONS_PER_MINUTE = 120


def in_json(value: Any, status: int = 200) -> HttpResponse:
    """A value as JSON."""
    return HttpResponse(printed(value), content_type="application/json", status=status)


def faults(status: int, *lines: str) -> HttpResponse:
    """What is wrong, one line each, saying what to do."""
    return in_json({"faults": list(lines)}, status)


def _too_many(request: HttpRequest) -> HttpResponse:
    return faults(429, f"more than {QUESTIONS_PER_MINUTE} requests in a minute; wait a minute, or ask with an array")


def for_programs(*methods: str) -> Callable[[View[P]], View[P]]:
    """Make a view of the interface: only these methods, at a bearable pace, and any page's script may read it.

    It keeps no state and knows no session, so there is nothing that a foreign page could forge.
    """
    allowed = ", ".join([*methods, "HEAD", "OPTIONS"])

    def decorate(view: View[P]) -> View[P]:
        guarded = limited("api", QUESTIONS_PER_MINUTE, _too_many)(_with_faults(view))

        @wraps(view)
        def answering(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method == "OPTIONS":
                response = HttpResponse(status=204)
            elif request.method in {*methods, "HEAD"}:
                response = guarded(request, *args, **kwargs)
            else:
                response = faults(405, f"{request.method} is not answered here; use {' or '.join(methods)}")
            if response.status_code in {204, 405}:
                response["Allow"] = allowed
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Allow-Methods"] = allowed
            response["Access-Control-Allow-Headers"] = "Content-Type"
            response["Access-Control-Max-Age"] = "86400"
            return response

        return csrf_exempt(answering)

    return decorate


def _with_faults(view: View[P]) -> View[P]:
    @wraps(view)
    def caught(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NotJson as fault:
            return faults(400, *fault.faults)
        except ImpossibleFacts as fault:
            return faults(422, *fault.faults)
        except NotInForce as none:  # the words of a fact's schema are the county's
            return faults(422, str(none))

    return caught
