"""What may be asked about pump-outs: whose they are, lists by day, what counts for a system, loads by month."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import TruncMonth

from sanitarian.core.actors import Actor, Role
from sanitarian.law.transfers import PumpOut as PumpOutFact
from sanitarian.trades.facts import hauler_licensed
from sanitarian.trades.models import Firm, License
from sanitarian.wastewater.models import DisposalPlace, PumpOut, PumpOutFile, System

PAGE = 50
Key = tuple[date, int]
_COUNTING = Q(duplicate_of__isnull=True) & ~Q(state=PumpOut.State.WITHDRAWN)
WHAT = {
    "match": ("Places to match", ~Q(place_note="") & _COUNTING),
    "unlisted": ("Disposal places not on the list", Q(disposal_place__isnull=True) & _COUNTING),
    "violation": ("Disposal in violation", Q(disposal_outcome="violation") & _COUNTING),
    "unlicensed": ("Hauler not shown to be licensed", (Q(hauler_licensed=False) | Q(hauler_licensed__isnull=True))
                   & _COUNTING),
    "duplicate": ("Duplicates", Q(duplicate_of__isnull=False)),
    "withdrawn": ("Withdrawn", Q(state=PumpOut.State.WITHDRAWN)),
}  # fmt: skip
RELATED = ("hauler__party", "parcel__municipality", "system", "disposal_place", "duplicate_of")


def pump_outs_of(actor: Actor) -> QuerySet[PumpOut]:
    """The pump-outs that somebody may see: staff all of them, a hauler those of their firms."""
    if actor.is_staff:
        return PumpOut.objects.all()
    return PumpOut.objects.filter(hauler__party__in=actor.parties_as(Role.HAULER))


def files_of(actor: Actor) -> QuerySet[PumpOutFile]:
    """The files of pump-outs that somebody may see, alike."""
    if actor.is_staff:
        return PumpOutFile.objects.all()
    return PumpOutFile.objects.filter(firm__party__in=actor.parties_as(Role.HAULER))


@dataclass(frozen=True)
class PumpOutFilter:
    """What a list of pump-outs is asked for. ``month`` is its first day."""

    month: date | None = None
    hauler: Firm | None = None
    place: DisposalPlace | None = None
    what: str = ""
    file: PumpOutFile | None = None

    def narrow(self, rows: QuerySet[PumpOut]) -> QuerySet[PumpOut]:
        """The rows that it asks for."""
        if self.month is not None:
            following = (self.month + timedelta(days=32)).replace(day=1)
            rows = rows.filter(pumped_on__gte=self.month, pumped_on__lt=following)
        if self.hauler is not None:
            rows = rows.filter(hauler=self.hauler)
        if self.place is not None:
            rows = rows.filter(disposal_place=self.place)
        if self.file is not None:
            rows = rows.filter(file=self.file)
        return rows.filter(WHAT[self.what][1]) if self.what in WHAT else rows


def page_of(
    rows: QuerySet[PumpOut], *, after: Key | None = None, before: Key | None = None, size: int = PAGE
) -> list[PumpOut]:
    """One page by key, the latest day first: the first rows after a key, or the last before one.

    Two steps, same day first and other days then, so that each is a seek on an index.
    """
    if before is not None:
        later = rows.order_by("pumped_on", "pk")
        found = list(later.filter(pumped_on=before[0], pk__gt=before[1])[:size])
        return (found + list(later.filter(pumped_on__gt=before[0])[: size - len(found)]))[::-1]
    earlier = rows.order_by("-pumped_on", "-pk")
    if after is None:
        return list(earlier[:size])
    found = list(earlier.filter(pumped_on=after[0], pk__lt=after[1])[:size])
    return found + list(earlier.filter(pumped_on__lt=after[0])[: size - len(found)])


def every(rows: QuerySet[PumpOut], size: int = 500) -> Iterator[PumpOut]:
    """All rows, page by page, so that the first comes at once."""
    page = page_of(rows, size=50)
    while page:
        yield from page
        page = page_of(rows, after=(page[-1].pumped_on, page[-1].pk), size=size)


def counting(rows: QuerySet[PumpOut]) -> QuerySet[PumpOut]:
    """Those that count: neither withdrawn nor marked as a duplicate."""
    return rows.filter(_COUNTING)


def pump_outs_at(system: System) -> QuerySet[PumpOut]:
    """What counts for a system, latest first: pump-outs matched to it, and those of its parcels matched to none."""
    parcels = system.links.values("parcel")
    rows = PumpOut.objects.filter(Q(system=system) | Q(system__isnull=True, parcel__in=parcels))
    return counting(rows).order_by("-pumped_on", "-pk")


def pump_outs_before(system: System, day: date) -> QuerySet[PumpOut]:
    """What counts for a system and happened before a day, latest first (E-4)."""
    return pump_outs_at(system).filter(pumped_on__lt=day)


def pump_out_facts(system: System) -> list[PumpOutFact]:
    """A system's pump-outs as V.IV.B asks for them: licensed by what is on record today of that day, and filed."""
    rows = list(pump_outs_at(system))
    licenses: dict[int, list[License]] = {}
    for item in License.objects.filter(firm__in={row.hauler_id for row in rows}):
        licenses.setdefault(item.firm_id, []).append(item)
    return [
        PumpOutFact(
            date=row.pumped_on, hauler_licensed=hauler_licensed(licenses.get(row.hauler_id, []), row.pumped_on),
            filed=True,
        )
        for row in rows
    ]  # fmt: skip


@dataclass(frozen=True)
class Loads:
    """What went to one place in one month."""

    place: str
    kind: str
    month: date
    loads: int
    gallons: Decimal


def loads_by_place_and_month(year: int) -> list[Loads]:
    """Loads that count, by the month in which the tanks were pumped; places not on the list stand together."""
    rows = counting(PumpOut.objects.filter(pumped_on__gte=date(year, 1, 1), pumped_on__lte=date(year, 12, 31)))
    grouped = (
        rows.annotate(month=TruncMonth("pumped_on"))
        .values("disposal_place__name", "disposal_place__kind", "month")
        .annotate(loads=Count("pk"), total=Sum("gallons"))
        .order_by("disposal_place__name", "month")
    )
    return [
        Loads(
            place=row["disposal_place__name"] or "Places not on the list", kind=row["disposal_place__kind"] or "",
            month=row["month"], loads=row["loads"], gallons=row["total"],
        )
        for row in grouped
    ]  # fmt: skip


def cells(row: PumpOut) -> dict[str, Any]:
    """A pump-out as a line of a file, in the columns of the template and what came of it."""
    parcel = row.parcel
    return {
        "Number": row.number,
        "State": "duplicate" if row.duplicate_of_id else row.get_state_display().lower(),
        "Hauler": row.hauler.party.name,
        "Pumped at": row.pumped_at.isoformat(),
        "Town": parcel.municipality.name if parcel and parcel.municipality else "",
        "Tax map number": parcel.shown_key if parcel else row.tax_map,
        "Street address": parcel.address if parcel else row.place_text,
        "System": row.system.number if row.system else "",
        "Gallons": row.gallons,
        "Volume as written": f"{row.volume_written} {row.unit_written}",
        "Tank": row.tank,
        "Disposal place": row.disposal_place.name if row.disposal_place else row.disposal_text,
        "Disposed at": row.disposed_at.isoformat() if row.disposed_at else "",
        "Plowed under at": row.incorporated_at.isoformat() if row.incorporated_at else "",
        "Disposal": row.disposal_outcome,
        "Hauler licensed": {True: "yes", False: "no", None: "not shown"}[row.hauler_licensed],
        "Manifest number": row.manifest_number,
        "Remarks": row.remarks,
    }


CSV_COLUMNS = (
    "Number", "State", "Hauler", "Pumped at", "Town", "Tax map number", "Street address", "System", "Gallons",
    "Volume as written", "Tank", "Disposal place", "Disposed at", "Plowed under at", "Disposal", "Hauler licensed",
    "Manifest number", "Remarks",
)  # fmt: skip
