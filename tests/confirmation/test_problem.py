import pytest

from adjudication.confirmation.problem import (
    EnclosedRegion,
    KoPass,
    PlayState,
    Problem,
    ProblemError,
    QuestionWinner,
    TargetQuestion,
    first_state,
)
from adjudication.rules.colours import BLACK, EMPTY, WHITE

# A corner of a 5x5 board: two points, one with a black stone, and what stands around them.
CORNER = EnclosedRegion(5, (0, 1), (BLACK, EMPTY), frozenset({2}), frozenset({5, 6}))


def test_a_problem_knows_its_players_and_who_has_to_prove() -> None:
    asked = Problem(CORNER, frozenset({0}), frozenset({0}), TargetQuestion.Q0)
    assert (asked.owner, asked.attacker, asked.prover) == (BLACK, WHITE, QuestionWinner.ATTACKER)
    assert asked.ko_pass is KoPass.BOTH
    second = Problem(CORNER, frozenset({0}), frozenset({0, 1}), TargetQuestion.Q2)
    assert second.prover is QuestionWinner.OWNER
    assert CORNER.mask(second.local) == 0b11


@pytest.mark.parametrize(
    ("points", "stones", "black", "white", "code"),
    [
        ((), (), (), (), "region.points"),
        ((1, 0), (0, 0), (2,), (5, 6), "region.points"),
        ((0, 0), (0, 0), (2,), (5, 6), "region.points"),
        ((0, 1), (0,), (2,), (5, 6), "region.stones"),
        ((0, 1), (0, 3), (2,), (5, 6), "region.stones"),
        ((0, 1), (0, 0), (2, 5), (5, 6), "region.walls"),
        ((0, 1), (0, 0), (1, 2), (5, 6), "region.walls"),
        ((0, 1), (0, 0), (2,), (5, 6, 25), "region.off_board"),
        ((0, 1), (0, 0), (2,), (5,), "region.open"),
        ((0, 1), (BLACK, WHITE), (), (2, 5, 6), "region.no_liberty"),
    ],
)
def test_what_is_no_region_is_refused(points, stones, black, white, code) -> None:
    with pytest.raises(ProblemError) as refused:
        EnclosedRegion(5, points, stones, frozenset(black), frozenset(white))
    assert refused.value.code == code


def test_a_region_has_a_largest_size() -> None:
    with pytest.raises(ProblemError) as refused:
        EnclosedRegion(19, tuple(range(190)), (0,) * 190, frozenset(range(190, 361)), frozenset())
    assert refused.value.code == "region.too_large"


@pytest.mark.parametrize(
    ("target", "local", "question", "code"),
    [
        ((), (), TargetQuestion.Q0, "target"),
        ((1,), (1,), TargetQuestion.Q0, "target"),
        ((7,), (7,), TargetQuestion.Q0, "target"),
        ((0,), (), TargetQuestion.Q1, "local"),
        ((0,), (0, 1), TargetQuestion.Q1, "local"),
        ((0,), (0, 7), TargetQuestion.Q2, "local"),
    ],
)
def test_what_is_no_problem_is_refused(target, local, question, code) -> None:
    with pytest.raises(ProblemError) as refused:
        Problem(CORNER, frozenset(target), frozenset(local), question)
    assert refused.value.code == code


def test_the_game_begins_with_the_attacker() -> None:
    asked = Problem(CORNER, frozenset({0}), frozenset({0, 1}), TargetQuestion.Q2)
    assert first_state(asked) == PlayState(0b01, 0, 0, 0, 0b01, WHITE)
