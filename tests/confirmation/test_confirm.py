from collections.abc import Callable

import pytest

from adjudication.confirmation import confirm as module
from adjudication.confirmation.budget import Cancelled
from adjudication.confirmation.checker import check_certificate
from adjudication.confirmation.confirm import RegionConfirmation, confirm_chains, confirm_region
from adjudication.confirmation.problem import (
    EnclosedRegion,
    KoPass,
    Problem,
    ProblemError,
    QuestionWinner,
    TargetQuestion,
)
from adjudication.confirmation.verdict import ProblemAnswer, Status, UndecidedReason
from adjudication.confirmation.walls import AliveReason
from adjudication.rules.chains import chains_of
from adjudication.rules.colours import BLACK, EMPTY
from adjudication.rules.life import alive_stones_of_both
from adjudication.rules.points import parse_area
from tests.confirmation import official
from tests.confirmation.boards import board, named
from tests.confirmation.diagrams import at, chain, region
from tests.confirmation.shapes import enclosed, stones_in_area
from tests.support.environment import times

Shape = Callable[[int, int], tuple[EnclosedRegion, frozenset[int]]]

# A group with three points in a row, and White's own two eyes below.
THREE = """
. . . X O O O O O
X X X X O . O . O
O O O O O O O O O
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
""".replace(" ", "")


def test_a_disputed_chain_of_a_board_gets_a_verdict_with_its_walls() -> None:
    position, size = board(THREE)
    (verdict,) = confirm_chains(position, size, named("D9", size))
    assert verdict.status is Status.DEAD
    assert verdict.alive is False
    assert verdict.region is not None
    assert len(verdict.region.points) == 8
    assert [wall.why for wall in verdict.assumptions] == [AliveReason.BENSON]
    assert [answer.question for answer in verdict.answers] == [
        TargetQuestion.Q0,
        TargetQuestion.Q2,
    ]
    assert all(answer.certificate for answer in verdict.answers)


def test_several_disputed_stones_of_one_chain_get_one_verdict() -> None:
    position, size = board(THREE)
    assert len(confirm_chains(position, size, sorted(named("D9 A8 B8", size)))) == 1


def test_a_region_that_is_too_large_is_said() -> None:
    size = 19
    position = [0] * size * size
    position[180] = 1
    (verdict,) = confirm_chains(position, size, [180])
    assert verdict.status is Status.UNDECIDED
    assert verdict.alive is None
    assert verdict.reason is UndecidedReason.REGION_TOO_LARGE
    assert verdict.too_large == 361


@pytest.mark.parametrize("area", ["", "A19-E17"])
@pytest.mark.parametrize("ko_pass", [KoPass.BOTH, KoPass.EACH])
def test_two_eyes_on_an_open_board_live_and_take_nothing_for_granted(
    area: str, ko_pass: KoPass
) -> None:
    size = 19
    position = [EMPTY] * size * size
    for point in named("A18 B18 B19 C18 D18 D19", size):
        position[point] = BLACK
    drawn = parse_area([area], size) if area else ()
    (verdict,) = confirm_chains(position, size, named("B18", size), area=drawn, ko_pass=ko_pass)
    assert verdict.status is Status.UNCAPTURABLE
    assert verdict.assumptions == ()
    assert verdict.answers[0].certificate is not None
    # With one eye it is another matter: then all of the board could matter.
    position[min(named("C19", size))] = BLACK
    (verdict,) = confirm_chains(position, size, named("B18", size), ko_pass=ko_pass)
    assert verdict.status is Status.UNDECIDED


def test_every_chain_that_lives_whatever_is_played_is_proven_to() -> None:
    position, size = board(THREE)
    alive = alive_stones_of_both(position, size)
    assert alive
    for stones in (found.points for found in chains_of(position, size)):
        if stones <= alive:
            (verdict,) = confirm_chains(position, size, stones)
            assert (verdict.status, verdict.assumptions) == (Status.UNCAPTURABLE, ())


def test_what_does_not_fit_the_budget_is_undecided() -> None:
    size = 9
    position = [0] * size * size
    position[40] = 1
    (verdict,) = confirm_chains(position, size, [40], budget=300)
    assert (verdict.status, verdict.reason) == (Status.UNDECIDED, UndecidedReason.BUDGET)


@pytest.mark.parametrize("points", [[], [3], [81], [-1]])
def test_what_is_no_target_is_refused(points: list[int]) -> None:
    position, size = board(THREE)
    position[3] = 0
    with pytest.raises(ProblemError):
        confirm_chains(position, size, points)


def test_a_board_full_of_stones_is_refused() -> None:
    with pytest.raises(ProblemError):
        confirm_chains([1] * 625, 25, [0])


def test_whoever_asked_can_cancel() -> None:
    size = 9
    position = [0] * size * size
    position[40] = 1
    told: list[int] = []

    def go_on(nodes: int) -> bool:
        told.append(nodes)
        return len(told) < 3

    with pytest.raises(Cancelled):
        confirm_chains(position, size, [40], should_continue=go_on)
    assert told == sorted(told)
    assert len(told) == 3


def test_a_part_of_a_chain_is_no_target_of_a_region() -> None:
    of = region("X X . @\n@@@@\n----\n----")
    with pytest.raises(ProblemError):
        confirm_region(of, frozenset({0}))
    with pytest.raises(ProblemError):
        confirm_region(of, frozenset())


def test_a_proof_that_is_not_accepted_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "certificate_text", lambda certificate: "{}")
    of = region("X X . @\n@@@@\n----\n----")
    verdict = confirm_region(of, frozenset({0, 1}))
    assert (verdict.status, verdict.reason) == (Status.UNDECIDED, UndecidedReason.NOT_CHECKED)


# A dead stone; behind the white stones beside it are open points with Black's wall.
BEHIND = "X.O.#-\n@@O.#-\n@@.@#-\n@@@@@-\n------\n------"


def _undecided_about(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let no question about the chain on a point be answered."""
    real = module.answer_problem

    def answer(problem: Problem, **how: object) -> ProblemAnswer:
        if at(name, problem.region) in problem.target:
            return ProblemAnswer(problem, None, 0, reason=UndecidedReason.BUDGET)
        return real(problem, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "answer_problem", answer)


@pytest.mark.parametrize(
    "unanswered", [{TargetQuestion.Q2}, {TargetQuestion.Q1, TargetQuestion.Q2}]
)
def test_a_proven_capture_is_said_where_what_follows_is_open(
    monkeypatch: pytest.MonkeyPatch, unanswered: set[TargetQuestion]
) -> None:
    real = module.answer_problem

    def answer(problem: Problem, **how: object) -> ProblemAnswer:
        if problem.question in unanswered:
            return ProblemAnswer(problem, None, 0, reason=UndecidedReason.BUDGET)
        return real(problem, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "answer_problem", answer)
    of = region(BEHIND)
    verdict = confirm_region(of, chain(of, "A6"))
    assert (verdict.status, verdict.reason) == (Status.CAPTURABLE, UndecidedReason.BUDGET)
    assert verdict.alive is None
    capture = verdict.answers[0]
    assert capture.certificate is not None
    assert check_certificate(capture.certificate, capture.problem).winner is QuestionWinner.ATTACKER


def test_a_neighbour_that_is_undecided_leaves_only_what_holds_either_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = region(BEHIND)
    assert confirm_region(of, chain(of, "A6")).status is Status.DEAD
    _undecided_about(monkeypatch, "C6")
    verdict = confirm_region(of, chain(of, "A6"))
    # Were the white stones no barrier, Black would have a permanent stone behind them.
    assert (verdict.status, verdict.reason) == (Status.CAPTURABLE, UndecidedReason.BUDGET)
    assert [answer.winner for answer in verdict.answers[1:]] == [
        QuestionWinner.ATTACKER,
        QuestionWinner.OWNER,
    ]


@pytest.mark.parametrize("shape", [stones_in_area, enclosed])
def test_of_dead_stones_the_attacker_wins_the_question_that_is_left_out(shape: Shape) -> None:
    dead = 0
    for number in range(times(8, long=60)):
        of, target = shape(7, number)
        asked = RegionConfirmation(of)
        verdict = asked.verdict(target)
        if verdict.status is Status.DEAD:
            dead += 1
            assert [answer.question.value for answer in verdict.answers] == ["Q0", "Q2"]
            assert asked.ask(TargetQuestion.Q1, target).winner is QuestionWinner.ATTACKER
    assert dead


def test_a_neighbour_that_has_lost_the_larger_question_is_not_asked_the_smaller() -> None:
    of, _target = stones_in_area(12, 1)
    first, second, _third = (
        stones.points for stones in chains_of(of.position, of.size) if stones.points <= {*of.points}
    )
    asked = RegionConfirmation(of)
    assert asked.verdict(first).status is Status.DEAD
    verdict = asked.verdict(second)
    assert verdict.status is Status.DEAD
    about_first = [answer for answer in verdict.supports if answer.problem.target == first]
    assert [answer.question.value for answer in about_first] == ["Q0", "Q2"]
    assert all(answer.winner is QuestionWinner.ATTACKER for answer in about_first)


def test_stones_that_can_be_put_back_are_alive_also_where_what_is_nearby_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position, size = official.board("C7a")
    (recaptured,) = confirm_chains(position, size, [0])
    assert recaptured.status is Status.ALIVE_BY_RECAPTURE
    assert [answer.question.value for answer in recaptured.answers] == ["Q0", "Q1"]
    real = module.answer_problem

    def answer(problem: Problem, **how: object) -> ProblemAnswer:
        if problem.question is TargetQuestion.Q2:
            return ProblemAnswer(problem, None, 0, reason=UndecidedReason.BUDGET)
        return real(problem, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "answer_problem", answer)
    assert confirm_chains(position, size, [0]) == (recaptured,)


def test_nothing_is_asked_twice() -> None:
    of = region(BEHIND)
    asked = RegionConfirmation(of, ko_pass=KoPass.EACH)
    first = asked.verdict(chain(of, "A6"))
    nodes = asked.nodes
    assert asked.verdict(chain(of, "A6")) == first
    assert asked.nodes == nodes
