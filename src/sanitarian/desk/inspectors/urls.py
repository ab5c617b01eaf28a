"""Addresses of the register of inspectors."""

from django.urls import path

from sanitarian.desk.inspectors import views

urlpatterns = [
    path("", views.inspectors, name="inspectors"),
    path("new/", views.inspector_new, name="inspector-new"),
    path("<int:inspector_id>/", views.inspector, name="inspector"),
]
