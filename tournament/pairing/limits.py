"""Parameters that weights can be computed with, so that no sum leaves 64 bits."""

from language.localtext import LocalText
from tournament.pairing.pairing import PairingError
from tournament.state.parameters import Parameters, System
from tournament.state.state import TournamentState

_LARGEST = 2**62
_STEEPEST = 10.0
_FURTHEST = 1_000
_CORRECTION = 60


def check_limits(state: TournamentState, players: int) -> None:
    """Raise PairingError for parameters that a round of so many players cannot be paired with."""
    _check_weights(state, players)
    _check_frame(state.parameters)
    for player in state.players:
        if abs(player.smms_correction) > _CORRECTION:
            raise PairingError(
                "correction_invalid",
                LocalText(
                    f"The McMahon correction of {player.name} goes beyond {_CORRECTION} points.",
                    f"La correction McMahon de {player.name} dépasse {_CORRECTION} points.",
                ),
            )


def _check_weights(state: TournamentState, players: int) -> None:
    weights, wishes = state.parameters.weights, state.wishes
    values = {
        "rematch": weights.rematch,
        "random": weights.random,
        "colour": weights.colour,
        "category": weights.category,
        "score": weights.score,
        "draw_up_down": weights.draw_up_down,
        "seeding": weights.seeding,
        "handicap": weights.handicap,
        "geography": weights.geography,
        "forbidden": wishes.forbidden_weight if wishes.forbidden else 0,
        "family": wishes.family_weight if wishes.families else 0,
        "team": wishes.team_weight if wishes.teams else 0,
        "local": wishes.local_weight if wishes.locals_ else 0,
    }
    for name, value in values.items():
        if value < 0:
            raise PairingError(
                "weight_invalid",
                LocalText(
                    f"The weight “{name}” is negative: {value}. Use 0 to leave it out.",
                    f"Le poids « {name} » est négatif : {value}. Mettez 0 pour l'ignorer.",
                ),
            )
    factor = weights.nx1_factor
    if not -_STEEPEST <= factor <= _STEEPEST:
        raise PairingError(
            "weight_invalid",
            LocalText(
                f"The NX1 factor is {factor}; it should be from 0 to 1.",
                f"Le facteur NX1 est {factor} ; il devrait être de 0 à 1.",
            ),
        )
    steepness = abs(int(factor)) + 1
    if sum(values.values()) * steepness * max(players // 2, 1) > _LARGEST:
        raise PairingError(
            "weights_too_large",
            LocalText(
                f"The weights are too large together for {players} players: make them smaller.",
                f"Les poids sont trop grands ensemble pour {players} joueurs : réduisez-les.",
            ),
        )


def _check_frame(parameters: Parameters) -> None:
    scoring, rule = parameters.scoring, parameters.handicap
    used = parameters.system is System.MCMAHON or parameters.weights.handicap
    if used and scoring.floor > scoring.bar:
        raise PairingError(
            "floor_above_bar",
            LocalText(
                "The McMahon floor is above the bar: swap them.",
                "Le plancher McMahon est au-dessus de la barre : échangez-les.",
            ),
        )
    reach = [rule.correction, *(row.difference for row in rule.table)]
    if max(map(abs, reach)) > _FURTHEST:
        raise PairingError(
            "handicap_invalid",
            LocalText(
                f"The handicaps' correction or table goes beyond {_FURTHEST} ranks.",
                f"La correction ou la table des handicaps dépasse {_FURTHEST} rangs.",
            ),
        )
