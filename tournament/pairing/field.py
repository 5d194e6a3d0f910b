"""Everything about a round's players that weights are computed from, as arrays.

Players have their places in the arrays by name, whatever their order in the state, so that the same
tournament always gets the same pairing. Numbers such as 2.3 are sections of the specification.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tournament.pairing.acceleration import points_x2, stronger_half
from tournament.pairing.arrays import Flags, Hashes, Integers
from tournament.pairing.groups import Groups, Levels, group_players, score_levels, seed_phase
from tournament.pairing.handicap import (
    PairSide,
    greatest_step,
    handicap_of_difference,
    handicap_strength,
)
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.random_numbers import NameSums, det_name
from tournament.standings.history import History, history_of
from tournament.standings.position import StandingsPosition
from tournament.standings.scores import Scores
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.criteria import Criterion
from tournament.state.parameters import ClubsGroup, Parameters, Weights
from tournament.state.people import Player, canonical_key, distinct_names
from tournament.state.state import TournamentState
from tournament.state.wishes import Wishes


@dataclass(frozen=True, slots=True, eq=False)
class PastGames:
    """The games before a round, by place; every game counts, whatever its result (2.3).

    ``met`` says whether two players have met. ``balance`` is the games with White minus those with
    Black, counting only games without handicap. ``drawn_up`` and ``drawn_down`` count the opponents
    whose main score was higher and lower before the game.
    """

    met: Flags
    balance: Integers
    drawn_up: Integers
    drawn_down: Integers


@dataclass(frozen=True, slots=True, eq=False)
class BrokenWishes:
    """Which pairs violate a wish, as tables by two places; ``local`` says who is a local."""

    forbidden: Flags
    family: Flags
    team: Flags
    local: Flags


@dataclass(frozen=True, eq=False)
class PairingField:
    """The players who are grouped for a round.

    ``nbw_x2`` and ``mms_x2`` are scores before the round, ``starting`` is the starting McMahon
    score in points, ``virtual_x2`` the virtual points of an accelerated round, doubled.
    ``ordering`` has the placement criteria before the round, the most important first, each such
    that more is better.
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
    virtual_x2: Integers
    past: PastGames
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
    def names(self) -> dict[int, str]:
        """Return every player's name by id, with a mark that tells namesakes apart."""
        return distinct_names(self.players)

    @cached_property
    def name_sums(self) -> NameSums:
        """Return the sums from which the random numbers of pairs of names are computed."""
        return NameSums([det_name(player) for player in self.players])

    @cached_property
    def drawn_as(self) -> Hashes:
        """Return a number for every player, which follows from the name alone.

        Namesakes are told apart by their order among themselves.
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
        return _codes([player.country.lower() for player in self.players])

    @cached_property
    def _clubs(self) -> tuple[Integers, Integers]:
        return _club_kinds([player.club for player in self.players], self.weights.clubs_groups)

    def club_kind(self, first: Integers, second: Integers) -> Integers:
        """Return 0 for pairs of one club, 1 for clubs of one group, 2 for any others."""
        club, kinds = self._clubs
        return kinds[club[first], club[second]]

    @cached_property
    def above_threshold(self) -> Flags:
        """Return who is too close to the top for geography to matter (specification, 2.8)."""
        weights, scoring = self.weights, self.parameters.scoring
        wins = scoring.rounds if weights.wins_threshold else 2 * scoring.rounds
        above = self.nbw_x2 >= wins
        above |= 2 * self.rank + self.nbw_x2 >= 2 * weights.rank_threshold
        if weights.bar_threshold:
            above |= self.starting >= scoring.bar + 30
        return above

    @cached_property
    def strength(self) -> Integers:
        """Return the rank from which each player's handicaps are computed."""
        rule, scores = self.parameters.handicap, self.mms_x2.tolist()
        values = [
            handicap_strength(rule, rank, score)
            for rank, score in zip(self.rank.tolist(), scores, strict=True)
        ]
        return np.array(values, dtype=np.int64)

    @cached_property
    def wants_none(self) -> Flags:
        """Return who wishes to play without handicap."""
        wish = self.wishes.no_handicap
        return np.array([player.id in wish for player in self.players], dtype=np.bool_)

    @cached_property
    def broken_wishes(self) -> BrokenWishes:
        """Return which pairs violate a wish."""
        return _broken_wishes(self.wishes, self.place)

    @cached_property
    def _even_at(self) -> Flags:
        """Return, by difference of strengths, whether there is no handicap."""
        rule = self.parameters.handicap
        stones = [handicap_of_difference(rule, apart) for apart in range(greatest_step(rule) + 1)]
        return np.array([handicap == 0 for handicap in stones], dtype=np.bool_)

    def even(self, first: Integers, second: Integers) -> Flags:
        """Return which pairs play without handicap."""
        if self._even_at.all():
            return np.ones(np.broadcast_shapes(first.shape, second.shape), dtype=np.bool_)
        steps: Integers = abs(self.strength[first] - self.strength[second])
        even = self._even_at[np.minimum(steps, len(self._even_at) - 1)]
        if self.wishes.no_handicap:
            even |= self.wants_none[first] | self.wants_none[second]
        return even

    def side(self, place: int) -> PairSide:
        """Return what a player's handicap and colours depend on."""
        player = self.players[place]
        return PairSide(
            id=player.id,
            name=det_name(player),
            rank=player.rank,
            mms_x2=int(self.mms_x2[place]),
            balance=int(self.past.balance[place]),
            wants_none=player.id in self.wishes.no_handicap,
        )


def field_of(request: PairingRequest, extra: frozenset[int] = frozenset()) -> PairingField:
    """Return the players of a round with everything known about them before it.

    They are those who take part, plus the ``extra`` ones.
    """
    state, number = request.state, request.round
    parameters = state.parameters
    listed = [
        (canonical_key(player), index)
        for index, player in enumerate(state.players)
        if player.takes_part(number) or player.id in extra
    ]
    chosen = np.array([index for _, index in sorted(listed)], dtype=np.int64)
    history = history_of(state, number - 1)
    # The order used for pairing has no direct comparison (specification, 2.2).
    position = StandingsPosition(history, parameters.criteria, TIEBREAKS, direct_comparison=False)
    scores = position.scores
    virtual = _virtual_points(state, number)
    main = _main_scores(scores, parameters, virtual)
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
    scale = score_levels(parameters, number - 1)
    return PairingField(
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
        virtual_x2=virtual[-1][chosen],
        past=_past_of(history, main, chosen),
        levels=scale,
        groups=group_players(scale, history.category[chosen], main[-1][chosen], keys),
        ordering=tuple(columns),
    )


def _virtual_points(state: TournamentState, number: int) -> Integers:
    """Return the doubled virtual points before each round up to this one, in rows like scores."""
    points = [points_x2(state.parameters, before) for before in range(1, number + 1)]
    if not any(points):
        return np.zeros((number, len(state.players)), dtype=np.int64)
    half = stronger_half(state)
    has = np.array([player.id in half for player in state.players], dtype=np.int64)
    return np.outer(np.array(points, dtype=np.int64), has)


def _main_scores(scores: Scores, parameters: Parameters, virtual: Integers) -> Integers:
    """Return the score that groups players, by round: points, in accelerated rounds half-points."""
    main = scores.main(parameters.system)
    for row in range(len(virtual)):
        if points_x2(parameters, row + 1):
            main[row] = scores.nbw[row] + virtual[row]
    return main


def _past_of(history: History, main: Integers, chosen: Integers) -> PastGames:
    """Return the past of some players of a history.

    ``main`` is the score that groups the players, by round and player; ``chosen`` are the indices
    of the players asked for, in the order wanted.
    """
    games = history.games
    count = len(history.ids)
    place = np.full(count, -1, dtype=np.int64)
    place[chosen] = np.arange(len(chosen))
    black, white = place[games.black], place[games.white]
    both = (black >= 0) & (white >= 0)
    met = np.zeros((len(chosen), len(chosen)), dtype=np.bool_)
    met[black[both], white[both]] = met[white[both], black[both]] = True

    even = games.handicap == 0
    balance = _counted(games.white[even], count) - _counted(games.black[even], count)
    before_black = main[games.round - 1, games.black]
    before_white = main[games.round - 1, games.white]
    black_up, white_up = before_white > before_black, before_black > before_white
    up = _counted(games.black[black_up], count) + _counted(games.white[white_up], count)
    down = _counted(games.black[white_up], count) + _counted(games.white[black_up], count)
    return PastGames(met, balance[chosen], up[chosen], down[chosen])


def _counted(players: Integers, count: int) -> Integers:
    return np.bincount(players, minlength=count).astype(np.int64)


def _broken_wishes(wishes: Wishes, place: Mapping[int, int]) -> BrokenWishes:
    """Return which pairs violate wishes; players without a ``place`` are left out."""
    count = len(place)
    local = np.zeros(count, dtype=np.bool_)
    local[[place[player] for player in wishes.locals_ if player in place]] = True
    return BrokenWishes(
        forbidden=_in_one_group(wishes.forbidden, place),
        family=_in_one_group(wishes.families, place),
        team=_in_one_group(wishes.teams, place),
        local=local,
    )


def _in_one_group(groups: Iterable[frozenset[int]], place: Mapping[int, int]) -> Flags:
    """Return which pairs are together in one of the groups."""
    table = np.zeros((len(place), len(place)), dtype=np.bool_)
    for group in groups:
        members = [place[player] for player in group if player in place]
        table[np.ix_(members, members)] = True
    return table


CLUB_LETTERS = 4
"""The number of letters by which clubs are compared; files have no more."""


def _codes(texts: Sequence[str]) -> Integers:
    """Return a number for every text, equal for equal texts."""
    known: dict[str, int] = {}
    return np.array([known.setdefault(text, len(known)) for text in texts], dtype=np.int64)


def _club_kinds(clubs: Sequence[str], groups: Iterable[ClubsGroup]) -> tuple[Integers, Integers]:
    """Return a number for every player's club, and a table of how two of these are related.

    0 is the same club, 1 is clubs of one group, 2 is neither (2.8). Two players without a club
    count as members of the same one.
    """
    written = [club_key(club) for club in clubs]
    club = _codes(written)
    number = dict(zip(written, club.tolist(), strict=True))
    kinds = np.full((len(number), len(number)), 2, dtype=np.int64)
    for group in groups:
        members = [number[name] for name in map(club_key, group.clubs) if name in number]
        kinds[np.ix_(members, members)] = 1
    np.fill_diagonal(kinds, 0)
    return club, kinds


def club_key(club: str) -> str:
    """Return the part of a club's name that decides whether two players are of one club."""
    return club[:CLUB_LETTERS].lower()
