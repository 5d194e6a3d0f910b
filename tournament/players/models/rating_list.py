"""Imported rating lists, to look players up in."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class ListSource(models.TextChoices):
    """Whose list it is."""

    EGF = "egf", _("European Go Federation")
    FFG = "ffg", _("Fédération Française de Go")
    AGA = "aga", _("American Go Association")


class RatingList(models.Model):
    """The latest list of a federation; a new one replaces it."""

    source = models.CharField(max_length=3, choices=ListSource.choices, unique=True)
    imported_at = models.DateTimeField(default=timezone.now)
    entries = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.get_source_display()


class ListedPlayer(models.Model):
    """A line of a rating list. ``folded`` is the name without accents, for searching."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="players")
    surname = models.CharField(max_length=100)
    first_name = models.CharField(max_length=60, blank=True, default="")
    folded = models.CharField(max_length=170, db_index=True)
    country = models.CharField(max_length=3, blank=True, default="")
    club = models.CharField(max_length=20, blank=True, default="")
    grade = models.CharField(max_length=4, blank=True, default="")
    rating = models.SmallIntegerField(null=True, blank=True)
    number = models.CharField(max_length=10)
    """The federation's own: PIN, licence or member number."""
    licence_status = models.CharField(max_length=4, blank=True, default="")

    def __str__(self) -> str:
        return f"{self.surname} {self.first_name}"
