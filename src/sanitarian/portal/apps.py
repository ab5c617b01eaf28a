from django.apps import AppConfig


class PortalConfig(AppConfig):
    name = "sanitarian.portal"

    def ready(self) -> None:
        from sanitarian.core.actors import Role
        from sanitarian.portal.haulers.panel import panel as hauling
        from sanitarian.portal.inspections.panel import panel as inspections
        from sanitarian.portal.my.panels import register
        from sanitarian.wastewater.filers import FILING_ROLES

        register(inspections, *FILING_ROLES)
        register(hauling, Role.HAULER)
