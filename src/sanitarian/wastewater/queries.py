"""What may be asked about systems and rounds: the due list, paged by key."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet

from sanitarian.core.dates import today
from sanitarian.county.facts import PlaceFacts
from sanitarian.county.models import Municipality, Parcel
from sanitarian.county.queries import places_of
from sanitarian.law.ruling import Ruling
from sanitarian.wastewater.facts import schedule_of
from sanitarian.wastewater.models import Round, ScheduleClass, System, SystemParcel

STATUSES = {
    "open": "Open",
    "overdue": "Overdue",
    "satisfied": "Inspected",
    "late": "Inspected late",
    "void": "No longer required",
    "unscheduled": "Not on the schedule",
    "undetermined": "Cannot be determined",
}
WITHOUT_ROUNDS = frozenset({"unscheduled", "undetermined"})
PAGE = 50
Key = tuple[date | None, int]  # a due date (none for systems without one) and a row


@dataclass(frozen=True)
class DueFilter:
    """What the due list is asked for. ``as_of`` is the day by which statuses are judged (today)."""

    year: int | None = None
    town: Municipality | None = None
    schedule_class: str = ""
    status: str = ""
    as_of: date | None = None

    @property
    def day(self) -> date:
        return self.as_of or today()

    @property
    def lists_systems(self) -> bool:
        """Whether systems without due dates are asked for, rather than rounds."""
        return self.status in WITHOUT_ROUNDS or self.schedule_class in WITHOUT_ROUNDS


@dataclass(frozen=True)
class DueRow:
    """One line of the due list. ``key`` is where the next page goes on."""

    key: Key
    system_id: int
    system: str
    parcel_id: int | None
    print_key: str
    address: str
    town: str
    schedule_class: str
    cycle_years: int | None
    due: date | None
    act_by: date | None
    status: str
    performed: date | None
    why: str = ""

    @property
    def status_text(self) -> str:
        return STATUSES[self.status]

    @property
    def class_text(self) -> str:
        return str(ScheduleClass(self.schedule_class).label)


def status_on(item: Round, day: date) -> str:
    """The status of a round as it stood on a day: an inspection made later had not happened yet."""
    if item.status == Round.Status.VOID:
        return "void"
    if item.status != Round.Status.OPEN and item.performed is not None and item.performed <= day:
        return str(item.status)
    return "overdue" if item.act_by < day else "open"


def _status_condition(status: str, day: date) -> Q:
    not_yet = Q(status=Round.Status.OPEN)
    if day < today():
        not_yet |= Q(status__in=[Round.Status.SATISFIED, Round.Status.LATE], performed__gt=day)
    conditions = {
        "open": not_yet & Q(act_by__gte=day),
        "overdue": not_yet & Q(act_by__lt=day, due__lt=day),
        "satisfied": Q(status=Round.Status.SATISFIED, performed__lte=day),
        "late": Q(status=Round.Status.LATE, performed__lte=day),
        "void": Q(status=Round.Status.VOID),
    }
    return conditions[status]


def rounds_for(asked: DueFilter) -> QuerySet[Round]:
    """The rounds that a filter asks for, in no order yet."""
    rounds = Round.objects.all()
    if asked.year is not None:
        rounds = rounds.filter(due__gte=date(asked.year, 1, 1), due__lte=date(asked.year, 12, 31))
    if asked.town is not None:
        rounds = rounds.filter(town=asked.town)
    if asked.schedule_class:
        rounds = rounds.filter(schedule_class=asked.schedule_class)
    if asked.status:
        rounds = rounds.filter(_status_condition(asked.status, asked.day))
    return rounds


def systems_without_rounds(asked: DueFilter) -> QuerySet[System]:
    """The systems in use that the schedule names no date for, or cannot be asked about."""
    wanted = asked.status if asked.status in WITHOUT_ROUNDS else asked.schedule_class
    systems = System.objects.filter(schedule_class=wanted).exclude(status=System.Status.ABANDONED)
    return systems.filter(town=asked.town) if asked.town is not None else systems


def due_page(
    asked: DueFilter, *, after: Key | None = None, before: Key | None = None,
    size: int = PAGE,
) -> list[DueRow]:  # fmt: skip
    """One page of the due list by key: the first ``size`` rows after a key, or the last before one."""
    if asked.lists_systems:
        systems = systems_without_rounds(asked).select_related("town")
        if before is not None:
            rows = list(systems.filter(pk__lt=before[1]).order_by("-pk")[:size])[::-1]
        else:
            rows = list(systems.filter(pk__gt=after[1] if after else 0).order_by("pk")[:size])
        return list(_system_rows(rows))
    found = _rounds_before(asked, before, size) if before is not None else _rounds_after(asked, after, size)
    return list(_round_rows(found, asked.day))


def _rounds_after(asked: DueFilter, after: Key | None, size: int) -> list[Round]:
    """Rounds after a key. Two steps, same day first and later days then, so that each is a seek on the index."""
    rounds = rounds_for(asked).select_related("system", "town").order_by("due", "pk")
    if after is None or after[0] is None:
        return list(rounds[:size])
    due, pk = after[0], after[1]
    same_day = list(rounds.filter(due=due, pk__gt=pk)[:size])
    return same_day + list(rounds.filter(due__gt=due)[: size - len(same_day)])


def _rounds_before(asked: DueFilter, before: Key, size: int) -> list[Round]:
    """Rounds before a key, in the order of the list."""
    due, pk = before[0] or date.max, before[1]
    rounds = rounds_for(asked).select_related("system", "town").order_by("-due", "-pk")
    same_day = list(rounds.filter(due=due, pk__lt=pk)[:size])
    return (same_day + list(rounds.filter(due__lt=due)[: size - len(same_day)]))[::-1]


def due_rows(asked: DueFilter, *, size: int = 500) -> Iterator[DueRow]:
    """The whole due list, page by page, so that the first row comes at once."""
    page = due_page(asked, size=min(size, 50))
    while page:
        yield from page
        page = due_page(asked, after=page[-1].key, size=size)


def due_count(asked: DueFilter) -> int:
    """How many lines the due list has for a filter."""
    return (systems_without_rounds(asked) if asked.lists_systems else rounds_for(asked)).count()


def _sites(system_ids: Iterable[int]) -> dict[int, Parcel]:
    links = (
        SystemParcel.objects.filter(system__in=list(system_ids))
        .select_related("parcel__municipality")
        .order_by("is_site", "-id")
    )
    return {link.system_id: link.parcel for link in links}


def _round_rows(rounds: list[Round], day: date) -> Iterator[DueRow]:
    sites = _sites(item.system_id for item in rounds)
    for item in rounds:
        yield DueRow(
            key=(item.due, item.pk),
            schedule_class=item.schedule_class,
            cycle_years=item.cycle_years,
            due=item.due,
            act_by=item.act_by,
            status=status_on(item, day),
            performed=item.performed,
            **_place_columns(item.system, sites.get(item.system_id), item.town),
        )


def _system_rows(systems: list[System]) -> Iterator[DueRow]:
    sites = _sites(system.pk for system in systems)
    places = places_of(sites.values())
    for system in systems:
        site = sites.get(system.pk)
        place = places[site.pk] if site else PlaceFacts(municipality=None)
        yield DueRow(
            key=(None, system.pk),
            schedule_class=system.schedule_class,
            cycle_years=system.cycle_years,
            due=None,
            act_by=None,
            status=system.schedule_class,
            performed=system.last_inspected,
            why=why_no_date(schedule_of(place, system_distance_ft=system.surveyed_distance_ft)),
            **_place_columns(system, site, system.town),
        )


def _place_columns(system: System, site: Parcel | None, town: Municipality | None) -> dict[str, Any]:
    return {
        "system_id": system.pk,
        "system": system.number,
        "parcel_id": site.pk if site else None,
        "print_key": site.shown_key if site else "",
        "address": site.address if site else system.description,
        "town": town.name if town else "",
    }


def why_no_date(ruling: Ruling) -> str:
    """The reason that decides why there is no due date, with its section; empty where there is one."""
    if ruling.values["cycle_years"] is not None:
        return ""
    decisive = ruling.not_shown[0] if ruling.not_shown else ruling.reasons[-1]
    negated = "It does not hold that: " if decisive.holds is False else ""
    return f"{negated}{decisive.text.rstrip('.')} ({decisive.cite})"
