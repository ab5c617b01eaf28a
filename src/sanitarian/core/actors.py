"""Who acts: an official, an outside filer, or the system itself on a schedule."""

from dataclasses import dataclass, field
from enum import StrEnum


class Role(StrEnum):
    """What a person may be for the department, granted from one day to another."""

    CLERK = "clerk"
    SANITARIAN = "sanitarian"
    COMMISSIONER = "commissioner"
    ADMINISTRATOR = "administrator"


STAFF_ROLES = frozenset(Role)


@dataclass(frozen=True)
class Actor:
    """A reference to whoever acts and the roles held today. ``name`` is for screens, never for the journal."""

    ref: str
    roles: frozenset[Role] = field(default_factory=frozenset)
    user_id: int | None = None
    name: str = ""

    @property
    def is_staff(self) -> bool:
        return bool(self.roles & STAFF_ROLES)


SYSTEM = Actor(ref="system", roles=frozenset(), name="Sanitarian")
NOBODY = Actor(ref="nobody", name="")
