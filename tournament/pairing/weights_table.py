"""The weights of all pairs of a round, for people who check them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from tournament.pairing.components import named_components
from tournament.pairing.field import field_of
from tournament.pairing.limits import check_limits
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.request import check_request, players_to_pair
from tournament.state.people import Player
from tournament.state.state import TournamentState


@dataclass(frozen=True, slots=True)
class PairWeight:
    """The weight of a pair: its named components, and ``total``, which is their sum + 1."""

    first: Player
    second: Player
    components: Mapping[str, int]
    total: int


def weights_table(
    state: TournamentState, round_number: int, only: frozenset[int] | None = None, seed: int = 0
) -> Iterator[PairWeight]:
    """Yield every unordered pair of those who take part in a round, ordered by name.

    The player who would get the bye is among them. ``only`` replaces participation, and ``seed`` is
    used, as in a :class:`~tournament.pairing.pairing.PairingRequest`. Raises PairingError, when the
    first pair is asked for, for an unknown player, a round below 1 and parameters with which no
    weight can be computed.
    """
    request = PairingRequest(state, round_number, seed=seed, only=only)
    check_request(request)
    chosen = players_to_pair(request)
    check_limits(state, len(chosen))
    field = field_of(request, chosen)
    places = np.array(sorted(field.place[player] for player in chosen), dtype=np.int64)
    for index, place in enumerate(places.tolist()):
        others = places[index + 1 :]
        named = named_components(field, np.full_like(others, place), others)
        for other, parts in zip(others.tolist(), named, strict=True):
            total = 1 + sum(parts.values())
            yield PairWeight(field.players[place], field.players[other], parts, total)
