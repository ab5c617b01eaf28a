"""What an import has to tell: refusals of a file, rejected rows, and notices about values that were taken."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sanitarian.core.acts import ActRefused

_SHOWN_ROWS = 20


class ImportRefused(ActRefused):
    """The file as a whole is not imported; the message says why and what to do. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Reject:
    """A row that is not taken: its number as the reader of the file counts it, the column, the value, the reason."""

    row: int
    field: str
    value: str
    reason: str


@dataclass
class Notices:
    """Remarks by kind, each with the rows it concerns."""

    texts: dict[str, list[int]] = field(default_factory=dict)

    def add(self, text: str, rows: Iterable[int] = ()) -> None:
        """Note ``text`` for these rows; the same text gathers its rows in one notice."""
        self.texts.setdefault(text, []).extend(rows)

    def lines(self) -> list[str]:
        """One line for each notice, with how many rows and which."""
        return [f"{text}{named_rows(rows)}" for text, rows in self.texts.items()]

    def as_json(self) -> list[dict[str, Any]]:
        """The notices as the import's record keeps them."""
        return [{"text": text, "count": len(rows), "rows": rows[:_SHOWN_ROWS]} for text, rows in self.texts.items()]


def named_rows(rows: list[int], shown: int = 8) -> str:
    """Rows for a message: ": 1 row (7)", ": 12 rows (2, 5, 9 …)"; nothing when there are none."""
    if not rows:
        return ""
    listed = ", ".join(str(row) for row in rows[:shown]) + (" …" if len(rows) > shown else "")
    return f": {len(rows):,} row{'s' if len(rows) > 1 else ''} ({listed})"
