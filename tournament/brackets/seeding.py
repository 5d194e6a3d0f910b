"""Who is in a knock-out, the first seed first, and what makes a bracket impossible."""

from collections.abc import Iterable

from language.messages import Message, Param
from language.messages import gettext_lazy as _
from tournament.brackets.tree import Match
from tournament.state.games import Game
from tournament.state.people import distinct_names, seeding_order
from tournament.state.state import TournamentState


class BracketError(ValueError):
    """A bracket that cannot go on. ``code`` is stable, ``text`` says why and what to do.

    ``why`` is for readers who can do nothing about it. ``round`` is where to do it, if that is a
    single round.
    """

    def __init__(
        self, code: str, text: Message, *, why: Message | None = None, round: int | None = None
    ) -> None:
        super().__init__(str(text))
        self.code = code
        self.text = text
        self.why = text if why is None else why
        self.round = round


def seeds_of(state: TournamentState) -> tuple[int, ...]:
    """Return the ids of the players in the knock-out, the first seed first.

    Raises BracketError ``unknown_player`` for seeds with somebody who is not in the tournament.
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
        seeding_order(
            player
            for player in state.players
            if player.takes_part(first) or (player.final and player.id in began)
        )
    )


def check_known(state: TournamentState, players: Iterable[int], where: Message) -> None:
    """Raise BracketError if ``players`` has an id that is not in the state.

    ``where`` names the list they are in, and begins the sentence.
    """
    known = {player.id for player in state.players}
    for player in players:
        if player not in known:
            raise BracketError(
                "unknown_player",
                _("%(where)s: no player has the number %(player)d.")
                % {"where": where, "player": player},
            )


class BracketRounds:
    """What following any bracket needs: its seeds, the players, and the games of each round.

    ``seed`` is everybody's place among the ``seeds``, from 0. If ``lenient``, a match that cannot
    be followed is not an error.
    """

    def __init__(self, state: TournamentState, *, lenient: bool = False) -> None:
        self._lenient = lenient
        self._rules = state.parameters.knock_out
        self._players = {player.id: player for player in state.players}
        self._names = distinct_names(state.players)
        self._games: dict[int, list[Game]] = {}
        for game in state.counted_games():
            self._games.setdefault(game.round, []).append(game)
        self._byes = frozenset((bye.round, bye.player) for bye in state.byes)
        self._seated = frozenset(
            (game.round, player) for game in state.games for player in game.players
        )
        self.seeds = seeds_of(state)
        self.seed = {player: place for place, player in enumerate(self.seeds)}

    def seatings(self, number: int) -> list[tuple[int, int, Message]]:
        """Return the games of a round: both players, and the game's name in an error message."""
        return [(game.black, game.white, game_name(game)) for game in self._games.get(number, ())]

    def going_through(self, players: Iterable[int | None], number: int) -> list[int]:
        """Return which of the players without a game in a round have not lost by that.

        Players with a bye go through, even if it was given by hand besides another; they come last.
        Of two players, the one without was absent when the bye was given and has lost, even if they
        have come back since. Of more, nobody can tell: the bye may be that of an odd number, and a
        player who is present may have had a board that was taken away. A player whose game is void
        was there all the same.
        """
        known = [player for player in players if player is not None]
        through = [player for player in known if self.has_bye(number, player)]
        others = [player for player in known if player not in through]
        void = [player for player in others if through and (number, player) in self._seated]
        if len(known) == 2 and len(through) == 1:
            return void + through
        here = [player for player in others if self._players[player].takes_part(number)]
        return [player for player in others if player in here or player in void] + through

    def without_a_game(self, matches: Iterable[Match], number: int) -> list[tuple[int, ...]]:
        """Return the matches of a round whose players were both there but had no game."""
        played = {frozenset(game.players) for game in self._games.get(number, ())}
        return [
            (first, second)
            for first, second in matches
            if first is not None
            and second is not None
            and frozenset((first, second)) not in played
            and len(self.going_through((first, second), number)) > 1
        ]

    def no_game(self, number: int, first: int, second: int) -> BracketError:
        """Return the error for two players who were to meet and did not."""
        if self.has_bye(number, first) and self.has_bye(number, second):
            why = _("Round %(number)d: %(one)s and %(other)s are due to meet, and both have a bye.")
            text = _(
                "Round %(number)d: %(one)s and %(other)s are due to meet, and both have a bye: "
                "take it from whoever does not go through."
            )
        else:
            why = _("Round %(number)d: %(one)s and %(other)s are due to meet and have no game.")
            text = _(
                "Round %(number)d: %(one)s and %(other)s are due to meet and have no game: enter "
                "it, mark who does not play as absent, give whoever goes through a bye, or set the "
                "seeds."
            )
        values: dict[str, Param] = {
            "number": number,
            "one": self._names[first],
            "other": self._names[second],
        }
        return BracketError("no_game", text % values, why=why % values, round=number)

    def words(self, black: int, white: int, *, where: Message) -> dict[str, Param]:
        """Return the parameters of an error about a game: its players and its name."""
        return {"where": where, "black": self._names[black], "white": self._names[white]}

    def has_bye(self, number: int, player: int) -> bool:
        """Return whether a player has a bye in a round."""
        return (number, player) in self._byes


def game_name(game: Game) -> Message:
    """Return a game's name in an error message."""
    return _("Round %(round)d, board %(board)d") % {"round": game.round, "board": game.table}


def no_winner(game: Game, names: dict[int, str], *, left: bool = False) -> BracketError:
    """Return the error for a game after which nobody can go on: it is open, or nobody has won.

    ``left`` says that neither of the two plays in the next round.
    """
    text = _("%(where)s has no winner: %(black)s or %(white)s has to go on.")
    if game.result.known:
        text = _(
            "%(where)s has no winner: %(black)s or %(white)s has to go on. Correct its result; "
            "where neither came, correct the game as not played and mark both absent in the round."
        )
    elif left:
        text = _(
            "%(where)s has no winner, and neither %(black)s nor %(white)s plays after it: enter "
            "that both were absent, or who has won."
        )
    values: dict[str, Param] = {
        "where": game_name(game),
        "black": names[game.black],
        "white": names[game.white],
    }
    why = _("%(where)s, %(black)s – %(white)s, has no winner.") % values
    return BracketError("no_winner", text % values, why=why, round=game.round)
