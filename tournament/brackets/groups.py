"""Groups that qualify for a knock-out: drawing them, and who meets whom afterwards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import rustworkx as rx

from tournament.brackets.tables import Groups, walk_overs
from tournament.brackets.tree import slots_of
from tournament.state.criteria import Criterion
from tournament.state.methods import Grouping
from tournament.state.parameters import Method
from tournament.state.people import seeding_order
from tournament.state.state import TournamentState

_WIN = 2
"""The points for a win, doubled."""


def drawn_groups(state: TournamentState, seed: int) -> Groups:
    """Return the finally registered players in groups, each in seeding order.

    The best seeds go one to a group, then the next, and so on: the pots. With
    :attr:`~tournament.state.methods.Grouping.SNAKE` they are laid out in a snake, with
    :attr:`~tournament.state.methods.Grouping.POTS` every pot is drawn by lot; the same ``seed``
    gives the same groups. Either way clubmates are kept apart as far as their pot allows, with the
    least departure from that order.
    """
    rules = state.parameters
    count = rules.qualification.groups
    by_id = {player.id: player for player in state.players}
    seeds = seeding_order(player for player in state.players if player.final)
    groups: list[list[int]] = [[] for __ in range(count)]
    lot = Random(seed)
    for pot in range(0, len(seeds), count):
        members = seeds[pot : pot + count]
        order = list(range(count))
        if rules.round_robin.grouping is Grouping.POTS:
            lot.shuffle(order)
        elif pot // count % 2:
            order.reverse()
        clubs = [[by_id[player].club for player in group] for group in groups]

        def clash(member: int, group: int, clubs: list[list[str]] = clubs) -> int:
            club = by_id[member].club
            return clubs[group].count(club) if club else 0

        for member, group in _assigned(members, order, clash):
            groups[group].append(member)
    return tuple(tuple(group) for group in groups if group)


def group_states(state: TournamentState) -> tuple[TournamentState, ...]:
    """Return each group as a tournament of its own: its players and their games in its rounds.

    A walk-over counts as a win. Other byes, and absences, do not count in a group.
    """
    rules = state.parameters
    walked = [bye for bye, _away in walk_overs(state)]
    last = rules.knock_out.first_round if rules.knock_out.seeds else None
    criteria = tuple(item for item in rules.criteria if item is not Criterion.KNOCK_OUT)
    scoring = replace(rules.scoring, absent_nbw=0, absent_mms=0, bye_nbw=_WIN, bye_mms=_WIN)
    inside = replace(rules, method=Method.ROUND_ROBIN, criteria=criteria, scoring=scoring)
    found = []
    for group in rules.round_robin.groups:
        members = frozenset(group)
        found.append(
            TournamentState(
                players=tuple(player for player in state.players if player.id in members),
                games=tuple(
                    game
                    for game in state.games
                    if members.issuperset(game.players) and (last is None or game.round < last)
                ),
                byes=tuple(bye for bye in walked if bye.player in members),
                parameters=inside,
            )
        )
    return tuple(found)


def seeds_after(state: TournamentState, rounds: int) -> tuple[int, ...]:
    """Return who was in the knock-out after some rounds: nobody before its first round."""
    knock_out = state.parameters.knock_out
    return knock_out.seeds if rounds >= knock_out.first_round else ()


def qualified_seeds(
    state: TournamentState, orders: Sequence[Sequence[int]], first_round: int
) -> tuple[int, ...]:
    """Return the seeds of the knock-out; ``orders`` are the groups, each in order of place.

    From every group the best who take part in the knock-out's ``first_round`` go on. All firsts
    come before all seconds, and so on; among themselves they are ordered by their share of the
    points in the group, then by strength. The seconds, thirds and so on then change seeds among
    themselves so that players of the same group meet as late as possible: with two from each group
    and a power of 2, firsts meet seconds of other groups, and players of one group can meet again
    only in the final.
    """
    by_id = {player.id: player for player in state.players}
    here = [
        [player for player in order if by_id[player].takes_part(first_round)] for order in orders
    ]
    best = state.parameters.qualification.best
    group_of = {player: number for number, order in enumerate(orders) for player in order}
    share = _shares(state)
    strength = {player: number for number, player in enumerate(seeding_order(state.players))}
    total = sum(min(best, len(order)) for order in here)
    leaf = {seed: place for place, seed in enumerate(slots_of(range(total)))}
    seeds: list[int] = []
    for tier in range(best):
        members = [order[tier] for order in here if len(order) > tier]
        members.sort(key=lambda player: (-share[player], strength[player]))
        free = list(range(len(seeds), len(seeds) + len(members)))
        settled = dict(enumerate(seeds))

        def clash(member: int, seed: int, settled: Mapping[int, int] = settled) -> int:
            """Return how early a player would meet others of their group; earlier is more."""
            mates = (
                other for other, player in settled.items() if group_of[player] == group_of[member]
            )
            depth = len(leaf).bit_length() + 1
            return sum(4 ** (depth - (leaf[seed] ^ leaf[other]).bit_length()) for other in mates)

        placed = {seed: member for member, seed in _assigned(members, free, clash)}
        seeds += [placed[seed] for seed in free]
    return tuple(seeds)


def _shares(state: TournamentState) -> dict[int, Fraction]:
    """Return every player's share of the points they could have won in the group."""
    points = {player.id: 0 for player in state.players}
    played = dict(points)
    for group in group_states(state):
        for game in group.counted_games():
            meaning = game.result.meaning
            for player, won in ((game.black, meaning.black), (game.white, meaning.white)):
                points[player] += won
                played[player] += _WIN
        for bye in group.byes:
            points[bye.player] += _WIN
            played[bye.player] += _WIN
    return {player: Fraction(points[player], played[player] or 1) for player in points}


def _assigned(
    members: Sequence[int], places: Sequence[int], clash: Callable[[int, int], int]
) -> Iterator[tuple[int, int]]:
    """Yield each member with a place: with the fewest clashes, then closest to their order."""
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(members) + len(places)))
    size = len(places) ** 3 + 1
    cost = {
        (row, len(members) + column): clash(member, place) * size + (row - column) ** 2
        for row, member in enumerate(members)
        for column, place in enumerate(places)
    }
    most = max(cost.values(), default=0) + 1
    graph.add_edges_from([(*edge, most - value) for edge, value in cost.items()])
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    for row, column in sorted((min(pair), max(pair)) for pair in found):
        yield members[row], places[column - len(members)]
