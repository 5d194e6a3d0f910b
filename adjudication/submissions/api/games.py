"""The games of a tournament as a list, each with its verdicts or reports on request."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.submissions.api.serializers import SubmissionShown
from adjudication.verdicts.api import VerdictShown
from adjudication.verdicts.selectors.games import games_after, standing_with_record
from adjudication.verdicts.selectors.submissions import SubmissionView, submissions_of
from api.permissions import AnybodyReads, RefereesRead, StaffReadsNames
from api.serializers import Expandable, PageQuery, WithMore, choices, expand_field
from api.viewsets import TournamentViewSet
from tournament.games.api import NUMBER
from tournament.games.selectors import GameRow
from tournament.models import GameState
from tournament.rounds.api.serializers import GameShown


class GamesAsked(PageQuery):
    """Which games to list, and how much of each."""

    round = serializers.IntegerField(required=False, min_value=1, max_value=999)
    player = serializers.IntegerField(required=False, **NUMBER)
    state = serializers.ChoiceField(choices=choices(GameState.values), required=False)
    expand = expand_field(
        ["verdicts", "submissions"],
        "`verdicts`: every game with the verdicts on its records, as everybody may see them; "
        "`submissions`: with all reports on it, for referees.",
    )


class GameListed(Expandable, GameShown):
    """A game as an item of a list."""

    expanded_fields = ("verdicts", "submissions")

    verdicts = VerdictShown(many=True, help_text="Oldest first. Only with `expand=verdicts`.")
    submissions = SubmissionShown(
        many=True, help_text="Oldest first. Only with `expand=submissions`."
    )


class TournamentGameViewSet(TournamentViewSet):
    """The games of the published rounds of a tournament."""

    tag = "games"
    permission_classes = (AnybodyReads,)
    serializer_class = GameListed
    query_classes = {"list": GamesAsked}
    numbers: dict[int, int]
    """The numbers of the players, by their keys."""

    def list(self, request: Request, slug: str) -> Response:
        """List games.

        Return the games of published rounds, in the order they were paired. `expand=submissions` is
        for referees only.
        """
        asked, window = self.query, self.window
        expand = asked.get("expand")
        if expand == "submissions":
            self.demand(RefereesRead)
        columns = {"round": "round__number", "player": "player", "state": "state"}
        games = games_after(
            self.terms.id,
            window.after or 0,
            most=window.limit + 1,
            **{column: asked[name] for name, column in columns.items() if name in asked},
        )
        shown = games if self.may(StaffReadsNames) else tuple(game.public for game in games)
        if expand is None:
            return self.answer_list(shown)
        players = (player for game in games for player in (game.black, game.white))
        self.numbers = {player.id: player.number for player in players}
        reports = submissions_of(game.id for game in games)
        return self.answer_list(_expanded(game, expand, reports.get(game.id, ())) for game in shown)

    def number_of(self, player_id: int) -> int:
        """Return the number of a player of these games; 0 for anybody else."""
        return self.numbers.get(player_id, 0)


def _expanded(game: GameRow, expand: str, reports: tuple[SubmissionView, ...]) -> WithMore:
    told: dict[str, Any] = {
        expand: reports if expand == "submissions" else standing_with_record(reports)
    }
    return WithMore(game, **told)
