"""Facts about wastewater treatment systems: systems, inspection rounds, reports, decisions, permits."""

from sanitarian.wastewater.models.decisions import Decision, DischargePermit
from sanitarian.wastewater.models.reports import Attachment, DrainPipe, DrainPipeResult, Report, ReturnReason
from sanitarian.wastewater.models.systems import Round, ScheduleClass, System, SystemParcel

__all__ = [
    "Attachment",
    "Decision",
    "DischargePermit",
    "DrainPipe",
    "DrainPipeResult",
    "Report",
    "ReturnReason",
    "Round",
    "ScheduleClass",
    "System",
    "SystemParcel",
]
