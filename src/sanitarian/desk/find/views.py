"""Find: one field for any number, name or address."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers

from sanitarian.desk.find.queries import LABELS, look_up


def find_page(request: HttpRequest) -> HttpResponse:
    """The list of what was found; the record itself where one identifier is exactly as typed.

    ``kind`` shows more of one kind; ``list`` shows the list even where one record would open. While somebody types,
    htmx asks for the list alone.
    """
    query, kind = request.GET.get("q", ""), request.GET.get("kind", "")
    htmx = request.htmx  # type: ignore[attr-defined]
    live = bool(htmx) and not htmx.history_restore_request
    page = look_up(query, kind)
    if page.opens and not live and not kind and "list" not in request.GET:
        return redirect(page.opens)
    template = "desk/find/results.html" if live else "desk/find/page.html"
    label = LABELS[kind][0] if kind in LABELS else ""
    response = render(request, template, {"page": page, "query": page.results.query, "kind": kind, "kind_label": label})
    patch_vary_headers(response, ["HX-Request"])
    return response
