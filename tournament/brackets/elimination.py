"""A double elimination: a player who has lost twice is out, and the last one left wins.

The winners' bracket has the players who have not lost, in the tree made by the seeds; it is played
without a pause, round after round. A player who loses in it drops into the losers' bracket. The
losers of one round of the winners' bracket come in together, as soon as they are at least as many
as those already there, and meet them; in the rounds between, those already there play among
themselves and the newcomers wait. With a power of 2 that is the usual bracket, whose rounds
alternate. When one player is left in each bracket, these two play the grand final. If the unbeaten
player has to be beaten twice (:attr:`~tournament.state.methods.KnockOut.second_final`), they play
once more when both have lost once.

What the tree cannot foresee:

- A win by default or by a ruling is a win, and the other player has lost.
- If both lost a game, both have lost. Whoever was to meet the winner goes through without a game.
- A player who is due to play, is absent and has no game has lost; the opponent goes through. A
  player who only waits may be absent.
- A bye decides who goes through, in the losers' bracket even if several were given one by hand.
  Anybody else there who is present and has no board is still to play.
- If the last players are all absent, the better seed has won. If both lost the last game, somebody
  has to decide it.
- A jigo, a game without result and a game that both won have no winner: they are replayed or
  decided. A void game was never played; it needs another in its round.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.brackets.seeding import BracketError, BracketRounds, no_winner
from tournament.brackets.tree import (
    Bracket,
    Match,
    Slots,
    matches_of,
    rounds_of,
    slots_of,
    with_fixed_games,
    without_empty_rounds,
)
from tournament.state.games import Game
from tournament.state.parameters import Method
from tournament.state.results import Outcome
from tournament.state.state import TournamentState

Pair = tuple[int, int]


class WaitsFor(StrEnum):
    """What a player waits for who is still in a double elimination but has nobody to meet."""

    LAST_OPPONENT = "last_opponent"
    """An unbeaten player: for the last one in the losers' bracket."""
    TURN = "turn"
    """A player who has lost: until those already in the losers' bracket have played."""


def waiting_in(state: TournamentState, number: int) -> Mapping[int, WaitsFor]:
    """Return who was still in a double elimination in a round but had nobody to meet.

    It is nobody for other methods, and if the bracket contradicts itself before that round.
    """
    rules = state.parameters
    if rules.method is not Method.DOUBLE_ELIMINATION or number < rules.knock_out.first_round:
        return {}
    try:
        position = EliminationRounds(state.before(number), lenient=True).after(number - 1)
    except BracketError:
        return {}
    return {
        player: WaitsFor.LAST_OPPONENT if player in position.unbeaten else WaitsFor.TURN
        for player in position.waiting
    }


def most_rounds(players: int, *, second_final: bool) -> int:
    """Return the most rounds that a double elimination of this many players takes."""
    return 2 * rounds_of(players) + (second_final if players > 1 else 0)


@dataclass(frozen=True, slots=True)
class Elimination:
    """A double elimination between two rounds.

    ``upper`` is the winners' bracket, in which neighbours meet. ``first_loss`` has the round of
    each player's first loss, ``second_loss`` that of the second. ``joined`` are those who have been
    due to play in the losers' bracket. ``rounds_without_game`` counts the rounds in which a player
    went through without a game.
    """

    upper: Slots
    first_loss: Mapping[int, int]
    second_loss: Mapping[int, int]
    joined: frozenset[int]
    rounds_without_game: Mapping[int, int]

    @property
    def unbeaten(self) -> tuple[int, ...]:
        """Return who has not lost."""
        return tuple(player for player in self.upper if player is not None)

    @property
    def lower(self) -> tuple[int, ...]:
        """Return who has lost once, in the order of their losses."""
        once = [player for player in self.first_loss if player not in self.second_loss]
        return tuple(sorted(once, key=self.first_loss.__getitem__))

    @property
    def still_in(self) -> tuple[int, ...]:
        """Return who can still win."""
        return (*self.unbeaten, *self.lower)

    @property
    def final(self) -> Pair | None:
        """Return the players of the grand final, the unbeaten one first; None until it is due."""
        if len(self.unbeaten) == 1 and len(self.lower) == 1:
            return self.unbeaten[0], self.lower[0]
        return None

    @property
    def upper_matches(self) -> tuple[Match, ...]:
        """Return who meets whom in the winners' bracket."""
        return matches_of(self.upper) if len(self.unbeaten) > 1 else ()

    @property
    def lower_due(self) -> tuple[int, ...]:
        """Return who is due to play in the losers' bracket; the others wait."""
        if self.final:
            return ()
        due = [player for player in self.lower if player in self.joined]
        batches: dict[int, list[int]] = {}
        for player in self.lower:
            if player not in self.joined:
                batches.setdefault(self.first_loss[player], []).append(player)
        came = False
        for number in sorted(batches):
            if len(due) > 1 and (came or len(due) > len(batches[number])):
                break
            due += batches[number]
            came = True
        return tuple(due)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Return who is still in but not due to play in the coming round."""
        if self.final or len(self.still_in) < 2:
            return ()
        due = {*self.lower_due, *(self.unbeaten if len(self.unbeaten) > 1 else ())}
        return tuple(player for player in self.still_in if player not in due)


class EliminationRounds(BracketRounds):
    """The double elimination of a state, round by round.

    If ``lenient``, an undecided game counts as lost by nobody; otherwise it is an error.
    """

    def after(self, number: int) -> Elimination:
        """Return the double elimination as it stands after a round of the tournament.

        Raises BracketError ``no_winner`` and ``no_game`` for undecided matches, and
        ``not_in_the_tree`` for a game that the brackets cannot have.
        """
        position = Elimination(
            upper=slots_of(self.seeds),
            first_loss={},
            second_loss={},
            joined=frozenset(),
            rounds_without_game={},
        )
        for number_played in range(self._rules.first_round, number + 1):
            if len(position.still_in) < 2:
                break
            position = self._played(position, number_played)
        return position

    def matches(self, number: int) -> tuple[Match, ...]:
        """Return who was to meet whom in a round: in the winners' bracket, and of the last two.

        In the losers' bracket, the last two without a board were to meet; with more, nobody can say
        who.
        """
        position = self.after(number - 1)
        if number < self._rules.first_round or len(position.still_in) < 2:
            return ()
        upper, below = self.follow(position, self.seatings(number))
        if position.final:
            return (*upper, *(() if below else (position.final,)))
        return (*upper, *((tuple(idle),) if len(idle := _idle(position, below)) == 2 else ()))

    def unplayed(self, number: int) -> tuple[tuple[int, ...], ...]:
        """Return who was due to meet in a round and present, but did not meet.

        In the losers' bracket they are all one group, unless they are the last two.
        """
        found = self.without_a_game(self.matches(number), number)
        position = self.after(number - 1)
        _upper, below = self.follow(position, self.seatings(number))
        idle = _idle(position, below) if number >= self._rules.first_round else []
        here = self.going_through(idle, number)
        free = [player for player in here if not self.has_bye(number, player)]
        if len(idle) > 2 and len(here) > 1 and free:
            found.append(tuple(free if len(free) > 1 else here))
        return tuple(found)

    def follow(
        self, position: Elimination, games: Iterable[tuple[int, int, Message]]
    ) -> tuple[tuple[Match, ...], tuple[Pair, ...]]:
        """Return the winners' bracket's matches as changed by these games, and the other matches.

        A game is its two players and its name in an error message. The other matches are games of
        players who have lost once, and the grand final; games of players who are out are left out.
        Raises BracketError ``not_in_the_tree`` for a game across the brackets.
        """
        unbeaten, lower, final = set(position.unbeaten), set(position.lower), position.final
        upper, below = [], []
        for black, white, where in games:
            both = {black, white}
            first, second = sorted(both, key=lambda player: self.seed.get(player, -1))
            if final and both == set(final):
                below.append(final)
            elif both <= unbeaten:
                upper.append((first, second))
            elif both <= lower:
                below.append((first, second))
            elif both & (unbeaten | lower) and not self._lenient:
                raise BracketError(
                    "not_in_the_tree",
                    _(
                        "%(where)s: %(black)s and %(white)s are not both unbeaten, nor have both "
                        "lost once: take the board away, or change the seeds."
                    )
                    % self.words(black, white, where=where),
                    why=_(
                        "%(where)s: %(black)s and %(white)s are not both unbeaten, nor have both "
                        "lost once."
                    )
                    % self.words(black, white, where=where),
                )
        upper.sort(key=lambda pair: self.seed[pair[0]])
        (bracket,) = with_fixed_games([Bracket(1, position.upper)], upper)
        return (bracket.matches if len(unbeaten) > 1 else ()), tuple(below)

    def _played(self, position: Elimination, number: int) -> Elimination:
        games = self._games.get(number, [])
        upper, below = self.follow(position, self.seatings(number))
        by_player = {player: game for game in games for player in game.players}
        final = (position.final,) if position.final else ()
        meetings: tuple[Match, ...] = (
            *upper,
            *below,
            *(pair for pair in final if pair not in below),
        )
        lost = {player for match in meetings for player in self._beaten(match, by_player, number)}
        seated = {player for match in meetings for player in match}
        due = position.lower_due
        idle = _idle(position, below)
        here = self.going_through(idle, number)
        if len(here) > 1 and not (self.has_bye(number, here[0]) or self._lenient):
            raise self.no_game(number, here[0], here[1])
        if len(due) > 1:
            lost |= set(idle) - set(here)
        free = {*here, *(player for player in seated if player not in by_player)} - lost
        return replace(
            self._counted(position, lost, by_player, number),
            upper=self._upper(position, upper, lost),
            joined=position.joined.union(due, *below),
            rounds_without_game={
                player: position.rounds_without_game.get(player, 0) + (player in free)
                for player in self.seeds
            },
        )

    def _upper(self, position: Elimination, upper: tuple[Match, ...], lost: set[int]) -> Slots:
        """Return the winners' bracket after a round in which these players lost."""
        kept = [
            [player for player in match if player is not None and player not in lost]
            for match in upper
        ]
        if upper and all(len(winners) < 2 for winners in kept):
            return without_empty_rounds(tuple(winners[0] if winners else None for winners in kept))
        return without_empty_rounds(
            tuple(None if player in lost else player for player in position.upper)
        )

    def _beaten(self, match: Match, by_player: dict[int, Game], number: int) -> set[int]:
        """Return which of a match's two players have lost."""
        first, second = match
        if first is None or second is None:
            return set()
        game = by_player.get(first)
        if game is None or second not in game.players:
            away = {first, second}.difference(self.going_through(match, number))
            if not away and not self._lenient:
                raise self.no_game(number, first, second)
            return away
        match game.result.outcome:
            case Outcome.BLACK:
                return {game.white}
            case Outcome.WHITE:
                return {game.black}
            case Outcome.BOTH_LOSE:
                return {first, second}
        if self._lenient:
            return set()
        left = not self.going_through(game.players, game.round + 1)
        raise no_winner(game, self._names, left=left)

    def _counted(
        self, position: Elimination, lost: set[int], by_player: dict[int, Game], number: int
    ) -> Elimination:
        """Count the losses of a round, making sure that somebody is left."""
        final = position.final
        at_once = not self._rules.second_final and final is not None and lost == {final[0]}
        twice = lost & (position.first_loss.keys() | (lost if at_once else set()))
        if twice == set(position.still_in):
            absent = [player for player in twice if player not in by_player]
            if absent:
                twice -= {min(absent, key=self.seed.__getitem__)}
            elif not self._lenient:
                raise no_winner(by_player[min(twice)], self._names)
        return replace(
            position,
            first_loss={**dict.fromkeys(sorted(lost), number), **position.first_loss},
            second_loss={**position.second_loss, **dict.fromkeys(sorted(twice), number)},
        )


def _idle(position: Elimination, below: Iterable[Pair]) -> list[int]:
    """Return who is due to play in the losers' bracket and has no board there."""
    seated = {player for pair in below for player in pair}
    return [player for player in position.lower_due if player not in seated]
