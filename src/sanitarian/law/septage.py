"""Where what is pumped from tanks may go (V.IX)."""

from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated

from sanitarian.law.data import limit
from sanitarian.law.facts import one_of
from sanitarian.law.logic import all_of
from sanitarian.law.moments import american_time, new_york
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling

_OUTCOMES = {True: "lawful", False: "violation", None: "undetermined"}


@rule(
    "septage-disposal",
    "V.IX",
    "Whether what was pumped from a tank went where it may go",
    not_before=[("incorporated_at", "pumped_at")],
)
def septage_disposal(
    *,
    method: Annotated[str, one_of("treatment-plant", "land"), "where the load went"],
    plant_permitted: Annotated[bool | None, "the State (DEC) permits the treatment plant"] = None,
    site_approved: Annotated[bool | None, "the State (DEC) approved the site"] = None,
    pumped_at: Annotated[datetime | None, "when the tank was pumped"] = None,
    incorporated_at: Annotated[datetime | None, "when the load was plowed under"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``lawful``, ``violation`` or ``undetermined``. ``hours`` are those that passed between pumping and plowing under,
    with two decimals; None for a treatment plant. The decision is made on the exact time."""
    code = law_version(law_of, "V")
    if method == "treatment-plant":
        reason = Reason(plant_permitted, "The treatment plant has a permit from the State (DEC).", "V.IX")
        return Ruling("septage-disposal", _OUTCOMES[plant_permitted], {"hours": None}, (reason,), code)
    elapsed = None
    if pumped_at is not None and incorporated_at is not None:
        elapsed = new_york(incorporated_at) - new_york(pumped_at)
    grounds = [
        Reason(site_approved, "The State (DEC) approved the site.", "V.IX"),
        _in_time(pumped_at, incorporated_at, elapsed, limit("septage_hours", law_of)),
    ]
    outcome = _OUTCOMES[all_of(reason.holds for reason in grounds)]
    notes = _federal_note(elapsed, limit("septage_federal_hours", law_of))
    values = {"hours": None if elapsed is None else _hours(elapsed)}
    return Ruling("septage-disposal", outcome, values, (*grounds, *notes), code)


def _in_time(pumped: datetime | None, plowed: datetime | None, elapsed: timedelta | None, hours: int) -> Reason:
    if pumped is None or plowed is None or elapsed is None:
        return Reason(None, f"The load was plowed under within {hours} hours after pumping.", "V.IX")
    start, end = american_time(new_york(pumped)), american_time(new_york(plowed))
    text = f"From pumping on {start}, to plowing under on {end}, no more than {hours} hours passed."
    return Reason(elapsed <= timedelta(hours=hours), text, "V.IX")


def _federal_note(elapsed: timedelta | None, hours: int) -> list[Reason]:
    """Information only: the federal figure is not verified, counts from spreading, and is no part of this code."""
    if elapsed is None or elapsed <= timedelta(hours=hours):
        return []
    text = (
        f"More than {hours} hours passed after pumping; a federal rule outside this code, not yet verified here,"
        f" may allow only {hours} between spreading and plowing under, and this ruling does not rest on it."
    )
    return [Reason(True, text, "F-17")]


def _hours(elapsed: timedelta) -> Decimal:
    seconds = Decimal(elapsed // timedelta(microseconds=1)) / 1_000_000
    return (seconds / 3600).quantize(Decimal("0.01"), ROUND_HALF_UP)
