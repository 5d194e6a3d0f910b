"""Knock-outs: a player who loses is out, or plays on for the places below.

Everything follows from the seeds and the games so far. Players without explicit seeds are seeded by
rank and rating, so whoever corrects these later changes the tree: :func:`seeds_of` gives the seeds
to be written into the parameters once the first round is drawn.
"""

from collections.abc import Iterable, Iterator

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.pairing.bracket import (
    Bracket,
    BracketTree,
    Match,
    PlaceRange,
    advanced,
    exchanged,
    planted,
    rounds_of,
)
from tournament.pairing.pairing import Pairing, PairingError, PairingRequest
from tournament.pairing.request import names_of, selected
from tournament.pairing.seating import Pair, by_strength, check_known, check_seating, seat
from tournament.state.games import Game
from tournament.state.results import Outcome
from tournament.state.state import TournamentState


def pair(request: PairingRequest) -> Pairing:
    """Return the matches of the round.

    A player without an opponent, or with an absent one, goes through: with the bye if nobody else
    has no opponent in the tree, otherwise unpaired. A fixed board between two players of one
    bracket changes the tree; other fixed boards must be of players who are out. Outside the
    knock-out's rounds only fixed boards are possible.

    Raises PairingError ``no_winner`` and ``no_game`` for a match of an earlier round that is not
    decided, ``not_in_the_tree`` for a game or fixed board that the tree cannot have,
    ``bye_in_the_tree`` for a bye by hand of a player with an opponent, ``knock_out_over``,
    ``knock_out_later`` and ``too_few_players`` where there is no such round.
    """
    check_seating(request)
    rules = request.state.parameters.knock_out
    state = request.state.before(request.round)
    knock_out = _KnockOut(state)
    tree = knock_out.tree(request.round - 1)
    if request.round < rules.first_round:
        tree = BracketTree()
    if not tree.brackets and not request.fixed:
        raise _nothing_left(request, len(knock_out.seeds))
    where = _("A fixed board")
    fixed = [(board.black, board.white, where) for board in request.fixed]
    brackets = knock_out.follow(tree.brackets, fixed)
    matches = [match for bracket in brackets for match in bracket.matches]
    free = [player for match in matches if (player := _alone(match)) is not None]
    _check_bye(request, matches)
    bye = free[0] if len(free) == 1 else None
    return seat(
        request,
        [
            Pair(first, second)
            for first, second in matches
            if first is not None and second is not None
        ],
        bye=bye if request.bye is None else request.bye,
        notes=list(_notes(request, matches)),
    )


def places(state: TournamentState, after: int | None = None) -> tuple[PlaceRange, ...]:
    """Return the places of everybody in the knock-out after a round, by default the last played.

    The best come first. Players who lost in one round and play no more share their places; a place
    that is not settled is still played for. Raises PairingError as :func:`pair` does for matches
    that are not decided.
    """
    after = state.played_rounds if after is None else after
    return _KnockOut(state.before(after + 1)).tree(after).places


def rounds_needed(state: TournamentState) -> int:
    """Return the number of rounds; consolation games fit in."""
    return rounds_of(len(seeds_of(state)))


def seeds_of(state: TournamentState) -> tuple[int, ...]:
    """Return the ids of the players in the knock-out, the first seed first.

    Raises PairingError ``unknown_player`` for seeds with somebody who is not in the tournament.
    """
    rules = state.parameters.knock_out
    if rules.seeds:
        check_known(state, rules.seeds, _("Seeds"))
        return rules.seeds
    first = rules.first_round
    began = {
        player for game in state.counted_games() if game.round == first for player in game.players
    }
    return tuple(
        by_strength(
            player
            for player in state.players
            if player.takes_part(first) or (player.final and player.id in began)
        )
    )


class _KnockOut:
    """The knock-out of a state, round by round."""

    def __init__(self, state: TournamentState) -> None:
        self._rules = state.parameters.knock_out
        self._players = {player.id: player for player in state.players}
        self._names = names_of(state)
        self._games: dict[int, list[Game]] = {}
        for game in state.counted_games():
            self._games.setdefault(game.round, []).append(game)
        self.seeds = seeds_of(state)
        self._seed = {player: place for place, player in enumerate(self.seeds)}

    def tree(self, after: int) -> BracketTree:
        """Return the tree after a round of the tournament."""
        tree = planted(self.seeds)
        for number in range(self._rules.first_round, after + 1):
            tree = self._played(tree, number)
        return tree

    def follow(
        self, brackets: Iterable[Bracket], games: Iterable[tuple[int, int, Message]]
    ) -> list[Bracket]:
        """Return the brackets as games of the round change them.

        A game is its two players and what an error calls it.
        """
        brackets = list(brackets)
        at = {player: bracket for bracket in brackets for player in bracket.players}
        inside = []
        for black, white, where in games:
            if black not in at and white not in at:
                continue
            if black not in at or white not in at or at[black] is not at[white]:
                raise PairingError(
                    "not_in_the_tree",
                    _(
                        "%(where)s: %(black)s and %(white)s do not play for the same place in the "
                        "knock-out: take the board away, or change the seeds."
                    )
                    % {"where": where, "black": self._names[black], "white": self._names[white]},
                )
            first, second = sorted((black, white), key=self._seed.__getitem__)
            inside.append((first, second))
        return exchanged(brackets, sorted(inside, key=lambda pair: self._seed[pair[0]]))

    def _played(self, tree: BracketTree, number: int) -> BracketTree:
        games = self._games.get(number, [])
        brackets = self.follow(
            tree.brackets,
            [(game.black, game.white, _where(game)) for game in games],
        )
        by_player = {player: game for game in games for player in game.players}

        def outcome(match: Match) -> Match:
            first, second = match
            if first is None or second is None:
                return (second if first is None else first), None
            game = by_player.get(first)
            winner = self._winner(game) if game else self._present(first, second, number)
            return winner, second if winner == first else first

        opening = number == self._rules.first_round
        return advanced(
            BracketTree(tuple(brackets), tree.settled), outcome, self._rules.consolation, opening
        )

    def _winner(self, game: Game) -> int:
        match game.result.outcome:
            case Outcome.BLACK:
                return game.black
            case Outcome.WHITE:
                return game.white
        raise PairingError(
            "no_winner",
            _("%(where)s has no winner: %(black)s or %(white)s has to go on.")
            % {
                "where": _where(game),
                "black": self._names[game.black],
                "white": self._names[game.white],
            },
        )

    def _present(self, first: int, second: int, number: int) -> int:
        """Return who goes on from a match without a game; of two absent players the better seed."""
        here = [
            player for player in (first, second) if self._players[player].takes_part(number)
        ] or sorted((first, second), key=self._seed.__getitem__)[:1]
        if len(here) == 1:
            return here[0]
        raise PairingError(
            "no_game",
            _(
                "Round %(number)d: %(one)s and %(other)s are due to meet and have no game: enter "
                "it, mark who does not play as absent, or set the seeds."
            )
            % {"number": number, "one": self._names[first], "other": self._names[second]},
        )


def _where(game: Game) -> Message:
    """Return what an error calls a game."""
    return _("Round %(round)d, table %(table)d") % {"round": game.round, "table": game.table}


def _alone(match: Match) -> int | None:
    """Return who has nobody to meet in a match."""
    first, second = match
    if first is None:
        return second
    return first if second is None else None


def _check_bye(request: PairingRequest, matches: list[Match]) -> None:
    for first, second in matches:
        if (
            request.bye is not None
            and request.bye in (first, second)
            and None not in (first, second)
        ):
            name = names_of(request.state)[request.bye]
            raise PairingError(
                "bye_in_the_tree",
                _(
                    "%(name)s has an opponent in the knock-out: take the bye back, or change the "
                    "seeds."
                )
                % {"name": name},
            )


def _notes(request: PairingRequest, matches: list[Match]) -> Iterator[Message]:
    names, playing = names_of(request.state), selected(request)
    for first, second in matches:
        for here, away in ((first, second), (second, first)):
            if here in playing and away not in playing and here is not None:
                if away is None:
                    yield _("%(name)s goes through without a game.") % {"name": names[here]}
                else:
                    yield _("%(name)s goes through without a game: %(away)s does not play.") % {
                        "name": names[here],
                        "away": names[away],
                    }


def _nothing_left(request: PairingRequest, players: int) -> PairingError:
    first = request.state.parameters.knock_out.first_round
    if request.round < first:
        return PairingError(
            "knock_out_later",
            _("The knock-out begins in round %(first)d: fix the boards of this round by hand.")
            % {"first": first},
        )
    if players < 2:
        return PairingError(
            "too_few_players",
            _("A knock-out needs at least 2 players."),
        )
    return PairingError(
        "knock_out_over",
        _("Every match of the knock-out is played; further games are fixed by hand."),
    )
