import json

import pytest

from adjudication.confirmation.certificate import (
    Certificate,
    certificate_text,
    move_text,
    parse_certificate,
    state_key,
)
from adjudication.confirmation.checker import CheckError
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
from adjudication.rules.colours import BLACK, WHITE
from tests.confirmation.certified import everything
from tests.confirmation.drawn import drawn
from tests.confirmation.oracle import solve
from tests.confirmation.random_problems import problems

KO = "@x.#- -@#-- ----- ----- -----"


def test_a_certificate_is_written_as_documented() -> None:
    asked = drawn(KO, TargetQuestion.Q1, KoPass.EACH)
    moves = {
        first_state(asked): Move(MoveKind.PLAY, 2),
        PlayState(0, 2, 1, 0, 0, WHITE): Move(MoveKind.KO_PASS, 1),
        PlayState(0, 2, 0, 0, 0, WHITE): PASS_MOVE,
    }
    assert json.loads(certificate_text(Certificate(asked, QuestionWinner.ATTACKER, moves))) == {
        "format": 2,
        "rules": {"ko_pass": "each", "first": "opponent"},
        "size": 5,
        "grid": ["@X.#-", "-@#--", "-----", "-----", "-----"],
        "owner": "black",
        "target": ["B5"],
        "local": ["B5"],
        "question": "Q1",
        "winner": "attacker",
        "strategy": {"w:1:0:0:0:1": "C5", "w:0:2:1:0:0": "ko-pass B5", "w:0:2:0:0:0": "pass"},
    }


def test_a_pass_for_all_kos_names_none() -> None:
    assert move_text(Move(MoveKind.KO_PASS), 19) == "ko-pass"


def test_states_have_the_names_that_the_oracle_gives_them() -> None:
    assert state_key(PlayState(0x1F, 0, 0, 0x20, 10, BLACK)) == "b:1f:0:0:20:a"


def test_what_is_written_is_read_back_equal_and_written_the_same() -> None:
    kinds = set()
    for _, asked in problems(70):
        solution = solve(asked, 500)
        if solution is None:
            continue
        text = everything(asked, solution)
        again = parse_certificate(text)
        assert (again.problem, again.winner) == (asked, solution.winner)
        assert {state_key(state): move for state, move in again.strategy.items()} == (
            solution.strategy
        )
        backwards = dict(reversed(again.strategy.items()))
        assert certificate_text(Certificate(again.problem, again.winner, backwards)) == text
        kinds |= {(move.kind, asked.ko_pass) for move in again.strategy.values()}
    assert {kind for kind, _ in kinds} == set(MoveKind)


def test_what_is_no_certificate_is_not_read() -> None:
    with pytest.raises(CheckError):
        parse_certificate("{}")
