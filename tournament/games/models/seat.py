"""A player's place in a round: at a board, or the bye."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.games.models.game import Game
from tournament.players.models.player import Player
from tournament.rounds.models.round import Round


class Colour(models.TextChoices):
    """The colour of the stones."""

    BLACK = "black", _("Black")
    WHITE = "white", _("White")


class Seat(models.Model):
    """One player of one game, or without a game and a colour the player who has the bye.

    It lets the database refuse to pair anybody twice in a round, or beside a bye.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="seats")
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="seats", null=True, blank=True
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    colour = models.CharField(max_length=5, choices=Colour.choices, blank=True)

    class Meta:
        """One seat a player and round, two a game."""

        constraints = (
            models.UniqueConstraint(fields=["round", "player"], name="seat_once_a_round"),
            models.UniqueConstraint(fields=["game", "colour"], name="seat_colour"),
            models.CheckConstraint(
                condition=Q(colour__in=Colour.values, game__isnull=False)
                | Q(colour="", game__isnull=True),
                name="seat_colours",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} ({self.colour or 'bye'})"
