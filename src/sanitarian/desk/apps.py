from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "sanitarian.desk"
