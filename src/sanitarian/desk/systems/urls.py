"""Addresses of systems."""

from django.urls import path

from sanitarian.desk.systems import views

urlpatterns = [
    path("new/", views.register, name="system-new"),
    path("<int:system_id>/", views.system_page, name="system"),
    path("<int:system_id>/amend/", views.amend, name="system-amend"),
    path("<int:system_id>/match/", views.match, name="system-match"),
    path("<int:system_id>/void-rounds/", views.void_rounds, name="system-void-rounds"),
    path("<int:system_id>/abandon/", views.abandon, name="system-abandon"),
]
