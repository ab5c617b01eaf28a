from django.apps import AppConfig


class AccessConfig(AppConfig):
    name = "sanitarian.access"

    def ready(self) -> None:
        from sanitarian.access.mail import register_messages

        register_messages()
