"""What must happen for a player to win the event, read off all ways in which it can end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.state.games import Game
from tournament.state.results import Outcome


@dataclass(frozen=True, slots=True)
class Ending:
    """A way in which an event can end: who is first, and the games that were still to be played."""

    first: frozenset[int]
    games: tuple[Game, ...]

    def wins(self, player: int) -> frozenset[int]:
        """Return the rounds in which a player won one of these games."""
        return frozenset(
            game.round
            for game in self.games
            if (game.result.outcome, player)
            in ((Outcome.BLACK, game.black), (Outcome.WHITE, game.white))
        )


@dataclass(frozen=True, slots=True)
class NeededResult:
    """How a game of two others has to end. ``outcome`` is a win or a jigo."""

    round: int
    black: int
    white: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Must:
    """What has to happen for a player to be first, alone or with others.

    ``sure`` are first whatever happens, ``out`` whatever happens are not. ``wins`` are the rounds
    that they have to win and ``results`` how games of others have to end; ``that_is_all`` says that
    nothing else has to happen. ``wins_suffice`` says that whoever wins all that is left is first,
    which need not be necessary.
    """

    sure: bool = False
    out: bool = False
    wins: tuple[int, ...] = ()
    results: tuple[NeededResult, ...] = ()
    that_is_all: bool = False
    wins_suffice: bool = False


def what_must_happen(endings: Sequence[Ending], players: Iterable[int]) -> Mapping[int, Must]:
    """Return of everybody what has to happen for them to be first, from all endings there are."""
    return {player: _must(endings, player) for player in players}


def _must(endings: Sequence[Ending], player: int) -> Must:
    good = [ending for ending in endings if player in ending.first]
    if not good:
        return Must(out=True)
    if len(good) == len(endings):
        return Must(sure=True)
    wins = frozenset.intersection(*(ending.wins(player) for ending in good))
    results = set.intersection(*(_of_others(ending, player) for ending in good))
    as_needed = [
        ending
        for ending in endings
        if wins <= ending.wins(player) and results <= _of_others(ending, player)
    ]
    most = max(len(ending.wins(player)) for ending in endings)
    winning_all = [ending for ending in endings if len(ending.wins(player)) == most]
    return Must(
        wins=tuple(sorted(wins)),
        results=tuple(sorted(results, key=lambda needed: (needed.round, needed.black))),
        that_is_all=len(as_needed) == len(good),
        wins_suffice=most > 0 and all(player in ending.first for ending in winning_all),
    )


def _of_others(ending: Ending, player: int) -> set[NeededResult]:
    """Return how the games ended that a player had no part in."""
    return {
        NeededResult(game.round, game.black, game.white, game.result.outcome)
        for game in ending.games
        if player not in game.players
    }
