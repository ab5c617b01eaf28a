"""Addresses of the register of inspectors."""

from django.urls import path

from sanitarian.desk.inspectors import agreements, views

urlpatterns = [
    path("", views.inspectors, name="inspectors"),
    path("new/", views.inspector_new, name="inspector-new"),
    path("others/", agreements.agreements, name="agreements"),
    path("others/new/", agreements.agreement_new, name="agreement-new"),
    path("others/<int:agreement_id>/", agreements.agreement, name="agreement"),
    path("<int:inspector_id>/", views.inspector, name="inspector"),
]
