"""Addresses of the public's property pages."""

from django.urls import path

from sanitarian.portal.property import corrections, views

urlpatterns = [
    path("", views.find_property, name="find-property"),
    path("<int:parcel_id>/", views.property_page, name="property"),
    path("<int:parcel_id>/correction/", corrections.ask, name="correction"),
]
