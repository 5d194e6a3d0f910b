"""A player's place in a round: at a board, or the bye."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament import triggers
from tournament.games.models.game import Game
from tournament.players.models import Player
from tournament.rounds.models import Round


class Colour(models.TextChoices):
    """The colour of the stones."""

    BLACK = "black", _("Black")
    WHITE = "white", _("White")


class Seat(models.Model):
    """One player of one game, or the player with the bye (no game, no colour).

    It lets the database refuse to pair anybody twice in a round, or beside a bye.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="seats")
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="seats", null=True, blank=True
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    colour = models.CharField(max_length=5, choices=Colour.choices, blank=True)

    class Meta:
        """One seat per player and round, two per game."""

        constraints = (
            models.UniqueConstraint(fields=["round", "player"], name="seat_once_a_round"),
            models.UniqueConstraint(fields=["game", "colour"], name="seat_colour"),
            models.CheckConstraint(
                condition=Q(colour__in=Colour.values, game__isnull=False)
                | Q(colour="", game__isnull=True),
                name="seat_colours",
            ),
            triggers.BelongsTogether(
                when=(
                    "EXISTS (SELECT 1 FROM tournament_game g WHERE g.id = NEW.game_id AND "
                    "(g.round_id <> NEW.round_id OR NEW.player_id <> CASE NEW.colour WHEN "
                    "'black' THEN g.black_id ELSE g.white_id END))"
                ),
                name="tournament_seat_player",
                violation_error_message="a seat is that of a player of the game",
            ),
            triggers.BelongsTogether(
                when=(
                    "EXISTS (SELECT 1 FROM tournament_player p, tournament_round r WHERE r.id ="
                    " NEW.round_id AND p.id = NEW.player_id AND p.tournament_id <> "
                    "r.tournament_id)"
                ),
                name="tournament_seat_tournament",
                violation_error_message="a seat is that of a player of the tournament",
            ),
            triggers.KeptWithOthers(
                when=(
                    "EXISTS (SELECT 1 FROM tournament_game g WHERE g.id = OLD.game_id AND "
                    "g.state = 'confirmed')"
                ),
                name="tournament_seat_confirmed_is_kept",
                violation_error_message="a confirmed game is kept for ever",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} ({self.colour or 'bye'})"
