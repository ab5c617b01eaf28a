"""The kinds of letters. The room that owns a kind registers it in its ``apps.py: ready()``."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

TEMPLATES = Path(__file__).parent / "typst"


@dataclass(frozen=True)
class LetterKind:
    """A kind: the class of its contexts, its Typst template and its title as readers of the PDF see it."""

    key: str
    context_class: type[Any]
    template: Path
    title: str


_kinds: dict[str, LetterKind] = {}


def register(key: str, context_class: type[Any], template: Path | str, title: str) -> None:
    """Declare a kind of letter. ``template`` is a path, or the name of a file among this room's templates.

    Raises:
        ValueError: the kind is declared already, and differently, or its template does not exist.
    """
    path = template if isinstance(template, Path) else TEMPLATES / template
    if not path.is_file():
        raise ValueError(f"letter kind {key!r}: there is no template {path.name}")
    kind = LetterKind(key, context_class, path, title)
    if _kinds.setdefault(key, kind) != kind:
        raise ValueError(f"letter kind {key!r} is declared twice, and differently")


def kind_of(key: str) -> LetterKind:
    """The kind with this key.

    Raises:
        KeyError: no room has declared it.
    """
    if key not in _kinds:
        raise KeyError(f"no room has declared the letter kind {key!r}")
    return _kinds[key]
