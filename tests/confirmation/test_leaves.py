import pytest

from adjudication.confirmation.checker.board import RegionCells
from adjudication.confirmation.checker.leaves import (
    cannot_live,
    lives_for_good,
    unconditionally_alive,
)
from adjudication.confirmation.problem import Problem, TargetQuestion
from adjudication.rules.colours import WHITE
from tests.confirmation.drawn import drawn
from tests.confirmation.oracle import Explored, State, explore
from tests.confirmation.random_problems import problems
from tests.support.environment import times

pytestmark = pytest.mark.timeout(3600)  # the long form takes its time


def decided(ground: RegionCells, found: Explored, state: State) -> tuple[bool, bool]:
    """Return whether the attacker and whether the owner has won by a static result."""
    game, problem = found.game, found.game.problem
    board = bytes(".XO".index(letter) for letter in state.board) + ground.first[-2:]
    still = state.standing & game.target
    if problem.question is TargetQuestion.Q0:
        attacked, counting = still, still
    else:
        new = {p for p in game.local - state.standing if board[p] == game.owner}
        attacked, counting = game.local, still | new
    return (
        not game.ended(state) and cannot_live(ground, board, game.attacker, attacked),
        lives_for_good(ground, board, counting),
    )


def compare(problem: Problem, limit: int) -> tuple[int, int]:
    """Hold every static result against the oracle; return how many there were for each."""
    found = explore(problem, limit)
    counts = [0, 0]
    if found is None:
        return 0, 0
    ground = RegionCells(problem.region)
    prover_is_attacker = problem.question is TargetQuestion.Q0
    for state in found.moves:
        attacker_wins = (state in found.won) == prover_is_attacker
        killed, alive = decided(ground, found, state)
        assert not killed or attacker_wins, (problem, state)
        assert not alive or not attacker_wins, (problem, state)
        counts[0] += killed
        counts[1] += alive
    return counts[0], counts[1]


def test_static_results_are_right_in_every_state_of_small_problems() -> None:
    killed = alive = 0
    for _, asked in problems(times(160, 5000)):
        counts = compare(asked, 800)
        killed, alive = killed + counts[0], alive + counts[1]
    assert min(killed, alive) > 200


def test_stones_that_are_merely_alive_kill_nothing() -> None:
    # White has two eyes of his own, but no wall: what he fills may be his own.
    alone = RegionCells(drawn(".O.O OOOO OOOO x..O").region)
    assert len(unconditionally_alive(alone, alone.first, WHITE)) == 11
    assert not cannot_live(alone, alone.first, WHITE, [12])
    walled = RegionCells(drawn(".O.O@ OOOO@ OOOO@ x..O@ @@@@@").region)
    assert cannot_live(walled, walled.first, WHITE, [12])


@pytest.mark.parametrize(
    ("rows", "alive"),
    [
        (".x.x@ xxxx@ @@@@@ ----- -----", True),
        ("..xx@ xxxx@ @@@@@ ----- -----", False),
        # An eye beside the attacker's wall is none.
        (".x.x@ xxx.@ @@@@@ ----- -----", False),
        (".x.x# xxx.# @@@@@ ----- -----", True),
        # Both eyes are shared with a chain that has them from it.
        (".x.X@ x@x@@ .x.@- @@@-- -----", False),
        # A stone inside an eye, every empty point of which is a liberty.
        (".xO.x xxxxx @@@@@ ----- -----", True),
        # Three in a row: the middle one is no liberty of the second chain.
        ("x...x xxxxx @@@@@ ----- -----", False),
    ],
)
def test_unconditional_life_is_bensons(rows, alive) -> None:
    asked = drawn(rows)
    ground = RegionCells(asked.region)
    points = asked.region.points
    counting = [cell for cell in ground.cells if points[cell] in asked.target]
    assert lives_for_good(ground, ground.first, counting) is alive


@pytest.mark.parametrize(
    ("rows", "dead"),
    [
        ("x.@-- .@--- @---- ----- -----", True),
        ("x..@- ..@-- @@--- ----- -----", True),
        ("x...@ ....@ ....@ @@@@@ -----", False),
        ("xX.@- .X.@- @@@-- ----- -----", True),
        ("x..#- ..@-- @@--- ----- -----", False),
        # Two points in the part that lie apart.
        (".x. .@. @-@", False),
    ],
)
def test_the_kill_rule_wants_room_for_one_eye_only(rows, dead) -> None:
    asked = drawn(rows)
    ground = RegionCells(asked.region)
    points = asked.region.points
    cells = [cell for cell in ground.cells if points[cell] in asked.target]
    assert cannot_live(ground, ground.first, asked.attacker, cells) is dead
