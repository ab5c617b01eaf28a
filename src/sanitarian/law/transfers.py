"""What must be on file before a property with a septic system changes hands (V.IV.B)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from sanitarian.law.data import limit
from sanitarian.law.dates import add_months, american
from sanitarian.law.facts import Entries, as_entry
from sanitarian.law.logic import all_of, any_of
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling


@dataclass(frozen=True, slots=True)
class PumpOut:
    """A pumping of the tank: when, by whom, and who has the report."""

    date: Annotated[date, "the day of the pump-out"]
    hauler_licensed: Annotated[bool | None, "the hauler was licensed by the State (DEC)"] = None
    filed: Annotated[bool | None, "the report is filed with the department"] = None
    buyer_copy: Annotated[bool | None, "the proposed new owner has the report"] = None


@dataclass(frozen=True, slots=True)
class Inspection:
    """An inspection of the system: when, by whom, and who has the report."""

    date: Annotated[date, "the day of the inspection"]
    inspector_certified: Annotated[bool | None, "the inspector was certified on that day"] = None
    filed: Annotated[bool | None, "the report is filed with the department"] = None
    buyer_copy: Annotated[bool | None, "the proposed new owner has the report"] = None


PumpOuts = Annotated[Sequence[PumpOut | Mapping[str, Any]] | None, Entries(PumpOut), "pump-outs of the tank"]
Inspections = Annotated[
    Sequence[Inspection | Mapping[str, Any]] | None, Entries(Inspection), "inspections of the system"
]


@rule("transfer-readiness", "V.IV.B", "Whether the pump-out and inspection of a transfer are on file")
def transfer_readiness(
    *,
    closing: Annotated[date, "the day of the transfer"],
    public_sewer: Annotated[bool | None, "the property uses a public sewer"] = None,
    has_system: Annotated[bool | None, "the property has a septic system or holding tank"] = None,
    pump_outs: PumpOuts = None,
    inspections: Inspections = None,
    law_of: date | None = None,
) -> Ruling:
    """``not-applicable``, ``undetermined``, ``ready`` or ``not-ready``; asked once per system.

    ``missing`` names what does not count as done, ``warnings`` what else to look at; both None where no duty is shown.
    """
    code = law_version(law_of, "V")
    duty = [
        Reason(public_sewer, "The property uses a public sewer.", "V.I.B"),
        Reason(has_system, "The property has a septic system or holding tank.", "E-2"),
    ]
    if public_sewer or has_system is False:
        return _without_duty("not-applicable", duty, code)
    if has_system is None:
        return _without_duty("undetermined", duty, code)
    pumped = None if pump_outs is None else [as_entry(PumpOut, item) for item in pump_outs]
    inspected = None if inspections is None else [as_entry(Inspection, item) for item in inspections]
    pump_window = _Window.before(closing, limit("pump_out_months", law_of))
    inspection_window = _Window.before(closing, limit("transfer_inspection_months", law_of))
    tests = [
        Reason(
            _one_counts(pumped, pump_window, _pump_out_flags),
            f"A pump-out by a licensed hauler, {pump_window}, is filed with the department.",
            "V.IV.B.1",
        ),
        Reason(
            _one_counts(inspected, inspection_window, _inspection_flags),
            f"An inspection by a certified inspector, {inspection_window}, is filed with the department and the buyer.",
            "V.IV.B.2",
        ),
        Reason(True, f"A pump-out counts {pump_window}.", "E-3"),
        Reason(True, f"An inspection counts {inspection_window}.", "E-5"),
    ]
    named = ("pump-out", "inspection")
    missing = tuple(name for name, test in zip(named, tests[:2], strict=True) if not test.holds)
    warned = _warnings(pumped or [], inspected or [], pump_window, inspection_window, law_of)
    values = {"missing": missing, "warnings": tuple(warned)}
    outcome = "not-ready" if missing else "ready"
    return Ruling("transfer-readiness", outcome, values, (*duty, *tests, *warned.values()), code)


def _without_duty(outcome: str, reasons: list[Reason], code: str) -> Ruling:
    return Ruling("transfer-readiness", outcome, {"missing": None, "warnings": None}, tuple(reasons), code)


@dataclass(frozen=True, slots=True)
class _Window:
    """The days on which an event counts, both ends included."""

    first: date
    last: date

    @classmethod
    def before(cls, closing: date, months: int) -> "_Window":
        """From the same day so many months before the transfer through the day of the transfer."""
        return cls(add_months(closing, -months), closing)

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last

    def __str__(self) -> str:
        return f"from {american(self.first)} through {american(self.last)}"


def _pump_out_flags(item: PumpOut) -> tuple[bool | None, ...]:
    """What makes a pump-out count, besides its day. The buyer's copy is only warned of."""
    return item.hauler_licensed, item.filed


def _inspection_flags(item: Inspection) -> tuple[bool | None, ...]:
    """What makes an inspection count, besides its day."""
    return item.inspector_certified, item.filed, item.buyer_copy


def _one_counts(
    items: Sequence[Any] | None, window: _Window, flags: Callable[[Any], tuple[bool | None, ...]]
) -> bool | None:
    """Whether one of the events counts; not shown where none is shown to, but one might."""
    if items is None:
        return None
    return any_of(all_of((item.date in window, *flags(item))) for item in items)


def pumped_before_inspection(performed: date, emptied: Iterable[date], law_of: date | None = None) -> Reason | None:
    """The warning that a tank pumped shortly before its inspection shows little (E-4); None where there is none.

    The department's practice, not the code: it never makes an inspection count less.
    """
    days = limit("inspection_days_after_pump_out", law_of)
    if not any(0 < (performed - day).days < days for day in emptied):
        return None
    text = f"The tank was pumped less than {days} days before an inspection, so the test may show little."
    return Reason(True, text, "E-4")


def _warnings(
    pumped: Iterable[PumpOut],
    inspected: Iterable[Inspection],
    pump_window: _Window,
    inspection_window: _Window,
    law_of: date | None,
) -> dict[str, Reason]:
    """What the department's practice makes worth a look, though the code does not ask for it, by name."""
    found = {}
    counted = [item for item in inspected if item.date in inspection_window and all(_inspection_flags(item))]
    emptied = [pump.date for pump in pumped]
    soon = (pumped_before_inspection(item.date, emptied, law_of) for item in counted)
    if warning := next(filter(None, soon), None):
        found["pumped-before-inspection"] = warning
    pumps = [item for item in pumped if item.date in pump_window and all(_pump_out_flags(item))]
    if pumps and not any(item.buyer_copy for item in pumps):
        shown = any_of(item.buyer_copy for item in pumps)
        text = "The proposed new owner has the report of the pump-out."
        found["pump-out-copy-not-shown"] = Reason(shown, text, "V.IV.B.1")
    return found
