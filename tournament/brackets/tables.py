"""The tables of round-robins and groups: due games, walk-overs, and games made up later."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from language.messages import gettext_lazy as _
from tournament.brackets.berger import table_round
from tournament.brackets.seeding import check_known
from tournament.state.games import Bye
from tournament.state.methods import Grouping
from tournament.state.parameters import Method, Parameters
from tournament.state.people import seeding_order
from tournament.state.state import TournamentState

Groups = tuple[tuple[int, ...], ...]
WITH_TABLES = frozenset({Method.ROUND_ROBIN, Method.GROUPS})


@dataclass(frozen=True, slots=True)
class DueGame:
    """A game of a table: the round in which it is due, and its players, Black first."""

    round: int
    players: tuple[int, int]


def groups_of(state: TournamentState) -> Groups:
    """Return the groups: player ids in the order of the table.

    Absent players keep their numbers. Raises BracketError ``unknown_player`` for a group with
    somebody who is not in the tournament.
    """
    rules = state.parameters.round_robin
    if rules.groups:
        for number, group in enumerate(rules.groups, 1):
            check_known(state, group, _("Group %(number)d") % {"number": number})
        return rules.groups
    players = seeding_order(player for player in state.players if player.final)
    count = _group_count(len(players), rules.group_size)
    if rules.grouping is Grouping.SNAKE:
        order = [*range(count), *reversed(range(count))]
        places = [order[place % (2 * count)] for place in range(len(players))]
        return tuple(
            tuple(player for player, at in zip(players, places, strict=True) if at == group)
            for group in range(count)
        )
    bounds = [len(players) * group // count for group in range(count + 1)]
    return tuple(tuple(players[start:end]) for start, end in pairwise(bounds))


def _group_count(players: int, size: int) -> int:
    """Return the number of groups closest to the size asked for, none with a single player."""
    if not size:
        return 1
    return max(1, min((players + size // 2) // size, players // 2))


def in_tables(rules: Parameters, number: int) -> bool:
    """Whether the games of a round belong to a table: a round-robin's, or that of groups."""
    knock_out = rules.knock_out
    in_groups = not knock_out.seeds or number < knock_out.first_round
    return rules.method is Method.ROUND_ROBIN or (rules.method is Method.GROUPS and in_groups)


def due_games(state: TournamentState, groups: Groups, after: int) -> Iterator[DueGame]:
    """Yield the games of these groups due up to a round, in round order."""
    rules = state.parameters.round_robin
    for number in range(rules.first_round, _last_round(state, after) + 1):
        for group in groups:
            at = number - rules.first_round + 1
            for first, second in table_round(len(group), at, double=rules.double):
                yield DueGame(number, (group[first - 1], group[second - 1]))


def walk_overs(state: TournamentState) -> tuple[tuple[Bye, int], ...]:
    """Return the byes that are walk-overs in the tables, each with the opponent who did not play.

    The bye of an odd group is not one, nor is a bye whose game was made up later. There are none
    until the groups are settled.
    """
    return tuple(_read(state, state.played_rounds).walk_overs)


def byes_made_up(state: TournamentState, after: int) -> frozenset[Bye]:
    """Return the byes whose game in the tables was played in another round up to ``after``.

    They do not count, because the game does.
    """
    if state.parameters.method not in WITH_TABLES or not state.byes:
        return frozenset()
    return frozenset(_read(state, after).made_up)


def unplayed_games(
    state: TournamentState, after: int | None = None, groups: Groups | None = None
) -> tuple[DueGame, ...]:
    """Return the games due up to a round, by default the last, without a board or a walk-over.

    A game whose players were both away is not missing, nor is one of a player who is not finally
    registered. ``groups`` are those of a table that is not in the parameters.
    """
    after = state.played_rounds if after is None else after
    people = {player.id: player for player in state.players if player.final}
    return tuple(
        due
        for due in _read(state, after, groups).never
        if people.keys() >= set(due.players)
        and any(people[player].takes_part(due.round) for player in due.players)
    )


@dataclass(frozen=True, slots=True)
class _Table:
    walk_overs: list[tuple[Bye, int]]
    made_up: list[Bye]
    never: list[DueGame]


def _read(state: TournamentState, after: int, groups: Groups | None = None) -> _Table:
    """Compare the games due with those played.

    Two players who meet in a round in which they are not due to are making up a game: first one
    that gave nobody a point, then a walk-over, the earliest first. So the other leg of a double
    table does not make up for a missing game, nor does a game in the knock-out after the groups.
    """
    groups = state.parameters.round_robin.groups if groups is None else groups
    first, last = state.parameters.round_robin.first_round, _last_round(state, after)
    played: dict[frozenset[int], set[int]] = defaultdict(set)
    for game in state.counted_games():
        if first <= game.round <= last:
            played[frozenset(game.players)].add(game.round)
    byes = {(bye.round, bye.player): bye for bye in state.byes}
    due: dict[frozenset[int], list[DueGame]] = defaultdict(list)
    for meeting in due_games(state, groups, after):
        due[frozenset(meeting.players)].append(meeting)
    found = _Table([], [], [])
    for pair, meetings in due.items():
        missing = [meeting for meeting in meetings if meeting.round not in played[pair]]
        made_up = len(played[pair] - {meeting.round for meeting in meetings})
        walked = {
            meeting.round: (bye, other)
            for meeting in missing
            for player, other in (meeting.players, reversed(meeting.players))
            if (bye := byes.get((meeting.round, player))) is not None
        }
        missing.sort(key=lambda meeting: (meeting.round in walked, meeting.round))
        found.made_up.extend(
            walked[meeting.round][0] for meeting in missing[:made_up] if meeting.round in walked
        )
        for meeting in missing[made_up:]:
            if meeting.round in walked:
                found.walk_overs.append(walked[meeting.round])
            else:
                found.never.append(meeting)
    found.walk_overs.sort(key=lambda walk_over: walk_over[0].round)
    found.never.sort(key=lambda game: game.round)
    return found


def _last_round(state: TournamentState, after: int) -> int:
    """Return the last round up to ``after`` whose games belong to the tables, not the knock-out."""
    knock_out = state.parameters.knock_out
    if state.parameters.method is Method.GROUPS and knock_out.seeds:
        return min(after, knock_out.first_round - 1)
    return after
