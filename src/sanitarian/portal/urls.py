"""Everyone else's pages."""

from django.urls import URLPattern, URLResolver, include, path

from sanitarian.portal import views

app_name = "portal"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.home, name="home"),
    path("", include("sanitarian.portal.my.urls")),
    path("my/reports/", include("sanitarian.portal.inspections.urls")),
    path("property/", include("sanitarian.portal.property.urls")),
    path("follow/", include("sanitarian.portal.follow.urls")),
    path("my/pump-outs/", include("sanitarian.portal.haulers.urls")),
    path("verify/", views.verify, name="verify"),
    path("verify/<str:code>", views.verified, name="verified"),
]
