"""A permit's row as the facts that the law of I.7 asks for."""

from datetime import date

from sanitarian.law.permits import permit_standing
from sanitarian.law.ruling import Ruling
from sanitarian.permits.models import Permit


def standing(permit: Permit, on: date) -> Ruling:
    """Whether a permit is in force on a day, and why."""
    return permit_standing(
        on=on,
        from_=permit.starts,
        through=permit.through,
        suspended_on=permit.suspended_on,
        reinstated_on=permit.reinstated_on,
        revoked_on=permit.revoked_on,
        surrendered_on=permit.surrendered_on,
    )
