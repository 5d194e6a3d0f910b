"""A knock-out, round by round: the tree that results from the games so far."""

from collections.abc import Iterable

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.brackets.seeding import BracketError, BracketRounds, no_winner
from tournament.brackets.tree import (
    Bracket,
    BracketTree,
    Match,
    initial_tree,
    tree_after_round,
    with_fixed_games,
)
from tournament.state.games import Game
from tournament.state.results import Outcome
from tournament.state.state import TournamentState


class KnockOutRounds(BracketRounds):
    """The knock-out of a state, round by round.

    If ``lenient``, a match that cannot be followed is not an error: the players of an undecided
    match are in ``undecided``, with the best place that they can still reach.
    """

    def __init__(self, state: TournamentState, *, lenient: bool = False) -> None:
        super().__init__(state, lenient=lenient)
        self.undecided: dict[int, int] = {}

    def tree(self, after: int) -> BracketTree:
        """Return the tree after a round of the tournament."""
        tree = initial_tree(self.seeds)
        for number in range(self._rules.first_round, after + 1):
            tree = self._played(tree, number)
        return tree

    def matches(self, number: int) -> tuple[Match, ...]:
        """Return who was to meet whom in a round, as changed by its games."""
        if number < self._rules.first_round:
            return ()
        brackets = self.follow(self.tree(number - 1).brackets, self.seatings(number))
        return tuple(match for bracket in brackets for match in bracket.matches)

    def unplayed(self, number: int) -> tuple[tuple[int, ...], ...]:
        """Return who was due to meet in a round and present, but did not meet."""
        return tuple(self.without_a_game(self.matches(number), number))

    def follow(
        self, brackets: Iterable[Bracket], games: Iterable[tuple[int, int, Message]]
    ) -> list[Bracket]:
        """Return the brackets as changed by games of the round.

        A game is its two players and its name in an error message.
        """
        brackets = list(brackets)
        at = {player: bracket for bracket in brackets for player in bracket.players}
        inside = []
        for black, white, where in games:
            if black not in at and white not in at:
                continue
            if black not in at or white not in at or at[black] is not at[white]:
                if self._lenient:
                    continue
                raise BracketError(
                    "not_in_the_tree",
                    _(
                        "%(where)s: %(black)s and %(white)s do not play for the same place in the "
                        "knock-out: take the board away, or change the seeds."
                    )
                    % self.words(black, white, where=where),
                    why=_(
                        "%(where)s: %(black)s and %(white)s do not play for the same place in the "
                        "knock-out."
                    )
                    % self.words(black, white, where=where),
                )
            first, second = sorted((black, white), key=self.seed.__getitem__)
            inside.append((first, second))
        return with_fixed_games(brackets, sorted(inside, key=lambda pair: self.seed[pair[0]]))

    def _played(self, tree: BracketTree, number: int) -> BracketTree:
        games = self._games.get(number, [])
        brackets = self.follow(tree.brackets, self.seatings(number))
        by_player = {player: game for game in games for player in game.players}
        best = {player: bracket.first for bracket in brackets for player in bracket.players}

        def outcome(match: Match) -> Match:
            first, second = match
            if first is None or second is None:
                return (second if first is None else first), None
            game = by_player.get(first)
            met = game is not None and second in game.players
            try:
                winner = (
                    self._winner(game) if game and met else self._present(first, second, number)
                )
            except BracketError:
                if not self._lenient:
                    raise
                self.undecided |= {first: best[first], second: best[second]}
                return None, None
            return winner, second if winner == first else first

        opening = number == self._rules.first_round
        return tree_after_round(
            BracketTree(tuple(brackets), tree.settled), outcome, self._rules.consolation, opening
        )

    def _winner(self, game: Game) -> int:
        match game.result.outcome:
            case Outcome.BLACK:
                return game.black
            case Outcome.WHITE:
                return game.white
        left = not self.going_through(game.players, game.round + 1)
        raise no_winner(game, self._names, left=left)

    def _present(self, first: int, second: int, number: int) -> int:
        """Return who goes on from a match without a game; if both are absent, the better seed."""
        by_seed = sorted((first, second), key=self.seed.__getitem__)
        here = self.going_through((first, second), number) or by_seed[:1]
        if len(here) == 1:
            return here[0]
        raise self.no_game(number, first, second)
