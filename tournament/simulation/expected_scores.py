"""Black's expected score in every game of a round, from what was known before it."""

from collections.abc import Mapping

from tournament.simulation.learning import update_beliefs
from tournament.simulation.playing import may_be_drawn
from tournament.simulation.strength import Model, advantage_of, beliefs_of, chance_of
from tournament.state.games import Game
from tournament.state.state import TournamentState


def expected_scores(
    state: TournamentState, round_number: int, *, model: Model
) -> Mapping[Game, float]:
    """Return Black's expected score in every game of a round, from 0 to 1.

    It follows from ratings and the results of the rounds before; handicap and komi count, and a
    jigo, where possible, is half a point.
    """
    before = state.before(round_number)
    beliefs = update_beliefs(beliefs_of(before.players, model), before, model)
    found = {}
    for game in state.games:
        if game.round != round_number:
            continue
        advantage = advantage_of(game, state.parameters.komi)
        chance = chance_of(beliefs, model, game.black, game.white, advantage)
        drawn = model.jigo if may_be_drawn(state, game) else 0.0
        found[game] = chance * (1 - drawn) + drawn / 2
    return found
