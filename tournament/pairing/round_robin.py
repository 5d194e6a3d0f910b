"""Round-robins: all play all, in one group or several, once or twice.

The table decides, whatever the results. Without explicit groups, players are numbered by rank and
rating, so correcting these later would change the table: :func:`groups_of` gives the groups to
write into the parameters once the first round is drawn.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.brackets import tables
from tournament.brackets.berger import bye_of, cycle_of, table_round, table_rounds
from tournament.pairing.pairing import Pairing, PairingError, PairingRequest, bracket_errors
from tournament.pairing.request import fixed_players, names_of, players_to_pair, walk_overs
from tournament.pairing.seating import Pair, check_seating, seat
from tournament.state.methods import RoundRobin
from tournament.state.state import TournamentState


@bracket_errors()
def pair(request: PairingRequest) -> Pairing:
    """Return the round of the table.

    A player due to meet an absent one has a walk-over. The game of a player to whom the director
    gives the bye or another board is not paired. If a single group is odd, its bye is the
    pairing's; if several are, all their byes are unpaired. Outside the table's rounds only fixed
    boards are possible.

    Raises PairingError ``round_robin_over``, ``round_robin_later`` and ``too_few_players`` if the
    table has no such round, and whatever :func:`groups_of` and the request's check raise.
    """
    check_seating(request)
    rules = request.state.parameters.round_robin
    groups = groups_of(request.state)
    number = request.round - rules.first_round + 1
    if not request.fixed:
        _check_round(rules, groups, number)
    byes = [player for group in groups for player in _bye(rules, group, number)]
    bye = byes[0] if len(byes) == 1 else None
    pairs = [pair for group in groups for pair in _pairs(rules, group, number)]
    through = walk_overs(request, ((pair.first, pair.second) for pair in pairs))
    seated = fixed_players(request)
    through = [(here, away) for here, away in through if here not in seated]
    winners = [here for here, _away in through]
    if request.bye is not None and request.bye not in winners:
        bye = request.bye
    return seat(
        request,
        pairs,
        bye,
        [
            *walk_over_notes(through, names_of(request.state)),
            *_left_over(request, pairs),
            *_rematch_notes(request, pairs),
            *_outside(request, groups),
        ],
        winners,
    )


def rounds_needed(state: TournamentState) -> int:
    """Return the number of rounds of the largest group's table; raises like :func:`groups_of`."""
    return _rounds(state.parameters.round_robin, groups_of(state))


@bracket_errors()
def groups_of(state: TournamentState) -> tables.Groups:
    """Return the groups, like :func:`tournament.brackets.tables.groups_of`.

    Raises PairingError ``unknown_player`` for a group with somebody who is not in the tournament.
    """
    return tables.groups_of(state)


def _rounds(rules: RoundRobin, groups: tuple[tuple[int, ...], ...]) -> int:
    return max((table_rounds(len(group), double=rules.double) for group in groups), default=0)


def _check_round(rules: RoundRobin, groups: tuple[tuple[int, ...], ...], number: int) -> None:
    rounds = _rounds(rules, groups)
    if number < 1:
        raise PairingError(
            "round_robin_later",
            _("The round-robin begins in round %(first)d: fix the boards of this round by hand.")
            % {"first": rules.first_round},
        )
    if not rounds:
        raise PairingError(
            "too_few_players",
            _("A round-robin needs a group of at least 2 registered players."),
        )
    if number > rounds:
        last = rules.first_round + rounds - 1
        raise PairingError(
            "round_robin_over",
            _(
                "The round-robin is over after round %(last)d: everybody has met everybody; "
                "further games are fixed by hand."
            )
            % {"last": last},
        )


def _pairs(rules: RoundRobin, group: tuple[int, ...], number: int) -> Iterator[Pair]:
    for first, second in table_round(len(group), number, double=rules.double):
        yield Pair(group[first - 1], group[second - 1], True)


def _bye(rules: RoundRobin, group: tuple[int, ...], number: int) -> Iterator[int]:
    cycle = cycle_of(len(group), number, double=rules.double)
    place = bye_of(len(group), cycle[0]) if cycle else None
    if place is not None:
        yield group[place - 1]


def _left_over(request: PairingRequest, pairs: list[Pair]) -> Iterator[Message]:
    """Yield a sentence for each player whose opponent has the bye or another board."""
    playing = players_to_pair(request)
    names, seated = names_of(request.state), fixed_players(request)
    taken = seated | ({request.bye} if request.bye is not None else set())
    free = playing - taken
    kept = {frozenset((board.black, board.white)) for board in request.fixed}
    for pair in pairs:
        for here, other in ((pair.first, pair.second), (pair.second, pair.first)):
            if here in free and other in playing - free and frozenset((here, other)) not in kept:
                yield _("%(here)s has no opponent: %(other)s is not free.") % {
                    "here": names[here],
                    "other": names[other],
                }


def walk_over_notes(
    through: Sequence[tuple[int, int]], names: Mapping[int, str]
) -> Iterator[Message]:
    """Yield a sentence for each player with a walk-over that says because of whom."""
    for here, away in through:
        yield _("%(here)s wins by walk-over: %(away)s does not play.") % {
            "here": names[here],
            "away": names[away],
        }


def _rematch_notes(request: PairingRequest, pairs: list[Pair]) -> Iterator[Message]:
    """Yield a sentence for each pair that has already met as often as it should."""
    rules, names = request.state.parameters.round_robin, names_of(request.state)
    counted = Counter(
        frozenset(game.players)
        for game in request.state.before(request.round).counted_games()
        if game.round >= rules.first_round
    )
    chosen = players_to_pair(request) - fixed_players(request)
    for pair in pairs:
        both = frozenset((pair.first, pair.second))
        if both <= chosen and counted[both] >= (2 if rules.double else 1):
            first, second = names[pair.first], names[pair.second]
            yield _(
                "%(one)s and %(other)s have met before: the table has changed, or boards were "
                "fixed by hand."
            ) % {"one": first, "other": second}


def _outside(request: PairingRequest, groups: tuple[tuple[int, ...], ...]) -> Iterator[Message]:
    """Yield a sentence for each player who plays but is in no group."""
    names = names_of(request.state)
    inside = {player for group in groups for player in group}
    for player in sorted(players_to_pair(request) - inside - fixed_players(request)):
        yield _("%(player)s is in no group and has no games: add the player to one.") % {
            "player": names[player]
        }
