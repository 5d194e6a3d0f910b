"""Who takes part in which round, who is here, who asks to come."""

from rest_framework.request import Request
from rest_framework.response import Response

from api.http.doors import CHECKING_IN, PLAYERS, READING
from api.http.operations import operation
from api.http.views import TournamentView
from api.players.finding import player_id, player_keys
from api.players.serializers import (
    CheckInShown,
    Here,
    Numbers,
    ParticipationShown,
    Plays,
    Requests,
    RequestShown,
)
from tournament.selectors.check_in import door_of
from tournament.selectors.participation import players_grid
from tournament.selectors.requests import requests_of
from tournament.services.check_in import check_in
from tournament.services.players import check_round, set_absent, set_participation
from tournament.services.requests import approve_requests, refuse_requests

LARGEST_FIELD = 100_000


class Participation(TournamentView):
    """Who takes part in which round."""

    @operation("List who takes part", door=READING, gives=ParticipationShown, paged=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return every player with his rounds, by number."""
        grid = players_grid(self.terms.id, size=LARGEST_FIELD)
        return self.listed(grid.lines, lambda line: line.number)


class PlayersRound(TournamentView):
    """One player in one round."""

    @operation("Say whether a player takes part", door=PLAYERS, takes=Plays, status=204)
    def put(self, request: Request, slug: str, number: int, round_number: int) -> Response:
        """Say it once or twice: it is the same."""
        set_participation(
            player_id=player_id(self.terms.id, number),
            round_number=round_number,
            plays=self.taken()["plays"],
        )
        return self.given(None)


class Absent(TournamentView):
    """Who does not take part in a round."""

    @operation("Say who is absent", door=PLAYERS, takes=Numbers, status=204)
    def put(self, request: Request, slug: str, round_number: int) -> Response:
        """Say who does not take part: these players and nobody else."""
        set_absent(
            tournament_id=self.terms.id,
            round_number=round_number,
            player_ids=player_keys(self.terms.id, self.taken()["players"], "players"),
        )
        return self.given(None)


class CheckIns(TournamentView):
    """Who is here for a round."""

    @operation("List who is here", door=CHECKING_IN, gives=CheckInShown, paged=True)
    def get(self, request: Request, slug: str, round_number: int) -> Response:
        """Return every player at the door of a round, by number."""
        check_round(round_number)
        lines = sorted(door_of(self.terms.id, round_number).lines, key=lambda line: line.number)
        return self.listed(lines, lambda line: line.number)


class CheckIn(TournamentView):
    """One player at the door."""

    @operation("Check a player in", door=CHECKING_IN, takes=Here, status=204)
    def put(self, request: Request, slug: str, round_number: int, number: int) -> Response:
        """Note that a player is here, or that he is not."""
        check_in(
            tournament_id=self.terms.id,
            player_id=player_id(self.terms.id, number),
            round_number=round_number,
            here=self.taken()["here"],
        )
        return self.given(None)


class RegistrationRequests(TournamentView):
    """Who asks to take part."""

    @operation("List requests", door=READING, gives=RequestShown, paged=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return those who wait to be approved, in the order in which they asked."""
        rows = sorted(requests_of(self.terms.id), key=lambda one: one.id)
        return self.listed(rows, lambda one: one.id)


class Approval(TournamentView):
    """Requests that are granted."""

    @operation("Approve requests", door=PLAYERS, takes=Requests, status=204)
    def post(self, request: Request, slug: str) -> Response:
        """Enter who asked, all of them or nobody."""
        approve_requests(tournament_id=self.terms.id, player_ids=self.taken()["requests"])
        return self.given(None)


class Refusal(TournamentView):
    """Requests that are not granted."""

    @operation("Refuse requests", door=PLAYERS, takes=Requests, status=204)
    def post(self, request: Request, slug: str) -> Response:
        """Remove requests, all of them or none."""
        refuse_requests(tournament_id=self.terms.id, player_ids=self.taken()["requests"])
        return self.given(None)
