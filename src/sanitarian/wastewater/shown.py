"""A report as pages show it: its facts, section by section."""

from typing import Any

from sanitarian.wastewater.models import Report

_WORDS = {True: "Yes", False: "No", None: None}


def _fact(label: str, value: Any, cite: str = "", hint: str = "") -> dict[str, Any]:
    return {"label": label, "value": _WORDS.get(value, value) if isinstance(value, bool) else value,
            "cite": cite, "hint": hint}  # fmt: skip


def _or_unknown(extent: str, text: str) -> str | None:
    return "Not known, says the report" if extent == Report.Extent.UNKNOWN else text or None


def report_sections(report: Report) -> list[tuple[str, list[dict[str, Any]]]]:
    """What the report says, section by section, in the order of the form."""
    return [
        ("Inspection", _inspection(report)),
        ("The system", _items(report)),
        ("What was found", _findings(report)),
        ("Application for the permit", _application(report)),
    ]


def _inspection(report: Report) -> list[dict[str, Any]]:
    inspector = report.inspector
    return [
        _fact("Reason", report.get_purpose_display()),
        _fact("Inspector", str(inspector) if inspector else None, "V.VI"),
        *([_fact("Inspected as", report.get_basis_display(), "V.XI"),
           _fact("Tested by the department’s procedure, or stricter", report.procedure_met, "V.XI")]
          if report.basis != Report.Basis.CERTIFICATION else []),
        _fact("Interest of the inspector", report.inspector_interest, "D-10"),
        _fact("Day of the inspection", report.performed and f"{report.performed:%B} {report.performed.day}, "
              f"{report.performed.year}"),
        _fact("Tested in operation", report.operation_tested, "V.V.B.2"),
        _fact("Gallons run", report.gallons_run),
        _fact("Dye used", report.dye_used),
        _fact("Last pumped before", report.pumped_before and f"{report.pumped_before:%m/%d/%Y}"),
    ]  # fmt: skip


def _items(report: Report) -> list[dict[str, Any]]:
    number = f"SPDES {report.spdes_number}" if report.spdes_number else ""
    return [
        _fact("Street address", report.street_address or report.place_text, "V.IV.C.1"),
        _fact("Tax map", report.tax_map, "V.IV.C.1"),
        _fact("Description", report.description, "V.IV.C.2"),
        _fact("Sizes", _or_unknown(report.sizes_extent, report.sizes), "V.IV.C.2"),
        _fact("Built, repaired", _or_unknown(report.dates_extent, report.construction_dates), "V.IV.C.3"),
        _fact("Fixtures", report.fixtures, "V.IV.C.4"),
        _fact("Occupancy and use", report.occupancy, "V.IV.C.5"),
        _fact("Distances", _or_unknown(report.distances_extent, report.distances), "V.IV.C.6"),
        _fact("State discharge permit", report.has_spdes, "V.IV.C.7", number),
        *([_fact("In force for the discharge", report.spdes_in_force, "C-27")] if report.has_spdes else []),
        *([_fact("Information asked for came in", report.information_received, "V.IV.C.8")]
          if report.information_requested else []),
        *([_fact("Drain pipes", report.drain_pipe_count, "V.III.G")] if report.drain_pipe_count is not None else []),
    ]  # fmt: skip


def _findings(report: Report) -> list[dict[str, Any]]:
    permit = report.valid_permit_detail
    return [
        _fact("Discharge to the surface", report.surface_discharge, "V.III.D"),
        _fact("Discharge to a watercourse", report.watercourse_discharge, "V.III.D"),
        _fact("Overflow points", report.overflow_points, "V.V.B.3"),
        _fact("Components in good order", report.components_good, "V.V.B.4"),
        _fact("A component is broken", report.broken_component, "C-5"),
        *([_fact("Pollution is likely", report.pollution_likely, "C-5")] if report.broken_component else []),
        _fact("Conforms with 75-A", report.conforms_75a, "V.V.B.5"),
        _fact("Built under a valid permit", report.valid_permit, "C-6", permit),
        _fact("Tank suits", report.tank_ok, "C-9"),
        _fact("Vertical separation", _feet(report.vertical_separation_ft), "V.V.B.5"),
        _fact("To a watercourse", _feet(report.watercourse_distance_ft), "C-11"),
        *([_fact("Remarks", report.remarks)] if report.remarks else []),
    ]


def _feet(value: Any) -> str | None:
    return None if value is None else f"{value.normalize():f} feet"


def _application(report: Report) -> list[dict[str, Any]]:
    role = {True: "agent of the owner", False: "owner", None: ""}[report.applicant_is_agent]
    signed = report.application_signed_on
    facts = [
        _fact("Signed by", report.applicant_name, "C-28", role),
        _fact("Signed on", signed and f"{signed:%B} {signed.day}, {signed.year}"),
    ]
    if report.applicant_is_agent:
        facts.append(_fact("Authorisation on file", bool(report.agent_authorised), "I.7.A"))
    return facts
