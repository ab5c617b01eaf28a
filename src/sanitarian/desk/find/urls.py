"""Address of Find."""

from django.urls import path

from sanitarian.desk.find import views

urlpatterns = [path("", views.find_page, name="find")]
