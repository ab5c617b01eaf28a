"""What is paid for permits and the inspector's course (V.XIII)."""

from datetime import date
from decimal import Decimal
from typing import Annotated

from sanitarian.law.data import in_force, table
from sanitarian.law.dates import american
from sanitarian.law.facts import one_of
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling

Item = Annotated[
    str,
    one_of(
        "construction-permit",
        "inspector-course",
        "business-permit",
        "discharge-permit",
        "interim-permit",
        "tank-replacement",
    ),
]


@rule("fee", "V.XIII", "The fee for a permit, a course or a notice")
def fee(*, item: Item, on: Annotated[date, "the day on which it falls due"], law_of: date | None = None) -> Ruling:
    """The amount in dollars, or ``none-in-force`` before the code set fees."""
    versions = [version for version in table("fees")["versions"] if version["from"] <= on]
    version = in_force(versions, law_of)
    code = law_version(law_of)
    if version is None:
        reason = Reason(False, f"A fee was in force on {american(on)}.", "V.XIII")
        return Ruling("fee", "none-in-force", {"amount": None}, (reason,), code)
    entry = version["items"][item]
    amount = Decimal(entry["amount"])
    text = f"The fee for {entry['name']} is ${amount}, in force since {american(version['from'])}."
    return Ruling("fee", "fee", {"amount": amount}, (Reason(True, text, entry["cite"]),), code)
