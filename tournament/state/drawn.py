"""What a round was drawn from, as far as it is another today: for files that can be verified later.

A rank, a name or a result that is corrected after a round makes the round look as if somebody had
changed its pairing. A file that says what the round was drawn from accuses nobody.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from tournament.state.games import Bye, Game
from tournament.state.parameters import Parameters
from tournament.state.people import Card, Player
from tournament.state.state import TournamentState
from tournament.state.wishes import Wishes


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board as it was drawn: player ids, terms, and whether it had been settled beforehand."""

    black: int
    white: int
    handicap: int = 0
    komi_half: int | None = None
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round as the machine drew it, and what it knew then that is not so today.

    ``players`` are those who were otherwise then, or are no longer there, without their cards;
    ``later`` the ids of those who were not there yet. ``games`` and ``byes`` are all of the rounds
    before, ``parameters`` and ``wishes`` all there were: each is None where it is as today.
    ``boards`` are None where they are those of the round as it stands.
    """

    round: int
    bye: int | None = None
    boards: tuple[DrawnBoard, ...] | None = None
    players: tuple[Player, ...] = ()
    later: frozenset[int] = frozenset()
    games: tuple[Game, ...] | None = None
    byes: tuple[Bye, ...] | None = None
    parameters: Parameters | None = None
    wishes: Wishes | None = None

    @property
    def as_today(self) -> bool:
        """Whether everything that the round was drawn from is still so."""
        return not (self.players or self.later) and all(
            fact is None for fact in (self.games, self.byes, self.parameters, self.wishes)
        )

    def facts(self, today: TournamentState) -> TournamentState:
        """Return the state that the round was drawn from. Raises StateError for none."""
        then = {player.id: player for player in self.players}
        known = {player.id for player in today.players}
        before = today.before(self.round)
        return TournamentState(
            players=(
                *(
                    then.get(player.id, player)
                    for player in today.players
                    if player.id not in self.later
                ),
                *(player for player in self.players if player.id not in known),
            ),
            games=before.games if self.games is None else self.games,
            byes=before.byes if self.byes is None else self.byes,
            parameters=today.parameters if self.parameters is None else self.parameters,
            wishes=today.wishes if self.wishes is None else self.wishes,
        )


def drawn_round(
    today: TournamentState,
    then: TournamentState,
    number: int,
    boards: Iterable[DrawnBoard],
    bye: int | None,
) -> DrawnRound:
    """Return a round that was drawn from ``then``, held against the tournament as it is today."""
    now, before, drawn = today.before(number), then.before(number), tuple(boards)
    people = {player.id: _paired_by(player, number) for player in now.players}
    others = tuple(
        known
        for player in before.players
        if (known := _paired_by(player, number)) != people.get(player.id)
    )
    played = {
        DrawnBoard(game.black, game.white, game.handicap, game.komi_half)
        for game in today.games
        if game.round == number
    }
    return DrawnRound(
        round=number,
        bye=bye,
        boards=None if {replace(board, fixed=False) for board in drawn} == played else drawn,
        players=others,
        later=frozenset(people.keys() - {player.id for player in before.players}),
        games=None if _same(before.games, now.games) else before.games,
        byes=None if _same(before.byes, now.byes) else before.byes,
        parameters=None if before.parameters == now.parameters else before.parameters,
        wishes=None if before.wishes == now.wishes else before.wishes,
    )


def _paired_by(player: Player, number: int) -> Player:
    """Return what the pairing of a round looks at of a player."""
    absent = frozenset(missed for missed in player.absent if missed <= number)
    return replace(player, card=Card(), absent=absent, uncounted=player.uncounted & absent)


def _same(first: Collection[Game | Bye], second: Collection[Game | Bye]) -> bool:
    return frozenset(first) == frozenset(second)
