from django.apps import AppConfig


class PermitsConfig(AppConfig):
    name = "sanitarian.permits"

    def ready(self) -> None:
        from sanitarian.core import search
        from sanitarian.letters.status import register_status
        from sanitarian.permits.search import KINDS, docs
        from sanitarian.permits.status import public_status

        register_status("permit", public_status)
        search.register("permit", docs, KINDS)
