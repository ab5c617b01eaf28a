"""Where anybody follows what they sent."""

from django.urls import path

from sanitarian.portal.follow import views

urlpatterns = [path("", views.follow, name="follow")]
