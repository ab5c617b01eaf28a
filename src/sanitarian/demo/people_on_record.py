"""Staff who sign in, and inspectors with their courses."""

from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from sanitarian.core.actors import Actor, Role
from sanitarian.core.context import DemoUser
from sanitarian.demo import people
from sanitarian.demo.chance import Chance
from sanitarian.demo.lots import SEED
from sanitarian.law.dates import add_years
from sanitarian.parties.acts import create_user, grant_role
from sanitarian.parties.models import Party, User
from sanitarian.permits.acts import record_delegation
from sanitarian.trades.models import Course, Inspector

PASSPHRASE = "owasco lake in october"  # noqa: S105 - printed for everybody to see; the demo only
SETTING_UP = Actor(ref="command-line", roles=frozenset(Role), name="Demo county")
STAFF = (
    ("clerk@cayuga.example", "Nora Birdsall", "Clerk", (Role.CLERK,)),
    ("sanitarian@cayuga.example", "Wendell Ostrander", "Senior Public Health Sanitarian", (Role.SANITARIAN,)),
    ("inspector@cayuga.example", "Renée Łukasik", "Public Health Sanitarian", (Role.SANITARIAN,)),
    ("commissioner@cayuga.example", "Harriet Vosburgh, M.D.", "Commissioner of Health", (Role.COMMISSIONER,)),
    ("administrator@cayuga.example", "Felix Tillotson", "Systems Administrator", (Role.ADMINISTRATOR,)),
)


def demo_users() -> list[DemoUser]:
    """Whom the sign-in page of the demo names."""
    return [
        DemoUser(name=name, role=roles[0].value.title(), email=email, passphrase=PASSPHRASE)
        for email, name, _, roles in STAFF
        if email != "inspector@cayuga.example"
    ]


def make_staff(on: date) -> dict[str, Actor]:
    """Accounts, roles and the sanitarians' written delegations; actors by role, the second sanitarian as "delegate".

    The second sanitarian may sign permits to discharge only, so that a refusal can be seen.
    """
    since = add_years(on, -6).replace(month=1, day=2)
    made: list[tuple[User, tuple[Role, ...]]] = []
    for email, name, title, roles in STAFF:
        user = create_user(SETTING_UP, email=email, name=name, password=PASSPHRASE, title=title)
        for role in roles:
            grant_role(SETTING_UP, user, role, starts=since)
        made.append((user, roles))
    senior, junior = (user for user, roles in made if Role.SANITARIAN in roles)
    commissioner = next(user for user, roles in made if Role.COMMISSIONER in roles).actor()
    for official, kinds in ((senior, ("discharge", "interim")), (junior, ("discharge",))):
        record_delegation(
            commissioner, official=official, kinds=kinds, starts=since, ends=None,
            document=f"Commissioner's memorandum {since.year}-03",
        )  # fmt: skip
    actors = {roles[0].value: user.actor() for user, roles in reversed(made)}
    return actors | {"delegate": junior.actor()}


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
