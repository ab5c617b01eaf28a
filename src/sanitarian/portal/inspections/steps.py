"""The steps in which a report is filed, each small enough for a phone."""

from dataclasses import dataclass

from sanitarian.wastewater.models import Attachment, Report
from sanitarian.wastewater.places import Place


@dataclass(frozen=True)
class Step:
    """A step: its word in the address, its title, the section it serves, and the fields it asks for."""

    key: str
    title: str
    cite: str
    hint: str = ""
    fields: tuple[str, ...] = ()


STEPS = (
    Step(
        "visit", "Place and day", "V.IV.C.1", "",
        (
            "system", "place_text", "performed", "purpose", "street_address", "tax_map", "inspector_interest",
            "procedure_met", "pumped_before",
        ),
    ),
    Step(
        "system", "The system", "V.IV.C",
        "Sizes, dates and distances may be not known; then say so with the tick below the field.",
        (
            "description", "sizes", "sizes_unknown", "construction_dates", "construction_dates_unknown",
            "fixtures", "occupancy", "distances", "distances_unknown",
        ),
    ),
    Step(
        "test", "Test", "V.V.B.2", "",
        ("operation_tested", "gallons_run", "dye_used", "has_spdes", "spdes_number", "spdes_in_force"),
    ),
    Step(
        "findings", "Findings", "V.V.B", "A question left open counts as not known.",
        (
            "surface_discharge", "watercourse_discharge", "overflow_points", "components_good", "broken_component",
            "pollution_likely", "conforms_75a", "valid_permit", "valid_permit_detail", "tank_ok",
            "vertical_separation_ft", "watercourse_distance_ft", "remarks",
        ),
    ),
    Step(
        "pipes", "Drain pipes", "V.III.G", "Every drain pipe that borders the lake needs a laboratory result.",
        ("drain_pipe_count",),
    ),
    Step(
        "application", "Application", "C-28",
        "The owner’s signed application for the permit, or an agent’s. Without it the report can be accepted, but no "
        "permit issues.",
        ("applicant_is_agent", "applicant_name", "application_signed_on"),
    ),
    Step("files", "Photos and papers", "V.IV.C.7"),
    Step("check", "Check and submit", "V.IV.C"),
)  # fmt: skip
FILE_KINDS = (
    Attachment.Kind.PHOTOGRAPH, Attachment.Kind.SKETCH, Attachment.Kind.SPDES, Attachment.Kind.LABORATORY,
    Attachment.Kind.AUTHORISATION, Attachment.Kind.OTHER,
)  # fmt: skip


def steps_for(place: Place) -> list[Step]:
    """The steps that a place asks for: drain pipes only where it may border a lake."""
    return [step for step in STEPS if step.key != "pipes" or place.lake_front is not False]


def step_called(key: str, place: Place) -> Step | None:
    """The step of this name, if the place asks for it."""
    return next((step for step in steps_for(place) if step.key == key), None)


def after(step: Step, place: Place) -> Step:
    """The step that follows; the last one follows itself."""
    steps = steps_for(place)
    return steps[min(steps.index(step) + 1, len(steps) - 1)]


def fields_of(step: Step, report: Report) -> tuple[str, ...]:
    """The fields of a step for this report: only others than certified inspectors are asked about the procedure."""
    if report.basis == Report.Basis.CERTIFICATION:
        return tuple(name for name in step.fields if name != "procedure_met")
    return step.fields
