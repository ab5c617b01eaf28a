"""Issued papers. A letter's row is also its place in the queue: it waits until it is rendered."""

from django.db import models
from django.db.models import Q


class Letter(models.Model):
    """A paper that leaves the house: frozen data, a code that verifies it, and the PDF with its hash once rendered.

    Its data, PDF and hash are never changed. A reissue is a new letter that ``replaces`` this one.
    """

    class State(models.TextChoices):
        QUEUED = "queued", "Waiting to be rendered"
        RENDERED = "rendered", "Rendered"
        FAILED = "failed", "Could not be rendered"

    code = models.CharField(max_length=23, unique=True, help_text="unguessable; printed with its QR code")
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=60, help_text="what it is about, such as permit:12")
    number = models.CharField(max_length=40, blank=True, help_text="the number of the paper as printed")
    dated = models.DateField(help_text="the date of the paper")
    context = models.JSONField(help_text="the data it is made from")
    replaces = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="replaced_by")
    created_at = models.DateTimeField()
    withdrawn_on = models.DateField(null=True)
    withdrawn_reason = models.CharField(max_length=200, blank=True)

    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField(help_text="a renderer holds it, or the next attempt waits, until then")
    error = models.TextField(blank=True)
    file = models.CharField(max_length=200, blank=True, help_text="its path in the media store")
    sha256 = models.CharField(max_length=64, blank=True)
    replaced_characters = models.CharField(max_length=200, blank=True, help_text="no font has them: placeholders")
    rendered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "letter"
        constraints = [
            models.CheckConstraint(
                condition=~Q(state="rendered") | (~Q(file="") & ~Q(sha256="") & Q(rendered_at__isnull=False)),
                name="rendered_letter_has_its_file",
            ),
        ]
        indexes = [
            models.Index(fields=["subject", "-id"], name="letters_of_subject"),
            models.Index(fields=["not_before", "id"], condition=Q(state="queued"), name="letters_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number or self.code}"
