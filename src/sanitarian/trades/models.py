"""Certified wastewater inspectors and their courses (V.VI)."""

from django.db import models

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
