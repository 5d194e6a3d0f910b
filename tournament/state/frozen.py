"""Standings that stay as they were: a copy of the data they follow from, without anybody's name.

The names shown with them are those of the players today, so a name that has been hidden or erased
since is in no copy.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.state.games import Bye, Game
from tournament.state.parameters import Parameters
from tournament.state.people import Card, Player
from tournament.state.state import TournamentState


@dataclass(frozen=True, slots=True)
class FrozenPlayer:
    """What standings need to know about a player; the fields are :class:`Player`'s."""

    id: int
    rank: int
    rating: int
    final: bool
    absent: frozenset[int]
    smms_correction: int
    uncounted: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class FrozenState:
    """Players, games, byes and parameters as they were at one moment."""

    players: tuple[FrozenPlayer, ...]
    games: tuple[Game, ...]
    byes: tuple[Bye, ...]
    parameters: Parameters


def freeze_state(state: TournamentState, after: int) -> FrozenState:
    """Return a copy of a state as it is after a round."""
    then = state.before(after + 1)
    return FrozenState(
        players=tuple(
            FrozenPlayer(
                player.id,
                player.rank,
                player.rating,
                player.final,
                player.absent,
                player.smms_correction,
                player.uncounted,
            )
            for player in then.players
        ),
        games=then.games,
        byes=then.byes,
        parameters=then.parameters,
    )


def thaw_state(copy: FrozenState, today: Iterable[Player]) -> TournamentState:
    """Return the state of a copy, with the names, clubs, countries and cards of today.

    Players who are no longer entered have no name; those of them without a game or a bye in the
    copy are left out. Raises StateError for a copy that contradicts itself.
    """
    known = {player.id: player for player in today}
    seated = {player for game in copy.games for player in game.players}
    seated |= {bye.player for bye in copy.byes}
    players = []
    for then in copy.players:
        now = known.get(then.id)
        if now is None and then.id not in seated:
            continue
        players.append(
            Player(
                then.id,
                now.surname if now else "",
                now.first_name if now else "",
                then.rank,
                then.rating,
                now.country if now else "",
                now.club if now else "",
                then.final,
                then.absent,
                then.smms_correction,
                now.card if now else Card(),
                then.uncounted,
            )
        )
    return TournamentState(tuple(players), copy.games, copy.byes, copy.parameters)
