"""The terms of games by hand, from the same place as those of the machine's."""

from functools import cached_property

from django.utils.translation import gettext_lazy as _

from tournament.errors import Conflict, NotFound
from tournament.models import Player, Round
from tournament.pairing.field import Field, field_of
from tournament.pairing.handicap import PairSide, Terms, terms, terms_with_colours
from tournament.pairing.pairing import PairingRequest
from tournament.rounds.selectors.state import state_of
from tournament.state.state import TournamentState


class Table:
    """Who the players of a round are, and what terms two of them play on.

    Players are given and returned by their database ids. The state is read when first needed.
    """

    def __init__(self, round_: Round) -> None:
        self._round = round_

    def require(self, player_id: int, field: str) -> None:
        """Raise NotFound, naming ``field``, for a player of another tournament."""
        if player_id not in self._numbers:
            raise NotFound(
                "no_player", field=field, text=_("The player is not in this tournament.")
            )

    def require_present(self, player_id: int, field: str) -> None:
        """Raise Conflict, naming ``field``, for a player who does not take part in the round."""
        number = self._numbers[player_id]
        if not any(
            player.id == number and player.takes_part(self._round.number)
            for player in self._state.players
        ):
            raise Conflict(
                "player_absent",
                field=field,
                text=_(
                    "The player does not take part in this round: first mark them as taking part."
                ),
            )

    def require_free(self, player_id: int, field: str) -> None:
        """Raise Conflict, naming ``field``, for a player who has a game or the bye of the round."""
        if self._round.seats.filter(player_id=player_id).exists():
            raise Conflict(
                "player_taken", field=field, text=_("The player already has a game this round.")
            )

    def terms(self, one: int, other: int) -> Terms:
        """Return colours, handicap and komi of two players."""
        parameters = self._state.parameters
        found = terms(parameters.handicap, parameters.komi, self._side(one), self._side(other))
        return self._by_id(found)

    def with_colours(self, black: int, white: int, handicap: int | None = None) -> Terms:
        """Return the terms of two players whose colours, and perhaps handicap, are settled."""
        parameters = self._state.parameters
        found = terms_with_colours(
            parameters.handicap, parameters.komi, self._side(black), self._side(white), handicap
        )
        return self._by_id(found)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        players = Player.objects.filter(tournament=self._round.tournament_id)
        return dict(players.values_list("pk", "number"))

    @cached_property
    def _state(self) -> TournamentState:
        return state_of(self._round.tournament, before=self._round.number)

    @cached_property
    def _field(self) -> Field:
        request = PairingRequest(state=self._state, round=self._round.number)
        return field_of(request, frozenset(self._numbers.values()))

    def _side(self, player_id: int) -> PairSide:
        return self._field.side(self._field.place[self._numbers[player_id]])

    def _by_id(self, found: Terms) -> Terms:
        ids = {number: pk for pk, number in self._numbers.items()}
        return Terms(ids[found.black], ids[found.white], found.handicap, found.komi_half)
