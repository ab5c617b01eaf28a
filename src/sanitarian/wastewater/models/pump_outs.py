"""Pump-outs of tanks, where the loads went (V.IX), and pairs that may be one pump-out told twice."""

import uuid

from django.db import models
from django.db.models import F, Q

from sanitarian.core.models import Versioned
from sanitarian.county.models import Parcel
from sanitarian.trades.models import Firm
from sanitarian.wastewater.models.pump_out_files import PumpOutFile
from sanitarian.wastewater.models.systems import System


class DisposalPlace(Versioned):
    """A place that takes what is pumped from tanks, and from when to when the State (DEC) lets it (V.IX).

    ``approved_from`` null is not shown; ``approved_through`` null has no last day.
    """

    class Kind(models.TextChoices):
        PLANT = "treatment-plant", "Treatment plant"
        LAND = "land", "Land site"

    kind = models.CharField(max_length=20, choices=Kind)
    name = models.CharField(max_length=120, unique=True)
    where = models.CharField(max_length=200, blank=True)
    approval_number = models.CharField(max_length=40, blank=True)
    approved_by = models.CharField(max_length=80, blank=True)
    approved_from = models.DateField(null=True)
    approved_through = models.DateField(null=True)
    closed_on = models.DateField(null=True, help_text="takes nothing any more; no longer offered")

    class Meta:
        verbose_name = "disposal place"
        constraints = [
            models.CheckConstraint(
                condition=Q(approved_through__isnull=True)
                | Q(approved_from__isnull=False, approved_through__gte=F("approved_from")),
                name="approval_ends_after",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PumpOut(Versioned):
    """One pumping of a tank, as a hauler reported it. It stays on record whatever becomes of it.

    It counts while it is not withdrawn and not marked as a duplicate. ``rulings`` is what the law answered when it was
    last judged, on the day of the pump-out and of the disposal; the columns beside it are for lists.
    """

    class State(models.TextChoices):
        FILED = "filed", "Filed"
        CORRECTED = "corrected", "Corrected"
        WITHDRAWN = "withdrawn", "Withdrawn"

    class Source(models.TextChoices):
        PORTAL = "portal", "Entered by the hauler"
        FILE = "file", "File"
        STAFF = "staff", "Entered by staff"

    number = models.CharField(max_length=20, unique=True, help_text="to quote")
    token = models.UUIDField(default=uuid.uuid4, unique=True, editable=False, help_text="one form, one record (C34)")
    state = models.CharField(max_length=10, choices=State, default=State.FILED)
    duplicate_of = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="duplicates")
    hauler = models.ForeignKey(Firm, on_delete=models.PROTECT, related_name="pump_outs")

    # Where; a place that is not on record, or fits several parcels, stays as written until staff match it.
    system = models.ForeignKey(System, null=True, on_delete=models.PROTECT, related_name="pump_outs")
    parcel = models.ForeignKey(Parcel, null=True, on_delete=models.PROTECT, related_name="pump_outs")
    tax_map = models.CharField(max_length=80, blank=True, help_text="as written")
    place_text = models.CharField(max_length=250, blank=True, help_text="as written")
    place_note = models.CharField(max_length=300, blank=True, help_text="what staff must look at; empty once settled")
    tank = models.CharField(max_length=80, blank=True, help_text="which tank")
    tank_gallons = models.PositiveIntegerField(null=True, help_text="its capacity as the hauler states it")

    pumped_at = models.DateTimeField()
    pumped_on = models.DateField(help_text="the county's day of pumped_at")
    gallons = models.DecimalField(max_digits=9, decimal_places=1)
    volume_written = models.CharField(max_length=20)
    unit_written = models.CharField(max_length=20)

    disposal_place = models.ForeignKey(DisposalPlace, null=True, on_delete=models.PROTECT, related_name="pump_outs")
    disposal_text = models.CharField(max_length=200, blank=True, help_text="as written, where it is not on the list")
    disposed_at = models.DateTimeField(null=True)
    incorporated_at = models.DateTimeField(null=True, help_text="plowed under, on land")
    manifest_number = models.CharField(max_length=40, blank=True)
    manifest_key = models.CharField(max_length=40, blank=True, editable=False, help_text="without blanks, in capitals")
    remarks = models.TextField(blank=True)

    hauler_licensed = models.BooleanField(null=True, help_text="by the State on the day: then it counts (D-9)")
    hauler_standing = models.CharField(max_length=16, help_text="outcome of business-permit on the day")
    disposal_outcome = models.CharField(max_length=16, help_text="outcome of septage-disposal")
    rulings = models.JSONField(default=dict)

    source = models.CharField(max_length=8, choices=Source)
    file = models.ForeignKey(PumpOutFile, null=True, on_delete=models.PROTECT, related_name="pump_outs")
    entered_by = models.CharField(max_length=60)
    filed_at = models.DateTimeField()
    migrated = models.BooleanField(default=False)

    class Meta:
        verbose_name = "pump-out"
        constraints = [
            models.CheckConstraint(condition=Q(gallons__gt=0), name="pump_out_has_a_volume"),
            models.CheckConstraint(
                condition=Q(duplicate_of__isnull=True) | ~Q(duplicate_of=F("id")), name="no_duplicate_of_itself"
            ),
        ]
        indexes = [
            models.Index(fields=["hauler", "-pumped_on", "-id"], name="pump_outs_of_hauler"),
            models.Index(fields=["-pumped_on", "-id"], name="pump_outs_by_day"),
            models.Index(fields=["system", "-pumped_on"], name="pump_outs_of_system"),
            models.Index(fields=["parcel", "-pumped_on"], name="pump_outs_of_parcel"),
            models.Index(fields=["disposal_place", "pumped_on"], name="pump_outs_by_place"),
            models.Index(fields=["file", "id"], name="pump_outs_of_file"),
            models.Index(fields=["id"], condition=~Q(place_note=""), name="pump_outs_to_match"),
            models.Index(fields=["manifest_key"], condition=~Q(manifest_key=""), name="pump_outs_by_manifest"),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def counts(self) -> bool:
        """Whether it is a pump-out for the record: neither withdrawn nor a duplicate."""
        return self.state != self.State.WITHDRAWN and self.duplicate_of_id is None


class PumpOutSuspicion(Versioned):
    """Two pump-outs that may be one told twice. Both stand until an official looks at them; none is ever deleted."""

    class Why(models.TextChoices):
        PLACE = "place", "Same parcel, day and volume"
        MANIFEST = "manifest", "Same manifest number"
        BOTH = "both", "Same parcel, day, volume and manifest number"

    class Outcome(models.TextChoices):
        OPEN = "open", "Not settled"
        SAME = "same", "One pump-out, told twice"
        DIFFERENT = "different", "Two pump-outs"
        MOOT = "moot", "One of them was withdrawn"

    first = models.ForeignKey(PumpOut, on_delete=models.PROTECT, related_name="suspected_later")
    second = models.ForeignKey(PumpOut, on_delete=models.PROTECT, related_name="suspected_earlier")
    why = models.CharField(max_length=10, choices=Why)
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN)
    opened_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
    settled_by = models.CharField(max_length=60, blank=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = "suspected duplicate"
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="one_suspicion_per_pair"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="the_earlier_record_is_first"),
        ]
        indexes = [models.Index(fields=["outcome", "id"], name="suspicions_by_outcome")]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id}"
