"""Inspectors on record, with their courses."""

from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from sanitarian.demo import people
from sanitarian.demo.chance import SEED, Chance
from sanitarian.parties.models import Party
from sanitarian.trades.models import Course, Inspector


@dataclass(frozen=True)
class Inspectors:
    """Inspectors on record: those certified without a break, and one for each way not to be."""

    steady: list[Inspector]
    lapsed: Inspector
    revoked: Inspector
    too_new: Inspector
    not_accepted: Inspector
    owner: Inspector


_QUALIFICATIONS = (
    Inspector.Qualification.ENGINEER, Inspector.Qualification.CONTRACTOR, Inspector.Qualification.CODE_OFFICER,
    Inspector.Qualification.WATER_OPERATOR, Inspector.Qualification.SEWAGE_OPERATOR, Inspector.Qualification.CONTRACTOR,
    Inspector.Qualification.ARCHITECT, Inspector.Qualification.SURVEYOR, Inspector.Qualification.EQUIVALENT,
)  # fmt: skip


class _Register:
    """Puts inspectors on record, with numbers in a row."""

    def __init__(self, on: date) -> None:
        self.on = on
        self.chance = Chance(SEED, 41)
        self.rng = np.random.default_rng(SEED + 42)
        self.count = 0

    def inspector(
        self, qualification: str, courses: list[date], *, party: Party | None = None, **facts: object
    ) -> Inspector:
        """An inspector; the first passed course is the day of certification unless ``certified_on`` says otherwise."""
        self.count += 1
        inspector = Inspector.objects.create(
            party=party or self._party(),
            number=f"IN-{self.count:04d}",
            qualification=qualification,
            **{"certified_on": courses[0] if courses else None, **facts},
        )
        Course.objects.bulk_create(Course(inspector=inspector, completed=day, passed=True) for day in courses)
        return inspector

    def _party(self) -> Party:
        given, surname = people.person(self.rng)
        town, zip_code = self.chance.pick(sorted(people.ZIP_CODES.values()))
        return Party.objects.create(
            kind=Party.Kind.PERSON, name=f"{given} {surname}",
            mail_line1=f"{self.chance.between(2, 4000)} {self.chance.pick(people.TOWN_STREETS)}",
            mail_city=town, mail_state="NY", mail_zip=zip_code,
            email=f"inspector{self.count}@inspections.example", phone=f"315-555-01{self.count:02d}",
        )  # fmt: skip

    def courses(self, *, until_days_ago: int = 0) -> list[date]:
        """Courses in time before each two-year term ran out, for thirteen years."""
        day = self.on - timedelta(days=13 * 365 + self.chance.between(0, 200))
        taken = []
        while day < self.on - timedelta(days=until_days_ago + 10):
            taken.append(day)
            day += timedelta(days=self.chance.between(560, 715))
        return taken


def make_inspectors(on: date, owner_party: Party) -> Inspectors:
    """The register of inspectors. ``owner_party`` owns a place with a system and inspects, too."""
    register = _Register(on)
    steady = [
        register.inspector(
            qualification, register.courses(),
            contractor_years=22 if qualification == Inspector.Qualification.CONTRACTOR else None,
            equivalence_accepted=True if qualification == Inspector.Qualification.EQUIVALENT else None,
        )
        for qualification in (_QUALIFICATIONS * 2)[:14]
    ]  # fmt: skip
    kinds = Inspector.Qualification
    return Inspectors(
        steady=steady,
        lapsed=register.inspector(kinds.CODE_OFFICER, register.courses(until_days_ago=800)),
        revoked=register.inspector(
            kinds.CONTRACTOR, register.courses(), contractor_years=12, revoked_on=on - timedelta(days=200)
        ),
        too_new=register.inspector(kinds.CONTRACTOR, [on - timedelta(days=120)], contractor_years=3),
        not_accepted=register.inspector(kinds.EQUIVALENT, [on - timedelta(days=90)], equivalence_accepted=False),
        owner=register.inspector(kinds.ENGINEER, register.courses(), party=owner_party),
    )
