"""Addresses of report entry and of reports."""

from django.urls import path

from sanitarian.desk.reports import views

urlpatterns = [
    path("", views.reports, name="reports"),
    path("new/", views.report_new, name="report-new"),
    path("missing/", views.report_missing, name="report-missing"),
    path("<int:report_id>/", views.report, name="report"),
    path("<int:report_id>/edit/", views.report_edit, name="report-edit"),
    path("<int:report_id>/received/", views.report_received, name="report-received"),
    path("<int:report_id>/withdraw/", views.report_withdraw, name="report-withdraw"),
    path("<int:report_id>/files/<int:file_id>/", views.report_file, name="report-file"),
]
