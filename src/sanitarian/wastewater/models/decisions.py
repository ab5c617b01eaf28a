"""What officials decided on reports, and the permits that followed."""

from django.db import models

from sanitarian.parties.models import User
from sanitarian.permits.models import Permit
from sanitarian.wastewater.models.reports import Report
from sanitarian.wastewater.models.systems import System


class Decision(models.Model):
    """A named official's decision on a report, with the ruling that was proposed and the facts it was asked on."""

    class Outcome(models.TextChoices):
        ISSUE = "issue", "Accepted, permit issued"
        ACCEPT = "accept", "Accepted, no permit"
        SEND_BACK = "send-back", "Sent back"
        OTHERWISE = "otherwise", "Decided otherwise"

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="decisions")
    outcome = models.CharField(max_length=10, choices=Outcome)
    final = models.BooleanField(help_text="closes the report; a sent-back report may be decided again")
    classification = models.CharField(max_length=20, blank=True)
    permit_kind = models.CharField(max_length=12, blank=True)
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="decisions")
    delegation_id_used = models.PositiveBigIntegerField(null=True)
    at = models.DateTimeField()
    decided_on = models.DateField()
    finding = models.TextField(help_text="the official's finding on this report")
    reason = models.TextField(blank=True, help_text="why the law's proposal was not followed")
    rulings = models.JSONField(help_text="what the law answered, whole")
    facts = models.JSONField(help_text="the facts it was asked on")
    law_version = models.CharField(max_length=20)
    in_batch = models.BooleanField(default=False)

    class Meta:
        verbose_name = "decision"
        constraints = [
            models.UniqueConstraint(
                fields=["report"], condition=models.Q(final=True), name="one_final_decision_per_report"
            )
        ]
        indexes = [models.Index(fields=["official", "-decided_on"], name="decisions_by_official")]

    def __str__(self) -> str:
        return f"{self.outcome} on {self.report_id}"


class DischargePermit(models.Model):
    """A permit to discharge, or an interim one: the columns a permit of this room has besides the common ones."""

    permit = models.OneToOneField(Permit, primary_key=True, on_delete=models.PROTECT, related_name="discharge")
    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="discharge_permits")
    report = models.ForeignKey(Report, null=True, on_delete=models.PROTECT, related_name="discharge_permits")
    decision = models.OneToOneField(Decision, null=True, on_delete=models.PROTECT, related_name="discharge_permit")
    classification = models.CharField(max_length=20)
    next_due = models.DateField(null=True, help_text="the due date that its term was reckoned from")

    class Meta:
        verbose_name = "discharge permit"
        indexes = [models.Index(fields=["system", "-permit"], name="discharge_permits_of_system")]

    def __str__(self) -> str:
        return str(self.permit)
