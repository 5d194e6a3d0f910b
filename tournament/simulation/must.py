"""What must happen for a player to win the event, worked out from every way it can end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.state.games import Game
from tournament.state.results import Outcome


@dataclass(frozen=True, slots=True)
class Ending:
    """A way an event can end: who is first, and the games that were still to be played."""

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
    """How a game between two others has to end. ``outcome`` is a win or a jigo."""

    round: int
    black: int
    white: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class WinningConditions:
    """What has to happen for a player to be first, alone or with others.

    ``sure`` means first whatever happens, ``out`` means never first. ``wins`` are the rounds that
    the player has to win and ``results`` how games of others have to end; ``that_is_all`` says that
    nothing else has to happen. ``wins_suffice`` says that winning all games left is enough to be
    first, even if it is not necessary.
    """

    sure: bool = False
    out: bool = False
    wins: tuple[int, ...] = ()
    results: tuple[NeededResult, ...] = ()
    that_is_all: bool = False
    wins_suffice: bool = False


def what_must_happen(
    endings: Sequence[Ending], players: Iterable[int]
) -> Mapping[int, WinningConditions]:
    """Return what has to happen for each player to be first, from every possible ending."""
    return {player: _must(endings, player) for player in players}


def _must(endings: Sequence[Ending], player: int) -> WinningConditions:
    good = [ending for ending in endings if player in ending.first]
    if not good:
        return WinningConditions(out=True)
    if len(good) == len(endings):
        return WinningConditions(sure=True)
    wins = frozenset.intersection(*(ending.wins(player) for ending in good))
    results = set.intersection(*(_of_others(ending, player) for ending in good))
    as_needed = [
        ending
        for ending in endings
        if wins <= ending.wins(player) and results <= _of_others(ending, player)
    ]
    most = max(len(ending.wins(player)) for ending in endings)
    winning_all = [ending for ending in endings if len(ending.wins(player)) == most]
    return WinningConditions(
        wins=tuple(sorted(wins)),
        results=tuple(sorted(results, key=lambda needed: (needed.round, needed.black))),
        that_is_all=len(as_needed) == len(good),
        wins_suffice=most > 0 and all(player in ending.first for ending in winning_all),
    )


def _of_others(ending: Ending, player: int) -> set[NeededResult]:
    """Return the results of the games in which a player had no part."""
    return {
        NeededResult(game.round, game.black, game.white, game.result.outcome)
        for game in ending.games
        if player not in game.players
    }
