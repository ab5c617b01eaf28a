"""The register as an import compares with it: read once, in a few queries."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import Count, Max, Sum

from sanitarian.county.imports.fields import PARCEL_FIELDS
from sanitarian.county.imports.owners import Owner, fold, make_owner
from sanitarian.county.imports.rows import Key
from sanitarian.county.models import ImportRun, Ownership, Parcel
from sanitarian.parties.models import Party

_EXTRA = ("shares_shape", "flags", "roll_year", "x", "y", "retired_on", "provisional", "municipality_id", "village_id")


@dataclass(slots=True)
class CurrentOwner:
    """An ownership in force, and what tells whether a file names the same owner."""

    ownership_id: int
    starts: date | None
    party_id: int
    party_version: int
    folded_name: str
    match_key: str


@dataclass(slots=True)
class Recorded:
    """A parcel on the register, with its facts as the import compares them."""

    id: int
    version: int
    values: dict[str, Any]
    digest: str
    owners: dict[int, CurrentOwner] = field(default_factory=dict)
    had_owners: bool = False


def recorded_parcels(scheme: str) -> dict[Key, Recorded]:
    """All parcels whose keys are of one scheme, with the owners of today."""
    names = (*PARCEL_FIELDS, *_EXTRA)
    rows = Parcel.objects.filter(key_scheme=scheme).values_list("id", "version", "swis", "key", "shape__digest", *names)
    found: dict[Key, Recorded] = {}
    by_id: dict[int, tuple[Key, Recorded]] = {}
    for pk, version, swis, key, digest, *values in rows.iterator(chunk_size=5000):
        recorded = Recorded(pk, version, dict(zip(names, values, strict=True)), digest or "")
        found[Key(swis, key)] = recorded
        by_id[pk] = (Key(swis, key), recorded)
    _add_owners(scheme, by_id)
    return found


def _add_owners(scheme: str, by_id: dict[int, tuple[Key, Recorded]]) -> None:
    rows = Ownership.objects.filter(parcel__key_scheme=scheme).values_list(
        "id", "parcel_id", "position", "starts", "ends", "party_id", "party__version", "party__match_key",
        "party__name", "party__mail_line1", "party__mail_line2", "party__mail_city", "party__mail_state",
        "party__mail_zip",
    )  # fmt: skip
    for pk, parcel_id, position, starts, ends, party_id, version, match_key, *told in rows.iterator(chunk_size=5000):
        key, recorded = by_id[parcel_id]
        recorded.had_owners = True
        if ends is None:
            fingerprint = match_key or make_owner(_six(told), f"{key.swis}|{scheme}|{key.key}").match_key
            recorded.owners[position] = CurrentOwner(pk, starts, party_id, version, fold(told[0]), fingerprint)


def _six(told: list[str]) -> tuple[str, str, str, str, str, str]:
    name, line1, line2, city, state, zip_code = told
    return name, line1, line2, city, state, zip_code


def parties_of(owners: set[Owner]) -> dict[str, int]:
    """Parties on record for these owners, by fingerprint."""
    keys = sorted({owner.match_key for owner in owners})
    found: dict[str, int] = {}
    for start in range(0, len(keys), 5000):
        rows = Party.objects.filter(match_key__in=keys[start : start + 5000]).values_list("match_key", "id")
        found.update((key, pk) for key, pk in rows if key)
    return found


def stamp() -> tuple[Any, ...]:
    """Numbers that differ after any change to parcels, owners or parties: a plan holds while they are the same."""
    parcels = Parcel.objects.aggregate(Count("id"), Max("id"), Sum("version"))
    owners = Ownership.objects.aggregate(Count("id"), Max("id"), Count("ends"))
    parties = Party.objects.aggregate(Count("id"), Max("id"), Sum("version"))
    return (*parcels.values(), *owners.values(), *parties.values())


def last_roll() -> date | None:
    """The date of the latest roll that was applied."""
    dates = ImportRun.objects.filter(kind="parcels", status=ImportRun.Status.APPLIED).values_list("options", flat=True)
    found = [options["as_of"] for options in dates if options.get("as_of")]
    return date.fromisoformat(max(found)) if found else None


def is_blank(value: Any) -> bool:
    """Whether a recorded fact is as good as absent."""
    return value in ("", None, Parcel.Sewer.UNKNOWN.value)


def differs(recorded: Any, told: Any) -> bool:
    """Whether a file tells something else than the record."""
    if isinstance(told, Decimal):
        return recorded is None or Decimal(recorded) != told
    return bool(recorded != told)
