from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "sanitarian.demo"
