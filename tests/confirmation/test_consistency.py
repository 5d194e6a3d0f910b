"""Verdicts that cannot all be used are told."""

from __future__ import annotations

from adjudication.confirmation.confirm import confirm_chains
from adjudication.confirmation.consistency import ConflictKind, JudgedChain, conflicts
from adjudication.confirmation.verdict import Status
from adjudication.confirmation.walls import AliveReason, Assumption
from adjudication.rules.chains import chain_by_point, chains_of
from adjudication.rules.colours import BLACK, WHITE
from tests.confirmation.boards import SEKI_IN_A_CORNER, board, named, small


def judged(points: str, size: int, colour: int, status: Status, *walls: Assumption) -> JudgedChain:
    return JudgedChain(named(points, size), colour, status, walls)


def test_dead_chains_of_both_colours_side_by_side_exclude_each_other() -> None:
    position, size = board("XXOO. XXOO. ..... ..... .....")
    black = judged("A5 B5 A4 B4", size, BLACK, Status.DEAD)
    white = judged("C5 D5 C4 D4", size, WHITE, Status.DEAD)
    (found,) = conflicts([black, white], position, size)
    assert (found.kind, found.one, found.other) == (ConflictKind.BOTH_DEAD, black, white)
    alive = judged("C5 D5 C4 D4", size, WHITE, Status.UNCAPTURABLE)
    assert conflicts([black, alive], position, size) == ()
    assert conflicts([white, judged("A5", size, WHITE, Status.DEAD)], position, size) == ()


def test_a_shared_liberty_is_enough_and_a_distance_is_not() -> None:
    position, size = board("X.O.. ..... ..... ..... X...O")
    near = judged("A5", size, BLACK, Status.DEAD), judged("C5", size, WHITE, Status.DEAD)
    assert [one.kind for one in conflicts(near, position, size)] == [ConflictKind.BOTH_DEAD]
    far = judged("A1", size, BLACK, Status.DEAD), judged("E1", size, WHITE, Status.DEAD)
    assert conflicts(far, position, size) == ()


def test_an_edge_is_held_by_one_of_both() -> None:
    position, size = board("X.... ..... ..... ..... ....O")
    edge = named("C3", size)
    black = judged("A5", size, BLACK, Status.DEAD, Assumption(edge, WHITE, AliveReason.EDGE))
    white = judged("E1", size, WHITE, Status.DEAD, Assumption(edge, BLACK, AliveReason.EDGE))
    (found,) = conflicts([black, white], position, size)
    assert found.kind is ConflictKind.EDGE


def test_what_is_taken_for_granted_may_be_dead_elsewhere() -> None:
    position, size = board("X.... ..... ..... ..... ....O")
    wall = Assumption(named("E1", size), WHITE, AliveReason.AGREED)
    black = judged("A5", size, BLACK, Status.UNCAPTURABLE, wall)
    white = judged("E1", size, WHITE, Status.DEAD)
    (found,) = conflicts([white, black], position, size)
    assert (found.kind, found.one, found.other) == (ConflictKind.ASSUMED, black, white)
    proven = judged(
        "A5", size, BLACK, Status.DEAD, Assumption(wall.points, WHITE, AliveReason.BENSON)
    )
    assert conflicts([white, proven], position, size) == ()


def test_both_groups_of_a_seki_are_alive_in_one_answer() -> None:
    position, size = board(SEKI_IN_A_CORNER)
    points = [min(small(SEKI_IN_A_CORNER)), 0]
    verdicts = confirm_chains(position, size, points)
    assert [verdict.alive for verdict in verdicts] == [True, True]
    chains = chain_by_point(chains_of(position, size))
    told = [
        JudgedChain(one.chain, chains[min(one.chain)].colour, one.status, one.assumptions)
        for one in verdicts
    ]
    assert conflicts(told, position, size) == ()
