"""Inspection rounds: generated from the schedule, voided where a class changed, closed by reports."""

from datetime import date

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import today
from sanitarian.core.records import close_tasks, keep_version, open_task, ref, tell
from sanitarian.county.facts import town_of
from sanitarian.county.models import Municipality
from sanitarian.law.dates import next_business_day
from sanitarian.law.ruling import Ruling
from sanitarian.wastewater.facts import SystemPlace, place_system
from sanitarian.wastewater.models import Round, System

CLASS_CHANGED = "wastewater.class-changed"


def bring_up_to_date(actor: Actor, system: System, *, as_of: date | None = None) -> SystemPlace:
    """Ask the schedule about a system and let its next round stand. Open rounds of another class become a task."""
    place = place_system(system, system.parcels.all(), as_of=as_of or today())
    if system.status == System.Status.ABANDONED:
        return place
    remember_schedule(system, place)
    if system.status == System.Status.IN_USE and place.scope.outcome != "does-not-apply":
        stand_next_round(system, place.ruling)
    stale = stale_rounds(system)
    if stale:
        open_task(
            CLASS_CHANGED,
            ref(system),
            f"System {system.number} changed class: void {len(stale)} open rounds?",
            role="sanitarian",
            where=_site_address(system),
            cite="V.IV.A",
        )
    return place


def _site_address(system: System) -> str:
    link = system.links.select_related("parcel").order_by("-is_site", "id").first()
    return link.parcel.address if link else system.description


def subjects_of_system(system: System) -> list[str]:
    """Whose timelines a matter of the system belongs on: its own and that of every parcel it serves."""
    return [ref(system), *(f"parcel:{pk}" for pk in system.parcels.values_list("pk", flat=True))]


def remember_schedule(system: System, place: SystemPlace) -> None:
    """Keep the schedule's answer on the system, for lists."""
    ruling = place.ruling
    system.schedule_class = ruling.outcome
    system.cycle_years = ruling.values["cycle_years"]
    system.next_due = ruling.values["next_due"]
    system.town = _town(system, place)
    System.objects.filter(pk=system.pk).update(
        schedule_class=system.schedule_class,
        cycle_years=system.cycle_years,
        next_due=system.next_due,
        town=system.town,
    )


def _town(system: System, place: SystemPlace) -> Municipality | None:
    links = system.links.select_related("parcel__municipality", "parcel__zone__municipality")
    link = links.order_by("-is_site").first()
    if link is None:
        return None
    found = place.places[link.parcel_id].municipality
    town = town_of(link.parcel, getattr(link.parcel, "zone", None))
    if town is None or town.name == found:
        return town
    return Municipality.objects.filter(name=found).exclude(kind="village").first()


def stand_next_round(system: System, ruling: Ruling) -> Round | None:
    """Let the round of the ruling's next due date stand; once per system and due date."""
    due = ruling.values["next_due"]
    if due is None:
        return None
    item, _ = Round.objects.get_or_create(
        system=system,
        due=due,
        defaults={
            "act_by": next_business_day(due),
            "credit_from": ruling.values["credit_from"],
            "schedule_class": ruling.outcome,
            "cycle_years": ruling.values["cycle_years"],
            "town": system.town,
        },
    )
    return item


def stale_rounds(system: System) -> list[Round]:
    """Open rounds that were generated for another class than the system has now."""
    return list(system.rounds.filter(status=Round.Status.OPEN).exclude(schedule_class=system.schedule_class))


@act("wastewater.rounds.generate")
def generate_rounds(actor: Actor, system_id: int) -> System:
    """Let the next round of one system stand (V.IV.A). Done twice, it changes nothing."""
    system = lock(System, system_id)
    before = system.rounds.count()
    bring_up_to_date(actor, system)
    if system.rounds.count() > before:
        journal(actor, "wastewater.rounds.generate", ref(system), due=system.next_due)
    return system


@act("wastewater.rounds.void")
def void_stale_rounds(actor: Actor, system_id: int, *, reason: str) -> int:
    """Void the open rounds that no longer hold because the place's class changed; return how many.

    Raises:
        ActRefused: no reason is given, or every open round holds.
    """
    if not reason.strip():
        raise ActRefused("Write why the rounds no longer hold.")
    system = lock(System, system_id)
    bring_up_to_date(actor, system)
    stale = stale_rounds(system)
    if not stale:
        raise ActRefused("Every open round of this system holds; there is nothing to void.")
    for item in stale:
        keep_version(actor, "wastewater.rounds.void", item)
        item.status, item.void_reason = Round.Status.VOID, reason.strip()[:200]
        item.save()
    journal(actor, "wastewater.rounds.void", ref(system), rounds=[ref(item) for item in stale])
    title = f"{len(stale)} inspection round{'s' if len(stale) > 1 else ''} voided: the class changed"
    tell(actor, subjects_of_system(system), "rounds.voided", title, on=today(), detail=reason.strip(), cite="V.IV.A")
    close_tasks(actor, ref(system), [CLASS_CHANGED])
    return len(stale)
