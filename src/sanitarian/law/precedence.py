"""Which of two rules on the same matter governs: the State's, the county's, a municipality's (I.3, V.I.C.3, V.XII)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal

from sanitarian.law.facts import Entry, as_entry, one_of, shortened
from sanitarian.law.registers import law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling

# Where a rule may stand, and how a reason names it.
SOURCES = {
    "state": "the State's rule",
    "county-article-v": "Article V of the county's code",
    "county-earlier-article": "an earlier article of the county's code",
    "municipality": "the municipality's rule",
}
_COUNTY = {"county-article-v", "county-earlier-article"}

Side = Literal["first", "second"]
Standing = Literal["first", "second", "equal", "neither"]


@dataclass(frozen=True, slots=True)
class LawText:
    """One of the two rules: where it stands, and what it asks for where that is a number."""

    source: Annotated[str, one_of(*SOURCES)]
    quantity: Annotated[Decimal | None, "the number it asks for"] = None
    unit: Annotated[str | None, "what the number counts: feet, days, …"] = None


@rule("stricter-law", "I.3", "Which of two rules on the same matter governs")
def stricter_law(
    *,
    first: Annotated[LawText | Mapping[str, Any], Entry(LawText), "one rule"],
    second: Annotated[LawText | Mapping[str, Any], Entry(LawText), "the other rule"],
    conflict: Annotated[bool, "they really differ on the same matter; a slip of the pen is no conflict"] = True,
    stricter_when: Annotated[str | None, one_of("greater", "smaller", "shorter"), "which number is stricter"] = None,
    stricter: Annotated[
        str | None, one_of("first", "second", "neither"), "which is stricter, where numbers do not tell"
    ] = None,
    law_of: date | None = None,
) -> Ruling:
    """``first`` or ``second`` governs; ``both`` where they ask the same or there is no conflict; ``undetermined``.

    ``governs`` is where the governing rule stands, ``quantity`` what it asks for.
    """
    first, second = as_entry(LawText, first), as_entry(LawText, second)
    code = _code(first, second, law_of)
    if not conflict:
        slip = Reason(False, "The two rules really conflict; a slip of the pen is no conflict.", "F-31")
        return _ruling("both", None, [slip], code)
    standing, ranking = _standing(first, second, stricter_when, stricter)
    if standing == "equal":
        return Ruling("stricter-law", "both", {"governs": None, "quantity": first.quantity}, (ranking,), code)
    if not {first.source, second.source} & _COUNTY:
        text = "One of the two is a rule of the county's code; it does not rank other rules among themselves."
        return _ruling("undetermined", None, [ranking, Reason(None, text, "I.3")], code)
    if standing is None:
        return _ruling("undetermined", None, [ranking], code)
    if standing == "neither":
        side, why = _unranked(first.source, second.source)
        return _ruling(side or "undetermined", _of(side, first, second), [ranking, why], code)
    governing, yielding = (first, second) if standing == "first" else (second, first)
    return _ruling(standing, governing, [ranking, _why(governing.source, yielding.source)], code)


def _code(first: LawText, second: LawText, law_of: date | None) -> str:
    """The law that ranks: Article I where an earlier article meets a municipality's rule, else Article V."""
    pair = {first.source, second.source}
    return law_version(law_of, "V" if "county-article-v" in pair or "municipality" not in pair else "I")


def _of(side: Side | None, first: LawText, second: LawText) -> LawText | None:
    return None if side is None else first if side == "first" else second


def _ruling(outcome: str, governing: LawText | None, reasons: list[Reason], code: str) -> Ruling:
    values = {
        "governs": None if governing is None else governing.source,
        "quantity": None if governing is None else governing.quantity,
    }
    return Ruling("stricter-law", outcome, values, tuple(reasons), code)


def _standing(
    first: LawText, second: LawText, when: str | None, stricter: str | None
) -> tuple[Standing | None, Reason]:
    """Which is stricter, and how that is known: by the numbers where they can be compared, else as told."""
    one, other = first.quantity, second.quantity
    if one is not None and other is not None and _same_unit(first, second):
        if one == other:
            return "equal", Reason(True, "Both rules ask for the same.", "F-31")
        if when is not None:
            side: Side = "first" if (one > other) == (when == "greater") else "second"
            strict, mild = (first, second) if side == "first" else (second, first)
            text = f"{_asks(strict)} is stricter than {_asks(mild)}: the {when} of the two is the stricter."
            return side, Reason(True, text, "F-31")
    if stricter == "neither":
        return "neither", Reason(False, "One of the two rules is stricter than the other.", "F-31")
    if stricter is not None:
        name = SOURCES[first.source if stricter == "first" else second.source]
        told: Side = "first" if stricter == "first" else "second"
        return told, Reason(True, f"The {told} of the two, {name}, is the stricter one.", "F-31")
    return None, Reason(None, "It is shown which of the two rules is stricter.", "F-31")


def _unit(rule_: LawText) -> str:
    return " ".join((rule_.unit or "").split())


def _same_unit(first: LawText, second: LawText) -> bool:
    """Numbers are compared only where both count the same thing; without any unit they are taken to."""
    return _unit(first).casefold() == _unit(second).casefold()


def _asks(rule_: LawText) -> str:
    return shortened(f"{rule_.quantity:f} {_unit(rule_)}".strip())


def _why(governing: str, yielding: str) -> Reason:
    """The provision by which the stricter rule governs."""
    if governing == "municipality":
        return Reason(True, "A municipality may be stricter than the county's code; its rule stands.", "I.3.B")
    if yielding == "municipality":
        return Reason(True, "The county's code stands above a municipality's rule that is less strict.", "I.3.A")
    if (governing, yielding) == ("county-article-v", "county-earlier-article"):
        return Reason(True, "Article V controls where an earlier article is less strict.", "V.XII")
    if (governing, yielding) == ("county-earlier-article", "county-article-v"):
        text = "The stricter provision applies, though it stands in an earlier article: Article V displaces only less."
        return Reason(True, text, "F-24")
    return Reason(True, "Of conflicting rules of the county and the State the more restrictive applies.", "V.I.C.3")


def _unranked(first: str, second: str) -> tuple[Side | None, Reason]:
    """Which rule governs where neither is stricter and they cannot both be kept: the one that the other yields to."""
    pair = {first, second}
    if "municipality" in pair:
        above, why = "county", Reason(True, "The county's code supersedes a local rule inconsistent with it.", "I.3.A")
    elif "state" in pair and pair != {"state"}:
        above, why = "state", Reason(True, "The county's code supplements the State's rules.", "I.3.A")
    elif pair == _COUNTY:
        above, why = "county-article-v", Reason(True, "Article V controls where an earlier article conflicts.", "V.XII")
    else:
        return None, Reason(None, "It is shown which of two provisions of the same rank gives way.", "V.I.C.3")
    return ("first" if first.startswith(above) else "second"), why
