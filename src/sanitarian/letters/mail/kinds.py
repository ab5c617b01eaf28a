"""The kinds of messages. The room that owns a kind registers it in its ``apps.py: ready()``."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sanitarian.core.actors import Role

TEXTS = Path(__file__).parent / "texts"


@dataclass(frozen=True)
class MessageKind:
    """A kind: its title as the desk shows it, and the class of its contexts with the template that they fill.

    A kind without a template is written by its room. No code asks for messages about somebody's account.
    """

    key: str
    title: str
    context_class: type[Any] | None = None
    template: Path | None = None
    about_account: bool = False

    @property
    def role(self) -> str:
        """Whose worklist a message that cannot be delivered goes on."""
        return (Role.ADMINISTRATOR if self.about_account else Role.CLERK).value


_kinds: dict[str, MessageKind] = {}


def register_message(
    key: str,
    title: str,
    context_class: type[Any] | None = None,
    template: Path | str | None = None,
    *,
    about_account: bool = False,
) -> None:
    """Declare a kind of message. One that goes with a paper bears the key of that letter kind.

    ``template`` is a path, or the name of a file among this room's texts.

    Raises:
        ValueError: the kind is declared already, and differently, or its template does not exist.
    """
    path = TEXTS / template if isinstance(template, str) else template
    if path is not None and not path.is_file():
        raise ValueError(f"message kind {key!r}: there is no template {path.name}")
    kind = MessageKind(key, title, context_class, path, about_account)
    if _kinds.setdefault(key, kind) != kind:
        raise ValueError(f"message kind {key!r} is declared twice, and differently")


def message_kind(key: str) -> MessageKind:
    """The kind with this key.

    Raises:
        KeyError: no room has declared it.
    """
    if key not in _kinds:
        raise KeyError(f"no room has declared the message kind {key!r}")
    return _kinds[key]


def message_kinds() -> dict[str, MessageKind]:
    """All kinds by their keys."""
    return dict(_kinds)
