"""The kinds of permit that rooms declare on top of Article I section 7."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PermitKind:
    """A kind of permit: code, name on paper, series of its numbers, and fee item (V.XIII)."""

    code: str
    name: str
    series: str
    fee_item: str


_kinds: dict[str, PermitKind] = {}


def register(kind: PermitKind) -> None:
    """Declare a kind of permit. Called from the declaring room's ``ready()``."""
    _kinds[kind.code] = kind


def kind_of(code: str) -> PermitKind:
    """The declared kind.

    Raises:
        KeyError: no room declares it, which is a fault of the program.
    """
    return _kinds[code]


def all_kinds() -> list[PermitKind]:
    """Every declared kind, in the order of declaration."""
    return list(_kinds.values())
