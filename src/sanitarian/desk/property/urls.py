"""Addresses of the property file."""

from django.urls import path

from sanitarian.desk.property import views

urlpatterns = [
    path("<int:parcel_id>/", views.property_page, name="property"),
    path("<int:parcel_id>/override/", views.override, name="override"),
    path("<int:parcel_id>/override/<int:override_id>/end/", views.end_override, name="end-override"),
]
