"""Everyone else's pages."""

from django.urls import path

from sanitarian.portal import views

app_name = "portal"
urlpatterns = [
    path("", views.home, name="home"),
    path("verify/", views.verify, name="verify"),
    path("verify/<str:code>", views.verified, name="verified"),
]
