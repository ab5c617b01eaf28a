from django.apps import AppConfig


class PortalConfig(AppConfig):
    name = "sanitarian.portal"
