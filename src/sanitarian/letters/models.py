"""Issued papers and messages. The row of each is also its place in the queue: it waits until it is made or sent."""

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


class Message(models.Model):
    """An e-mail: frozen text to one address, and what became of it.

    Address, heading, text and papers are never changed. Sending it again is a new message that ``repeats`` this one.
    A confidential text (a link that opens an account) is kept until the message is sent, and its digest after that.
    """

    class State(models.TextChoices):
        QUEUED = "queued", "Waiting to be sent"
        SENT = "sent", "Sent"
        REFUSED = "refused", "Refused by the mail server"
        BOUNCED = "bounced", "Came back"
        FAILED = "failed", "Given up"

    token = models.CharField(max_length=32, unique=True, help_text="unguessable; a returned message is known by it")
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=60, help_text="what it is about, such as report:12")
    timelines = models.JSONField(default=list, help_text="whose timelines tell of it: references")
    to = models.CharField(max_length=254)
    name = models.CharField(max_length=200, blank=True)
    reply_to = models.CharField(max_length=254, blank=True)
    heading = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    text_sha256 = models.CharField(max_length=64)
    confidential = models.BooleanField(default=False)
    letters = models.ManyToManyField(Letter, related_name="messages", help_text="papers that go with it as PDF")
    repeats = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="repeated_by")
    created_at = models.DateTimeField()

    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField(help_text="a sender holds it, or the next attempt waits, until then")
    error = models.TextField(blank=True, help_text="what the mail server said last against it")
    sent_at = models.DateTimeField(null=True)
    returned_at = models.DateTimeField(null=True, help_text="when it was refused, came back or was given up")
    settled_at = models.DateTimeField(null=True)
    settled = models.CharField(max_length=200, blank=True, help_text="how a clerk dealt with one that came back")

    class Meta:
        verbose_name = "message"
        constraints = [
            models.CheckConstraint(condition=~Q(state="sent") | Q(sent_at__isnull=False), name="sent_message_has_time"),
            models.CheckConstraint(
                condition=Q(confidential=False) | Q(state="queued") | Q(text=""), name="confidential_text_is_not_kept"
            ),
        ]
        indexes = [
            models.Index(fields=["subject", "-id"], name="messages_of_subject"),
            models.Index(fields=["state", "-id"], name="messages_by_state"),
            models.Index(fields=["not_before", "id"], condition=Q(state="queued"), name="messages_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} message {self.pk}"
