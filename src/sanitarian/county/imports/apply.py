"""Writes a plan into the register. Runs inside the act's transaction: all of it happens, or nothing."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import shapely
from django.db import connection

from sanitarian.core import search
from sanitarian.core.actors import Actor
from sanitarian.core.dates import now
from sanitarian.core.models import RowVersion
from sanitarian.core.records import tell
from sanitarian.county.counties import County
from sanitarian.county.imports import bulk, register
from sanitarian.county.imports.fields import PARCEL_FIELDS
from sanitarian.county.imports.owners import Owner
from sanitarian.county.imports.places import Places, ensure_places
from sanitarian.county.imports.plan import Change, Plan
from sanitarian.county.imports.rows import StagedParcel
from sanitarian.county.models import ImportReject, ImportRun, Ownership, Parcel, ParcelShape
from sanitarian.parties.models import Party

ACT = "county.parcels.import"
_NEW_PARCEL = (
    "id", "version", "swis", "key_scheme", "key", *PARCEL_FIELDS, "flags", "roll_year", "shares_shape", "x", "y",
    "municipality_id", "village_id", "first_import_id", "last_import_id", "provisional",
)  # fmt: skip
_PARTY = ("name", "mail_line1", "mail_line2", "mail_city", "mail_state", "mail_zip", "match_key")
_SEARCHED = frozenset({"address", "print_key", "retired_on", "municipality_id", "village_id", "provisional"})
_REBUILD_ABOVE = 1_000


@dataclass
class _Writing:
    """What the steps of one import share."""

    actor: Actor
    plan: Plan
    run: ImportRun
    places: Places
    parties: dict[str, int]


def lock_register() -> None:
    """Let no other import or change of parcels in until this act ends (on SQLite its transaction does that)."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE county_parcel, county_ownership IN SHARE ROW EXCLUSIVE MODE")


def write(actor: Actor, plan: Plan, run: ImportRun, county: County) -> None:
    """Write the plan, keeping what every changed row held before."""
    writing = _Writing(actor, plan, run, ensure_places(county), {})
    _write_parties(writing)
    new_ids = _write_new(writing)
    _write_changes(writing)
    _write_owners(writing, new_ids)
    _retire(writing)
    _mark_seen(writing)
    _write_rejects(run, plan)
    _tell(writing)
    _index(writing, new_ids)


def _write_parties(writing: _Writing) -> None:
    """Make the parties that are new, and move those that have another address."""
    plan = writing.plan
    _move_parties(writing)
    owners = {owner.match_key: owner for owner in _owners_to_write(plan)}
    writing.parties = register.parties_of(set(owners.values()))
    missing = [owner for key, owner in owners.items() if key not in writing.parties]
    ids = bulk.reserve_ids(Party, len(missing))
    rows = (
        (pk, 1, Party.Kind.UNKNOWN.value, "", "", *_party_values(owner)) for pk, owner in zip(ids, missing, strict=True)
    )
    bulk.insert(Party, ("id", "version", "kind", "email", "phone", *_PARTY), rows)
    writing.parties.update((owner.match_key, pk) for pk, owner in zip(ids, missing, strict=True))


def _owners_to_write(plan: Plan) -> Iterable[Owner]:
    for parcel in plan.new:
        yield from parcel.owners or ()
    for change in plan.changed:
        for _, owner in change.begins:
            yield owner


def _party_values(owner: Owner) -> tuple[Any, ...]:
    return (owner.name, owner.line1, owner.line2, owner.city, owner.state, owner.zip_code, owner.match_key)


def _move_parties(writing: _Writing) -> None:
    moves = writing.plan.moves
    bulk.keep_versions(writing.actor, ACT, Party, list(moves))
    rows = [(*_party_values(owner), holder.party_version + 1, pk) for pk, (holder, owner) in moves.items()]
    bulk.update(Party, (*_PARTY, "version"), rows)


def _write_new(writing: _Writing) -> dict[int, int]:
    """Insert new parcels with their shapes; return their numbers by place in the plan."""
    parcels = writing.plan.new
    ids = bulk.reserve_ids(Parcel, len(parcels))
    rows = (_parcel_row(writing, pk, parcel) for pk, parcel in zip(ids, parcels, strict=True))
    bulk.insert(Parcel, _NEW_PARCEL, rows)
    shapes = [(pk, parcel) for pk, parcel in zip(ids, parcels, strict=True) if parcel.digest]
    bulk.insert(ParcelShape, ("parcel_id", "wkb", "digest"), ((pk, _wkb(p), p.digest) for pk, p in shapes))
    return dict(enumerate(ids))


def _parcel_row(writing: _Writing, pk: int, parcel: StagedParcel) -> tuple[Any, ...]:
    swis, key = parcel.key
    facts = (parcel.values.get(name, _BLANKS[name]) for name in PARCEL_FIELDS)
    return (
        pk, 1, swis, writing.plan.staged.scheme, key, *facts, sorted(parcel.flags), parcel.roll_year,
        bool(parcel.shares_shape), parcel.x, parcel.y, writing.places.town(swis), writing.places.village(swis),
        writing.run.pk, writing.run.pk, False,
    )  # fmt: skip


_BLANKS: dict[str, Any] = dict.fromkeys(PARCEL_FIELDS, "") | {
    "acres": None,
    "year_built": None,
    "bedrooms": None,
    "sewer": Parcel.Sewer.UNKNOWN.value,
    "water": Parcel.Sewer.UNKNOWN.value,
}


def _wkb(parcel: StagedParcel) -> bytes:
    return bytes(shapely.to_wkb(parcel.shape, byte_order=1))


def _write_changes(writing: _Writing) -> None:
    """Update the parcels that changed, in groups that set the same columns."""
    touched = [change for change in writing.plan.changed if change.touches_parcel]
    bulk.keep_versions(writing.actor, ACT, Parcel, [change.recorded.id for change in touched])
    groups: dict[tuple[str, ...], list[Change]] = {}
    for change in touched:
        _complete_place(writing, change)
        groups.setdefault(tuple(sorted(change.values)), []).append(change)
    for names, changes in groups.items():
        rows = [
            (*(change.values[name] for name in names), change.recorded.version + 1, change.recorded.id)
            for change in changes
        ]
        bulk.update(Parcel, (*names, "version"), rows)
    _write_shapes(writing, [change for change in touched if change.new_shape])


def _complete_place(writing: _Writing, change: Change) -> None:
    """Fill in a town that was not shown, once the county's list names it."""
    swis = change.staged.key.swis
    for name, found in (("municipality_id", writing.places.town(swis)), ("village_id", writing.places.village(swis))):
        if change.recorded.values[name] is None and found is not None:
            change.values[name] = found


def _write_shapes(writing: _Writing, changes: list[Change]) -> None:
    """Store new shapes; the old ones stay in the history of rows."""
    at, actor = now(), writing.actor.ref
    replaced = {change.recorded.id: change for change in changes if change.recorded.digest}
    for some in bulk.chunks(list(replaced)):
        rows = ParcelShape.objects.filter(pk__in=some).values_list("parcel_id", "wkb", "digest")
        kept = [
            (
                f"parcelshape:{pk}",
                replaced[pk].recorded.version,
                at,
                actor,
                ACT,
                {"wkb": bytes(wkb).hex(), "digest": digest},
            )
            for pk, wkb, digest in rows
        ]
        bulk.insert(RowVersion, ("row", "version", "at", "actor", "act", "values"), kept)
    bulk.update(ParcelShape, ("wkb", "digest"), [(_wkb(c.staged), c.staged.digest, pk) for pk, c in replaced.items()])
    first = [change for change in changes if not change.recorded.digest]
    bulk.insert(
        ParcelShape,
        ("parcel_id", "wkb", "digest"),
        [(change.recorded.id, _wkb(change.staged), change.staged.digest) for change in first],
    )


def _write_owners(writing: _Writing, new_ids: dict[int, int]) -> None:
    """End ownerships and begin others; what has been is never rewritten."""
    plan = writing.plan
    day_before = plan.as_of - timedelta(days=1)
    ended = [
        (max(day_before, holder.starts) if holder.starts else day_before, holder.ownership_id)
        for change in plan.changed
        for holder in change.ends
    ]
    bulk.update(Ownership, ("ends",), ended)
    from_roll = None if plan.first_roll else plan.as_of
    begun = [
        (new_ids[place], writing.parties[owner.match_key], position, from_roll, writing.run.pk)
        for place, parcel in enumerate(plan.new)
        for position, owner in enumerate(parcel.owners or (), start=1)
    ] + [
        (
            change.recorded.id,
            writing.parties[owner.match_key],
            position,
            plan.as_of if change.recorded.had_owners else None,
            writing.run.pk,
        )
        for change in plan.changed
        for position, owner in change.begins
    ]
    bulk.insert(Ownership, ("parcel_id", "party_id", "position", "starts", "source_id"), begun)


def _retire(writing: _Writing) -> None:
    plan = writing.plan
    bulk.keep_versions(writing.actor, ACT, Parcel, [parcel.id for parcel in plan.retired])
    rows = [(plan.as_of, parcel.version + 1, parcel.id) for parcel in plan.retired]
    bulk.update(Parcel, ("retired_on", "version"), rows)


def _mark_seen(writing: _Writing) -> None:
    """Note which import saw each parcel last, and the year of its roll: bookkeeping, not a change of the parcel."""
    by_year: dict[int | None, list[int]] = {}
    for recorded, staged in writing.plan.unchanged:
        by_year.setdefault(staged.roll_year, []).append(recorded.id)
    for change in writing.plan.changed:
        by_year.setdefault(change.staged.roll_year, []).append(change.recorded.id)
    for year, ids in by_year.items():
        told = {} if year is None else {"roll_year": year}
        for some in bulk.chunks(ids):
            Parcel.objects.filter(pk__in=some).update(last_import=writing.run, **told)


def _write_rejects(run: ImportRun, plan: Plan) -> None:
    rows = (
        (run.pk, reject.row, reject.field[:60], reject.value[:200], reject.reason[:300])
        for reject in plan.staged.rejects
    )
    bulk.insert(ImportReject, ("run_id", "row", "field", "value", "reason"), rows)


def _tell(writing: _Writing) -> None:
    """Lines in the timelines of parcels that left the roll, came back, or have another owner."""
    plan, on = writing.plan, writing.plan.as_of
    happened = {
        ("retired", "No longer on the assessment roll"): [parcel.id for parcel in plan.retired],
        ("returned", "On the assessment roll again"): [c.recorded.id for c in plan.changed if c.returned],
        ("owner", "The assessment roll names another owner"): [c.recorded.id for c in plan.changed if c.new_owner],
    }
    for (verb, title), ids in happened.items():
        if ids:
            tell(
                writing.actor,
                (f"parcel:{pk}" for pk in ids),
                f"county.parcel.{verb}",
                title,
                on=on,
                reference=f"importrun:{writing.run.pk}",
            )


def _index(writing: _Writing, new_ids: dict[int, int]) -> None:
    """Let search find what is new and what has another name, and say of the retired that they are."""
    plan = writing.plan
    renamed = [c.recorded.id for c in plan.changed if c.begins or c.ends or _SEARCHED & c.values.keys()]
    ids = [*new_ids.values(), *renamed, *(parcel.id for parcel in plan.retired)]
    if len(ids) > _REBUILD_ABOVE and Parcel.objects.count() == len(new_ids):
        search.rebuild()  # a register that was empty: nothing else is indexed yet, and this is several times faster
    elif ids:
        search.reindex_kind("parcel", ids)
