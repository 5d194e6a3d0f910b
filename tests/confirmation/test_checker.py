import ast
from collections import Counter

import pytest

from adjudication.confirmation.certificate import Certificate, certificate_text, parse_certificate
from adjudication.confirmation.checker import CheckError, certificate_fits, check_certificate
from adjudication.confirmation.problem import (
    PASS_MOVE,
    KoPass,
    Move,
    MoveKind,
    PlayState,
    QuestionWinner,
    TargetQuestion,
    first_state,
)
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from tests.confirmation.certified import certified, everything
from tests.confirmation.drawn import drawn
from tests.confirmation.oracle import solve
from tests.confirmation.random_problems import problems
from tests.support.environment import REPOSITORY, times

pytestmark = pytest.mark.timeout(3600)  # the long form takes its time

CHECKER = REPOSITORY / "adjudication/confirmation/checker"
SHARED = {
    "adjudication.confirmation.problem",
    "adjudication.rules.colours",
    "adjudication.rules.grid",
    "adjudication.rules.points",
}


def test_the_second_engine_shares_nothing_with_the_search() -> None:
    imported = set()
    for path in sorted(CHECKER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                imported.add(node.module)
    own = {name for name in imported if name.startswith("adjudication.confirmation.checker")}
    assert {name for name in imported - own if name.startswith("adjudication")} == SHARED


def test_every_strategy_of_the_oracle_is_accepted() -> None:
    seen = Counter()
    for number, asked in problems(times(160, 5000)):
        solution = solve(asked, 600)
        if solution is None:
            continue
        text = certified(asked, solution)
        checked = check_certificate(text, asked)
        assert checked.winner is solution.winner, number
        assert checked.moves == len(parse_certificate(text).strategy)
        seen[asked.question, checked.winner, checked.moves > 1] += 1
    assert {case[:2] for case in seen} == {(q, w) for q in TargetQuestion for w in QuestionWinner}
    assert sum(count for (_, _, moves), count in seen.items() if moves) > 20


SNAPBACK = "#O.x@ ##OO# --##- ----- -----"
LETTERS = {"#": BLACK, "x": BLACK, "@": WHITE, "O": WHITE}
POSITION = [LETTERS.get(letter, EMPTY) for letter in SNAPBACK.replace(" ", "")]
WALLS = {point for point, letter in enumerate(SNAPBACK.replace(" ", "")) if letter in "#@"}


def about_the_snapback() -> str:
    asked = drawn(SNAPBACK, TargetQuestion.Q1)
    return certified(asked, solve(asked))


@pytest.mark.parametrize(
    ("changes", "walls", "size", "is_of_it"),
    [
        ({}, WALLS, 5, True),
        ({20: BLACK}, WALLS | {20}, 5, True),  # far away
        ({}, WALLS - {9}, 5, False),  # nobody agreed that this one lives
        ({2: WHITE}, WALLS, 5, False),
        ({3: EMPTY}, WALLS, 5, False),
        ({4: BLACK}, WALLS, 5, False),
        ({0: EMPTY}, WALLS, 5, False),
        ({}, WALLS, 4, False),
    ],
)
def test_a_certificate_belongs_to_the_board_it_is_cut_out_of(changes, walls, size, is_of_it):
    position = list(POSITION)
    for point, state in changes.items():
        position[point] = state
    assert certificate_fits(about_the_snapback(), position, size, walls) is is_of_it


def test_what_is_no_certificate_belongs_nowhere() -> None:
    with pytest.raises(CheckError):
        certificate_fits("{}", POSITION, 5, WALLS)


def test_a_proof_about_something_else_is_refused_where_the_question_is_known() -> None:
    text = about_the_snapback()
    assert check_certificate(text).winner is QuestionWinner.OWNER
    assert (
        check_certificate(text, drawn(SNAPBACK, TargetQuestion.Q1)).winner is QuestionWinner.OWNER
    )
    with pytest.raises(CheckError) as refused:
        check_certificate(text, drawn(SNAPBACK, TargetQuestion.Q1, KoPass.ALL))
    assert refused.value.code == "other"


def test_moves_that_are_not_needed_are_refused() -> None:
    asked = drawn(".x..x xxxxx @@@@@ ----- -----")
    text = everything(asked, solve(asked))
    assert (
        check_certificate(
            certificate_text(Certificate(asked, QuestionWinner.OWNER, {})), asked
        ).states
        == 1
    )
    with pytest.raises(CheckError) as refused:
        check_certificate(text, asked)
    assert refused.value.code == "walk.unused"


KO = "@x.#- -@#-- ----- ----- -----"
TAKEN = PlayState(0, 2, 1, 0, 0, BLACK)  # White took the ko
TWO_EYES = ".x..x xxxxx @@@@@ ----- -----"


@pytest.mark.parametrize(
    ("rows", "winner", "state", "move"),
    [
        # Whoever passes where the state is bad for him has given up.
        (KO, QuestionWinner.ATTACKER, None, PASS_MOVE),
        (KO, QuestionWinner.OWNER, TAKEN, PASS_MOVE),
        (KO, QuestionWinner.ATTACKER, None, Move(MoveKind.KO_PASS)),
        (KO, QuestionWinner.OWNER, TAKEN, Move(MoveKind.PLAY, 1)),
        (KO, QuestionWinner.ATTACKER, None, Move(MoveKind.PLAY, 1)),
        (TWO_EYES, QuestionWinner.ATTACKER, None, Move(MoveKind.PLAY, 0)),
    ],
    ids=["pass", "pass when captured", "no ko", "ko at once", "occupied", "suicide"],
)
def test_a_move_against_the_rules_is_refused(rows, winner, state, move) -> None:
    asked = drawn(rows, TargetQuestion.Q1)
    strategy = {state or first_state(asked): move}
    with pytest.raises(CheckError) as refused:
        check_certificate(certificate_text(Certificate(asked, winner, strategy)), asked)
    assert refused.value.code == "walk.illegal"
