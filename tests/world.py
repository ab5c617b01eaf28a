"""A whole world of one person's records, each text of which says whose it is.

Tests about who may see what build it for one person and look for ``MARK`` in what others are shown.
"""

import uuid
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from sanitarian.core.actors import Actor, Role
from sanitarian.core.dates import county_zone
from sanitarian.county.models import Parcel
from sanitarian.parties.models import Party, RoleGrant, User
from sanitarian.wastewater.acts.decisions import accept_report, send_back
from sanitarian.wastewater.acts.reports import attach, enter_report, submit_report
from sanitarian.wastewater.models import Report, System
from tests.pictures import picture
from tests.places import parcel
from tests.wastewater.cases import clear_system, fields, inspector, user

MARK = "Anna-Alone"
PASSPHRASE = "correct horse battery"


def person(email: str, *grants: tuple[Role, Party | None, str]) -> User:
    """Somebody with an account and outside roles, each for a party and in an area."""
    made = User.objects.create_user(email, PASSPHRASE, name=email.partition("@")[0])
    for role, party, area in grants:
        RoleGrant.objects.create(user=made, role=role, party=party, area=area, starts=date(2020, 1, 1))
    return made


class World:
    """Anna's records: a property with a system, permits, reports in every state, their files and papers."""

    def __init__(self) -> None:
        sam = user("Sam", Role.COMMISSIONER)
        self.staff: Actor = sam.actor()
        self.place: Parcel = parcel("Genoa", owner=f"{MARK} Owner")
        Parcel.objects.filter(pk=self.place.pk).update(address=f"7 {MARK} Rd", street=f"{MARK} Rd")
        self.place.refresh_from_db()
        self.owner = Party.objects.get(name=f"{MARK} Owner")
        self.system: System = clear_system(self.staff)
        self.system.links.update(parcel=self.place)
        self.inspector = inspector()
        Party.objects.filter(pk=self.inspector.party_id).update(name=f"{MARK} Inspector")
        self.inspector.party.refresh_from_db()
        self.reports = [self._report(state) for state in ("draft", "submitted", "sent-back", "accepted")]

    def _report(self, state: str) -> Report:
        said = dict.fromkeys(("description", "sizes", "fixtures", "occupancy", "remarks"), f"{MARK} says so")
        typed = fields(self.system, self.place, inspector=self.inspector, **said)
        report = enter_report(self.staff, token=uuid.uuid4(), version=None, fields=typed)
        attach(self.staff, report.pk, SimpleUploadedFile(f"{MARK}.jpg", picture(size=(12, 8 + len(state)))))
        if state == "draft":
            return report
        report = submit_report(self.staff, report.pk)
        if state == "sent-back":
            send_back(self.staff, report.pk, codes=["other"], remark=f"{MARK} forgot a page")
        elif state == "accepted":
            accept_report(self.staff, report.pk, finding=f"{MARK} keeps it well")
        return report


# Rooms and tests add what they keep about a person: name and how it is built from the world.
_PARTS: dict[str, Callable[[World], Any]] = {}


def part(build: Callable[[World], Any]) -> Callable[[World], Any]:
    """Declare a part of the world."""
    _PARTS[build.__name__] = build
    return build


def whole_world() -> World:
    """Everything that there is of Anna."""
    world = World()
    for build in _PARTS.values():
        build(world)
    return world


def at(day: date, hour: int = 10) -> datetime:
    """A moment of a day in the county."""
    return datetime(day.year, day.month, day.day, hour, tzinfo=county_zone())
