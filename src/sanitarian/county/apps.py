from django.apps import AppConfig


class CountyConfig(AppConfig):
    name = "sanitarian.county"

    def ready(self) -> None:
        from sanitarian.core import search
        from sanitarian.county.search import KINDS, docs

        search.register("parcel", docs, KINDS)
