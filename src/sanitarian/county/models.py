"""Parcels and their history, who owns them, map layers, and where each parcel lies."""

from django.db import models
from django.db.models import F, Q

from sanitarian.core.models import Versioned
from sanitarian.parties.models import Party


class ImportRun(models.Model):
    """One run of an importer: what was read, what came of it, who ran it."""

    class Status(models.TextChoices):
        RUNNING = "running", "Running"
        APPLIED = "applied", "Applied"
        REFUSED = "refused", "Refused"

    kind = models.CharField(max_length=30, help_text="parcels, or the kind of a layer")
    file_name = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    options = models.JSONField(default=dict)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    by = models.CharField(max_length=60)
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    counts = models.JSONField(default=dict)
    notices = models.JSONField(default=list)

    class Meta:
        verbose_name = "import"
        indexes = [models.Index(fields=["kind", "-id"], name="imports_by_kind")]

    def __str__(self) -> str:
        return f"{self.kind} from {self.file_name}"


class ImportReject(models.Model):
    """A row that was not taken, and why."""

    run = models.ForeignKey(ImportRun, on_delete=models.PROTECT, related_name="rejects")
    row = models.PositiveIntegerField()
    field = models.CharField(max_length=60, blank=True)
    value = models.CharField(max_length=200, blank=True)
    reason = models.CharField(max_length=300)

    class Meta:
        verbose_name = "rejected row"

    def __str__(self) -> str:
        return f"row {self.row}: {self.reason}"


class Municipality(models.Model):
    """A city, town or village, by the State's SWIS code. Towns and the city tile the county; villages lie in towns."""

    class Kind(models.TextChoices):
        CITY = "city", "City"
        TOWN = "town", "Town"
        VILLAGE = "village", "Village"

    swis = models.CharField(max_length=6, unique=True)
    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=10, choices=Kind)
    town = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="villages")
    verified = models.BooleanField(default=False)

    class Meta:
        verbose_name = "municipality"
        verbose_name_plural = "municipalities"
        ordering = ["name"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.name}"


class Parcel(Versioned):
    """A piece of land on the assessment roll, known by SWIS code and key (the State's SBL, as given, never padded)."""

    class Sewer(models.TextChoices):
        PUBLIC = "public", "Public sewer"
        PRIVATE = "private", "Private system"
        NONE = "none", "No sewage"
        UNKNOWN = "unknown", "Not known"

    swis = models.CharField(max_length=6)
    key_scheme = models.CharField(max_length=20, default="sbl", help_text="keys of two schemes are never compared")
    key = models.CharField(max_length=40)
    print_key = models.CharField(max_length=40, blank=True, help_text="as the county prints it; never joined on")
    flags = models.JSONField(default=list, blank=True, help_text="short-key, town-not-known, repaired, provisional …")

    street_number = models.CharField(max_length=20, blank=True)
    street = models.CharField(max_length=120, blank=True)
    unit = models.CharField(max_length=40, blank=True)
    address = models.CharField(max_length=200, blank=True, help_text="the whole street address as the roll has it")
    zip_code = models.CharField(max_length=10, blank=True)
    property_class = models.CharField(max_length=4, blank=True)
    roll_section = models.CharField(max_length=4, blank=True)
    roll_year = models.PositiveSmallIntegerField(null=True)
    acres = models.DecimalField(max_digits=12, decimal_places=4, null=True)
    year_built = models.PositiveSmallIntegerField(null=True)
    bedrooms = models.PositiveSmallIntegerField(null=True)
    sewer = models.CharField(max_length=10, choices=Sewer, default=Sewer.UNKNOWN)
    water = models.CharField(max_length=10, choices=Sewer, default=Sewer.UNKNOWN)
    shares_shape = models.BooleanField(default=False, help_text="several parcels lie on one polygon (condominium)")

    municipality = models.ForeignKey(
        Municipality,
        null=True,
        on_delete=models.PROTECT,
        related_name="parcels",
        help_text="the town or city by SWIS code or determination; null is not shown",
    )
    village = models.ForeignKey(
        Municipality, null=True, on_delete=models.PROTECT, related_name="village_parcels", help_text="by SWIS code"
    )
    x = models.FloatField(null=True, help_text="a point inside, in the county's projection")
    y = models.FloatField(null=True)

    first_import = models.ForeignKey(ImportRun, null=True, on_delete=models.PROTECT, related_name="parcels_brought")
    last_import = models.ForeignKey(ImportRun, null=True, on_delete=models.PROTECT, related_name="parcels_seen")
    retired_on = models.DateField(null=True, help_text="absent from the roll since; everything attached stays")
    provisional = models.BooleanField(default=False, help_text="opened for a report; no roll has confirmed it yet")

    class Meta:
        verbose_name = "parcel"
        constraints = [models.UniqueConstraint(fields=["swis", "key_scheme", "key"], name="one_parcel_per_key")]
        indexes = [
            models.Index(fields=["municipality", "id"], name="parcels_by_town"),
            models.Index(fields=["print_key"], name="parcels_by_print_key"),
        ]

    def __str__(self) -> str:
        return self.address or self.print_key or self.key

    @property
    def shown_key(self) -> str:
        """The tax-map number as letters print it: the county's own print key, never one computed from the SBL."""
        return self.print_key or self.key


class ParcelShape(models.Model):
    """The polygon of a parcel, as WKB in the county's projection (feet)."""

    parcel = models.OneToOneField(Parcel, primary_key=True, on_delete=models.PROTECT, related_name="shape")
    wkb = models.BinaryField()
    digest = models.CharField(max_length=32, help_text="to see whether a new file changes it")

    class Meta:
        verbose_name = "parcel shape"

    def __str__(self) -> str:
        return f"shape of {self.parcel_id}"


class Ownership(models.Model):
    """Who owned a parcel, from one day through another. A new owner never rewrites the old one."""

    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, related_name="ownerships")
    party = models.ForeignKey(Party, on_delete=models.PROTECT, related_name="ownerships")
    position = models.PositiveSmallIntegerField(default=1, help_text="1 is the primary owner of the roll")
    starts = models.DateField(null=True, help_text="null: before the first roll on record")
    ends = models.DateField(null=True)
    source = models.ForeignKey(ImportRun, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = "ownership"
        constraints = [
            models.UniqueConstraint(
                fields=["parcel", "position"], condition=Q(ends__isnull=True), name="one_current_owner_per_position"
            ),
            models.CheckConstraint(
                condition=Q(ends__isnull=True) | Q(starts__isnull=True) | Q(ends__gte=F("starts")),
                name="ownership_ends_after",
            ),
        ]
        indexes = [models.Index(fields=["party", "parcel"], name="ownerships_by_party")]

    def __str__(self) -> str:
        return f"{self.party} owns {self.parcel_id}"


class ParcelLink(models.Model):
    """What became of a parcel: split into, merged into. Made by staff; nothing attached moves by itself."""

    class Kind(models.TextChoices):
        SPLIT = "split", "Split into"
        MERGE = "merge", "Merged into"
        MATCH = "match", "Is the same place as"

    before = models.ForeignKey(Parcel, on_delete=models.PROTECT, related_name="successors")
    after = models.ForeignKey(Parcel, on_delete=models.PROTECT, related_name="predecessors")
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()
    by = models.CharField(max_length=60)

    class Meta:
        verbose_name = "parcel link"
        constraints = [
            models.UniqueConstraint(fields=["before", "after"], name="one_link_per_pair"),
            models.CheckConstraint(condition=~Q(before=F("after")), name="no_link_to_itself"),
        ]

    def __str__(self) -> str:
        return f"{self.before_id} {self.kind} {self.after_id}"


class Layer(models.Model):
    """One version of a map layer, from one file."""

    class Kind(models.TextChoices):
        MUNICIPALITIES = "municipalities", "Municipalities"
        WATERSHEDS = "watersheds", "Watersheds"
        SHORELINES = "shorelines", "Mean high-water shorelines"
        FLOOD = "flood", "Flood zones"

    kind = models.CharField(max_length=20, choices=Kind)
    number = models.PositiveIntegerField(help_text="the version within its kind")
    file_name = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    loaded_at = models.DateTimeField()
    by = models.CharField(max_length=60)
    provisional = models.BooleanField(default=False, help_text="a proxy for the legal map (B-8)")
    note = models.CharField(max_length=200, blank=True)
    run = models.ForeignKey(ImportRun, null=True, on_delete=models.PROTECT, related_name="layers")

    class Meta:
        verbose_name = "map layer"
        constraints = [models.UniqueConstraint(fields=["kind", "number"], name="one_layer_version")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} version {self.number}"


class LayerFeature(models.Model):
    """A shape of a layer with what the county needs of its attributes."""

    layer = models.ForeignKey(Layer, on_delete=models.PROTECT, related_name="features")
    name = models.CharField(max_length=120, blank=True)
    code = models.CharField(max_length=40, blank=True, help_text="SWIS code, lake, watershed or flood zone")
    attributes = models.JSONField(default=dict)
    wkb = models.BinaryField()

    class Meta:
        verbose_name = "map feature"

    def __str__(self) -> str:
        return self.name or self.code


class ZoneRun(models.Model):
    """One determination of where all parcels lie, and on which layers it rests."""

    at = models.DateTimeField()
    by = models.CharField(max_length=60)
    layers = models.JSONField(help_text="kind: layer id")
    counts = models.JSONField(default=dict)

    class Meta:
        verbose_name = "zone determination"

    def __str__(self) -> str:
        return f"zones of {self.at:%Y-%m-%d}"


class ParcelZone(models.Model):
    """Where a parcel lies, as determined from map layers. Null is not shown. Officials override beside it."""

    parcel = models.OneToOneField(Parcel, primary_key=True, on_delete=models.PROTECT, related_name="zone")
    run = models.ForeignKey(ZoneRun, on_delete=models.PROTECT, related_name="zones")
    municipality = models.ForeignKey(Municipality, null=True, on_delete=models.PROTECT, related_name="+")
    fronts = models.CharField(max_length=20, null=True, help_text="owasco-lake, little-sodus-bay or none")
    distance_ft = models.DecimalField(
        max_digits=10, decimal_places=1, null=True, help_text="nearest point of the parcel to mean high water"
    )
    watershed = models.CharField(max_length=20, null=True, help_text="owasco-lake, little-sodus-bay or none")
    in_floodway = models.BooleanField(null=True)
    in_floodplain = models.BooleanField(null=True)
    flood_zone = models.CharField(max_length=20, blank=True)
    flood_elevation_ft = models.DecimalField(max_digits=8, decimal_places=2, null=True)
    flood_datum = models.CharField(max_length=10, blank=True)
    evidence = models.JSONField(default=dict, help_text="by fact: layer, feature, share, distance, remark")

    class Meta:
        verbose_name = "zone"

    def __str__(self) -> str:
        return f"zone of {self.parcel_id}"


class ZoneOverride(models.Model):
    """An official's finding about where a parcel lies, with the reason; it stands before the map until ended."""

    class Fact(models.TextChoices):
        MUNICIPALITY = "municipality", "Municipality"
        FRONTS = "fronts", "Lake frontage"
        DISTANCE = "distance_ft", "Distance to mean high water"
        WATERSHED = "watershed", "Watershed"
        FLOODWAY = "in_floodway", "In a floodway"
        FLOODPLAIN = "in_floodplain", "In a floodplain"

    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, related_name="zone_overrides")
    fact = models.CharField(max_length=20, choices=Fact)
    value = models.JSONField(help_text="null overrides to not shown")
    reason = models.TextField()
    by = models.CharField(max_length=60)
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=60, blank=True)

    class Meta:
        verbose_name = "zone override"
        constraints = [
            models.UniqueConstraint(
                fields=["parcel", "fact"], condition=Q(ended_at__isnull=True), name="one_override_per_fact"
            )
        ]

    def __str__(self) -> str:
        return f"{self.fact} of {self.parcel_id}: {self.value}"


class CorrectionRequest(Versioned):
    """Somebody says that a fact about a property is wrong, and what would be right. Who asked is no public matter."""

    class State(models.TextChoices):
        OPEN = "open", "Received"
        ACCEPTED = "accepted", "Corrected"
        DECLINED = "declined", "Not changed"

    number = models.CharField(max_length=20, unique=True)
    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, related_name="correction_requests")
    wrong = models.TextField()
    right = models.TextField()
    name = models.CharField(max_length=120, blank=True)
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    received_at = models.DateTimeField()
    received_on = models.DateField()
    answer = models.TextField(blank=True, help_text="read by whoever asked")
    answered_on = models.DateField(null=True)
    answered_by = models.CharField(max_length=60, blank=True)
    token_digest = models.CharField(max_length=64, unique=True, help_text="of the form it came with: once is enough")
    pin = models.CharField(max_length=120, help_text="salted and peppered digest")

    class Meta:
        verbose_name = "correction request"
        constraints = [
            models.CheckConstraint(
                condition=Q(state="open") | (Q(answered_on__isnull=False) & ~Q(answer="")),
                name="a_correction_is_answered_in_words",
            )
        ]
        indexes = [
            models.Index(fields=["state", "id"], name="corrections_by_state"),
            models.Index(fields=["parcel", "-id"], name="corrections_of_parcel"),
        ]

    def __str__(self) -> str:
        return self.number
