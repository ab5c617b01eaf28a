"""What anybody with a permit's code may learn: whether it stands today, and no names."""

from sanitarian.core.dates import today
from sanitarian.letters.status import PublicStatus
from sanitarian.permits.facts import standing
from sanitarian.permits.kinds import kind_of
from sanitarian.permits.models import Permit

STANDINGS = {
    "in-force": ("In force", "good"),
    "continued": ("Continued", "good"),
    "not-yet": ("Not yet in force", "wait"),
    "expired": ("Expired", "bad"),
    "suspended": ("Suspended", "bad"),
    "revoked": ("Revoked", "bad"),
    "surrendered": ("Given up by its holder", "plain"),
}
"""A permit's standing in words, and the tone of the word."""


def public_status(permit_id: int) -> PublicStatus | None:
    """The standing of a permit today, its place and its term; None where there is no such permit."""
    permit = Permit.objects.filter(pk=permit_id).first()
    if permit is None:
        return None
    text, tone = STANDINGS[standing(permit, today()).outcome]
    return PublicStatus(
        what=f"{kind_of(permit.kind).name} {permit.number}",
        status=text,
        tone=tone,
        place=permit.place,
        town=permit.town,
        starts=permit.starts,
        through=permit.through,
    )
