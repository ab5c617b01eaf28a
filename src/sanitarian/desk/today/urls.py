"""Addresses of Today and of what imports left out."""

from django.urls import path

from sanitarian.desk.today import views

urlpatterns = [
    path("", views.today_page, name="today"),
    path("imports/<int:run_id>/", views.import_page, name="import"),
]
