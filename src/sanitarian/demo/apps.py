from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "sanitarian.demo"

    def ready(self) -> None:
        from sanitarian.core.context import provide
        from sanitarian.demo.people_on_record import demo_users

        provide("demo_users", demo_users)
