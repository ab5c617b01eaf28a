"""How an act runs: permission, lock, facts, law, change, worklist and timeline, journal last; one transaction."""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.db import models, transaction

from sanitarian.core.actors import Actor
from sanitarian.core.journal import Draft, append
from sanitarian.core.permissions import may
from sanitarian.law.ruling import NotInForce

P = ParamSpec("P")
R = TypeVar("R")
M = TypeVar("M", bound=models.Model)


class ActRefused(Exception):
    """The act was not done; the message says why and what would help. Nothing was changed."""


class NotPermitted(ActRefused):
    """The actor may not do this."""


class StaleVersion(ActRefused):
    """Somebody else changed the record since it was read."""


@dataclass
class _Running:
    drafts: list[Draft] = field(default_factory=list)


_running: ContextVar[_Running | None] = ContextVar("running_act", default=None)
REGISTRY: dict[str, Callable[..., Any]] = {}


def act(name: str) -> Callable[[Callable[Concatenate[Actor, P], R]], Callable[Concatenate[Actor, P], R]]:
    """Declare an official act. The function's first argument is the actor.

    The outermost act opens the transaction and writes the journal entries of all acts inside it at its end.
    """

    def decorate(function: Callable[Concatenate[Actor, P], R]) -> Callable[Concatenate[Actor, P], R]:
        @wraps(function)
        def run(actor: Actor, *args: P.args, **kwargs: P.kwargs) -> R:
            if not may(actor, name):
                raise NotPermitted(f"You may not do this ({name}). Ask an administrator for the role that may.")
            if _running.get() is not None:
                return function(actor, *args, **kwargs)
            with transaction.atomic():
                running = _Running()
                token = _running.set(running)
                try:
                    result = function(actor, *args, **kwargs)
                    append(running.drafts)
                except NotInForce as none:
                    raise ActRefused(f"No law answers: {none}.") from none
                finally:
                    _running.reset(token)  # before the commit: what runs after it is an act of its own
            return result

        REGISTRY[name] = run
        run.act_name = name  # type: ignore[attr-defined]
        return run

    return decorate


def journal(actor: Actor, name: str, subject: str, **details: Any) -> None:
    """Add an entry to the journal of the running act: references, codes and digests, never personal data."""
    running = _running.get()
    if running is None:
        raise RuntimeError("journal() is called inside an act only")
    running.drafts.append(Draft(actor=actor.ref, act=name, subject=subject, details=details))


def lock(model: type[M], pk: int, *, version: int | None = None) -> M:
    """Read one row for change. On PostgreSQL the row is locked; SQLite's IMMEDIATE transaction locks already.

    Raises:
        ActRefused: there is no such row.
        StaleVersion: ``version`` is given and the row has moved on.
    """
    row = model._default_manager.select_for_update(of=("self",)).filter(pk=pk).first()
    if row is None:
        raise ActRefused(f"There is no {model._meta.verbose_name} with this number.")
    if version is not None and row.version != version:  # type: ignore[attr-defined]
        raise StaleVersion(
            "Somebody else has changed this record since you opened it. Your entries are kept below: "
            "compare them with what is on record now, then save again."
        )
    return row
