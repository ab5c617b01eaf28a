"""Business days, and periods that end on a working day (General Construction Law 20 to 58)."""

from datetime import date
from typing import Annotated

from sanitarian.law.dates import add_business_days, add_days, add_months, add_years, american, next_business_day
from sanitarian.law.facts import Count
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import ImpossibleFacts, Reason, Ruling


@rule("business-days", "GCL.24", "The day on which a count of business days ends")
def business_days(
    *,
    from_: Annotated[date, "the day from which the count is made; it is not counted itself"],
    days: Annotated[int, Count(1), "how many business days"],
    law_of: date | None = None,
) -> Ruling:
    """The day that is so many business days after another: Saturdays, Sundays and public holidays are skipped."""
    end = add_business_days(from_, days)
    reasons = (
        Reason(True, f"The count starts on the day after {american(from_)}.", "GCL.20"),
        Reason(True, "Saturdays, Sundays and New York public holidays are not counted.", "GCL.24"),
    )
    return Ruling("business-days", "date", {"date": end}, reasons, law_version(law_of))


@rule("period", "GCL.25-a", "The last day of a period and the day until which to act", ("days", "months", "years"))
def period(
    *,
    from_: Annotated[date, "the day from which the period runs; it is not counted itself"],
    days: Annotated[int | None, Count(1), "calendar days"] = None,
    months: Annotated[int | None, Count(1), "calendar months"] = None,
    years: Annotated[int | None, Count(1), "years"] = None,
    law_of: date | None = None,
) -> Ruling:
    """The last day of a period of days, months or years (exactly one of them), and that day rolled forward."""
    if sum(part is not None for part in (days, months, years)) != 1:
        raise ImpossibleFacts("days, months, years: give exactly one of these")
    reasons = [Reason(True, f"The period starts on the day after {american(from_)}.", "GCL.20")]
    if days is not None:
        last_day = add_days(from_, days)
    elif months is not None:
        last_day = add_months(from_, months)
        reasons.append(
            Reason(True, "Months keep the day's number or end on the last day of a shorter month.", "GCL.30")
        )
    elif years is not None:
        last_day = add_years(from_, years)
        reasons.append(Reason(True, "Years keep the day; February 29 becomes February 28 in a common year.", "GCL.58"))
    act_by = next_business_day(last_day)
    text = f"The last day, {american(last_day)}, is a Saturday, Sunday or public holiday."
    reasons.append(Reason(act_by != last_day, text, "GCL.25-a"))
    values = {"last_day": last_day, "act_by": act_by}
    return Ruling("period", "date", values, tuple(reasons), law_version(law_of))
