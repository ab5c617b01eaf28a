"""Who acts: an official, an outside filer, or the system itself on a schedule."""

from dataclasses import dataclass, field
from enum import StrEnum


class Role(StrEnum):
    """What a person may be for the department, granted from one day to another."""

    CLERK = "clerk"
    SANITARIAN = "sanitarian"
    COMMISSIONER = "commissioner"
    BOARD_SECRETARY = "board-secretary"
    ADMINISTRATOR = "administrator"
    VARIANCE_MEMBER = "variance-member"
    INSPECTOR = "inspector"
    INSTALLER = "installer"
    HAULER = "hauler"
    DESIGNER = "designer"
    OWNER = "owner"
    AGENT = "agent"
    MUNICIPALITY = "municipality"
    WATERSHED_INSPECTOR = "watershed-inspector"
    WATER_SUPPLIER = "water-supplier"
    FOOD_OPERATOR = "food-operator"

    @property
    def label(self) -> str:
        """The role in words, as pages show it."""
        return _LABELS.get(self, self.value.replace("-", " ").capitalize())


_LABELS = {
    Role.VARIANCE_MEMBER: "Variance Committee member",
    Role.INSPECTOR: "Certified inspector",
    Role.OWNER: "Property owner",
    Role.AGENT: "Attorney or realtor",
    Role.MUNICIPALITY: "Municipal inspector (home rule)",
}
ROLE_CHOICES = [(role.value, role.label) for role in Role]
STAFF_ROLES = frozenset({Role.CLERK, Role.SANITARIAN, Role.COMMISSIONER, Role.BOARD_SECRETARY, Role.ADMINISTRATOR})
"""Who works at the department. A member of the Variance Committee must not (V.VIII.A)."""
OUTSIDE_ROLES = frozenset(Role) - STAFF_ROLES


@dataclass(frozen=True)
class Held:
    """A role held today: for which party (its number), and in which area (a SWIS code, or a watershed)."""

    role: Role
    party_id: int | None = None
    area: str = ""


@dataclass(frozen=True)
class Actor:
    """A reference to whoever acts and the roles held today. ``name`` is for screens, never for the journal."""

    ref: str
    roles: frozenset[Role] = field(default_factory=frozenset)
    user_id: int | None = None
    name: str = ""
    held: tuple[Held, ...] = ()

    @property
    def is_staff(self) -> bool:
        return bool(self.roles & STAFF_ROLES)

    def parties_as(self, *roles: Role) -> frozenset[int]:
        """The parties for which one of these roles is held today: an owner's person, a hauler's firm."""
        return frozenset(held.party_id for held in self.held if held.role in roles and held.party_id is not None)

    def areas_as(self, role: Role) -> frozenset[str]:
        """The areas in which a role is held today: SWIS codes, or the name of a watershed."""
        return frozenset(held.area for held in self.held if held.role == role and held.area)


SYSTEM = Actor(ref="system", roles=frozenset(), name="Sanitarian")
NOBODY = Actor(ref="nobody", name="")
