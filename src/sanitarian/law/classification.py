"""How a system is classed after its inspection, and which permit its class allows (V.V.A-D)."""

from datetime import date
from decimal import Decimal
from typing import Annotated

from sanitarian.law.data import limit
from sanitarian.law.logic import all_of, any_of, at_least, negation
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling

CLASSES = ("failed", "incomplete", "undetermined", "design-standards", "existing-standards", "substandard")
PERMITS = {"design-standards": "discharge", "existing-standards": "discharge", "substandard": "interim"}


@rule("classification", "V.V", "The class of a system, and the permit that it allows")
def classification(
    *,
    report_complete: Annotated[bool, "the report covers what the code asks for"],
    surface_discharge: Annotated[bool | None, "wastewater reaches the surface of the ground"] = None,
    watercourse_discharge: Annotated[bool | None, "wastewater reaches a watercourse"] = None,
    dec_discharge_permit: Annotated[bool | None, "the State (DEC) permits that discharge"] = None,
    broken_component: Annotated[bool | None, "a tank, box, line, pump or other part is broken"] = None,
    pollution_likely: Annotated[bool | None, "the broken part pollutes or is likely to"] = None,
    overflow_points: Annotated[bool | None, "overflow points are known or can be identified"] = None,
    components_good: Annotated[bool | None, "mechanical and electrical parts are in good working order"] = None,
    conforms_75a: Annotated[bool | None, "the system conforms with Appendix 75-A"] = None,
    valid_permit: Annotated[bool | None, "it was built and kept under a valid permit"] = None,
    tank_ok: Annotated[bool | None, "size and construction of the tank suit existing systems"] = None,
    vertical_separation_ft: Annotated[Decimal | None, "feet to groundwater, bedrock or tight soil"] = None,
    watercourse_distance_ft: Annotated[Decimal | None, "feet from the field to a watercourse or wetland"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``failed``, ``incomplete``, ``undetermined``, ``design-standards``, ``existing-standards`` or ``substandard``."""
    code = law_version(law_of, "V")
    discharges = any_of((surface_discharge, watercourse_discharge))
    failure = _failure(
        surface_discharge, watercourse_discharge, dec_discharge_permit, broken_component, pollution_likely
    )
    reasons = list(failure)
    if any(reason.holds for reason in failure):
        return _ruling("failed", [reason for reason in failure if reason.holds], code)
    if discharges and dec_discharge_permit:
        reasons.append(Reason(True, "A discharge under a State permit in force is no failure.", "C-27"))
    reasons.append(Reason(report_complete, "The inspection report is complete.", "V.V.B.1"))
    if not report_complete:
        return _ruling("incomplete", [reasons[-1], _NO_GROUND], code)
    sound = _soundness(overflow_points, components_good, broken_component)
    reasons += sound
    needed = [surface_discharge, watercourse_discharge, overflow_points, components_good, broken_component]
    if discharges:
        needed.append(dec_discharge_permit)
    if broken_component:
        needed.append(pollution_likely)
    if None in needed:
        return _ruling("undetermined", reasons, code)
    if all(reason.holds for reason in sound):
        outcome, standard = _standard(
            conforms_75a=conforms_75a,
            valid_permit=valid_permit,
            tank_ok=tank_ok,
            vertical_ft=vertical_separation_ft,
            watercourse_ft=watercourse_distance_ft,
            law_of=law_of,
        )
        return _ruling(outcome, reasons + standard, code)
    return _ruling("substandard", [*reasons, _SUBSTANDARD], code)


_NO_GROUND = Reason(True, "An incomplete report is no ground for a class.", "C-13")
_SUBSTANDARD = Reason(True, "A system that meets neither standard, and has not failed, is substandard.", "V.V.C")


def _ruling(outcome: str, reasons: list[Reason], code: str) -> Ruling:
    return Ruling("classification", outcome, {"permit": PERMITS.get(outcome, "none")}, tuple(reasons), code)


def _soundness(overflow_points: bool | None, components_good: bool | None, broken: bool | None) -> list[Reason]:
    """What a system of either standard must be, besides not having failed."""
    return [
        Reason(negation(overflow_points), "There are no known or identifiable overflow points.", "V.V.B.3"),
        Reason(components_good, "Mechanical and electrical components are in good working order.", "V.V.B.4"),
        Reason(negation(broken), "No component is broken.", "C-5"),
    ]


def _failure(
    surface: bool | None, watercourse: bool | None, permitted: bool | None, broken: bool | None, pollutes: bool | None
) -> list[Reason]:
    """Each way in which a system may have failed; holds where it has."""
    return [
        _unpermitted(surface, permitted, "the surface of the ground"),
        _unpermitted(watercourse, permitted, "a watercourse"),
        Reason(all_of((broken, pollutes)), "A component is broken, and pollution is likely.", "C-5"),
    ]


def _unpermitted(discharge: bool | None, permitted: bool | None, where: str) -> Reason:
    """A discharge that is not shown stays so under a permit too: the class cannot be told without it."""
    if not discharge:
        return Reason(discharge, f"Wastewater reaches {where}.", "V.III.D")
    return Reason(negation(permitted), f"Wastewater reaches {where} without a State permit for it.", "V.III.D")


def _standard(
    *,
    conforms_75a: bool | None,
    valid_permit: bool | None,
    tank_ok: bool | None,
    vertical_ft: Decimal | None,
    watercourse_ft: Decimal | None,
    law_of: date | None,
) -> tuple[str, list[Reason]]:
    """The standard that a sound system meets, and why."""
    design = Reason(conforms_75a, "The system conforms with the State's design standards, Appendix 75-A.", "V.V.B.5")
    if conforms_75a:
        return "design-standards", [design]
    permit = Reason(valid_permit, "The system was built and kept under a valid permit.", "C-6")
    if valid_permit:
        return "existing-standards", [design, permit]
    vertical, water = limit("vertical_separation_ft", law_of), limit("watercourse_distance_ft", law_of)
    tests = [
        Reason(tank_ok, "The septic tank's size and construction suit an existing system.", "C-9"),
        Reason(
            at_least(vertical_ft, vertical),
            f"At least {vertical} feet separate the absorption device from groundwater, bedrock or tight soil.",
            "V.V.B.5" if vertical_ft is not None else "C-10",
        ),
        Reason(
            at_least(watercourse_ft, water),
            f"The absorption field is at least {water} feet from any watercourse or wetland.",
            "C-11",
        ),
    ]
    reasons = [design, permit, *tests]
    if all(test.holds for test in tests):
        return "existing-standards", reasons
    return "substandard", [*reasons, _SUBSTANDARD]
