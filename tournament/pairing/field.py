"""Everything about the players of a round that weights are computed from, as arrays.

The places of the arrays are the players in the order of their names, whatever order the state
has them in: so the same tournament always gets the same pairing.
"""

import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tournament.pairing.apart import Apart, apart_of
from tournament.pairing.arrays import Flags, Hashes, Integers
from tournament.pairing.clubs import club_kinds, codes
from tournament.pairing.det import NameSums, det_name
from tournament.pairing.groups import Groups, Levels, group_players, levels, seed_phase
from tournament.pairing.handicap import Side, greatest_step, handicap_of_difference, strength
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.past import Past, past_of
from tournament.standings.history import history_of
from tournament.standings.metric import Position
from tournament.standings.metrics import METRICS
from tournament.state.criteria import Criterion
from tournament.state.parameters import Parameters, Weights
from tournament.state.people import Player
from tournament.state.wishes import Wishes


@dataclass(frozen=True, eq=False)
class Field:
    """The players who are grouped for a round.

    ``nbw_x2`` and ``mms_x2`` are scores before the round, ``starting`` the starting McMahon score
    in points, ``category`` 0 for the highest. ``ordering`` has the placement criteria
    before the round, the weightiest first, each so that more is better.
    """

    parameters: Parameters
    wishes: Wishes
    round: int
    seed: int
    players: tuple[Player, ...]
    rank: Integers
    rating: Integers
    nbw_x2: Integers
    mms_x2: Integers
    starting: Integers
    past: Past
    levels: Levels
    groups: Groups
    ordering: tuple[Integers, ...]

    @property
    def played(self) -> int:
        """Return the number of rounds before this one."""
        return self.round - 1

    @property
    def weights(self) -> Weights:
        """Return the parameters of the weights."""
        return self.parameters.weights

    @cached_property
    def place(self) -> dict[int, int]:
        """Return every player's place in the arrays, by id."""
        return {player.id: place for place, player in enumerate(self.players)}

    @cached_property
    def name_sums(self) -> NameSums:
        """Return what the random numbers of names are computed from."""
        return NameSums([det_name(player) for player in self.players])

    @cached_property
    def drawn_as(self) -> Hashes:
        """Return a number for every player that follows from the name alone.

        Namesakes are told apart by their order among each other.
        """
        seen: Counter[tuple[bytes, bytes]] = Counter()
        numbers = []
        for player in self.players:
            key = player.sort_key
            text = b"\0\0".join((*key, seen[key].to_bytes(2, "big")))
            numbers.append(int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big"))
            seen[key] += 1
        return np.array(numbers, dtype=np.uint64)

    @cached_property
    def country(self) -> Integers:
        """Return a number for every player's country."""
        return codes([player.country.lower() for player in self.players])

    @cached_property
    def _clubs(self) -> tuple[Integers, Integers]:
        return club_kinds([player.club for player in self.players], self.weights.clubs_groups)

    def club_kind(self, one: Integers, other: Integers) -> Integers:
        """Return 0 for pairs of one club, 1 for clubs of one group, 2 for any others."""
        club, kinds = self._clubs
        return kinds[club[one], club[other]]

    @cached_property
    def above_threshold(self) -> Flags:
        """Return who is too near the top for geography to matter (specification, 2.8)."""
        weights, scoring = self.weights, self.parameters.scoring
        wins = scoring.rounds if weights.wins_threshold else 2 * scoring.rounds
        above = self.nbw_x2 >= wins
        above |= 2 * self.rank + self.nbw_x2 >= 2 * weights.rank_threshold
        if weights.bar_threshold:
            above |= self.starting >= scoring.bar + 30
        return above

    @cached_property
    def strength(self) -> Integers:
        """Return the rank that every player's handicaps are computed from."""
        rule, scores = self.parameters.handicap, self.mms_x2.tolist()
        values = [
            strength(rule, rank, score)
            for rank, score in zip(self.rank.tolist(), scores, strict=True)
        ]
        return np.array(values, dtype=np.int64)

    @cached_property
    def wants_none(self) -> Flags:
        """Return who wishes to play without handicap."""
        wish = self.wishes.no_handicap
        return np.array([player.id in wish for player in self.players], dtype=np.bool_)

    @cached_property
    def apart(self) -> Apart:
        """Return which pairs violate a wish."""
        return apart_of(self.wishes, self.place)

    @cached_property
    def _even_at(self) -> Flags:
        """Return whether there is no handicap, by difference of strengths."""
        rule = self.parameters.handicap
        stones = [handicap_of_difference(rule, apart) for apart in range(greatest_step(rule) + 1)]
        return np.array([handicap == 0 for handicap in stones], dtype=np.bool_)

    def even(self, one: Integers, other: Integers) -> Flags:
        """Return which pairs play without handicap."""
        if self._even_at.all():
            return np.ones(np.broadcast_shapes(one.shape, other.shape), dtype=np.bool_)
        steps: Integers = abs(self.strength[one] - self.strength[other])
        even = self._even_at[np.minimum(steps, len(self._even_at) - 1)]
        if self.wishes.no_handicap:
            even |= self.wants_none[one] | self.wants_none[other]
        return even

    def side(self, place: int) -> Side:
        """Return what handicap and colours of a player depend on."""
        player = self.players[place]
        return Side(
            id=player.id,
            name=det_name(player),
            rank=player.rank,
            mms_x2=int(self.mms_x2[place]),
            balance=int(self.past.balance[place]),
            wants_none=player.id in self.wishes.no_handicap,
        )


def canonical(player: Player) -> tuple[object, ...]:
    """Return what orders players: surname, first name, and then what tells namesakes apart."""
    return (
        *player.sort_key,
        player.rank,
        player.rating,
        player.country,
        player.club,
        player.id,
    )


def field_of(request: PairingRequest, extra: frozenset[int] = frozenset()) -> Field:
    """Return the players of a round with all that is known of them before it.

    They are those who take part, and the ``extra`` ones.
    """
    state, number = request.state, request.round
    parameters = state.parameters
    listed = [
        (canonical(player), index)
        for index, player in enumerate(state.players)
        if player.takes_part(number) or player.id in extra
    ]
    chosen = np.array([index for _, index in sorted(listed)], dtype=np.int64)
    history = history_of(state, number - 1)
    # The order that players are paired in knows no direct comparison (specification, 2.2).
    position = Position(history, parameters.criteria, METRICS, direct_comparison=False)
    scores = position.scores
    main = scores.main(parameters.system)
    columns = [
        position.better_is_greater(criterion)[chosen]
        for criterion in dict.fromkeys(parameters.criteria)
    ]
    keys = list(columns)
    match seed_phase(parameters, number).extra:
        case Criterion.RATING:
            keys.append(history.rating[chosen])
        case Criterion.RANK:
            keys.append(history.rank[chosen])
        case _:
            pass
    scale = levels(parameters, number - 1)
    return Field(
        parameters=parameters,
        wishes=state.wishes,
        round=number,
        seed=request.seed,
        players=tuple(state.players[index] for index in chosen.tolist()),
        rank=history.rank[chosen],
        rating=history.rating[chosen],
        nbw_x2=scores.nbw[-1][chosen],
        mms_x2=scores.mms[-1][chosen],
        starting=history.starting[chosen],
        past=past_of(history, main, chosen),
        levels=scale,
        groups=group_players(scale, history.category[chosen], main[-1][chosen], keys),
        ordering=tuple(columns),
    )
