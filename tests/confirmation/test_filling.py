"""What the attacker fills whatever is played: both programs that prove it, and the exact oracle."""

import pytest

from adjudication.confirmation.checker.board import RegionCells
from adjudication.confirmation.checker.filling import FillingUp
from adjudication.confirmation.checker.leaves import cannot_live
from adjudication.confirmation.problem import Problem, TargetQuestion
from adjudication.confirmation.search import Search
from adjudication.rules.colours import BLACK
from tests.confirmation.certified import state_of
from tests.confirmation.diagrams import problem
from tests.confirmation.oracle import explore, key
from tests.confirmation.random_problems import problems
from tests.support.environment import times

pytestmark = pytest.mark.timeout(3600)  # the long form takes its time

Q0, Q1 = TargetQuestion.Q0, TargetQuestion.Q1


def _filled(asked: Problem, limit: int) -> int:
    """Hold what is told against the oracle, in every state with the owner to move.

    Return how many states are decided so, without those that the kill rule itself decides. What
    the search leaves out of a certificate, the checker must not come to, nor the other way round:
    so both have to tell the same.
    """
    found = explore(asked, limit)
    if found is None:
        return 0
    game, search = found.game, Search(asked)
    ground = RegionCells(asked.region)
    checker = FillingUp(ground, asked.attacker)
    count = 0
    for state in found.moves:
        if state.mover != asked.owner or game.ended(state):
            continue
        board = bytes(".XO".index(letter) for letter in state.board) + ground.first[-2:]
        points = state.standing & game.target if asked.question is Q0 else game.local
        if cannot_live(ground, board, asked.attacker, points):
            continue
        bans = state.bans[0 if asked.attacker == BLACK else 1]
        filled = checker.succeeds(board, bans, points)
        told = search.filling.decides(search.tables.pack(state_of(key(state))))
        assert filled is told, (asked, state)
        assert not filled or (state in found.won) == (asked.question is Q0), (asked, state)
        count += filled
    return count


def test_what_is_filled_is_lost_in_every_state_of_small_problems() -> None:
    count = sum(
        _filled(asked, times(800, 4_000))
        for _number, asked in problems(times(160, 6_000), first=300_000)
    )
    assert count > times(50, 3_000)


def test_a_wide_space_is_filled_from_outside() -> None:
    # Wherever Black plays, White's next stone leaves them room for one eye.
    asked = problem("X....@\n@@@.@@\n--@@@-\n------\n------\n------", "A6", Q1)
    search = Search(asked)
    assert search.static_result(search.root | 1)
