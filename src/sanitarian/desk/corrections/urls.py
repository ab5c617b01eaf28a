"""Addresses of the requests for corrections."""

from django.urls import path

from sanitarian.desk.corrections import views

urlpatterns = [
    path("", views.correction_list, name="corrections"),
    path("<int:request_id>/", views.correction, name="correction"),
]
