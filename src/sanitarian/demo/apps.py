from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from sanitarian.core.context import DemoUser


class DemoConfig(AppConfig):
    name = "sanitarian.demo"

    def ready(self) -> None:
        from sanitarian.core.context import provide

        provide("demo_users", _demo_users)


def _demo_users() -> "list[DemoUser]":
    """Asked on the demo's pages only, so that no other process loads what makes the county."""
    from sanitarian.demo.staff import demo_users

    return demo_users()
