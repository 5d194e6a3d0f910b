"""Games as JSON, and who may ask about them."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.rules.verdicts import outcome_of
from adjudication.verdicts.selectors.games import GamePage, game_page, standing_with_record
from adjudication.verdicts.selectors.verdicts import FOR_PLAYERS
from api.models import Scope
from api.permissions import (
    CHANGING,
    READING,
    AnybodyReads,
    RolePermission,
)
from api.problems import ProblemDetails, no_such_thing
from api.serializers import HalfPointsField, MomentField
from api.viewsets import TournamentViewSet
from tournament.common.locks import held_game
from tournament.common.versions import Version, version_of
from tournament.games.selectors import GamePlace, game_place
from tournament.models import Game, Role
from tournament.rounds.api.serializers import GameShown
from tournament.staff.visitors import REFEREES, may_see_evidence


class PlayersAndRefereesRead(RolePermission):
    """The two players of the game, and the referees, may read what was sent in about it."""

    methods, scope = READING, Scope.READ
    roles = (Role.PLAYER, *REFEREES)

    def begin_acting(self, request: Request, view: Any) -> None:
        """Let them act in their role. Raises a 403 for the players of other games."""
        super().begin_acting(request, view)
        if not may_see_evidence(request.user.visitor, view.place, view.place.tournament_id):
            raise not_yours()


class PlayersAndRefereesAsk(PlayersAndRefereesRead):
    """The two players of the game, and the referees, may have something computed about it."""

    methods = CHANGING


class PlayersAnswerForOwnGames(RolePermission):
    """The two players of the game may report, answer and object."""

    methods, roles, scope = CHANGING, (Role.PLAYER,), Scope.GAMES

    def begin_acting(self, request: Request, view: Any) -> None:
        """Let them act as players. Raises a 403 for the players of other games."""
        super().begin_acting(request, view)
        if not view.place.colour_of(request.user.visitor.player_id):
            raise not_yours()


class GameAddresses(TournamentViewSet):
    """Addresses of one published game, ``game_id``."""

    lookup_url_kwarg, lookup_value_converter = "game_id", "int"
    versioned = "game_id"
    place: GamePlace

    def locate(self) -> None:
        """Find the game. Raises a 404 if there is no such game to be seen."""
        place = game_place(self.game_id())
        if place is None:
            raise no_such_thing()
        self.place, self.tournament_id = place, place.tournament_id

    def hold(self) -> None:
        """Lock the game and read it again, since somebody may have changed it meanwhile."""
        held_game(self.place.game_id)
        self.locate()

    def version(self) -> Version | None:
        """Return the version of the game."""
        return version_of(Game, pk=self.place.game_id)

    def number_of(self, player_id: int) -> int:
        """Return the number of one of the two players; 0 for anybody else."""
        return self.place.number_of(player_id)

    def game(self) -> GamePage:
        """Return the game with its reports as they are now. Raises a 404."""
        page = game_page(self.place.game_id)
        if page is None or not page.published:
            raise no_such_thing()
        return page

    def game_id(self) -> int:
        """Return the key of the game; 0 if there is none."""
        return int(self.kwargs["game_id"])

    @property
    def player_id(self) -> int:
        """Return the key of the calling player, who is one of the two."""
        own: int | None = self.caller.visitor.player_id
        assert own is not None
        return own


def not_yours() -> ProblemDetails:
    """Return the error for a player of the tournament who asks about the games of others."""
    return ProblemDetails(403, "not_yours", _("This is not one of your games."))


# --- Games as JSON. Komi and margins are in points, with halves ---


class OutcomeField(serializers.CharField):
    """A verdict in its public word: only results are called ``confirmed``."""

    def to_representation(self, value: str) -> str:
        """Return its word."""
        return outcome_of(value)


class PublicOutcomeField(OutcomeField):
    """The same, reduced to what everybody may see."""

    def to_representation(self, value: str) -> str:
        """Return its word, or an empty text."""
        return "" if value in FOR_PLAYERS else super().to_representation(value)


class VerdictShown(serializers.Serializer):
    """The public part of a verdict: not who claimed what, nor the evidence."""

    outcome = PublicOutcomeField(
        source="badge",
        help_text=(
            "The verdict, or `checking` or `failed`. `agrees` says that the record agrees with "
            "the report: it makes no result final, only the game's `state` says that one is. "
            "`differing`, `said`, `unshown` or `marked` stand in its place as on pages, and "
            "`ruled_out` in that of `forfeit` once a ruling left the game as it is, `counted` once "
            "a ruling has counted its board; empty where what stands there is told to players and "
            "staff alone, or hung on dead stones until a ruling decided the game."
        ),
    )
    rules = serializers.CharField(source="verdict.rules", allow_null=True)
    engine_version = serializers.CharField(source="verdict.engine_version", allow_null=True)
    judged_at = MomentField(source="verdict.created_at", allow_null=True)


class GameTerms(serializers.Serializer):
    """The tournament of a game."""

    slug = serializers.CharField()
    name = serializers.CharField()
    city = serializers.CharField()
    starts_on = serializers.DateField(allow_null=True)
    rules = serializers.CharField()
    board_size = serializers.IntegerField()
    komi = HalfPointsField(source="komi_half")


class GameDetails(GameShown):
    """A game with its tournament and the verdicts on its records, oldest first."""

    tournament = GameTerms()
    verdicts = VerdictShown(many=True)

    def to_representation(self, instance: GamePage) -> dict[str, Any]:
        """Return the game of a page as the public sees it, with its tournament and verdicts."""
        reports = standing_with_record(instance.submissions)
        return {
            **GameShown(instance.game.public).data,
            "tournament": GameTerms(instance.terms).data,
            "verdicts": VerdictShown(reports, many=True).data,
        }


# --- One game, as everybody may see it ---


class GameViewSet(GameAddresses):
    """Games of published rounds, as everybody may see them."""

    tag = "games"
    permission_classes = (AnybodyReads,)
    serializer_class = GameDetails

    def retrieve(self, request: Request, game_id: int) -> Response:
        """Show a game.

        Return the game with the verdicts on its records. 404 while its round is a draft.
        """
        return self.answer(self.game())
