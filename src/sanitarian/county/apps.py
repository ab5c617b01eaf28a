from django.apps import AppConfig


class CountyConfig(AppConfig):
    name = "sanitarian.county"

    def ready(self) -> None:
        from sanitarian.core import search
        from sanitarian.core.context import provide
        from sanitarian.county.counties import the_county
        from sanitarian.county.search import KINDS, PLACE, docs

        search.register("parcel", docs, KINDS, apart=[PLACE])
        provide("county_name", lambda: the_county().name)
