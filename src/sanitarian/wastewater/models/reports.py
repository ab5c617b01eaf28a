"""Inspection reports (V.IV.C), drain pipes (V.III.G) and what comes with them."""

import uuid

from django.db import models
from django.db.models import Q

from sanitarian.core.models import Versioned
from sanitarian.county.models import Parcel
from sanitarian.parties.models import Party
from sanitarian.trades.models import Inspector
from sanitarian.wastewater.models.systems import System


class Report(Versioned):
    """An inspection report. Null stands for "not shown"; only a submitted report is a filing."""

    class State(models.TextChoices):
        DRAFT = "draft", "Draft"
        SUBMITTED = "submitted", "Submitted"
        SENT_BACK = "sent-back", "Sent back"
        ACCEPTED = "accepted", "Accepted"
        WITHDRAWN = "withdrawn", "Withdrawn"

    class Purpose(models.TextChoices):
        ROUTINE = "routine", "Routine round"
        TRANSFER = "transfer", "Property transfer"
        REFINANCING = "refinancing", "Refinancing"
        COMPLAINT = "complaint", "Complaint or order"

    class Basis(models.TextChoices):
        """On what ground the department may take the inspection."""

        CERTIFICATION = "certification", "Inspector certified by the department"
        MUNICIPALITY = "municipality", "Municipality under home rule"
        WATERSHED = "watershed-inspector", "Watershed inspector of the City of Syracuse"

    class Extent(models.TextChoices):
        """What IV.C lets stand as unknown."""

        GIVEN = "given", "Given"
        UNKNOWN = "unknown", "Not known"
        MISSING = "missing", "Missing"

    number = models.CharField(max_length=20, unique=True, null=True, help_text="given at submission, to quote")
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    token = models.UUIDField(default=uuid.uuid4, unique=True, editable=False, help_text="one form, one report (C34)")
    saved_from = models.UUIDField(
        null=True, editable=False, help_text="the open page that saved it last: its own saves do not conflict"
    )
    purpose = models.CharField(max_length=12, choices=Purpose, default=Purpose.ROUTINE)
    system = models.ForeignKey(System, null=True, blank=True, on_delete=models.PROTECT, related_name="reports")
    parcel = models.ForeignKey(Parcel, null=True, blank=True, on_delete=models.PROTECT, related_name="reports")
    place_text = models.CharField(max_length=250, blank=True, help_text="as written, where the place is not on record")
    inspector = models.ForeignKey(Inspector, null=True, blank=True, on_delete=models.PROTECT, related_name="reports")
    basis = models.CharField(max_length=20, choices=Basis, default=Basis.CERTIFICATION)
    procedure_met = models.BooleanField(null=True, help_text="no less than the department's test procedure (V.XI)")
    inspector_interest = models.BooleanField(null=True, help_text="owns, sells or built what is inspected (D-10)")
    performed = models.DateField(null=True, blank=True)
    submitted_on = models.DateField(null=True, blank=True)
    received_at = models.DateTimeField(null=True, blank=True)
    amends = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="amendments")

    # The nine items of V.IV.C
    street_address = models.CharField(max_length=200, blank=True)
    tax_map = models.CharField(max_length=80, blank=True)
    description = models.TextField(blank=True)
    sizes_extent = models.CharField(max_length=8, choices=Extent, default=Extent.MISSING)
    sizes = models.TextField(blank=True)
    dates_extent = models.CharField(max_length=8, choices=Extent, default=Extent.MISSING)
    construction_dates = models.TextField(blank=True)
    fixtures = models.TextField(blank=True)
    occupancy = models.TextField(blank=True)
    distances_extent = models.CharField(max_length=8, choices=Extent, default=Extent.MISSING)
    distances = models.TextField(blank=True)
    has_spdes = models.BooleanField(null=True)
    spdes_number = models.CharField(max_length=30, blank=True)
    spdes_in_force = models.BooleanField(null=True, help_text="the DEC permit covers the discharge and is in force")
    information_requested = models.BooleanField(default=False)
    information_received = models.BooleanField(default=False)

    # Operation test and findings (V.V.A-B)
    operation_tested = models.BooleanField(null=True)
    gallons_run = models.PositiveIntegerField(null=True)
    dye_used = models.BooleanField(null=True)
    pumped_before = models.DateField(null=True)
    surface_discharge = models.BooleanField(null=True)
    watercourse_discharge = models.BooleanField(null=True)
    broken_component = models.BooleanField(null=True)
    pollution_likely = models.BooleanField(null=True)
    overflow_points = models.BooleanField(null=True)
    components_good = models.BooleanField(null=True)
    conforms_75a = models.BooleanField(null=True)
    valid_permit = models.BooleanField(null=True)
    valid_permit_detail = models.CharField(max_length=200, blank=True)
    tank_ok = models.BooleanField(null=True)
    vertical_separation_ft = models.DecimalField(max_digits=6, decimal_places=1, null=True)
    watercourse_distance_ft = models.DecimalField(max_digits=8, decimal_places=1, null=True)
    drain_pipe_count = models.PositiveSmallIntegerField(null=True, help_text="0 where there are none")
    remarks = models.TextField(blank=True)

    # Application for the permit (I.7.A, C-28)
    applicant = models.ForeignKey(Party, null=True, blank=True, on_delete=models.PROTECT, related_name="applications")
    applicant_name = models.CharField(max_length=200, blank=True)
    applicant_is_agent = models.BooleanField(null=True)
    agent_authorised = models.BooleanField(null=True, help_text="the owner's authorisation is on file")
    application_signed_on = models.DateField(null=True, blank=True)

    entered_by = models.CharField(max_length=60)
    migrated = models.BooleanField(default=False)

    class Meta:
        verbose_name = "report"
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["draft", "withdrawn"]) | Q(performed__isnull=False, submitted_on__isnull=False),
                name="a_filed_report_has_its_dates",
            )
        ]
        indexes = [
            models.Index(fields=["state", "submitted_on", "id"], name="reports_by_state"),
            models.Index(fields=["system", "-performed"], name="reports_of_system"),
            models.Index(fields=["inspector", "-performed"], name="reports_of_inspector"),
        ]

    def __str__(self) -> str:
        return self.number or f"draft {self.pk}"


class ReturnReason(models.Model):
    """Why a report was sent back: a code with its section, and what would mend it."""

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="return_reasons")
    code = models.CharField(max_length=40)
    text = models.CharField(max_length=300)
    cite = models.CharField(max_length=40)
    given_on = models.DateField()
    by = models.CharField(max_length=60)

    class Meta:
        verbose_name = "return reason"

    def __str__(self) -> str:
        return self.code


class Attachment(models.Model):
    """A file that came with a report. Stored under its digest, given out to those only who may see the report."""

    class Kind(models.TextChoices):
        PHOTOGRAPH = "photograph", "Photograph"
        SKETCH = "sketch", "Sketch of the system"
        SPDES = "spdes", "Copy of the State discharge permit"
        LABORATORY = "laboratory", "Laboratory result"
        AUTHORISATION = "authorisation", "Owner’s authorisation of an agent"
        OTHER = "other", "Other paper"

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="attachments")
    kind = models.CharField(max_length=15, choices=Kind, default=Kind.OTHER)
    name = models.CharField(max_length=200)
    content_type = models.CharField(max_length=100)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    file = models.FileField(upload_to="reports/%Y/")
    added_at = models.DateTimeField()
    by = models.CharField(max_length=60)

    class Meta:
        verbose_name = "attachment"
        constraints = [models.UniqueConstraint(fields=["report", "sha256"], name="one_attachment_per_content")]

    def __str__(self) -> str:
        return self.name


class DrainPipe(models.Model):
    """A private drain pipe on a parcel that borders a lake (V.III.G, A-15)."""

    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, related_name="drain_pipes")
    label = models.CharField(max_length=80)
    notified_on = models.DateField(null=True, help_text="the owner was given an exceeding result (A-4)")
    origin_elsewhere = models.BooleanField(null=True, help_text="proven to the department's satisfaction (A-8)")

    class Meta:
        verbose_name = "drain pipe"
        constraints = [models.UniqueConstraint(fields=["parcel", "label"], name="one_pipe_per_label")]

    def __str__(self) -> str:
        return self.label


class DrainPipeResult(models.Model):
    """A laboratory's fecal-coliform result for a drain pipe, with its qualifier, as the laboratory wrote it."""

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="pipe_results")
    pipe = models.ForeignKey(DrainPipe, on_delete=models.PROTECT, related_name="results")
    result = models.CharField(max_length=20)
    unit = models.CharField(max_length=12, default="CFU/100 mL")
    sampled = models.DateField()
    laboratory = models.CharField(max_length=120, blank=True)
    laboratory_certified = models.BooleanField(null=True)
    is_retest = models.BooleanField(default=False)

    class Meta:
        verbose_name = "drain pipe result"
        ordering = ["sampled", "id"]

    def __str__(self) -> str:
        return f"{self.result} {self.unit}"
