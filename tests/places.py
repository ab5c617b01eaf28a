"""Small places to test on: towns, parcels with a determined zone, systems."""

from datetime import date
from decimal import Decimal
from typing import Any

from sanitarian.core.dates import now
from sanitarian.county.models import Municipality, Ownership, Parcel, ParcelZone, ZoneRun
from sanitarian.parties.models import Party
from sanitarian.wastewater.models import System, SystemParcel


def town(name: str = "Niles") -> Municipality:
    kind = "city" if name == "Auburn" else "town"
    swis = f"05{sum(name.encode()) % 10_000:04d}"
    return Municipality.objects.get_or_create(name=name, kind=kind, defaults={"swis": swis})[0]


def parcel(municipality: str = "Niles", *, key: str = "", owner: str = "Tess Made-Up", **zone: Any) -> Parcel:
    """A parcel in a town with an owner; zone facts default to "far from the lakes, outside their watersheds"."""
    where = town(municipality)
    number = Parcel.objects.count() + 1
    row = Parcel.objects.create(
        swis=where.swis,
        key=key or f"0010000002{number:06d}0000",
        print_key=f"1.-2-{number}",
        street_number=str(number),
        street="Test Rd",
        address=f"{number} Test Rd",
        municipality=where,
        sewer=zone.pop("sewer", "private"),
    )
    run = ZoneRun.objects.first() or ZoneRun.objects.create(at=now(), by="system", layers={})
    facts = {"fronts": "none", "distance_ft": Decimal(9_000), "watershed": "none", **zone}
    ParcelZone.objects.create(parcel=row, run=run, municipality=where, **facts)
    if owner:
        party = Party.objects.create(name=owner, mail_line1=f"{number} Test Rd", mail_city="Auburn", mail_state="NY")
        Ownership.objects.create(parcel=row, party=party, starts=date(2015, 1, 1))
    return row


def system(*parcels: Parcel, **facts: Any) -> System:
    """A system on parcels, the first being its site, without rounds."""
    row = System.objects.create(number=f"WS-{System.objects.count() + 1:06d}", **facts)
    for position, served in enumerate(parcels):
        SystemParcel.objects.create(system=row, parcel=served, is_site=position == 0)
    return row
