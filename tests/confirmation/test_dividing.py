"""Eyes that the owner makes whatever is played: both programs that prove it, and the oracle."""

import pytest

from adjudication.confirmation.certificate import Certificate, certificate_text
from adjudication.confirmation.checker.board import RegionCells
from adjudication.confirmation.checker.checking import check_certificate
from adjudication.confirmation.checker.dividing import DividingUp
from adjudication.confirmation.checker.errors import CheckError
from adjudication.confirmation.checker.leaves import lives_for_good
from adjudication.confirmation.confirm import answer_problem
from adjudication.confirmation.problem import Problem, QuestionWinner, TargetQuestion
from adjudication.confirmation.search import Search
from adjudication.confirmation.strategy import strategy_of
from adjudication.rules.colours import BLACK
from tests.confirmation.certified import state_of
from tests.confirmation.diagrams import problem
from tests.confirmation.oracle import explore, key
from tests.confirmation.random_problems import problems
from tests.confirmation.shapes import group_with_room
from tests.support.environment import times

pytestmark = pytest.mark.timeout(3600)  # the long form takes its time

WIDE = """
@@@@@@@@
@XXXXXX@
@X....X@
@X....X@
@X....X@
@XXXXXX@
@@@@@@@@
--------
"""
Q0, Q1 = TargetQuestion.Q0, TargetQuestion.Q1


def _divided(asked: Problem, limit: int) -> int:
    """Hold what is told against the oracle, in every state with the attacker to move.

    Return how many states are decided so, without those in which the stones live already. What the
    search leaves out of a certificate, the checker must not come to, nor the other way round: so
    both have to tell the same.
    """
    found = explore(asked, limit)
    if found is None:
        return 0
    game, search = found.game, Search(asked)
    ground = RegionCells(asked.region)
    checker = DividingUp(ground, asked.owner)
    count = 0
    for state in found.moves:
        if state.mover != asked.attacker or game.ended(state) or state == found.root:
            continue
        board = bytes(".XO".index(letter) for letter in state.board) + ground.first[-2:]
        counting = state.standing & game.target
        if asked.question is not Q0:
            new = game.local - state.standing
            counting |= {point for point in new if board[point] == asked.owner}
        if lives_for_good(ground, board, counting):
            continue
        bans = state.bans[0 if asked.owner == BLACK else 1]
        divided = checker.succeeds(board, bans, counting)
        told = search.dividing.decides(search.tables.pack(state_of(key(state))))
        assert divided is told, (asked, state)
        assert not divided or (state in found.won) == (asked.question is not Q0), (asked, state)
        count += divided
    return count


def test_what_is_divided_lives_in_every_state_of_small_groups() -> None:
    count = 0
    for points in (5, 7):
        for number in range(times(3, 60)):
            region, target = group_with_room(points, number)
            for question in (Q0, Q1):
                count += _divided(Problem(region, target, target, question), 6_000)
    assert count > times(50, 3_000)


def test_what_is_divided_lives_in_every_state_of_random_problems() -> None:
    count = sum(
        _divided(asked, times(800, 4_000))
        for _number, asked in problems(times(160, 6_000), first=400_000)
    )
    assert count > times(4, 300)


def test_a_wide_space_is_divided_from_inside() -> None:
    # Wherever White plays, Black makes two eyes with two stones more.
    found = answer_problem(problem(WIDE, "B7"))
    assert found.winner is QuestionWinner.OWNER
    assert found.nodes < 100


def test_a_certificate_of_the_first_format_plays_until_both_eyes_are_there() -> None:
    asked = problem(WIDE, "B7")
    found = strategy_of(Search(asked))
    text = certificate_text(Certificate(asked, found.winner, found.moves))
    assert check_certificate(text, asked).winner is QuestionWinner.OWNER
    with pytest.raises(CheckError, match="no move"):
        check_certificate(text.replace('"format":2', '"format":1'), asked)
