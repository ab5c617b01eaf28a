from django.apps import AppConfig


class CountyConfig(AppConfig):
    name = "sanitarian.county"
