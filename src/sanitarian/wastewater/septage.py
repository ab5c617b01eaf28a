"""What the law says of a pump-out: the hauler's permits on its day, and where the load went (V.III.H, V.IX)."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime

from sanitarian.law.moments import new_york
from sanitarian.law.review import not_asked
from sanitarian.law.ruling import Ruling
from sanitarian.law.septage import septage_disposal
from sanitarian.trades.facts import firm_standing, hauler_licensed
from sanitarian.trades.models import Firm, License
from sanitarian.wastewater.models import DisposalPlace, PumpOut

NOT_LISTED = "The load went to a place that is on the department's list."


def county_day(moment: datetime) -> date:
    """The day of a moment by the county's clock."""
    return new_york(moment).date()


def approved_on(place: DisposalPlace, day: date) -> bool | None:
    """Whether the State let a place take septage on a day; not shown where no first day is on record."""
    if place.approved_from is None:
        return None
    return place.approved_from <= day and (place.approved_through is None or day <= place.approved_through)


def disposal_ruling(pump_out: PumpOut) -> Ruling:
    """Whether the load went where it may go (V.IX), judged by the approval on the day of disposal."""
    place = pump_out.disposal_place
    if place is None:
        return not_asked("septage-disposal", NOT_LISTED, "V.IX", hours=None)
    approved = approved_on(place, county_day(pump_out.disposed_at or pump_out.pumped_at))
    is_plant = place.kind == DisposalPlace.Kind.PLANT
    return septage_disposal(
        method=place.kind,
        plant_permitted=approved if is_plant else None,
        site_approved=None if is_plant else approved,
        pumped_at=pump_out.pumped_at,
        incorporated_at=None if is_plant else pump_out.incorporated_at,
        law_of=pump_out.pumped_on,
    )


class Judge:
    """Judges pump-outs of some firms, each by the permits of its own day, never of today's.

    The permits are read once, and what they say of a firm's day is asked once, however many loads it had.
    """

    def __init__(self, firms: Iterable[int]) -> None:
        self._licenses: dict[int, list[License]] = defaultdict(list)
        for item in License.objects.filter(firm__in=set(firms)):
            self._licenses[item.firm_id].append(item)
        self._days: dict[tuple[int, date], tuple[Ruling, bool | None]] = {}

    def hauler(self, firm: Firm, day: date) -> tuple[Ruling, bool | None]:
        """The permits of a firm on a day, and whether the State licensed it to haul (D-9)."""
        key = (firm.pk, day)
        if key not in self._days:
            licenses = self._licenses[firm.pk]
            self._days[key] = (firm_standing(firm, day, licenses), hauler_licensed(licenses, day))
        return self._days[key]

    def judge(self, pump_out: PumpOut) -> None:
        """Put on the row what the law says of it; the caller saves it."""
        standing, licensed = self.hauler(pump_out.hauler, pump_out.pumped_on)
        disposal = disposal_ruling(pump_out)
        pump_out.hauler_licensed, pump_out.hauler_standing = licensed, standing.outcome
        pump_out.disposal_outcome = disposal.outcome
        pump_out.rulings = {"hauler": standing.to_json(), "disposal": disposal.to_json()}
