"""A player of a tournament."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournament.models.tournament import Tournament


class Player(models.Model):
    """A player as entered in one tournament. Names may repeat; the number does not."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="players")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=100)
    club = models.CharField(max_length=80, blank=True, default="")
    rank = models.CharField(max_length=4, blank=True, default="")
    """As people write it: ``5k``, ``3d``, ``2p``."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """The number is the player's identity in the tournament."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="player_number"),
            models.CheckConstraint(condition=~Q(name="") & Q(number__gt=0), name="player_named"),
        )

    def __str__(self) -> str:
        return self.name
