"""What waits for a signed-in outside person: one panel for each role."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sanitarian.core.actors import OUTSIDE_ROLES, Actor, Role


@dataclass(frozen=True)
class Panel:
    """A part of "My page": the template that shows it, and what it shows."""

    template: str
    context: dict[str, Any]


_PANELS: dict[Role, Callable[[Actor], Panel]] = {}


def register(make: Callable[[Actor], Panel], *roles: Role) -> None:
    """Declare the panel of whoever holds one of these roles; called from ``apps.py: ready()``."""
    _PANELS.update(dict.fromkeys(roles, make))


def panels_for(actor: Actor) -> list[Panel]:
    """The panels of the roles that somebody holds today, in the order of the roles; each panel once."""
    held = [_PANELS[role] for role in Role if role in actor.roles & OUTSIDE_ROLES and role in _PANELS]
    return [make(actor) for make in dict.fromkeys(held)]


def plain_roles(actor: Actor) -> list[str]:
    """The roles held today that have no work of their own here, in words."""
    return [role.label for role in Role if role in actor.roles & OUTSIDE_ROLES and role not in _PANELS]
