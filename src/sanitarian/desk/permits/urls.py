"""Addresses of permits and papers."""

from django.urls import path

from sanitarian.desk.permits import views

urlpatterns = [
    path("permits/<int:permit_id>/", views.permit, name="permit"),
    path("papers/<int:letter_id>/", views.letter, name="letter"),
]
