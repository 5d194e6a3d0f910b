"""The state of a tournament: the one value from which pairing and standings are computed."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.state.games import Bye, Game
from tournament.state.parameters import Parameters
from tournament.state.people import Player
from tournament.state.ranges import out_of_range_message
from tournament.state.results import Outcome
from tournament.state.wishes import Wishes


class StateError(ValueError):
    """A state that contradicts itself. ``code`` is stable, ``text`` says what is wrong."""

    def __init__(self, code: str, text: Message) -> None:
        super().__init__(str(text))
        self.code = code
        self.text = text


@dataclass(frozen=True, slots=True)
class TournamentState:
    """Players, games, byes, parameters and wishes.

    Raises StateError for a repeated player id, a game or a bye of an unknown player, a player
    paired with themselves, a player with two games (or a game and a bye) in one round, and numbers
    out of the ranges of :mod:`tournament.state.ranges`.
    """

    players: tuple[Player, ...]
    games: tuple[Game, ...] = ()
    byes: tuple[Bye, ...] = ()
    parameters: Parameters = field(default=Parameters())
    wishes: Wishes = field(default=Wishes())

    def __post_init__(self) -> None:
        """Refuse a state that no tournament could be in."""
        names = {player.id: player.name for player in self.players}
        if len(names) != len(self.players):
            raise StateError(
                "player_twice",
                _("Two players have the same number."),
            )
        wrong = out_of_range_message(self.players, self.games, self.byes, self.parameters.scoring)
        if wrong is not None:
            raise StateError("out_of_range", wrong)
        busy: set[tuple[int, int]] = set()
        for number, ids in self._seatings():
            if len(set(ids)) != len(ids):
                raise StateError(
                    "same_player",
                    _("Round %(number)d: a player is paired with themselves.") % {"number": number},
                )
            for player in ids:
                if player not in names:
                    raise StateError(
                        "unknown_player",
                        _("Round %(number)d: a player is not in the list of players.")
                        % {"number": number},
                    )
                if (number, player) in busy:
                    raise StateError(
                        "player_busy",
                        _("Round %(number)d: %(player)s has two games, or a game and a bye.")
                        % {"number": number, "player": names[player]},
                    )
                busy.add((number, player))

    def _seatings(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        for game in self.games:
            yield game.round, game.players
        for bye in self.byes:
            yield bye.round, (bye.player,)

    @property
    def played_rounds(self) -> int:
        """Return the last round that has a game or a bye; 0 before the first."""
        return max((number for number, _ in self._seatings()), default=0)

    def before(self, round_number: int) -> "TournamentState":
        """Return the state as it was before this round was paired."""
        return replace(
            self,
            games=tuple(game for game in self.games if game.round < round_number),
            byes=tuple(bye for bye in self.byes if bye.round < round_number),
        )

    def counted_games(self) -> tuple[Game, ...]:
        """Return the games that count: all except void ones."""
        return tuple(game for game in self.games if game.result.outcome is not Outcome.VOID)

    def games_played(self) -> tuple[Game, ...]:
        """Return the games that count and were played, not decided by default."""
        return tuple(game for game in self.counted_games() if not game.result.by_default)
