"""Who may open a page of the desk."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase

from sanitarian.core.permissions import may_see

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def staff_page(view: View[P]) -> View[P]:
    """Declare a page of the desk: signed out leads to the sign-in page, signed in without a role is refused.

    Every view of the desk carries it, outermost. The page's name in the permission table is that of the view.
    """

    @wraps(view)
    def page(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not may_see(request.actor, view.__name__):  # type: ignore[attr-defined]
            raise PermissionDenied
        return view(request, *args, **kwargs)

    page.is_staff_page = True  # type: ignore[attr-defined]
    return page
