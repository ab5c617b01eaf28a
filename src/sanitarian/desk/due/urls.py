"""Addresses of the due list."""

from django.urls import path

from sanitarian.desk.due import views

urlpatterns = [path("", views.due_list, name="due")]
