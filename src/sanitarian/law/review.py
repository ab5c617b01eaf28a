"""What the rulings on one inspection report propose together (V.V.A, I.7, A-13, C-28).

The law proposes; an official decides. This module says which act is proposed, what stands in the way of a permit, and
whether the case is clear enough to be signed together with others: favourable, fully shown, and free of readings that
wait for counsel.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sanitarian.law.drain_pipes import CLEARED
from sanitarian.law.registers import interpretation, law_version
from sanitarian.law.ruling import Reason, Ruling

_MUST_BE_KNOWN = (
    ("scope", "Whether Article V applies cannot be determined.", "V.I"),
    ("inspection-schedule", "The inspection schedule cannot be determined.", "V.IV.A"),
)


@dataclass(frozen=True)
class Proposal:
    """``act`` is ``issue``, ``accept`` (classify, no permit) or ``send-back``; ``permit`` the kind that may follow.

    ``obstacles`` say why no permit issues now, ``needs_an_eye`` why the case is not for signing with others: true
    statements, or None where what would lift them is not shown.
    ``permit_barred`` is true where no decision of an official can issue a permit (failed, incomplete).
    """

    act: str
    permit: str
    obstacles: tuple[Reason, ...]
    needs_an_eye: tuple[Reason, ...]
    permit_barred: bool

    @property
    def clear(self) -> bool:
        """Whether the case may be signed together with others."""
        return self.act == "issue" and not self.needs_an_eye


def proposal(
    *,
    rulings: Mapping[str, Ruling],
    provisional: bool,
    inspector_interest: bool | None,
    application_signed: bool,
    conforms_75a: bool | None = False,
) -> Proposal:
    """Weigh the rulings on a report. Never anything adverse by itself: it proposes."""
    found = rulings["classification"].outcome
    permit = str(rulings["classification"].values["permit"])
    barred = found in {"failed", "incomplete"}
    obstacles = _obstacles(rulings, permit, application_signed, inspector_interest, provisional)
    if found in {"incomplete", "undetermined"}:
        act = "send-back"
    elif permit == "none" or obstacles:
        act = "accept"
    else:
        act = "issue"
    return Proposal(
        act=act,
        permit=permit,
        obstacles=obstacles,
        needs_an_eye=(
            *_by_others(rulings), *obstacles, *_class_doubts(found, conforms_75a),
            *_doubts(rulings, permit, inspector_interest),
        ),
        permit_barred=barred,
    )  # fmt: skip


def _by_others(rulings: Mapping[str, Ruling]) -> tuple[Reason, ...]:
    """Whether an inspection by others counts is looked at first: without it nothing else matters (V.XI)."""
    others = rulings.get("outside-inspection")
    if others is None or others.outcome == "accepted":
        return ()
    if others.outcome == "undetermined":
        return (Reason(None, "Whether the department accepts this inspection by others is not shown.", "V.XI"),)
    return (Reason(True, "The department does not accept this inspection by others.", "V.XI"),)


def _obstacles(
    rulings: Mapping[str, Ruling], permit: str, signed: bool, interest: bool | None, provisional: bool
) -> tuple[Reason, ...]:
    """What keeps a permit from being issued now."""
    reasons: list[Reason] = []
    if permit == "none":
        reasons.append(Reason(True, f"The classification is {rulings['classification'].outcome}: no permit.", "V.V.A"))
    if not signed:
        reasons.append(Reason(True, "The owner's signed application for the permit is not on file.", "C-28"))
    scope = rulings.get("scope")
    if scope is not None and scope.outcome == "does-not-apply":
        reasons.append(Reason(True, "Article V does not apply to this place.", "V.I"))
    if provisional:
        reasons.append(Reason(None, "The place is a provisional record and not matched to a parcel yet.", "V.IV.C.1"))
    if interest:
        reasons.append(Reason(True, "The inspector has an interest in the property.", "D-10"))
    for name, ruling in rulings.items():
        if name.startswith("drain-pipe:") and ruling.outcome not in CLEARED:
            label = name.partition(":")[2]
            reasons.append(
                Reason(None if ruling.outcome == "undetermined" else True,
                       f"The drain pipe “{label}” is not cleared ({ruling.outcome.replace('-', ' ')}).", "A-13")
            )  # fmt: skip
    if rulings["discharge-permit-term"].outcome == "undetermined":
        reasons.append(Reason(None, "The term of a permit cannot be determined.", "V.V.B"))
    return tuple(reasons)


def _class_doubts(found: str, conforms_75a: bool | None) -> tuple[Reason, ...]:
    """A system that meets existing standards might meet the higher ones: the class then rests on a fact not shown."""
    if found == "existing-standards" and conforms_75a is None:
        return (Reason(None, "Whether the system conforms with Appendix 75-A is not shown.", "V.V.B.5"),)
    return ()


def _doubts(rulings: Mapping[str, Ruling], permit: str, interest: bool | None) -> tuple[Reason, ...]:
    """What an official should look at before signing, though no permit is kept back by it."""
    reasons: list[Reason] = []
    if permit == "interim":
        reasons.append(Reason(True, "An interim permit is decided one by one.", "V.V.C"))
    if interest is None:
        reasons.append(Reason(None, "Whether the inspector has an interest in the property is not shown.", "D-10"))
    deadline = rulings.get("report-deadline")
    if deadline is not None and deadline.outcome == "late":
        reasons.append(Reason(True, "The report came in later than the code allows.", "V.VI.B.2"))
    for name, text, cite in _MUST_BE_KNOWN:
        ruling = rulings.get(name)
        if ruling is None or ruling.outcome == "undetermined":
            reasons.append(Reason(None, text, cite))
    reasons += counsel_reviews(rulings.values())
    return tuple(reasons)


def counsel_reviews(rulings: Any) -> list[Reason]:
    """The readings in play whose status is ``counsel_review``."""
    cited = dict.fromkeys(cite for ruling in rulings for cite in ruling.interpretations)
    return [
        Reason(None, f"Reading {cite} waits for the county's counsel.", cite)
        for cite in cited
        if interpretation(cite).status == "counsel_review"
    ]


def not_asked(rule: str, text: str, cite: str, **values: Any) -> Ruling:
    """The answer of a rule that could not even be asked, because a fact that it requires is not on record."""
    return Ruling(rule, "undetermined", values, (Reason(None, text, cite),), law_version())


def most_restrictive(rulings: Sequence[Ruling]) -> Ruling:
    """Of the schedule's answers for the parcels that one system serves, the shortest cycle stands (B-16, B-9).

    A place that cannot be determined might have a shorter cycle, so it stands unless a lake-front place is shown.
    """
    if not rulings:
        raise ValueError("a system lies on at least one parcel")
    scheduled = [ruling for ruling in rulings if ruling.values["cycle_years"] is not None]
    shortest = min(scheduled, key=_cycle_then_due, default=None)
    doubtful = next((ruling for ruling in rulings if ruling.outcome == "undetermined"), None)
    if doubtful is not None and (shortest is None or shortest.outcome != "lake-front"):
        return doubtful
    return shortest or rulings[0]


def _cycle_then_due(ruling: Ruling) -> tuple[int, date]:
    return ruling.values["cycle_years"], ruling.values["next_due"] or date.max


def official_may(proposed: Proposal, permit: str, *, application_signed: bool, pipes_cleared: bool) -> Reason | None:
    """Why a decision other than the proposal may not issue ``permit`` (``none`` always may); None if it may."""
    if permit == "none":
        return None
    if proposed.permit_barred:
        return Reason(True, "No decision can issue a permit for a failed system or an incomplete report.", "V.V.A")
    if not application_signed:
        return Reason(True, "No permit issues without the owner's signed application.", "C-28")
    if not pipes_cleared:
        return Reason(True, "A lake-front permit waits for its drain-pipe results.", "A-13")
    return None


RETURN_CODES: Mapping[str, tuple[str, str]] = {
    "street_address": ("The street address of the system is missing.", "V.IV.C.1"),
    "tax_map": ("The tax map, block and lot numbers are missing.", "V.IV.C.1"),
    "description": ("The general description of the system is missing.", "V.IV.C.2"),
    "sizes": ("Sizes and dimensions are missing; say “not known” where they are.", "V.IV.C.2"),
    "construction_dates": (
        "The dates of construction and repairs are missing; say “not known” where they are.",
        "V.IV.C.3",
    ),
    "fixtures": ("The list of fixtures is missing.", "V.IV.C.4"),
    "occupancy": ("The description of occupancy and use is missing.", "V.IV.C.5"),
    "distances": ("The separating distances are missing; say “not known” where they are.", "V.IV.C.6"),
    "operation_tested": ("The system was not shown to be tested in operation.", "V.V.B.2"),
    "inspector_certified": ("The inspector was not shown to be certified on the day of the inspection.", "V.IV.C"),
    "others": ("It was not shown that the department accepts this inspection by others.", "V.XI"),
    "has_spdes": ("Whether there is a SPDES permit is not shown.", "V.IV.C.7"),
    "spdes_copy": ("The copy of the SPDES permit is missing.", "V.IV.C.7"),
    "information_received": ("The information that the department asked for has not come.", "V.IV.C.8"),
    "lake_front": ("Whether the parcel borders the lake is not shown.", "V.IV.A.1"),
    "drain_pipes": ("The number of drain pipes is missing; enter 0 where there are none.", "V.IV.A.1"),
    "drain_pipe_results": ("A laboratory result is missing for a drain pipe.", "A-13"),
    "findings": ("A finding that the classification depends on is not shown.", "V.V.B"),
    "application": ("The owner's signed application for the permit is missing.", "C-28"),
    "other": ("See the remark.", "V.IV.C.8"),
}


DEPARTMENTS_OWN = frozenset({"local_law_meets_minimum", "within_area"})
"""What the department itself finds of an inspection by others (F-23, B-18); no filer can mend it."""


def waits_for_department(rulings: Mapping[str, Ruling]) -> bool:
    """Whether an inspection by others waits for nothing but findings of the department."""
    others = rulings.get("outside-inspection")
    missing = set(others.values["missing"]) if others is not None and others.outcome == "undetermined" else set()
    return bool(missing) and missing <= DEPARTMENTS_OWN


def items_lacking(completeness: Ruling, others: Ruling | None) -> list[str]:
    """The codes of what a report lacks. Of an inspection by others nobody asks whether its inspector is certified."""
    codes = list(completeness.values["missing"] or [])
    return ["others" if code == "inspector_certified" and others is not None else code for code in codes]


def return_codes_for(rulings: Mapping[str, Ruling]) -> list[str]:
    """The reasons that the rulings suggest for sending a report back, in the order of V.IV.C."""
    codes = items_lacking(rulings["report-completeness"], rulings.get("outside-inspection"))
    if waits_for_department(rulings):
        codes.remove("others")
    if rulings["classification"].outcome == "undetermined":
        codes.append("findings")
    return [code for code in codes if code in RETURN_CODES]
