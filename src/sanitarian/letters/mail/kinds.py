"""The kinds of messages. The room that owns a kind registers it in its ``apps.py: ready()``."""

from dataclasses import dataclass

from sanitarian.core.actors import Role


@dataclass(frozen=True)
class MessageKind:
    """A kind: its title as the desk shows it, and whether it is about somebody's account, which no code asks for."""

    key: str
    title: str
    about_account: bool = False

    @property
    def role(self) -> str:
        """Whose worklist a message that cannot be delivered goes on."""
        return (Role.ADMINISTRATOR if self.about_account else Role.CLERK).value


_kinds: dict[str, MessageKind] = {}


def register_message(key: str, title: str, *, about_account: bool = False) -> None:
    """Declare a kind of message. One that goes with a paper bears the key of that letter kind.

    Raises:
        ValueError: the kind is declared already, and differently.
    """
    kind = MessageKind(key, title, about_account)
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
