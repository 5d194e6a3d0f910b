"""Digests of the data that odds follow from, which tell whether stored odds are up to date."""

import hashlib
import json
from dataclasses import replace

from tournament.models import Tournament
from tournament.pairing.digest import input_digest
from tournament.pairing.pairing import PairingRequest
from tournament.rounds.selectors.ending import last_round_of
from tournament.simulation.outcomes import seat_of
from tournament.simulation.strength import Model, rating_list_of
from tournament.state.state import TournamentState

MODEL = Model()


def digest_of(value: object) -> str:
    """Return the SHA-256 of a value written as JSON, in hex."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode("ascii")).hexdigest()


def with_actual_rounds(tournament: Tournament, state: TournamentState) -> TournamentState:
    """Return the state with the number of rounds really played, perhaps one more than planned."""
    scoring = state.parameters.scoring
    last = max(last_round_of(tournament), state.played_rounds)
    return replace(
        state, parameters=replace(state.parameters, scoring=replace(scoring, rounds=last))
    )


def basis_of(state: TournamentState, number: int, prizes: int) -> str:
    """Return a digest of the data behind the odds after a round: players, results, settings."""
    return digest_of(
        [
            input_digest(PairingRequest(state, number + 1)),
            sorted([player.id, rating_list_of(player)] for player in state.players),
            sorted([*seat_of(game), game.komi_half or 0] for game in state.games),
            prizes,
            repr(MODEL),
        ]
    )


def later_absences(state: TournamentState, number: int) -> str:
    """Return a digest of who misses rounds after the next one, and which of these earn nothing.

    The chart's lines show what was known then: a player who leaves later does not change them.
    """
    later = [
        [
            player.id,
            *sorted(
                -missed if missed in player.uncounted else missed
                for missed in player.absent
                if missed > number + 1
            ),
        ]
        for player in state.players
    ]
    return digest_of(later)
