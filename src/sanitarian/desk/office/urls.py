"""Address of the office's page."""

from django.urls import path

from sanitarian.desk.office import views

urlpatterns = [path("", views.office, name="office")]
