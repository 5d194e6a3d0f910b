"""Knock-out: who loses is out, or plays on for the places below.

Everything follows from the seeds and the games so far. Players without explicit seeds are seeded by
rank and rating, so whoever corrects these later changes the tree: :func:`seeds_of` gives the seeds
to be written into the parameters once the first round is drawn.
"""

from collections.abc import Iterable, Iterator

from language.localtext import LocalText
from tournament.pairing.bracket import (
    Bracket,
    Match,
    Place,
    Tree,
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

    Who has no opponent, or one who is absent, goes through: he has the bye when he is the only one
    with nobody in the tree, otherwise he is unpaired. A fixed board between two players of one
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
        tree = Tree()
    if not tree.brackets and not request.fixed:
        raise _nothing_left(request, len(knock_out.seeds))
    where = LocalText("A fixed board", "Une table fixée")
    fixed = [(board.black, board.white, where) for board in request.fixed]
    brackets = knock_out.follow(tree.brackets, fixed)
    matches = [match for bracket in brackets for match in bracket.matches]
    free = [player for match in matches if (player := _alone(match)) is not None]
    _check_bye(request, matches)
    bye = free[0] if len(free) == 1 else None
    return seat(
        request,
        [Pair(one, other) for one, other in matches if one is not None and other is not None],
        bye=bye if request.bye is None else request.bye,
        notes=list(_notes(request, matches)),
    )


def places(state: TournamentState, after: int | None = None) -> tuple[Place, ...]:
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
        check_known(state, rules.seeds, LocalText("Seeds", "Têtes de série"))
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

    def tree(self, after: int) -> Tree:
        """Return the tree after a round of the tournament."""
        tree = planted(self.seeds)
        for number in range(self._rules.first_round, after + 1):
            tree = self._played(tree, number)
        return tree

    def follow(
        self, brackets: Iterable[Bracket], games: Iterable[tuple[int, int, LocalText]]
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
                    LocalText(
                        f"{where.en}: {self._names[black]} and {self._names[white]} do not play for"
                        " the same place in the knock-out: take the board away, or change the"
                        " seeds.",
                        f"{where.fr} : {self._names[black]} et {self._names[white]} ne jouent pas"
                        " pour la même place de l'élimination directe : retirez la table, ou"
                        " changez les têtes de série.",
                    ),
                )
            one, other = sorted((black, white), key=self._seed.__getitem__)
            inside.append((one, other))
        return exchanged(brackets, sorted(inside, key=lambda pair: self._seed[pair[0]]))

    def _played(self, tree: Tree, number: int) -> Tree:
        games = self._games.get(number, [])
        brackets = self.follow(
            tree.brackets,
            [(game.black, game.white, _where(game)) for game in games],
        )
        by_player = {player: game for game in games for player in game.players}

        def outcome(match: Match) -> Match:
            one, other = match
            if one is None or other is None:
                return (other if one is None else one), None
            game = by_player.get(one)
            winner = self._winner(game) if game else self._present(one, other, number)
            return winner, other if winner == one else one

        opening = number == self._rules.first_round
        return advanced(
            Tree(tuple(brackets), tree.settled), outcome, self._rules.consolation, opening
        )

    def _winner(self, game: Game) -> int:
        match game.result.outcome:
            case Outcome.BLACK:
                return game.black
            case Outcome.WHITE:
                return game.white
        raise PairingError(
            "no_winner",
            LocalText(
                f"{_where(game).en} has no winner: {self._names[game.black]} or"
                f" {self._names[game.white]} has to go on.",
                f"{_where(game).fr}, n'a pas de vainqueur : {self._names[game.black]} ou"
                f" {self._names[game.white]} doit passer.",
            ),
        )

    def _present(self, one: int, other: int, number: int) -> int:
        """Return who goes on from a match without a game; of two absent players the better seed."""
        here = [
            player for player in (one, other) if self._players[player].takes_part(number)
        ] or sorted((one, other), key=self._seed.__getitem__)[:1]
        if len(here) == 1:
            return here[0]
        raise PairingError(
            "no_game",
            LocalText(
                f"Round {number}: {self._names[one]} and {self._names[other]} are due to meet and"
                " have no game: enter it, mark who does not play as absent, or set the seeds.",
                f"Ronde {number} : {self._names[one]} et {self._names[other]} doivent se rencontrer"
                " et n'ont pas de partie : saisissez-la, marquez absent qui ne joue pas, ou fixez"
                " les têtes de série.",
            ),
        )


def _where(game: Game) -> LocalText:
    """Return what an error calls a game."""
    return LocalText(
        f"Round {game.round}, table {game.table}", f"Ronde {game.round}, table {game.table}"
    )


def _alone(match: Match) -> int | None:
    """Return who has nobody to meet in a match."""
    one, other = match
    if one is None:
        return other
    return one if other is None else None


def _check_bye(request: PairingRequest, matches: list[Match]) -> None:
    for one, other in matches:
        if request.bye is not None and request.bye in (one, other) and None not in (one, other):
            name = names_of(request.state)[request.bye]
            raise PairingError(
                "bye_in_the_tree",
                LocalText(
                    f"{name} has an opponent in the knock-out: take the bye back, or change the"
                    " seeds.",
                    f"{name} a un adversaire dans l'élimination directe : retirez l'exemption, ou"
                    " changez les têtes de série.",
                ),
            )


def _notes(request: PairingRequest, matches: list[Match]) -> Iterator[LocalText]:
    names, playing = names_of(request.state), selected(request)
    for one, other in matches:
        for here, away in ((one, other), (other, one)):
            if here in playing and away not in playing and here is not None:
                en = fr = ""
                if away is not None:
                    en, fr = f": {names[away]} does not play", f" : {names[away]} ne joue pas"
                yield LocalText(
                    en=f"{names[here]} goes through without a game{en}.",
                    fr=f"{names[here]} passe sans jouer{fr}.",
                )


def _nothing_left(request: PairingRequest, players: int) -> PairingError:
    first = request.state.parameters.knock_out.first_round
    if request.round < first:
        return PairingError(
            "knock_out_later",
            LocalText(
                f"The knock-out begins in round {first}: fix the boards of this round by hand.",
                f"L'élimination directe commence à la ronde {first} : fixez les parties de cette"
                " ronde à la main.",
            ),
        )
    if players < 2:
        return PairingError(
            "too_few_players",
            LocalText(
                "A knock-out needs at least 2 players.",
                "Une élimination directe demande au moins 2 joueurs.",
            ),
        )
    return PairingError(
        "knock_out_over",
        LocalText(
            "Every match of the knock-out is played; further games are fixed by hand.",
            "Tous les matchs de l'élimination directe sont joués ; d'autres parties se fixent à la"
            " main.",
        ),
    )
