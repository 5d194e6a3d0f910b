"""Double elimination: a player who has lost twice is out (:mod:`tournament.brackets.elimination`).

The winners' bracket is a tree. The losers' bracket is not laid down beforehand: those due in it are
paired with as few rematches as possible. Among such pairings, as many newcomers as possible meet
somebody already there; then players meet from parts of the tree far from each other, so that
rematches come as late as possible; then the best seeds meet the last.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import rustworkx as rx

from language.messages import gettext_lazy as _
from tournament.brackets.elimination import Elimination, EliminationRounds
from tournament.brackets.tree import Match, rounds_of, slots_of
from tournament.pairing.knock_out import (
    bracket_finished_error,
    bye_with_opponent_error,
    check_bye,
    pairs_of,
    round_of,
    through_notes,
    unopposed_player,
)
from tournament.pairing.pairing import Pairing, PairingRequest, bracket_errors
from tournament.pairing.request import players_to_pair
from tournament.pairing.seating import check_seating, seat
from tournament.state.state import TournamentState


@bracket_errors()
def pair(request: PairingRequest) -> Pairing:
    """Return the games of the round: the winners' bracket, the losers' bracket, the grand final.

    A player with an absent opponent has a walk-over. If an odd number is due in the losers'
    bracket, the player who has gone through least often does so; of equals, the better seed. A
    fixed board between two players who have not lost changes the tree; two who have lost once may
    be seated together, and so may two who are out.

    Raises PairingError ``no_winner`` and ``no_game`` if an earlier round is not decided,
    ``not_in_the_tree`` for a board across the brackets, ``bye_in_the_tree`` for a bye given by hand
    to a player with an opponent, ``knock_out_over``, ``knock_out_later`` and ``too_few_players`` if
    there is no such round.
    """
    check_seating(request)
    state = request.state.before(request.round)
    rounds = EliminationRounds(state)
    position = rounds.after(request.round - 1)
    later = request.round < request.state.parameters.knock_out.first_round
    if (later or len(position.still_in) < 2) and not request.fixed:
        raise bracket_finished_error(request, len(rounds.seeds))
    if later:
        return seat(request, [], bye=request.bye)
    where = _("A fixed board")
    upper, fixed = rounds.follow(
        position, [(board.black, board.white, where) for board in request.fixed]
    )
    final = (position.final,) if position.final and position.final not in fixed else ()
    playing = players_to_pair(request)
    seated = {player for pair in fixed for player in pair}
    due = [player for player in position.lower_due if player in playing - seated]
    free = [player for match in upper if (player := unopposed_player(match)) is not None]
    _check_bye(request, [*upper, *final], due)
    odd = _odd(request, rounds, position, due) if len(due) % 2 else []
    due = [player for player in due if player not in odd]
    free += odd
    below = _paired(state, rounds, position, due)
    return round_of(
        request,
        [*upper, *final],
        pairs_of([*upper, *below, *final]),
        free,
        notes=list(through_notes(request, [*upper, *final, *((player, None) for player in odd)])),
        waiting=position.still_in,
    )


def _odd(
    request: PairingRequest, rounds: EliminationRounds, position: Elimination, due: Sequence[int]
) -> list[int]:
    """Return, in a list, the player who goes through when an odd number is due."""
    if request.bye is not None and request.bye in due:
        return [request.bye]
    return [
        min(
            due,
            key=lambda player: (position.rounds_without_game.get(player, 0), rounds.seed[player]),
        )
    ]


def _paired(
    state: TournamentState, rounds: EliminationRounds, position: Elimination, due: Sequence[int]
) -> list[tuple[int, int]]:
    """Return the pairs of an even number of players, each with the better seed first."""
    players = sorted(due, key=rounds.seed.__getitem__)
    met = Counter(frozenset(game.players) for game in state.counted_games())
    leaf = {player: place for place, player in enumerate(slots_of(rounds.seeds))}
    size, depth = len(players) + 1, rounds_of(len(rounds.seeds)) + 1
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(players)))
    worst = size * size
    edges = []
    for low, high in combinations(range(len(players)), 2):
        first, second = players[low], players[high]
        mixed = (first in position.joined) != (second in position.joined)
        near = depth - (leaf[first] ^ leaf[second]).bit_length()
        cost = met[frozenset((first, second))]
        for digit, base in ((not mixed, size), (near, size * depth), (low * high, worst * size)):
            cost = cost * base + digit
        edges.append((low, high, cost))
    most = max((cost for __, __, cost in edges), default=0)
    graph.add_edges_from([(low, high, most + 1 - cost) for low, high, cost in edges])
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(players[low], players[high]) for low, high in sorted(map(sorted, found))]


def _check_bye(request: PairingRequest, matches: Sequence[Match], due: Sequence[int]) -> None:
    check_bye(request, matches)
    if request.bye is not None and request.bye in due and len(due) % 2 == 0:
        raise bye_with_opponent_error(request, request.bye)
