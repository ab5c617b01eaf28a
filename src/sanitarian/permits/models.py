"""Article I section 7, once for every kind of permit."""

from django.db import models
from django.db.models import F, Q

from sanitarian.core.models import Versioned
from sanitarian.county.models import Parcel
from sanitarian.parties.models import Party, User


class Delegation(models.Model):
    """The Commissioner's written delegation to sign permits of certain kinds (C-29)."""

    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="delegations")
    kinds = models.JSONField(help_text="permit kinds, such as discharge and interim")
    starts = models.DateField()
    ends = models.DateField(null=True, blank=True)
    document = models.CharField(max_length=200, help_text="the paper, so that it can be found")
    by = models.CharField(max_length=60)

    class Meta:
        verbose_name = "delegation"
        constraints = [
            models.CheckConstraint(
                condition=Q(ends__isnull=True) | Q(ends__gte=F("starts")), name="delegation_ends_after"
            )
        ]

    def __str__(self) -> str:
        return f"{self.official}: {', '.join(self.kinds)}"


class Permit(Versioned):
    """A written approval (I.2.H), numbered at issue, valid for its holder, place and purpose only (I.7.B.2)."""

    number = models.CharField(max_length=30, unique=True)
    kind = models.CharField(max_length=30)
    holder = models.ForeignKey(Party, null=True, on_delete=models.PROTECT, related_name="permits")
    parcel = models.ForeignKey(Parcel, null=True, on_delete=models.PROTECT, related_name="permits")
    place = models.CharField(max_length=250)
    town = models.CharField(max_length=80, blank=True)
    purpose = models.CharField(max_length=200, blank=True)
    issued_on = models.DateField()
    starts = models.DateField()
    through = models.DateField(null=True)
    suspended_on = models.DateField(null=True)
    reinstated_on = models.DateField(null=True)
    revoked_on = models.DateField(null=True)
    surrendered_on = models.DateField(null=True)
    status_reason = models.TextField(blank=True)
    signed_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="permits_signed")
    delegation = models.ForeignKey(Delegation, null=True, on_delete=models.PROTECT, related_name="permits")
    sections = models.JSONField(default=list, help_text="the sections it rests on")
    fee = models.DecimalField(max_digits=8, decimal_places=2, default=0)
    fee_cite = models.CharField(max_length=40, blank=True)
    renews = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="renewals")
    migrated = models.BooleanField(default=False, help_text="from the old records; no paper is kept here")

    class Meta:
        verbose_name = "permit"
        constraints = [
            models.CheckConstraint(
                condition=Q(through__isnull=True) | Q(through__gte=F("starts")), name="permit_ends_after_it_starts"
            )
        ]
        indexes = [
            models.Index(fields=["kind", "through", "id"], name="permits_by_kind_and_end"),
            models.Index(fields=["parcel", "-id"], name="permits_of_parcel"),
        ]

    def __str__(self) -> str:
        return self.number


class Condition(models.Model):
    """A general or special condition of a permit (I.7.B.3, V.V.E). It is met by a proof, and stays with its permit."""

    permit = models.ForeignKey(Permit, on_delete=models.PROTECT, related_name="conditions")
    position = models.PositiveSmallIntegerField()
    text = models.TextField()
    cite = models.CharField(max_length=40, blank=True)
    due = models.DateField(null=True)
    met_on = models.DateField(null=True)
    proof = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = "condition"
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["permit", "position"], name="one_condition_per_position")]

    def __str__(self) -> str:
        return self.text
