from django.apps import AppConfig


class TradesConfig(AppConfig):
    name = "sanitarian.trades"

    def ready(self) -> None:
        from sanitarian.core import search
        from sanitarian.trades.search import FIRM_KINDS, KINDS, docs, firm_docs

        search.register("inspector", docs, KINDS)
        search.register("firm", firm_docs, FIRM_KINDS)
