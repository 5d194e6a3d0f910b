"""When workers and the sweeper were last seen, and the outcome of backups."""

from django.db import models
from django.utils.translation import gettext_lazy as _

PRESENT = "workers"
"""The cache key under which workers report that they are alive: names and Unix times."""


class Part(models.TextChoices):
    """A kind of process."""

    WORKER = "worker", _("Worker")
    SWEEPER = "sweeper", _("Sweeper")


class Sighting(models.Model):
    """When a worker last ran a job, and when the last sweep ended."""

    part = models.CharField(max_length=8, choices=Part.choices)
    name = models.CharField(max_length=120)
    seen_at = models.DateTimeField()

    class Meta:
        """One row for each process."""

        constraints = (models.UniqueConstraint(fields=["part", "name"], name="sighting_once"),)

    def __str__(self) -> str:
        return f"{self.part} {self.name}"


class BackupNote(models.Model):
    """A backup that was made, and whether a copy of it left the machine."""

    file = models.CharField(max_length=80)
    made_at = models.DateTimeField(db_index=True)
    bytes = models.PositiveBigIntegerField()
    copied_at = models.DateTimeField(null=True, blank=True)
    copy_failed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.file
