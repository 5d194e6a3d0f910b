import pytest

from adjudication.confirmation.problem import KoPass, MoveKind, QuestionWinner, TargetQuestion
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from tests.confirmation.drawn import drawn, swapped, turned
from tests.confirmation.oracle import Game, key, solve
from tests.confirmation.random_problems import problem, problems
from tests.support.environment import times

pytestmark = pytest.mark.timeout(3600)  # the long form takes its time


@pytest.mark.parametrize(
    ("rows", "question", "winner"),
    [
        (".x.x@ xxxx@ @@@@@ ----- -----", TargetQuestion.Q0, QuestionWinner.OWNER),
        (".x@-- xx@-- @@--- ----- -----", TargetQuestion.Q0, QuestionWinner.ATTACKER),
        ("...x@ xxxx@ @@@@@ ----- -----", TargetQuestion.Q0, QuestionWinner.ATTACKER),
        ("....x xxxxx @@@@@ ----- -----", TargetQuestion.Q0, QuestionWinner.OWNER),
        ("..x@- ..x@- xxx@- @@@-- -----", TargetQuestion.Q0, QuestionWinner.ATTACKER),
        # Where one eye has a black wall beside it nothing is taken.
        (".x#-- xx#-- ##--- ----- -----", TargetQuestion.Q0, QuestionWinner.OWNER),
        # A snapback: the stone is taken, and a new one stands there.
        ("#O.x@ ##OO# --##- ----- -----", TargetQuestion.Q0, QuestionWinner.ATTACKER),
        ("#O.x@ ##OO# --##- ----- -----", TargetQuestion.Q1, QuestionWinner.OWNER),
        ("@@--- x.@-- ,#--- ##--- -----", TargetQuestion.Q1, QuestionWinner.OWNER),
    ],
)
def test_it_finds_what_everybody_sees(rows, question, winner) -> None:
    assert solve(drawn(rows, question)).winner is winner


def test_a_seki_is_not_taken_by_either() -> None:
    rows = "@X.O# @X.O# @XXO# @@@## -----"
    black = rows.replace("X", "x")
    white = rows.replace("O", "o")
    assert solve(drawn(black)).winner is QuestionWinner.OWNER
    assert solve(drawn(white)).winner is QuestionWinner.OWNER


KO = "@x.#- -@#-- ----- ----- -----"


@pytest.mark.parametrize("reading", KoPass)
def test_a_ko_is_taken_back_only_after_a_pass_for_it(reading) -> None:
    game = Game(drawn(KO, TargetQuestion.Q1, reading))
    ((taking, taken),) = game.moves(game.root())
    assert (taking.kind, taking.point) == (MoveKind.PLAY, 2)
    assert key(taken) == "b:0:2:1:0:0"
    ((lifting, lifted),) = game.moves(taken)
    assert lifting.kind is MoveKind.KO_PASS
    assert lifting.point == (1 if reading is KoPass.EACH else None)
    moves = {move.kind: after for move, after in game.moves(lifted)}
    assert moves.keys() == {MoveKind.PLAY, MoveKind.PASS}  # White may connect or wait
    ((_, retaken),) = game.moves(moves[MoveKind.PASS])
    assert key(retaken) == "w:1:0:0:2:0"


def test_the_readings_of_a_pass_for_a_ko_differ_in_what_they_lift() -> None:
    for reading, lifted in ((KoPass.EACH, "0:1"), (KoPass.ALL, "0:1"), (KoPass.BOTH, "0:0")):
        game = Game(drawn(KO, TargetQuestion.Q1, reading))
        state = game.root()._replace(bans=(frozenset({1}), frozenset({0})), mover=BLACK)
        passes = [after for move, after in game.moves(state) if move.kind is MoveKind.KO_PASS]
        assert [key(after) for after in passes] == [f"w:1:0:{lifted}:1"]


def test_too_many_states_have_no_answer() -> None:
    rows = "x..@- x..@- ...@- @@@-- -----"
    assert solve(drawn(rows), limit=50) is None


def test_problems_are_the_same_every_time_and_of_all_kinds() -> None:
    found = [asked for _, asked in problems(200)]
    assert found[7] == problem(7)
    assert {asked.question for asked in found} == set(TargetQuestion)
    assert {asked.ko_pass for asked in found} == set(KoPass)
    assert {asked.owner for asked in found} == {BLACK, WHITE}
    assert any(asked.region.black_walls and asked.region.white_walls for asked in found)
    assert any(0 in asked.region.points for asked in found)
    assert any(EMPTY in asked.region.stones for asked in found)


def test_who_wins_does_not_depend_on_colours_or_sides() -> None:
    seen = 0
    for _, asked in problems(times(40, 1000)):
        answer = solve(asked, 1500)
        if answer is None:
            continue
        seen += 1
        for other in (turned(asked), turned(asked, mirrored=True), swapped(asked)):
            again = solve(other, 1500)
            assert (again.winner, again.states) == (answer.winner, answer.states)
    assert seen > 25
