"""Facts about wastewater treatment systems: systems, inspection rounds, reports, decisions, permits, pump-outs."""

from sanitarian.wastewater.models.decisions import Decision, DischargePermit
from sanitarian.wastewater.models.pump_out_files import PumpOutFile, PumpOutFileRow
from sanitarian.wastewater.models.pump_outs import DisposalPlace, PumpOut, PumpOutSuspicion
from sanitarian.wastewater.models.reports import Attachment, DrainPipe, DrainPipeResult, Report, ReturnReason
from sanitarian.wastewater.models.systems import Round, ScheduleClass, System, SystemParcel

__all__ = [
    "Attachment",
    "Decision",
    "DischargePermit",
    "DisposalPlace",
    "DrainPipe",
    "DrainPipeResult",
    "PumpOut",
    "PumpOutFile",
    "PumpOutFileRow",
    "PumpOutSuspicion",
    "Report",
    "ReturnReason",
    "Round",
    "ScheduleClass",
    "System",
    "SystemParcel",
]
