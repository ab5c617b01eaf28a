"""What every test stands on: a database whose journal may be emptied, a fixed day, people who act."""

from collections.abc import Callable, Iterator
from datetime import date

import pytest

from sanitarian.core.actors import Actor, Role
from sanitarian.core.dates import use_today

TODAY = date(2026, 6, 15)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: object) -> None:
    """Between tests the tables are emptied, which the journal's guard forbids: the guard has tests of its own."""
    from sanitarian.core.journal import unguard

    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        unguard()


@pytest.fixture(autouse=True)
def county_day() -> Iterator[date]:
    """Every test runs on one Monday in the county."""
    with use_today(TODAY):
        yield TODAY


@pytest.fixture(autouse=True)
def journal_begins(request: pytest.FixtureRequest) -> None:
    """Tests that empty the database between themselves need the head of the journal put back."""
    marker = request.node.get_closest_marker("django_db")
    if marker is None or not marker.kwargs.get("transaction"):
        return
    request.getfixturevalue("transactional_db")
    from sanitarian.core.journal import GENESIS
    from sanitarian.core.models import JournalHead

    JournalHead.objects.get_or_create(pk=1, defaults={"seq": 0, "hash": GENESIS})


def _staff(role: Role) -> Actor:
    from sanitarian.parties.models import RoleGrant, User

    user = User.objects.create_user(f"{role}@county.example", "correct horse battery", name=f"Test {role.title()}")
    RoleGrant.objects.create(user=user, role=role, starts=date(2020, 1, 1))
    return user.actor()


@pytest.fixture
def staff(db: None) -> Callable[[Role], Actor]:
    """Makes an actor with one role."""
    return _staff


@pytest.fixture
def clerk(db: None) -> Actor:
    return _staff(Role.CLERK)


@pytest.fixture
def sanitarian(db: None) -> Actor:
    return _staff(Role.SANITARIAN)


@pytest.fixture
def commissioner(db: None) -> Actor:
    return _staff(Role.COMMISSIONER)


@pytest.fixture
def administrator(db: None) -> Actor:
    return _staff(Role.ADMINISTRATOR)
