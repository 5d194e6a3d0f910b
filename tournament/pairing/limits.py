"""Parameters that weights can be computed with, so that no sum leaves 64 bits."""

from tournament.pairing.pairing import PairingError
from tournament.state.parameters import Parameters, System
from tournament.state.state import TournamentState

_LARGEST = 2**62
_STEEPEST = 10.0
_FURTHEST = 1_000
_CORRECTION = 60


def check_limits(state: TournamentState, players: int) -> None:
    """Raise PairingError for parameters that a round of so many players cannot be paired with."""
    parameters, wishes = state.parameters, state.wishes
    weights = parameters.weights
    values = {
        "rematch": weights.rematch,
        "random": weights.random,
        "colour": weights.colour,
        "category": weights.category,
        "score": weights.score,
        "draw-up and draw-down": weights.draw_up_down,
        "seeding": weights.seeding,
        "handicap": weights.handicap,
        "geography": weights.geography,
        "forbidden pairs": wishes.forbidden_weight if wishes.forbidden else 0,
        "families": wishes.family_weight if wishes.families else 0,
        "teams": wishes.team_weight if wishes.teams else 0,
        "locals": wishes.local_weight if wishes.locals_ else 0,
    }
    for name, value in values.items():
        if value < 0:
            raise PairingError("weight_invalid", f"the weight of {name} is negative: {value}")
    if not -_STEEPEST <= weights.nx1_factor <= _STEEPEST:
        raise PairingError(
            "weight_invalid", f"the NX1 factor is {weights.nx1_factor}; it is from 0 to 1 as a rule"
        )
    steepness = max(1, abs(int(weights.nx1_factor)) + 1)
    if sum(values.values()) * steepness * max(players // 2, 1) > _LARGEST:
        raise PairingError(
            "weights_too_large", f"the weights are too large together for {players} players"
        )
    _check_frame(parameters)
    for player in state.players:
        if abs(player.smms_correction) > _CORRECTION:
            raise PairingError(
                "correction_invalid",
                f"the McMahon correction of {player.name} goes beyond {_CORRECTION} points",
            )


def _check_frame(parameters: Parameters) -> None:
    scoring, rule = parameters.scoring, parameters.handicap
    used = parameters.system is System.MCMAHON or parameters.weights.handicap
    if used and scoring.floor > scoring.bar:
        raise PairingError("floor_above_bar", "the McMahon floor is above the bar: swap them")
    reach = [rule.correction, *(row.difference for row in rule.table)]
    if max(map(abs, reach)) > _FURTHEST:
        raise PairingError(
            "handicap_invalid", f"a handicap's correction or table goes beyond {_FURTHEST} ranks"
        )
