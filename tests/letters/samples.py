"""Contexts to make letters from."""

from datetime import date
from typing import Any

from sanitarian.letters.contexts import (
    DischargePermitContext,
    PermitCondition,
    ReportReturnedContext,
    ReturnReason,
    freeze,
)
from sanitarian.letters.letterhead import Letterhead

HEAD = Letterhead(
    county="Cayuga County",
    department="Health Department",
    division="Environmental Health",
    address=("100 Example Street", "Auburn, New York 13021"),
    phone="(315) 555-0100",
    web="health.county.example",
)
CODE = "KT4WM-XR7PC-N3GHV-D9QYF"
CONDITIONS = (
    PermitCondition(text="Pump the septic tank and send the hauler's receipt.", due=date(2026, 8, 31), cite="V.V.E"),
    PermitCondition(text="Replace the outlet baffle and have it inspected before it is covered.", cite="V.V.E.2"),
    PermitCondition(text="Keep roof and cellar drains away from the absorption field."),
)
LONG_OWNER = (
    "The Trustees of the Estate of Wilhelmina Theodora van der Berg-Featherstonehaugh and Robert James "
    "Featherstonehaugh, as Joint Tenants with Right of Survivorship, c/o Skaneateles Lake Property Holdings, LLC"
)


def permit_context(**changes: Any) -> DischargePermitContext:
    """A permit to discharge, with whatever a test wants to be different."""
    values: dict[str, Any] = {
        "letterhead": HEAD,
        "interim": False,
        "number": "DP-2026-000123",
        "holder": "Margaret A. Lindqvist",
        "holder_address": ("4512 West Lake Road", "Auburn, NY 13021"),
        "place": "17 Shore Lane",
        "town": "Town of Fleming",
        "tax_map_number": "123.00-1-45.2",
        "system_number": "S-004512",
        "system_description": "1,250 gallon tank, 3 bedrooms",
        "classification": "Conforms to the design standards",
        "issued_on": date(2026, 6, 15),
        "starts": date(2026, 6, 16),
        "through": date(2029, 9, 29),
        "conditions": (),
        "finding": "On the report of June 3, 2026 the system is found to meet the design standards.",
        "sections": ("V.A.3", "V.B"),
        "code_name": "Sanitary Code of the Cayuga County Health District",
        "signed_by": "Dana R. Hartwell",
        "signed_title": "Senior Public Health Sanitarian",
        "authority": "by delegation of the Commissioner of January 2, 2026",
    }
    return DischargePermitContext(**{**values, **changes})


def returned_context(**changes: Any) -> ReportReturnedContext:
    """A report sent back, with whatever a test wants to be different."""
    values: dict[str, Any] = {
        "letterhead": HEAD,
        "number": "R-2026-000456",
        "filer": "Tompkins & O'Brien Septic Inspections LLC",
        "filer_address": ("88 Rockefeller Road", "Moravia, NY 13118"),
        "place": "17 Shore Lane",
        "town": "Town of Fleming",
        "tax_map_number": "123.00-1-45.2",
        "inspected_on": date(2026, 6, 3),
        "received_on": date(2026, 6, 9),
        "returned_on": date(2026, 6, 15),
        "reasons": (
            ReturnReason(
                code="item-missing", text="The tank was not opened.", cite="V.IV.C.4", remedy="Open the tank."
            ),
            ReturnReason(code="no-application", text="The application is not signed.", cite="I.7.A"),
        ),
        "reply_by": date(2026, 7, 15),
        "note": "",
        "signed_by": "Dana R. Hartwell",
        "signed_title": "Senior Public Health Sanitarian",
    }
    return ReportReturnedContext(**{**values, **changes})


def frozen(context: Any, *, specimen: bool = False) -> dict[str, Any]:
    """The context as a queued letter keeps it."""
    envelope = {
        "code": CODE,
        "verify_url": f"https://health.county.example/verify/{CODE}",
        "verify_at": "health.county.example/verify",
        "specimen": specimen,
    }
    return {**freeze(context), "envelope": envelope}
