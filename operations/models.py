"""Who was seen at work."""

from django.db import models
from django.utils.translation import gettext_lazy as _

PRESENT = "workers"
"""The name in the cache under which workers say that they are there: names, seconds since 1970."""


class Part(models.TextChoices):
    """What part of the installation somebody is."""

    WORKER = "worker", _("Worker")
    SWEEPER = "sweeper", _("Sweeper")


class Sighting(models.Model):
    """When a worker last did something, and when the last sweep ended."""

    part = models.CharField(max_length=8, choices=Part.choices)
    name = models.CharField(max_length=120)
    seen_at = models.DateTimeField()

    class Meta:
        """One row for each."""

        constraints = (models.UniqueConstraint(fields=["part", "name"], name="sighting_once"),)

    def __str__(self) -> str:
        return f"{self.part} {self.name}"
