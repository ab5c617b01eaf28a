"""Reports to test on: complete and favourable unless a test says otherwise."""

import uuid
from datetime import date
from typing import Any

from sanitarian.core.actors import Actor, Role
from sanitarian.county.models import Parcel
from sanitarian.parties.models import Party, RoleGrant, User
from sanitarian.permits.models import Delegation
from sanitarian.trades.models import Course, Inspector
from sanitarian.wastewater.acts.reports import enter_report, submit_report
from sanitarian.wastewater.acts.systems import register_system
from sanitarian.wastewater.models import Report, System
from tests.places import parcel

PASSPHRASE = "correct horse battery"
DAY = date(2026, 6, 1)


def user(name: str, role: Role, *, delegated: tuple[str, ...] = ()) -> User:
    """Somebody of the department; ``delegated`` names the kinds of permits that they may sign."""
    made = User.objects.create_user(f"{name.lower()}@county.example", PASSPHRASE, name=name, title=role.title())
    RoleGrant.objects.create(user=made, role=role, starts=date(2020, 1, 1))
    if delegated:
        Delegation.objects.create(
            official=made, kinds=list(delegated), starts=date(2025, 1, 1), document="Letter 1", by="user:0"
        )
    return made


def signer(name: str = "Sam") -> Actor:
    """A sanitarian who signs permits of both kinds by delegation."""
    return user(name, Role.SANITARIAN, delegated=("discharge", "interim")).actor()


def inspector(**changes: Any) -> Inspector:
    """An inspector who was certified on every day of these tests."""
    number = Inspector.objects.count() + 1
    facts = {"qualification": "engineer", "certified_on": date(2020, 1, 1), **changes}
    made = Inspector.objects.create(
        party=Party.objects.create(name=f"Ina Spector {number}"), number=f"IN-{number:04d}", **facts
    )
    Course.objects.create(inspector=made, completed=date(2025, 1, 15), passed=True)
    return made


def fields(where: System | None, place: Parcel | None = None, **changes: Any) -> dict[str, Any]:
    """What a complete report about a sound system says."""
    site = place or (where.parcels.first() if where else None)
    owner = site.ownerships.get().party if site else None
    return {
        "system": where, "parcel": site, "inspector": Inspector.objects.first() or inspector(),
        "inspector_interest": False, "performed": DAY,
        "street_address": site.address if site else "somewhere", "tax_map": site.print_key if site else "not known",
        "description": "Concrete tank and field", "sizes": "1,000 gallons", "sizes_extent": "given",
        "dates_extent": "unknown", "distances_extent": "unknown", "fixtures": "Two baths", "occupancy": "Four people",
        "has_spdes": False, "operation_tested": True, "surface_discharge": False, "watercourse_discharge": False,
        "broken_component": False, "overflow_points": False, "components_good": True, "conforms_75a": True,
        "applicant": owner, "applicant_name": owner.name if owner else "Olga Owner", "applicant_is_agent": False,
        "application_signed_on": DAY, **changes,
    }  # fmt: skip


SUBSTANDARD = {"conforms_75a": False, "valid_permit": False, "tank_ok": False}
FAILED = {"surface_discharge": True}
LAKE_FRONT = {"fronts": "owasco-lake", "distance_ft": 0, "watershed": "owasco-lake"}


def clear_system(actor: Actor, municipality: str = "Genoa", **zone: Any) -> System:
    """A registered system with its round."""
    return register_system(actor, [parcel(municipality, **zone)])


def draft(actor: Actor, where: System | None, *, pipes: Any = (), **changes: Any) -> Report:
    """A saved draft."""
    typed = fields(where, **changes)
    return enter_report(actor, token=uuid.uuid4(), version=None, fields=typed, pipes=pipes)


def filed(actor: Actor, where: System | None, *, pipes: Any = (), **changes: Any) -> Report:
    """A report that waits for review."""
    return submit_report(actor, draft(actor, where, pipes=pipes, **changes).pk)
