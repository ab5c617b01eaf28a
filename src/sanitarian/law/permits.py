"""Where a permit stands on a day, whatever its kind (I.7)."""

from datetime import date
from typing import Annotated

from sanitarian.law.dates import american
from sanitarian.law.logic import happened
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling


@rule("permit-standing", "I.7", "Whether a permit is in force on a day, and for this use")
def permit_standing(
    *,
    on: Annotated[date, "the day asked about"],
    from_: Annotated[date, "its first day"],
    through: Annotated[date | None, "its last day; none if it does not expire"] = None,
    suspended_on: date | None = None,
    reinstated_on: date | None = None,
    revoked_on: date | None = None,
    surrendered_on: Annotated[date | None, "the day its holder gave it up"] = None,
    holder: Annotated[str | None, "whom it names"] = None,
    used_by: Annotated[str | None, "who uses it"] = None,
    place: Annotated[str | None, "the place it names"] = None,
    used_at: Annotated[str | None, "the place where it is used"] = None,
    purpose: Annotated[str | None, "the purpose it names"] = None,
    used_for: Annotated[str | None, "the purpose it is used for"] = None,
    vehicle: Annotated[str | None, "the vehicle it names"] = None,
    used_vehicle: Annotated[str | None, "the vehicle it is used with"] = None,
    variance_pending: Annotated[bool, "a variance request is pending"] = False,
    law_of: date | None = None,
) -> Ruling:
    """The first that fits of ``not-yet``, ``revoked``, ``surrendered``, ``suspended``, ``continued``, ``expired``,
    ``not-valid-for-this-use`` and ``in-force``. A permit is good through its last day; expiry does not roll."""
    code = law_version(law_of, "I")
    reasons = [Reason(on >= from_, f"The permit begins on {american(from_)}.", "I.7.B.1")]
    outcome = _ended(
        on,
        from_=from_,
        suspended_on=suspended_on,
        reinstated_on=reinstated_on,
        revoked_on=revoked_on,
        surrendered_on=surrendered_on,
        reasons=reasons,
    )
    if outcome is None:
        outcome = _expired(on, through, variance_pending, reasons)
    if outcome is None:
        uses = ((holder, used_by, "by the person"), (place, used_at, "at the place"),
                (purpose, used_for, "for the purpose"), (vehicle, used_vehicle, "with the vehicle"))  # fmt: skip
        others = [how for named, used, how in uses if named is not None and used is not None and named != used]
        outcome = "not-valid-for-this-use" if others else "in-force"
        reasons += [Reason(False, f"It is used {how} that it names.", "I.7.B.2") for how in others]
        if not others:
            text = "No use by another person, at another place, for another purpose or with another vehicle is shown."
            reasons.append(Reason(True, text, "I.7.B.2"))
    return Ruling("permit-standing", outcome, {}, tuple(reasons), code)


def _ended(
    on: date,
    *,
    from_: date,
    suspended_on: date | None,
    reinstated_on: date | None,
    revoked_on: date | None,
    surrendered_on: date | None,
    reasons: list[Reason],
) -> str | None:
    """Whether the permit has not begun, or an act has taken it away; the reason is added."""
    if on < from_:
        return "not-yet"
    if revoked_on is not None and happened(revoked_on, on):
        reasons.append(Reason(True, f"It was revoked on {american(revoked_on)}.", "I.7.C"))
        return "revoked"
    if surrendered_on is not None and happened(surrendered_on, on):
        reasons.append(Reason(True, f"Its holder gave it up on {american(surrendered_on)}.", "I.7.B.4"))
        return "surrendered"
    if suspended_on is not None and happened(suspended_on, on):
        lifted = reinstated_on is not None and suspended_on <= reinstated_on <= on
        reasons.append(Reason(not lifted, f"Its suspension of {american(suspended_on)} is in force.", "I.7.C"))
        return None if lifted else "suspended"
    return None


def _expired(on: date, through: date | None, variance_pending: bool, reasons: list[Reason]) -> str | None:
    """Whether the permit has run out, or continues while a variance request is pending; the reason is added."""
    if through is None:
        reasons.append(Reason(True, "It states no day on which it expires.", "I.7.B.3"))
        return None
    reasons.append(Reason(on <= through, f"It is good through {american(through)}.", "I.7.B.3"))
    if on <= through:
        return None
    if variance_pending:
        reasons.append(Reason(True, "A variance request is pending, so the old permit continues.", "V.VIII.B.1"))
        return "continued"
    return "expired"
