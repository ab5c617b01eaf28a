"""The search tables. Acts and imports keep them current; the database derives its own text index from them."""

from django.db import models


class SearchDocument(models.Model):
    """What can be found: one line of a result list, and the words under which it is found."""

    ref = models.CharField(max_length=60, unique=True, help_text="such as parcel:12 or ownership:7")
    kind = models.CharField(max_length=20, help_text="the group it is shown in")
    target = models.CharField(max_length=60, db_index=True, help_text="the record it opens")
    place = models.BigIntegerField(
        db_index=True, help_text="where it stands among all: by kind, what is current first, then by number"
    )
    title = models.CharField(max_length=250)
    subtitle = models.CharField(max_length=250, blank=True)
    town = models.CharField(max_length=80, blank=True)
    note = models.CharField(max_length=80, blank=True, help_text="until 2021, retired")
    head = models.TextField(help_text="its identifiers and the words it is found by")
    more = models.TextField(blank=True, help_text="words that narrow a search, but do not find it alone")

    class Meta:
        app_label = "core"
        verbose_name = "search document"

    def __str__(self) -> str:
        return f"{self.ref} {self.title}"


class SearchWord(models.Model):
    """A word that stands in some document: what a mistyped word may have been meant to be."""

    word = models.CharField(max_length=80, unique=True)
    count = models.PositiveIntegerField(default=1, help_text="documents with it at the last rebuild")

    class Meta:
        app_label = "core"
        verbose_name = "search word"

    def __str__(self) -> str:
        return self.word
