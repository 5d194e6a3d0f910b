"""What a result list cannot explain even though every number in it adds up.

A score is a starting score plus what the games gave. Swapping a result while leaving the scores as
they are amounts to changing two starting scores by the points of that game: the numbers still
agree, but the starting scores no longer fit the ranks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from language.messages import Message, comma_list, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.state.games import Game
from tournament.state.people import Player
from tournament.state.results import Decided, Outcome
from tournament.state.state import TournamentState

_BOTH = (Outcome.BOTH_LOSE, Outcome.BOTH_WIN)


@dataclass(frozen=True, slots=True)
class Doubts:
    """The doubts about a list whose scores add up.

    ``both`` are games that both players lost, or both won, and that are not marked as decided by
    default; a ``tou`` cannot mark that, so perhaps nobody came. ``exchanged`` are games whose
    opposite result would explain the starting scores of both players. ``unexplained`` are players
    whose starting score does not follow from their rank and is shared by nobody else of that rank.
    """

    both: tuple[Game, ...] = ()
    exchanged: tuple[Game, ...] = ()
    unexplained: tuple[int, ...] = ()

    @property
    def contradictory(self) -> bool:
        """Whether the games contradict each other or the scores, whatever the starting scores."""
        return bool(self.both or self.exchanged)


NO_DOUBTS = Doubts()


def doubts_of(state: TournamentState) -> Doubts:
    """Return the doubts about a state in which corrections explain all unusual starting scores."""
    corrections = {player.id: player.smms_correction for player in state.players}
    unexplained = frozenset(_unexplained(state.players))
    return Doubts(
        both=tuple(
            game
            for game in state.games
            if game.result.outcome in _BOTH and game.result.decided is Decided.PLAY
        ),
        exchanged=tuple(
            game
            for game in state.games
            if _would_explain(game, corrections) and unexplained.intersection(game.players)
        ),
        unexplained=tuple(player.id for player in state.players if player.id in unexplained),
    )


def _unexplained(players: tuple[Player, ...]) -> list[int]:
    alone = []
    by_start = sorted(players, key=lambda player: (player.rank, player.smms_correction))
    for (_rank, correction), group in groupby(
        by_start, key=lambda player: (player.rank, player.smms_correction)
    ):
        first, *others = group
        if correction and not others:
            alone.append(first.id)
    return alone


def _would_explain(game: Game, corrections: Mapping[int, int]) -> bool:
    """Whether the loser has a point too many and the winner a point too few."""
    if game.result.outcome is Outcome.BLACK:
        winner, loser = game.players
    elif game.result.outcome is Outcome.WHITE:
        loser, winner = game.players
    else:
        return False
    return corrections[loser] == 1 and corrections[winner] == -1


def doubt_sentences(doubts: Doubts, names: Mapping[int, str]) -> list[Message]:
    """Return sentences about doubts, the gravest first."""
    said = [_both(game, names) for game in doubts.both]
    for game in doubts.exchanged:
        about = _(
            "Round %(round)d, %(black)s – %(white)s: with the opposite result the scores of both "
            "would follow from their ranks. This result or both scores are wrong."
        )
        said.append(about % _game_values(game, names))
    if doubts.unexplained:
        count = ngettext_lazy(
            "%(count)d player’s score does not follow from their games unless they started higher "
            "or lower than others of their rank: %(names)s.",
            "%(count)d players’ scores do not follow from their games unless they started higher "
            "or lower than others of their rank: %(names)s.",
            "count",
        )
        listing = comma_list(names[player] for player in doubts.unexplained)
        said.append(count % {"count": len(doubts.unexplained), "names": listing})
    return said


def _both(game: Game, names: Mapping[int, str]) -> Message:
    texts = {
        Outcome.BOTH_LOSE: _(
            "Round %(round)d, %(black)s – %(white)s: both have lost the same game. Unless a "
            "referee ruled so or nobody came, one of the two lines is wrong."
        ),
        Outcome.BOTH_WIN: _(
            "Round %(round)d, %(black)s – %(white)s: both have won the same game. Unless a "
            "referee ruled so, one of the two lines is wrong."
        ),
    }
    return texts[game.result.outcome] % _game_values(game, names)


def _game_values(game: Game, names: Mapping[int, str]) -> dict[str, int | str]:
    return {"round": game.round, "black": names[game.black], "white": names[game.white]}
