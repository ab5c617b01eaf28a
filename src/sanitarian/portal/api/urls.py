"""Addresses for programs. With or without the last slash: a redirect would lose what was posted."""

from django.urls import path, re_path

from sanitarian.portal.api import views

app_name = "api"
urlpatterns = [
    path("ask/", views.rule_list, name="rules"),
    path("ask", views.rule_list, name="rules-bare"),
    path("ask/<str:name>/", views.one_rule, name="rule"),
    path("ask/<str:name>", views.one_rule, name="rule-bare"),
    path("openapi.json", views.description, name="openapi"),
    re_path("", views.nothing_here, name="nothing-here"),
]
