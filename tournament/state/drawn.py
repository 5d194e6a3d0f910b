"""What a round was drawn from, where it has changed since: for files that can be verified later.

Once a rank, a name or a result is corrected after a round, the round looks as if somebody had
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
    """A board as it was drawn: player ids, handicap, komi, and whether it was fixed beforehand."""

    black: int
    white: int
    handicap: int = 0
    komi_half: int | None = None
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round as the machine drew it, and the facts it used that have changed since.

    ``players`` are those whose data has changed or who have left, as they were then, without their
    cards; ``later`` are the ids of those who were not entered yet. ``games`` and ``byes`` are all
    those of the rounds before, ``parameters`` and ``wishes`` all there were: each is None if it is
    the same today. ``boards`` is None if the round still has the boards that were drawn.
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
        """Whether everything that the round was drawn from is unchanged."""
        return not (self.players or self.later) and all(
            fact is None for fact in (self.games, self.byes, self.parameters, self.wishes)
        )

    def facts(self, today: TournamentState) -> TournamentState:
        """Return the state the round was drawn from. Raises StateError if there can be none."""
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
    """Return a round drawn from ``then``, with whatever differs from the tournament today."""
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
    """Return a player with only what the pairing of a round looks at."""
    absent = frozenset(missed for missed in player.absent if missed <= number)
    return replace(player, card=Card(), absent=absent, uncounted=player.uncounted & absent)


def _same(first: Collection[Game | Bye], second: Collection[Game | Bye]) -> bool:
    return frozenset(first) == frozenset(second)
