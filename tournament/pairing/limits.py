"""Parameters that weights can be computed with, so that no sum leaves 64 bits."""

import math

from language.localtext import LocalText
from tournament.pairing.pairing import PairingError
from tournament.state.parameters import HandicapRule
from tournament.state.ranges import FURTHEST, STEEPEST
from tournament.state.state import TournamentState

_LARGEST = 2**62
"""What a pair's weight, and whatever it is computed from, may come to; half of what 64 bits hold.

Sums over pairs are exact integers of any size.
"""


def check_limits(state: TournamentState, players: int) -> None:
    """Raise PairingError for parameters that a round of so many players cannot be paired with."""
    _check_weights(state, players)
    _check_handicap(state.parameters.handicap)


def _check_weights(state: TournamentState, players: int) -> None:
    weights, wishes = state.parameters.weights, state.wishes
    falling = {
        "category": weights.category,
        "score": weights.score,
        "handicap": weights.handicap,
        "geography": weights.geography,
    }
    plain = {
        "rematch": weights.rematch,
        "random": weights.random,
        "colour": weights.colour,
        "draw_up_down": weights.draw_up_down,
        "seeding": weights.seeding,
        "forbidden": wishes.forbidden_weight if wishes.forbidden else 0,
        "family": wishes.family_weight if wishes.families else 0,
        "team": wishes.team_weight if wishes.teams else 0,
        "local": wishes.local_weight if wishes.locals_ else 0,
    }
    for name, value in (plain | falling).items():
        if value < 0:
            raise PairingError(
                "weight_invalid",
                LocalText(
                    f"The weight “{name}” is negative: {value}. Use 0 to leave it out.",
                    f"Le poids « {name} » est négatif : {value}. Mettez 0 pour l'ignorer.",
                ),
            )
    factor = weights.nx1_factor
    if not -STEEPEST <= factor <= STEEPEST:
        raise PairingError(
            "weight_invalid",
            LocalText(
                f"The NX1 factor is {factor}; it has to be from {-STEEPEST:g} to {STEEPEST:g}, and"
                " is usually 0.5.",
                f"Le facteur NX1 est {factor} ; il doit être de {-STEEPEST:g} à {STEEPEST:g}, et"
                " vaut d'habitude 0,5.",
            ),
        )
    for gap in (weights.country_gap, weights.club_gap):
        if not 0 <= gap <= FURTHEST:
            raise PairingError(
                "weight_invalid",
                LocalText(
                    f"The gap for countries and clubs is {gap}; it has to be from 0 to {FURTHEST}.",
                    f"L'écart pour pays et clubs est {gap} ; il doit être de 0 à {FURTHEST}.",
                ),
            )
    most = sum((plain | falling).values())
    if most <= _LARGEST:
        most = sum(plain.values()) + math.ceil(sum(falling.values()) * _steepness(state))
    placed = max(weights.seeding, weights.draw_up_down) * max(players, 1)
    if max(most, placed) > _LARGEST:
        raise PairingError(
            "weights_too_large",
            LocalText(
                f"The weights are too large together for {players} players: make them smaller.",
                f"Les poids sont trop grands ensemble pour {players} joueurs : réduisez-les.",
            ),
        )


def _steepness(state: TournamentState) -> float:
    """Return what the curve of falling components does not exceed, up or down (2.4).

    The distance is at most 1 as long as a round gives at most the point of a win, and more where
    absences or byes count for more and where corrections lead players beyond the floor and the bar.
    """
    scoring, slope = state.parameters.scoring, state.parameters.weights.nx1_factor
    free = max(map(abs, (scoring.absent_nbw, scoring.absent_mms, scoring.bye_nbw, scoring.bye_mms)))
    corrected = max((abs(player.smms_correction) for player in state.players), default=0)
    levels = scoring.highest_start - scoring.floor + 3
    furthest = 1 + free / 2 + 2 * corrected / levels
    steep = max(1.0, (furthest - 1) * (1 + abs(slope) * furthest))
    return max(steep, (slope + 1) ** 2 / (4 * abs(slope))) if abs(slope) > 1 else steep


def _check_handicap(rule: HandicapRule) -> None:
    reach = [rule.correction, rule.threshold, *(row.difference for row in rule.table)]
    if max(map(abs, reach)) > FURTHEST:
        raise PairingError(
            "handicap_invalid",
            LocalText(
                f"The handicaps' correction, threshold or table goes beyond {FURTHEST} ranks.",
                f"La correction, le seuil ou la table des handicaps dépasse {FURTHEST} rangs.",
            ),
        )
    if rule.ceiling < 0:
        raise PairingError(
            "handicap_invalid",
            LocalText(
                f"The highest handicap is {rule.ceiling}. Use 0 for no handicaps at all.",
                f"Le handicap maximal est {rule.ceiling}. Mettez 0 pour ne pas en donner.",
            ),
        )
