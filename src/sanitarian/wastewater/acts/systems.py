"""Systems: register, match a provisional record, abandon."""

from collections.abc import Sequence
from typing import Any

from sanitarian.core import search
from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import today
from sanitarian.core.journal import digest
from sanitarian.core.records import close_tasks, keep_version, next_number, open_task, ref, tell
from sanitarian.county.models import Parcel
from sanitarian.wastewater.acts.review_queue import queue_again
from sanitarian.wastewater.acts.rounds import bring_up_to_date, subjects_of_system
from sanitarian.wastewater.models import Round, System, SystemParcel

AMENDABLE = frozenset(
    {"description", "built_year", "tank_gallons", "bedrooms", "surveyed_distance_ft", "skaneateles_watershed"}
)

_WATERSHED_FOUND = {
    True: "Found to lie in the watershed of Skaneateles Lake, by the City’s map",
    False: "Found to lie outside the watershed of Skaneateles Lake, by the City’s map",
    None: "Whether it lies in the watershed of Skaneateles Lake is not known any more",
}


def new_system(actor: Actor, parcels: Sequence[Parcel], *, provisional: bool = False, **facts: Any) -> System:
    """A system row with its parcels, the first being its site. Part of an act."""
    system = System.objects.create(
        number=f"WS-{next_number('WS'):06d}",
        status=System.Status.PROVISIONAL if provisional else System.Status.IN_USE,
        **facts,
    )
    SystemParcel.objects.bulk_create(
        SystemParcel(system=system, parcel=parcel, is_site=position == 0) for position, parcel in enumerate(parcels)
    )
    journal(actor, "wastewater.system.register", ref(system), parcels=[ref(parcel) for parcel in parcels])
    subjects = [ref(system), *(ref(parcel) for parcel in parcels)]
    search.reindex([ref(system)])
    title = f"System {system.number} {'taken as a provisional record' if provisional else 'put on record'}"
    tell(actor, subjects, "system.registered", title, on=today(), reference=ref(system), cite="V.IV.A")
    return system


@act("wastewater.system.register")
def register_system(actor: Actor, parcels: Sequence[Parcel], **facts: Any) -> System:
    """Put a system on record, serving one or several parcels, and generate its next round.

    Raises:
        ActRefused: no parcel is named, or a fact that systems do not have.
    """
    if not parcels:
        raise ActRefused("A system lies on at least one parcel. Choose the parcel first.")
    if unknown := set(facts) - AMENDABLE:
        raise ActRefused(f"A system has no {', '.join(sorted(unknown))}.")
    system = new_system(actor, parcels, **facts)
    bring_up_to_date(actor, system)
    return system


@act("wastewater.system.amend")
def amend_system(actor: Actor, system_id: int, *, version: int, **facts: Any) -> System:
    """Correct what is on record of a system; a surveyed distance may change its class, which stands as a task.

    Whether it lies in the watershed of Skaneateles Lake is found by the City's map (B-18) and told by itself.
    """
    if unknown := set(facts) - AMENDABLE:
        raise ActRefused(f"A system has no {', '.join(sorted(unknown))}.")
    system = lock(System, system_id, version=version)
    found_before = system.skaneateles_watershed
    keep_version(actor, "wastewater.system.amend", system)
    for name, value in facts.items():
        setattr(system, name, value)
    system.save()
    journal(actor, "wastewater.system.amend", ref(system), version=system.version, fields=sorted(facts))
    subjects = subjects_of_system(system)
    title, cite = "System record corrected", ""
    if system.skaneateles_watershed != found_before:
        title, cite = _WATERSHED_FOUND[system.skaneateles_watershed], "B-18"
    tell(actor, subjects, "system.amended", title, on=today(), reference=ref(system), cite=cite)
    bring_up_to_date(actor, system)
    queue_again(system)
    return system


@act("wastewater.system.match")
def match_system(actor: Actor, system_id: int, parcels: Sequence[Parcel], *, version: int | None = None) -> System:
    """Say which parcels a provisional system lies on; its reports stay with it."""
    if not parcels:
        raise ActRefused("Choose the parcel that this record belongs to.")
    system = lock(System, system_id, version=version)
    if system.status != System.Status.PROVISIONAL:
        raise ActRefused(f"System {system.number} is matched already.")
    keep_version(actor, "wastewater.system.match", system)
    SystemParcel.objects.filter(system=system).delete()  # the stand-in; its history is in the journal
    SystemParcel.objects.bulk_create(
        SystemParcel(system=system, parcel=parcel, is_site=position == 0) for position, parcel in enumerate(parcels)
    )
    system.status = System.Status.IN_USE
    system.save()
    system.reports.filter(parcel__isnull=True).update(parcel=parcels[0])
    journal(actor, "wastewater.system.match", ref(system), parcels=[ref(parcel) for parcel in parcels])
    subjects = [ref(system), *(ref(parcel) for parcel in parcels)]
    tell(actor, subjects, "system.matched", f"System {system.number} matched", on=today(), reference=ref(system))
    search.reindex([ref(system), *(ref(report) for report in system.reports.all())])
    close_tasks(actor, ref(system), ["wastewater.provisional"])
    bring_up_to_date(actor, system)
    queue_again(system)
    return system


@act("wastewater.system.abandon")
def abandon_system(actor: Actor, system_id: int, *, reason: str, version: int | None = None) -> System:
    """Record that a system is out of use; its open rounds no longer hold, everything else stays."""
    if not reason.strip():
        raise ActRefused("Write why the system is out of use, such as a connection to the public sewer.")
    system = lock(System, system_id, version=version)
    if system.status == System.Status.ABANDONED:
        raise ActRefused(f"System {system.number} is on record as abandoned already.")
    keep_version(actor, "wastewater.system.abandon", system)
    system.status, system.abandoned_on, system.next_due = System.Status.ABANDONED, today(), None
    system.save()
    Round.objects.filter(system=system, status=Round.Status.OPEN).update(
        status=Round.Status.VOID, void_reason="The system is abandoned"
    )
    journal(actor, "wastewater.system.abandon", ref(system), reason=digest(reason.strip()))
    title, subjects = f"System {system.number} abandoned", subjects_of_system(system)
    search.reindex([ref(system)])
    tell(actor, subjects, "system.abandoned", title, on=today(), detail=reason.strip(), reference=ref(system))
    close_tasks(actor, ref(system))
    return system


def open_provisional(actor: Actor, place: str) -> System:
    """A provisional record for a place that is not on record: a report never bounces."""
    system = new_system(actor, [], provisional=True, description=place[:200])
    open_task(
        "wastewater.provisional",
        ref(system),
        f"Match provisional record {system.number} to a parcel",
        role="clerk",
        where=place,
        cite="V.IV.C.1",
    )
    return system
