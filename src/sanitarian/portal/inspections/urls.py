"""Addresses of whoever files inspection reports from outside."""

from django.urls import path

from sanitarian.portal.inspections import filing, views

urlpatterns = [
    path("", views.reports, name="reports"),
    path("due/", views.due, name="due"),
    path("new/", filing.place, name="report-place"),
    path("new/start/", filing.start, name="report-start"),
    path("<int:report_id>/", views.report, name="report"),
    path("<int:report_id>/files/<int:file_id>/", views.file, name="report-file"),
    path("<int:report_id>/discard/", filing.discard, name="report-discard"),
    path("<int:report_id>/submit/", filing.submit, name="report-submit"),
    path("<int:report_id>/<slug:key>/", filing.step, name="report-step"),
]
