"""Addresses of the office's pages."""

from django.urls import path

from sanitarian.desk.office import account_views, views

urlpatterns = [
    path("", views.office, name="office"),
    path("accounts/<int:user_id>/", account_views.account, name="account"),
]
