"""Who takes part in which round, who is here, who asks to come."""

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.permissions import (
    DirectorsChangePlayers,
    DirectorsRead,
    StaffChecksIn,
)
from api.viewsets import TournamentViewSet
from tournament.players.api.finding import player_id, player_keys
from tournament.players.api.serializers import (
    CheckInShown,
    Here,
    Numbers,
    ParticipationShown,
    Plays,
    Requests,
    RequestShown,
)
from tournament.players.selectors.check_in import door_of
from tournament.players.selectors.participation import players_grid
from tournament.players.selectors.requests import requests_of
from tournament.players.services.check_in import check_in
from tournament.players.services.players import check_round, set_absent, set_participation
from tournament.players.services.requests import approve_requests, refuse_requests

LARGEST_FIELD = 100_000


class ParticipationViewSet(TournamentViewSet):
    """Who takes part in which round."""

    permission_classes = (DirectorsRead | DirectorsChangePlayers,)
    serializer_class = ParticipationShown
    list_actions = ("list", "participation")

    @action(detail=True, pagination_key="number")
    def participation(self, request: Request, slug: str) -> Response:
        """List who takes part.

        Return every player with his rounds, by number.
        """
        grid = players_grid(self.terms.id, size=LARGEST_FIELD)
        return self.answer_list(grid.lines)

    @action(
        detail=True,
        methods=["put"],
        url_path="rounds/<int:round_number>/absent",
        serializer_class=None,
        body_class=Numbers,
    )
    def absent(self, request: Request, slug: str, round_number: int) -> Response:
        """Say who is absent.

        Say who does not take part: these players and nobody else.
        """
        set_absent(
            tournament_id=self.terms.id,
            round_number=round_number,
            player_ids=player_keys(self.terms.id, self.body["players"], "players"),
        )
        return self.answer()

    @action(
        detail=True,
        methods=["put"],
        url_path="players/<int:number>/rounds/<int:round_number>",
        serializer_class=None,
        body_class=Plays,
    )
    def players_round(
        self, request: Request, slug: str, number: int, round_number: int
    ) -> Response:
        """Say whether a player takes part.

        Say it once or twice: it is the same.
        """
        set_participation(
            player_id=player_id(self.terms.id, number),
            round_number=round_number,
            plays=self.body["plays"],
        )
        return self.answer()


class CheckInViewSet(TournamentViewSet):
    """Who is here for a round."""

    permission_classes = (StaffChecksIn,)
    lookup_url_kwarg, lookup_value_converter = "number", "int"
    serializer_class = CheckInShown
    serializer_classes = {"update": None}
    body_classes = {"update": Here}
    pagination_key = "number"

    def list(self, request: Request, slug: str, round_number: int) -> Response:
        """List who is here.

        Return every player at the door of a round, by number.
        """
        check_round(round_number)
        lines = sorted(door_of(self.terms.id, round_number).lines, key=lambda line: line.number)
        return self.answer_list(lines)

    def update(self, request: Request, slug: str, round_number: int, number: int) -> Response:
        """Check a player in.

        Note that a player is here, or that he is not.
        """
        check_in(
            tournament_id=self.terms.id,
            player_id=player_id(self.terms.id, number),
            round_number=round_number,
            here=self.body["here"],
        )
        return self.answer()


class RegistrationRequestViewSet(TournamentViewSet):
    """Who asks to take part."""

    permission_classes = (DirectorsRead | DirectorsChangePlayers,)
    serializer_class = RequestShown

    def list(self, request: Request, slug: str) -> Response:
        """List requests.

        Return those who wait to be approved, in the order in which they asked.
        """
        rows = sorted(requests_of(self.terms.id), key=lambda one: one.id)
        return self.answer_list(rows)

    @action(detail=False, methods=["post"], serializer_class=None, body_class=Requests)
    def approval(self, request: Request, slug: str) -> Response:
        """Approve requests.

        Enter who asked, all of them or nobody.
        """
        approve_requests(tournament_id=self.terms.id, player_ids=self.body["requests"])
        return self.answer()

    @action(detail=False, methods=["post"], serializer_class=None, body_class=Requests)
    def refusal(self, request: Request, slug: str) -> Response:
        """Refuse requests.

        Remove requests, all of them or none.
        """
        refuse_requests(tournament_id=self.terms.id, player_ids=self.body["requests"])
        return self.answer()
