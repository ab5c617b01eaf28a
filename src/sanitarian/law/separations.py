"""How far the parts of a system keep from wells, water, dwellings and property lines (Appendix 75-A, Table 2)."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from sanitarian.law.appendix_75a import Figure, figure, unchecked
from sanitarian.law.facts import one_of
from sanitarian.law.logic import at_least
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling

_COMPONENTS = {
    "house-sewer": "house sewer",
    "septic-tank": "septic tank",
    "effluent-line": "effluent line",
    "distribution-box": "distribution box",
    "absorption-field": "absorption field",
    "seepage-pit": "seepage pit",
    "raised-or-mound": "raised or mound system",
    "sand-filter": "sand filter",
}
_TO = {
    "well": "a well or its suction line",
    "water": "a stream, lake, watercourse or wetland",
    "dwelling": "a dwelling",
    "property_line": "the property line",
}


@dataclass(frozen=True, slots=True)
class _Distance:
    """One distance: what is required, what is shown, and whether that is enough."""

    to: str
    required: int
    shown: Decimal | None
    reason: Reason


@rule("separation", "75-A.4", "Whether a part of a system is far enough from wells, water, dwellings and lot lines")
def separation(
    *,
    component: Annotated[str, one_of(*_COMPONENTS), "the part of the system"],
    well_ft: Annotated[Decimal | None, "feet to the nearest well or its suction line"] = None,
    water_ft: Annotated[Decimal | None, "feet to the nearest stream, lake, watercourse or wetland"] = None,
    dwelling_ft: Annotated[Decimal | None, "feet to the nearest dwelling"] = None,
    property_line_ft: Annotated[Decimal | None, "feet to the nearest property line"] = None,
    drains_toward_well: Annotated[bool | None, "it lies uphill of the well, in the direct path of drainage"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``violates`` where a distance falls short, else ``undetermined`` where one is not shown, else ``meets``.

    ``shortfalls`` lists the distances that fall short, ``not_shown`` those that are not shown; both in feet.
    """
    code = law_version(law_of)
    table, uphill = figure(f"separation-{component}", law_of), figure("separation-uphill-of-well", law_of)
    applies = component in uphill.value["components"]
    well = _well(component, well_ft, drains_toward_well if applies else False, table, uphill)
    rest = {"water": water_ft, "dwelling": dwelling_ft, "property_line": property_line_ft}
    distances = [well, *(_distance(component, to, shown, table.value[to], table) for to, shown in rest.items())]
    short = [distance for distance in distances if distance.reason.holds is False]
    not_shown = tuple(distance.to for distance in distances if distance.reason.holds is None)
    outcome = "violates" if short else "undetermined" if not_shown else "meets"
    values = {
        "shortfalls": tuple({"to": d.to, "required": d.required, "shown": _feet(d.shown)} for d in short),
        "not_shown": not_shown,
    }
    reasons = [distance.reason for distance in distances]
    if applies and drains_toward_well is not None:
        text = f"The {_COMPONENTS[component]} lies uphill of the well, in the direct path of drainage to it."
        reasons.insert(0, Reason(drains_toward_well, text, uphill.section))
    decided = (table, uphill) if well.required == uphill.value["well"] else (table,)
    return Ruling("separation", outcome, values, (*reasons, *unchecked(*decided)), code)


def _well(component: str, shown: Decimal | None, uphill: bool | None, table: Figure, farther: Figure) -> _Distance:
    """The distance to a well, which is longer where the system drains toward it.

    Where the slope is not shown, a well nearer than the table falls short of the table, one beyond the longer
    distance is far enough either way, and one in between is not shown.
    """
    near, far = table.value["well"], farther.value["well"]
    if uphill is None and shown is not None and near <= shown < far:
        text = f"It is not shown whether the {_COMPONENTS[component]} drains toward the well, which takes {far} feet."
        return _Distance("well", far, shown, Reason(None, text, farther.section))
    beyond = uphill or (uphill is None and shown is not None and shown >= far)
    return _distance(component, "well", shown, far if beyond else near, farther if beyond else table)


def _distance(component: str, to: str, shown: Decimal | None, required: int, by: Figure) -> _Distance:
    what = f"the {_COMPONENTS[component]}"
    if shown is None:
        text = f"It is not shown how far {what} is from {_TO[to]}; {required} feet are needed."
    else:
        text = f"{what[:1].upper()}{what[1:]} is at least {required} feet from {_TO[to]}."
    return _Distance(to, required, shown, Reason(at_least(shown, required), text, by.section))


def _feet(shown: Decimal | None) -> Any:
    """Feet as they were given: whole ones as a whole number, others exactly."""
    return int(shown) if shown is not None and shown == shown.to_integral_value() else shown
