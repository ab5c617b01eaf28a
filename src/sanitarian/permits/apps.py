from django.apps import AppConfig


class PermitsConfig(AppConfig):
    name = "sanitarian.permits"

    def ready(self) -> None:
        from sanitarian.core import search
        from sanitarian.permits.search import KINDS, docs

        search.register("permit", docs, KINDS)
