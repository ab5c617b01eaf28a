from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "sanitarian.core"
    verbose_name = "Core"
