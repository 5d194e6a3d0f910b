"""A player's place at a board."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.game import Game
from tournament.models.player import Player
from tournament.models.round import Round


class Colour(models.TextChoices):
    """The colour of the stones."""

    BLACK = "black", _("Black")
    WHITE = "white", _("White")


class Seat(models.Model):
    """One player of one game. It lets the database refuse to pair anybody twice in a round."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="seats")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    colour = models.CharField(max_length=5, choices=Colour.choices)

    class Meta:
        """One seat a player and round, two a game."""

        constraints = (
            models.UniqueConstraint(fields=["round", "player"], name="seat_once_a_round"),
            models.UniqueConstraint(fields=["game", "colour"], name="seat_colour"),
            models.CheckConstraint(condition=Q(colour__in=Colour.values), name="seat_colours"),
        )

    def __str__(self) -> str:
        return f"{self.player} ({self.colour})"
