"""That a database holds the demo county, and of which day. In any other database this table is empty."""

from django.db import models

EDITION = 1  # of the generator; a county made by another one stays usable


class DemoCounty(models.Model):
    """The mark of a demo county that is set up whole: written last."""

    edition = models.PositiveIntegerField(help_text="which generator made it")
    on = models.DateField(help_text="the day that its history leads up to")
    scale = models.FloatField(default=1.0)
    finished_at = models.DateTimeField()

    class Meta:
        verbose_name = "demo county"
        verbose_name_plural = "demo counties"

    def __str__(self) -> str:
        return f"demo county of {self.on}"


def standing() -> DemoCounty | None:
    """The demo county that this database holds, if it is set up whole."""
    return DemoCounty.objects.order_by("-pk").first()
