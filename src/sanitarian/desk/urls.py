"""The staff's pages."""

from django.urls import URLPattern, URLResolver, include, path

app_name = "desk"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("sanitarian.desk.today.urls")),
    path("find/", include("sanitarian.desk.find.urls")),
    path("due/", include("sanitarian.desk.due.urls")),
    path("property/", include("sanitarian.desk.property.urls")),
    path("reports/", include("sanitarian.desk.reports.urls")),
    path("", include("sanitarian.desk.permits.urls")),
    path("review/", include("sanitarian.desk.review.urls")),
    path("systems/", include("sanitarian.desk.systems.urls")),
    path("inspectors/", include("sanitarian.desk.inspectors.urls")),
    path("corrections/", include("sanitarian.desk.corrections.urls")),
    path("invitations/", include("sanitarian.desk.invitations.urls")),
    path("firms/", include("sanitarian.desk.firms.urls")),
    path("pump-outs/", include("sanitarian.desk.pump_outs.urls")),
    path("office/", include("sanitarian.desk.office.urls")),
]
