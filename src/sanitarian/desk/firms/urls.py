"""Addresses of the register of installers and haulers."""

from django.urls import path

from sanitarian.desk.firms import views

urlpatterns = [
    path("", views.firms, name="firms"),
    path("new/", views.firm_new, name="firm-new"),
    path("<int:firm_id>/", views.firm, name="firm"),
]
