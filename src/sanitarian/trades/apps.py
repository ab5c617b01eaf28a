from django.apps import AppConfig


class TradesConfig(AppConfig):
    name = "sanitarian.trades"

    def ready(self) -> None:
        from sanitarian.core import search
        from sanitarian.trades.search import KINDS, docs

        search.register("inspector", docs, KINDS)
