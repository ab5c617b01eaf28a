"""Tables that every room writes to: journal, row history, numbers, worklist and timeline."""

from django.db import models


class Versioned(models.Model):
    """A record that two people may open at once: its version counts the changes."""

    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        abstract = True


class JournalEntry(models.Model):
    """One official act, or a part of it. Never changed, never deleted: the database refuses."""

    seq = models.BigIntegerField(primary_key=True)
    at = models.CharField(max_length=40)
    actor = models.CharField(max_length=60)
    act = models.CharField(max_length=60)
    subject = models.CharField(max_length=60)
    body = models.TextField()
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = "journal entry"
        verbose_name_plural = "journal entries"
        indexes = [
            models.Index(fields=["subject", "seq"], name="journal_by_subject"),
            models.Index(fields=["actor", "seq"], name="journal_by_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.act} {self.subject}"


class JournalHead(models.Model):
    """The end of the chain: one row, locked while entries are appended."""

    seq = models.BigIntegerField(default=0)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = "journal head"
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="journal_has_one_head")]

    def __str__(self) -> str:
        return f"journal at {self.seq}"


class RowVersion(models.Model):
    """What a row was before an act changed it. The journal refers here by row and version."""

    row = models.CharField(max_length=60, help_text="such as parcel:12")
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    actor = models.CharField(max_length=60)
    act = models.CharField(max_length=60)
    values = models.JSONField()

    class Meta:
        verbose_name = "row version"
        constraints = [models.UniqueConstraint(fields=["row", "version"], name="one_row_version")]

    def __str__(self) -> str:
        return f"{self.row} version {self.version}"


class NumberSeries(models.Model):
    """The last number given in a series, such as permits of one year."""

    name = models.CharField(max_length=40, primary_key=True)
    last = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = "number series"
        verbose_name_plural = "number series"

    def __str__(self) -> str:
        return f"{self.name} {self.last}"


class Task(models.Model):
    """One line of the worklist: what waits, for whom, until when, by which rule."""

    kind = models.CharField(max_length=60)
    subject = models.CharField(max_length=60)
    title = models.CharField(max_length=200)
    where = models.CharField(max_length=200, blank=True)
    role = models.CharField(max_length=20)
    assignee = models.CharField(max_length=60, blank=True, help_text="an actor's reference, or nobody yet")
    due = models.DateField(null=True)
    cite = models.CharField(max_length=40, blank=True)
    needs_an_eye = models.BooleanField(default=True, help_text="false where the matter is clear and can be batched")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    closed_by = models.CharField(max_length=60, blank=True)

    class Meta:
        verbose_name = "task"
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "subject"], condition=models.Q(closed_at__isnull=True), name="one_open_task"
            )
        ]
        indexes = [
            models.Index(
                fields=["role", "due", "id"], condition=models.Q(closed_at__isnull=True), name="open_tasks_by_role"
            ),
            models.Index(
                fields=["kind", "due", "id"], condition=models.Q(closed_at__isnull=True), name="open_tasks_by_kind"
            ),
            models.Index(fields=["subject"], name="tasks_by_subject"),
        ]

    def __str__(self) -> str:
        return self.title


class TimelineEntry(models.Model):
    """One line in the history of a place or thing, kept current by acts."""

    subject = models.CharField(max_length=60, help_text="whose timeline: parcel:12, system:7, inspector:3")
    on = models.DateField(help_text="the day it concerns")
    at = models.DateTimeField(null=True, help_text="when it was recorded")
    verb = models.CharField(max_length=60)
    title = models.CharField(max_length=200)
    detail = models.TextField(blank=True)
    ref = models.CharField(max_length=60, blank=True, help_text="what to open: report:5, permit:9")
    cite = models.CharField(max_length=40, blank=True)
    actor = models.CharField(max_length=60, blank=True)
    migrated = models.BooleanField(default=False, help_text="older than this system; no papers are kept for it here")

    class Meta:
        verbose_name = "timeline entry"
        verbose_name_plural = "timeline entries"
        indexes = [models.Index(fields=["subject", "-on", "-id"], name="timeline_of_subject")]

    def __str__(self) -> str:
        return f"{self.on} {self.title}"


class FailedTries(models.Model):
    """How often something was tried in vain from one place in a quarter of an hour; kept two days.

    What was tried is a digest: it may be an address of nobody's, or a passphrase typed into the wrong field.
    """

    purpose = models.CharField(max_length=20, help_text="such as passphrase")
    about = models.CharField(max_length=64, blank=True, help_text="digest of the account that was tried")
    place = models.CharField(max_length=64, blank=True, help_text="a client's network, or a browser that is known")
    window = models.PositiveBigIntegerField(help_text="quarters of an hour since 1970; 0 for what does not lapse")
    count = models.PositiveIntegerField()

    class Meta:
        verbose_name = "failed tries"
        verbose_name_plural = "failed tries"
        constraints = [models.UniqueConstraint(fields=["purpose", "about", "place", "window"], name="one_tries_count")]
        indexes = [
            models.Index(fields=["purpose", "place", "window"], name="tries_from_a_place"),
            models.Index(fields=["window"], name="tries_by_window"),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} from {self.place}: {self.count}"


from sanitarian.core.search.models import SearchDocument, SearchWord  # noqa: E402, F401 - Django looks for models here
