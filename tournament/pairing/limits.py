"""Checks of parameters, so that every sum of weights fits in 64 bits."""

import math

from language.messages import Number
from language.messages import gettext_lazy as _
from tournament.pairing.pairing import PairingError
from tournament.state.parameters import HandicapRule
from tournament.state.ranges import FURTHEST, STEEPEST
from tournament.state.state import TournamentState

_LARGEST = 2**62
"""The most that a pair's weight and its intermediate values may be: half of what 64 bits hold.

Sums over pairs are exact integers of any size.
"""


def check_limits(state: TournamentState, players: int) -> None:
    """Raise PairingError for parameters with which so many players cannot be paired."""
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
                _("The weight “%(name)s” is negative: %(value)d. Use 0 to leave it out.")
                % {"name": name, "value": value},
            )
    factor = weights.nx1_factor
    if not -STEEPEST <= factor <= STEEPEST:
        raise PairingError(
            "weight_invalid",
            _(
                "The NX1 factor is %(factor)s; it has to be from %(lowest)s to %(highest)s, and is "
                "usually 0.5."
            )
            % {
                "factor": Number(str(factor)),
                "lowest": Number(f"{-STEEPEST:g}"),
                "highest": Number(f"{STEEPEST:g}"),
            },
        )
    for field, gap in (("country_gap", weights.country_gap), ("club_gap", weights.club_gap)):
        if not 0 <= gap <= FURTHEST:
            raise PairingError(
                "weight_invalid",
                _(
                    "The gap for countries and clubs is %(gap)d; it has to be from 0 to "
                    "%(furthest)d."
                )
                % {"gap": gap, "furthest": FURTHEST},
                field=field,
            )
    most = sum((plain | falling).values())
    if most <= _LARGEST:
        most = sum(plain.values()) + math.ceil(sum(falling.values()) * _steepness(state))
    placed = max(weights.seeding, weights.draw_up_down) * max(players, 1)
    if max(most, placed) > _LARGEST:
        raise PairingError(
            "weights_too_large",
            _("The weights are too large together for %(players)d players: make them smaller.")
            % {"players": players},
        )


def _steepness(state: TournamentState) -> float:
    """Return a bound, up and down, on the curve of the falling components (2.4).

    The distance is at most 1 as long as no round gives more than a win's point; it is more if
    absences or byes count for more, or if corrections take players beyond the floor or the bar.
    """
    scoring, slope = state.parameters.scoring, state.parameters.weights.nx1_factor
    free = max(map(abs, (scoring.absent_nbw, scoring.absent_mms, scoring.bye_nbw, scoring.bye_mms)))
    corrected = max((abs(player.smms_correction) for player in state.players), default=0)
    levels = scoring.highest_start - scoring.floor + 3
    furthest = 1 + free / 2 + 2 * corrected / levels
    steep = max(1.0, (furthest - 1) * (1 + abs(slope) * furthest))
    return max(steep, (slope + 1) ** 2 / (4 * abs(slope))) if abs(slope) > 1 else steep


def _check_handicap(rule: HandicapRule) -> None:
    reach = [("correction", rule.correction), ("threshold", rule.threshold)]
    for field, ranks in (*reach, *(("", row.difference) for row in rule.table)):
        if abs(ranks) > FURTHEST:
            raise PairingError(
                "handicap_invalid",
                _("The handicaps' correction, threshold or table goes beyond %(furthest)d ranks.")
                % {"furthest": FURTHEST},
                field=field,
            )
    if rule.ceiling < 0:
        raise PairingError(
            "handicap_invalid",
            _("The highest handicap is %(ceiling)d. Use 0 for no handicaps at all.")
            % {"ceiling": rule.ceiling},
            field="ceiling",
        )
