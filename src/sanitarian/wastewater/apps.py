from django.apps import AppConfig


class WastewaterConfig(AppConfig):
    name = "sanitarian.wastewater"

    def ready(self) -> None:
        from sanitarian.core import search
        from sanitarian.permits.kinds import register
        from sanitarian.wastewater.kinds import DISCHARGE, INTERIM
        from sanitarian.wastewater.search import (
            PUMP_OUT_KINDS,
            REPORT_KINDS,
            SYSTEM_KINDS,
            pump_out_docs,
            report_docs,
            system_docs,
        )

        register(DISCHARGE)
        register(INTERIM)
        search.register("system", system_docs, SYSTEM_KINDS)
        search.register("report", report_docs, REPORT_KINDS)
        search.register("pumpout", pump_out_docs, PUMP_OUT_KINDS)
