"""Pump-outs that look like one told twice: the same parcel, day and volume, or one manifest number (C46).

What looks alike is paired with the earliest record that it resembles, so that a number used a hundred times gives a
hundred pairs and not five thousand.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from decimal import Decimal

from sanitarian.core.dates import now
from sanitarian.wastewater.models import PumpOut, PumpOutSuspicion

_CHUNK = 500
_SHARE = Decimal("0.005")  # 3,785 liters are 999.9 gallons: the same load as 1,000
_ONE = Decimal(1)


def alike(one: Decimal, other: Decimal) -> bool:
    """Whether two volumes in gallons are the same but for rounding between units."""
    return abs(one - other) <= max(_ONE, _SHARE * max(one, other))


class Resemblances:
    """The records that some pump-outs may resemble, read in chunks; ``add`` lets later ones resemble those."""

    def __init__(self, pump_outs: Sequence[PumpOut]) -> None:
        self._by_manifest: dict[str, list[PumpOut]] = defaultdict(list)
        self._by_place: dict[tuple[int, object], list[PumpOut]] = defaultdict(list)
        for record in _candidates(pump_outs):
            self.add(record)

    def add(self, record: PumpOut) -> None:
        """Let those that come after resemble this one."""
        if record.manifest_key:
            self._by_manifest[record.manifest_key].append(record)
        if record.parcel_id is not None:
            self._by_place[record.parcel_id, record.pumped_on].append(record)

    def of(self, pump_out: PumpOut) -> list[tuple[PumpOut, str]]:
        """The earliest record of the same manifest number and that of the same place, with why; mostly none."""
        manifest = _first_other(pump_out, self._by_manifest.get(pump_out.manifest_key, ()))
        same_place = self._by_place.get((pump_out.parcel_id or 0, pump_out.pumped_on), ())
        place = _first_other(pump_out, [item for item in same_place if alike(item.gallons, pump_out.gallons)])
        why = PumpOutSuspicion.Why
        if manifest is not None and manifest is place:
            return [(manifest, why.BOTH)]
        pairs = ((manifest, why.MANIFEST), (place, why.PLACE))
        return [(other, reason) for other, reason in pairs if other is not None]


def _first_other(pump_out: PumpOut, records: Iterable[PumpOut]) -> PumpOut | None:
    return next(
        (item for item in records if item is not pump_out and (item.pk is None or item.pk != pump_out.pk)), None
    )


def _candidates(pump_outs: Sequence[PumpOut]) -> list[PumpOut]:
    """Records on file that count and share a manifest number, or parcel and day, with one of these."""
    found: dict[int, PumpOut] = {}
    counting = PumpOut.objects.filter(duplicate_of__isnull=True).exclude(state=PumpOut.State.WITHDRAWN)
    for start in range(0, len(pump_outs), _CHUNK):
        some = pump_outs[start : start + _CHUNK]
        keys = {item.manifest_key for item in some} - {""}
        parcels = {item.parcel_id for item in some} - {None}
        days = {item.pumped_on for item in some}
        for records in (
            counting.filter(manifest_key__in=keys).exclude(manifest_key="") if keys else (),
            counting.filter(parcel__in=parcels, pumped_on__in=days) if parcels else (),
        ):
            found |= {record.pk: record for record in records}
    return [found[pk] for pk in sorted(found)]


def suspect(pump_outs: Sequence[PumpOut]) -> list[PumpOutSuspicion]:
    """Put on record which of these, now on file, resemble others. The caller holds the series of numbers locked."""
    resemblances = Resemblances(pump_outs)
    pairs: dict[tuple[int, int], str] = {}
    for pump_out in pump_outs:
        for other, why in resemblances.of(pump_out):
            pairs.setdefault((min(other.pk, pump_out.pk), max(other.pk, pump_out.pk)), why)
    if not pairs:
        return []
    known = PumpOutSuspicion.objects.filter(second__in={second for _, second in pairs}).values_list("first", "second")
    new = [pair for pair in pairs if pair not in set(known)]
    at = now()
    return PumpOutSuspicion.objects.bulk_create(
        PumpOutSuspicion(first_id=first, second_id=second, why=pairs[first, second], opened_at=at)
        for first, second in new
    )
