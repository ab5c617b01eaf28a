"""What an import would do: the staged file compared with the register. Nothing is written here."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sanitarian.county.imports import register
from sanitarian.county.imports.fields import PARCEL_FIELDS
from sanitarian.county.imports.owners import Owner
from sanitarian.county.imports.register import CurrentOwner, Recorded
from sanitarian.county.imports.rows import REPAIRED, SHORT_KEY, TOWN_NOT_KNOWN, Key, Staged, StagedParcel

RETIRE_SHARE = 0.05  # above it, a file is taken for one that was cut short
_SAME_PLACE_FT = 0.02


@dataclass(slots=True)
class Change:
    """What becomes of one parcel on record: columns to set, a new shape, ownerships that end and begin."""

    recorded: Recorded
    staged: StagedParcel
    values: dict[str, Any] = field(default_factory=dict)
    new_shape: bool = False
    ends: list[CurrentOwner] = field(default_factory=list)
    begins: list[tuple[int, Owner]] = field(default_factory=list)
    new_owner: bool = False
    returned: bool = False

    @property
    def touches_parcel(self) -> bool:
        return bool(self.values) or self.new_shape


@dataclass(slots=True)
class Plan:
    """An import, worked out. ``moves`` are parties that stay the same and get another mailing address."""

    staged: Staged
    as_of: date
    stamp: tuple[Any, ...]
    first_roll: bool
    new: list[StagedParcel] = field(default_factory=list)
    changed: list[Change] = field(default_factory=list)
    unchanged: list[tuple[Recorded, StagedParcel]] = field(default_factory=list)
    retired: list[Recorded] = field(default_factory=list)
    active: int = 0
    moves: dict[int, tuple[CurrentOwner, Owner]] = field(default_factory=dict)
    kept: Counter[str] = field(default_factory=Counter)
    kept_rows: dict[str, list[int]] = field(default_factory=dict)

    @property
    def retired_share(self) -> float:
        """The share of the parcels in force that would be retired."""
        return len(self.retired) / self.active if self.active else 0.0

    def counts(self) -> dict[str, int]:
        """Rows of the file, which add up to ``read``; and what else would happen."""
        return {
            "read": self.staged.read,
            "new": len(self.new),
            "changed": len(self.changed),
            "unchanged": len(self.unchanged),
            "merged": self.staged.merged,
            "skipped": len(self.staged.skipped),
            "rejected": self.staged.rejected,
            "retired": len(self.retired),
            "returned": sum(change.returned for change in self.changed),
            "owner_changes": sum(change.new_owner for change in self.changed),
            "address_changes": len(self.moves)
            + sum(bool(change.ends or change.begins) and not change.new_owner for change in self.changed),
            "values_kept": sum(self.kept.values()),
        }


def make_plan(staged: Staged, as_of: date) -> Plan:
    """Compare a staged file with the register."""
    plan = Plan(staged=staged, as_of=as_of, stamp=register.stamp(), first_roll=False)
    recorded = register.recorded_parcels(staged.scheme)
    plan.first_roll = not recorded
    changes: list[Change] = []
    for key, parcel in staged.parcels.items():
        known = recorded.get(key)
        if known is None:
            plan.new.append(parcel)
        else:
            changes.append(_change(plan, known, parcel))
    _settle_addresses(plan, changes)
    moved = plan.moves.keys()
    for change in changes:
        moves = any(owner.party_id in moved for owner in change.recorded.owners.values())
        if change.touches_parcel or change.ends or change.begins or moves:
            plan.changed.append(change)
        else:
            plan.unchanged.append((change.recorded, change.staged))
    _retire(plan, recorded)
    return plan


def _change(plan: Plan, recorded: Recorded, staged: StagedParcel) -> Change:
    change = Change(recorded, staged)
    old = recorded.values
    for name in PARCEL_FIELDS:
        told = staged.values.get(name)
        if told is not None:
            if register.differs(old[name], told):
                change.values[name] = told
        elif name in plan.staged.provided and not register.is_blank(old[name]):
            plan.kept[name] += 1
            plan.kept_rows.setdefault(name, []).append(staged.rows[0])
    _compare_place(change)
    _compare_standing(change)
    _compare_owners(plan, change)
    return change


def _compare_place(change: Change) -> None:
    recorded, staged = change.recorded, change.staged
    if staged.digest:
        change.new_shape = staged.digest != recorded.digest
    if staged.shares_shape is not None and staged.shares_shape != recorded.values["shares_shape"]:
        change.values["shares_shape"] = staged.shares_shape
    point_counts = change.new_shape or not (staged.digest or recorded.digest)
    if staged.x is None or staged.y is None or not point_counts:
        return
    x, y = recorded.values["x"], recorded.values["y"]
    if x is None or y is None or abs(x - staged.x) > _SAME_PLACE_FT or abs(y - staged.y) > _SAME_PLACE_FT:
        change.values.update(x=staged.x, y=staged.y)


def _compare_standing(change: Change) -> None:
    old, staged = change.recorded.values, change.staged
    ours = {SHORT_KEY, TOWN_NOT_KNOWN} | ({REPAIRED} if staged.digest else set())
    flags = sorted((set(old["flags"]) - ours) | staged.flags)
    if flags != sorted(old["flags"]):
        change.values["flags"] = flags
    if old["retired_on"] is not None:
        change.values["retired_on"] = None
        change.returned = True
    if old["provisional"]:
        change.values["provisional"] = False


def _compare_owners(plan: Plan, change: Change) -> None:
    current, owners = change.recorded.owners, change.staged.owners
    if owners is None:
        return
    if not owners:
        if current:
            plan.kept["owner"] += 1
            plan.kept_rows.setdefault("owner", []).append(change.staged.rows[0])
        return
    for position, owner in enumerate(owners, start=1):
        holder = current.get(position)
        if holder is not None and holder.match_key == owner.match_key:
            continue
        if holder is not None:
            change.ends.append(holder)
        change.begins.append((position, owner))
        change.new_owner = change.new_owner or holder is None or holder.folded_name != owner.folded_name
    if len(owners) == 1 and 2 in current and "owner_2" in plan.staged.provided:
        change.ends.append(current[2])
        change.new_owner = True


def _settle_addresses(plan: Plan, changes: list[Change]) -> None:
    """Where one party, under the same name, moved to one new address on all its parcels, the party itself moves."""
    wanted: dict[int, set[str]] = {}
    offers: dict[int, tuple[CurrentOwner, Owner]] = {}
    for change in changes:
        begins = dict(change.begins)
        for position, holder in change.recorded.owners.items():
            owner = begins.get(position)
            same_person = owner is not None and holder in change.ends and owner.folded_name == holder.folded_name
            wanted.setdefault(holder.party_id, set()).add(owner.match_key if owner and same_person else "")
            if owner is not None and same_person:
                offers[holder.party_id] = (holder, owner)
    candidates = {party: offer for party, offer in offers.items() if wanted[party] == {offer[1].match_key}}
    asked: Counter[str] = Counter(offer[1].match_key for offer in candidates.values())
    taken = register.parties_of({offer[1] for offer in candidates.values()})
    plan.moves = {
        party: offer
        for party, offer in candidates.items()
        if asked[offer[1].match_key] == 1 and offer[1].match_key not in taken
    }
    for change in changes:
        if change.ends and any(holder.party_id in plan.moves for holder in change.ends):
            _leave_to_move(plan, change)


def _leave_to_move(plan: Plan, change: Change) -> None:
    """Ownerships whose party moves go on."""
    stay = [position for position, holder in change.recorded.owners.items() if holder.party_id in plan.moves]
    change.ends = [holder for holder in change.ends if holder.party_id not in plan.moves]
    change.begins = [(position, owner) for position, owner in change.begins if position not in stay]


def _retire(plan: Plan, recorded: dict[Key, Recorded]) -> None:
    for key, parcel in recorded.items():
        if parcel.values["retired_on"] is None and not parcel.values["provisional"]:
            plan.active += 1
            if key not in plan.staged.present:
                plan.retired.append(parcel)
