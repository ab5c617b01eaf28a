"""Haulers, disposal places and pump-outs to test on: lawful unless a test says otherwise."""

import uuid
from datetime import date, datetime
from typing import Any

from sanitarian.core.actors import Actor, Role
from sanitarian.law.moments import new_york
from sanitarian.parties.models import Party, RoleGrant, User
from sanitarian.trades.models import Firm, License
from sanitarian.wastewater.acts.pump_outs import log_pump_out
from sanitarian.wastewater.models import DisposalPlace, PumpOut
from sanitarian.wastewater.pump_out_entry import NewPumpOut
from sanitarian.wastewater.volumes import read_volume
from tests.wastewater.cases import PASSPHRASE

DAY = datetime(2026, 6, 1, 9, 0)


def at(text: str) -> datetime:
    """A moment by the county's clock."""
    return new_york(datetime.fromisoformat(text))


def firm(name: str = "Honest Pumping", *, licensed: bool = True, permitted: bool = True, **facts: Any) -> Firm:
    """A hauler with both permits for 2025 and 2026."""
    party = Party.objects.create(name=name, kind=Party.Kind.FIRM)
    made = Firm.objects.create(party=party, number=f"FM-{Firm.objects.count() + 1:04d}", hauls=True, **facts)
    if licensed:
        License.objects.create(
            firm=made, kind="state-hauler-permit", number="7A-001", starts=date(2025, 1, 1),
            through=date(2026, 12, 31), recorded_by="user:0",
        )  # fmt: skip
    for year in (2025, 2026) if permitted else ():
        License.objects.create(
            firm=made, kind="business-permit", number=f"BP-{year}", starts=date(year, 1, 1),
            through=date(year, 12, 31), recorded_by="user:0",
        )  # fmt: skip
    return made


def hauler(of: Firm, name: str = "Hal") -> Actor:
    """Somebody who files for a firm."""
    made = User.objects.create_user(f"{name.lower()}@hauler.example", PASSPHRASE, name=name)
    RoleGrant.objects.create(user=made, role=Role.HAULER, party=of.party, starts=date(2020, 1, 1))
    return made.actor()


def plant(name: str = "Auburn Water Pollution Control Plant", **facts: Any) -> DisposalPlace:
    """A treatment plant with the State's permit."""
    facts = {"approved_from": date(2020, 1, 1), **facts}
    return DisposalPlace.objects.create(kind="treatment-plant", name=name, **facts)


def land(name: str = "Field on Made-Up Road", **facts: Any) -> DisposalPlace:
    """A site that the State approved."""
    return DisposalPlace.objects.create(kind="land", name=name, **{"approved_from": date(2020, 1, 1), **facts})


def new(of: Firm, **changes: Any) -> NewPumpOut:
    """A pump-out as a form says it: 1,000 gallons on June 1, 2026, brought to a plant."""
    facts: dict[str, Any] = {
        "token": uuid.uuid4(),
        "hauler": of,
        "pumped_at": new_york(DAY),
        "volume": read_volume("1000", "gal"),
        "place_text": "somewhere in Niles",
        **changes,
    }
    if "disposal_place" not in facts and "disposal_text" not in facts:
        facts["disposal_place"] = DisposalPlace.objects.first() or plant()
    return NewPumpOut(**facts)


def logged(actor: Actor, of: Firm, **changes: Any) -> PumpOut:
    """A pump-out on record."""
    return log_pump_out(actor, new(of, **changes))
