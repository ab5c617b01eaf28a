"""The size of a household system: its tank and its absorption trenches (Appendix 75-A, Tables 1, 3 and 4A)."""

from collections.abc import Mapping
from datetime import date
from decimal import ROUND_CEILING, Decimal
from fractions import Fraction
from math import ceil
from typing import Annotated, Any

from sanitarian.law.appendix_75a import Figure, figure, unchecked
from sanitarian.law.facts import Count, one_of
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling

_VALUES = ("flow_gpd", "tank_gal", "tank_surface_sqft", "rate", "trench_ft", "dosing")
# The figures that each step of the design rests on.
_FLOW = ("flow_per_bedroom_gpd", "flow_limit_gpd")
_SOIL = ("septic_tank", "fastest_percolation", "application_rates")
_FIELD = ("trench_width_ft", "trench_share", "dosing_ft")


@rule("septic-design", "75-A.3", "The tank and the absorption trenches that a house needs")
def septic_design(
    *,
    bedrooms: Annotated[int, Count(1), "how many bedrooms the house has"],
    fixtures: Annotated[str, one_of("post-1994", "pre-1994", "pre-1980"), "how old the plumbing fixtures are"],
    perc_min_per_inch: Annotated[Decimal, "minutes in which the water of a percolation test falls an inch"],
    garbage_grinder: Annotated[bool, "a garbage grinder drains to the tank"] = False,
    system: Annotated[str, one_of("conventional", "gravelless", "etu"), "the kind of system"] = "conventional",
    maintenance_required: Annotated[bool | None, "a treatment unit's upkeep is required and monitored"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``designed``, ``no-conventional-field`` (the soil is too fast or too slow) or ``outside-75a`` (too much flow).

    Gallons a day, gallons, square feet, gallons a day on a square foot, and feet of trench; the rate is exact, the
    rest whole. The length is rounded up once, last.
    """
    code = law_version(law_of)
    known = {name: figure(name, law_of) for name in (*_FLOW, *_SOIL, *_FIELD)}
    values: dict[str, Any] = dict.fromkeys(_VALUES)
    reasons: list[Reason] = []

    def ruling(outcome: str, *used: str) -> Ruling:
        doubts = unchecked(*(known[name] for name in used))
        return Ruling("septic-design", outcome, values, (*reasons, *doubts), code)

    _flow(known, values, reasons, bedrooms, fixtures)
    if values["flow_gpd"] >= known["flow_limit_gpd"].value:
        return ruling("outside-75a", *_FLOW)
    _tank(known["septic_tank"], values, reasons, bedrooms, garbage_grinder)
    if not _suits(known, reasons, perc_min_per_inch):
        return ruling("no-conventional-field", *_FLOW, *_SOIL)
    _rate(known["application_rates"], values, reasons, perc_min_per_inch)
    _trenches(known, values, reasons, system, maintenance_required)
    return ruling("designed", *_FLOW, *_SOIL, *_FIELD)


def _flow(
    known: Mapping[str, Figure], values: dict[str, Any], reasons: list[Reason], bedrooms: int, fixtures: str
) -> None:
    each, most = known["flow_per_bedroom_gpd"], known["flow_limit_gpd"]
    flow = values["flow_gpd"] = bedrooms * each.value[fixtures]
    rooms = "one bedroom makes" if bedrooms == 1 else f"{bedrooms:,} bedrooms make"
    text = f"At {each.value[fixtures]} gallons a day for a bedroom, {rooms} {flow:,} gallons a day."
    reasons.append(Reason(True, text, each.section))
    reasons.append(Reason(flow < most.value, f"The flow is less than {most.value:,} gallons a day.", most.section))


def _tank(table: Figure, values: dict[str, Any], reasons: list[Reason], bedrooms: int, grinder: bool) -> None:
    """The least capacity and liquid surface: by the table, and in equal steps beyond it."""
    sizes, further = table.value["sizes"], table.value["further_bedroom"]
    size = next((size for size in sizes if bedrooms <= size["bedrooms"]), sizes[-1])
    beyond = max(0, bedrooms - size["bedrooms"])
    extra = table.value["garbage_grinder"] if grinder else {"gal": 0, "sqft": 0}
    gallons = values["tank_gal"] = size["gal"] + beyond * further["gal"] + extra["gal"]
    surface = values["tank_surface_sqft"] = size["sqft"] + beyond * further["sqft"] + extra["sqft"]
    counted = ", with the garbage grinder counted in" if grinder else ""
    text = f"The septic tank holds at least {gallons:,} gallons, with {surface} square feet of liquid surface{counted}."
    reasons.append(Reason(True, text, table.section))


def _suits(known: Mapping[str, Figure], reasons: list[Reason], minutes: Decimal) -> bool:
    """Whether the soil is neither too fast nor too slow for a field, before the rate is rounded."""
    fastest, slowest = known["fastest_percolation"], known["application_rates"].value[-1]["through"]
    suits = bool(fastest.value <= minutes <= slowest)
    text = f"Water takes no less than {fastest.value} and no more than {slowest} minutes to fall an inch in the soil."
    reasons.append(Reason(suits, text, fastest.section))
    return suits


def _rate(table: Figure, values: dict[str, Any], reasons: list[Reason], minutes: Decimal) -> None:
    """The flow that a square foot may take, by the percolation rate in whole minutes, rounded up."""
    whole = int(minutes.to_integral_value(ROUND_CEILING))
    rate = values["rate"] = next(band["gpd_per_sqft"] for band in table.value if whole <= band["through"])
    rounded = "one minute" if whole == 1 else f"{whole} minutes"
    text = f"At {rounded} an inch, rounded up, a square foot of trench takes {rate} gallons a day."
    reasons.append(Reason(True, text, table.section))


def _trenches(
    known: Mapping[str, Figure], values: dict[str, Any], reasons: list[Reason], system: str, maintained: bool | None
) -> None:
    """The length of the trenches in all, and whether the field must be dosed."""
    width, shares, dosed_from = (known[name] for name in _FIELD)
    share = shares.value.get(system, Decimal(1))
    if system == "gravelless":
        reasons.append(Reason(True, f"Gravelless trenches need {share:.0%} of the length.", shares.section))
    elif system == "etu":
        text = f"The treatment unit's upkeep is required and monitored, so {share:.0%} of the length is enough."
        reasons.append(Reason(maintained, text, shares.section))
        share = share if maintained else Decimal(1)
    length = Fraction(values["flow_gpd"]) / Fraction(values["rate"]) / width.value * Fraction(share)
    feet = values["trench_ft"] = ceil(length)
    reasons.append(Reason(True, f"Trenches {width.value} feet wide must be {feet:,} feet long in all.", width.section))
    dosing = values["dosing"] = feet >= dosed_from.value
    text = f"The trenches reach {dosed_from.value} feet, from which the wastewater must be dosed."
    reasons.append(Reason(dosing, text, dosed_from.section))
