"""Staff who sign in to the demo, their roles and delegations."""

from datetime import date

from sanitarian.core.actors import Actor, Role
from sanitarian.core.context import DemoUser
from sanitarian.law.dates import add_years
from sanitarian.parties.acts import create_user, grant_role
from sanitarian.parties.models import User
from sanitarian.permits.acts import record_delegation

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
