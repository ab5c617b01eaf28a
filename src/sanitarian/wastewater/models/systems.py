"""Systems and the rounds in which they are inspected."""

from django.db import models
from django.db.models import F, Q

from sanitarian.core.models import Versioned
from sanitarian.county.models import Municipality, Parcel


class ScheduleClass(models.TextChoices):
    """The outcomes of the inspection schedule (V.IV.A)."""

    LAKE_FRONT = "lake-front", "Lake front"
    NEAR_LAKE = "near-lake", "Within 500 feet of a lake"
    LAKE_WATERSHED = "lake-watershed", "Lake watershed"
    TOWN = "town", "Town"
    UNSCHEDULED = "unscheduled", "Not on the schedule"
    UNDETERMINED = "undetermined", "Cannot be determined"


class System(Versioned):
    """A wastewater treatment system. It outlives its permits and its owners; its duties hang on it."""

    class Status(models.TextChoices):
        IN_USE = "in-use", "In use"
        PROVISIONAL = "provisional", "Provisional record"
        ABANDONED = "abandoned", "Abandoned"

    number = models.CharField(max_length=20, unique=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.IN_USE)
    parcels: "models.ManyToManyField[Parcel, SystemParcel]" = models.ManyToManyField(
        Parcel, through="SystemParcel", related_name="systems"
    )
    description = models.CharField(max_length=200, blank=True)
    built_year = models.PositiveSmallIntegerField(null=True)
    tank_gallons = models.PositiveIntegerField(null=True)
    bedrooms = models.PositiveSmallIntegerField(null=True)
    surveyed_distance_ft = models.DecimalField(
        max_digits=10, decimal_places=1, null=True, help_text="surveyed distance of the system to mean high water"
    )
    skaneateles_watershed = models.BooleanField(
        null=True, help_text="an official found by the City of Syracuse's map whether it lies in that watershed (B-18)"
    )
    # What the schedule answered when it was last asked, for lists; pages ask the law again for the reasons.
    schedule_class = models.CharField(max_length=16, choices=ScheduleClass, default=ScheduleClass.UNDETERMINED)
    cycle_years = models.PositiveSmallIntegerField(null=True)
    next_due = models.DateField(null=True)
    town = models.ForeignKey(Municipality, null=True, on_delete=models.PROTECT, related_name="systems")
    classification = models.CharField(max_length=20, blank=True, help_text="by the latest decision")
    last_inspected = models.DateField(null=True)
    abandoned_on = models.DateField(null=True)

    class Meta:
        verbose_name = "system"
        indexes = [
            models.Index(fields=["schedule_class", "town", "id"], name="systems_by_class_and_town"),
            models.Index(fields=["town", "id"], name="systems_by_town"),
        ]

    def __str__(self) -> str:
        return self.number


class SystemParcel(models.Model):
    """A system serves a parcel; it may serve several, and a parcel may have several systems (B-16)."""

    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="links")
    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, related_name="system_links")
    is_site = models.BooleanField(default=False, help_text="the system lies on this parcel")

    class Meta:
        verbose_name = "parcel of a system"
        constraints = [
            models.UniqueConstraint(fields=["system", "parcel"], name="one_link_per_system_and_parcel"),
            models.UniqueConstraint(fields=["system"], condition=Q(is_site=True), name="one_site_per_system"),
        ]

    def __str__(self) -> str:
        return f"{self.system_id} on {self.parcel_id}"


class Round(Versioned):
    """One inspection that the schedule requires of a system, by a due date. Generated once, never moved."""

    class Status(models.TextChoices):
        OPEN = "open", "Open"
        SATISFIED = "satisfied", "Inspected"
        LATE = "late", "Inspected late"
        VOID = "void", "No longer required"

    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="rounds")
    due = models.DateField()
    act_by = models.DateField(help_text="the due date, moved to the next business day (B-19)")
    credit_from = models.DateField(help_text="an inspection from this day on counts for the round (B-11)")
    schedule_class = models.CharField(max_length=16, choices=ScheduleClass)
    cycle_years = models.PositiveSmallIntegerField()
    town = models.ForeignKey(Municipality, null=True, on_delete=models.PROTECT, related_name="rounds")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    satisfied_by = models.ForeignKey(
        "wastewater.Report", null=True, blank=True, on_delete=models.PROTECT, related_name="rounds_closed"
    )
    performed = models.DateField(null=True, help_text="day of the inspection that closed it")
    void_reason = models.CharField(max_length=200, blank=True)
    migrated = models.BooleanField(default=False)

    class Meta:
        verbose_name = "inspection round"
        constraints = [
            models.UniqueConstraint(fields=["system", "due"], name="one_round_per_system_and_due_date"),
            models.CheckConstraint(condition=Q(act_by__gte=F("due")), name="round_act_by_not_before_due"),
        ]
        indexes = [
            models.Index(fields=["due", "id"], name="rounds_by_due"),
            models.Index(fields=["status", "due", "id"], name="rounds_by_status"),
            models.Index(fields=["town", "due", "id"], name="rounds_by_town"),
            models.Index(fields=["schedule_class", "due", "id"], name="rounds_by_class"),
        ]

    def __str__(self) -> str:
        return f"{self.system_id} due {self.due}"
