"""Where a signed-in person begins."""

from django.urls import path

from sanitarian.portal.my import views

urlpatterns = [
    path("start/", views.start, name="start"),
    path("my/", views.my, name="my"),
]
