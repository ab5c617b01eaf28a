"""Whether a place that serves food needs a permit (IV)."""

from datetime import date
from typing import Annotated

from sanitarian.law.facts import one_of
from sanitarian.law.logic import all_of
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling

SPONSORS = ("fraternal", "religious", "other-group", "none")


@rule("food-permit", "IV.2", "Whether a place that serves food needs a permit")
def food_permit(
    *,
    prepares_food_for_public: Annotated[bool, "food is prepared there for service to the public"],
    operator: Annotated[str, one_of("school-district", "other"), "who operates it"],
    interstate_carrier: Annotated[bool | None, "it is a common carrier in interstate service"] = None,
    temporary: Annotated[bool | None, "the establishment is temporary"] = None,
    sponsor: Annotated[str | None, one_of(*SPONSORS), "the group that operates or sponsors it"] = None,
    occasional_single_meals: Annotated[bool | None, "it serves occasional single meals"] = None,
    law_of: date | None = None,
) -> Ruling:
    """The first that fits of ``not-a-food-service-establishment``, ``exempt``, ``may-be-waived`` and ``required``.

    What would spare the permit must be shown: where it is not, the permit is required.
    """
    code = law_version(law_of, "IV")
    reasons = [Reason(prepares_food_for_public, "Food is prepared there for service to the public.", "IV.1")]
    if prepares_food_for_public:
        reasons.append(Reason(interstate_carrier, "It is a common carrier in interstate service.", "IV.1"))
    if not prepares_food_for_public or interstate_carrier:
        return Ruling("food-permit", "not-a-food-service-establishment", {}, tuple(reasons), code)
    school = operator == "school-district"
    reasons.append(Reason(school, "A school district operates it.", "IV.2.a"))
    if school:
        return Ruling("food-permit", "exempt", {}, (*reasons, _part_14("without a permit too", "IV.2.a")), code)
    waiver = _waiver(temporary, sponsor, occasional_single_meals)
    reasons += waiver
    if all_of(reason.holds for reason in waiver):
        reasons.append(Reason(True, "A waiver is given event by event, and may carry conditions.", "F-43"))
        reasons.append(_part_14("also where the permit is waived", "IV.2.b"))
        return Ruling("food-permit", "may-be-waived", {}, tuple(reasons), code)
    reasons.append(Reason(True, "Nobody but a school district may operate it without a permit.", "IV.2.a"))
    return Ruling("food-permit", "required", {}, (*reasons, _part_14("as well", "IV.2.a")), code)


def _part_14(where: str, cite: str) -> Reason:
    return Reason(True, f"Part 14 of the State Sanitary Code applies {where}.", cite)


def _waiver(temporary: bool | None, sponsor: str | None, single_meals: bool | None) -> list[Reason]:
    """What must hold before the Commissioner may waive the permit."""
    group = None if sponsor is None else sponsor != "none"
    return [
        Reason(temporary, "The establishment is temporary.", "IV.2.b"),
        Reason(group, "A fraternal, religious or other group operates or sponsors it.", "IV.2.b"),
        Reason(single_meals, "It serves occasional single meals.", "IV.2.b"),
    ]
