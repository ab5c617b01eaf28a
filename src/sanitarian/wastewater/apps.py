from django.apps import AppConfig


class WastewaterConfig(AppConfig):
    name = "sanitarian.wastewater"

    def ready(self) -> None:
        from sanitarian.permits.kinds import register
        from sanitarian.wastewater.kinds import DISCHARGE, INTERIM

        register(DISCHARGE)
        register(INTERIM)
