"""Who may still win an event that is running: exactly where little is left, else by playing on.

Strengths are those that ratings and results so far tell (:mod:`tournament.simulation.learning`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournament.simulation.figures import Figure, figure_of
from tournament.simulation.learning import learned
from tournament.simulation.outcomes import endings, open_games
from tournament.simulation.playing import Field, Luck, may_be_drawn, paired, played_out
from tournament.simulation.strength import Beliefs, Model, advantage_of, beliefs_of
from tournament.standings.table import standings
from tournament.state.results import Outcome
from tournament.state.state import TournamentState

MOST_LEAVES = 2048
"""Ways in which what is left can go, all of which are looked at; beyond it is played at random."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Every player's chance to win and to be among the first ``prizes``, by id.

    ``exact`` says that every way was looked at: the intervals have no width then. Of who shares a
    place that ends within the prizes, each counts as in; who shares first place has a share of it.
    """

    win: Mapping[int, Figure]
    prize: Mapping[int, Figure]
    exact: bool
    prizes: int


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A way in which the event can end, and how likely it is."""

    state: TournamentState
    chance: float


def odds(
    state: TournamentState, *, model: Model, prizes: int = 3, events: int = 1000, seed: int = 0
) -> Odds:
    """Return the odds after the results that a state has.

    Raises PairingError where a round to come cannot be paired.
    """
    beliefs = learned(beliefs_of(state.players, model), state, model)
    leaves = _leaves(state, beliefs, model)
    if leaves is not None:
        return _weighed(leaves, prizes)
    wins: dict[int, list[float]] = {player.id: [] for player in state.players}
    prized: dict[int, list[float]] = {player.id: [] for player in state.players}
    for event in range(events):
        field = Field(beliefs.drawn(seed, event), model)
        first, among = _placed(played_out(state, field, Luck(seed, event)), prizes)
        for player in state.players:
            wins[player.id].append(first.get(player.id, 0.0))
            prized[player.id].append(float(player.id in among))
    return Odds(
        {player: figure_of(values, share=True) for player, values in wins.items()},
        {player: figure_of(values, share=True) for player, values in prized.items()},
        exact=False,
        prizes=prizes,
    )


def _weighed(leaves: list[_Leaf], prizes: int) -> Odds:
    win: dict[int, float] = {player.id: 0.0 for player in leaves[0].state.players}
    prize = dict(win)
    for leaf in leaves:
        first, among = _placed(leaf.state, prizes)
        for player, share in first.items():
            win[player] += leaf.chance * share
        for player in among:
            prize[player] += leaf.chance
    count = len(leaves)
    return Odds(
        {player: Figure(chance, chance, chance, count) for player, chance in win.items()},
        {player: Figure(chance, chance, chance, count) for player, chance in prize.items()},
        exact=True,
        prizes=prizes,
    )


def _placed(state: TournamentState, prizes: int) -> tuple[dict[int, float], set[int]]:
    """Return the shares of first place, and who is within the prizes."""
    places = standings(state).places.tolist()
    ids = [player.id for player in state.players]
    taking = [player.final for player in state.players]
    winners = [
        player
        for player, place, final in zip(ids, places, taking, strict=True)
        if place == 1 and final
    ]
    among = {
        player
        for player, place, final in zip(ids, places, taking, strict=True)
        if place <= prizes and final
    }
    return {player: 1 / len(winners) for player in winners}, among


def _leaves(state: TournamentState, beliefs: Beliefs, model: Model) -> list[_Leaf] | None:
    """Return every way in which the event can end; None where there are too many.

    Chances of games are those of the most probable strengths.
    """
    field = Field(beliefs.middle, model)
    leaves = [_Leaf(state, 1.0)]
    last = state.parameters.scoring.rounds
    for number in range(state.played_rounds, last + 1):
        if number > state.played_rounds:
            leaves = [
                replace(leaf, state=paired(leaf.state, number) or leaf.state) for leaf in leaves
            ]
        if len(leaves) * _ways(leaves[0].state) > MOST_LEAVES:
            return None
        leaves = [
            _Leaf(ended, leaf.chance * _chance(ended, leaf.state, field))
            for leaf in leaves
            for ended in endings(leaf.state)
        ]
    return leaves


def _ways(state: TournamentState) -> int:
    count = 1
    for game in open_games(state):
        count *= 3 if may_be_drawn(state, game) else 2
    return count


def _chance(ended: TournamentState, before: TournamentState, field: Field) -> float:
    """Return how likely it is that the open games ended so."""
    komi = before.parameters.komi
    chance = 1.0
    for game, was in zip(ended.games, before.games, strict=True):
        if was.result.known:
            continue
        wins = field.model.win_chance(
            field.strengths[game.black], field.strengths[game.white], advantage_of(game, komi)
        )
        drawn = field.model.jigo if may_be_drawn(before, game) else 0.0
        if game.result.outcome is Outcome.JIGO:
            chance *= drawn
        else:
            won = wins if game.result.outcome is Outcome.BLACK else 1 - wins
            chance *= won * (1 - drawn)
    return chance
