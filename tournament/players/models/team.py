"""Teams."""

from django.db import models
from django.db.models import Q

from tournament import triggers
from tournament.players.models.player import Player
from tournament.tournaments.models import Tournament


class Team(models.Model):
    """A team of a tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=100)

    class Meta:
        """The number is the team's identity in the tournament."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="team_number"),
            models.CheckConstraint(condition=~Q(name="") & Q(number__gt=0), name="team_named"),
        )

    def __str__(self) -> str:
        return self.name


class TeamSeat(models.Model):
    """Who plays at a board of a team in one round."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="seats")
    round_number = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="team_seats")

    class Meta:
        """One player a board. A reserve may be listed in two teams; he sits in one."""

        constraints = (
            models.UniqueConstraint(
                fields=["team", "round_number", "board"], name="team_seat_board"
            ),
            models.CheckConstraint(
                condition=Q(round_number__gt=0, board__range=(1, 20)), name="team_seat_from_1"
            ),
            triggers.BelongsTogether(
                when=(
                    "EXISTS (SELECT 1 FROM tournament_player p, tournament_team t WHERE t.id = "
                    "NEW.team_id AND p.id = NEW.player_id AND p.tournament_id <> "
                    "t.tournament_id)"
                ),
                name="tournament_teamseat_tournament",
                violation_error_message="a team has players of its tournament",
            ),
        )

    def __str__(self) -> str:
        return f"{self.team} {self.board}: {self.player}"
