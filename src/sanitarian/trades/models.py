"""Certified wastewater inspectors and their courses (V.VI); firms and their permits (V.III.H)."""

from django.db import models
from django.db.models import F, Q

from sanitarian.core.models import Versioned
from sanitarian.parties.models import Party


class Inspector(Versioned):
    """A person whom the department may certify to inspect wastewater treatment systems."""

    class Qualification(models.TextChoices):
        ENGINEER = "engineer", "Professional engineer"
        ARCHITECT = "architect", "Registered architect"
        SURVEYOR = "surveyor-exempt", "Land surveyor with exemption"
        CODE_OFFICER = "code-officer", "Code enforcement officer"
        WATER_OPERATOR = "water-operator", "Water supply operator"
        SEWAGE_OPERATOR = "sewage-operator", "Sewage treatment plant operator"
        CONTRACTOR = "contractor", "Installer in business in the county"
        EQUIVALENT = "equivalent", "Equivalent experience"

    party = models.OneToOneField(Party, on_delete=models.PROTECT, related_name="inspector")
    number = models.CharField(max_length=20, unique=True)
    qualification = models.CharField(max_length=20, choices=Qualification, null=True)
    contractor_years = models.DecimalField(max_digits=4, decimal_places=1, null=True)
    equivalence_accepted = models.BooleanField(null=True)
    certified_on = models.DateField(null=True)
    revoked_on = models.DateField(null=True)

    class Meta:
        verbose_name = "inspector"

    def __str__(self) -> str:
        return f"{self.party} ({self.number})"


SKANEATELES = "skaneateles-lake"
"""The watershed in which the City of Syracuse inspects, as agreements and roles name it."""


class Agreement(Versioned):
    """That the department takes inspections by others in an area: home rule, or Syracuse's watershed (V.XI, F-23).

    Good from one day through another, both included. ``local_law_meets_minimum`` is what the department found of the
    municipality's law, in writing (F-23); None while it has found nothing yet.
    """

    class By(models.TextChoices):
        MUNICIPALITY = "municipality", "Municipality under home rule"
        WATERSHED = "watershed-inspector", "Watershed inspectors of the City of Syracuse"

    by = models.CharField(max_length=20, choices=By)
    area = models.CharField(max_length=40, help_text="the municipality's SWIS code, or skaneateles-lake")
    local_law_meets_minimum = models.BooleanField(null=True, help_text="as the department finds; null: not found yet")
    found_on = models.DateField(null=True)
    finding_document = models.CharField(max_length=200, blank=True, help_text="the paper of the finding")
    document = models.CharField(max_length=200, help_text="the paper, so that it can be found")
    starts = models.DateField()
    ends = models.DateField(null=True, blank=True)
    recorded_by = models.CharField(max_length=60)

    class Meta:
        verbose_name = "agreement"
        constraints = [
            models.CheckConstraint(
                condition=Q(ends__isnull=True) | Q(ends__gte=F("starts")), name="agreement_ends_after"
            ),
            models.UniqueConstraint(fields=["by", "area", "starts"], name="one_agreement_a_day"),
            models.CheckConstraint(
                condition=Q(local_law_meets_minimum__isnull=True)
                | (~Q(finding_document="") & Q(found_on__isnull=False)),
                name="a_finding_has_its_paper",
            ),
            models.CheckConstraint(
                condition=Q(by="municipality") | Q(area=SKANEATELES, local_law_meets_minimum__isnull=True),
                name="the_watershed_rests_on_no_local_law",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_by_display()}: {self.area}"


class Course(models.Model):
    """A wastewater inspection course taken by an inspector, and whether the test was passed (V.VI.A.5)."""

    inspector = models.ForeignKey(Inspector, on_delete=models.PROTECT, related_name="courses")
    completed = models.DateField()
    passed = models.BooleanField(null=True)

    class Meta:
        verbose_name = "course"
        constraints = [models.UniqueConstraint(fields=["inspector", "completed"], name="one_course_a_day")]

    def __str__(self) -> str:
        return f"{self.inspector_id} {self.completed}"


class Firm(Versioned):
    """A business that installs septic systems or pumps tanks; it, not its people, holds the permits (III.H, D-8)."""

    party = models.OneToOneField(Party, on_delete=models.PROTECT, related_name="firm")
    number = models.CharField(max_length=20, unique=True)
    hauls = models.BooleanField(default=False, help_text="pumps or cleans tanks and hauls what is in them")
    installs = models.BooleanField(default=False, help_text="installs or builds septic systems")
    ended_on = models.DateField(null=True, help_text="out of business in the county since")

    class Meta:
        verbose_name = "firm"
        constraints = [
            models.CheckConstraint(condition=Q(hauls=True) | Q(installs=True), name="a_firm_has_a_trade"),
        ]

    def __str__(self) -> str:
        return f"{self.party} ({self.number})"


class License(Versioned):
    """A permit of a firm as shown to the department, good from one day through another, both included.

    ``withdrawn_on`` is the first day on which it no longer stands: revoked, suspended or given up before its time.
    """

    class Kind(models.TextChoices):
        STATE_HAULER = "state-hauler-permit", "State (DEC) permit to haul septage"
        BUSINESS = "business-permit", "County business permit"

    firm = models.ForeignKey(Firm, on_delete=models.PROTECT, related_name="licenses")
    kind = models.CharField(max_length=20, choices=Kind)
    number = models.CharField(max_length=40)
    starts = models.DateField()
    through = models.DateField()
    withdrawn_on = models.DateField(null=True)
    withdrawn_reason = models.CharField(max_length=300, blank=True)
    recorded_by = models.CharField(max_length=60)

    class Meta:
        verbose_name = "license"
        constraints = [
            models.UniqueConstraint(fields=["firm", "kind", "number", "starts"], name="one_license_a_term"),
            models.CheckConstraint(condition=Q(through__gte=F("starts")), name="license_ends_after"),
            models.CheckConstraint(
                condition=Q(withdrawn_on__isnull=True) | Q(withdrawn_on__gte=F("starts")),
                name="license_withdrawn_in_its_term",
            ),
        ]
        indexes = [models.Index(fields=["through", "id"], name="licenses_by_end")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.number}"
