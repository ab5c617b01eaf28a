"""The county's municipalities as rows, so that parcels can refer to them."""

from dataclasses import dataclass

from sanitarian.county.counties import County
from sanitarian.county.models import Municipality


@dataclass(frozen=True)
class Places:
    """Which rows stand for the towns and villages of SWIS codes."""

    county: County
    ids: dict[str, int]

    def town(self, swis: str) -> int | None:
        """The row of the town or city of a code; None when it is not shown."""
        town = self.county.town_of(swis)
        return None if town is None else self.ids[town.swis6[0]]

    def village(self, swis: str) -> int | None:
        """The row of the village of a code; None outside villages."""
        return self.ids[swis] if self.county.village_of(swis) else None


def ensure_places(county: County) -> Places:
    """Make the rows that are missing: one for a town or city, one for each code of a village."""
    ids = dict(Municipality.objects.values_list("swis", "id"))
    for place in sorted(county.municipalities, key=lambda place: place.kind == "village"):
        codes = place.swis6 if place.kind == "village" else place.swis6[:1]
        for swis in codes:
            if swis in ids:
                continue
            town = county.town_of(swis) if place.kind == "village" else None
            row = Municipality.objects.create(
                swis=swis,
                name=place.name,
                kind=place.kind,
                verified=place.verified,
                town_id=ids[town.swis6[0]] if town else None,
            )
            ids[swis] = row.pk
    return Places(county, ids)
