from django.apps import AppConfig


class CountyConfig(AppConfig):
    name = "sanitarian.county"

    def ready(self) -> None:
        from sanitarian.core import search
        from sanitarian.core.context import provide
        from sanitarian.county.counties import the_county
        from sanitarian.county.search import KINDS, docs

        search.register("parcel", docs, KINDS)
        provide("county_name", lambda: the_county().name)
