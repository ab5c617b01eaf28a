"""Addresses of the code's pages."""

from django.urls import path

from sanitarian.portal.code import views

app_name = "code"
urlpatterns = [
    path("", views.contents, name="contents"),
    path("readings/", views.reading_list, name="readings"),
    path("readings/<str:key>/", views.reading_page, name="reading"),
    path("glossary/", views.glossary, name="glossary"),
    path("rules/", views.rule_list, name="rules"),
    path("rules/<str:name>/", views.rule_page, name="rule"),
    path("<str:key>/", views.provision_page, name="provision"),
]
