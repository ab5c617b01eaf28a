"""Accounts and roles: who is an administrator is never lost."""

from datetime import date

import pytest

from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused
from sanitarian.parties.acts import create_user, end_grant, grant_role
from sanitarian.parties.models import RoleGrant, User


def test_the_last_administrator_cannot_end_the_role(administrator: Actor) -> None:
    grant = RoleGrant.objects.get(role=Role.ADMINISTRATOR)
    with pytest.raises(ActRefused, match="last administrator"):
        end_grant(administrator, grant, ends=date(2026, 6, 15))
    other = create_user(administrator, email="other@county.example", name="Other")
    grant_role(administrator, other, Role.ADMINISTRATOR)
    assert end_grant(administrator, grant, ends=date(2026, 6, 15)).ends == date(2026, 6, 15)


def test_an_address_has_one_account_however_it_is_written(administrator: Actor) -> None:
    create_user(administrator, email="Tess@County.example", name="Tess")
    with pytest.raises(ActRefused, match="already an account"):
        create_user(administrator, email="tess@county.EXAMPLE", name="Tess again")
    assert User.objects.filter(email="tess@county.example").count() == 1
