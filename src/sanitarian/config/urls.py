"""All addresses of the site."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("sanitarian.access.urls")),
    path("desk/", include("sanitarian.desk.urls")),
    path("code/", include("sanitarian.portal.code.urls")),
    path("api/v1/", include("sanitarian.portal.api.urls")),
    path("", include("sanitarian.portal.urls")),
]

if settings.SANITARIAN_STYLEGUIDE:
    from sanitarian.core.styleguide import styleguide

    urlpatterns.append(path("styleguide/", styleguide, name="styleguide"))

handler400 = "sanitarian.core.errors.bad_request"
handler403 = "sanitarian.core.errors.permission_denied"
handler404 = "sanitarian.core.errors.page_not_found"
handler500 = "sanitarian.core.errors.server_error"
