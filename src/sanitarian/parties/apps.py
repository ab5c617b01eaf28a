from django.apps import AppConfig


class PartiesConfig(AppConfig):
    name = "sanitarian.parties"
