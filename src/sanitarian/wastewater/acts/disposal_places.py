"""Where loads may go: treatment plants and land sites with the State's approvals (V.IX)."""

from typing import Any

from django.db import IntegrityError, transaction

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.records import keep_version, ref
from sanitarian.wastewater.models import DisposalPlace

AMENDABLE = frozenset(
    {"name", "where", "approval_number", "approved_by", "approved_from", "approved_through", "closed_on"}
)


@act("wastewater.disposal_place.register")
def register_disposal_place(actor: Actor, *, kind: str, name: str, **facts: Any) -> DisposalPlace:
    """Put a place on the list that haulers choose from.

    Raises:
        ActRefused: the name is taken, or the approval ends before it starts.
    """
    _check(facts)
    try:
        with transaction.atomic():
            place = DisposalPlace.objects.create(kind=kind, name=name.strip(), **facts)
    except IntegrityError:
        raise ActRefused(f"A place called {name.strip()} is on the list already.") from None
    journal(actor, "wastewater.disposal_place.register", ref(place), kind=kind)
    return place


@act("wastewater.disposal_place.amend")
def amend_disposal_place(actor: Actor, place_id: int, *, version: int, **facts: Any) -> DisposalPlace:
    """Correct a place or record its approval; loads on record are judged again by an act of its own."""
    place = lock(DisposalPlace, place_id, version=version)
    shown = {name: getattr(place, name) for name in AMENDABLE}
    changed = {name: value for name, value in facts.items() if shown.get(name) != value}
    _check(shown | changed)
    if not changed:
        return place
    keep_version(actor, "wastewater.disposal_place.amend", place)
    for name, value in changed.items():
        setattr(place, name, value)
    try:
        with transaction.atomic():
            place.save()
    except IntegrityError:
        raise ActRefused(f"A place called {place.name} is on the list already.") from None
    journal(actor, "wastewater.disposal_place.amend", ref(place), version=place.version, fields=sorted(changed))
    return place


def _check(facts: dict[str, Any]) -> None:
    if unknown := set(facts) - AMENDABLE:
        raise ActRefused(f"A disposal place has no {', '.join(sorted(unknown))}.")
    first, last = facts.get("approved_from"), facts.get("approved_through")
    if last is not None and first is None:
        raise ActRefused("Enter the first day of the approval, too.")
    if first is not None and last is not None and last < first:
        raise ActRefused("The approval cannot end before it starts. Correct one of the days.")
