"""The permit kinds of Article V section V."""

from sanitarian.permits.kinds import PermitKind

DISCHARGE = PermitKind("discharge", "Permit to Discharge", "DP", "discharge-permit")
INTERIM = PermitKind("interim", "Interim Permit to Discharge", "IP", "interim-permit")
