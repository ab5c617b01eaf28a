from django.apps import AppConfig


class WastewaterConfig(AppConfig):
    name = "sanitarian.wastewater"
