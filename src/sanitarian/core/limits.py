"""How often one client may ask. Counted in the cache, which all server processes share."""

import time
from collections.abc import Callable
from functools import wraps
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
WINDOW_SECONDS = 60


def client_ip(request: HttpRequest) -> IPv4Address | IPv6Address | None:
    """The address that asks, as far as one can tell.

    Behind a proxy the setting ``SANITARIAN_CLIENT_ADDRESS_HEADER`` names the header in which the proxy passes the
    address on; its last entry counts, for the client can write the others.
    """
    header = getattr(settings, "SANITARIAN_CLIENT_ADDRESS_HEADER", "")
    given = request.headers.get(header, "").rpartition(",")[2].strip() if header else request.META["REMOTE_ADDR"]
    try:
        address = ip_address(given)
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


def client_address(request: HttpRequest) -> str:
    """Who asks: an IPv4 address, or the network (/64) of an IPv6 one, which is one client's."""
    address = client_ip(request)
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> 64 << 64))
    return "unknown" if address is None else str(address)


def _plain_page(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", status=429)


def limited(
    purpose: str, per_minute: int, refuse: Callable[[HttpRequest], HttpResponse] = _plain_page
) -> Callable[[View[P]], View[P]]:
    """Answer a client's requests beyond so many in a minute with 429: a plain page, or what ``refuse`` makes."""

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if _count(purpose, client_address(request)) <= per_minute:
                return view(request, *args, **kwargs)
            response = refuse(request)
            response["Retry-After"] = str(WINDOW_SECONDS)
            return response

        return guarded

    return decorate


def too_many(request: HttpRequest, purpose: str, *, times: int, seconds: int, of: str = "") -> bool:
    """Count one more attempt of this client, at one thing where ``of`` names it; whether that is one too many.

    For views that answer in their own way: with a form that keeps what was typed.
    """
    return _count(purpose, f"{client_address(request)} {of}", seconds) > times


def _count(purpose: str, client: str, seconds: int = WINDOW_SECONDS) -> int:
    """Counts lie in the database for a while: under a digest, so that nobody reads there who asked when."""
    who = salted_hmac("sanitarian.limit", client, algorithm="sha256").hexdigest()[:32]
    key = f"limit:{purpose}:{who}:{int(time.time() // seconds)}"
    cache.add(key, 0, timeout=2 * seconds)
    try:
        return int(cache.incr(key))
    except ValueError:  # the cache dropped it in this moment
        return 1
