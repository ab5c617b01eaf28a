"""Who may open a page: every address stands in the permission table, or nobody opens it."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict

from sanitarian.core.permissions import may_see

_KEPT = "kept_typing"
_KEPT_AT_MOST = 100_000
View = Callable[..., HttpResponseBase]


class PageAccess:
    """Middleware: signed out leads to the sign-in page, signed in without the role is refused.

    A page that the table does not name is refused to everybody.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: View, args: Any, kwargs: Any) -> HttpResponseBase | None:
        """Let the view answer, or answer in its place."""
        match = request.resolver_match
        if may_see(request.actor, match.view_name if match else ""):  # type: ignore[attr-defined]
            return None
        if request.user.is_authenticated:
            raise PermissionDenied
        if request.method == "POST" and getattr(view, "keeps_typing", False) and _keep(request):
            return redirect_to_login(f"{request.path}?kept=1")
        return redirect_to_login(request.get_full_path())


def keeps_typing(view: View) -> View:
    """Declare that what is typed on this page outlives the session: it is there again after signing in (C36)."""
    view.keeps_typing = True  # type: ignore[attr-defined]
    return view


def _keep(request: HttpRequest) -> bool:
    typed = request.POST.copy()
    typed.pop("csrfmiddlewaretoken", None)
    text = typed.urlencode()
    if len(text) > _KEPT_AT_MOST:
        return False
    request.session[_KEPT] = {request.path: text}
    return True


def kept_typing(request: HttpRequest) -> QueryDict | None:
    """What was typed on this page before the sign-in, once."""
    if "kept" not in request.GET:
        return None
    text = request.session.pop(_KEPT, {}).get(request.path)
    return QueryDict(text) if text else None
