"""Who inspects for others than themselves: municipalities under home rule, Syracuse's watershed inspectors (V.XI)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from sanitarian.core.actors import Role
from sanitarian.county.models import Municipality
from sanitarian.law.home_rule import outside_inspection
from sanitarian.law.ruling import Ruling
from sanitarian.parties.models import RoleGrant
from sanitarian.trades.models import SKANEATELES, Agreement, Inspector
from sanitarian.trades.queries import agreements_on

BY_ROLE = {Role.MUNICIPALITY: Agreement.By.MUNICIPALITY, Role.WATERSHED_INSPECTOR: Agreement.By.WATERSHED}
_WATERSHED = "Skaneateles Lake watershed"


@dataclass(frozen=True)
class Mandate:
    """For which area somebody inspects, under which agreement, and what the law says of it as far as that goes."""

    by: str
    area: str
    agreement: Agreement | None
    ruling: Ruling

    @property
    def municipal(self) -> bool:
        return self.by == Agreement.By.MUNICIPALITY

    @property
    def standing(self) -> tuple[str, str]:
        """The words and the tone of the standing; each report adds where the place lies and how it was tested."""
        law, course = (self._holds(name) for name in ("local_law_meets_minimum", "course_attended"))
        if self.municipal and self.agreement is None:
            return "No agreement in force", "bad"
        if law is False:
            return "The local law does not meet the minimum", "bad"
        if not course:
            return "No course on record yet", "due"
        if law is None:
            return "The finding on the local law is not recorded yet", "unknown"
        return "Inspections are accepted", "good"

    def _holds(self, name: str) -> bool | None:
        """What is shown of a fact; a watershed inspector needs no local law."""
        if name == "local_law_meets_minimum":
            return self.agreement.local_law_meets_minimum if self.municipal and self.agreement else not self.municipal
        return name not in self.ruling.values["missing"]


def mandates(inspectors: Iterable[Inspector], day: date) -> Mapping[int, list[Mandate]]:
    """For whom each of these inspectors inspects on a day, by the inspector's number; courses are read with them."""
    by_party = {inspector.party_id: inspector for inspector in inspectors}
    in_force = Q(ends__isnull=True) | Q(ends__gte=day)
    held = RoleGrant.objects.filter(in_force, party__in=by_party, role__in=[*BY_ROLE], starts__lte=day)
    held_areas = list(dict.fromkeys(held.order_by("starts", "pk").values_list("party", "role", "area")))
    agreements = {(item.by, item.area): item for item in agreements_on(day, {area for _, _, area in held_areas})}
    names = area_names(area for _, _, area in held_areas)
    found: dict[int, list[Mandate]] = defaultdict(list)
    for party, role, area in held_areas:
        inspector, by = by_party[party], BY_ROLE[Role(role)]
        agreement = agreements.get((by, area))
        found[inspector.pk].append(Mandate(by, names[area], agreement, _ruling(inspector, by, agreement, day)))
    return found


def _ruling(inspector: Inspector, by: str, agreement: Agreement | None, day: date) -> Ruling:
    """What V.XI says before there is a report: nothing yet of the place, the test and the filing."""
    return outside_inspection(
        by=by,
        local_law_meets_minimum=agreement.local_law_meets_minimum if agreement else None,
        course_attended=any(course.completed <= day for course in inspector.courses.all()),
    )


def area_names(areas: Iterable[str]) -> dict[str, str]:
    """Areas in words: the municipality of a SWIS code, or the watershed; a code that is not on record as it stands."""
    wanted = set(areas)
    towns = {town.swis: str(town) for town in Municipality.objects.filter(swis__in=wanted)}
    return {area: _WATERSHED if area == SKANEATELES else towns.get(area, area) for area in wanted}
