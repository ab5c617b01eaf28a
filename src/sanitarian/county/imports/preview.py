"""What an import would do, in words; and its rejected rows as a file."""

import csv
from collections.abc import Iterable
from pathlib import Path

from sanitarian.core.export import neutralised
from sanitarian.county.imports.findings import ImportRefused, Reject, named_rows
from sanitarian.county.imports.plan import RETIRE_SHARE, Plan

_SHOWN_REJECTS = 10
_ROWS = (
    ("new", "new parcels"),
    ("changed", "changed"),
    ("unchanged", "unchanged"),
    ("merged", "merged (further rows of a parcel above)"),
    ("skipped", "skipped (no parcel: roads, water)"),
    ("rejected", "rejected"),
)
_BESIDE = (
    ("returned", "of the changed, back on the roll"),
    ("owner_changes", "parcels with another owner"),
    ("address_changes", "mailing addresses of the same owner changed"),
    ("values_kept", "facts that are blank in the file; the earlier ones are kept"),
)


def preview(plan: Plan, name: str, layer: str) -> str:
    """The preview: rows that add up, what would be retired, notices, and the first rejected rows."""
    counts = plan.counts()
    where = name if layer in {name, Path(name).stem} else f"{name} ({layer})"
    lines = [f"{where}, roll as of {plan.as_of:%B %-d, %Y}", f"  {counts['read']:>9,}  rows read, of which"]
    lines += [f"  {counts[key]:>9,}    {label}" for key, label in _ROWS]
    share = f" ({plan.retired_share:.1%} of {plan.active:,})" if plan.retired else ""
    lines.append(f"  {counts['retired']:>9,}  parcels on the register that are not in the file would be retired{share}")
    lines += [f"  {counts[key]:>9,}  {label}" for key, label in _BESIDE if counts[key]]
    lines += [f"  note: {line}" for line in _notes(plan)]
    lines += _first_rejects(plan.staged.rejects)
    return "\n".join(lines)


def _notes(plan: Plan) -> list[str]:
    kept = [f"{field} is blank and was kept{named_rows(rows)}" for field, rows in plan.kept_rows.items()]
    skipped = [f"no parcel{named_rows(plan.staged.skipped)}"] if plan.staged.skipped else []
    return [*plan.staged.notices.lines(), *kept, *skipped]


def _first_rejects(rejects: list[Reject]) -> list[str]:
    lines = [
        f"  rejected: row {reject.row}, {reject.field or 'the row'} = {reject.value!r}: {reject.reason}"
        for reject in rejects[:_SHOWN_REJECTS]
    ]
    if len(rejects) > _SHOWN_REJECTS:
        lines.append(f"  … and {len(rejects) - _SHOWN_REJECTS:,} more reasons; --rejects FILE writes them all")
    return lines


def refusal(plan: Plan, confirmed_retired: int | None) -> str:
    """Why this plan is not applied, or "": nothing to take in, or more to retire than a roll loses in a year."""
    if not plan.staged.parcels:
        return "No row of this file can be taken, so nothing is changed. See the reasons above."
    retired = len(plan.retired)
    if plan.retired_share > RETIRE_SHARE and confirmed_retired != retired:
        return (
            f"{retired:,} parcels would be retired ({plan.retired_share:.0%}): more than {RETIRE_SHARE:.0%} of the "
            "register. The file may have been cut short. If the parcels are gone, say so with "
            f"--confirm-retired {retired}."
        )
    return ""


def write_rejects(path: Path, rejects: Iterable[Reject]) -> None:
    """Write rejected rows as CSV (row, field, value, reason), text protected from running as a formula.

    Raises:
        ImportRefused: the file cannot be written.
    """
    try:
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["row", "field", "value", "reason"])
            for reject in rejects:
                writer.writerow([reject.row, *map(neutralised, (reject.field, reject.value, reject.reason))])
    except OSError as error:
        raise ImportRefused(f"{path} cannot be written: {error.strerror}.") from None
