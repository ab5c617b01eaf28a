"""Files of pump-outs: what a hauler uploaded, row by row, and how far it has been taken in."""

from django.db import models

from sanitarian.core.models import Versioned
from sanitarian.trades.models import Firm


class PumpOutFile(Versioned):
    """A file that a firm uploaded: looked at first, then taken in piece by piece; a run that stopped goes on."""

    class State(models.TextChoices):
        PREVIEW = "preview", "Waiting for your answer"
        RUNNING = "running", "Being taken in"
        DONE = "done", "Taken in"
        DROPPED = "dropped", "Not taken in"

    firm = models.ForeignKey(Firm, on_delete=models.PROTECT, related_name="pump_out_files")
    name = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State, default=State.PREVIEW)
    headers = models.JSONField(help_text="as written, for the file of rejected rows")
    counts = models.JSONField(default=dict)
    notices = models.JSONField(default=list)
    leave_out_suspected = models.BooleanField(null=True, help_text="the answer given for rows that look alike")
    uploaded_at = models.DateTimeField()
    by = models.CharField(max_length=60)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "file of pump-outs"
        verbose_name_plural = "files of pump-outs"
        constraints = [models.UniqueConstraint(fields=["firm", "sha256"], name="one_pump_out_file_per_content")]
        indexes = [models.Index(fields=["firm", "-id"], name="pump_out_files_of_firm")]

    def __str__(self) -> str:
        return self.name


class PumpOutFileRow(models.Model):
    """A row of such a file: the cells as written, what was read from them, and what became of it."""

    class Standing(models.TextChoices):
        NEW = "new", "To be filed"
        SUSPECTED = "suspected", "Looks like one on record"
        REJECTED = "rejected", "Rejected"
        FILED = "filed", "Filed"
        LEFT_OUT = "left-out", "Left out"

    file = models.ForeignKey(PumpOutFile, on_delete=models.PROTECT, related_name="rows")
    row = models.PositiveIntegerField(help_text="as a spreadsheet numbers it")
    standing = models.CharField(max_length=10, choices=Standing)
    cells = models.JSONField(help_text="as written, in the order of the file's columns")
    values = models.JSONField(default=dict, help_text="what was read; empty for a rejected row")
    faults = models.JSONField(default=list, help_text="field, value, reason")
    notes = models.JSONField(default=list)
    like = models.CharField(max_length=60, blank=True, help_text="the pump-out or row it looks like")
    pump_out = models.OneToOneField("wastewater.PumpOut", null=True, on_delete=models.PROTECT, related_name="file_row")

    class Meta:
        verbose_name = "row of a file of pump-outs"
        verbose_name_plural = "rows of files of pump-outs"
        constraints = [models.UniqueConstraint(fields=["file", "row"], name="one_row_of_a_file")]
        indexes = [models.Index(fields=["file", "standing", "row"], name="rows_by_standing")]

    def __str__(self) -> str:
        return f"row {self.row}"
