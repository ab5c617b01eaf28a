"""What the rulings on a report propose together: each input moved by itself, from a clear case."""

from datetime import date
from typing import Any

import pytest

from sanitarian.law.registers import law_version
from sanitarian.law.review import (
    RETURN_CODES,
    most_restrictive,
    official_may,
    proposal,
    return_codes_for,
    waits_for_department,
)
from sanitarian.law.ruling import Reason, Ruling

SIGNS = {True: "+", False: "-", None: "?"}


def ruling(rule: str, outcome: str, cite: str = "V.V.A", **values: Any) -> Ruling:
    return Ruling(rule, outcome, values, (Reason(True, "as shown", cite),), law_version())


def clear() -> dict[str, Any]:
    return {
        "rulings": {
            "scope": ruling("scope", "applies"),
            "inspection-schedule": ruling("inspection-schedule", "town"),
            "report-deadline": ruling("report-deadline", "on-time"),
            "report-completeness": ruling("report-completeness", "complete", missing=[]),
            "classification": ruling("classification", "existing-standards", permit="discharge"),
            "discharge-permit-term": ruling("discharge-permit-term", "discharge"),
        },
        "provisional": False,
        "inspector_interest": False,
        "application_signed": True,
        "conforms_75a": False,
    }


def test_conformity_that_nobody_asked_about_is_no_doubt() -> None:
    facts = clear()
    del facts["conforms_75a"]
    assert proposal(**facts).clear


def test_a_proposal_cannot_be_changed_afterwards() -> None:
    with pytest.raises(AttributeError):
        proposal(**clear()).act = "accept"  # type: ignore[misc]


def test_a_clear_case_is_issued_and_may_be_batched() -> None:
    found = proposal(**clear())
    assert (found.act, found.permit, found.clear, found.permit_barred) == ("issue", "discharge", True, False)


@pytest.mark.parametrize(
    ("change", "act", "cite"),  # + is true, ? is not shown
    [
        ({"application_signed": False}, "accept", "C-28+"),
        ({"provisional": True}, "accept", "V.IV.C.1?"),
        ({"inspector_interest": True}, "accept", "D-10+"),
        ({"inspector_interest": None}, "issue", "D-10?"),
        ({"conforms_75a": None}, "issue", "V.V.B.5?"),
        ({"scope": ruling("scope", "does-not-apply")}, "accept", "V.I+"),
        ({"scope": ruling("scope", "undetermined")}, "issue", "V.I?"),
        ({"inspection-schedule": ruling("inspection-schedule", "undetermined")}, "issue", "V.IV.A?"),
        ({"report-deadline": ruling("report-deadline", "late")}, "issue", "V.VI.B.2+"),
        ({"classification": ruling("classification", "substandard", permit="interim")}, "issue", "V.V.C+"),
        ({"classification": ruling("classification", "failed", permit="none")}, "accept", "V.V.A+"),
        ({"classification": ruling("classification", "incomplete", permit="none")}, "send-back", "V.V.A+"),
        ({"classification": ruling("classification", "undetermined", permit="none")}, "send-back", "V.V.A+"),
        ({"discharge-permit-term": ruling("discharge-permit-term", "undetermined")}, "accept", "V.V.B?"),
        ({"drain-pipe:north": ruling("drain-pipe", "undetermined")}, "accept", "A-13?"),
        ({"drain-pipe:north": ruling("drain-pipe", "option-open")}, "accept", "A-13+"),
        ({"drain-pipe:north": ruling("drain-pipe", "prohibited")}, "accept", "A-13+"),
        ({"drain-pipe:north": ruling("drain-pipe", "complies", "A-1")}, "issue", "A-1?"),
        (
            {"outside-inspection": ruling("outside-inspection", "undetermined", missing=("within_area",))},
            "issue",
            "V.XI?",
        ),
        (
            {"outside-inspection": ruling("outside-inspection", "not-accepted", missing=("submitted",))},
            "issue",
            "V.XI+",
        ),
    ],
)
def test_whatever_is_not_clear_is_set_apart_with_its_reason(change: dict[str, Any], act: str, cite: str) -> None:
    facts = clear()
    for name, value in change.items():
        (facts if name in facts else facts["rulings"])[name] = value
    found = proposal(**facts)
    assert found.act == act
    assert not found.clear
    assert cite in {f"{reason.cite}{SIGNS[reason.holds]}" for reason in found.needs_an_eye}


@pytest.mark.parametrize("outcome", ["complies", "cleared-by-retest", "cleared-by-origin"])
def test_a_cleared_pipe_holds_no_permit_back(outcome: str) -> None:
    facts = clear()
    facts["rulings"]["drain-pipe:north"] = ruling("drain-pipe", outcome, "V.III.G")
    assert proposal(**facts).clear


@pytest.mark.parametrize(
    ("outcome", "permit", "signed", "pipes", "cite"),
    [
        ("existing-standards", "discharge", True, True, None),
        ("substandard", "discharge", True, True, None),
        ("undetermined", "interim", True, True, None),
        ("failed", "discharge", True, True, "V.V.A"),
        ("failed", "interim", True, True, "V.V.A"),
        ("failed", "none", False, False, None),
        ("incomplete", "discharge", True, True, "V.V.A"),
        ("incomplete", "interim", True, True, "V.V.A"),
        ("existing-standards", "discharge", False, True, "C-28"),
        ("existing-standards", "discharge", True, False, "A-13"),
    ],
)
def test_what_an_official_may_decide_otherwise(
    outcome: str, permit: str, signed: bool, pipes: bool, cite: str | None
) -> None:
    facts = clear()
    facts["rulings"]["classification"] = ruling("classification", outcome, permit="none")
    barred = official_may(proposal(**facts), permit, application_signed=signed, pipes_cleared=pipes)
    assert (barred.cite if barred else None) == cite
    assert barred is None or barred.holds


def _schedule(outcome: str, cycle: int | None, due: date | None = None) -> Ruling:
    return ruling("inspection-schedule", outcome, cycle_years=cycle, next_due=due)


FRONT = _schedule("lake-front", 2, date(2026, 11, 1))
NEAR = _schedule("near-lake", 3, date(2028, 11, 1))
TOWN = _schedule("town", 7, date(2027, 12, 31))
EARLIER_TOWN = _schedule("town", 7, date(2026, 12, 31))
UNSCHEDULED = _schedule("unscheduled", None)
UNKNOWN = _schedule("undetermined", None)


@pytest.mark.parametrize(
    ("rulings", "stands"),
    [
        ([TOWN, NEAR], NEAR),
        ([FRONT, NEAR, TOWN], FRONT),
        ([UNSCHEDULED, TOWN], TOWN),
        ([UNSCHEDULED], UNSCHEDULED),
        ([UNKNOWN, TOWN], UNKNOWN),
        ([UNKNOWN, NEAR], UNKNOWN),
        ([UNKNOWN, FRONT], FRONT),
        ([UNKNOWN, UNSCHEDULED], UNKNOWN),
        ([TOWN, EARLIER_TOWN], EARLIER_TOWN),
    ],
)
def test_the_most_restrictive_parcel_decides(rulings: list[Ruling], stands: Ruling) -> None:
    assert most_restrictive(rulings) is stands
    assert most_restrictive(rulings[::-1]) is stands


def test_reasons_for_sending_back_are_the_items_that_fail() -> None:
    facts = clear()["rulings"]
    facts["report-completeness"] = ruling("report-completeness", "incomplete", missing=["tax_map", "drain_pipes"])
    facts["classification"] = ruling("classification", "undetermined", permit="none")
    assert return_codes_for(facts) == ["tax_map", "drain_pipes", "findings"]
    assert set(return_codes_for(facts)) <= set(RETURN_CODES)


def test_an_accepted_inspection_by_others_is_as_clear_as_any() -> None:
    facts = clear()
    facts["rulings"]["outside-inspection"] = ruling("outside-inspection", "accepted", missing=())
    assert proposal(**facts).clear


@pytest.mark.parametrize(
    ("outcome", "missing", "waits", "codes"),
    [
        ("undetermined", ("local_law_meets_minimum",), True, []),
        ("undetermined", ("within_area",), True, []),
        ("undetermined", ("within_area", "testing_procedure_met"), False, ["others"]),
        ("undetermined", ("testing_procedure_met",), False, ["others"]),
        ("not-accepted", ("within_area",), False, ["others"]),
    ],
)
def test_a_report_does_not_go_back_for_what_the_department_itself_finds(
    outcome: str, missing: tuple[str, ...], waits: bool, codes: list[str]
) -> None:
    facts = clear()["rulings"]
    facts["report-completeness"] = ruling("report-completeness", "incomplete", missing=["inspector_certified"])
    facts["outside-inspection"] = ruling("outside-inspection", outcome, missing=missing)
    assert waits_for_department(facts) is waits
    assert return_codes_for(facts) == codes
